//! The questions. Each question is a test that compares a result of the library with the oracle, an independent exact
//! computation.

use transect::predicates::orient2d;
use transect::{Aabb, Extent, Plane, PlaneError, Segment, Side, Triangle};

use crate::families::{Case, Family, Width};
use crate::oracle::chords;
use crate::oracle::clips;
use crate::oracle::depths;
use crate::oracle::distances;
use crate::oracle::exact::{is_nearest, sign};
use crate::oracle::nearest::is_nearest_or_infinite;
use crate::oracle::polygons;
use crate::oracle::regions;
use crate::oracle::shapes;
use crate::oracle::{at, kept, kept_spheres, meets, moving, overlaps, several};
use crate::random::{Random, power_of_two};

/// A function that asks one question about one random case of a family. It returns a description if the library and the
/// oracle disagree.
pub(crate) type Question = fn(Family, &mut Random) -> Result<(), String>;

pub(crate) const QUESTIONS: [(&str, Question); 100] = [
    ("point, 2D", point::<2>),
    ("point, 3D", point::<3>),
    ("f32 point, 2D", single_point::<2>),
    ("f32 point, 3D", single_point::<3>),
    ("box, 2D", aabb::<2>),
    ("box, 3D", aabb::<3>),
    ("box with infinite bounds, 2D", unbounded::<2>),
    ("box with infinite bounds, 3D", unbounded::<3>),
    ("segment, 2D", segment::<2>),
    ("segment, 3D", segment::<3>),
    ("triangle, 2D", triangle::<2>),
    ("triangle, 3D", triangle::<3>),
    ("value, 2D", value::<2>),
    ("value, 3D", value::<3>),
    ("plane through points, 2D", through::<2>),
    ("plane through points, 3D", through::<3>),
    ("orientation of points, 2D", orientation),
    ("sphere, 2D", shapes::sphere::<2>),
    ("sphere, 3D", shapes::sphere::<3>),
    ("capsule, 2D", shapes::capsule::<2>),
    ("capsule, 3D", shapes::capsule::<3>),
    ("parallelepiped, 2D", shapes::parallelepiped::<2>),
    ("parallelepiped, 3D", shapes::parallelepiped::<3>),
    ("centered box, 2D", shapes::centered_box::<2>),
    ("centered box, 3D", shapes::centered_box::<3>),
    ("ellipsoid, 2D", shapes::ellipsoid::<2>),
    ("ellipsoid, 3D", shapes::ellipsoid::<3>),
    ("cylinder", shapes::cylinder),
    ("cone", shapes::cone),
    ("hull, 2D", shapes::hull::<2>),
    ("hull, 3D", shapes::hull::<3>),
    ("polygon, 2D", polygons::polygon_in_2d),
    ("polygon, 3D", polygons::polygon_in_3d),
    ("extremes of points, 2D", shapes::extremes_of_points::<2>),
    ("extremes of points, 3D", shapes::extremes_of_points::<3>),
    ("emptiness of a region, 2D", regions::emptiness::<2>),
    ("emptiness of a region, 3D", regions::emptiness::<3>),
    ("segment and region, 2D", regions::segment::<2>),
    ("segment and region, 3D", regions::segment::<3>),
    ("circle and region", regions::sphere::<2>),
    ("sphere and region", regions::sphere::<3>),
    ("line, 2D", meets::line::<2>),
    ("line, 3D", meets::line::<3>),
    ("ray, 2D", meets::ray::<2>),
    ("ray, 3D", meets::ray::<3>),
    ("crossing of a segment, 2D", meets::segment::<2>),
    ("crossing of a segment, 3D", meets::segment::<3>),
    ("foot and mirror image, 2D", meets::foot::<2>),
    ("foot and mirror image, 3D", meets::foot::<3>),
    ("relation of planes, 2D", several::relation::<2>),
    ("relation of planes, 3D", several::relation::<3>),
    ("two lines, 2D", several::two_lines),
    ("two planes, 3D", several::two_planes_in_space),
    ("three planes, 3D", several::three_planes),
    ("meeting point, 2D", several::meeting_point::<2>),
    ("meeting point, 3D", several::meeting_point::<3>),
    ("kept plane, 2D", kept::sides::<2>),
    ("kept plane, 3D", kept::sides::<3>),
    ("value of a kept plane, 2D", kept::values::<2>),
    ("value of a kept plane, 3D", kept::values::<3>),
    ("meeting point, kept plane, 2D", kept::meeting_points::<2>),
    ("meeting point, kept plane, 3D", kept::meeting_points::<3>),
    ("plane at a point, 2D", at::sides::<2>),
    ("plane at a point, 3D", at::sides::<3>),
    ("value of a plane at a point, 2D", at::values::<2>),
    ("value of a plane at a point, 3D", at::values::<3>),
    (
        "meeting point, plane at a point, 2D",
        at::meeting_points::<2>,
    ),
    (
        "meeting point, plane at a point, 3D",
        at::meeting_points::<3>,
    ),
    ("sphere and kept plane, 2D", kept_spheres::through::<2>),
    ("sphere and kept plane, 3D", kept_spheres::through::<3>),
    ("sphere and plane at a point, 2D", kept_spheres::at::<2>),
    ("sphere and plane at a point, 3D", kept_spheres::at::<3>),
    ("part of a segment, 2D", clips::segment::<2>),
    ("part of a segment, 3D", clips::segment::<3>),
    ("part of a ray, 2D", clips::ray::<2>),
    ("part of a ray, 3D", clips::ray::<3>),
    ("part of a polygon, 2D", clips::polygon::<2>),
    ("part of a polygon, 3D", clips::polygon::<3>),
    ("part of a polyhedron", clips::polyhedron),
    ("moving shape, 2D", moving::passage::<2>),
    ("moving shape, 3D", moving::passage::<3>),
    ("overlap, 2D", overlaps::shapes::<2>),
    ("overlap, 3D", overlaps::shapes::<3>),
    ("depth of a hull, 3D", depths::of_hull),
    ("chord in a region, 2D", chords::region::<2>),
    ("chord in a region, 3D", chords::region::<3>),
    ("chord in a box, 2D", chords::aabb::<2>),
    ("chord in a box, 3D", chords::aabb::<3>),
    ("chord in a parallelepiped, 2D", chords::parallelepiped::<2>),
    ("chord in a parallelepiped, 3D", chords::parallelepiped::<3>),
    ("chord in a triangle, 2D", chords::triangle::<2>),
    ("chord in a triangle, 3D", chords::triangle::<3>),
    ("chord in a sphere, 2D", chords::sphere::<2>),
    ("chord in a sphere, 3D", chords::sphere::<3>),
    ("distance from a box, 2D", distances::from_box::<2>),
    ("distance from a box, 3D", distances::from_box::<3>),
    ("two spheres, 2D", distances::two_spheres::<2>),
    ("two spheres, 3D", distances::two_spheres::<3>),
    (
        "sphere and triangle, 2D",
        distances::sphere_and_triangle::<2>,
    ),
    (
        "sphere and triangle, 3D",
        distances::sphere_and_triangle::<3>,
    ),
];

