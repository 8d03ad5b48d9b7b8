//! Compares batches of boxes with infinite bounds with single boxes, at every CPU feature level.

use transect::batch::{AabbColumns, AabbRows, Batch, Level};
use transect::{Aabb, Plane, Region};

use crate::batch::pairs::{Number, Sample, answers, sample};
use crate::batch::regions::overlaps;
use crate::families::{FAMILIES, Family};
use crate::random::Random;
use crate::run::cases;

/// Gives some boxes infinite bounds. Some of the changed boxes contain no point, so their rows are null.
fn unbound<T: Number, const D: usize>(sample: &mut Sample<T, D>, random: &mut Random) {
    let [no_start, no_end] = [f64::NEG_INFINITY, f64::INFINITY].map(T::infinite);
    for row in 0..sample.min[0].len() {
        if !random.one_in(3) {
            continue;
        }
        for axis in 0..D {
            let (min, max) = (&mut sample.min[axis][row], &mut sample.max[axis][row]);
            match random.below(24) {
                0..6 => *min = no_start,
                6..12 => *max = no_end,
                12..18 => (*min, *max) = (no_start, no_end),
                18 => *min = no_end,
                19 => (*min, *max) = (no_end, no_end),
                20 => (*min, *max) = (no_start, no_start),
                _ => {}
            }
        }
    }
}

fn compare<T: Number, const D: usize>(family: Family, random: &mut Random) {
    let rows = random.below(400) as usize;
    let with_nulls = random.one_in(3);
    let Some(mut sample) = sample::<T, D>(family, rows, with_nulls, random) else {
        return;
    };
    if random.one_in(4) {
        // The normal is zero on all axes but one. If the box has an infinite bound on an axis where the normal is
        // zero, the product 0·∞ must not decide the side.
        let mut normal = [0.0; D];
        normal[random.below(D)] = random.pick(&[1.0, -1.0, 3.0, -0.1]);
        sample.plane = Plane::new(normal, sample.plane.offset()).expect("a plane");
    }
    unbound(&mut sample, random);
    let Sample { plane, min, max } = &sample;
    let [min, max] = [min, max].map(|end| end.each_ref().map(Vec::as_slice));
    let boxes = AabbColumns::new(min, max);
    let records: Vec<[[T; D]; 2]> = (0..rows)
        .map(|row| [min, max].map(|end| end.map(|column| column[row])))
        .collect();
    let aabbs: Vec<Option<Aabb<D>>> = (0..rows)
        .map(|row| {
            let [min, max] = boxes.get(row).expect("a row");
            Aabb::new(min, max).ok()
        })
        .collect();
    let sides: Vec<_> = aabbs
        .iter()
        .map(|aabb| Some(plane.side(aabb.as_ref()?)))
        .collect();
    let planes = [
        *plane,
        plane.flipped(),
        Plane::new([1.0; D], -0.5).expect("a plane"),
    ];
    for level in Level::available() {
        let boxes = boxes.at(level);
        assert_eq!(
            answers(&boxes, rows, plane).0,
            sides,
            "{family:?}, {level}, {plane:?}"
        );
        let of_records = AabbRows::new(&records).at(level);
        assert_eq!(
            answers(&of_records, rows, plane).0,
            sides,
            "{family:?}, {level}, {plane:?}"
        );
        if let Ok(checked) = AabbColumns::checked(min, max) {
            assert_eq!(
                answers(&checked.at(level), rows, plane).0,
                sides,
                "{family:?}, {level}"
            );
        }
        let (mut backmost, mut frontmost) = (vec![0.0; rows], vec![0.0; rows]);
        boxes.intervals(plane, &mut backmost, &mut frontmost);
        for (row, aabb) in aabbs.iter().enumerate() {
            let ends = [backmost[row], frontmost[row]];
            let expected = aabb.map(|aabb| plane.interval(&aabb));
            match expected.map(|interval| [interval.backmost, interval.frontmost]) {
                Some(expected) => assert_eq!(ends, expected, "{family:?}, {level}, {plane:?}"),
                None => assert!(ends.iter().all(|end| end.is_nan())),
            }
        }
        for count in 0..planes.len() {
            let region = Region::new(&planes[..count]);
            for is_exact in [false, true] {
                let one = |aabb: &Aabb<D>| {
                    if is_exact {
                        region.overlap(aabb)
                    } else {
                        region.overlap_conservative(aabb)
                    }
                };
                let expected: Vec<_> = aabbs.iter().map(|aabb| aabb.as_ref().map(one)).collect();
                let found = overlaps(&boxes, rows, &region, is_exact);
                assert_eq!(found, expected, "{family:?}, {level}, {planes:?}");
            }
        }
    }
}

#[test]
fn boxes_with_infinite_bounds_as_one_by_one() {
    for family in FAMILIES {
        let mut random = Random::new(900 + family as u64);
        for _ in 0..cases(10) {
            compare::<f32, 2>(family, &mut random);
            compare::<f32, 3>(family, &mut random);
            compare::<f64, 2>(family, &mut random);
            compare::<f64, 3>(family, &mut random);
        }
    }
}

/// Tests a batch of finite boxes with one unbounded box among them. Engines use such a box for an object that is always
/// visible.
#[test]
fn one_infinite_box_does_not_disturb_a_batch() {
    let mut min = vec![1.0_f32; 3000];
    let mut max = vec![2.0_f32; 3000];
    (min[1234], max[1234]) = (f32::NEG_INFINITY, f32::INFINITY);
    for level in Level::available() {
        let boxes = AabbColumns::new([&min, &min, &min], [&max, &max, &max]).at(level);
        for normal in [
            [1.0, 0.0, 0.0],
            [0.0, -2.0, 0.0],
            [0.5, 0.25, -0.75],
            [1.0, 1.0, 1.0],
        ] {
            let plane = Plane::new(normal, 100.0).expect("a plane");
            assert_eq!(boxes.on(&plane), [1234], "{level}");
            assert_eq!(boxes.side_counts(&plane).front, 2999);
        }
    }
}
