//! Measures finding the boxes that a camera sees: many boxes against the six planes of a frustum. All engines test one
//! plane at a time. So a box outside the frustum that is not wholly behind one of the planes counts as visible.

use transect::Side;

use crate::ask::{Bounds, Exactly as _, Frustum, sweep};
use crate::data::scene;
use crate::peers::bevy::Bevy;
use crate::peers::columns::Columns;
use crate::peers::parry::Parry;
use crate::peers::read::ReadLoop;
use crate::peers::{columns, ours, plain};
use crate::questions::contest;
use crate::report::{Report, Subject};
use crate::rounds::{CHUNK, Contestant, Effort};

const QUESTION: &str = "boxes in a frustum";

pub(crate) fn ask(report: &Report, effort: Effort) {
    for count in [1_000, 100_000, 10_000_000] {
        if report.wants(QUESTION, "random") && !effort.leaves_out(count) {
            one(report, effort, &scene::frustum(), &scene::boxes(count));
        }
    }
}

fn one(report: &Report, effort: Effort, frustum: &Frustum, boxes: &[Bounds]) {
    let subject = Subject {
        question: QUESTION,
        data: "random".into(),
        count: boxes.len(),
    };
    let columns = [0; 2].map(|_| Columns::new(boxes));
    let [all, checked] = &columns;
    let mut contestants: Vec<Box<dyn Contestant + '_>> = vec![
        Box::new(ReadLoop::new(boxes)),
        columns::bitmaps(columns::BITMAPS, frustum, all.all()),
        columns::bitmaps(columns::CHECKED, frustum, checked.checked()),
        sweep::<ours::Double, Frustum>(frustum, boxes),
        sweep::<plain::Single, Frustum>(frustum, boxes),
        sweep::<Parry, Frustum>(frustum, boxes),
        sweep::<Bevy, Frustum>(frustum, boxes),
    ];
    let exact: Vec<Side> = boxes.iter().map(|bounds| frustum.exactly(bounds)).collect();
    let seen = exact.iter().filter(|&&side| side != Side::Back).count();
    eprintln!("{:.1} % are seen", 100.0 * seen as f64 / boxes.len() as f64);
    contest(report, &subject, effort, &exact, CHUNK, &mut contestants);
}
