//! Exact signs against an oracle written apart, over families of hard cases
//! (docs/exactness.md). `cargo xtask exactness` runs the same for as long as one likes.

mod big;
mod exact;
mod families;
mod laws;
mod long;
mod questions;
mod random;
mod regions;

use crate::families::FAMILIES;
use crate::questions::QUESTIONS;
use crate::random::Random;

/// Per question and family: 212 500 cases a question.
const CASES: u64 = 12_500;

fn ask(name: &str) {
    let (_, question) = QUESTIONS
        .into_iter()
        .find(|(question, _)| *question == name)
        .expect("a question of the list");
    for family in FAMILIES {
        let mut random = Random::new(family as u64);
        for _ in 0..CASES {
            if let Err(disagreement) = question(family, &mut random) {
                panic!("{name}, {family:?}: {disagreement}");
            }
        }
    }
}

macro_rules! ask {
    ($($test:ident: $question:literal,)*) => {
        $(#[test]
        fn $test() {
            ask($question);
        })*

        #[test]
        fn every_question_is_asked() {
            let asked = [$($question),*];
            assert_eq!(asked, QUESTIONS.map(|(name, _)| name));
        }
    };
}

ask! {
    points_2d: "point, 2D",
    points_3d: "point, 3D",
    single_points_2d: "f32 point, 2D",
    single_points_3d: "f32 point, 3D",
    boxes_2d: "box, 2D",
    boxes_3d: "box, 3D",
    segments_2d: "segment, 2D",
    segments_3d: "segment, 3D",
    triangles_2d: "triangle, 2D",
    triangles_3d: "triangle, 3D",
    values_2d: "value, 2D",
    values_3d: "value, 3D",
    planes_through_points_2d: "plane through points, 2D",
    planes_through_points_3d: "plane through points, 3D",
    orientations_2d: "orientation of points, 2D",
    regions_without_points_2d: "emptiness of a region, 2D",
    regions_without_points_3d: "emptiness of a region, 3D",
    segments_and_regions_2d: "segment and region, 2D",
    segments_and_regions_3d: "segment and region, 3D",
    circles_and_regions: "circle and region",
    spheres_and_regions: "sphere and region",
}
