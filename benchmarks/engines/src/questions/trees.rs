//! Measures trees of boxes: finding the boxes that a plane cuts, finding the boxes that a frustum sees, building a
//! tree, and refitting it to moved boxes.

use transect::{Plane, Side};

use crate::ask::{Bounds, Exactly as _, Frustum};
use crate::data::scene;
use crate::peers::bvh::BvhCrate;
use crate::peers::grown::{Flat, Ids, Selections, Slots};
use crate::peers::obvhs::Obvhs;
use crate::peers::parry::Parry;
use crate::report::{Figure, Report, Subject};
use crate::rounds::{Effort, measure};
use crate::trees::{AnyTree, planted};

const CUT: &str = "tree: boxes that a plane cuts";
const SEEN: &str = "tree: boxes in a frustum";
pub(crate) const BUILD: &str = "tree: build";
pub(crate) const REFIT: &str = "tree: refit";
const GROWTH: &str = "growth: boxes that a plane cuts";
const SHARES: &str = "shares: boxes that a plane cuts";

pub(crate) fn ask(report: &Report, effort: Effort) {
    for count in [100_000, 1_000_000, 10_000_000] {
        let is_wanted = |question: &&str| report.wants(question, "random");
        if [CUT, SEEN, BUILD, REFIT].iter().any(is_wanted) && !effort.leaves_out(count) {
            one(report, effort, &scene::boxes(count));
        }
    }
    if report.wants(GROWTH, "random") {
        for count in (4..12).map(|power| 4_usize.pow(power)).chain([10_000_000]) {
            if !effort.leaves_out(count) {
                cut(report, effort, GROWTH, &scene::boxes(count));
            }
        }
    }
    if report.wants(SHARES, "") {
        for size in [0.1, 1.0, 5.0, 10.0, 20.0, 35.0, 50.0, 65.0] {
            cut(report, effort, SHARES, &scene::of_size(1_000_000, size));
        }
    }
}

/// Returns the boxes moved by 0.25 along every axis: boxes with an even index forward, the others backward.
pub(crate) fn moved(boxes: &[Bounds]) -> Vec<Bounds> {
    let aside = |(place, bounds): (usize, &Bounds)| {
        let step = if place % 2 == 0 { 0.25 } else { -0.25 };
        bounds.map(|corner| corner.map(|number| number + step))
    };
    boxes.iter().enumerate().map(aside).collect()
}

fn trees(boxes: &[Bounds], moved: &[Bounds]) -> Vec<Box<dyn AnyTree>> {
    vec![
        planted::<Selections>(boxes, moved),
        planted::<Ids>(boxes, moved),
        planted::<Parry>(boxes, moved),
        planted::<Obvhs>(boxes, moved),
        planted::<BvhCrate>(boxes, moved),
    ]
}

fn cut_exactly(plane: &Plane, boxes: &[Bounds]) -> Vec<bool> {
    let is_cut = |bounds: &Bounds| plane.exactly(bounds) == Side::On;
    boxes.iter().map(is_cut).collect()
}

fn seen_exactly(frustum: &Frustum, boxes: &[Bounds]) -> Vec<bool> {
    let is_seen = |bounds: &Bounds| frustum.exactly(bounds) != Side::Back;
    boxes.iter().map(is_seen).collect()
}

/// Returns the number of wrong answers: boxes that were found by mistake, missed, or found more than once.
fn wrong(found: &[u32], exact: &[bool]) -> usize {
    let mut times = vec![0_usize; exact.len()];
    found.iter().for_each(|&number| times[number as usize] += 1);
    let differences = times.iter().zip(exact);
    differences
        .map(|(times, &is_exact)| times.abs_diff(usize::from(is_exact)))
        .sum()
}

/// Measures one operation of all trees, such as a query or a build, then counts the wrong answers of each tree.
pub(crate) fn contest(
    report: &Report,
    effort: Effort,
    subject: &Subject,
    trees: &mut [Box<dyn AnyTree>],
    mut run: impl FnMut(&mut dyn AnyTree),
    mut wrong: impl FnMut(&mut dyn AnyTree) -> Option<usize>,
) {
    eprintln!("{subject}");
    let count = subject.count;
    let times = measure(trees, |tree, _| run(tree), count, count, effort);
    let figures: Vec<Figure> = trees
        .iter_mut()
        .zip(times)
        .map(|(tree, nanoseconds)| Figure {
            engine: tree.name(),
            nanoseconds,
            wrong: wrong(tree.as_mut()),
        })
        .collect();
    report.write(subject, &figures);
}

/// Measures finding the boxes that a plane cuts. The name of the data includes the share of boxes that are cut.
fn cut(report: &Report, effort: Effort, question: &'static str, boxes: &[Bounds]) {
    let plane = scene::plane();
    let exact = cut_exactly(&plane, boxes);
    let share = exact.iter().filter(|&&is_cut| is_cut).count() as f64 / boxes.len() as f64;
    let subject = Subject {
        question,
        data: format!("{:.2} % cut", 100.0 * share).into(),
        count: boxes.len(),
    };
    let mut trees = trees(boxes, &[]);
    trees.push(planted::<Flat>(boxes, &[]));
    contest(
        report,
        effort,
        &subject,
        &mut trees,
        |tree| tree.on(&plane),
        |tree| Some(wrong(tree.ids_on(&plane), &exact)),
    );
}

fn one(report: &Report, effort: Effort, boxes: &[Bounds]) {
    let moved = moved(boxes);
    let (plane, frustum) = (scene::plane(), scene::frustum());
    let mut trees = trees(boxes, &moved);
    let subject = |question| Subject {
        question,
        data: "random".into(),
        count: boxes.len(),
    };
    if report.wants(CUT, "random") {
        let exact = cut_exactly(&plane, boxes);
        let run = |tree: &mut dyn AnyTree| tree.on(&plane);
        let wrong = |tree: &mut dyn AnyTree| Some(wrong(tree.ids_on(&plane), &exact));
        contest(report, effort, &subject(CUT), &mut trees, run, wrong);
    }
    if report.wants(SEEN, "random") {
        let exact = seen_exactly(&frustum, boxes);
        let run = |tree: &mut dyn AnyTree| tree.seen(&frustum);
        let wrong = |tree: &mut dyn AnyTree| Some(wrong(tree.ids_seen(&frustum), &exact));
        contest(report, effort, &subject(SEEN), &mut trees, run, wrong);
    }
    if report.wants(BUILD, "random") {
        let run = |tree: &mut dyn AnyTree| tree.build();
        contest(report, effort, &subject(BUILD), &mut trees, run, |_| None);
    }
    if report.wants(REFIT, "random") {
        trees.push(planted::<Slots>(boxes, &moved));
        // Measure only the trees that support refitting.
        trees.retain_mut(|tree| tree.refit());
        let exact = cut_exactly(&plane, &moved);
        let run = |tree: &mut dyn AnyTree| {
            tree.refit();
        };
        let wrong = |tree: &mut dyn AnyTree| {
            if !tree.is_moved() {
                tree.refit();
            }
            Some(wrong(tree.ids_on(&plane), &exact))
        };
        contest(report, effort, &subject(REFIT), &mut trees, run, wrong);
    }
}
