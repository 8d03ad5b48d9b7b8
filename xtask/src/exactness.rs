//! `cargo xtask exactness`: compares answers of the library with those of exact arithmetic, for any number of random cases
//! (docs/exactness.md).

use std::env;
use std::io;
use std::process::{Command, ExitCode};

/// Compare exact signs with an oracle over families of hard cases, or caps of random sections with exact areas, or certify
/// random cuts by several planes, on all cores. Takes minutes or hours
#[derive(clap::Args)]
pub(crate) struct Exactness {
    /// The cases: `signs` of all predicates and families, caps and certificates of random `sections`, or certificates of random
    /// meshes cut by several planes into `parts`
    #[arg(long, value_enum, default_value_t = Cases::Signs)]
    of: Cases,
    /// The number of cases
    #[arg(long, default_value_t = 100_000_000)]
    cases: u64,
    /// The seed of the random numbers; the same seed gives the same cases on every machine
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Cases {
    Signs,
    Sections,
    Parts,
}

impl Exactness {
    /// Runs the task. The exit status is 1 if the library and exact arithmetic disagree about a sign, or about the caps of
    /// a section, or if a cut is refused.
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        let (package, program, test) = match self.of {
            Cases::Signs => ("transect", "tests", "oracle::long::long_run"),
            Cases::Sections => (
                "transect-mesh",
                "meshes",
                "cutting::crossing_outlines::long_run",
            ),
            Cases::Parts => ("transect-mesh", "meshes", "cutting::decimals::long_run"),
        };
        let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let status = Command::new(cargo)
            .args([
                "test",
                "--release",
                "--quiet",
                "--package",
                package,
                "--test",
                program,
            ])
            .args(["--", "--ignored", "--exact", test, "--nocapture"])
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
