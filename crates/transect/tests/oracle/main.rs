//! Exact signs against an oracle written apart, over families of hard cases
//! (docs/exactness.md). `cargo xtask exactness` runs the same for as long as one likes.

mod big;
mod exact;
mod families;
mod kept;
mod laws;
mod long;
mod meeting_laws;
mod meets;
mod number;
mod questions;
mod random;
mod several;

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
    lines_2d: "line, 2D",
    lines_3d: "line, 3D",
    rays_2d: "ray, 2D",
    rays_3d: "ray, 3D",
    crossings_of_segments_2d: "crossing of a segment, 2D",
    crossings_of_segments_3d: "crossing of a segment, 3D",
    feet_and_mirror_images_2d: "foot and mirror image, 2D",
    feet_and_mirror_images_3d: "foot and mirror image, 3D",
    relations_of_planes_2d: "relation of planes, 2D",
    relations_of_planes_3d: "relation of planes, 3D",
    two_lines_2d: "two lines, 2D",
    two_planes_3d: "two planes, 3D",
    three_planes_3d: "three planes, 3D",
    meeting_points_2d: "meeting point, 2D",
    meeting_points_3d: "meeting point, 3D",
    kept_planes_2d: "kept plane, 2D",
    kept_planes_3d: "kept plane, 3D",
    values_of_kept_planes_2d: "value of a kept plane, 2D",
    values_of_kept_planes_3d: "value of a kept plane, 3D",
    meeting_points_and_kept_planes_2d: "meeting point, kept plane, 2D",
    meeting_points_and_kept_planes_3d: "meeting point, kept plane, 3D",
}
