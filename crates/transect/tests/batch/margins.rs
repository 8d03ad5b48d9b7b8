//! Tests rows that would be on the wrong side if the error margin of the filter (the quick test in floats) were smaller
//! than the proved one.

use transect::batch::{
    AabbColumns, Batch, Level, ParallelepipedColumns, PointColumns, SphereColumns,
};
use transect::{Overlap, Parallelepiped, Plane, Region, Side, Sphere};

use crate::batch::pairs::{Number, answers};
use crate::batch::regions::overlaps;
use crate::batch::worst::{DOUBLE, SINGLE};
use crate::random::Random;

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

/// In this test, n·p + d is zero, but its terms are only a few times the smallest positive float. The error margin of
/// the filter (the quick test in floats) must not become smaller than the rounding error of such subnormal numbers.
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

/// Returns the given number, or one of the two floats below it or the two floats above it.
fn moved(number: f64, random: &mut Random) -> f64 {
    match random.below(5) {
        0 => number.next_down().next_down(),
        1 => number.next_down(),
        2 => number,
        3 => number.next_up(),
        _ => number.next_up().next_up(),
    }
}

fn slices<const D: usize>(columns: &[[f64; ROWS]; D]) -> [&[f64]; D] {
    columns.each_ref().map(<[f64; ROWS]>::as_slice)
}

/// The spheres of this test touch the plane up to a few units in the last place of f64. A batch classifies spheres in
/// three stages: two with error bounds in floats, and then exactly. The first stage has the larger bound, so it decides
/// none of these spheres. The second must leave some of them to the exact stage.
#[test]
fn the_second_stage_of_spheres_is_not_certain_too_early() {
    let mut random = Random::new(3);
    for _ in 0..200 {
        let normal = [0; 3].map(|_| random.unit());
        let plane = Plane::new(normal, 1e-3 * random.unit()).expect("a normal");
        let mut columns = [[0.0; ROWS]; 4];
        let mut expected = [Side::On; ROWS];
        for row in 0..ROWS {
            let center = [0; 3].map(|_| random.unit());
            let radius = moved(plane.signed_distance(&center).abs(), &mut random).max(0.0);
            let sphere = Sphere::new(center, radius).expect("a radius");
            expected[row] = plane.side(&sphere);
            for axis in 0..3 {
                columns[axis][row] = center[axis];
            }
            columns[3][row] = radius;
        }
        let [x, y, z, radius] = slices(&columns);
        for level in Level::available() {
            let mut sides = [Side::On; ROWS];
            let spheres = SphereColumns::new([x, y, z], radius).at(level);
            spheres.sides(&plane, &mut sides);
            assert_eq!(sides, expected, "{level}, {plane:?}");
        }
    }
}

/// Tests parallelepipeds, as the test above does spheres. The x coordinate of each center is chosen so that the
/// parallelepiped touches the plane up to a few units in the last place.
#[test]
fn the_second_stage_of_parallelepipeds_is_not_certain_too_early() {
    let mut random = Random::new(4);
    for _ in 0..200 {
        let normal = [0; 3].map(|_| random.unit());
        let plane = Plane::new(normal, 1e-3 * random.unit()).expect("a normal");
        let along = |vector: [f64; 3]| (0..3).map(|axis| normal[axis] * vector[axis]).sum::<f64>();
        let mut columns = [[0.0; ROWS]; 12];
        let mut expected = [Side::On; ROWS];
        for row in 0..ROWS {
            let half_axes = [0; 3].map(|_| [0; 3].map(|_| random.unit()));
            let reach: f64 = half_axes.iter().map(|&half| along(half).abs()).sum();
            let [y, z] = [0; 2].map(|_| random.unit());
            let sign = random.pick(&[1.0, -1.0]);
            let rest = along([0.0, y, z]) + plane.offset();
            let center = [moved((sign * reach - rest) / normal[0], &mut random), y, z];
            let turned = Parallelepiped::new(center, half_axes).expect("finite");
            expected[row] = plane.side(&turned);
            let numbers = center.iter().chain(half_axes.as_flattened());
            for (column, number) in columns.iter_mut().zip(numbers) {
                column[row] = *number;
            }
        }
        let [x, y, z, half_axes @ ..] = slices(&columns);
        let half_axes: &[[&[f64]; 3]; 3] = half_axes.as_chunks().0.try_into().expect("three");
        for level in Level::available() {
            let mut sides = [Side::On; ROWS];
            let turned = ParallelepipedColumns::new([x, y, z], *half_axes).at(level);
            turned.sides(&plane, &mut sides);
            assert_eq!(sides, expected, "{level}, {plane:?}");
        }
    }
}

