//! `cargo xtask corpus`: runs the command on every model of a folder, and counts what happens.

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use crate::executable;
use crate::python::{Script, with_packages};
use crate::shared::is_there;

/// Read and cut every model of a folder, and count those that are read, refused, noted, cut and certified, and those with
/// the bounds that trimesh from PyPI finds (needs python3 with venv)
#[derive(Args)]
pub(crate) struct Corpus {
    /// The folder with the models, and with folders of models
    #[arg(default_value = SHARED)]
    folder: PathBuf,
    /// The command to run, instead of a new release build
    #[arg(long, value_name = "FILE")]
    command: Option<PathBuf>,
}

/// The models beside the repository.
const SHARED: &str = "../shared/data";

/// The Python packages: trimesh reads the models, and the others are needed for some of its formats.
const PACKAGES: [&str; 4] = ["trimesh==5.2.0", "numpy", "lxml", "networkx"];

impl Corpus {
    /// Runs the task. The models beside the repository may be missing.
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        if self.folder == Path::new(SHARED) && !is_there(&root, SHARED)? {
            eprintln!("skipped: {SHARED} not found");
            return Ok(ExitCode::SUCCESS);
        }
        let folder = self.folder.canonicalize()?;
        let out = Path::new("target/corpus");
        let Some(python) = with_packages(&root.join(out), &PACKAGES)? else {
            return Ok(ExitCode::SUCCESS);
        };
        let command = match &self.command {
            Some(command) => command.canonicalize()?,
            None => executable::command(&root)?,
        };
        let script = Script {
            root: &root,
            python: &python,
            path: "xtask/corpus.py",
            command: &command,
            out: &out.join("out"),
        };
        script.run(&[folder])
    }
}
