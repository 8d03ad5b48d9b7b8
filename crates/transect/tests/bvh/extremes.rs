//! Tests trees and batches whose numbers are near the least or the greatest floats: all coordinates are below 1e-290 or
//! above 1e290, and the planes touch or nearly touch the shapes. The expected sides come from rational numbers.

use core::cmp::Ordering;

use dashu_ratio::Relaxed;
use transect::batch::{AabbColumns, Batch, Level, PointColumns, SphereColumns};
use transect::bvh::Bvh;
use transect::{Plane, Side};

use crate::bvh::model::{Columns, Number};
use crate::random::{Random, power_of_two};
use crate::run::is_long;

/// The sizes of the coordinates of a sample.
#[derive(Clone, Copy, Debug)]
struct Sizes {
    /// The exponent of the unit: each coordinate is a multiple of 2^unit.
    unit: i32,
    /// The greatest number of bits of a coordinate.
    bits: i32,
}

impl Sizes {
    /// Returns sizes near one end of the range of floats: below 2⁻⁹⁶⁴, which is less than 1e-290, or above 1e290.
    fn random(random: &mut Random) -> Self {
        let bits = random.pick(&[1, 3, 12, 52]);
        let unit = if random.one_in(3) {
            // The greatest coordinate is between 2⁹⁶⁴ and 2¹⁰²¹.
            random.between(964, 1021) as i32 - bits
        } else {
            -1074 + random.between(0, 110 - i64::from(bits)) as i32
        };
        Self { unit, bits }
    }

    /// Returns sizes for coordinates that are stored as f32, near the least f32 numbers.
    fn single(random: &mut Random) -> Self {
        let bits = random.pick(&[1, 3, 12, 20]);
        Self {
            unit: random.between(-149, -120) as i32,
            bits,
        }
    }

    fn coordinate(self, random: &mut Random) -> f64 {
        let most = 1_u64 << random.between(0, self.bits.into());
        random.integer(most) * power_of_two(self.unit)
    }
}

fn exact(value: f64) -> Relaxed {
    Relaxed::try_from(value).expect("a finite number")
}

/// Returns n·p + d without rounding.
fn value(plane: &Plane, point: &[f64; 3]) -> Relaxed {
    let normal = plane.normal();
    let products = normal.iter().zip(point).map(|(&n, &c)| exact(n) * exact(c));
    products.fold(exact(plane.offset()), |sum, product| sum + product)
}

fn sign(value: &Relaxed) -> Side {
    Side::from(value.cmp(&Relaxed::ZERO))
}

/// Returns a plane through or next to `point`, or `None` if its numbers are not finite. Its normal has any size.
fn plane_near(point: &[f64; 3], random: &mut Random) -> Option<Plane> {
    let scale = random.pick(&[0, 0, 3, -60, 60, -960, 960]);
    let spread = random.pick(&[0, 2, 40, 200]);
    let kind = random.below(3);
    let normal: [f64; 3] = core::array::from_fn(|_| {
        let exponent = scale + random.between(-spread, 0) as i32;
        let number = match kind {
            0 => random.integer(3),
            1 => random.integer(1 << 20) * power_of_two(-20),
            _ => random.unit(),
        };
        number * power_of_two(exponent.max(-1074))
    });
    let through = Plane::new(normal, 0.0).ok()?;
    let along = value(&through, point).to_f64().value();
    let offset = match random.below(4) {
        0 | 1 => -along,
        2 => -f64::from_bits(along.to_bits().wrapping_add(random.below(3_u64))),
        _ => -f64::from_bits(along.to_bits().saturating_sub(random.below(3_u64))),
    };
    Plane::new(normal, offset).ok()
}

/// The boxes of a sample, and the exact sides of their points and spheres.
struct Sample<T> {
    boxes: Vec<[[T; 3]; 2]>,
    radii: Vec<T>,
}

impl<T: Number> Sample<T> {
    fn random(sizes: Sizes, rows: usize, random: &mut Random) -> Self {
        let boxes = (0..rows).map(|_| {
            let mut ends = [[T::of(0.0); 3]; 2];
            let is_point = random.one_in(4);
            let [min, max] = &mut ends;
            for (min, max) in min.iter_mut().zip(max) {
                let [a, b] = [0; 2].map(|_| sizes.coordinate(random));
                let [a, b] = if is_point { [a, a] } else { [a, b] };
                (*min, *max) = (T::of(a.min(b)), T::of(a.max(b)));
            }
            ends
        });
        let boxes = boxes.collect();
        let radii = (0..rows).map(|_| T::of(sizes.coordinate(random).abs()));
        let radii = radii.collect();
        Self { boxes, radii }
    }

    /// Returns the exact side of a box: the two corners that are extreme along the normal decide it.
    fn side_of_box(&self, plane: &Plane, row: usize) -> Side {
        let [min, max] = self.boxes[row].map(|corner| corner.map(|c| c.to_f64()));
        let normal = plane.normal();
        let corner = |is_front: bool| {
            core::array::from_fn(|axis| {
                if (normal[axis] > 0.0) == is_front {
                    max[axis]
                } else {
                    min[axis]
                }
            })
        };
        match [false, true].map(|end| sign(&value(plane, &corner(end)))) {
            [Side::Front, _] => Side::Front,
            [_, Side::Back] => Side::Back,
            _ => Side::On,
        }
    }

