//! The command `transect-sql`: runs statements on files and writes their answers.

mod arguments;
mod clauses;
mod engine;
mod failure;
mod geo;
mod interrupt;
mod memory;
mod metadata;
mod order;
mod origin;
mod output;
mod progress;
mod prompt;
mod readers;
mod rows;
mod session;
mod show;
mod steps;

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use clap::Parser;

use crate::command::arguments::{Arguments, Command};
use crate::command::engine::Engine;
use crate::command::failure::Failure;
use crate::command::interrupt::{End, until_signal};
use crate::command::session::Session;

/// Runs the command with the given arguments, of which the first is the name of the program. Returns the exit status: 0
/// for success, 2 for an error, and 130, 143 or 129 after Ctrl-C, SIGTERM or SIGHUP.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) => {
            // Nothing is left to be done if the message cannot be printed.
            let _ = error.print();
            return if error.use_stderr() {
                ExitCode::from(2)
            } else {
                ExitCode::SUCCESS
            };
        }
    };
    // One thread more than the parts of a statement, so that a thread is left that hears signals: a join may compute for
    // hours without a pause.
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(cores + 1)
        .enable_all()
        .build();
    let runtime = match runtime {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("error: cannot start threads: {error}");
            return ExitCode::from(2);
        }
    };
    let status = runtime.block_on(async {
        match &arguments.command {
            #[cfg(feature = "cluster")]
            Some(Command::Scheduler(arguments)) => {
                serve(crate::cluster::run_scheduler(arguments)).await
            }
            #[cfg(feature = "cluster")]
            Some(Command::Executor(arguments)) => {
                serve(crate::cluster::run_executor(arguments)).await
            }
            Some(Command::Order(_)) | None => answer(&arguments).await,
        }
    });
    // Threads that are still computing for a cancelled query are not waited for.
    runtime.shutdown_background();
    status
}

/// Runs statements, or sorts a table, until the end or until a signal.
async fn answer(arguments: &Arguments) -> ExitCode {
    let engine = Engine::default();
    let query = &arguments.query;
    let end = if arguments.command.is_none() && query.sql.is_none() && io::stdin().is_terminal() {
        // The prompt listens to signals by itself, because Ctrl-C only stops the statement that runs.
        match Session::open(arguments, &engine).await {
            Ok(session) => prompt::run(&session, query, &engine).await,
            Err(failure) => End::Failed(failure),
        }
    } else {
        let work = async {
            let session = Session::open(arguments, &engine).await?;
            match (&arguments.command, &query.sql) {
                (Some(Command::Order(order)), _) => session.order(order).await,
                (_, Some(sql)) => session.run(sql, query).await,
                (_, None) => session.run(&script().await?, query).await,
            }
        };
        until_signal(&engine, work).await
    };
    match end {
        End::Done => ExitCode::SUCCESS,
        End::Failed(failure) => failed(&failure),
        End::Stopped(signal) => {
            // After SIGHUP, there may be nobody who reads the message.
            let _ = writeln!(io::stderr(), "interrupted");
            ExitCode::from(signal.status())
        }
    }
}

/// Reads the statements of standard input.
async fn script() -> Result<String, Failure> {
    // In a thread of its own, so that signals are heard meanwhile.
    let text = tokio::task::spawn_blocking(|| io::read_to_string(io::stdin()));
    let text = text.await.map_err(io::Error::other);
    text.flatten()
        .map_err(|error| Failure::new(format!("standard input: {error}")))
}

/// Runs a process of a cluster until it is stopped.
#[cfg(feature = "cluster")]
async fn serve(process: impl Future<Output = Result<(), String>>) -> ExitCode {
    crate::cluster::write_messages();
    match process.await {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => failed(&Failure::new(message)),
    }
}

fn failed(failure: &Failure) -> ExitCode {
    eprintln!("error: {failure}");
    ExitCode::from(2)
}
