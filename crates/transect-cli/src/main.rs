//! The command `transect`: classifies geometry against planes exactly, cuts models, and verifies cuts.

mod answer;
mod arguments;
mod at_once;
mod boxes;
mod check;
mod command;
mod contents;
mod cut;
mod display;
mod equation;
mod error;
mod faces;
mod files;
mod info;
mod input;
mod interrupt;
mod measure;
mod missed;
mod notes;
mod outcome;
mod page;
mod panics;
mod pictures;
mod preview;
mod progress;
mod quoted;
mod region;
mod region_file;
mod resolve;
#[cfg(feature = "sabotage")]
mod sabotage;
mod screen;
mod shells;
mod slice;
mod sort;
mod start;
mod stdout;
mod steps;
mod summary;
mod verify;
mod view;
mod view_file;
mod why;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{ColorChoice, CommandFactory, FromArgMatches};

use crate::arguments::{Arguments, Command, apply, color, corrected, spelled_out};
use crate::error::CommandError;

fn main() -> ExitCode {
    panics::explain_panics();
    #[cfg(feature = "sabotage")]
    sabotage::obey();
    let typed = spelled_out(std::env::args_os().collect());
    // The colour choice is determined first, because help and usage errors depend on it.
    let color = color(&typed);
    apply(color);
    let Arguments { command, .. } = match parsed(&typed, color) {
        Ok(arguments) => arguments,
        Err(failure) => return failure.report(),
    };
    let outcome = match command {
        Command::Cut(arguments) if arguments.has_several_planes() => {
            resolve::region(*arguments).and_then(|region| region::run(&region))
        }
        Command::Cut(arguments) => resolve::cut(*arguments).and_then(cut::run),
        Command::Slice(arguments) => {
            resolve::slice(*arguments).and_then(|slice| slice::run(&slice))
        }
        Command::Measure(arguments) => {
            resolve::measure(*arguments).and_then(|measure| measure::run(&measure))
        }
        Command::View(arguments) => resolve::view(arguments).and_then(|view| view::run(&view)),
        Command::Verify(arguments) => {
            resolve::verify(arguments).and_then(|verify| verify::run(&verify))
        }
        Command::Info(arguments) => resolve::info(arguments).and_then(|info| info::run(&info)),
        Command::Sort(arguments) => resolve::sort(*arguments).and_then(|sort| sort::run(&sort)),
        Command::Completions(arguments) => shells::completions(&arguments),
        Command::Man(arguments) => shells::man(&arguments),
        Command::Check(arguments) => check::run(&arguments.facts, arguments.json),
    };
    outcome.unwrap_or_else(|failure| failure.report())
}

/// Parses the arguments. Help, `--version` and usage errors end the process here.
fn parsed(typed: &[OsString], color: ColorChoice) -> Result<Arguments, CommandError> {
    let matches = Arguments::command()
        .color(color)
        .try_get_matches_from(typed);
    let arguments = matches.and_then(|matches| Arguments::from_arg_matches(&matches));
    arguments.map_err(|error| corrected(&error, typed).unwrap_or_else(|| error.exit()))
}
