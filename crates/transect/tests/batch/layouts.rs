//! Compares batches of records (points and boxes), spheres and parallelepipeds with the same shapes classified one by one.

use transect::batch::{
    AabbRows, Batch, Level, Masks, ParallelepipedColumns, PointRows, SphereColumns,
};
use transect::{Aabb, Parallelepiped, Plane, Shape, Side, Sphere};

use crate::batch::pairs::Number;
use crate::families::{FAMILIES, Family};
use crate::random::Random;

/// Returns the side of the shape in each row; `None` for a null row.
fn sides<const D: usize>(
    batch: &impl Batch<D>,
    rows: usize,
    plane: &Plane<D>,
) -> Vec<Option<Side>> {
    let words = rows.div_ceil(64);
    let (mut meets, mut front, mut null) = (vec![0; words], vec![0; words], vec![0; words]);
    let masks = Masks {
        on: &mut meets,
        front: &mut front,
        null: Some(&mut null),
    };
    batch.masks(plane, masks);
    let bit = |words: &[u64], row: usize| words[row / 64] >> (row % 64) & 1 == 1;
    (0..rows)
        .map(
            |row| match [&meets, &front, &null].map(|words| bit(words, row)) {
                [true, false, false] => Some(Side::On),
                [false, true, false] => Some(Side::Front),
                [false, false, false] => Some(Side::Back),
                _ => None,
            },
        )
        .collect()
}

/// Returns a plane and rows of four points. The plane and most of the points come from one hard case: the points are on
/// the plane or nearly so.
fn cases<T: Number, const D: usize>(
    family: Family,
    rows: usize,
    random: &mut Random,
) -> (Plane<D>, Vec<[[T; D]; 4]>) {
    let case = family.case::<D>(T::WIDTH, random);
    let plane = Plane::new(case.normal, case.offset).expect("a plane");
    let points = (0..rows).map(|_| {
        let other = family.case::<D>(T::WIDTH, random).points;
        let [a, b, c] = if random.one_in(4) { other } else { case.points };
        [a, b, c, other[0]].map(|point| point.map(T::narrowed))
    });
    let points = points.collect();
    (plane, points)
}

/// Returns the coordinates of points as D columns.
fn columns<T: Number, const D: usize>(points: impl Iterator<Item = [T; D]>) -> [Vec<T>; D] {
    let mut columns = [const { Vec::new() }; D];
    for point in points {
        for (column, number) in columns.iter_mut().zip(point) {
            column.push(number);
        }
    }
    columns
}

fn wide<T: Number, const D: usize>(point: [T; D]) -> [f64; D] {
    point.map(T::to_f64)
}

/// Runs a check for each family of hard cases (planes and points for which rounding errors matter), on batches of
/// several sizes.
fn run(check: fn(Family, usize, &mut Random)) {
    for family in FAMILIES {
        let mut random = Random::new(family as u64);
        for rows in [0, 1, 63, 64, 65, 150] {
            check(family, rows, &mut random);
        }
    }
}

fn records_of_points<T: Number, const D: usize>(family: Family, rows: usize, random: &mut Random) {
    let (plane, points) = cases::<T, D>(family, rows, random);
    let mut records: Vec<[T; D]> = points.iter().map(|&[point, ..]| point).collect();
    if let Some(record) = records.last_mut()
        && random.one_in(2)
    {
        record[D - 1] = T::narrowed(f64::NAN);
    }
    let expected: Vec<_> = records
        .iter()
        .map(|&record| {
            let point = wide(record);
            let is_null = point.iter().any(|coordinate| coordinate.is_nan());
            (!is_null).then(|| plane.side(&point))
        })
        .collect();
    for level in Level::available() {
        let batch = PointRows::new(&records).at(level);
        assert_eq!(sides(&batch, rows, &plane), expected, "{family:?}, {level}");
    }
}

