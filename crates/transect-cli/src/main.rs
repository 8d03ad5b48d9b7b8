//! The command: tell on which side of a plane everything lies, and cut it there.

mod answer;
mod arguments;
mod check;
mod contents;
mod cut;
mod drawing;
mod faces;
mod failure;
mod files;
mod info;
mod notes;
mod numbers;
mod objects;
mod plane;
mod progress;
mod report;
mod selection;
mod stdout;
mod summary;
mod totals;
mod unit;
mod why;

use std::process::ExitCode;

use clap::Parser;

use crate::arguments::{Arguments, Command};

fn main() -> ExitCode {
    let Arguments { command } = Arguments::parse();
    let outcome = match command {
        Command::Cut(arguments) => cut::run(&arguments),
        Command::Info(arguments) => info::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
    };
    outcome.unwrap_or_else(|failure| failure.report())
}
