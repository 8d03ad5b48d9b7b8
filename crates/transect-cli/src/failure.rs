//! What ends the command early: said on stderr, with what to do next, as exit status 2.

use std::fmt::Display;
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;

use transect::scene::PlacementError;
use transect_io::{ReadError, Reason, WriteError};

use crate::nearest::nearest;
use crate::screen::{BAD, HINT, NOTE, Screen};

/// The extensions of models.
pub(crate) const EXTENSIONS: [&str; 5] = ["stl", "obj", "ply", "glb", "gltf"];

/// A message, and perhaps a hint.
#[derive(Debug)]
pub(crate) struct Failure {
    message: String,
    hint: Option<String>,
    /// Whether a signal has cancelled the work.
    cancelled: bool,
}

impl Failure {
    pub(crate) fn new(message: impl Display) -> Self {
        Self {
            message: message.to_string(),
            hint: None,
            cancelled: false,
        }
    }

    pub(crate) fn with_hint(message: impl Display, hint: impl Display) -> Self {
        Self {
            hint: Some(hint.to_string()),
            ..Self::new(message)
        }
    }

    /// Where a signal has cancelled the work, the thread that caught it says so and ends the command.
    pub(crate) fn leave_to_signal(&self) {
        if self.cancelled {
            loop {
                std::thread::park();
            }
        }
    }

    pub(crate) fn report(self) -> ExitCode {
        warn(&format!("error: {}", self.message));
        if let Some(hint) = self.hint {
            warn(&format!("  hint: {hint}"));
        }
        ExitCode::from(2)
    }
}

impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Self {
        let hint = match &error.reason {
            Reason::Io(reason) if reason.kind() == ErrorKind::NotFound => {
                return Self::with_hint(&error, other_path(&error.path));
            }
            Reason::UnknownFormat if let Some(hint) = other_format(&error.path) => {
                return Self::with_hint(&error, hint);
            }
            Reason::Io(_) => return Self::new(error),
            Reason::Table(fault) => fault.hint(),
            Reason::UnknownFormat => "export or convert the model to one of these",
            Reason::Empty | Reason::Truncated { .. } => {
                "the file is incomplete: export, copy or download it again"
            }
            Reason::Unsupported(_) => "export the model without it",
            _ => "nothing is mended in silence: correct the file, or export it again",
        };
        Self::with_hint(&error, hint)
    }
}

impl From<WriteError> for Failure {
    fn from(error: WriteError) -> Self {
        let hint = match &error {
            WriteError::NotAFolder { .. } => "name another folder with -o",
            WriteError::Io { .. } => "nothing was written; -o names the folder to write into",
            WriteError::DoesNotFit {
                stored_as: "f32", ..
            } => "nothing was written; --format obj and --format ply hold 64-bit floats",
            WriteError::Cancelled => {
                return Self {
                    cancelled: true,
                    ..Self::new(error)
                };
            }
            _ => return Self::new(error),
        };
        Self::with_hint(&error, hint)
    }
}

/// Which file is meant where there is none.
fn other_path(path: &Path) -> String {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let entries = std::fs::read_dir(folder.unwrap_or(Path::new("."))).into_iter();
    let names: Vec<String> = entries
        .flatten()
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| !name.starts_with('.'))
        .collect();
    let wanted = path.file_name().unwrap_or_default().to_string_lossy();
    match nearest(&wanted, names.iter().map(String::as_str)) {
        Some(name) => format!("is {} meant?", path.with_file_name(name).display()),
        None => "is the path right? it starts at the current folder".into(),
    }
}

/// What can be done about a file whose content tells no format, by its extension.
fn other_format(path: &Path) -> Option<String> {
    let extension = path.extension()?.to_str()?.to_lowercase();
    let program = match extension.as_str() {
        "ifc" => "IfcConvert",
        "step" | "stp" | "iges" | "igs" | "brep" => "FreeCAD or Gmsh",
        "3mf" | "amf" | "fbx" | "dae" | "blend" | "usd" | "usda" | "usdc" | "usdz" | "x3d" => {
            "Blender"
        }
        "las" | "laz" | "e57" | "pcd" | "xyz" => {
            return Some(
                "points have no inside; a program such as CloudCompare makes a mesh of them".into(),
            );
        }
        _ => {
            let meant = nearest(&extension, EXTENSIONS)?;
            return Some(format!(
                "the extension .{extension} looks like .{meant}, but what is in the file does not"
            ));
        }
    };
    Some(format!(
        "a program such as {program} turns .{extension} into one of these"
    ))
}

impl From<PlacementError> for Failure {
    fn from(error: PlacementError) -> Self {
        Self::new(error)
    }
}

/// A line on stderr; whoever has closed it does not want to hear.
pub(crate) fn warn(line: &str) {
    let screen = Screen::stderr();
    let text: Vec<String> = line.split('\n').map(|line| said(&screen, line)).collect();
    let _ = writeln!(std::io::stderr(), "{}", text.join("\n"));
}

/// A line as it stands on a screen: its first word in colour, the rest beside it. What is indented by
/// four or more is shown as it is.
fn said(screen: &Screen, line: &str) -> String {
    let words = [
        ("error: ", BAD),
        ("interrupted", BAD),
        ("note: ", NOTE),
        ("  hint: ", HINT),
    ];
    let word = words.iter().find(|(word, _)| line.starts_with(word));
    match word {
        Some((word, style)) => {
            let rest = screen.hanging(&line[word.len()..], word.len());
            let shown = word.trim_end_matches([':', ' ']);
            format!(
                "{}{}{rest}",
                screen.paint(*style, shown),
                &word[shown.len()..]
            )
        }
        None if line.starts_with("    ") => line.to_string(),
        None => screen.hanging(line, 0),
    }
}
