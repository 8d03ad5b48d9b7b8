//! Compares regions (intersections of half-spaces) with computations in big integers of another library (dashu). Empty
//! regions are found by Fourier–Motzkin elimination. For a segment, the oracle computes which interval of the segment's
//! parameter is in the region. For a sphere, it tests all candidates for the point of the region that is nearest to the
//! center.

use dashu_int::IBig;
use transect::{Overlap, Plane, Region, Segment, Sphere};

use crate::families::{Case, Family};
use crate::oracle::questions::{agree, any_width, plane};
use crate::random::Random;

/// Half-spaces n·p + d ≥ 0 as integers. All coefficients and coordinates are multiplied by the same power of two.
struct Scaled<const D: usize> {
    planes: Vec<([IBig; D], IBig)>,
    /// The exponent of the power of two by which all numbers of planes and points were multiplied.
    power: i32,
}

/// Returns the exponent of the lowest set bit of a nonzero float: the float is an odd integer times two to this
/// exponent.
fn last_bit(value: f64) -> i32 {
    let bits = value.abs().to_bits();
    let (mantissa, exponent) = match bits >> 52 {
        0 => (bits, -1074),
        biased => (bits % (1 << 52) + (1 << 52), biased as i32 - 1075),
    };
    exponent + mantissa.trailing_zeros() as i32
}

/// Returns value·2^power, which must be an integer.
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
            // n·p is a product of two numbers that are scaled by the same power, so the offset must be scaled by this
            // power twice.
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

    /// Returns the value n·p + d of each plane at a point, scaled like the offsets.
    fn values(&self, point: &[IBig; D]) -> Vec<IBig> {
        let value = |(normal, offset): &([IBig; D], IBig)| dot(normal, point) + offset;
        self.planes.iter().map(value).collect()
    }
}

fn dot<const D: usize>(a: &[IBig; D], b: &[IBig; D]) -> IBig {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Returns some planes. The first is the plane of the test case. Others pass through points of the case, up to
/// rounding, or are flipped copies of earlier planes, sometimes moved slightly. `family` is the family of hard cases.
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

/// Checks whether a region is empty, by eliminating one coordinate after the other. Each pair of a lower bound and an
/// upper bound of a coordinate gives an inequality without that coordinate.
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

/// Checks whether a segment a + t·(b − a) meets a region. Each plane restricts t to an interval.
pub(crate) fn segment<const D: usize>(family: Family, random: &mut Random) -> Result<(), String> {
    let case = any_width::<D>(family, random);
    let planes = planes(&case, family, random);
    let [a, b, _] = case.points;
    let scaled = Scaled::of(&planes, case.points.as_flattened());
    let values = [a, b].map(|end| scaled.values(&scaled.point(&end)));
    // The greatest lower bound and the least upper bound of t so far, as fractions with positive denominators.
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
    let segment = Segment::new(a, b).expect("finite points");
    agree(
        [region.overlap(&segment), region.decide(&segment).overlap()],
        [truth; 2],
        &(&planes, segment),
    )
}

/// Checks the overlap of a sphere with a region of up to D planes. The point of the region that is nearest to the
/// center c is c itself or its projection c + Σ λᵢ·nᵢ onto the intersection of some planes with the normals nᵢ. The
/// weights λ solve G·λ = −v, where G is the Gram matrix of these normals and v are the values of n·c + d. The sphere
/// reaches the region if one of these points is in the region and within the radius.
pub(crate) fn sphere<const D: usize>(family: Family, random: &mut Random) -> Result<(), String> {
    let case = any_width::<D>(family, random);
    let mut planes = planes(&case, family, random);
    planes.truncate(D);
    let [center, other, _] = case.points;
    // The radius is the distance of the center from a plane or from another point of the case, or the difference of
    // the x coordinates of the center and that point. So the sphere often touches the region exactly.
    let apart: [f64; D] = std::array::from_fn(|axis| other[axis] - center[axis]);
    let radius = match random.below(3) {
        0 => planes[0].signed_distance(&center).abs(),
        1 => apart.iter().fold(0.0_f64, |length, c| length.hypot(*c)),
        _ => apart[0].abs(),
    };
    let numbers: Vec<f64> = center.into_iter().chain([radius]).collect();
    if !radius.is_finite() {
        return Ok(());
    }
    let scaled = Scaled::of(&planes, &numbers);
    // The computation raises scaled numbers to the eighth power. With thousands of digits this is slow, so only a tenth
    // of such cases run.
    if D == 3 && scaled.power > 400 && !random.one_in(10) {
        return Ok(());
    }
    let values = scaled.values(&scaled.point(&center));
    let squared_radius = integer(radius, scaled.power) * integer(radius, scaled.power);
    let reached = (0..1_usize << planes.len()).any(|bits| {
        let is_chosen = |index: &usize| bits >> index & 1 == 1;
        let chosen: Vec<usize> = (0..planes.len()).filter(is_chosen).collect();
        let normal = |index: usize| &scaled.planes[index].0;
        let row = |&i: &usize| chosen.iter().map(|&j| dot(normal(i), normal(j))).collect();
        let gram: Vec<Vec<IBig>> = chosen.iter().map(row).collect();
        let divisor = determinant(&gram);
        if divisor == IBig::ZERO {
            return false;
        }
        let mut moved: [IBig; D] = std::array::from_fn(|_| IBig::ZERO);
        for (place, &index) in chosen.iter().enumerate() {
            let mut replaced = gram.clone();
            replaced[place] = chosen.iter().map(|&j| -&values[j]).collect();
            let weight = determinant(&replaced);
            for (sum, coefficient) in moved.iter_mut().zip(normal(index)) {
                *sum += &weight * coefficient;
            }
        }
        let mut lies_in = scaled.planes.iter().zip(&values);
        dot(&moved, &moved) <= &squared_radius * &divisor * &divisor
            && lies_in
                .all(|((normal, _), value)| value * &divisor + dot(normal, &moved) >= IBig::ZERO)
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
    let sphere = Sphere::new(center, radius).expect("a sphere");
    agree(
        [
            region.overlap_sphere(&sphere),
            region.decide_sphere(&sphere).overlap(),
        ],
        [truth; 2],
        &(&planes, center, radius),
    )
}

/// Returns the determinant of a square matrix, expanded along the first row; 1 for no rows.
fn determinant(rows: &[Vec<IBig>]) -> IBig {
    let Some((first, rest)) = rows.split_first() else {
        return IBig::ONE;
    };
    let without = |column: usize| -> Vec<Vec<IBig>> {
        let kept = |row: &Vec<IBig>| {
            let mut row = row.clone();
            row.remove(column);
            row
        };
        rest.iter().map(kept).collect()
    };
    first
        .iter()
        .enumerate()
        .fold(IBig::ZERO, |sum, (column, entry)| {
            let term = entry * determinant(&without(column));
            if column % 2 == 0 {
                sum + term
            } else {
                sum - term
            }
        })
}
