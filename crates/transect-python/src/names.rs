//! The names of columns: which column of a table is which coordinate.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

/// The columns that an argument needs.
#[derive(Clone, Copy)]
pub(crate) struct Wanted {
    /// The name of the argument, for messages.
    pub(crate) argument: &'static str,
    /// The names of the columns, in the order in which the library takes them.
    pub(crate) names: &'static [&'static str],
    /// The same names without those of the third axis, or nothing if shapes in 2D are not taken.
    pub(crate) in_2d: &'static [&'static str],
}

impl Wanted {
    /// Returns the columns of an argument with another name.
    pub(crate) const fn of(self, argument: &'static str) -> Self {
        Self { argument, ..self }
    }

    /// Returns the columns without the choice of 2D.
    pub(crate) const fn in_3d(self) -> Self {
        Self { in_2d: &[], ..self }
    }

    /// Returns the possible numbers of columns.
    pub(crate) fn widths(self) -> Vec<usize> {
        let widths = [self.names.len(), self.in_2d.len()];
        widths.into_iter().filter(|&width| width > 0).collect()
    }

    /// Returns the names of the columns that a table has: those in 2D if it has all of them, and none of the third axis.
    fn names_in(self, found: &[String]) -> &'static [&'static str] {
        let has = |name: &&str| found.iter().any(|column| is_like(column, name));
        let is_of_2d = |name: &&&str| self.in_2d.contains(name);
        let mut third = self.names.iter().filter(|name| !is_of_2d(name));
        let is_in_2d = !self.in_2d.is_empty() && self.in_2d.iter().all(has) && !third.any(has);
        if is_in_2d { self.in_2d } else { self.names }
    }
}

/// Other names of columns, in lower case and without punctuation. The first name of each group is the one that the library
/// uses.
const ALIASES: [&[&str]; 9] = [
    &["x", "easting"],
    &["y", "northing"],
    &["z", "elevation"],
    &["xmin", "minx"],
    &["ymin", "miny"],
    &["zmin", "minz"],
    &["xmax", "maxx"],
    &["ymax", "maxy"],
    &["zmax", "maxz"],
];

/// Returns the indices of the wanted columns among the columns of a table. A column has the wanted name itself, or else the
/// wanted name or an alias of it in any case and with any punctuation.
///
/// # Errors
/// Returns a `TypeError` if a column is missing, and a `ValueError` if two columns could be meant.
pub(crate) fn choose(found: &[String], wanted: Wanted) -> PyResult<Vec<usize>> {
    let places = wanted.names_in(found).iter().map(|name| {
        let mut meant = places(found, |column| column == *name);
        if meant.is_empty() {
            meant = places(found, |column| is_like(column, name));
        }
        match meant.as_slice() {
            [place] => Ok(*place),
            [] => Err(missing(found, wanted, name)),
            many => Err(PyValueError::new_err(format!(
                "{}: the columns {} could all be {name}; rename or select one",
                wanted.argument,
                listed(many.iter().map(|&place| &found[place]))
            ))),
        }
    });
    places.collect()
}

/// Returns `true` if a table has a column for each wanted name.
pub(crate) fn has_all(found: &[String], wanted: Wanted) -> bool {
    let mut names = wanted.names_in(found).iter();
    names.all(|name| found.iter().any(|column| is_like(column, name)))
}

/// Returns `true` if a table has a column for one of the wanted names.
pub(crate) fn has_any(found: &[String], wanted: Wanted) -> bool {
    let mut names = wanted.names.iter();
    names.any(|name| found.iter().any(|column| is_like(column, name)))
}

fn places(found: &[String], is_meant: impl Fn(&str) -> bool) -> Vec<usize> {
    let columns = found.iter().enumerate();
    let meant = columns.filter(|(_, column)| is_meant(column));
    meant.map(|(place, _)| place).collect()
}

fn is_like(column: &str, name: &str) -> bool {
    let letters = column.chars().filter(|letter| letter.is_alphanumeric());
    let letters = letters.collect::<String>().to_lowercase();
    let aliases = ALIASES.iter().find(|aliases| aliases[0] == name);
    letters == name || aliases.is_some_and(|aliases| aliases.contains(&letters.as_str()))
}

fn missing(found: &[String], wanted: Wanted, name: &str) -> PyErr {
    let is_of_boxes = ["xmin", "ymin", "xmax", "ymax"]
        .iter()
        .all(|name| found.iter().any(|column| is_like(column, name)));
    let needs_boxes = wanted.names.contains(&"xmin");
    let way = if is_of_boxes && needs_boxes {
        "a box in 3D needs zmin and zmax, which may be -inf and inf"
    } else if is_of_boxes {
        "boxes are given as transect.Boxes(table)"
    } else {
        "rename the columns, or pass an array of the columns that you mean"
    };
    PyTypeError::new_err(format!(
        "{}: there is no column {name}; the columns are {}; {way}",
        wanted.argument,
        listed(found.iter())
    ))
}

/// Returns names as text; of many names, the first ones.
fn listed<'n>(names: impl ExactSizeIterator<Item = &'n String>) -> String {
    const MOST: usize = 12;
    let more = names.len().saturating_sub(MOST);
    let mut text = names.take(MOST).cloned().collect::<Vec<_>>().join(", ");
    if more > 0 {
        text.push_str(&format!(" and {more} more"));
    }
    text
}
