//! The point where an edge crosses a plane, with each coordinate rounded to the nearest float (docs/exactness.md,
//! "Crossings").

use core::cmp::Ordering;

use crate::arrays::{Few as _, array};
use crate::double_double::DoubleDouble;
use crate::dyadic::Dyadic;
use crate::error_free::two_sum;
use crate::nearest::halves;
use crate::number::Number;
use crate::polynomial::digits;
use crate::quotient::divide;
use crate::scaled::Scaled;
use crate::side::Side;
use crate::unit::{SMALLEST, U};

/// An affine function of a point: a linear function plus a constant. Its sign is the side of a plane on which the point
/// lies. The function is n·p + d or a determinant, a polynomial of degree 3 at most.
///
/// ```
/// use transect_exact::crossing::{Affine, crossing};
/// use transect_exact::number::Number;
/// /// x + y + z − 1.
/// struct Tilted;
/// impl Affine for Tilted {
///     fn at<N: Number>(&self, [x, y, z]: &[f64; 3]) -> N {
///         N::of(*x).plus(&N::of(*y)).plus(&N::of(*z)).minus(&N::of(1.0))
///     }
///     fn equation<N: Number>(&self) -> [N; 4] {
///         [1.0, 1.0, 1.0, -1.0].map(N::of)
///     }
/// }
/// assert_eq!(crossing(&Tilted, &[0.0, 0.0, 0.0], &[1.0, 2.0, 0.0]), [1.0 / 3.0, 2.0 / 3.0, 0.0]);
/// ```
#[diagnostic::on_unimplemented(message = "`{Self}` is not an affine function of points")]
pub trait Affine {
    /// Returns the value of the function at a point.
    fn at<N: Number>(&self, point: &[f64; 3]) -> N;

    /// Returns the coefficients of x, y and z, and the constant, all multiplied by one positive number.
    fn equation<N: Number>(&self) -> [N; 4];

    /// If the points where the function is zero form a plane perpendicular to an axis, and if this plane's coordinate
    /// on the axis is a float, returns the index of the axis and the coordinate. Otherwise returns `None`. An
    /// implementation may always return `None`.
    fn level(&self) -> Option<(usize, f64)> {
        None
    }
}

/// The number of 32-bit digits for a·(v(a) − v(b)) + v(a)·(b − a), where v is an [`Affine`] function. The degree
/// of this polynomial is one more than that of v.
const DIGITS: usize = digits(4);

type Exact = Dyadic<DIGITS>;

/// Returns the point where the value of `form` is zero on the segment from a to b. The form must have strictly opposite
/// signs at a and b. Each coordinate is the float nearest to the true coordinate, ties to even.
///
/// Let v be the function `form`. The true coordinate is a + v(a)/(v(a) − v(b))·(b − a). For any float x, the true
/// coordinate equals x + r/D with D = v(a) − v(b) and r = (a − x)·D + v(a)·(b − a); x is chosen near the true
/// coordinate. The degrees of r and D are 3 and 2 for a plane given by its coefficients or by a point and a normal,
/// and 4 and 3 for a plane given by its points. Double-doubles give r and D with error bounds. If x + r/D rounds to the same float for all values
/// within these bounds, this float is the result. Otherwise the true coordinate is computed in integers and rounded.
pub fn crossing(form: &impl Affine, a: &[f64; 3], b: &[f64; 3]) -> [f64; 3] {
    if let Some(point) = form.level().and_then(|level| across_axis(level, a, b)) {
        return point;
    }
    let values: [DoubleDouble; 2] = [form.at(a), form.at(b)];
    array(|axis| {
        let ends = [a[axis], b[axis]];
        let nearest = by_bounds(&values, ends).unwrap_or_else(|| by_integers(form, [a, b], axis));
        nearest + 0.0
    })
}

// Let c be the rounded quotient of the leading floats of r and D. Its error is ≤ (Δr + |c|·ΔD + 3.1u·|r|)/|D|; with ΔD
// ≤ |D|/4, which is required, |D| is at least half of its leading float. The margin test for x and c uses twice this
// bound.

