//! The command `transect-sql`: runs a statement on files and writes the answer.

mod arguments;
mod engine;
mod failure;
mod memory;
mod order;
mod output;
mod progress;
mod query;
mod rows;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser;

use crate::command::arguments::{Arguments, Command};
use crate::command::engine::Engine;
use crate::command::failure::Failure;

/// Runs the command with the given arguments, of which the first is the name of the program. Returns the exit status: 0
/// for success, 2 for an error, and 130 after Ctrl-C.
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

/// Runs a statement, or sorts a table, until the end or until Ctrl-C.
async fn answer(arguments: &Arguments) -> ExitCode {
    let engine = Engine::default();
    tokio::select! {
        // Ctrl-C comes first, so that it is caught before the statement does anything.
        biased;
        result = tokio::signal::ctrl_c() => match result {
            Ok(()) => {
                engine.cancel().await;
                eprintln!("interrupted");
                ExitCode::from(130)
            }
            Err(error) => failed(&Failure::new(format!("cannot catch Ctrl-C: {error}"))),
        },
        result = query::run(arguments, &engine) => match result {
            Ok(()) => ExitCode::SUCCESS,
            Err(failure) => failed(&failure),
        },
    }
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
