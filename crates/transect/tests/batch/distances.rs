//! Tests signed distances of batches: they equal those of single shapes, and their signs are those of the sides.

use std::panic::catch_unwind;

use dashu_ratio::Relaxed;
use transect::batch::{AabbColumns, Level, PointColumns, PointRows, Scalar};
use transect::{Aabb, Plane, PlaneError, Side, Triangle};

use crate::batch::pairs::{Number, Sample, sample};
use crate::families::{FAMILIES, Family};
use crate::halfway::Halfway;
use crate::random::{Random, power_of_two};
use crate::run::cases;

/// Returns `true` if both distances are equal to the last bit, or if `batch` is NaN and `single` is `None` (a null
/// row).
fn same(batch: f64, single: Option<f64>) -> bool {
    single.map_or(batch.is_nan(), |single| batch.to_bits() == single.to_bits())
}

/// Returns `true` if a distance has the sign of `side`. A distance that is rounded to zero passes for every side,
/// because it may have underflowed.
fn is_on(distance: f64, side: Side) -> bool {
    distance == 0.0 || distance.total_cmp(&0.0) == f64::from(side as i8).total_cmp(&0.0)
}

/// Makes batches of hard cases of one family (boxes and points that touch the plane or nearly touch it), and compares
/// their distances with the distances of the same shapes one by one. Returns the number of distances compared.
fn compare<T: Number, const D: usize>(family: Family) -> usize {
    let mut random = Random::new(100 + family as u64);
    let mut compared = 0;
    for rows in [0, 1, 5, 63, 64, 65, 130, 300, 301, 302] {
        let with_nulls = random.one_in(3);
        let Some(Sample { plane, min, max }) =
            sample::<T, D>(family, rows, with_nulls, &mut random)
        else {
            continue;
        };
        let start = rows.min(1);
        let [min, max] = [&min, &max].map(|end| end.each_ref().map(|column| &column[start..]));
        let (points, boxes) = (PointColumns::new(min), AabbColumns::new(min, max));
        let records: Vec<[T; D]> = (0..points.len())
            .map(|row| min.map(|column| column[row]))
            .collect();
        for level in Level::available() {
            let mut distances = vec![7.0; points.len()];
            points.at(level).signed_distances(&plane, &mut distances);
            let mut of_records = vec![7.0; points.len()];
            let written = PointRows::new(&records)
                .at(level)
                .try_signed_distances(&plane, &mut of_records);
            assert_eq!(written, Ok(()));
            let (mut backmost, mut frontmost) = (distances.clone(), vec![7.0; points.len()]);
            boxes
                .at(level)
                .intervals(&plane, &mut backmost, &mut frontmost);
            for row in 0..points.len() {
                let point = points.get(row).expect("a row");
                let is_null = point.iter().any(|coordinate| coordinate.is_nan());
                let expected = (!is_null).then(|| plane.signed_distance(&point));
                let what = || format!("{family:?}, {level}, {plane:?}, {:?}", boxes.get(row));
                assert!(same(distances[row], expected), "{}", what());
                assert!(same(of_records[row], expected), "{}", what());
                assert!(is_null || is_on(distances[row], plane.side(&point)));
                let [min, max] = boxes.get(row).expect("a row");
                let interval = Aabb::new(min, max).ok().map(|aabb| plane.interval(&aabb));
                let [back, front] = [
                    interval.map(|interval| interval.backmost),
                    interval.map(|interval| interval.frontmost),
                ];
                assert!(same(backmost[row], back), "{}", what());
                assert!(same(frontmost[row], front), "{}", what());
                compared += 4;
            }
        }
    }
    compared
}

#[test]
fn distances_as_one_by_one() {
    for family in FAMILIES {
        assert!(compare::<f32, 3>(family) > 0);
        assert!(compare::<f32, 2>(family) > 0);
        assert!(compare::<f64, 3>(family) > 0);
        assert!(compare::<f64, 2>(family) > 0);
    }
}

/// Compares distances of points with those of the points one by one, and returns their number.
fn compare_points<T: Number, const D: usize>(plane: &Plane<D>, points: &[[T; D]]) -> usize {
    let columns: [Vec<T>; D] =
        std::array::from_fn(|axis| points.iter().map(|point| point[axis]).collect());
    let columns = columns.each_ref().map(|column| &column[..]);
    for level in Level::available() {
        let mut distances = vec![7.0; points.len()];
        let [mut backmost, mut frontmost] = [distances.clone(), distances.clone()];
        let batch = PointColumns::new(columns).at(level);
        batch.signed_distances(plane, &mut distances);
        let boxes = AabbColumns::new(columns, columns).at(level);
        boxes.intervals(plane, &mut backmost, &mut frontmost);
        for (row, point) in points.iter().enumerate() {
            let point = point.map(Scalar::to_f64);
            let single = plane.signed_distance(&point);
            for distance in [distances[row], backmost[row], frontmost[row]] {
                let what = || format!("{level}: {distance:e}, {single:e}, {plane:?}, {point:?}");
                assert!(same(distance, Some(single)), "{}", what());
            }
        }
    }
    points.len()
}