/// No sum of this test is rounded in f64. So the library's second stage, a computation in f64, decides all rows, and
/// needs no error bound. In about half of the rows, the center has small coordinates, and both the sphere and the
/// parallelepiped touch the plane. In the other rows, two coordinates are very large, and their products cancel.
#[test]
fn sums_that_are_not_rounded_decide_contacts() {
    let mut random = Random::new(5);
    let plane = Plane::new([2.0, 3.0, 6.0], 0.0).expect("a normal");
    let mut columns = [[0.0_f32; ROWS]; 13];
    let mut contacts = [0; 2];
    for _ in 0..100 {
        for row in 0..ROWS {
            let integer = |random: &mut Random| random.integer(9) as f32;
            // For the center, 2x + 3y + 6z = ±7·radius, so the sphere touches the plane: the normal has the length 7.
            // On the parallelepiped, 2x + 3y + 6z also differs from its value at the center by at most 7·radius: the
            // first half-axis adds (2 + 3)·radius, the third 2·radius.
            let radius = 2.0 * integer(&mut random).abs();
            let [y, z] = [2.0 * integer(&mut random), integer(&mut random)];
            let large = random.pick(&[0.0, 0.0, 2_f32.powi(60), 2_f32.powi(90)]);
            let sign = random.pick(&[1.0, -1.0]);
            let x = sign * (7.0 * radius) / 2.0 - 1.5 * y - 3.0 * z;
            // The direction (3, −2, 0) is parallel to the plane. A large multiple of it makes the products large, but
            // they cancel. In f32, x and y are lost by rounding.
            let center = [x + 3.0 * large, y - 2.0 * large, z];
            let half_axes = [[radius, radius, 0.0], [0.0, 0.0, 0.0], [radius, 0.0, 0.0]];
            let numbers = center
                .iter()
                .chain(half_axes.as_flattened())
                .chain([&radius]);
            for (column, number) in columns.iter_mut().zip(numbers) {
                column[row] = *number;
            }
        }
        let wide =
            |row: usize, first: usize| [0, 1, 2].map(|axis| f64::from(columns[first + axis][row]));
        let mut expected = [[Side::On; ROWS]; 2];
        for row in 0..ROWS {
            let sphere = Sphere::new(wide(row, 0), f64::from(columns[12][row])).expect("a radius");
            let half_axes = [wide(row, 3), wide(row, 6), wide(row, 9)];
            let turned = Parallelepiped::new(wide(row, 0), half_axes).expect("finite");
            expected[0][row] = plane.side(&sphere);
            expected[1][row] = plane.side(&turned);
            let ends = [plane.extent(&sphere), plane.extent(&turned)];
            for (count, ends) in contacts.iter_mut().zip(ends) {
                *count += usize::from([ends.backmost, ends.frontmost].contains(&Side::On));
            }
        }
        let [x, y, z, half_axes @ .., radius] = columns.each_ref().map(<[f32; ROWS]>::as_slice);
        let half_axes: &[[&[f32]; 3]; 3] = half_axes.as_chunks().0.try_into().expect("three");
        for level in Level::available() {
            let mut sides = [[Side::On; ROWS]; 2];
            let [spheres, turned] = &mut sides;
            SphereColumns::new([x, y, z], radius)
                .at(level)
                .sides(&plane, spheres);
            let columns = ParallelepipedColumns::new([x, y, z], *half_axes);
            columns.at(level).sides(&plane, turned);
            assert_eq!(sides, expected, "{level}");
        }
    }
    assert!(contacts.iter().all(|&count| count > 3000), "{contacts:?}");
}
