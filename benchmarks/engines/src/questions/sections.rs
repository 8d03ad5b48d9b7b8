//! Measures filling sections with triangles. The times are per corner of the sections.
//!
//! transect gets the loops in 3D, as it returns them. The other libraries get coordinates in 2D, and earcut gets polygons
//! with their holes, which are prepared before. An answer is wrong if the boundary of the triangles differs from the loops,
//! or if they cover another area.

use std::hint::black_box;
use std::ops::Range;

use crate::data::sections::{Figure, figures, names};
use crate::peers::{earcut, spade};
use crate::report::{Figure as Measured, Report, Subject};
use crate::rounds::{Effort, measure_repeated};

const QUESTION: &str = "triangles of sections";

/// A library: its name, and a function that fills a section. Without an answer, the function returns `None`.
type Engine = (&'static str, fn(&Figure) -> Option<Vec<[u32; 3]>>);

const ENGINES: [Engine; 3] = [
    ("transect", |figure| Some(figure.section.triangles())),
    ("earcut", |figure| Some(earcut::triangles(figure))),
    ("spade", |figure| {
        black_box(spade::triangulate(figure));
        None
    }),
];

pub(crate) fn ask(report: &Report, effort: Effort) {
    for name in names() {
        if !report.wants(QUESTION, name) {
            continue;
        }
        if let Some(figures) = figures(name) {
            one(report, effort, name, &figures);
        }
    }
}

fn one(report: &Report, effort: Effort, name: &'static str, figures: &[Figure]) {
    let corners: usize = figures.iter().map(|figure| figure.corners.len()).sum();
    let subject = Subject {
        question: QUESTION,
        data: name.into(),
        count: corners,
    };
    eprintln!("{subject}");
    let run = |engine: &mut Engine, chunk: Range<usize>| {
        for figure in &figures[chunk] {
            black_box((engine.1)(black_box(figure)));
        }
    };
    let mut engines = ENGINES.map(Box::new);
    let size = [figures.len(), figures.len()];
    let repeats = (20_000 / corners).max(1) as u32;
    let times = measure_repeated(&mut engines, run, size, repeats, effort);
    let measured: Vec<Measured> = engines
        .iter()
        .zip(times)
        .map(|(engine, nanoseconds)| {
            let (name, fill) = **engine;
            let answers = figures.iter().map(|figure| (figure, fill(figure)));
            let judged = answers
                .map(|(figure, answer)| answer.map(|triangles| !figure.is_filled_by(&triangles)));
            let judged: Option<Vec<bool>> = judged.collect();
            Measured {
                engine: name,
                nanoseconds: nanoseconds * figures.len() as f64 / corners as f64,
                wrong: judged.map(|wrong| wrong.into_iter().filter(|&wrong| wrong).count()),
            }
        })
        .collect();
    report.write(&subject, &measured);
}
