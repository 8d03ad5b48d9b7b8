//! The questions that the engines answer, one file per group of questions.

pub(crate) mod calls;
pub(crate) mod frusta;
pub(crate) mod meshes;
pub(crate) mod sections;
pub(crate) mod single;
pub(crate) mod sweeps;
pub(crate) mod threads;
pub(crate) mod trees;

use transect::Side;

use crate::report::{Figure, Report, Subject};
use crate::rounds::{Contestant, Effort, measure};

/// Runs the contestants (engines), compares their answers with the exact answers, and reports the times.
fn contest(
    report: &Report,
    subject: &Subject,
    effort: Effort,
    exact: &[Side],
    chunk: usize,
    contestants: &mut [Box<dyn Contestant + '_>],
) {
    eprintln!("{subject}");
    let times = measure(
        contestants,
        |contestant, chunk| contestant.run(chunk),
        exact.len(),
        chunk,
        effort,
    );
    let figures: Vec<Figure> = contestants
        .iter()
        .zip(times)
        .map(|(contestant, nanoseconds)| Figure {
            engine: contestant.name(),
            nanoseconds,
            wrong: contestant.wrong(exact),
        })
        .collect();
    report.write(subject, &figures);
}
