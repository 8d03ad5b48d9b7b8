//! `--why GLOB` for rows of a table: explains the answer for a row by the corners or planes that decide it.

use transect::region::Decision;
use transect::{Aabb, Side};

use crate::boxes::shape::Sorted;
use crate::boxes::why;
use crate::sort::question::{Answer, Question};
use transect_report::numbers::counted;
use transect_report::why::place;

/// Returns the paragraph that explains the answer for a row.
pub(crate) fn paragraph<S: Sorted<D>, const D: usize>(
    name: &str,
    question: &Question<D>,
    shape: &S,
    answer: Answer,
) -> String {
    let Answer::Extent(extent) = answer else {
        return region(name, question, &question.region().decide(shape), S::NOUN);
    };
    let (plane, [min, max]) = (&question.planes[0], shape.ends());
    match Aabb::new(min, max) {
        Ok(bounds) if S::NOUN == "box" => why::paragraph(name, plane, &bounds, extent),
        _ => {
            let side = extent.side();
            let verdict = match side {
                Side::Front => "is in front",
                Side::On => "is on the plane",
                Side::Back => "is behind",
            };
            let distance = plane.signed_distance(&min);
            format!(
                "\nwhy {name} {verdict}\n  {}\n",
                place(&min, side, distance)
            )
        }
    }
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
