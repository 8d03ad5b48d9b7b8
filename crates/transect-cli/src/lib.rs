//! The command `transect` as a function: classifies geometry against planes exactly, cuts models, and verifies cuts.
//!
//! [`run`] is the whole command. The program `transect` only calls it. The Python package also calls the functions that make
//! `report.html` and `preview.png`.

mod arguments;
mod at_once;
mod axes;
mod check;
mod classify;
mod command;
mod cut;
mod display;
mod each;
mod equation;
mod error;
mod files;
mod info;
mod input;
mod interrupt;
mod job;
mod measure;
mod memory;
mod missed;
mod notes;
mod one_pass;
mod outcome;
mod page;
mod panics;
mod patterns;
mod pictures;
mod preview;
mod progress;
mod quoted;
mod region_file;
mod resolve;
#[cfg(feature = "sabotage")]
mod sabotage;
mod screen;
mod shells;
mod slice;
mod status;
mod stdout;
mod steps;
mod summary;
mod table;
mod verify;
mod version;
mod view;
mod view_file;
mod why;

use std::ffi::OsString;

use clap::{ColorChoice, CommandFactory, FromArgMatches};

use crate::arguments::{
    Arguments, Command, apply, color, corrected, direction_after_view, split_at_spaces,
};
pub use crate::page::{Content, page};
pub use crate::preview::preview;
pub use crate::status::Status;

/// Runs the command with the given arguments, the first of which is the name of the program. It uses the standard
/// streams of the process, and handles signals until the process ends, so a process calls this function once.
///
/// Some signals end the process instead of this function: after Ctrl-C, the process dies by the signal.
#[must_use]
pub fn run(typed: Vec<OsString>) -> Status {
    panics::explain_panics();
    // The hook above has reported the panic.
    std::panic::catch_unwind(|| answered(typed)).unwrap_or(Status::DEFECT)
}

fn answered(typed: Vec<OsString>) -> Status {
    #[cfg(feature = "sabotage")]
    sabotage::obey();
    // The colour choice is determined first, because help and usage errors depend on it.
    let color = color(&typed);
    apply(color);
    if let Some(failure) = split_at_spaces(&typed) {
        return failure.report();
    }
    let Arguments { command, .. } = match parsed(&typed, color) {
        Ok(arguments) => arguments,
        Err(status) => return status,
    };
    if let Command::Cut(arguments) = &command
        && arguments.view
        && let Some(failure) = direction_after_view(&typed)
    {
        return failure.report();
    }
    let outcome = match command {
        Command::Cut(arguments) => each::run(*arguments),
        Command::Slice(arguments) => each::run(*arguments),
        Command::Measure(arguments) => each::run(*arguments),
        Command::View(arguments) => resolve::view(arguments).and_then(|view| view::run(&view)),
        Command::Verify(arguments) => {
            resolve::verify(*arguments).and_then(|verify| verify::run(&verify))
        }
        Command::Info(arguments) => each::run(arguments),
        Command::Classify(arguments) => {
            resolve::classify(*arguments).and_then(|classify| classify::run(&classify))
        }
        Command::Completions(arguments) => shells::completions(&arguments),
        Command::Man(arguments) => shells::man(&arguments),
        Command::Check(arguments) => check::run(&arguments.facts, arguments.json),
    };
    outcome.unwrap_or_else(|failure| failure.report())
}

/// Parses the arguments. Help, the version and usage errors are printed; their status is the error of this function.
fn parsed(typed: &[OsString], color: ColorChoice) -> Result<Arguments, Status> {
    let matches = Arguments::command()
        .color(color)
        .try_get_matches_from(typed);
    let arguments = matches.and_then(|matches| Arguments::from_arg_matches(&matches));
    arguments.map_err(|error| match corrected(&error, typed) {
        Some(failure) => failure.report(),
        None => {
            // An error of writing means that the stream is closed. Then there is no reader to tell.
            let _ = error.print();
            if error.use_stderr() {
                Status::ERROR
            } else {
                Status::SUCCESS
            }
        }
    })
}
