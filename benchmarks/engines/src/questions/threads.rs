//! Questions that several threads answer together: the sides of many boxes, compared with only reading the boxes; and
//! building and refitting trees.

use std::ops::Range;

use transect::Side;

use crate::ask::{Bounds, Exactly as _};
use crate::data::scene;
use crate::peers::columns::{self, Columns};
use crate::peers::grown::Slots;
use crate::peers::read::ReadLoop;
use crate::questions::{contest, trees};
use crate::report::{Report, Subject};
use crate::rounds::{CHUNK, Contestant, Effort};
use crate::trees::{AnyTree, planted};

const SIDES: &str = "sides of boxes";
const DATA: &str = "random; all threads";

/// The number of boxes. So many boxes take far more memory than all caches hold.
const COUNT: usize = 10_000_000;

pub(crate) fn ask(report: &Report, effort: Effort) {
    let questions = [SIDES, trees::BUILD, trees::REFIT];
    let is_wanted = |question: &&str| report.wants(question, DATA);
    if !questions.iter().any(is_wanted) || effort.leaves_out(COUNT) {
        return;
    }
    eprintln!("on {} threads:", rayon::current_num_threads());
    let boxes = scene::boxes(COUNT);
    let subject = |question| Subject {
        question,
        data: DATA.into(),
        count: COUNT,
    };
    if report.wants(SIDES, DATA) {
        sides(report, effort, &subject(SIDES), &boxes);
    }
    if !questions[1..].iter().any(is_wanted) {
        return;
    }
    let mut planted = vec![planted::<Slots>(&boxes, &trees::moved(&boxes))];
    let mut measured = |question, run: fn(&mut dyn AnyTree)| {
        if report.wants(question, DATA) {
            let subject = subject(question);
            trees::contest(report, effort, &subject, &mut planted, run, |_| None);
        }
    };
    measured(trees::BUILD, |tree| tree.build());
    measured(trees::REFIT, |tree| {
        tree.refit();
    });
}

/// A contestant that only reads the boxes, with all threads together.
struct Together(ReadLoop);

impl Contestant for Together {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn run(&mut self, rows: Range<usize>) {
        self.0.run_together(rows);
    }

    fn wrong(&self, _: &[Side]) -> Option<usize> {
        None
    }
}

fn sides(report: &Report, effort: Effort, subject: &Subject, boxes: &[Bounds]) {
    let plane = scene::plane();
    let columns = [0; 2].map(|_| Columns::new(boxes));
    let [all, checked] = &columns;
    let mut contestants: [Box<dyn Contestant + '_>; 3] = [
        Box::new(Together(ReadLoop::new(boxes))),
        columns::bitmaps(columns::BITMAPS, &plane, all.all()),
        columns::bitmaps(columns::CHECKED, &plane, checked.checked()),
    ];
    let exact: Vec<Side> = boxes.iter().map(|bounds| plane.exactly(bounds)).collect();
    // Chunks are larger than for one thread, so that waking the threads takes little of the time and all threads get
    // equal shares.
    let chunk = 16 * CHUNK;
    contest(report, subject, effort, &exact, chunk, &mut contestants);
}
