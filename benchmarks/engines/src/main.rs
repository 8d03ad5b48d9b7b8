//! Runs transect and other libraries (its peers) on the same data, in one process. `cargo xtask bench` builds and runs
//! this program.
//!
//! Every engine gets the same planes and boxes in its own types, and every answer is compared with the exact answer.
//! The table goes to standard output, one line per measurement; progress goes to standard error.

mod ask;
mod data;
mod peers;
mod questions;
mod random;
mod report;
mod rounds;
mod trees;

use std::process::ExitCode;

use crate::report::Report;
use crate::rounds::Effort;

const USAGE: &str = "usage: transect-engines --build NAME [--quick] [--threads] [--only TEXT]";

/// The arguments of the command line.
struct Arguments {
    build: String,
    effort: Effort,
    threads: bool,
    only: String,
}

fn arguments() -> Option<Arguments> {
    let mut arguments = Arguments {
        build: String::new(),
        effort: Effort::Full,
        threads: false,
        only: String::new(),
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--build" => arguments.build = words.next()?,
            "--only" => arguments.only = words.next()?,
            "--threads" => arguments.threads = true,
            "--quick" => arguments.effort = Effort::Quick,
            _ => return None,
        }
    }
    (!arguments.build.is_empty()).then_some(arguments)
}

fn main() -> ExitCode {
    let Some(Arguments {
        build,
        effort,
        threads,
        only,
    }) = arguments()
    else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    let report = Report::new(build, only);
    if threads {
        questions::threads::ask(&report, effort);
        return ExitCode::SUCCESS;
    }
    // Limit the thread pool to one thread: the other libraries run on one thread, so transect does, too.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    let pool = pool.expect("a system that gives a thread");
    pool.install(|| {
        questions::single::ask(&report);
        questions::calls::ask(&report, effort);
        questions::sweeps::ask(&report, effort);
        questions::frusta::ask(&report, effort);
        questions::trees::ask(&report, effort);
        questions::sections::ask(&report, effort);
        questions::meshes::ask(&report, effort);
    });
    ExitCode::SUCCESS
}
