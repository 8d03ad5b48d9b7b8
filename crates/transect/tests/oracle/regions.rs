//! Regions over all families, against big integers of a third party (dashu): regions without a point by
//! the elimination of Fourier and Motzkin, segments by their parameters, circles by all candidates for the
//! nearest point.

use dashu::integer::IBig;
use transect::{Overlap, Plane, Region, Segment};

use crate::families::{Case, Family};
use crate::questions::{agree, any_width, plane};
use crate::random::Random;

/// Planes n·p + d ≥ 0, a point and the number 1, as integers over common powers of two.
struct Scaled<const D: usize> {
    planes: Vec<([IBig; D], IBig)>,
    /// The power of two that all numbers of planes and points were multiplied by.
    power: i32,
}

/// The exponent of the last bit of a float that is not zero.
fn last_bit(value: f64) -> i32 {
    let bits = value.abs().to_bits();
    let (mantissa, exponent) = match bits >> 52 {
        0 => (bits, -1074),
        biased => (bits % (1 << 52) + (1 << 52), biased as i32 - 1075),
    };
    exponent + mantissa.trailing_zeros() as i32
}

/// value·2^power.
fn integer(value: f64, power: i32) -> IBig {
    if value == 0.0 {
        return IBig::ZERO;
    }
    let last = last_bit(value);
    let mantissa = value.abs() / 2_f64.powi(last / 2) / 2_f64.powi(last - last / 2);
    let magnitude = IBig::from(mantissa as u64) << (last + power) as usize;
    if value < 0.0 { -magnitude } else { magnitude }
}

impl<const D: usize> Scaled<D> {
    fn of(planes: &[Plane<D>], others: &[f64]) -> Self {
        let numbers = planes
            .iter()
            .flat_map(|plane| plane.normal().into_iter().chain([plane.offset()]));
        let all = numbers
            .chain(others.iter().copied())
            .filter(|&number| number != 0.0);
        let power = -all.map(last_bit).min().unwrap_or(0).min(0);
        let scaled = |plane: &Plane<D>| {
            let normal = plane.normal().map(|c| integer(c, power));
            // Twice the power: as much as a coefficient times a coordinate.
            (normal, integer(plane.offset(), power) << power as usize)
        };
        Self {
            planes: planes.iter().map(scaled).collect(),
            power,
        }
    }

    fn point(&self, point: &[f64; D]) -> [IBig; D] {
        point.map(|c| integer(c, self.power))
    }

    /// n·p + d for each plane.
    fn values(&self, point: &[IBig; D]) -> Vec<IBig> {
        let value = |(normal, offset): &([IBig; D], IBig)| dot(normal, point) + offset;
        self.planes.iter().map(value).collect()
    }
}

