//! Tests the policy for NaN and infinity that the documentation of the crate states. Constructors return an error.
//! Functions of raw points panic, and their documentation says so. Functions whose names begin with `try_` return an
//! error.

use std::fs;
use std::panic::{UnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use transect::predicates::orient2d;
use transect::{
    Aabb, AabbError, Capsule, Cone, ConvexPolygon, ConvexPolyhedron, ConvexRegion, Cylinder,
    Ellipsoid, Hull, Line, Moving, Parallelepiped, Plane, PlaneAt, PlaneThrough, PointError,
    Ransac, Ray, Region, Segment, SimplePolygon, Sphere, Triangle, overlap, separation,
};

const INVALID: [f64; 3] = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
const O: [f64; 3] = [0.0; 3];
const X: [f64; 3] = [1.0, 0.0, 0.0];
const Y: [f64; 3] = [0.0, 1.0, 0.0];
const Z: [f64; 3] = [0.0, 0.0, 1.0];

/// Returns copies of the vector in which one coordinate is an invalid number: one copy for each axis and each of the
/// numbers `INVALID`.
fn spoiled(vector: [f64; 3]) -> impl Iterator<Item = [f64; 3]> {
    INVALID.into_iter().flat_map(move |value| {
        (0..3).map(move |axis| {
            let mut vector = vector;
            vector[axis] = value;
            vector
        })
    })
}

#[test]
fn constructors_check_their_numbers() {
    for bad in spoiled(X) {
        let flat = [bad[0] + bad[1], bad[2]];
        let errors = [
            Plane::new(bad, 0.0).is_err(),
            Plane::new(Z, bad[0] + bad[1] + bad[2]).is_err(),
            Plane::from_point_and_normal(bad, Z).is_err(),
            Plane::through([O, bad, Y]).is_err(),
            PlaneThrough::new([O, bad, Y]).is_err(),
            PlaneAt::new(bad, Z).is_err(),
            PlaneAt::new(O, bad).is_err(),
            Line::new(bad, X).is_err(),
            Line::new(O, bad).is_err(),
            Line::through([O, bad]).is_err(),
            Ray::new(bad, X).is_err(),
            Ray::through([bad, Y]).is_err(),
            Segment::new(O, bad).is_err(),
            Segment::new(bad, O).is_err(),
            Segment::try_from([O, bad]).is_err(),
            Triangle::new([O, Y, bad]).is_err(),
            Triangle::try_from([bad, Y, Z]).is_err(),
            ConvexPolygon::new([O, bad, Y]).is_err(),
            SimplePolygon::new([[0.0, 0.0], flat, [0.0, 1.0]]).is_err(),
            Hull::new([O, bad]).is_err(),
            ConvexPolyhedron::hull_of(&[O, X, Y, Z, bad]).is_err(),
            ConvexRegion::hull_of(&[O, X, Y, Z, bad]).is_err(),
            Sphere::new(bad, 1.0).is_err(),
            Capsule::new(O, bad, 1.0).is_err(),
            Cylinder::new(O, bad, 1.0).is_err(),
            Cone::new(O, bad, 1.0).is_err(),
            Ellipsoid::new(O, [X, Y, bad]).is_err(),
            Parallelepiped::new(O, [X, Y, bad]).is_err(),
            Aabb::from_corners(O, bad).is_err(),
            Aabb::from_center(bad, X).is_err(),
            Aabb::of_points(&[O, bad]).is_err(),
            Moving::new(O, bad).is_err(),
            Plane::best_fit(&[O, X, Y, bad]).is_err(),
            Plane::robust_fit(&[O, X, Y, bad], &Ransac::new(0.1)).is_err(),
            PointError::check(&bad).is_err(),
        ];
        let accepted = errors.iter().position(|is_error| !is_error);
        assert_eq!(accepted, None, "{bad:?}");
    }
}

/// Tests that a NaN or infinite coordinate of any of the points is an error, and is not skipped by the search for
/// bounds.
#[test]
fn boxes_of_points_check_every_point() {
    let found = Aabb::of_points(&[[1.0, 2.0], [f64::NAN, 3.0]]);
    assert!(matches!(found, Err(AabbError::Point { index: 1, axis: 0, value }) if value.is_nan()));
    let found = Aabb::of_points(&[[1.0, f64::NEG_INFINITY]]);
    assert_eq!(
        found,
        Err(AabbError::Point {
            index: 0,
            axis: 1,
            value: f64::NEG_INFINITY
        })
    );
    assert_eq!(
        Aabb::<2>::of_points(&[[0.0; 2]; 0]),
        Err(AabbError::NoPoints)
    );
}

#[test]
fn bounds_that_contain_no_point_are_errors() {
    let message = |min, max| Aabb::new([0.0, min], [1.0, max]).map_err(|error| error.to_string());
    let infinite = f64::INFINITY;
    assert!(message(-infinite, infinite).is_ok() && message(-infinite, 0.0).is_ok());
    assert_eq!(
        message(infinite, infinite),
        Err("min y is inf; such a box contains no point".into())
    );
    assert_eq!(
        message(-infinite, -infinite),
        Err("max y is -inf; such a box contains no point".into())
    );
    assert_eq!(
        message(infinite, 0.0),
        Err("min y is inf, greater than max y, 0".into())
    );
    assert_eq!(
        message(f64::NAN, 0.0),
        Err("min y is NaN, not a finite number".into())
    );
}

fn panics<T>(call: impl FnOnce() -> T + UnwindSafe) -> bool {
    catch_unwind(move || {
        call();
    })
    .is_err()
}

#[test]
#[cfg_attr(
    not(panic = "unwind"),
    ignore = "it reads panics, which end the program here"
)]
fn functions_of_raw_points_panic() -> Result<(), Box<dyn std::error::Error>> {
    let sphere = Sphere::new(O, 1.0)?;
    let kept = PlaneThrough::new([[0.1, 0.2, 0.3], [0.7, 0.1, 0.2], [0.3, 0.9, 0.4]])?;
    for plane in [
        Plane::new(Z, -1.0)?,
        Plane::new([0.1, 0.2, 0.3], 0.7)?,
        Plane::new([2.0, 3.0, 6.0], 0.0)?,
    ] {
        let planes = [plane];
        let region = Region::new(&planes);
        assert!(!panics(|| plane.side(&sphere)));
        for bad in spoiled([5.0, 6.0, 7.0]) {
            let cube = Aabb::new(O, [1.0; 3])?;
            let answers = [
                panics(|| plane.side(&bad)),
                panics(|| plane.extent(&bad)),
                panics(|| plane.interval(&bad)),
                panics(|| plane.contact(&bad)),
                panics(|| plane.closest(&bad)),
                panics(|| plane.passage(&Moving::new(bad, X).expect("a velocity"))),
                panics(|| plane.value(&bad)),
                panics(|| plane.signed_distance(&bad)),
                panics(|| plane.project(&bad)),
                panics(|| plane.mirror(&bad)),
                panics(|| plane.sides(&[bad], &mut [transect::Side::On])),
                panics(|| plane.project_all(&mut [bad])),
                panics(|| kept.side(&bad)),
                panics(|| kept.value(&bad)),
                panics(|| kept.signed_distance(&bad)),
                panics(|| region.contains(&bad)),
                panics(|| Region::<3>::new(&[]).contains(&bad)),
                panics(|| region.plane_behind_which(&bad)),
                panics(|| region.overlap_conservative(&bad)),
                panics(|| region.overlap(&bad)),
                panics(|| region.decide(&bad)),
                panics(|| overlap(&cube, &bad)),
                panics(|| separation(&bad, &cube)),
            ];
            let silent = answers.iter().position(|panics| !panics);
            assert_eq!(silent, None, "{plane:?}, {bad:?}");
            let results = [
                plane.try_side(&bad).is_err(),
                plane.try_value(&bad).is_err(),
                plane.try_signed_distance(&bad).is_err(),
                plane.try_project(&bad).is_err(),
                plane.try_mirror(&bad).is_err(),
                kept.try_side(&bad).is_err(),
                region.try_contains(&bad).is_err(),
                Region::<3>::new(&[]).try_contains(&bad).is_err(),
            ];
            assert_eq!(results, [true; 8]);
        }
        let point = [5.0, 6.0, 7.0];
        assert_eq!(plane.try_side(&point), Ok(plane.side(&point)));
        assert_eq!(plane.try_value(&point), Ok(plane.value(&point)));
        assert_eq!(
            plane.try_signed_distance(&point),
            Ok(plane.signed_distance(&point))
        );
        assert_eq!(plane.try_project(&point), Ok(plane.project(&point)));
        assert_eq!(plane.try_mirror(&point), Ok(plane.mirror(&point)));
        assert_eq!(kept.try_side(&point), Ok(kept.side(&point)));
        assert_eq!(region.try_contains(&point), Ok(region.contains(&point)));
    }
    for bad in INVALID {
        assert!(panics(|| orient2d(&[0.0, 0.0], &[1.0, 0.0], &[bad, 1.0])));
    }
    Ok(())
}

