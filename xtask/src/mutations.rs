//! `cargo xtask mutations`:
//! makes deliberate mistakes and runs the tests that should detect them (docs/exactness.md, "Mutants").

mod list;
mod report;
mod scratch;
mod suite;

use std::io;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use clap::Args;

use crate::mutations::list::{Mutation, all_of};
use crate::mutations::report::{Report, Row, Verdict};
use crate::mutations::scratch::Scratch;
use crate::mutations::suite::{Suite, seen_by};

/// Make each deliberate mistake of xtask/mutations.toml, and check which tests fail. Takes minutes
///
/// A copy of the sources below target/mutations holds all mutations, each behind a switch, so one build is enough.
/// Exit status 1 if a mutation passes all its tests without a proof that it is equivalent, or if a test fails despite a
/// proof.
#[derive(Args)]
pub(crate) struct Mutations {
    /// Run only the mutation with this id; may be repeated
    #[arg(long, value_name = "ID")]
    only: Vec<String>,
    /// The seed of the random numbers in property tests; all other tests have seeds of their own
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write benchmarks/record/mutations-NAME.csv
    #[arg(long, value_name = "NAME", conflicts_with = "only")]
    record: Option<String>,
}

impl Mutations {
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let mutations = all_of(&root.join("xtask/mutations.toml"))?;
        for id in &self.only {
            if !mutations.iter().any(|mutation| &mutation.id == id) {
                return Err(io::Error::other(format!("no mutation has the id {id}")));
            }
        }
        let scratch = Scratch::new(&root)?;
        scratch.fill(&root, &mutations)?;
        let suite = Suite::build(&scratch, &mutations)?;
        let wanted = |mutation: &Mutation| self.only.is_empty() || self.only.contains(&mutation.id);
        let numbered: Vec<(usize, &Mutation)> = (1..)
            .zip(&mutations)
            .filter(|(_, mutation)| wanted(mutation))
            .collect();
        let runs = numbered.iter().flat_map(|(_, mutation)| &mutation.tests);
        let times = suite.unmutated(runs, self.seed)?;
        let mut report = Report::new(self.seed);
        for (number, mutation) in numbered {
            let began = Instant::now();
            let seen = seen_by(&suite, mutation, number, self.seed, &times)?;
            let verdict = Verdict::of(seen, mutation.equivalent.is_some());
            report.add(Row {
                id: mutation.id.clone(),
                file: mutation.file.clone(),
                verdict,
                seconds: began.elapsed().as_secs_f64(),
            });
        }
        report.sum_up();
        if let Some(name) = &self.record {
            let path = root.join(format!("benchmarks/record/mutations-{name}.csv"));
            std::fs::write(path, report.csv(name))?;
        }
        Ok(match report.is_clean() {
            true => ExitCode::SUCCESS,
            false => ExitCode::FAILURE,
        })
    }
}
