//! Builds executables of this workspace for a task.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Returns the path of the command `transect`: that in the variable TRANSECT_COMMAND, or that of a new release build.
/// `.ci/run` has built the command for its tests already.
pub(crate) fn command(root: &Path) -> io::Result<PathBuf> {
    match std::env::var_os("TRANSECT_COMMAND") {
        Some(path) => Ok(PathBuf::from(path)),
        None => built(root, "transect-cli"),
    }
}

/// Returns the absolute path of the command `transect-sql`, which its tests have built.
pub(crate) fn tested_sql(command: &Path) -> io::Result<PathBuf> {
    command.canonicalize().map_err(|error| {
        io::Error::other(format!(
            "{}: {error}; run the tests of crates/transect-sql first, as .ci/run does",
            command.display()
        ))
    })
}

/// Builds a package in release mode and returns the path of its executable.
pub(crate) fn built(root: &Path, package: &str) -> io::Result<PathBuf> {
    built_by(&mut Command::new("cargo"), root, package, None)
}

/// Builds a package in release mode for a target, or for this machine, by a command that is cargo with an environment.
/// Returns the path of the executable.
pub(crate) fn built_by(
    cargo: &mut Command,
    root: &Path,
    package: &str,
    target: Option<&str>,
) -> io::Result<PathBuf> {
    cargo.args([
        "build",
        "--release",
        "--message-format=json",
        "--package",
        package,
    ]);
    if let Some(target) = target {
        cargo.args(["--target", target]);
    }
    let output = cargo.current_dir(root).stderr(Stdio::inherit()).output()?;
    if !output.status.success() {
        return Err(io::Error::other(format!(
            "cargo build --package {package} ended with {}",
            output.status
        )));
    }
    let messages = String::from_utf8_lossy(&output.stdout);
    let executable = messages.lines().rev().find_map(|line| {
        let message: serde_json::Value = serde_json::from_str(line).ok()?;
        Some(PathBuf::from(message.get("executable")?.as_str()?))
    });
    executable.ok_or_else(|| {
        io::Error::other(format!("cargo build produced no executable for {package}"))
    })
}