/// Returns the coordinate if the error bounds leave only one float.
fn by_bounds([value_a, value_b]: &[DoubleDouble; 2], [a, b]: [f64; 2]) -> Option<f64> {
    if a == b {
        return Some(a);
    }
    let middle = 0.5 * a + 0.5 * b;
    let sum = value_a.plus(value_b);
    if sum.sign() == Some(Side::On) && 2.0 * (0.5 * a) == a && 2.0 * (0.5 * b) == b {
        // The values at a and b differ only in their signs, so the crossing is exactly in the middle. The only rounding
        // is that of the middle.
        return Some(middle);
    }
    let (least, greatest) = (a.min(b), a.max(b));
    let divisor = value_a.minus(value_b);
    let guess = a + value_a.high / divisor.high * (b - a);
    let near = if guess.is_finite() {
        guess.clamp(least, greatest)
    } else {
        middle
    };
    let number = DoubleDouble::of;
    let rest = number(a)
        .minus(&number(near))
        .times(&divisor)
        .plus(&value_a.times(&number(b).minus(&number(a))));
    let step = rest.high / divisor.high;
    let size = divisor.high.abs();
    // The step r/D leads from the float x to the true coordinate. |true step − step| ≤ (e(r) + |step|·e(D) +
    // 3.1u·|r|)/|D|, where e is the error bound of a double-double, and u = 2⁻⁵³. |D| is at least half of `size`, its
    // rounded value.
    let slack = rest.error + step.abs() * divisor.error + 4.0 * U * rest.high.abs();
    let error = 2.0 * slack / size * (1.0 + 16.0 * U) + 4.0 * SMALLEST + 2.0 * U * step.abs();
    let [low, high] = [near + (step - error), near + (step + error)];
    let is_certain = divisor.error <= 0.25 * size && low == high && low.is_finite();
    is_certain.then_some(low)
}

/// Returns the coordinate as the quotient (a·(v(a) − v(b)) + v(a)·(b − a))/(v(a) − v(b)) of integers.
#[cold]
#[inline(never)]
fn by_integers(form: &impl Affine, [a, b]: [&[f64; 3]; 2], axis: usize) -> f64 {
    let [value_a, value_b]: [Exact; 2] = [form.at(a), form.at(b)];
    let [a, b] = [a[axis], b[axis]].each(Exact::of);
    let divisor = value_a.minus(&value_b);
    let along = value_a.times(&b.minus(&a));
    divide(&a.times(&divisor).plus(&along), &divisor, 0)
}

/// Returns the point where the edge from a to b crosses a plane perpendicular to an axis, or `None` if floats and
/// integers of 128 bits do not determine it. The plane is given by the axis and its coordinate on this axis.
fn across_axis((axis, height): (usize, f64), a: &[f64; 3], b: &[f64; 3]) -> Option<[f64; 3]> {
    let crossing = AcrossAxis::new(a[axis], b[axis], height);
    let mut point = [height + 0.0; 3];
    for other in [(axis + 1) % 3, (axis + 2) % 3] {
        point[other] = crossing.nearest(a[other], b[other])?;
    }
    Some(point)
}

/// The crossing of an edge from a to b with a plane perpendicular to an axis, in plain floats.
///
/// Let z be the coordinate on this axis, and h the coordinate of the plane on it. The function v of [`crossing`] is
/// then v(p) = z(p) − h. So v(a) = z(a) − h and v(a) − v(b) = z(a) − z(b).
struct AcrossAxis {
    /// z(a) − h as the sum of two floats, without an error.
    value: (f64, f64),
    /// z(a) − z(b) as the sum of two floats, without an error.
    fall: (f64, f64),
    /// The rounded quotient of `value` and `fall`.
    parameter: f64,
}

/// The factor 2⁻¹⁰¹ = 32u², where u = 2⁻⁵³. In [`AcrossAxis::enclosure`], it bounds the rounding errors relative to
/// the magnitudes of the products: at most seven terms of relative size u are added, each with a few relative errors of
/// u.
const OF_TERMS: f64 = f64::from_bits((1023 - 101) << 52);

/// The factor 2⁻⁹⁰⁰. It is larger than all errors that underflow can cause in a few sums and products.
const OF_UNDERFLOW: f64 = f64::from_bits((1023 - 900) << 52);

impl AcrossAxis {
    /// Takes the coordinates of both ends and of the plane on the axis. They must be finite, and the coordinate of the
    /// plane must be strictly between those of the ends.
    fn new(from: f64, to: f64, plane: f64) -> Self {
        let value = two_sum(from, -plane);
        let fall = two_sum(from, -to);
        Self {
            value,
            fall,
            parameter: value.0 / fall.0,
        }
    }

    /// Returns the coordinate of the crossing on another axis, on which the ends have the coordinates `a` and `b`. The
    /// result is the float nearest to the true coordinate, ties to even, or `None` if floats and integers of 128 bits
    /// do not determine it.
    fn nearest(&self, a: f64, b: f64) -> Option<f64> {
        if a == b {
            return Some(a + 0.0);
        }
        let [low, high] = self.enclosure(a, b);
        if low == high {
            return low.is_finite().then_some(low + 0.0);
        }
        self.of_neighbors(a, b, [low, high])
    }

