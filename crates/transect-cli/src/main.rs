//! The command: tell on which side of a plane everything lies, and cut it there.

mod answer;
mod arguments;
mod cut;
mod drawing;
mod failure;
mod files;
mod notes;
mod numbers;
mod objects;
mod plane;
mod progress;
mod report;
mod selection;
mod summary;
mod totals;

use std::process::ExitCode;

use clap::Parser;

use crate::arguments::{Arguments, Command};

fn main() -> ExitCode {
    let Arguments { command } = Arguments::parse();
    let outcome = match command {
        Command::Cut(arguments) => cut::run(&arguments),
    };
    outcome.unwrap_or_else(|failure| failure.report())
}
