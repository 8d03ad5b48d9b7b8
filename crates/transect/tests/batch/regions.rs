//! Compares batches against several planes (as a region and plane by plane) with single shapes.

use transect::batch::{
    AabbColumns, Batch, Level, Masks, ParallelepipedColumns, PointColumns, PointRows, RegionMasks,
    SideCounts, SphereColumns,
};
use transect::{Aabb, Overlap, Parallelepiped, Plane, PlaneError, Region, Side, Sphere};

use crate::batch::pairs::{Number, Sample, sample};
use crate::families::{FAMILIES, Family};
use crate::random::Random;

/// Returns planes with small integer coefficients that pass near the origin. Boxes with small integer bounds often
/// touch them.
fn planes(count: usize, random: &mut Random) -> Vec<Plane<3>> {
    let mut planes = Vec::new();
    while planes.len() < count {
        let normal = std::array::from_fn(|_| random.integer(3));
        planes.extend(Plane::new(normal, random.integer(12)).ok());
    }
    planes
}

fn boxes(rows: usize, random: &mut Random) -> [Vec<f32>; 6] {
    let mut columns = [const { Vec::new() }; 6];
    for _ in 0..rows {
        for axis in 0..3 {
            let least = random.integer(6);
            let size = if random.one_in(40) {
                -1.0
            } else {
                f64::from(random.below(4))
            };
            columns[axis].push(least as f32);
            columns[axis + 3].push((least + size) as f32);
        }
    }
    columns
}

fn bit(words: &[u64], row: usize) -> bool {
    words[row / 64] >> (row % 64) & 1 == 1
}

/// Returns the relation of each row of a batch to the region; `None` for a null row. Asserts that the batch's counts
/// agree with the relations of its rows.
pub(crate) fn overlaps<const D: usize>(
    batch: &impl Batch<D>,
    rows: usize,
    region: &Region<'_, D>,
    is_exact: bool,
) -> Vec<Option<Overlap>> {
    let words = rows.div_ceil(64);
    let (mut meets, mut inside, mut null) = (vec![!0; words], vec![!0; words], vec![!0; words]);
    let masks = RegionMasks {
        meets: &mut meets,
        inside: &mut inside,
        null: Some(&mut null),
    };
    let counts = if is_exact {
        batch.overlap(region, masks)
    } else {
        batch.overlap_conservative(region, masks)
    };
    let overlaps: Vec<_> = (0..rows)
        .map(
            |row| match [&meets, &inside, &null].map(|words| bit(words, row)) {
                [true, false, false] => Some(Overlap::Meets),
                [false, true, false] => Some(Overlap::Inside),
                [false, false, false] => Some(Overlap::Outside),
                [false, false, true] => None,
                bits => panic!("row {row} has the bits {bits:?}"),
            },
        )
        .collect();
    let of = |which| overlaps.iter().filter(|&&other| other == which).count();
    assert_eq!(
        [counts.outside, counts.meets, counts.inside, counts.null],
        [
            of(Some(Overlap::Outside)),
            of(Some(Overlap::Meets)),
            of(Some(Overlap::Inside)),
            of(None)
        ]
    );
    if !is_exact {
        let found = (0..rows).filter(|&row| meets_or_inside(overlaps[row]));
        let found: Vec<_> = found.collect();
        assert_eq!(batch.overlapping_conservative(region), found);
    }
    overlaps
}

fn meets_or_inside(overlap: Option<Overlap>) -> bool {
    matches!(overlap, Some(Overlap::Meets | Overlap::Inside))
}

