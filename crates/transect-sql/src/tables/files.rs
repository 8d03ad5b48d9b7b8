//! The files that the name of a table means.

use std::path::{Path, PathBuf};

use datafusion::error::DataFusionError;
use datafusion::execution::SessionState;

use crate::nearest::nearest;
use crate::tables::format::{Format, is_hidden};
use crate::tables::location::Location;
use crate::tables::objects;

/// The largest number of names in a folder that are compared with a misspelt name.
const NEIGHBORS: usize = 10_000;

/// The extensions of meshes and scenes.
const MODELS: [&str; 7] = ["stl", "obj", "ply", "off", "3mf", "glb", "gltf"];

/// The files of a table, in alphabetical order. There is at least one.
#[derive(Clone, Debug)]
pub(crate) struct Files {
    pub(crate) format: Format,
    pub(crate) locations: Vec<Location>,
    /// The cells of text that are NULL, besides empty ones.
    pub(crate) nulls: Vec<String>,
    /// `true` if there is a column with the name of the file of each row.
    pub(crate) has_file_names: bool,
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
    ///
    /// A name that begins with `s3://` means objects of a bucket.
    pub(crate) async fn of(name: &str, state: &SessionState) -> Result<Self, DataFusionError> {
        let wrong = |message: String| DataFusionError::Execution(message);
        let locations = match name.strip_prefix("s3://") {
            Some(rest) => objects::of(name, rest, state).await?,
            None => {
                let paths = paths(name).map_err(wrong)?;
                let locations = paths.iter().map(|path| Location::of_file(path));
                locations.collect::<Result<Vec<_>, _>>()?
            }
        };
        let format = common_format(name, &locations).map_err(wrong)?;
        Ok(Self {
            format,
            locations,
            nulls: Vec::new(),
            has_file_names: false,
        })
    }
}

/// Returns the format of all files of a table.
fn common_format(name: &str, locations: &[Location]) -> Result<Format, String> {
    let Some(first) = locations.first() else {
        return Err(format!("{name}: there is no CSV or Parquet file"));
    };
    let known = |location: &Location| {
        let format = Format::of(&location.to_string());
        format.ok_or_else(|| {
            if is_model(&location.to_string()) {
                format!(
                    "{location} is a model, not a table\n\
                    hint: transect cut {location} --plane z=0 -o DIR writes a table of its objects, DIR/objects.csv"
                )
            } else {
                format!(
                    "{location}: the format is unknown\n\
                    hint: the name of a table ends in .parquet, .csv or .tsv, or in .csv.gz, .csv.bz2, .csv.xz or .csv.zst"
                )
            }
        })
    };
    let common = known(first)?;
    for location in locations {
        if known(location)? != common {
            return Err(format!(
                "{name}: {first} and {location} have different formats"
            ));
        }
    }
    Ok(common)
}

/// Returns `true` for the name of a mesh or a scene that `transect` reads.
fn is_model(name: &str) -> bool {
    let extension = Path::new(name).extension();
    let mut models = MODELS.iter();
    models.any(|model| extension.is_some_and(|own| own.eq_ignore_ascii_case(model)))
}

/// Returns the paths of a name on this machine.
fn paths(name: &str) -> Result<Vec<PathBuf>, String> {
    let path = Path::new(name);
    if path.is_dir() {
        let mut paths = Vec::new();
        collect(path, &mut paths).map_err(|error| format!("{name}: {error}"))?;
        paths.sort();
        return Ok(paths);
    }
    if path.exists() {
        return Ok(vec![path.to_owned()]);
    }
    if !name.contains(['*', '?', '[']) {
        let hint = match neighbor(path) {
            Some(like) => format!("the most similar name is {}", like.display()),
            None => "a table is a CSV or Parquet file, a folder or a pattern, in quotes".to_owned(),
        };
        return Err(format!("{name}: no such file or folder\nhint: {hint}"));
    }
    let paths = glob::glob(name).map_err(|error| format!("{name}: {error}"))?;
    let paths = paths.collect::<Result<Vec<_>, _>>();
    let mut paths = paths.map_err(|error| format!("{name}: {error}"))?;
    paths.retain(|path| path.is_file());
    Ok(paths)
}

/// Returns the folder or the file of a table beside a path whose name is most similar.
fn neighbor(path: &Path) -> Option<PathBuf> {
    let name = path.file_name()?.to_string_lossy().into_owned();
    let folder = path.parent()?;
    let here = if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    };
    let entries = std::fs::read_dir(here).ok()?.flatten();
    let names = entries.filter_map(|entry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_table = Format::of(&name).is_some() || entry.path().is_dir();
        (is_table && !is_hidden(&name)).then_some(name)
    });
    let mut names: Vec<_> = names.take(NEIGHBORS).collect();
    names.sort();
    let like = nearest(&name, names.iter().map(String::as_str))?;
    Some(folder.join(like))
}

/// Returns the files of tables in the current folder, and the folders with such files.
pub(crate) fn tables_here() -> std::io::Result<Vec<String>> {
    let is_table = |name: &str| !is_hidden(name) && Format::of(name).is_some();
    let mut names = Vec::new();
    for entry in std::fs::read_dir(".")? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if !entry.path().is_dir() {
            if is_table(&name) {
                names.push(name);
            }
            continue;
        }
        // A folder that cannot be read is not a table.
        let files = std::fs::read_dir(entry.path())
            .into_iter()
            .flatten()
            .flatten();
        let mut files = files.map(|file| file.file_name().to_string_lossy().into_owned());
        if !is_hidden(&name) && files.any(|file| is_table(&file)) {
            names.push(format!("{name}/"));
        }
    }
    names.sort();
    Ok(names)
}

/// Adds the files of tables in a folder and its folders.
fn collect(folder: &Path, paths: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().map(|name| name.to_string_lossy());
        let name = name.unwrap_or_default();
        if is_hidden(&name) {
            continue;
        }
        if path.is_dir() {
            collect(&path, paths)?;
        } else if Format::of(&name).is_some() {
            paths.push(path);
        }
    }
    Ok(())
}