/// Compares distances of points whose values are near the middle between two floats, and returns their number.
fn compare_halfway<T: Number, const D: usize>(random: &mut Random) -> usize {
    let Some(family) = Halfway::<D>::random(random) else {
        return 0;
    };
    let plane = Plane::new(family.normal, family.offset).expect("a plane");
    let points: Vec<_> = (0..130)
        .map(|_| family.point(random).map(T::narrowed))
        .collect();
    compare_points(&plane, &points)
}

/// The terms cancel to about 2⁻¹² of the largest one. There the values are so close together that an estimate whose error
/// is a few times the rounding error of its terms gives the wrong float in about one row of a thousand.
#[test]
fn distances_of_points_whose_terms_cancel() {
    let mut random = Random::new(20);
    // Returns a number with a magnitude from ½ to 1.
    let term = |random: &mut Random| {
        let unit = random.unit();
        unit / 2.0 + 0.5_f64.copysign(unit)
    };
    for _ in 0..400 {
        let normal: [f64; 3] = std::array::from_fn(|_| term(&mut random));
        let offset = term(&mut random);
        let plane = Plane::new(normal, offset).expect("a plane");
        let points: Vec<[f64; 3]> = (0..128)
            .map(|_| {
                let [x, y] = [0; 2].map(|_| term(&mut random));
                let value = term(&mut random) * power_of_two(-10);
                let z = (value - (normal[0] * x + normal[1] * y + offset)) / normal[2];
                [x, y, z]
            })
            .collect();
        compare_points(&plane, &points);
    }
}

#[test]
fn distances_near_the_middle_between_floats() {
    let mut random = Random::new(19);
    let mut compared = [0; 4];
    while compared.iter().any(|&compared| compared < cases(60_000)) {
        compared[0] += compare_halfway::<f32, 2>(&mut random);
        compared[1] += compare_halfway::<f32, 3>(&mut random);
        compared[2] += compare_halfway::<f64, 2>(&mut random);
        compared[3] += compare_halfway::<f64, 3>(&mut random);
    }
}

/// Compares distances from a plane whose constant has any size and any last bit, compared with the other terms. Returns
/// their number.
fn compare_constants<T: Number, const D: usize>(random: &mut Random) -> usize {
    // Normals of a few bits have a method of their own.
    let has_few_bits = random.one_in(2);
    let normal: [f64; D] = std::array::from_fn(|_| {
        if has_few_bits {
            1.0 + random.integer(4).abs()
        } else {
            random.unit()
        }
    });
    let significand = match random.below(3) {
        0 => 1.0,
        1 => 1.0 + random.power_of_two(-52, -30),
        _ => random.unit(),
    };
    let offset = significand * random.power_of_two(-60, 70) * random.pick(&[1.0, -1.0]);
    let Ok(plane) = Plane::new(normal, offset) else {
        return 0;
    };
    let points: Vec<_> = (0..130)
        .map(|_| {
            let is_whole = random.below(3) > 0;
            std::array::from_fn(|_| {
                T::narrowed(if is_whole {
                    random.integer(1 << 30)
                } else {
                    random.unit() * 1e9
                })
            })
        })
        .collect();
    compare_points(&plane, &points)
}

#[test]
fn distances_with_constants_of_any_size() {
    let mut random = Random::new(20);
    let mut compared = [0; 4];
    while compared.iter().any(|&compared| compared < cases(60_000)) {
        compared[0] += compare_constants::<f32, 2>(&mut random);
        compared[1] += compare_constants::<f32, 3>(&mut random);
        compared[2] += compare_constants::<f64, 2>(&mut random);
        compared[3] += compare_constants::<f64, 3>(&mut random);
    }
}

