//! A paragraph of `--why GLOB`: explains the answer for a row by the corners or planes that decide it.

use transect::region::Decision;
use transect::{Aabb, Extent, Side};

use crate::classify::question::{Answer, Question};
use crate::table::shape::TableShape;
use transect_report::numbers::counted;
use transect_report::why::{place, reason};

/// Returns the paragraph that explains the answer for a row.
pub(crate) fn paragraph<S: TableShape<D>, const D: usize>(
    name: &str,
    question: &Question<D>,
    shape: &S,
    answer: Answer,
) -> String {
    let Answer::Extent(extent) = answer else {
        return region(name, question, &question.region().decide(shape), S::NOUN);
    };
    let [min, max] = shape.ends();
    match Aabb::new(min, max) {
        Ok(bounds) if S::NOUN == "box" => corners(name, question, &bounds, extent),
        _ => {
            let side = extent.side();
            let verdict = match side {
                Side::Front => "is in front",
                Side::On => "is on the plane",
                Side::Back => "is behind",
            };
            let distance = question.signed_distance(&min);
            format!(
                "\nwhy {name} {verdict}\n  {}\n",
                place(&min, side, distance)
            )
        }
    }
}

/// Returns the paragraph for a box and a plane: its side, and the backmost and the frontmost corner, which decide the
/// side.
fn corners<const D: usize>(
    name: &str,
    question: &Question<D>,
    bounds: &Aabb<D>,
    extent: Extent,
) -> String {
    let normal = question.planes[0].normal();
    let [backmost, frontmost] = bounds.backmost_and_frontmost(&normal);
    let [back, front] = [&backmost, &frontmost].map(|corner| question.signed_distance(corner));
    let (verdict, reason) = reason(extent, ["corner", "corners"]);
    format!(
        "\nwhy {name} {verdict}\n  backmost corner   {}\n  frontmost corner  {}\n  {reason}\n",
        place(&backmost, extent.backmost, back),
        place(&frontmost, extent.frontmost, front),
    )
}

fn region<const D: usize>(
    name: &str,
    question: &Question<D>,
    decision: &Decision,
    noun: &str,
) -> String {
    let named = |planes: &[usize]| {
        let planes = planes.iter().map(|&plane| &*question.said[plane]);
        planes.collect::<Vec<&str>>().join(", ")
    };
    let (verdict, reason) = match decision {
        Decision::Inside => {
            let all = match question.planes.len() {
                1 => "the one plane".into(),
                2 => "both planes".into(),
                count => format!("all {}", counted(count, "plane")),
            };
            ("is inside", format!("all of it is in front of or on {all}"))
        }
        Decision::Meets { planes } => (
            "meets the region",
            format!("part of it is inside, and part is behind {}", named(planes)),
        ),
        Decision::Outside { planes } if planes.len() == 1 => {
            let all = if noun == "box" { "all of it" } else { "it" };
            ("is outside", format!("{all} is behind {}", named(planes)))
        }
        Decision::Outside { planes } => (
            "is outside",
            format!(
                "no point of it is in front of or on all of {}, but it is not entirely behind any of them",
                named(planes)
            ),
        ),
    };
    format!("\nwhy {name} {verdict}\n  {reason}\n")
}
