//! The state of a run of `transect classify`.

use std::path::Path;

use transect_io::Outputs;

use crate::classify::command::ClassifyCommand;
use crate::error::CommandError;
use crate::progress::Progress;

pub(crate) const SIDES: &str = "sides.csv";
pub(crate) const REPORT: &str = "report.json";

/// The state of a run of `transect classify`: its arguments, its outputs and its progress.
pub(super) struct Task<'a> {
    pub(super) command: &'a ClassifyCommand,
    pub(super) outputs: Option<Outputs>,
    pub(super) beside: Option<Beside>,
    pub(super) progress: Progress,
}

/// The new index file of `--index`. It lies outside the folder of `-o`, so it has an [`Outputs`] of its own.
pub(super) struct Beside {
    pub(super) outputs: Outputs,
    pub(super) name: String,
}

impl Beside {
    pub(super) fn of(path: &Path, output: Option<&Path>) -> Result<Self, CommandError> {
        let is_taken = |name: &&str| output.is_some_and(|folder| folder.join(name) == path);
        if let Some(name) = [SIDES, REPORT].iter().find(|name| is_taken(name)) {
            return Err(CommandError::with_hint(
                format!(
                    "--index: {} is the path of the output {name}",
                    path.display()
                ),
                "name another file for the index",
            ));
        }
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
            return Err(CommandError::with_hint(
                format!("--index: {} is not the name of a file", path.display()),
                "give a file name, such as boxes.idx; a missing index is built",
            ));
        };
        let folder = path.parent().unwrap_or(Path::new(""));
        Ok(Self {
            outputs: Outputs::new(folder, false)?,
            name: name.into(),
        })
    }
}

pub(super) fn index_failure(path: Option<&Path>, error: &std::io::Error) -> CommandError {
    let path = path.unwrap_or(Path::new("--index")).display();
    CommandError::with_hint(
        format!("{path}: {error}"),
        "nothing was written; --index names the file to write",
    )
}
