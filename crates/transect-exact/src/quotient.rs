//! The float nearest to a quotient of two polynomials, ties to even (docs/exactness.md, "Quotients of polynomials").
//! Double-doubles are tried first, then integers.

use crate::arrays::Few as _;
use crate::double_double::DoubleDouble;
use crate::dyadic::Dyadic;
use crate::error_free::{fast_two_sum, two_product};
use crate::polynomial::Polynomial;
use crate::side::Side;
use crate::unit::U;

/// Returns the float nearest to the quotient of two polynomials. `DIGITS` must be
/// [`digits`](crate::polynomial::digits) of the degree of the numerator or the denominator, whichever is
/// greater.
///
/// # Panics
/// Panics if the denominator is zero, or the value of a variable is NaN or infinite.
pub fn quotient<const DIGITS: usize>(
    numerator: &impl Polynomial,
    denominator: &impl Polynomial,
) -> f64 {
    nearest(&numerator.evaluate(), &denominator.evaluate())
        .unwrap_or_else(|| exact_quotient::<DIGITS>(numerator, denominator))
}

#[cold]
#[inline(never)]
fn exact_quotient<const DIGITS: usize>(
    numerator: &impl Polynomial,
    denominator: &impl Polynomial,
) -> f64 {
    divide::<DIGITS, DIGITS>(&numerator.evaluate(), &denominator.evaluate(), 0)
}

/// Within these bounds, no step of [`nearest`] overflows, and no product loses bits to underflow.
const ORDINARY: core::ops::Range<f64> = 1e-270..1e270;

/// Returns the float nearest to the quotient of two double-doubles, if their error bounds leave only one float.
/// Otherwise returns `None`.
#[inline]
pub fn nearest(numerator: &DoubleDouble, denominator: &DoubleDouble) -> Option<f64> {
    if numerator.is_single_float()
        && denominator.high != 0.0
        && (denominator.is_single_float() || numerator.high == 0.0 && is_nonzero(denominator))
    {
        // The division of two single floats is correctly rounded.
        let near = numerator.high / denominator.high;
        let are_finite = numerator.high.is_finite() && denominator.high.is_finite();
        return are_finite.then_some(near + 0.0);
    }
    let Enclosure { near, step, margin } = enclosure(numerator, denominator)?;
    let [low, high] = [step - margin, step + margin].each(|step| near + step);
    (low == high).then_some(low)
}

// Let y = fl(x + step), and r the exact rounding error of this sum. N/D lies between y + fl(r − m) and y + fl(r + m).
// If both ends are above y, and not above the next float, the result is the next float. If both are above the float
// before y, and not above y, the result is y. If N and D are floats without an error, step is N/D − x, rounded, so m =
// |step|/2 is enough.

/// Returns the least float that is not less than the quotient of two double-doubles, if their error bounds leave only
/// one such float. Otherwise returns `None`.
///
/// The quotient lies in an enclosure around a float x. If all of the enclosure is above x and not above the next float,
/// the result is the next float. If all of it is above the previous float and not above x, the result is x.
#[inline]
pub fn ceiling(numerator: &DoubleDouble, denominator: &DoubleDouble) -> Option<f64> {
    let Enclosure { near, step, margin } = enclosure(numerator, denominator)?;
    let (near, rest) = fast_two_sum(near, step);
    let [least, most] = [rest - margin, rest + margin];
    let [below, above] = [near.next_down(), near.next_up()];
    if least > 0.0 && most <= above - near {
        Some(above)
    } else if most <= 0.0 && least > below - near {
        Some(near)
    } else {
        None
    }
}

/// The numbers from near + (step − margin) to near + (step + margin), where |step| is less than |near|.
struct Enclosure {
    near: f64,
    step: f64,
    margin: f64,
}

/// Returns `true` if the number is finite, and its error is small relative to its magnitude.
#[inline]
fn is_nonzero(number: &DoubleDouble) -> bool {
    let size = number.high.abs();
    number.error <= 1e-6 * size && size > 0.0 && size < f64::INFINITY
}

// # The margin
//
// Double-doubles give the numerator N as n + n′ up to ΔN, and the denominator D as d + d′ up to ΔD, with the leading
// floats n and d. Let x = fl(n/d). Then N/D = x + (N − x·D)/D. The remainder n − x·d is a float, computed exactly from
// the product x·d and its rounding error. It and n′ − x·d′ are added, and divided by d; the result is called step. The
// term and the sum round by less than 8u²|n|, and the sum is ≤ 4u|n| in magnitude. Division by d in place of D has a
// relative error of 1.01(u + ΔD/|d|). So all these errors are < 32u²|x|, apart from terms in ΔN and ΔD, and the margin
// test holds for x and step with
//
//     m = 2(ΔN + |x|·ΔD)/|d| + 48u²|x|,
//
// if ΔD ≤ 10⁻⁶|d|, and n, d and x are from 1e-270 to 1e270 in magnitude. If N and D are floats without an error, as for
// points with integer coordinates, fl(n/d) is already the nearest float.

