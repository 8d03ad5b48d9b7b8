//! `cargo xtask programs`: opens the files of transect in other programs.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::Args;

use crate::executable::command;

/// Open the files of ten models in other programs, and compare what these say with xtask/programs/answers.toml
/// (needs python3; a program that is not installed is skipped)
#[derive(Args)]
pub(crate) struct Programs {
    /// The command to check, instead of a new release build
    #[arg(long, value_name = "FILE")]
    command: Option<PathBuf>,
    /// Write the table of docs/programs.md again
    #[arg(long)]
    book: bool,
    /// Exit with status 1 if a program is not installed
    #[arg(long)]
    all: bool,
}

impl Programs {
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let command = match &self.command {
            Some(command) => command.canonicalize()?,
            None => command(&root)?,
        };
        let mut script = Command::new("python3");
        script
            .current_dir(&root)
            .arg("xtask/programs.py")
            .arg(command)
            .arg("target/programs");
        if self.book {
            script.arg("--book");
        }
        if self.all {
            script.arg("--all");
        }
        Ok(if script.status()?.success() {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        })
    }
}
