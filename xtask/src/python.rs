//! A Python with packages from PyPI, for the tasks that are skipped without them.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The name of Python's program, and the path of the same program in a virtual environment.
const PYTHON: (&str, &str) = match cfg!(windows) {
    true => ("python", "Scripts/python.exe"),
    false => ("python3", "bin/python"),
};

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
