//! The command: tell on which side of a plane everything lies, and cut it there.

mod answer;
mod arguments;
mod boxes;
mod check;
mod contents;
mod cut;
mod faces;
mod failure;
mod fault;
mod files;
mod forgotten;
mod help;
mod info;
mod input;
mod interrupt;
mod notes;
mod page;
mod plane;
mod plane_arguments;
mod preview;
mod progress;
#[cfg(feature = "sabotage")]
mod sabotage;
mod screen;
mod selection;
mod shells;
mod sort;
mod start;
mod stdout;
mod steps;
mod summary;
mod theme;
mod verify;
mod view;
mod why;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches};
// What the viewer tells, too.
use transect_report::{
    checks, drawing, file_name, findings, nearest, numbers, objects, output, report, totals, unit,
};

use crate::arguments::{Arguments, Color, Command};
use crate::failure::Failure;
use crate::forgotten::forgotten;

fn main() -> ExitCode {
    fault::explain_panics();
    #[cfg(feature = "sabotage")]
    sabotage::obey();
    let typed = view::spelled_out(std::env::args_os().collect());
    // Before all else, so that help and errors of usage know it.
    let color = Color::typed(&typed);
    color.apply();
    let Arguments { command, .. } = match parsed(&typed, color) {
        Ok(arguments) => arguments,
        Err(failure) => return failure.report(),
    };
    let outcome = match command {
        Command::Cut(arguments) => cut::run(&arguments),
        Command::View(arguments) => view::run(&arguments),
        Command::Verify(arguments) => verify::run(&arguments),
        Command::Info(arguments) => info::run(&arguments),
        Command::Sort(arguments) => sort::run(&arguments),
        Command::Completions(arguments) => shells::completions(&arguments),
        Command::Man(arguments) => shells::man(&arguments),
        Command::Check(arguments) => check::run(&arguments),
    };
    outcome.unwrap_or_else(|failure| failure.report())
}

/// What was typed. Help, versions and errors of usage end the command here.
fn parsed(typed: &[OsString], color: Color) -> Result<Arguments, Failure> {
    let matches = Arguments::command()
        .color(color.into())
        .try_get_matches_from(typed);
    let arguments = matches.and_then(|matches| Arguments::from_arg_matches(&matches));
    arguments.map_err(|error| forgotten(&error, typed).unwrap_or_else(|| error.exit()))
}