/// Functions that take raw points and only compute rounded coordinates, or return a NaN without a panic. Their
/// documentation needs no section about panics.
const WITHOUT_PANICS: [&str; 7] = [
    "after",
    "apply",
    "apply_direction",
    "apply_normal",
    "backmost_and_frontmost",
    "cast",
    "of_normal",
];

/// Functions that return rounded coordinates or parameters, and functions whose documentation says what they return for
/// a NaN. They need neither a section about panics nor one about errors.
const OTHERS: [&str; 5] = ["contains", "parameter", "to_2d", "to_3d", "triangulate"];

fn sources(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        match path.extension() {
            None if path.is_dir() => sources(&path, files),
            Some(extension) if extension == "rs" => files.push(path),
            _ => {}
        }
    }
}

/// Every public function of raw points, or of shapes that may be raw points, documents its panics or its errors.
#[test]
fn functions_of_raw_points_say_what_they_do() {
    let mut files = Vec::new();
    sources(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("src"),
        &mut files,
    );
    let mut seen = 0;
    for file in files {
        let text = fs::read_to_string(&file).expect("a source");
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        for (index, line) in lines.iter().enumerate() {
            let Some(start) = line
                .strip_prefix("pub fn ")
                .or_else(|| line.strip_prefix("pub const fn "))
            else {
                continue;
            };
            let name = start.split(['(', '<']).next().unwrap_or_default();
            let signature: Vec<&str> = lines[index..]
                .iter()
                .copied()
                .take_while(|line| !line.is_empty())
                .collect();
            let signature = signature.join(" ");
            let signature = signature.split('{').next().unwrap_or_default();
            let arguments = signature.split("->").next().unwrap_or_default();
            let takes = [
                "&[f64;",
                "&[[f64;",
                "&impl Coordinates",
                "&impl Shape",
                "&(impl Shape",
                "&impl Polytope",
                "&impl ExtentThrough",
                "&impl IntervalThrough",
                "Moving<",
            ];
            if !takes.iter().any(|kind| arguments.contains(kind)) || WITHOUT_PANICS.contains(&name)
            {
                continue;
            }
            let above = lines[..index].iter().rev();
            let documented = above
                .take_while(|line| line.starts_with("///") || line.starts_with("#["))
                .any(|line| *line == "/// # Panics" || *line == "/// # Errors");
            let is_other = OTHERS.contains(&name) && !file.ends_with("region/mod.rs");
            assert!(documented || is_other, "{}: {name}", file.display());
            seen += usize::from(documented);
        }
    }
    assert!(seen > 30, "{seen} functions");
}