/// Returns an enclosure of the quotient of two double-doubles, if the denominator is certainly not zero and all
/// magnitudes are [`ORDINARY`].
///
/// Let N and D be the numerator and the denominator, x the rounded quotient of their leading floats, and u = 2⁻⁵³. The
/// true quotient is x + (N − x·D)/D. For the leading floats alone, the remainder N − x·D is itself a float, and is
/// computed exactly. The sum of the other terms and the division have errors of less than 32u²·|x|. The error bounds
/// e(N) and e(D) add at most 1.1·(e(N) + |x|·e(D))/|D| if e(D) is small relative to D. The margin below is larger than
/// the sum of both errors and of the roundings of step ± margin. If N and D are single floats, the remainder is the
/// only term. Only two roundings then lead from the remainder to the step, so half of the step is a sufficient margin.
#[inline]
fn enclosure(numerator: &DoubleDouble, denominator: &DoubleDouble) -> Option<Enclosure> {
    let near = numerator.high / denominator.high;
    let are_ordinary = is_nonzero(denominator)
        && ORDINARY.contains(&numerator.high.abs())
        && ORDINARY.contains(&denominator.high.abs())
        && ORDINARY.contains(&near.abs());
    if !are_ordinary {
        return None;
    }
    let (product, tail) = two_product(near, denominator.high);
    let rest = (numerator.high - product - tail) + (numerator.low - near * denominator.low);
    let inverse = 1.0 / denominator.high;
    let step = rest * inverse;
    let margin = if numerator.is_single_float() && denominator.is_single_float() {
        0.5 * step.abs()
    } else {
        2.0 * (numerator.error + near.abs() * denominator.error) * inverse.abs()
            + 48.0 * U * (U * near.abs())
    };
    Some(Enclosure { near, step, margin })
}

/// Returns the float nearest to a double-double, if its error bound leaves only one float. Otherwise returns `None`.
#[inline]
pub fn nearest_float(number: &DoubleDouble) -> Option<f64> {
    if number.error == 0.0 {
        // The sum of the two floats is exact, and it is rounded once here.
        let sum = number.high + number.low;
        return sum.is_finite().then_some(sum + 0.0);
    }
    // The sums low ± error are rounded. The widened error bound is larger than these roundings.
    let margin = number.error * (1.0 + 4.0 * U) + 2.0 * U * number.low.abs();
    let [low, high] = [number.low - margin, number.low + margin].each(|low| number.high + low);
    (low == high).then_some(low + 0.0)
}

/// Returns the floats nearest to quotients with a common denominator, as [`nearest`] does.
#[inline]
pub fn all_nearest<const D: usize>(
    numerators: &[DoubleDouble; D],
    denominator: &DoubleDouble,
) -> Option<[f64; D]> {
    let quotients = numerators
        .each_ref()
        .map(|numerator| nearest(numerator, denominator));
    let all = quotients.iter().all(Option::is_some);
    all.then(|| quotients.map(Option::unwrap_or_default))
}

/// A number with enough digits for both operands of [`divide`].
type Integer = Dyadic<1200>;

// N and D are multiplied by powers of two and become integers with 2⁶⁰ < |N/D| < 2⁶². Floats give the quotient up to an
// error of 2¹¹, and the exact remainder gives the integer below |N/D|. One more bit at the end records whether there is
// a remainder. The result is then rounded once, also where it is subnormal or infinite.