fn point<const D: usize>(family: Family, random: &mut Random) -> Result<(), String> {
    let case = any_width::<D>(family, random);
    agree(
        plane(&case).side(&case.points[0]),
        side(&case, &case.points[0]),
        &case,
    )
}

fn single_point<const D: usize>(family: Family, random: &mut Random) -> Result<(), String> {
    let case = family.case::<D>(Width::Single, random);
    let point = case.points[0];
    let answer = plane(&case).form().side_of_single(&point.map(|c| c as f32));
    agree(answer, side(&case, &point), &case)
}

fn aabb<const D: usize>(family: Family, random: &mut Random) -> Result<(), String> {
    let case = any_width::<D>(family, random);
    let [a, b, _] = case.points;
    let aabb = Aabb::from_corners(a, b).map_err(|error| error.to_string())?;
    let corners = (0..1 << D).map(|chosen: usize| {
        std::array::from_fn(|axis| {
            if chosen >> axis & 1 == 0 {
                a[axis]
            } else {
                b[axis]
            }
        })
    });
    agree(plane(&case).extent(&aabb), hull(&case, corners), &case)
}

/// Tests boxes with infinite bounds. The oracle computes the supremum of n·p over the points p of the box, axis by
/// axis. An axis on which n is zero adds 0. An axis on which the box is unbounded in the direction of n makes the
/// supremum infinite. The backmost side is computed in the same way with the flipped plane.
fn unbounded<const D: usize>(family: Family, random: &mut Random) -> Result<(), String> {
    let mut case = any_width::<D>(family, random);
    let [a, b, _] = case.points;
    let mut min: [f64; D] = std::array::from_fn(|axis| a[axis].min(b[axis]));
    let mut max: [f64; D] = std::array::from_fn(|axis| a[axis].max(b[axis]));
    for axis in 0..D {
        if random.one_in(3) {
            min[axis] = f64::NEG_INFINITY;
        }
        if random.one_in(3) {
            max[axis] = f64::INFINITY;
        }
        if random.one_in(3) {
            case.normal[axis] = 0.0;
        }
    }
    if case.normal == [0.0; D] {
        case.normal[0] = random.pick(&[1.0, -5e-324, f64::MAX]);
    }
    let frontmost = |factor: f64| {
        let mut terms = vec![(case.offset, factor)];
        for axis in 0..D {
            let n = factor * case.normal[axis];
            let end = if n < 0.0 { min[axis] } else { max[axis] };
            match (n == 0.0, end.is_finite()) {
                (true, _) => {}
                (false, true) => terms.push((n, end)),
                (false, false) => return Side::Front,
            }
        }
        Side::from(sign(&terms))
    };
    let expected = Extent {
        backmost: -frontmost(-1.0),
        frontmost: frontmost(1.0),
    };
    let aabb = Aabb::new(min, max).map_err(|error| error.to_string())?;
    agree(plane(&case).extent(&aabb), expected, &(case, aabb))
}

