//! The files that the name of a table means.

use std::path::{Path, PathBuf};

/// The format of the files of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Parquet,
    /// Text with a header line, and this byte between values.
    Csv {
        delimiter: u8,
    },
}

/// The files of a table, in alphabetical order. There is at least one.
#[derive(Clone, Debug)]
pub(crate) struct Files {
    pub(crate) format: Format,
    pub(crate) paths: Vec<PathBuf>,
}

/// Returns the format that the extension of a file names.
fn format(path: &Path) -> Option<Format> {
    let extension = path.extension()?.to_str()?.to_ascii_lowercase();
    match extension.as_str() {
        "parquet" => Some(Format::Parquet),
        "csv" => Some(Format::Csv { delimiter: b',' }),
        "tsv" => Some(Format::Csv { delimiter: b'\t' }),
        _ => None,
    }
}

impl Files {
    /// Returns `true` for a word that is not a file or a folder, such as the name of the table function `range`.
    pub(crate) fn is_other_name(name: &str) -> bool {
        let is_word = name
            .chars()
            .all(|letter| letter.is_alphanumeric() || letter == '_');
        is_word && !Path::new(name).exists()
    }

    /// Returns the files of a name: a file, a folder, or a pattern with `*`, `?` or `[…]`. In folders, files with other
    /// extensions than those of tables are ignored, and so are files and folders whose name begins with `.` or `_`.
    pub(crate) fn of(name: &str) -> Result<Self, String> {
        let path = Path::new(name);
        let paths = if path.is_dir() {
            let mut paths = Vec::new();
            collect(path, &mut paths).map_err(|error| format!("{name}: {error}"))?;
            paths.sort();
            paths
        } else if path.exists() {
            vec![path.to_owned()]
        } else if name.contains(['*', '?', '[']) {
            let paths = glob::glob(name).map_err(|error| format!("{name}: {error}"))?;
            let paths = paths.collect::<Result<Vec<_>, _>>();
            let mut paths = paths.map_err(|error| format!("{name}: {error}"))?;
            paths.retain(|path| path.is_file());
            paths
        } else {
            return Err(format!(
                "{name}: no such file or folder\nhint: a table is a CSV or Parquet file, a folder or a pattern, in quotes"
            ));
        };
        let Some(first) = paths.first() else {
            return Err(format!("{name}: there is no CSV or Parquet file"));
        };
        let unknown = |path: &Path| {
            format!(
                "{}: the format is unknown\nhint: the name of a table ends in .parquet, .csv or .tsv",
                path.display()
            )
        };
        let common = format(first).ok_or_else(|| unknown(first))?;
        for path in &paths {
            let format = format(path).ok_or_else(|| unknown(path))?;
            if format != common {
                return Err(format!(
                    "{name}: {} and {} have different formats",
                    first.display(),
                    path.display()
                ));
            }
        }
        Ok(Self {
            format: common,
            paths,
        })
    }
}

/// Adds the files of tables in a folder and its folders.
fn collect(folder: &Path, paths: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path
            .file_name()
            .map(|name| name.to_string_lossy().into_owned());
        if name.is_some_and(|name| name.starts_with(['.', '_'])) {
            continue;
        }
        if path.is_dir() {
            collect(&path, paths)?;
        } else if format(&path).is_some() {
            paths.push(path);
        }
    }
    Ok(())
}
