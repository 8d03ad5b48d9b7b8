//! The tests against the oracle, for as long as one likes (docs/exactness.md).

use std::env;
use std::io;
use std::process::{Command, ExitCode};

/// Compare exact signs with an oracle over families of hard cases, on all cores. Needs minutes or hours.
#[derive(clap::Args)]
pub(crate) struct Exactness {
    /// How many cases over all questions and families
    #[arg(long, default_value_t = 100_000_000)]
    cases: u64,
    /// Where the random numbers begin; the same seed gives the same cases everywhere
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Exactness {
    /// Exit status 1 if library and oracle disagree anywhere.
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
                "oracle",
            ])
            .args([
                "--",
                "--ignored",
                "--exact",
                "long::long_run",
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
