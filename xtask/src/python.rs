//! A Python with packages from PyPI, for the tasks that are skipped without them.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Returns the Python of a virtual environment in `folder` that has these packages, named as pip names them. The
/// environment is created if it is missing. Without python3 and venv, or if the packages cannot be installed, prints a
/// message and returns `None`.
///
/// # Errors
/// Returns an error if the Python of the environment cannot be started.
pub(crate) fn with_packages(folder: &Path, packages: &[&str]) -> io::Result<Option<PathBuf>> {
    let venv = folder.join("venv");
    let python = venv.join("bin/python");
    if !python.exists() {
        let made = Command::new("python3")
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