    /// Returns two floats that enclose the float nearest to the true coordinate. They are NaN or infinite if something
    /// overflows.
    ///
    /// Let x be a float near the true coordinate. As in [`crossing`], the true coordinate is x + r/D with D = z(a) −
    /// z(b) and r = (a − x)·D + v(a)·(b − a). All four factors of r are sums of two floats. The products of their
    /// leading floats are computed with their rounding errors. Let M be the sum of the magnitudes of these two
    /// products. All that is rounded or left out then changes r by at most 32u²·M, where u = 2⁻⁵³, unless something
    /// underflows.
    fn enclosure(&self, a: f64, b: f64) -> [f64; 2] {
        let (value, value_tail) = self.value;
        let (fall, fall_tail) = self.fall;
        let (width, width_tail) = two_sum(b, -a);
        let near = a + self.parameter * width;
        let (gap, gap_tail) = two_sum(a, -near);
        let (first, first_error) = product(gap, fall);
        let (second, second_error) = product(value, width);
        let (sum, sum_tail) = two_sum(first, second);
        let of_first = first_error + (gap * fall_tail + gap_tail * fall);
        let of_second = second_error + (value * width_tail + value_tail * width);
        let rest = sum + (sum_tail + (of_first + of_second));
        let step = rest / fall;
        let magnitude = first.abs() + second.abs();
        let error = (OF_TERMS * magnitude + OF_UNDERFLOW) / fall.abs() + 8.0 * U * step.abs();
        [near + (step - error), near + (step + error)]
    }

    /// Returns which of two neighboring floats is nearest to the true coordinate, which lies between them or rounds to
    /// one of them.
    ///
    /// Let M be the middle between the floats, and D = z(a) − z(b). As in [`Self::enclosure`], with r = (a − M)·D +
    /// v(a)·(b − a), the true coordinate is M + r/D. So the signs of r and D decide. The result is `None` if the floats
    /// are not neighbors, or if 2r does not fit into integers of 128 bits.
    fn of_neighbors(&self, a: f64, b: f64, [low, high]: [f64; 2]) -> Option<f64> {
        if low.next_up() != high || !high.is_finite() {
            return None;
        }
        let number = Scaled::of;
        let pair = |(high, low): (f64, f64)| number(high).plus(number(low));
        let (value, fall) = (pair(self.value)?, pair(self.fall)?);
        let gap = (number(a).minus(number(low))?).plus(number(a).minus(number(high))?)?;
        let width = number(b).minus(number(a))?;
        let twice = Scaled::plus(width, width)?;
        let rest = gap.times(fall)?.plus(value.times(twice)?)?;
        let nearest = match (rest.sign(), fall.sign()) {
            (Ordering::Equal, _) if low.to_bits() % 2 == 0 => low,
            (Ordering::Equal, _) => high,
            (of_rest, of_fall) if of_rest == of_fall => high,
            _ => low,
        };
        Some(nearest + 0.0)
    }
}

/// Returns a·b rounded to a float, and the rounding error. The returned error is off by at most 4u²·|a·b|, where u =
/// 2⁻⁵³, unless something underflows.
fn product(a: f64, b: f64) -> (f64, f64) {
    let ([a_high, a_low], [b_high, b_low]) = (halves(a), halves(b));
    let product = a * b;
    let rest = ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low;
    (product, rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::SplitMix64;

    /// The plane z = h.
    struct Level(f64);

    impl Affine for Level {
        fn at<N: Number>(&self, point: &[f64; 3]) -> N {
            N::of(point[2]).minus(&N::of(self.0))
        }

        fn equation<N: Number>(&self) -> [N; 4] {
            [0.0, 0.0, 1.0, -self.0].map(N::of)
        }
    }

    #[test]
    fn small_integers_find_the_nearer_of_two_neighbors() {
        let mut random = SplitMix64::new(8);
        let mut decided = 0;
        for _ in 0..2000 {
            // With few bits per coordinate, the true coordinate is often in the middle between two floats.
            let kept = [0, 30, 45][(random.bits() % 3) as usize];
            let mut float = || {
                let bits = random.bits() >> 11 >> kept << kept;
                bits as f64 / (1_u64 << 52) as f64 - 1.0
            };
            let [a, b, from, to, part] = [(); 5].map(|()| float());
            let plane = from + (to - from) * (0.5 + 0.5 * part);
            if !(from.min(to) < plane && plane < from.max(to)) {
                continue;
            }
            let nearest = by_integers(&Level(plane), [&[a, 0.0, from], &[b, 0.0, to]], 0);
            let crossing = AcrossAxis::new(from, to, plane);
            for neighbors in [[nearest.next_down(), nearest], [nearest, nearest.next_up()]] {
                if let Some(found) = crossing.of_neighbors(a, b, neighbors) {
                    assert_eq!(found, nearest, "{a} {b} {from} {to} {plane}");
                    decided += 1;
                }
            }
        }
        assert!(decided > 1000, "{decided}");
    }
}
