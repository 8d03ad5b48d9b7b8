//! `cargo xtask mutations`:
//! makes deliberate mistakes and runs the tests that should detect them (docs/exactness.md, "Mutants").

// # The mutants of cargo-mutants
//
// On 2026-11-20, cargo-mutants (https://mutants.rs) listed 676 mutants of `predicates/`. 56 do not compile; 26, in
// constants, match arms and fields, were not run. Of the other 594, 487 disagree with the oracle within 20 cases for
// each predicate and family, and 24 were detected by more cases, unit tests, `conformance/`, or the tests of cuts and
// separating axes. 71 cannot change an answer: they make an error bound larger, exchange operators that agree (`|` and
// `^` for disjoint bits), or try the orthants of space in another order. Four never pass on the carries between
// additions; a test of 2³¹ additions detects them now. Eight make an error bound smaller, by so little that only inputs
// near the worst case of all roundings would show it: the last bits of the bound, the term |d| in the bound of a box,
// or a part of a product's error that comes from its factors. For these there are only the proofs.

mod home;
mod list;
mod program;
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
/// A copy of the sources below target/mutations holds all mutations, each behind a switch, so one build is enough. Only
/// those crates and packages are built whose tests run. Tests of the page need Node.js and npm, and those of the Python
/// package need python3 with venv. Exit status 1 if a mutation passes all its tests without a proof that it is equivalent, or if a test fails despite a
/// proof.
#[derive(Args)]
pub(crate) struct Mutations {
    /// Run only the mutation with this id; may be repeated
    #[arg(long, value_name = "ID")]
    only: Vec<String>,
    /// Run only a random sample of N mutations, which the seed selects
    #[arg(long, value_name = "N", conflicts_with = "only")]
    sample: Option<usize>,
    /// Run the long form of the tests (TRANSECT_LONG=1), as `.ci/nightly` does; `cargo test` and `.ci/run` run the short form
    #[arg(long)]
    long: bool,
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
        let wanted = |mutation: &Mutation| self.only.is_empty() || self.only.contains(&mutation.id);
        let mut numbered: Vec<(usize, &Mutation)> = (1..)
            .zip(&mutations)
            .filter(|(_, mutation)| wanted(mutation))
            .collect();
        if let Some(count) = self.sample {
            numbered = sample(numbered, count, self.seed);
        }
        let chosen: Vec<&Mutation> = numbered.iter().map(|(_, mutation)| *mutation).collect();
        let suite = Suite::build(&scratch, &chosen, self.long)?;
        let runs = numbered.iter().flat_map(|(_, mutation)| &mutation.tests);
        let times = suite.unmutated(runs, self.seed)?;
        let mut report = Report::new(self.seed, self.options());
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
        Ok(if report.is_clean() {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        })
    }

    /// Returns the options that belong into a record, each after a space.
    fn options(&self) -> String {
        let sample = self.sample.map(|count| format!(" --sample {count}"));
        let long = self.long.then_some(" --long");
        sample.unwrap_or_default() + long.unwrap_or_default()
    }
}

/// Returns a random sample of a list, in the order of the list.
fn sample<T>(list: Vec<T>, count: usize, seed: u64) -> Vec<T> {
    let mut ranked: Vec<(u64, usize, T)> = list
        .into_iter()
        .enumerate()
        .map(|(place, item)| (mixed(seed, place as u64), place, item))
        .collect();
    ranked.sort_unstable_by_key(|(rank, place, _)| (*rank, *place));
    ranked.truncate(count);
    ranked.sort_unstable_by_key(|(_, place, _)| *place);
    ranked.into_iter().map(|(_, _, item)| item).collect()
}

/// Returns a number that looks random, and is the same on every machine (SplitMix64: Steele, Lea, Flood, OOPSLA 2014).
fn mixed(seed: u64, place: u64) -> u64 {
    let mut number = seed.wrapping_add(place).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_has_each_item_once_and_depends_on_the_seed() {
        let list: Vec<usize> = (0..200).collect();
        let one = sample(list.clone(), 40, 1);
        assert_eq!(one.len(), 40);
        assert!(one.is_sorted_by(|a, b| a < b));
        assert_eq!(one, sample(list.clone(), 40, 1));
        assert_ne!(one, sample(list.clone(), 40, 2));
        assert_eq!(sample(list.clone(), 500, 1), list);
    }
}