#[test]
fn regions_as_one_by_one() {
    let mut random = Random::new(5);
    for _ in 0..60 {
        let planes = planes(random.below(8) as usize, &mut random);
        let region = Region::new(&planes);
        let rows = random.below(300) as usize;
        let columns = boxes(rows, &mut random);
        let [a, b, c, d, e, f] = columns.each_ref().map(Vec::as_slice);
        let batch = AabbColumns::new([a, b, c], [d, e, f]);
        let points = PointColumns::new([a, b, c]);
        let records: Vec<_> = (0..rows).map(|row| [a[row], b[row], c[row]]).collect();
        let records = PointRows::new(&records);
        let aabbs: Vec<_> = (0..rows)
            .map(|row| {
                let [min, max] = batch.get(row).expect("a row");
                Aabb::new(min, max).ok()
            })
            .collect();
        for level in Level::available() {
            let batch = batch.at(level);
            let conservative = overlaps(&batch, rows, &region, false);
            let exact = overlaps(&batch, rows, &region, true);
            let of_points = overlaps(&points.at(level), rows, &region, false);
            for is_exact in [false, true] {
                let of_records = overlaps(&records.at(level), rows, &region, is_exact);
                assert_eq!(of_records, of_points, "{planes:?}");
            }
            let mut masks = vec![0; rows];
            batch.plane_masks(&planes, &mut masks);
            for (row, aabb) in aabbs.iter().enumerate() {
                let expected = aabb.as_ref().map(|aabb| region.overlap_conservative(aabb));
                assert_eq!(conservative[row], expected, "{planes:?}, {aabb:?}");
                let expected = aabb.as_ref().map(|aabb| region.overlap(aabb));
                assert_eq!(exact[row], expected, "{planes:?}, {aabb:?}");
                let is_inside = region.contains(&points.get(row).expect("a row"));
                assert_eq!(of_points[row] == Some(Overlap::Inside), is_inside);
                for (place, plane) in planes.iter().enumerate() {
                    let behind = aabb.as_ref().is_none_or(|aabb| {
                        let [backmost, _] = aabb.backmost_and_frontmost(&plane.normal());
                        plane.side(&backmost) == Side::Back
                    });
                    assert_eq!(masks[row] >> place & 1 == 1, behind);
                }
            }
        }
    }
}

#[test]
fn several_planes_as_each_by_itself() -> Result<(), PlaneError> {
    let mut random = Random::new(6);
    let columns = boxes(1500, &mut random);
    let [a, b, c, d, e, f] = columns.each_ref().map(Vec::as_slice);
    let batch = AabbColumns::new([a, b, c], [d, e, f]);
    let planes = planes(3, &mut random);
    let words = batch.len().div_ceil(64);
    let mut bitmaps = vec![[vec![0; words], vec![0; words]]; 3];
    let mut masks: Vec<_> = bitmaps
        .iter_mut()
        .map(|[on, front]| Masks {
            on,
            front,
            null: None,
        })
        .collect();
    let mut counts = [SideCounts::default(); 3];
    batch.masks_of_planes(&planes, &mut masks, &mut counts);
    for ((plane, counts), bitmaps) in planes.iter().zip(counts).zip(&bitmaps) {
        let (mut meets, mut front) = (vec![0; words], vec![0; words]);
        let masks = Masks {
            on: &mut meets,
            front: &mut front,
            null: None,
        };
        assert_eq!(batch.masks(plane, masks), counts);
        assert_eq!([&meets, &front], bitmaps.each_ref());
    }
    Ok(())
}

/// Compares batches against regions. The planes of a region come from hard cases of one family (a plane and boxes that
/// touch or nearly touch it). The boxes of the batch are those that were made for the last plane.
fn hard_regions<T: Number, const D: usize>(family: Family) {
    let mut random = Random::new(300 + family as u64);
    for rows in [1, 64, 70, 130] {
        let samples = (0..1 + random.below(3))
            .filter_map(|_| sample::<T, D>(family, rows, false, &mut random))
            .collect::<Vec<_>>();
        let planes: Vec<_> = samples.iter().map(|sample| sample.plane).collect();
        let region = Region::new(&planes);
        let Some(Sample { min, max, .. }) = samples.last() else {
            continue;
        };
        let [min, max] = [min, max].map(|end| end.each_ref().map(Vec::as_slice));
        let batch = AabbColumns::new(min, max);
        let aabbs: Vec<_> = (0..rows)
            .map(|row| {
                let [min, max] = batch.get(row).expect("a row");
                Aabb::new(min, max).expect("a box")
            })
            .collect();
        let expected = [false, true].map(|is_exact| {
            let one = |aabb: &Aabb<D>| {
                if is_exact {
                    region.overlap(aabb)
                } else {
                    region.overlap_conservative(aabb)
                }
            };
            aabbs.iter().map(one).map(Some).collect::<Vec<_>>()
        });
        for level in Level::available() {
            for is_exact in [false, true] {
                let overlaps = overlaps(&batch.at(level), rows, &region, is_exact);
                let expected = &expected[usize::from(is_exact)];
                assert_eq!(&overlaps, expected, "{family:?}, {level}, {planes:?}");
            }
        }
    }
}

