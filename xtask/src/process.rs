//! Programs that tasks run, whose failure is an error.

use std::io;
use std::process::Command;

/// Runs a program, and returns what it prints. If it fails, the error has what it prints on standard error.
pub(crate) fn output(command: &mut Command) -> io::Result<String> {
    let output = command
        .output()
        .map_err(|error| failed(command, &error.to_string()))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(failed(command, &String::from_utf8_lossy(&output.stderr)))
    }
}

/// Runs a program that prints to the terminal.
pub(crate) fn succeed(command: &mut Command) -> io::Result<()> {
    let status = command
        .status()
        .map_err(|error| failed(command, &error.to_string()))?;
    if status.success() {
        Ok(())
    } else {
        Err(failed(command, &status.to_string()))
    }
}

fn failed(command: &Command, reason: &str) -> io::Error {
    let program = command.get_program().to_string_lossy();
    io::Error::other(format!("{program}: {reason}"))
}
