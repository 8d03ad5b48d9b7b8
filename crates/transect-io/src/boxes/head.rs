//! The header of a table: finds the columns that hold the coordinates of the boxes or points.

use std::io::BufRead;

use transect::Aabb;

use crate::boxes::record::Records;
use crate::boxes::shape::RowShape;
use crate::format::Format;
use crate::table_error::TableError;

/// The least similarity, from 0 to 1, at which a column name of the header is suggested for a missing column.
const LIKE: f64 = 0.4;

/// Returns the indices of the columns with the wanted names, in the order of `wanted`.
pub(crate) fn columns<R: BufRead>(
    header: &Records<R>,
    wanted: &'static [&'static str],
) -> Result<Vec<usize>, TableError> {
    let mut places = Vec::new();
    let mut missing = Vec::new();
    for name in wanted {
        match find(header, name)? {
            Some(column) => places.push(column),
            None => missing.push(*name),
        }
    }
    if missing.is_empty() {
        return Ok(places);
    }
    let raw = header.raw();
    if raw.starts_with(b"\xff\xfe") || raw.starts_with(b"\xfe\xff") {
        return Err(TableError::Utf16);
    }
    if let Some(name) = separator(raw, wanted) {
        return Err(TableError::Separator(name));
    }
    Err(TableError::MissingColumns {
        nearest: nearest(header, wanted, missing[0]),
        missing,
        of_boxes: wanted == <Aabb>::COLUMNS,
    })
}

/// Returns the index of the column with this name, or `None` if the header has no such column. Blanks around names do
/// not count. Returns an error if several columns have this name.
pub(crate) fn find<R: BufRead>(
    header: &Records<R>,
    name: &str,
) -> Result<Option<usize>, TableError> {
    let mut found =
        (0..header.len()).filter(|&cell| header.cell(cell).trim_ascii() == name.as_bytes());
    match (found.next(), found.next()) {
        (place, None) => Ok(place),
        _ => Err(TableError::DuplicateColumn { name: name.into() }),
    }
}

/// Returns the plural name of the character that separates the cells of a header without commas: "semicolons", "tabs"
/// or "bars". The separator is the first of these characters that splits the header so that some cell is a wanted name.
fn separator(header: &[u8], wanted: &[&str]) -> Option<&'static str> {
    let separators = [(b';', "semicolons"), (b'\t', "tabs"), (b'|', "bars")];
    let named = |&(separator, _): &(u8, _)| {
        let mut words = header.split(|&byte| byte == separator);
        words.any(|word| wanted.iter().any(|name| like(word, name) >= 1.0))
    };
    separators.into_iter().find(named).map(|(_, name)| name)
}

/// Returns the column name of the header that is most similar to the missing name. Names that are themselves wanted
/// columns are not suggested.
fn nearest<R: BufRead>(header: &Records<R>, wanted: &[&str], missing: &str) -> Option<String> {
    let mut best: Option<(f64, String)> = None;
    for index in 0..header.len() {
        let cell = header.cell(index);
        let cell = cell.trim_ascii();
        if wanted.iter().any(|name| cell == name.as_bytes()) {
            continue;
        }
        let like = like(cell, missing);
        if like >= best.as_ref().map_or(LIKE, |(best, _)| best.next_up()) {
            best = Some((like, String::from_utf8_lossy(cell).into_owned()));
        }
    }
    best.map(|(_, name)| name)
}

/// Returns the similarity of two names, from 0 to 1. Case and punctuation are ignored. The similarity is 1 if the
/// letters are the same in any order.
fn like(cell: &[u8], name: &str) -> f64 {
    // A long cell is not a misspelt name.
    if cell.len() > 64 {
        return 0.0;
    }
    let letters = String::from_utf8_lossy(cell);
    let letters: String = letters.chars().filter(|c| c.is_alphanumeric()).collect();
    let letters = letters.to_lowercase();
    let sorted = |text: &str| {
        let mut letters: Vec<char> = text.chars().collect();
        letters.sort_unstable();
        letters
    };
    if sorted(&letters) == sorted(name) {
        return 1.0;
    }
    strsim::normalized_damerau_levenshtein(&letters, name)
}

/// Returns `true` if the first line of a file names all columns of 2D points, or all columns of 2D boxes.
pub(crate) fn names_columns(start: &[u8]) -> bool {
    let header = header(start);
    [<[f64; 2]>::COLUMNS, <Aabb<2>>::COLUMNS]
        .iter()
        .any(|columns| columns.iter().all(|name| has(header, name)))
}

/// Returns the first non-empty line of a file, without a byte order mark and without surrounding whitespace.
fn header(start: &[u8]) -> &[u8] {
    let text = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start);
    let text = text.trim_ascii_start();
    let line = text.split(|&byte| byte == b'\n').next().unwrap_or_default();
    line.trim_ascii_end()
}

/// Returns `true` if one of the header's cells is `name`.
fn has(header: &[u8], name: &str) -> bool {
    let mut words = header.split(|byte| b",;\t|\"".contains(byte));
    words.any(|word| word.trim_ascii() == name.as_bytes())
}

/// Returns `true` if the beginning of a file looks like a table of boxes or points.
pub(crate) fn announces(start: &[u8], is_csv: bool) -> bool {
    let header = header(start);
    let has = |name: &&str| has(header, name);
    let columns = <Aabb>::COLUMNS;
    if columns.iter().all(has) {
        return true;
    }
    let is_mesh = Format::detect(std::path::Path::new(""), start).is_some();
    !is_mesh && !start.is_empty() && (is_csv || names_columns(start) || columns.iter().any(has))
}
