//! Measures single calls: the side of one point or one box relative to one plane, with an independent call per item.

use transect::{Plane, Side};

use crate::ask::{Ask, Exactly, calls};
use crate::data::{contacts, integer_plane, ordinary, unit_plane};
use crate::peers::bevy::Bevy;
use crate::peers::parry::Parry;
use crate::peers::read::{Numbers, ReadLoop};
use crate::peers::{ours, plain};
use crate::questions::contest;
use crate::report::{Report, Subject};
use crate::rounds::{CHUNK, Contestant, Effort};

/// The numbers of items that are measured. The smaller number of items fits in the caches, so the time is that of the
/// call itself. The larger number is more than a branch predictor can learn, and its items come from slower memory.
const COUNTS: [usize; 2] = [4_096, 100_000];

pub(crate) fn ask(report: &Report, effort: Effort) {
    for count in COUNTS {
        ask_many(report, effort, count);
    }
}

fn ask_many(report: &Report, effort: Effort, count: usize) {
    let planes = [("integer", integer_plane()), ("unit", unit_plane())];
    for (name, plane) in planes {
        let [ordinary_data, contact_data] = match name {
            "integer" => ["ordinary; integer plane", "contacts; integer plane"],
            _ => ["ordinary; unit plane", "contacts; unit plane"],
        };
        for (data, is_contact) in [(ordinary_data, false), (contact_data, true)] {
            if report.wants("point side", data) {
                let points = if is_contact {
                    contacts::points(count)
                } else {
                    ordinary::points(count)
                };
                one(report, effort, "point side", data, &plane, &points);
            }
            if report.wants("box side", data) {
                let boxes = if is_contact {
                    contacts::boxes(count)
                } else {
                    ordinary::boxes(count)
                };
                one(report, effort, "box side", data, &plane, &boxes);
            }
        }
    }
}

fn one<Record>(
    report: &Report,
    effort: Effort,
    question: &'static str,
    data: &'static str,
    plane: &Plane,
    records: &[Record],
) where
    Record: Numbers + 'static,
    Plane: Exactly<Record>,
    ours::Double: Ask<Record>,
    ours::Single: Ask<Record>,
    plain::Double: Ask<Record>,
    plain::Single: Ask<Record>,
    Parry: Ask<Record>,
    Bevy: Ask<Record>,
{
    let subject = Subject {
        question,
        data: data.into(),
        count: records.len(),
    };
    let mut contestants: [Box<dyn Contestant>; 7] = [
        Box::new(ReadLoop::new(records)),
        calls::<ours::Double, Record>(plane, records),
        calls::<ours::Single, Record>(plane, records),
        calls::<plain::Single, Record>(plane, records),
        calls::<plain::Double, Record>(plane, records),
        calls::<Parry, Record>(plane, records),
        calls::<Bevy, Record>(plane, records),
    ];
    let exact: Vec<Side> = records.iter().map(|record| plane.exactly(record)).collect();
    contest(report, &subject, effort, &exact, CHUNK, &mut contestants);
}
