//! The error that a user sees if a request fails: a message, a hint and a kind.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use transect::Plane;
use transect_io::{ReadError, ReadErrorKind};
use transect_mesh::scene::PlacementError;

use crate::error_kind::ErrorKind;
use crate::nearest::nearest;
use crate::output_selection::OutputError;

/// The file extensions of meshes.
pub const EXTENSIONS: [&str; 7] = ["stl", "obj", "ply", "off", "3mf", "glb", "gltf"];

/// A message, and a hint if there is one.
///
/// ```
/// use transect_report::{ErrorKind, UserError};
/// let error = UserError::with_hint("the model has no floors", "give heights").of_kind(ErrorKind::Model);
/// assert_eq!((error.kind, error.to_string().as_str()), (ErrorKind::Model, "the model has no floors; give heights"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UserError {
    /// The message: what happened and where.
    pub message: String,
    /// A hint that says what to do about the error.
    pub hint: Option<String>,
    /// The kind of the error.
    pub kind: ErrorKind,
}

impl UserError {
    /// Returns an error about an argument, without a hint.
    pub fn new(message: impl Display) -> Self {
        Self {
            message: message.to_string(),
            hint: None,
            kind: ErrorKind::Argument,
        }
    }

    /// Returns an error about an argument, with a hint.
    pub fn with_hint(message: impl Display, hint: impl Display) -> Self {
        Self {
            hint: Some(hint.to_string()),
            ..Self::new(message)
        }
    }

    /// Returns the same error with a kind.
    #[must_use]
    pub fn of_kind(self, kind: ErrorKind) -> Self {
        Self { kind, ..self }
    }
}

/// Writes the message, then the hint.
impl Display for UserError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.hint {
            Some(hint) => write!(f, "{}; {hint}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for UserError {}

impl From<ReadError> for UserError {
    fn from(error: ReadError) -> Self {
        let kind = ErrorKind::of_reading(&error);
        let hint = match &error.kind {
            _ if kind == ErrorKind::MissingFile => {
                return Self::with_hint(&error, other_path(&error.path)).of_kind(kind);
            }
            ReadErrorKind::Io(_) if error.path.is_dir() => {
                let message = format!("{} is a folder, not a file", error.path.display());
                return Self::with_hint(message, file_in(&error.path)).of_kind(kind);
            }
            ReadErrorKind::UnknownFormat if let Some(hint) = other_format(&error.path) => {
                return Self::with_hint(&error, hint).of_kind(kind);
            }
            ReadErrorKind::Io(_) => return Self::new(error).of_kind(kind),
            ReadErrorKind::Table(error) => error.hint(),
            ReadErrorKind::Changed => "run the command again when no program writes the file",
            ReadErrorKind::Archive { .. } => "unpack the archive, and name the model in it",
            ReadErrorKind::UnknownFormat => "export or convert the model to one of these formats",
            ReadErrorKind::Empty
            | ReadErrorKind::Truncated { .. }
            | ReadErrorKind::Count { .. } => {
                "the file is incomplete: export, copy or download it again"
            }
            ReadErrorKind::Unsupported(what) if what.contains("draco") => {
                "export the model without it, or write it without it: npx @gltf-transform/cli copy IN.glb OUT.glb"
            }
            ReadErrorKind::Unsupported(_) => "export the model without it",
            _ => "correct the file, or export it again; transect does not repair input silently",
        };
        Self::with_hint(&error, hint).of_kind(kind)
    }
}

/// The largest number of files that are compared with a missing file.
const COMPARED: usize = 20_000;
/// The largest number of folders in which a missing file is looked for.
const FOLDERS: usize = 200;

/// Returns the hint for a missing file: the path of a file with a similar name in its folder, or of a file with its
/// name in a folder beside it, if there is one.
fn other_path(path: &Path) -> String {
    if let Some(text) = path.to_str()
        && text.parse::<Plane>().is_ok()
    {
        return format!("an equation needs a flag: --plane {text}");
    }
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let wanted = path.file_name().unwrap_or_default();
    let beside = entries(folder.unwrap_or(Path::new(".")));
    let (folders, files): (Vec<PathBuf>, Vec<PathBuf>) =
        beside.into_iter().partition(|entry| entry.is_dir());
    // A link that leads nowhere has the name of the missing file.
    let others = files.iter().filter(|file| file.file_name() != Some(wanted));
    let names = others.filter_map(|file| file.file_name()?.to_str());
    if let Some(name) = nearest(&wanted.to_string_lossy(), names) {
        return format!("is {} meant?", path.with_file_name(name).display());
    }
    let mut inside = folders.iter().take(FOLDERS).map(|own| own.join(wanted));
    match inside.find(|inside| inside.is_file()) {
        Some(inside) => format!("is {} meant?", plain(&inside).display()),
        None => "is the path right? it starts at the current folder".into(),
    }
}

/// Returns the hint for a folder in place of a file: a model in it, if there is one.
fn file_in(folder: &Path) -> String {
    let is_model = |path: &PathBuf| {
        let extension = path.extension().and_then(|extension| extension.to_str());
        extension.is_some_and(|own| {
            EXTENSIONS
                .iter()
                .any(|known| own.eq_ignore_ascii_case(known))
        })
    };
    let models: Vec<PathBuf> = entries(folder).into_iter().filter(is_model).collect();
    match models.as_slice() {
        [] => "it holds no model (STL, OBJ, PLY, OFF, 3MF, glTF, GLB); name a file".into(),
        [only] => format!("name the model in it: {}", plain(only).display()),
        [first, ..] => format!(
            "name one or several of the {} models in it, such as {}",
            models.len(),
            plain(first).display()
        ),
    }
}

/// Returns the entries of a folder that are not hidden, sorted.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .take(COMPARED);
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let is_hidden = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default();
        name.to_string_lossy().starts_with('.')
    };
    let mut paths: Vec<PathBuf> = paths.filter(|path| !is_hidden(path)).collect();
    paths.sort();
    paths
}