/// Returns the float nearest to the quotient of two exact numbers times 2^power, ties to even. The result is infinite
/// where the quotient rounds to a value beyond the range of floats.
///
/// # Panics
/// Panics if the denominator is zero.
pub fn divide<const N: usize, const M: usize>(
    numerator: &Dyadic<N>,
    denominator: &Dyadic<M>,
    power: i32,
) -> f64 {
    let below = denominator.exponent().expect("a denominator is not zero");
    let Some(above) = numerator.exponent() else {
        return 0.0;
    };
    // The numerator is multiplied by 2^shift. The magnitude of the quotient is then between 2⁶⁰ and 2⁶².
    let shift = 61 - (above - below);
    let (numerator_side, digits, place) = numerator.to_digits();
    let (denominator_side, divisor_digits, divisor_place) = denominator.to_digits();
    // Both numbers are also multiplied by a power of two that makes them integers.
    let start = divisor_place.min(place + shift);
    let dividend = Integer::of_digits(Side::Front, &digits, place + shift - start);
    let divisor = Integer::of_digits(Side::Front, &divisor_digits, divisor_place - start);
    let leading = divisor.to_f64_scaled(start - below);
    let guess = |number: &Integer| number.to_f64_scaled(start - below) / leading;
    // Floats give the quotient up to a relative error of 3·2⁻⁵³. The remainder corrects this error.
    let first = guess(&dividend);
    let mut rest = dividend.difference(&divisor.multiply(&Integer::of_float(first)));
    let second = libm::floor(guess(&rest));
    rest = rest.difference(&divisor.multiply(&Integer::of_float(second)));
    let mut quotient = first as i64 + second as i64;
    while rest.side() == Side::Back {
        rest = rest.sum(&divisor);
        quotient -= 1;
    }
    while rest.difference(&divisor).side() != Side::Back {
        rest = rest.difference(&divisor);
        quotient += 1;
    }
    // The lowest bit of `bits` is 1 if there is a remainder. With this bit, the conversion below rounds correctly, and
    // only once.
    let bits = 2 * quotient as u64 + u64::from(rest.side() != Side::On);
    let side = numerator_side.times(denominator_side);
    Integer::of_digits(side, &[bits as u32, (bits >> 32) as u32], 0)
        .to_f64_scaled(power - shift - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::Number;
    use crate::polynomial::digits;
    use crate::random::SplitMix64;

    type Exact = Dyadic<{ digits(3) }>;

    /// Returns a random float from 1 to 2, often with few bits.
    fn float(random: &mut SplitMix64) -> f64 {
        let kept = [52, 26, 3][(random.bits() % 3) as usize];
        let mantissa = (random.bits() >> 12) & !((1 << (52 - kept)) - 1);
        f64::from_bits(1023 << 52 | mantissa)
    }

    /// Returns `true` if no float is nearer to n/m than `quotient`, and if `quotient` is even where another float is
    /// equally near.
    fn is_nearest(n: &Exact, m: &Exact, quotient: f64) -> bool {
        [quotient.next_down(), quotient.next_up()]
            .into_iter()
            .all(|other| {
                // For m > 0, `past` is the sign of n/m minus the midpoint of `quotient` and `other`.
                let middle = Exact::of(quotient).plus(&Exact::of(other));
                let past = n.plus(n).minus(&middle.times(m)).side();
                match past {
                    Side::On => quotient.to_bits() & 1 == 0,
                    Side::Front => other < quotient,
                    Side::Back => other > quotient,
                }
            })
    }

    #[test]
    fn quotients_are_the_nearest_floats_also_at_midpoints() {
        let mut random = SplitMix64::new(3);
        let (mut decided, mut ties) = (0, 0);
        for step in 0..30_000 {
            let [q, m, tail] = [0; 3].map(|_| float(&mut random));
            // The denominator is m, or m plus a small tail. The quotient is a float, a midpoint between floats, or near
            // one of these.
            let low = [0.0, tail * 1e-20, m * 1e-17][step % 3];
            let half = [0.0, q.next_up() - q][step / 3 % 2] * 0.5;
            let off = [0.0, 1e-40, -1e-33, 1e-25][step / 6 % 4];
            let (d, d_pair) = (
                Exact::of(m).plus(&Exact::of(low)),
                DoubleDouble::of(m).plus(&DoubleDouble::of(low)),
            );
            let sum = Exact::of(q).plus(&Exact::of(half));
            let n = sum.times(&d).plus(&Exact::of(off));
            let pair = DoubleDouble::of(q).plus(&DoubleDouble::of(half));
            let n_pair = pair.times(&d_pair).plus(&DoubleDouble::of(off));
            let exact = divide(&n, &d, 0);
            assert!(is_nearest(&n, &d, exact), "{q} {m} {low} {half} {off}");
            ties += u32::from(half > 0.0 && off == 0.0);
            if let Some(quick) = nearest(&n_pair, &d_pair) {
                assert_eq!(quick, exact, "{q} {m} {low} {half} {off}");
                decided += 1;
            }
        }
        assert!(decided > 12_000 && ties > 3_000, "{decided} {ties}");
    }

    #[test]
    fn quotients_are_rounded_once_at_the_ends_of_the_range() {
        let (smallest, three) = (f64::from_bits(1), Exact::of(3.0));
        let number = |value: f64| Exact::of(value);
        for (numerator, expected) in [(1.0, 0.0), (2.0, 1.0), (4.0, 1.0), (-5.0, -2.0)] {
            let numerator = number(numerator * smallest);
            assert_eq!(divide(&numerator, &three, 0), expected * smallest);
        }
        // Half of the smallest float is a tie, and zero is even.
        assert_eq!(divide(&number(smallest), &number(2.0), 0), 0.0);
        assert_eq!(
            divide(&number(3.0 * smallest), &number(2.0), 0),
            2.0 * smallest
        );
        assert_eq!(divide(&number(f64::MAX), &number(0.5), 0), f64::INFINITY);
        assert_eq!(
            divide(&number(-f64::MAX), &number(0.5), 0),
            f64::NEG_INFINITY
        );
        assert_eq!(divide(&number(f64::MAX), &number(0.5), -1), f64::MAX);
        assert_eq!(
            divide(&number(smallest), &number(f64::MAX), 2097),
            0.5_f64.next_up()
        );
        let tiny = DoubleDouble::of(smallest);
        assert_eq!(nearest(&tiny, &DoubleDouble::of(2.0)), Some(0.0));
        assert_eq!(nearest(&tiny, &DoubleDouble::of(0.0)), None);
        assert_eq!(nearest(&DoubleDouble::of(0.0), &tiny), Some(0.0));
    }
}