fn segment<const D: usize>(family: Family, random: &mut Random) -> Result<(), String> {
    let case = any_width::<D>(family, random);
    let [start, end, _] = case.points;
    let answer = plane(&case).extent(&Segment::new(start, end).expect("finite points"));
    agree(answer, hull(&case, [start, end]), &case)
}

fn triangle<const D: usize>(family: Family, random: &mut Random) -> Result<(), String> {
    let case = any_width::<D>(family, random);
    let answer = plane(&case).extent(&Triangle::new(case.points).expect("finite points"));
    agree(answer, hull(&case, case.points), &case)
}

/// Checks the value n·p + d of a plane at a point. It must be the nearest float.
fn value<const D: usize>(family: Family, random: &mut Random) -> Result<(), String> {
    let case = any_width::<D>(family, random);
    let answer = plane(&case).value(&case.points[0]);
    let right = is_nearest_or_infinite(answer, &terms(&case, &case.points[0]));
    agree(right, true, &(answer, case))
}

/// Checks the plane through points. If the points do not determine a plane, the library must report this. Otherwise the
/// signs of the normal's coefficients and the offset are checked.
fn through<const D: usize>(family: Family, random: &mut Random) -> Result<(), String> {
    let mut points = points_for_plane::<D>(&any_width(family, random), random);
    points.rotate_left(random.below(D as u64) as usize);
    let normal: [Vec<(f64, f64)>; D] = std::array::from_fn(|axis| normal_terms(&points, axis));
    let plane = match Plane::through(points) {
        Ok(plane) => plane,
        Err(error) => {
            let dependent = normal.iter().all(|terms| sign(terms).is_eq());
            return agree(
                error == PlaneError::Dependent && dependent,
                true,
                &(error, points),
            );
        }
    };
    // A coefficient that is tiny relative to the largest one may underflow to zero.
    let tiny = |axis: usize| plane.normal()[axis] == 0.0;
    let signs = (0..D)
        .all(|axis| tiny(axis) || sign(&normal[axis]) == plane.normal()[axis].total_cmp(&0.0));
    let ordinary = points
        .as_flattened()
        .iter()
        .all(|&c| c == 0.0 || (power_of_two(-100)..power_of_two(100)).contains(&c.abs()));
    let nearest = (0..D).all(|axis| is_nearest(plane.normal()[axis], &normal[axis]));
    let at_point: Vec<_> = plane
        .normal()
        .into_iter()
        .zip(points[0].map(|c| -c))
        .collect();
    let offset = is_nearest(plane.offset(), &at_point);
    agree(
        (signs, !ordinary || nearest, offset),
        (true, true, true),
        &(plane, points),
    )
}

