//! `cargo xtask exactness`: compares the signs of the library with those of an oracle, for any number of cases
//! (docs/exactness.md).

use std::env;
use std::io;
use std::process::{Command, ExitCode};

/// Compare exact signs with an oracle over families of hard cases, on all cores. Takes minutes or hours
#[derive(clap::Args)]
pub(crate) struct Exactness {
    /// The number of cases over all predicates and families
    #[arg(long, default_value_t = 100_000_000)]
    cases: u64,
    /// The seed of the random numbers; the same seed gives the same cases on every machine
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Exactness {
    /// Runs the task. The exit status is 1 if the library and the oracle, an independent computation, disagree about a
    /// sign.
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let status = Command::new(cargo)
            .args([
                "test",
                "--release",
                "--quiet",
                "--package",
                "transect",
                "--test",
                "tests",
            ])
            .args([
                "--",
                "--ignored",
                "--exact",
                "oracle::long::long_run",
                "--nocapture",
            ])
            .env("EXACTNESS_CASES", self.cases.to_string())
            .env("EXACTNESS_SEED", self.seed.to_string())
            .status()?;
        Ok(if status.success() {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        })
    }
}
