//! What is asked, one question a file.

pub(crate) mod calls;
pub(crate) mod sweeps;

use transect::{Plane, Side};

use crate::ask::Exactly;
use crate::report::{Figure, Report, Subject};
use crate::rounds::{Contestant, Effort, measure};

/// Lets the contestants run, compares their answers, and reports.
fn contest<Record: Exactly>(
    report: &Report,
    subject: &Subject,
    effort: Effort,
    (plane, records): (&Plane, &[Record]),
    contestants: &mut [Box<dyn Contestant>],
) {
    eprintln!("{subject}");
    let exact: Vec<Side> = records.iter().map(|record| record.side(plane)).collect();
    let times = measure(contestants, records.len(), effort);
    let figures: Vec<Figure> = contestants
        .iter()
        .zip(times)
        .map(|(contestant, nanoseconds)| Figure {
            engine: contestant.name(),
            nanoseconds,
            wrong: contestant.wrong(&exact),
        })
        .collect();
    report.write(subject, &figures);
}