fn dot<const D: usize>(a: &[IBig; D], b: &[IBig; D]) -> IBig {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Some planes of a family: that of the case, and others through its points, as nearly as floats can, or
/// nearly the same ones turned round.
fn planes<const D: usize>(case: &Case<D>, family: Family, random: &mut Random) -> Vec<Plane<D>> {
    let count = 1 + random.below(D as u64 + 1) as usize;
    let mut planes = vec![plane(case)];
    while planes.len() < count {
        let other = any_width::<D>(family, random);
        let point = random.pick(&case.points);
        let through: f64 = -(0..D)
            .map(|axis| other.normal[axis] * point[axis])
            .sum::<f64>();
        let known = random.pick(&planes);
        let next = match random.below(4) {
            0 => Plane::new(other.normal, other.offset),
            1 => Plane::new(known.normal().map(|c| -c), (-known.offset()).next_up()),
            2 => Plane::new(
                known.normal().map(|c| -c),
                random.pick(&[1.0, -1.0]) * known.offset(),
            ),
            _ => Plane::new(other.normal, through),
        };
        planes.extend(next);
    }
    planes
}

/// Whether the region has a point: coordinate after coordinate is eliminated, each pair of a lower and
/// an upper bound leaving an inequality without it.
pub(crate) fn emptiness<const D: usize>(family: Family, random: &mut Random) -> Result<(), String> {
    let case = any_width::<D>(family, random);
    let planes = planes(&case, family, random);
    let scaled = Scaled::of(&planes, &[]);
    let mut rows: Vec<Vec<IBig>> = scaled
        .planes
        .iter()
        .map(|(normal, offset)| normal.iter().chain([offset]).cloned().collect())
        .collect();
    for _ in 0..D {
        let (mut kept, mut lower, mut upper) = (Vec::new(), Vec::new(), Vec::new());
        for mut row in rows {
            let first = row.remove(0);
            match first.cmp(&IBig::ZERO) {
                std::cmp::Ordering::Equal => kept.push(row),
                std::cmp::Ordering::Greater => lower.push((first, row)),
                std::cmp::Ordering::Less => upper.push((-first, row)),
            }
        }
        for (a, low) in &lower {
            for (b, high) in &upper {
                kept.push(low.iter().zip(high).map(|(l, h)| l * b + h * a).collect());
            }
        }
        rows = kept;
    }
    let truth = rows.iter().any(|row| row[0] < IBig::ZERO);
    agree(Region::new(&planes).is_empty(), truth, &planes)
}

/// A segment a + t·(b − a): each plane leaves an interval of t.
pub(crate) fn segment<const D: usize>(family: Family, random: &mut Random) -> Result<(), String> {
    let case = any_width::<D>(family, random);
    let planes = planes(&case, family, random);
    let [a, b, _] = case.points;
    let scaled = Scaled::of(&planes, case.points.as_flattened());
    let values = [a, b].map(|end| scaled.values(&scaled.point(&end)));
    // Bounds of t as fractions with positive denominators, the greatest lower and the least upper one.
    let mut low = (IBig::ZERO, IBig::ONE);
    let mut high = (IBig::ONE, IBig::ONE);
    let (mut inside, mut outside) = (true, false);
    for (at_a, at_b) in values[0].iter().zip(&values[1]) {
        inside &= *at_a >= IBig::ZERO && *at_b >= IBig::ZERO;
        match at_a.cmp(at_b) {
            std::cmp::Ordering::Equal => outside |= *at_a < IBig::ZERO,
            std::cmp::Ordering::Less => {
                let bound = (-at_a, at_b - at_a);
                if &bound.0 * &low.1 > &low.0 * &bound.1 {
                    low = bound;
                }
            }
            std::cmp::Ordering::Greater => {
                let bound = (at_a.clone(), at_a - at_b);
                if &bound.0 * &high.1 < &high.0 * &bound.1 {
                    high = bound;
                }
            }
        }
    }
    outside |= &low.0 * &high.1 > &high.0 * &low.1;
    let truth = match (outside, inside) {
        (true, _) => Overlap::Outside,
        (false, true) => Overlap::Inside,
        (false, false) => Overlap::Meets,
    };
    let region = Region::new(&planes);
    let segment = Segment::new(a, b);
    agree(
        [region.overlap(&segment), region.decide(&segment).overlap()],
        [truth; 2],
        &(&planes, segment),
    )
}

/// A circle and two lines: the nearest point of the region is the center, its foot on a line, or where the
/// lines meet; the nearest of those that lie in the region.
pub(crate) fn circle(family: Family, random: &mut Random) -> Result<(), String> {
    let case = any_width::<2>(family, random);
    let mut planes = planes(&case, family, random);
    planes.truncate(2);
    let [center, other, _] = case.points;
    // As far as another point, or a foot: all of these may touch.
    let apart = [other[0] - center[0], other[1] - center[1]];
    let radius = match random.below(3) {
        0 => planes[0].signed_distance(&center).abs(),
        1 => apart[0].hypot(apart[1]),
        _ => apart[0].abs(),
    };
    if !radius.is_finite() {
        return Ok(());
    }
    let scaled = Scaled::of(&planes, &[center[0], center[1], radius]);
    let center_at = scaled.point(&center);
    let values = scaled.values(&center_at);
    let squared_radius = integer(radius, scaled.power) * integer(radius, scaled.power);
    // Candidates as moves from the center, over a positive divisor.
    let mut candidates = vec![([IBig::ZERO, IBig::ZERO], IBig::ONE)];
    for ((normal, _), value) in scaled.planes.iter().zip(&values) {
        candidates.push((normal.clone().map(|c| -value * c), dot(normal, normal)));
    }
    if let [(m, _), (n, _)] = &scaled.planes[..] {
        let divisor = &m[0] * &n[1] - &m[1] * &n[0];
        let x = &values[1] * &m[1] - &values[0] * &n[1];
        let y = &values[0] * &n[0] - &values[1] * &m[0];
        if divisor < IBig::ZERO {
            candidates.push(([-x, -y], -divisor));
        } else if divisor > IBig::ZERO {
            candidates.push(([x, y], divisor));
        }
    }
    let reached = candidates.iter().any(|(moved, divisor)| {
        let lies_in = scaled.planes.iter().zip(&values);
        let mut lies_in = lies_in.map(|((normal, _), value)| value * divisor + dot(normal, moved));
        dot(moved, moved) <= &squared_radius * divisor * divisor
            && lies_in.all(|value| value >= IBig::ZERO)
    });
    let inside = scaled
        .planes
        .iter()
        .zip(&values)
        .all(|((normal, _), value)| {
            *value >= IBig::ZERO && value * value >= &squared_radius * dot(normal, normal)
        });
    let truth = match (reached, inside) {
        (false, _) => Overlap::Outside,
        (true, true) => Overlap::Inside,
        (true, false) => Overlap::Meets,
    };
    let region = Region::new(&planes);
    agree(
        [
            region.overlap_sphere(&center, radius),
            region.decide_sphere(&center, radius).overlap(),
        ],
        [truth; 2],
        &(&planes, center, radius),
    )
}
