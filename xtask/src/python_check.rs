//! Checks of the command's files by Python scripts, with packages from PyPI.

use std::io;
use std::path::Path;
use std::process::ExitCode;

use crate::executable;
use crate::python::{Script, with_packages};
use crate::shared::is_there;

/// A Python script that cuts models with the command and checks the files that it writes.
pub(crate) struct PythonCheck<'c> {
    /// The folder within `target` for the Python environment and the files of the command.
    pub(crate) folder: &'c str,
    /// The packages to install, as pip names them.
    pub(crate) packages: &'c [&'c str],
    pub(crate) script: &'c str,
    /// The models and their cutting planes. A missing model is skipped with a message.
    pub(crate) cases: &'c [(&'c str, &'c str)],
}

impl PythonCheck<'_> {
    /// Runs the script on `command`, or on a new release build. Without Python or its packages, prints a message and
    /// checks nothing.
    pub(crate) fn run(&self, command: Option<&Path>) -> io::Result<ExitCode> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let folder = Path::new("target").join(self.folder);
        let Some(python) = with_packages(&root.join(&folder), self.packages)? else {
            return Ok(ExitCode::SUCCESS);
        };
        let command = match command {
            Some(command) => command.canonicalize()?,
            None => executable::command(&root)?,
        };
        let mut cases = Vec::new();
        for &(model, plane) in self.cases {
            if is_there(&root, model)? {
                cases.push(format!("{model}:{plane}"));
            } else {
                eprintln!("skipped: {model} not found");
            }
        }
        let script = Script {
            root: &root,
            python: &python,
            path: self.script,
            command: &command,
            out: &folder.join("out"),
        };
        script.run(&cases)
    }
}
