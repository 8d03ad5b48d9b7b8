//! Records of boxes, spheres and turned boxes against the same one by one.

use transect::batch::{AabbRows, Batch, Level, Masks, ObbColumns, SphereColumns};
use transect::{Aabb, Parallelepiped, Plane, Shape, Side, Sphere};

use crate::families::{FAMILIES, Family, Width};
use crate::random::Random;

/// The sides of all rows; none of a null.
fn sides<const D: usize>(
    batch: &impl Batch<D>,
    rows: usize,
    plane: &Plane<D>,
) -> Vec<Option<Side>> {
    let words = rows.div_ceil(64);
    let (mut meets, mut front, mut null) = (vec![0; words], vec![0; words], vec![0; words]);
    let masks = Masks {
        meets: &mut meets,
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

/// A plane, and rows of three points of its family: mostly of the case that it was made for.
fn cases<const D: usize>(
    family: Family,
    rows: usize,
    random: &mut Random,
) -> (Plane<D>, Vec<[[f32; D]; 3]>) {
    let case = family.case::<D>(Width::Single, random);
    let plane = Plane::new(case.normal, case.offset).expect("a plane");
    let points = (0..rows).map(|_| {
        let points = match random.one_in(4) {
            true => family.case::<D>(Width::Single, random).points,
            false => case.points,
        };
        points.map(|point| point.map(|coordinate| coordinate as f32))
    });
    (plane, points.collect())
}

/// `count` columns of the numbers that rows are made of.
fn columns<const N: usize>(rows: impl Iterator<Item = [f32; N]>) -> [Vec<f32>; N] {
    let mut columns = [const { Vec::new() }; N];
    for row in rows {
        for (column, number) in columns.iter_mut().zip(row) {
            column.push(number);
        }
    }
    columns
}

/// Several batches of each family.
fn run(check: fn(Family, usize, &mut Random)) {
    for family in FAMILIES {
        let mut random = Random::new(family as u64);
        for rows in [0, 1, 63, 64, 65, 150] {
            check(family, rows, &mut random);
        }
    }
}

#[test]
fn records_of_boxes() {
    run(|family, rows, random| {
        let (plane, points) = cases::<3>(family, rows, random);
        let records: Vec<[[f32; 3]; 2]> = points
            .iter()
            .map(|[a, b, _]| {
                let [min, max] = [f32::min, f32::max]
                    .map(|pick| std::array::from_fn(|axis| pick(a[axis], b[axis])));
                if random.one_in(50) {
                    [max, min]
                } else {
                    [min, max]
                }
            })
            .collect();
        let expected: Vec<_> = records
            .iter()
            .map(|ends| {
                let [min, max] = ends.map(|end| end.map(f64::from));
                Aabb::new(min, max).ok().map(|aabb| plane.side(&aabb))
            })
            .collect();
        for level in Level::available() {
            let batch = AabbRows::new(&records).at(level);
            assert_eq!(sides(&batch, rows, &plane), expected, "{family:?}, {level}");
        }
    });
}

#[test]
fn spheres() {
    run(|family, rows, random| {
        let (plane, points) = cases::<3>(family, rows, random);
        let [x, y, z, r] = columns(points.iter().map(|[[x, y, z], [r, _, _], _]| {
            let is_null = random.one_in(200);
            [*x, *y, *z, if is_null { -1.0 } else { r.abs() }]
        }));
        let expected: Vec<_> = (0..rows)
            .map(|row| {
                let center = [&x, &y, &z].map(|column| f64::from(column[row]));
                let sphere = Sphere::new(center, f64::from(r[row])).ok();
                sphere.map(|sphere| plane.side(&sphere))
            })
            .collect();
        for level in Level::available() {
            let batch = SphereColumns::new([&x, &y, &z], &r).at(level);
            assert_eq!(sides(&batch, rows, &plane), expected, "{family:?}, {level}");
        }
    });
}

#[test]
fn turned_boxes() {
    run(|family, rows, random| {
        let (plane, points) = cases::<2>(family, rows, random);
        let columns = columns(
            points
                .iter()
                .map(|&[[a, b], [c, d], [e, f]]| [a, b, c, d, e, f]),
        );
        let [a, b, c, d, e, f] = columns.each_ref().map(Vec::as_slice);
        let expected: Vec<_> = points
            .iter()
            .map(|points| {
                let [center, half_axes @ ..] = points.map(|point| point.map(f64::from));
                let turned = Parallelepiped::new(center, half_axes).expect("finite");
                Some(turned.extent(&plane).side())
            })
            .collect();
        for level in Level::available() {
            let batch = ObbColumns::new([a, b], [[c, d], [e, f]]).at(level);
            assert_eq!(sides(&batch, rows, &plane), expected, "{family:?}, {level}");
        }
    });
}
