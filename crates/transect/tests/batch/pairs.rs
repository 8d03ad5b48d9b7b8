//! Compares sides of batches with sides of single shapes, over the families of hard cases (docs/exactness.md).
//!
//! The environment variable `BATCH_PAIRS` sets the number of comparisons, as in `BATCH_PAIRS=1000000000 cargo test
//! --release --test batches batch::pairs`. Another value of `BATCH_SEED` selects other random cases.

use std::env;

use transect::batch::{AabbColumns, Batch, Level, Masks, PointColumns, Scalar, SideCounts};
use transect::{Aabb, Plane, Side};

use crate::families::{FAMILIES, Family, Width};
use crate::random::Random;
use crate::run::cases;

/// The number type of a batch: f32 or f64.
pub(crate) trait Number: Scalar {
    const WIDTH: Width;
    fn narrowed(value: f64) -> Self;
    fn next(self, up: bool) -> Self;
    fn infinite(value: f64) -> Self;
}

impl Number for f32 {
    const WIDTH: Width = Width::Single;
    fn narrowed(value: f64) -> Self {
        (value as Self).clamp(Self::MIN, Self::MAX)
    }
    fn next(self, up: bool) -> Self {
        let next = if up { self.next_up() } else { self.next_down() };
        if next.is_finite() { next } else { self }
    }
    fn infinite(value: f64) -> Self {
        value as Self
    }
}

impl Number for f64 {
    const WIDTH: Width = Width::Double;
    fn infinite(value: f64) -> Self {
        value
    }
    fn narrowed(value: f64) -> Self {
        value
    }
    fn next(self, up: bool) -> Self {
        let next = if up { self.next_up() } else { self.next_down() };
        if next.is_finite() { next } else { self }
    }
}

/// Returns the number of pairs (a plane and a shape) to compare. This is the total over all CPU feature levels,
/// families of hard cases, number types and dimensions.
fn pairs() -> u64 {
    let of = |name| {
        env::var(name)
            .ok()
            .and_then(|value: String| value.parse().ok())
    };
    of("BATCH_PAIRS").unwrap_or(cases(10_000_000))
}

fn seed() -> u64 {
    let of = |name| {
        env::var(name)
            .ok()
            .and_then(|value: String| value.parse().ok())
    };
    of("BATCH_SEED").unwrap_or(1)
}

/// A plane, and the bounds of boxes as columns. Most boxes touch the plane or miss it by a unit in the last place.
pub(crate) struct Sample<T, const D: usize> {
    pub(crate) plane: Plane<D>,
    pub(crate) min: [Vec<T>; D],
    pub(crate) max: [Vec<T>; D],
}

pub(crate) fn sample<T: Number, const D: usize>(
    family: Family,
    rows: usize,
    with_nulls: bool,
    random: &mut Random,
) -> Option<Sample<T, D>> {
    let case = family.case::<D>(T::WIDTH, random);
    let mut sample = Sample {
        plane: Plane::new(case.normal, case.offset).ok()?,
        min: std::array::from_fn(|_| Vec::with_capacity(rows)),
        max: std::array::from_fn(|_| Vec::with_capacity(rows)),
    };
    let mut others = case.points;
    for _ in 0..rows {
        if random.one_in(16) {
            others = family.case::<D>(T::WIDTH, random).points;
        }
        let [first, second, _] = if random.one_in(4) {
            others
        } else {
            case.points
        };
        let is_moved = random.one_in(2);
        for axis in 0..D {
            let [mut a, mut b] = [first[axis], second[axis]].map(T::narrowed);
            for end in [&mut a, &mut b] {
                if is_moved && random.one_in(3) {
                    *end = end.next(random.one_in(2));
                }
            }
            let (mut min, mut max) = if a <= b { (a, b) } else { (b, a) };
            if with_nulls && random.one_in(20) {
                // The row becomes null: either a bound is NaN, or the bounds of this axis are exchanged (which has no
                // effect on equal bounds).
                (min, max) = match random.below(3) {
                    0 => (T::narrowed(f64::NAN), max),
                    1 => (min, T::narrowed(f64::NAN)),
                    _ => (max, min),
                };
            }
            sample.min[axis].push(min);
            sample.max[axis].push(max);
        }
    }
    Some(sample)
}

fn bit(words: &[u64], row: usize) -> bool {
    words[row / 64] >> (row % 64) & 1 == 1
}

