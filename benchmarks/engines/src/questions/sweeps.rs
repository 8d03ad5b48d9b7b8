//! Measures finding the sides of many boxes relative to one plane.

use transect::{Plane, Side};

use crate::ask::{Bounds, Exactly as _, sweep};
use crate::data::{files, hard, scene};
use crate::peers::bevy::Bevy;
use crate::peers::columns::Columns;
use crate::peers::parry::Parry;
use crate::peers::read::ReadLoop;
use crate::peers::{columns, ours, plain};
use crate::questions::contest;
use crate::report::{Report, Subject};
use crate::rounds::{CHUNK, Contestant, Effort};

const QUESTION: &str = "sides of boxes";

/// A family of data: its name, and a function that creates a plane and boxes.
type Family = (
    &'static str,
    fn(usize) -> Option<(Plane, Vec<Bounds>)>,
    &'static [usize],
);

const FAMILIES: [Family; 7] = [
    ("random", random, &[1_000, 100_000, 10_000_000]),
    ("sorted", sorted, &[1_000, 100_000, 10_000_000]),
    ("touching lattice", lattice, &[1_000, 100_000, 10_000_000]),
    ("near 5e6", far, &[100_000]),
    ("huge", huge, &[100_000]),
    ("terrain", |_| files::terrain(), &[1_057_040]),
    ("office", files::office, &[10_000_000]),
];

fn random(count: usize) -> Option<(Plane, Vec<Bounds>)> {
    Some((scene::plane(), scene::boxes(count)))
}

fn sorted(count: usize) -> Option<(Plane, Vec<Bounds>)> {
    let plane = scene::plane();
    Some((plane, scene::sorted(&plane, scene::boxes(count))))
}

fn lattice(count: usize) -> Option<(Plane, Vec<Bounds>)> {
    Some((hard::lattice_plane(), hard::lattice(count)))
}

fn far(count: usize) -> Option<(Plane, Vec<Bounds>)> {
    Some((hard::far_plane(), hard::far(count)))
}

fn huge(count: usize) -> Option<(Plane, Vec<Bounds>)> {
    Some((hard::huge_plane(), hard::huge(count)))
}

pub(crate) fn ask(report: &Report, effort: Effort) {
    for (data, family, counts) in FAMILIES {
        for &count in counts {
            if !report.wants(QUESTION, data) || effort.leaves_out(count) {
                continue;
            }
            if let Some((plane, boxes)) = family(count) {
                one(report, effort, data, &plane, &boxes);
            }
        }
    }
}

fn one(report: &Report, effort: Effort, data: &'static str, plane: &Plane, boxes: &[Bounds]) {
    let subject = Subject {
        question: QUESTION,
        data: data.into(),
        count: boxes.len(),
    };
    // Each contestant has its own columns. Otherwise a contestant would find the data of the previous one in the
    // caches.
    let columns = [0; 3].map(|_| Columns::new(boxes));
    let [all, checked, sides] = &columns;
    let records = boxes.to_vec();
    let mut contestants: Vec<Box<dyn Contestant + '_>> = vec![
        Box::new(ReadLoop::new(boxes)),
        columns::bitmaps(columns::BITMAPS, plane, all.all()),
        columns::bitmaps(columns::CHECKED, plane, checked.checked()),
        columns::bitmaps(columns::RECORDS, plane, &records[..]),
        columns::sides(plane, sides.all()),
        sweep::<ours::Double, Plane>(plane, boxes),
        sweep::<ours::Single, Plane>(plane, boxes),
        sweep::<plain::Single, Plane>(plane, boxes),
        sweep::<plain::Double, Plane>(plane, boxes),
        sweep::<Parry, Plane>(plane, boxes),
        sweep::<Bevy, Plane>(plane, boxes),
    ];
    let exact: Vec<Side> = boxes.iter().map(|bounds| plane.exactly(bounds)).collect();
    contest(report, &subject, effort, &exact, CHUNK, &mut contestants);
}
