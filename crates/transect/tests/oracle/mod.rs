//! Compares exact signs with an oracle, an independent exact computation, over families of hard cases
//! (docs/exactness.md). `cargo xtask exactness` runs the same tests for any number of cases.

/// Creates two tests for each law, one in 2D and one in 3D.
macro_rules! laws {
    ($($law:ident,)*) => {
        $(#[test]
        fn $law() {
            super::$law::<2>();
            super::$law::<3>();
        })*
    };
}

mod at;
mod big;
mod chords;
mod clip_laws;
mod clips;
mod depths;
mod distances;
pub(crate) mod exact;
mod grids;
mod kept;
mod kept_spheres;
mod laws;
mod long;
mod meeting_laws;
mod meets;
mod moving;
mod nearest;
mod number;
mod overlaps;
mod polygons;
mod questions;
mod quotients;
mod regions;
mod roots;
mod rounded;
mod several;
mod shape_laws;
mod shapes;
mod unbounded;

use crate::families::FAMILIES;
use crate::oracle::questions::QUESTIONS;
use crate::random::Random;
use crate::run::is_long;

/// Returns the number of cases per question (oracle test) and family of hard cases. The default makes 10 625 cases per
/// question over all families, and `TRANSECT_LONG=1`, as in `.ci/nightly`, makes 106 250.
fn cases() -> u64 {
    if is_long() { 6_250 } else { 625 }
}

fn ask(name: &str) {
    let (_, question) = QUESTIONS
        .into_iter()
        .find(|(question, _)| *question == name)
        .expect("a question of the list");
    let cases = cases();
    for family in FAMILIES {
        let mut random = Random::new(family as u64);
        for _ in 0..cases {
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
            let query = [$($question),*];
            assert_eq!(query, QUESTIONS.map(|(name, _)| name));
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
    boxes_with_infinite_bounds_2d: "box with infinite bounds, 2D",
    boxes_with_infinite_bounds_3d: "box with infinite bounds, 3D",
    segments_2d: "segment, 2D",
    segments_3d: "segment, 3D",
    triangles_2d: "triangle, 2D",
    triangles_3d: "triangle, 3D",
    values_2d: "value, 2D",
    values_3d: "value, 3D",
    planes_through_points_2d: "plane through points, 2D",
    planes_through_points_3d: "plane through points, 3D",
    orientations_2d: "orientation of points, 2D",
    spheres_2d: "sphere, 2D",
    spheres_3d: "sphere, 3D",
    capsules_2d: "capsule, 2D",
    capsules_3d: "capsule, 3D",
    parallelepipeds_2d: "parallelepiped, 2D",
    parallelepipeds_3d: "parallelepiped, 3D",
    centered_boxes_2d: "centered box, 2D",
    centered_boxes_3d: "centered box, 3D",
    ellipsoids_2d: "ellipsoid, 2D",
    ellipsoids_3d: "ellipsoid, 3D",
    cylinders: "cylinder",
    cones: "cone",
    hulls_2d: "hull, 2D",
    hulls_3d: "hull, 3D",
    polygons_2d: "polygon, 2D",
    polygons_3d: "polygon, 3D",
    extremes_of_points_2d: "extremes of points, 2D",
    extremes_of_points_3d: "extremes of points, 3D",
    regions_without_points_2d: "emptiness of a region, 2D",
    regions_without_points_3d: "emptiness of a region, 3D",
    segments_and_regions_2d: "segment and region, 2D",
    segments_and_regions_3d: "segment and region, 3D",
    circles_and_regions: "circle and region",
    spheres_and_regions: "sphere and region",
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
    planes_at_points_2d: "plane at a point, 2D",
    planes_at_points_3d: "plane at a point, 3D",
    values_of_planes_at_points_2d: "value of a plane at a point, 2D",
    values_of_planes_at_points_3d: "value of a plane at a point, 3D",
    meeting_points_and_planes_at_points_2d: "meeting point, plane at a point, 2D",
    meeting_points_and_planes_at_points_3d: "meeting point, plane at a point, 3D",
    spheres_and_kept_planes_2d: "sphere and kept plane, 2D",
    spheres_and_kept_planes_3d: "sphere and kept plane, 3D",
    spheres_and_planes_at_points_2d: "sphere and plane at a point, 2D",
    spheres_and_planes_at_points_3d: "sphere and plane at a point, 3D",
    parts_of_segments_2d: "part of a segment, 2D",
    parts_of_segments_3d: "part of a segment, 3D",
    parts_of_rays_2d: "part of a ray, 2D",
    parts_of_rays_3d: "part of a ray, 3D",
    parts_of_polygons_2d: "part of a polygon, 2D",
    parts_of_polygons_3d: "part of a polygon, 3D",
    parts_of_polyhedra: "part of a polyhedron",
    moving_shapes_2d: "moving shape, 2D",
    moving_shapes_3d: "moving shape, 3D",
    overlaps_2d: "overlap, 2D",
    overlaps_3d: "overlap, 3D",
    depths_of_hulls: "depth of a hull, 3D",
    chords_in_regions_2d: "chord in a region, 2D",
    chords_in_regions_3d: "chord in a region, 3D",
    chords_in_boxes_2d: "chord in a box, 2D",
    chords_in_boxes_3d: "chord in a box, 3D",
    chords_in_parallelepipeds_2d: "chord in a parallelepiped, 2D",
    chords_in_parallelepipeds_3d: "chord in a parallelepiped, 3D",
    chords_in_triangles_2d: "chord in a triangle, 2D",
    chords_in_triangles_3d: "chord in a triangle, 3D",
    chords_in_circles: "chord in a sphere, 2D",
    chords_in_spheres: "chord in a sphere, 3D",
    distances_from_boxes_2d: "distance from a box, 2D",
    distances_from_boxes_3d: "distance from a box, 3D",
    two_circles: "two spheres, 2D",
    two_spheres: "two spheres, 3D",
    circles_and_triangles: "sphere and triangle, 2D",
    spheres_and_triangles: "sphere and triangle, 3D",
}