#[test]
fn hard_regions_as_one_by_one() {
    for family in FAMILIES {
        hard_regions::<f32, 2>(family);
        hard_regions::<f32, 3>(family);
        hard_regions::<f64, 2>(family);
        hard_regions::<f64, 3>(family);
    }
}

/// Does the same as [`hard_regions`] for spheres and parallelepipeds. Centers and half-axes are corners of the boxes of
/// hard cases, and each radius is the magnitude of a coordinate of such a corner.
fn hard_regions_of_other_shapes<T: Number, const D: usize>(family: Family) {
    let mut random = Random::new(900 + family as u64);
    for rows in [1, 64, 70, 130] {
        let samples = (0..1 + random.below(3))
            .filter_map(|_| sample::<T, D>(family, rows, false, &mut random))
            .collect::<Vec<_>>();
        let planes: Vec<_> = samples.iter().map(|sample| sample.plane).collect();
        let region = Region::new(&planes);
        let [Some(first), Some(last)] = [samples.first(), samples.last()] else {
            continue;
        };
        let centers = last.min.each_ref().map(Vec::as_slice);
        let radii: Vec<T> = first.max[0]
            .iter()
            .map(|x| T::narrowed(x.to_f64().abs()))
            .collect();
        let corners = [&last.max, &first.min, &first.max];
        let half_axes: [[&[T]; D]; D] =
            std::array::from_fn(|place| corners[place].each_ref().map(Vec::as_slice));
        let wide = |columns: &[&[T]; D], row: usize| columns.map(|column| column[row].to_f64());
        let one = |row: usize| {
            let sphere = Sphere::new(wide(&centers, row), radii[row].to_f64()).expect("a sphere");
            let half_axes = half_axes.each_ref().map(|half_axis| wide(half_axis, row));
            let turned = Parallelepiped::new(wide(&centers, row), half_axes).expect("finite");
            [
                region.overlap_conservative(&sphere),
                region.overlap_conservative(&turned),
            ]
        };
        let expected: Vec<_> = (0..rows).map(one).collect();
        for level in Level::available() {
            let spheres = SphereColumns::new(centers, &radii).at(level);
            let turned = ParallelepipedColumns::new(centers, half_axes).at(level);
            let found = overlaps(&spheres, rows, &region, false).into_iter();
            let found = found.zip(overlaps(&turned, rows, &region, false));
            for (row, (sphere, turned)) in found.enumerate() {
                let expected = expected[row].map(Some);
                assert_eq!(
                    [sphere, turned],
                    expected,
                    "{family:?}, {level}, {planes:?}"
                );
            }
        }
    }
}

#[test]
fn hard_regions_of_other_shapes_as_one_by_one() {
    for family in FAMILIES {
        hard_regions_of_other_shapes::<f32, 2>(family);
        hard_regions_of_other_shapes::<f32, 3>(family);
        hard_regions_of_other_shapes::<f64, 2>(family);
        hard_regions_of_other_shapes::<f64, 3>(family);
    }
}

/// Compares random spheres. The library's first computation, in f32, decides most of them.
#[test]
fn spheres_in_regions_as_one_by_one() {
    let mut random = Random::new(12);
    for _ in 0..30 {
        let planes = planes(1 + random.below(7) as usize, &mut random);
        let region = Region::new(&planes);
        let rows = random.below(300) as usize;
        let columns = boxes(rows, &mut random);
        let [x, y, z, radius, ..] = columns.each_ref().map(Vec::as_slice);
        let expected: Vec<_> = (0..rows)
            .map(|row| {
                let center = [x, y, z].map(|column| f64::from(column[row]));
                let sphere = Sphere::new(center, f64::from(radius[row])).ok();
                sphere.map(|sphere| region.overlap_conservative(&sphere))
            })
            .collect();
        for level in Level::available() {
            let spheres = SphereColumns::new([x, y, z], radius).at(level);
            assert_eq!(
                overlaps(&spheres, rows, &region, false),
                expected,
                "{level}"
            );
        }
    }
}
