//! A Python with packages from PyPI, for the tasks that are skipped without them.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// The name of Python's program, and the path of the same program in a virtual environment.
const PYTHON: (&str, &str) = if cfg!(windows) {
    ("python", "Scripts/python.exe")
} else {
    ("python3", "bin/python")
};

/// A script that cuts models with a command and judges what it writes.
pub(crate) struct Script<'s> {
    pub(crate) root: &'s Path,
    pub(crate) python: &'s Path,
    /// The path of the script from the root.
    pub(crate) path: &'s str,
    /// The command `transect`.
    pub(crate) command: &'s Path,
    /// The folder for the files of the command.
    pub(crate) out: &'s Path,
}

impl Script<'_> {
    /// Runs the script on cases of the form `MODEL:PLANE`.
    pub(crate) fn run(&self, cases: &[impl AsRef<std::ffi::OsStr>]) -> io::Result<ExitCode> {
        let status = Command::new(self.python)
            .current_dir(self.root)
            .arg(self.path)
            .arg(self.command)
            .arg(self.out)
            .args(cases)
            .status()?;
        Ok(if status.success() {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        })
    }
}

/// Returns the Python of a virtual environment in `folder` that has these packages, named as pip names them. The
/// environment is created if it is missing. Without python3 and venv, or if the packages cannot be installed, prints a
/// message and returns `None`.
///
/// # Errors
/// Returns an error if the Python of the environment cannot be started.
pub(crate) fn with_packages(folder: &Path, packages: &[&str]) -> io::Result<Option<PathBuf>> {
    let venv = folder.join("venv");
    let python = venv.join(PYTHON.1);
    if !python.exists() {
        let made = Command::new(PYTHON.0)
            .args(["-m", "venv"])
            .arg(&venv)
            .status();
        if !made.is_ok_and(|status| status.success()) {
            eprintln!("skipped: python3 with venv is not installed");
            return Ok(None);
        }
    }
    let installed = Command::new(&python)
        .args(["-m", "pip", "install", "--quiet"])
        .args(packages)
        .status()?;
    if !installed.success() {
        eprintln!("skipped: {} cannot be installed", packages.join(", "));
        return Ok(None);
    }
    Ok(Some(python))
}
