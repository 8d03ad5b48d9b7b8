//! The check of input files before the viewer starts, and the list of `--write`.

use std::path::{Path, PathBuf};

use transect_io::{FileKind, ReadError, ReadErrorKind};
use transect_report::output_selection::{NamedOutput, Selection};
use transect_report::user_error::EXTENSIONS;

use crate::error::CommandError;
use crate::input::{is_table, start_of, unreadable};
use crate::quoted::quoted;

/// Checks that the files exist, and are not files of a kind that is never a model, such as tables and point clouds. It
/// does not read them: the viewer's page reports errors in their contents.
pub(super) fn are_there(paths: &[PathBuf]) -> Result<(), CommandError> {
    for path in paths {
        if path == Path::new("-") {
            return Err(CommandError::with_hint(
                "-: the viewer does not read standard input",
                "give the path of a file",
            ));
        }
        let found = std::fs::metadata(path).map_err(|error| unreadable(path, error))?;
        if found.is_dir() {
            return Err(unreadable(path, std::io::ErrorKind::IsADirectory.into()).into());
        }
        // A pipe can be read only once.
        if found.is_file() && is_never_a_model(path, found.len())? {
            return Err(ReadError {
                path: path.clone(),
                place: None,
                kind: ReadErrorKind::UnknownFormat,
            }
            .into());
        }
    }
    Ok(())
}

/// Returns `true` for files of other kinds, by their first bytes or their extensions. A table is an error.
fn is_never_a_model(path: &Path, length: u64) -> Result<bool, CommandError> {
    let start = start_of(path).map_err(|error| unreadable(path, error))?;
    if is_table(path, &start) {
        return Err(CommandError::with_hint(
            format!("{} is a table, which has nothing to show", path.display()),
            "transect classify classifies the rows of a table",
        ));
    }
    // A file of JSON or of bytes that are not text may be a model all the same.
    Ok(match FileKind::of(path, &start, Some(length)) {
        Some(FileKind::Points(_)) => true,
        Some(FileKind::Other(kind)) => !["JSON", "binary"].contains(&kind),
        _ => false,
    })
}

/// Returns the names of `--write`; `None` without the flag. The flag needs the folder of `-o`.
pub(super) fn names_to_write<'a>(
    write: &'a [String],
    folder: Option<&PathBuf>,
) -> Result<Option<Vec<&'a str>>, CommandError> {
    if write.is_empty() {
        return Ok(None);
    }
    if folder.is_none() {
        return Err(CommandError::with_hint(
            "--write: nothing is written without -o DIR",
            "add -o DIR, or leave --write out",
        ));
    }
    Ok(Some(write.iter().map(String::as_str).collect()))
}

/// Checks the path of `-o`, which names a folder. A path with the extension of an output is an error, unless the folder
/// exists or the path ends with a slash.
pub(super) fn check_folder<O: NamedOutput>(path: Option<&PathBuf>) -> Result<(), CommandError> {
    let Some((path, extension)) = path.and_then(|path| file_like(path)) else {
        return Ok(());
    };
    let mut names = O::ALL.iter().map(|output| output.output_name());
    let named = names.find(|name| has_extension(name, extension));
    let mut groups = O::GROUPS.iter().map(|(name, _)| *name);
    let is_model = EXTENSIONS.contains(&extension.to_lowercase().as_str());
    let Some(name) = named.or_else(|| groups.find(|name| is_model && *name == "halves")) else {
        return Ok(());
    };
    let folder = without_extension(path);
    let hint = format!("-o {folder} --write {name} writes only {name}, into a folder");
    Err(CommandError::with_hint(not_a_folder(path), hint))
}

/// Checks the path of `-o` like [`check_folder`], for a subcommand without `--write` that writes the files `names`.
pub(super) fn check_plain_folder(
    path: Option<&PathBuf>,
    names: &[&str],
) -> Result<(), CommandError> {
    match path.and_then(|path| file_like(path)) {
        Some((path, extension)) if names.iter().any(|name| has_extension(name, extension)) => {
            let names = names.join(" and ");
            let hint = format!(
                "-o {} writes {names} into a folder",
                without_extension(path)
            );
            Err(CommandError::with_hint(not_a_folder(path), hint))
        }
        _ => Ok(()),
    }
}

/// Returns the path and its extension if it may be meant as the path of a file.
fn file_like(path: &Path) -> Option<(&str, &str)> {
    let text = path.to_str()?;
    let is_folder = path.is_dir() || text.ends_with(std::path::is_separator);
    (!is_folder).then_some((text, path.extension()?.to_str()?))
}

fn has_extension(name: &str, extension: &str) -> bool {
    let own = Path::new(name).extension();
    own.is_some_and(|own| own.eq_ignore_ascii_case(extension))
}

fn without_extension(path: &str) -> String {
    quoted(&Path::new(path).with_extension("").display().to_string())
}

fn not_a_folder(path: &str) -> String {
    format!("-o {path}: this is the name of a file, but -o takes a folder")
}

/// Returns `true` if a group with the drawings is selected. The default has the name `all`. `--paper` adds a PDF to these
/// groups.
pub(super) fn has_all_drawings<O: NamedOutput>(files: &Selection<O>) -> bool {
    files.contains_group("all") || files.contains_group("drawings")
}

/// Returns the error for a flag that changes only files that `--write` leaves out. `files` are these files, and `names`
/// are names to add to `--write`.
pub(super) fn left_out(flag: &str, files: &str, names: &str) -> CommandError {
    CommandError::with_hint(
        format!("{flag}: --write leaves out {files}"),
        format!("add {names} to --write, or leave {flag} out"),
    )
}