/// Checks a distance against rational numbers: its relative error is below 2⁻⁵⁰, also where n·p + d overflows. A distance
/// is infinite only if the true one is that close to the greatest float, or greater. Returns `true` if n·p + d overflows
/// and the distance is finite.
fn check_far(plane: &Plane, point: &[f64; 3]) -> bool {
    let exact = |value: f64| Relaxed::try_from(value).expect("a finite number");
    let terms = plane.normal().into_iter().zip(point);
    let value = terms.fold(exact(plane.offset()), |sum, (n, &c)| {
        sum + exact(n) * exact(c)
    });
    let normal = plane.normal().map(exact);
    let squared = normal.iter().fold(Relaxed::ZERO, |sum, n| sum + n * n);
    let distance = plane.signed_distance(point);
    let size = exact(distance.abs().min(f64::MAX));
    let (found, expected) = (&size * &size * squared, &value * &value);
    // The square of a number with the relative error e has a relative error of at most 2e + e².
    let error = &expected * exact(2.1 * 2_f64.powi(-50));
    assert!(
        &found - &expected <= error,
        "{plane:?}, {point:?}: {distance}"
    );
    if distance.is_finite() {
        assert!(
            expected - found <= error,
            "{plane:?}, {point:?}: {distance}"
        );
    }
    let side = Side::from(value.cmp(&Relaxed::ZERO));
    assert!(is_on(distance, side), "{plane:?}, {point:?}: {distance}");
    distance.is_finite() && value > exact(f64::MAX)
}

#[test]
fn distances_near_the_greatest_float_are_finite() {
    let mut random = Random::new(23);
    let mut overflowing = 0;
    for _ in 0..400 {
        let factor = random.pick(&[1.0, 1.0, 1e-300, 1e-10, 1e8]);
        let normal = [0; 3].map(|_| random.unit() * factor);
        let offset = random.unit() * random.pick(&[0.0, 1e300, 1e308]) * factor.min(1.0);
        let Ok(plane) = Plane::new(normal, offset) else {
            continue;
        };
        let points: Vec<[f64; 3]> = (0..70)
            .map(|_| [0; 3].map(|_| random.unit() * 1.79e308))
            .collect();
        for point in &points {
            overflowing += usize::from(check_far(&plane, point));
        }
        compare_points(&plane, &points);
        for corners in points.as_chunks::<3>().0 {
            let triangle = Triangle::new(*corners).expect("finite points");
            let found = plane.interval(&triangle);
            let distances = corners.map(|corner| plane.signed_distance(&corner));
            let [least, greatest] = [f64::min, f64::max]
                .map(|pick| distances.into_iter().reduce(pick).expect("three corners"));
            assert_eq!([found.backmost, found.frontmost], [least, greatest]);
        }
    }
    assert!(overflowing > 1000, "{overflowing} of the values overflow");
}

#[test]
#[cfg_attr(
    not(panic = "unwind"),
    ignore = "it reads panics, which end the program here"
)]
fn what_has_no_distance() -> Result<(), PlaneError> {
    let plane = Plane::new([1.0, 0.0], 0.0)?;
    let column = [1.0, f64::NAN, 3.0];
    let mut distances = [0.0; 3];
    PointColumns::new([&[1.0, 2.0, 3.0], &column]).signed_distances(&plane, &mut distances);
    assert!(distances[0] == 1.0 && distances[1].is_nan() && distances[2] == 3.0);
    let mut x = vec![1.0_f32; 70];
    for row in [3, 68] {
        x[row] = f32::NEG_INFINITY;
        let message = catch_unwind(|| {
            PointColumns::new([&x, &x]).signed_distances(&plane, &mut [0.0; 70]);
        })
        .map_err(|panic| panic.downcast::<String>().expect("a text"));
        let expected = format!("row {row} is on no side: coordinate x is -inf");
        assert_eq!(message, Err(Box::new(expected)));
        let error = PointColumns::new([&x, &x]).try_signed_distances(&plane, &mut [0.0; 70]);
        let error = error.expect_err("an infinite coordinate");
        assert_eq!((error.index, error.axis), (row, Some(0)));
        let records: Vec<[f32; 2]> = x.iter().map(|&x| [1.0, x]).collect();
        let of_records = PointRows::new(&records).try_signed_distances(&plane, &mut [0.0; 70]);
        let error = of_records.expect_err("an infinite coordinate");
        assert_eq!((error.index, error.axis), (row, Some(1)));
        x[row] = 1.0;
    }
    let message = catch_unwind(|| {
        AabbColumns::new([&x, &x], [&x, &x]).intervals(&plane, &mut [0.0; 70], &mut [0.0; 69]);
    })
    .map_err(|panic| panic.downcast::<String>().expect("a text"));
    let expected = "one place per row: there are 70 rows, `frontmost` has 69 places";
    assert_eq!(message, Err(Box::new(expected.into())));
    Ok(())
}