/// Returns the side of each row of a batch (`None` for a null row), and the side counts.
pub(crate) fn answers<const D: usize>(
    batch: &impl Batch<D>,
    rows: usize,
    plane: &Plane<D>,
) -> (Vec<Option<Side>>, SideCounts) {
    let words = rows.div_ceil(64);
    let (mut meets, mut front, mut null) = (vec![!0; words], vec![!0; words], vec![!0; words]);
    let masks = Masks {
        on: &mut meets,
        front: &mut front,
        null: Some(&mut null),
    };
    let counts = batch.masks(plane, masks);
    for words in [&meets, &front, &null] {
        assert!(
            (rows..64 * words.len()).all(|row| !bit(words, row)),
            "a bit beyond the last row"
        );
    }
    let sides = (0..rows).map(
        |row| match [&meets, &front, &null].map(|words| bit(words, row)) {
            [true, false, false] => Some(Side::On),
            [false, true, false] => Some(Side::Front),
            [false, false, false] => Some(Side::Back),
            [false, false, true] => None,
            bits => panic!("row {row} has the bits {bits:?}"),
        },
    );
    (sides.collect(), counts)
}

fn counted(sides: &[Option<Side>]) -> SideCounts {
    let of = |side| sides.iter().filter(|&&other| other == side).count();
    SideCounts {
        back: of(Some(Side::Back)),
        on: of(Some(Side::On)),
        front: of(Some(Side::Front)),
        null: of(None),
    }
}

/// Compares boxes and points of one number type and dimension, and returns the number of compared pairs.
fn compare<T: Number, const D: usize>(family: Family, random: &mut Random) -> u64 {
    let rows = random.below(400) as usize;
    let start = random.below(4).min(rows as u64) as usize; // slices that are not aligned
    let with_nulls = random.one_in(4);
    let Some(sample) = sample::<T, D>(family, rows, with_nulls, random) else {
        return 0;
    };
    let Sample { plane, min, max } = &sample;
    let [min, max] = [min, max].map(|end| end.each_ref().map(|column| &column[start..]));
    let boxes = AabbColumns::new(min, max);
    let points = PointColumns::new(min);
    let rows = boxes.len();
    let box_sides: Vec<_> = (0..rows)
        .map(|row| {
            let [min, max] = boxes.get(row).expect("a row");
            Aabb::new(min, max).ok().map(|aabb| plane.side(&aabb))
        })
        .collect();
    let point_sides: Vec<_> = (0..rows)
        .map(|row| {
            let point = points.get(row).expect("a row");
            let is_null = point.iter().any(|coordinate| coordinate.is_nan());
            (!is_null).then(|| plane.side(&point))
        })
        .collect();
    let mut pairs = 0;
    for level in Level::available() {
        let mut all_boxes = vec![boxes.at(level)];
        let mut all_points = vec![points.at(level)];
        all_boxes.extend(
            AabbColumns::checked(min, max)
                .ok()
                .map(|boxes| boxes.at(level)),
        );
        all_points.extend(
            PointColumns::checked(min)
                .ok()
                .map(|points| points.at(level)),
        );
        for boxes in all_boxes {
            let (sides, counts) = answers(&boxes, rows, plane);
            differ(&sides, &box_sides, |row| {
                format!(
                    "{family:?}, {level}, {plane:?}, box {row}: {:?}",
                    boxes.get(row)
                )
            });
            assert_eq!(counts, counted(&box_sides));
            pairs += rows as u64;
        }
        for points in all_points {
            let (sides, counts) = answers(&points, rows, plane);
            differ(&sides, &point_sides, |row| {
                format!(
                    "{family:?}, {level}, {plane:?}, point {row}: {:?}",
                    points.get(row)
                )
            });
            assert_eq!(counts, counted(&point_sides));
            pairs += rows as u64;
        }
    }
    pairs
}

fn differ(batch: &[Option<Side>], single: &[Option<Side>], what: impl Fn(usize) -> String) {
    for (row, (batch, single)) in batch.iter().zip(single).enumerate() {
        assert_eq!(batch, single, "{}", what(row));
    }
}

/// Calls `compare` for each family of hard cases (planes and points for which rounding errors matter). Each family gets
/// the same number of comparisons.
fn run(compare: fn(Family, &mut Random) -> u64) {
    let share = pairs() / 4 / FAMILIES.len() as u64;
    for family in FAMILIES {
        let mut random = Random::new(seed() * 1000 + family as u64);
        let mut compared = 0;
        while compared < share {
            compared += compare(family, &mut random);
        }
    }
}

#[test]
fn single_3d() {
    run(compare::<f32, 3>);
}

#[test]
fn single_2d() {
    run(compare::<f32, 2>);
}

#[test]
fn double_3d() {
    run(compare::<f64, 3>);
}

#[test]
fn double_2d() {
    run(compare::<f64, 2>);
}