fn orientation(family: Family, random: &mut Random) -> Result<(), String> {
    let case = any_width::<2>(family, random);
    let [a, b] = points_for_plane::<2>(&case, random);
    let c = if random.one_in(4) {
        std::array::from_fn(|axis| 2.0 * b[axis] - a[axis])
    } else {
        case.points[2]
    };
    if !c.iter().all(|c: &f64| c.is_finite()) {
        return Ok(());
    }
    let mut terms = Vec::new();
    for (p, q) in [(a, b), (b, c), (c, a)] {
        terms.extend([(p[0], q[1]), (-p[1], q[0])]);
    }
    agree(orient2d(&a, &b, &c), Side::from(sign(&terms)), &(a, b, c))
}

/// Returns D points from a test case. They are often dependent, so that they determine no plane: some are equal or, in
/// 3D, all are on one line.
pub(crate) fn points_for_plane<const D: usize>(
    case: &Case<D>,
    random: &mut Random,
) -> [[f64; D]; D] {
    let [a, b, _] = case.points;
    let mut points: [[f64; D]; D] = std::array::from_fn(|index| case.points[index]);
    let factor = random.pick(&[0.0, 1.0, 2.0, -1.0, 0.5, 3.0]);
    let continued = std::array::from_fn(|axis| a[axis] + factor * (b[axis] - a[axis]));
    if random.one_in(2) && continued.iter().all(|c: &f64| c.is_finite()) {
        points[D - 1] = continued;
    }
    points
}

/// Returns the products whose sum is one coefficient of the normal of the plane through points.
pub(crate) fn normal_terms<const D: usize>(points: &[[f64; D]; D], axis: usize) -> Vec<(f64, f64)> {
    if D == 2 {
        let [from, to] = [points[0], points[1]];
        return match axis {
            0 => vec![(from[1], 1.0), (to[1], -1.0)],
            _ => vec![(to[0], 1.0), (from[0], -1.0)],
        };
    }
    // In 3D, the normal is the cross product (b − a) × (c − a), multiplied out.
    let [a, b, c] = [points[0], points[1], points[2]];
    let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
    vec![
        (b[i], c[j]),
        (-b[i], a[j]),
        (-a[i], c[j]),
        (-b[j], c[i]),
        (b[j], a[i]),
        (a[j], c[i]),
    ]
}

pub(crate) fn any_width<const D: usize>(family: Family, random: &mut Random) -> Case<D> {
    let width = random.pick(&[Width::Single, Width::Double]);
    family.case(width, random)
}

pub(crate) fn plane<const D: usize>(case: &Case<D>) -> Plane<D> {
    Plane::new(case.normal, case.offset).expect("a family's plane is finite and not zero")
}

pub(crate) fn terms<const D: usize>(case: &Case<D>, point: &[f64; D]) -> Vec<(f64, f64)> {
    let mut terms: Vec<_> = case.normal.into_iter().zip(*point).collect();
    terms.push((case.offset, 1.0));
    terms
}

fn side<const D: usize>(case: &Case<D>, point: &[f64; D]) -> Side {
    Side::from(sign(&terms(case, point)))
}

pub(crate) fn hull<const D: usize>(
    case: &Case<D>,
    points: impl IntoIterator<Item = [f64; D]>,
) -> Extent {
    let sides: Vec<Side> = points.into_iter().map(|point| side(case, &point)).collect();
    Extent {
        backmost: *sides.iter().min().expect("a shape has points"),
        frontmost: *sides.iter().max().expect("a shape has points"),
    }
}

pub(crate) fn agree<T: PartialEq + std::fmt::Debug>(
    answer: T,
    truth: T,
    case: &impl std::fmt::Debug,
) -> Result<(), String> {
    if answer == truth {
        Ok(())
    } else {
        Err(format!("{answer:?}, but the truth is {truth:?}: {case:?}"))
    }
}
