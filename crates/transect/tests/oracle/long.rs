//! The long run of the comparisons with the oracle, an independent exact computation:
//! `cargo xtask exactness --cases N --seed S`.

use std::sync::{Mutex, PoisonError};

use crate::families::FAMILIES;
use crate::long_run::{LongRun, on_all_cores};
use crate::oracle::questions::QUESTIONS;
use crate::random::Random;

/// The number of test cases per chunk. Each chunk has a seed of its own, so the number of threads does not change the
/// cases.
const CHUNK: u64 = 1 << 14;

#[test]
#[ignore = "runs for minutes or hours: cargo xtask exactness"]
fn long_run() {
    let LongRun { cases, seed } = LongRun::from_environment();
    let pairs = QUESTIONS.len() * FAMILIES.len();
    let chunks = cases.div_ceil(CHUNK * pairs as u64);
    let disagreements = Mutex::new(vec![Vec::new(); pairs]);
    on_all_cores(pairs, |pair| {
        let found = run(pair, chunks, seed);
        disagreements.lock().unwrap_or_else(PoisonError::into_inner)[pair] = found;
    });
    let disagreements = disagreements
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    report(&disagreements, chunks * CHUNK);
    assert!(
        disagreements.iter().all(Vec::is_empty),
        "disagreements with the oracle"
    );
}

/// Runs all cases of one pair of a question (an oracle test) and a family of hard cases. Returns descriptions of the
/// disagreements between library and oracle.
fn run(pair: usize, chunks: u64, seed: u64) -> Vec<String> {
    let (_, question) = QUESTIONS[pair / FAMILIES.len()];
    let family = FAMILIES[pair % FAMILIES.len()];
    let mut disagreements = Vec::new();
    for chunk in 0..chunks {
        let mut stream = Random::new(seed ^ (pair as u64) << 48 ^ chunk << 16);
        let mut random = Random::new(stream.bits());
        disagreements.extend((0..CHUNK).filter_map(|_| question(family, &mut random).err()));
    }
    disagreements
}

fn report(disagreements: &[Vec<String>], cases: u64) {
    println!("{cases} cases for each question and family; disagreements with the oracle:");
    for ((name, _), families) in QUESTIONS.iter().zip(disagreements.chunks(FAMILIES.len())) {
        let found: usize = families.iter().map(Vec::len).sum();
        println!(
            "{name:30} {:12} cases {found:6}",
            cases * FAMILIES.len() as u64
        );
        for (family, found) in FAMILIES
            .iter()
            .zip(families)
            .filter(|(_, found)| !found.is_empty())
        {
            println!("  {family:?}: {}, the first: {}", found.len(), found[0]);
        }
    }
    let total: usize = disagreements.iter().map(Vec::len).sum();
    println!(
        "{} cases in all, {total} disagreements",
        cases * disagreements.len() as u64
    );
}