/// Returns a path without `./` at its start.
fn plain(path: &Path) -> &Path {
    path.strip_prefix(".").unwrap_or(path)
}

/// Returns the hint for a file whose format is not recognized, if there is one. The hint depends on the file extension.
#[must_use]
pub fn other_format(path: &Path) -> Option<String> {
    let extension = path.extension()?.to_str()?.to_lowercase();
    let program = match extension.as_str() {
        "ifc" | "ifcxml" | "ifczip" => {
            return Some(format!(
                "convert .{extension} to GLB with docs/ifc_to_glb.py, which keeps classes and storeys (see docs/from-ifc.md)"
            ));
        }
        "step" | "stp" | "iges" | "igs" | "brep" => "FreeCAD or Gmsh",
        "amf" | "fbx" | "dae" | "blend" | "usd" | "usda" | "usdc" | "usdz" | "x3d" => "Blender",
        "las" | "laz" | "e57" | "pcd" | "xyz" => {
            return Some(
                "points have no inside; a program such as CloudCompare makes a mesh from points"
                    .into(),
            );
        }
        "parquet" | "arrow" | "feather" => {
            return Some(format!(
                "a table has nothing to cut; transect-sql and the Python package classify the rows of .{extension} files, and \
                 transect classify those of .csv files"
            ));
        }
        "npy" | "npz" => {
            return Some(
                "the Python package reads arrays of numpy, such as \
                 transect.Plane(\"z = 1\").side(numpy.load(\"points.npy\"))"
                    .into(),
            );
        }
        "bz2" | "xz" => {
            let program = if extension == "xz" { "xzcat" } else { "bzcat" };
            return Some(format!(
                "unpack it: {program} {} | transect cut - --plane z=1",
                path.display()
            ));
        }
        "gz" | "zst" | "zip" => {
            return Some("the file was unpacked, and holds another format".into());
        }
        "7z" | "rar" => return Some("unpack the archive, and name the model in it".into()),
        _ => {
            let meant = nearest(&extension, EXTENSIONS)?;
            return Some(format!(
                "the extension .{extension} looks like .{meant}, but the content of the file does not"
            ));
        }
    };
    Some(format!(
        "convert .{extension} to one of these formats, with a program such as {program}"
    ))
}

impl From<OutputError> for UserError {
    fn from(error: OutputError) -> Self {
        Self::with_hint(format!("--write: {error}"), error.hint())
    }
}

impl From<PlacementError> for UserError {
    fn from(error: PlacementError) -> Self {
        Self::new(error).of_kind(ErrorKind::TooLarge)
    }
}