    /// Returns the exact side of a sphere around the first corner of a box: it compares s² with r²·|n|².
    fn side_of_sphere(&self, plane: &Plane, row: usize) -> Side {
        let along = value(plane, &self.boxes[row][0].map(|c| c.to_f64()));
        let squares = plane.normal().map(|n| exact(n) * exact(n));
        let length = squares.into_iter().fold(Relaxed::ZERO, |sum, n| sum + n);
        let radius = exact(self.radii[row].to_f64());
        let reach = radius.clone() * radius * length;
        match (along.clone() * along.clone()).cmp(&reach) {
            Ordering::Greater => sign(&along),
            _ => Side::On,
        }
    }

    /// Compares all sides of the tree and of the batches with exact ones. Returns the number of sides compared.
    fn check(&self, plane: &Plane) -> usize {
        let rows = self.boxes.len();
        let columns = Columns::of(self.boxes.iter().copied());
        let tree = Bvh::build(&columns.view()).expect("boxes");
        let expected: Vec<Side> = (0..rows).map(|row| self.side_of_box(plane, row)).collect();
        let found = tree.sides(plane);
        let mut sides = vec![None; rows];
        for (selection, side) in [
            (found.front, Side::Front),
            (found.on, Side::On),
            (found.back, Side::Back),
        ] {
            for id in selection.ids() {
                assert_eq!(sides[id as usize].replace(side), None);
            }
        }
        let sides: Option<Vec<Side>> = sides.into_iter().collect();
        self.assert_same("a tree", plane, &sides.expect("all boxes"), &expected);

        let points: Vec<Side> = (0..rows)
            .map(|row| sign(&value(plane, &self.boxes[row][0].map(|c| c.to_f64()))))
            .collect();
        let spheres: Vec<Side> = (0..rows)
            .map(|row| self.side_of_sphere(plane, row))
            .collect();
        let [min, max] = [0, 1].map(|end| {
            [0, 1, 2].map(|axis| {
                self.boxes
                    .iter()
                    .map(|it| it[end][axis])
                    .collect::<Vec<T>>()
            })
        });
        let [min, max] = [&min, &max].map(|end| end.each_ref().map(|column| &column[..]));
        for level in Level::available() {
            let mut sides = vec![Side::On; rows];
            AabbColumns::new(min, max)
                .at(level)
                .sides(plane, &mut sides);
            self.assert_same("boxes", plane, &sides, &expected);
            PointColumns::new(min).at(level).sides(plane, &mut sides);
            self.assert_same("points", plane, &sides, &points);
            let batch = SphereColumns::new(min, &self.radii);
            batch.at(level).sides(plane, &mut sides);
            self.assert_same("spheres", plane, &sides, &spheres);
        }
        rows
    }

    fn assert_same(&self, kind: &str, plane: &Plane, found: &[Side], expected: &[Side]) {
        if let Some(row) = (0..found.len()).find(|&row| found[row] != expected[row]) {
            let corners = self.boxes[row].map(|corner| corner.map(|c| c.to_f64()));
            let radius = self.radii[row].to_f64();
            panic!(
                "{kind}: {:?} instead of {:?}: {plane:?}, {corners:?}, radius {radius:e}",
                found[row], expected[row]
            );
        }
    }
}

/// Checks random samples, and returns the number of boxes.
fn check<T: Number>(sizes: impl Fn(&mut Random) -> Sizes, count: usize, seed: u64) -> usize {
    let mut random = Random::new(seed);
    let mut compared = 0;
    for _ in 0..count {
        let sample = Sample::<T>::random(sizes(&mut random), 20, &mut random);
        for _ in 0..3 {
            let row = random.below(20_usize);
            let point = sample.boxes[row][random.below(2_usize)].map(|c| c.to_f64());
            if let Some(plane) = plane_near(&point, &mut random) {
                compared += sample.check(&plane);
            }
        }
    }
    compared
}

#[test]
fn sides_near_the_ends_of_the_range_are_exact() {
    let count = if is_long() { 10_000 } else { 300 };
    assert!(check::<f64>(Sizes::random, count, 1) > 20 * count);
    assert!(check::<f32>(Sizes::single, count, 2) > 20 * count);
}

/// In two steps, the offset would be rounded before it is enlarged: 1.5·2⁻¹⁰⁷⁰ is not a multiple of 2⁻¹⁰⁷⁴ after the
/// division by 16.
#[test]
fn a_tree_divides_no_small_offset() -> Result<(), Box<dyn std::error::Error>> {
    let least = power_of_two(-1074);
    for multiple in 1..64_u16 {
        let point = [f64::from(multiple) * least, 0.0, 0.0];
        let tree = Bvh::build(&Columns::of([[point; 2]; 40].into_iter()).view())?;
        for (offset, side) in [(0, Side::On), (1, Side::Front), (-1, Side::Back)] {
            let offset = (f64::from(offset) - f64::from(multiple)) * least;
            let counts = tree.side_counts(&Plane::new([1.0, 0.0, 0.0], offset)?);
            let counted = match side {
                Side::Front => counts.front,
                Side::On => counts.on,
                Side::Back => counts.back,
            };
            assert_eq!(counted, 40, "{multiple}, {offset:e}");
        }
    }
    Ok(())
}
