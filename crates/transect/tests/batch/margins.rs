//! Tests rows that would be on the wrong side if the error margin of the filter (the quick test in floats) were smaller
//! than the proved one.

use transect::batch::{AabbColumns, Batch, Level, PointColumns, SphereColumns};
use transect::{Overlap, Plane, Region, Side, Sphere};

use crate::pairs::{Number, answers};
use crate::random::Random;
use crate::regions::overlaps;
use crate::worst::{DOUBLE, SINGLE};

/// The number of rows in a batch. All rows hold the same point, and they fill a whole block of 64 rows and a part of a
/// second block.
const ROWS: usize = 100;

fn check<T: Number>((normal, offset, point): ([f64; 3], f64, [T; 3]), expected: Side) {
    for (sign, expected) in [(1.0, expected), (-1.0, -expected)] {
        let plane = Plane::new(normal.map(|c| sign * c), sign * offset).expect("a normal");
        let columns = point.map(|coordinate| [coordinate; ROWS]);
        let columns = columns.each_ref().map(<[T; ROWS]>::as_slice);
        for level in Level::available() {
            let mut sides = [[Side::On; ROWS]; 2];
            let [points, boxes] = &mut sides;
            PointColumns::new(columns).at(level).sides(&plane, points);
            let flat = AabbColumns::new(columns, columns);
            flat.at(level).sides(&plane, boxes);
            assert_eq!(sides, [[expected; ROWS]; 2], "{level}, {plane:?}");
        }
    }
}

#[test]
fn the_first_stage_is_not_certain_too_early() {
    for row in SINGLE {
        check(row, Side::Back);
    }
}

#[test]
fn the_second_stage_is_not_certain_too_early() {
    check(DOUBLE, Side::On);
}

/// In this test, the sums n·p + d cancel to a few times the smallest positive float. The error margin of the filter
/// (the quick test in floats) must not become smaller than the rounding error of subnormal numbers.
#[test]
fn the_first_stage_has_a_floor() {
    let unit = f64::from(f32::from_bits(1));
    let point = [f32::from_bits(64); 3];
    // The filter (the quick test in f32) divides the plane by a power of two. The three products and the offset are
    // then odd multiples of half the smallest positive f32.
    check(([3.0, 3.0, -9.0], 192.0 * unit, point), Side::On);
}

/// The error margin must be computed from the largest absolute coordinate of the non-null rows, including negative
/// coordinates.
#[test]
fn nulls_do_not_hide_large_coordinates() {
    for (normal, offset, point) in SINGLE {
        let plane = Plane::new(normal.map(|c| -c), offset).expect("a normal");
        let columns = point.map(|coordinate| {
            let mut column = [-coordinate; ROWS];
            column[7] = f32::NAN;
            column
        });
        let columns = columns.each_ref().map(<[f32; ROWS]>::as_slice);
        let mut expected = [Some(Side::Back); ROWS];
        expected[7] = None;
        for level in Level::available() {
            let boxes = AabbColumns::new(columns, columns).at(level);
            assert_eq!(answers(&boxes, ROWS, &plane).0, expected, "{level}");
        }
    }
}

/// Returns a plane in general position, and an f32 point that is almost on it.
fn near_miss(random: &mut Random) -> (Plane, [f32; 3]) {
    let normal = [0; 3].map(|_| 1.5 + 0.5 * random.unit());
    let point = [0; 3].map(|_| (0.75 + 0.25 * random.unit()) as f32);
    let along: f64 = normal
        .iter()
        .zip(point)
        .map(|(n, c)| n * f64::from(c))
        .sum();
    let plane = Plane::new(normal, 1e-9 * random.unit() - along);
    (plane.expect("a normal"), point)
}

/// Tests the error margin that all planes of a region share: the largest of the error bounds of these planes. The
/// second plane has a larger bound than the first.
#[test]
fn a_region_is_not_certain_too_early() {
    let mut random = Random::new(1);
    let upright = Plane::new([1.0, 0.0, 0.0], 0.0).expect("a normal");
    for _ in 0..300 {
        let (plane, point) = near_miss(&mut random);
        let planes = [upright, plane];
        let expected = match plane.side(&point.map(f64::from)) {
            Side::Back => Overlap::Outside,
            _ => Overlap::Inside,
        };
        let columns = point.map(|coordinate| [coordinate; ROWS]);
        let columns = columns.each_ref().map(<[f32; ROWS]>::as_slice);
        for level in Level::available() {
            let points = PointColumns::new(columns).at(level);
            let found = overlaps(&points, ROWS, &Region::new(&planes), false);
            assert_eq!(found, [Some(expected); ROWS], "{level}, {plane:?}");
        }
    }
}

#[test]
fn spheres_that_all_but_touch_are_told_exactly() {
    let mut random = Random::new(2);
    for _ in 0..300 {
        // The plane passes through the origin, because an offset would increase the error margin of the filter (the
        // quick test in floats).
        let plane = Plane::new([0; 3].map(|_| random.unit()), 0.0).expect("a normal");
        let center = [0; 3].map(|_| random.unit() as f32);
        let radius = plane.signed_distance(&center.map(f64::from)).abs() as f32;
        let sphere = Sphere::new(center.map(f64::from), f64::from(radius)).expect("a radius");
        let columns = center.map(|coordinate| [coordinate; ROWS]);
        let columns = columns.each_ref().map(<[f32; ROWS]>::as_slice);
        let radii = [radius; ROWS];
        for level in Level::available() {
            let mut sides = [Side::On; ROWS];
            let spheres = SphereColumns::new(columns, &radii).at(level);
            spheres.sides(&plane, &mut sides);
            assert_eq!(sides, [plane.side(&sphere); ROWS], "{level}, {plane:?}");
        }
    }
}