fn records_of_boxes<T: Number, const D: usize>(family: Family, rows: usize, random: &mut Random) {
    let (plane, points) = cases::<T, D>(family, rows, random);
    let records: Vec<[[T; D]; 2]> = points
        .iter()
        .map(|[a, b, ..]| {
            let least = |axis: usize| if a[axis] <= b[axis] { a[axis] } else { b[axis] };
            let greatest = |axis: usize| if a[axis] <= b[axis] { b[axis] } else { a[axis] };
            let (min, max) = (std::array::from_fn(least), std::array::from_fn(greatest));
            if random.one_in(50) {
                [max, min]
            } else {
                [min, max]
            }
        })
        .collect();
    let expected: Vec<_> = records
        .iter()
        .map(|&[min, max]| {
            let aabb = Aabb::new(wide(min), wide(max)).ok();
            aabb.map(|aabb| plane.side(&aabb))
        })
        .collect();
    let checked = AabbRows::checked(&records).expect("finite");
    for level in Level::available() {
        for batch in [AabbRows::new(&records), checked] {
            let sides = sides(&batch.at(level), rows, &plane);
            assert_eq!(sides, expected, "{family:?}, {level}");
        }
    }
}

fn spheres<T: Number, const D: usize>(family: Family, rows: usize, random: &mut Random) {
    let (plane, points) = cases::<T, D>(family, rows, random);
    let centers = columns(points.iter().map(|&[center, ..]| center));
    let centers = centers.each_ref().map(Vec::as_slice);
    let radii: Vec<T> = points
        .iter()
        .map(|[_, other, ..]| {
            if random.one_in(200) {
                T::narrowed(-1.0)
            } else {
                T::narrowed(other[0].to_f64().abs())
            }
        })
        .collect();
    let expected: Vec<_> = points
        .iter()
        .zip(&radii)
        .map(|(&[center, ..], radius)| {
            let sphere = Sphere::new(wide(center), radius.to_f64()).ok();
            sphere.map(|sphere| plane.side(&sphere))
        })
        .collect();
    let checked = SphereColumns::checked(centers, &radii).expect("finite");
    for level in Level::available() {
        for batch in [SphereColumns::new(centers, &radii), checked] {
            let sides = sides(&batch.at(level), rows, &plane);
            assert_eq!(sides, expected, "{family:?}, {level}");
        }
    }
}

fn parallelepipeds<T: Number, const D: usize>(family: Family, rows: usize, random: &mut Random) {
    let (plane, points) = cases::<T, D>(family, rows, random);
    let [center, axes @ ..] =
        [0, 1, 2, 3].map(|place| columns(points.iter().map(|points| points[place])));
    let center = center.each_ref().map(Vec::as_slice);
    let half_axes = std::array::from_fn(|axis| axes[axis].each_ref().map(Vec::as_slice));
    let expected: Vec<_> = points
        .iter()
        .map(|&[center, ref axes @ ..]| {
            let half_axes = std::array::from_fn(|axis| wide(axes[axis]));
            let turned = Parallelepiped::new(wide(center), half_axes).expect("finite");
            Some(turned.extent(&plane).side())
        })
        .collect();
    for level in Level::available() {
        let batch = ParallelepipedColumns::new(center, half_axes).at(level);
        let sides = sides(&batch, rows, &plane);
        assert_eq!(sides, expected, "{family:?}, {level}");
    }
}

#[test]
fn single_2d() {
    run(records_of_points::<f32, 2>);
    run(records_of_boxes::<f32, 2>);
    run(spheres::<f32, 2>);
    run(parallelepipeds::<f32, 2>);
}

#[test]
fn single_3d() {
    run(records_of_points::<f32, 3>);
    run(records_of_boxes::<f32, 3>);
    run(spheres::<f32, 3>);
    run(parallelepipeds::<f32, 3>);
}

#[test]
fn double_2d() {
    run(records_of_points::<f64, 2>);
    run(records_of_boxes::<f64, 2>);
    run(spheres::<f64, 2>);
    run(parallelepipeds::<f64, 2>);
}

#[test]
fn double_3d() {
    run(records_of_points::<f64, 3>);
    run(records_of_boxes::<f64, 3>);
    run(spheres::<f64, 3>);
    run(parallelepipeds::<f64, 3>);
}
