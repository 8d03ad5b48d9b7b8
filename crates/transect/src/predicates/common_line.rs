//! The line where two planes meet, in sums of two floats. One error bound is derived for each result
//! (docs/exactness.md, "Two and three planes"). This stage is faster than double-doubles, which carry a bound through
//! every operation, and is tried first.

use core::ops::RangeInclusive;

use crate::predicates::double_double::DoubleDouble;
use crate::predicates::error_free::{Halves, fast_two_sum, two_sum};
use crate::predicates::quotient::{all_nearest, nearest_float};
use crate::predicates::unit::U;

/// The range of the magnitudes of coefficients; a coefficient may also be zero. In this range, no product of four
/// coefficients overflows, and the rounding errors of all products are floats.
const ORDINARY: RangeInclusive<f64> = 1e-50..=1e50;

/// A factor that enlarges an error bound to cover the bound's own rounding errors.
const ENLARGED: f64 = 1.0 + 16.0 * U;

/// Returns the origin and the direction of the line where the planes n·p + d = 0 and m·p + e = 0 meet. The origin is
/// the point of the line that is nearest to the origin of space, (e·n − d·m) × (n × m) / (n × m)². The direction is
/// n × m. Each coordinate is the nearest float.
///
/// Returns `None` if the error bounds leave a coordinate open, or do not exclude that the planes are parallel.
#[inline]
pub(crate) fn quick_common_line(
    (n, d): (&[f64; 3], f64),
    (m, e): (&[f64; 3], f64),
) -> Option<[[f64; 3]; 2]> {
    let is_ordinary = |c: &f64| (*c == 0.0) | ORDINARY.contains(&c.abs());
    let are_ordinary = |c: &[f64; 3]| c.iter().fold(true, |all, c| all & is_ordinary(c));
    if !(are_ordinary(n) & are_ordinary(m) & is_ordinary(&d) & is_ordinary(&e)) {
        return None;
    }
    let ([n, m], [d, e]) = ([n, m].map(|c| c.map(Halves::of)), [d, e].map(Halves::of));
    let direction = [(1, 2), (2, 0), (0, 1)].map(|(i, j)| minor([&n[i], &m[j]], [&n[j], &m[i]]));
    let weighed = [0, 1, 2].map(|axis| minor([&e, &n[axis]], [&d, &m[axis]]));
    let squared = squared(&direction);
    let nearest = [(1, 2), (2, 0), (0, 1)].map(|(i, j)| {
        difference_of_products([&weighed[i], &direction[j]], [&weighed[j], &direction[i]])
    });
    let origin = all_nearest(&nearest, &squared)?;
    let [x, y, z] = direction.map(|coordinate| nearest_float(&coordinate.number));
    Some([origin, [x?, y?, z?]])
}

/// A sum of two floats with an error bound, and the halves of its leading float.
#[derive(Clone, Copy)]
struct Pair {
    number: DoubleDouble,
    halves: Halves,
}

/// Returns ab − cd for floats.
///
/// The rounding errors of the products and of their difference are exact. With u = 2⁻⁵³, the first addition of these
/// errors, `tails`, is wrong by at most u·|tails|, the second by at most u·(|tails| + u·|sum|).
#[inline]
fn minor([a, b]: [&Halves; 2], [c, d]: [&Halves; 2]) -> Pair {
    let ((first, first_tail), (second, second_tail)) = (a.product(b), c.product(d));
    let (sum, rest) = two_sum(first, -second);
    let tails = first_tail - second_tail;
    let error = 2.0 * U * tails.abs() + U * (U * sum.abs());
    let (high, low) = two_sum(sum, tails + rest);
    Pair {
        number: DoubleDouble {
            high,
            low,
            error: error * ENLARGED,
        },
        halves: Halves::of(high),
    }
}

/// Returns ab for sums of two floats as two floats: the rounded product of the leading floats, and the sum of the other
/// terms without the product of the two low parts. With p = |ab| and u = 2⁻⁵³, the error is less than 8.1u²p, beside
/// the errors of a and b.
#[inline]
fn product(a: &Pair, b: &Pair) -> (f64, f64) {
    let (product, tail) = a.halves.product(&b.halves);
    let crossed = a.number.high * b.number.low + a.number.low * b.number.high;
    (product, tail + crossed)
}

/// Returns the bound on the error of a product that the errors of its factors cause.
#[inline]
fn carried(a: &Pair, b: &Pair) -> f64 {
    let (a, b) = (&a.number, &b.number);
    (a.high.abs() + a.error) * b.error + b.high.abs() * a.error
}

/// Returns ab − cd for sums of two floats.
///
/// With S = |ab| + |cd| and u = 2⁻⁵³, the two products have errors of less than 8.1u²S. The low parts add up to at most
/// 4.1u·S in magnitude, and their two additions have errors of less than 7.2u²S: in all less than 16u²S.
#[inline]
fn difference_of_products([a, b]: [&Pair; 2], [c, d]: [&Pair; 2]) -> DoubleDouble {
    let ((first, first_tail), (second, second_tail)) = (product(a, b), product(c, d));
    let (sum, rest) = two_sum(first, -second);
    let (high, low) = two_sum(sum, (first_tail - second_tail) + rest);
    let own = 16.0 * U * (U * (first.abs() + second.abs()));
    DoubleDouble {
        high,
        low,
        error: (carried(a, b) + carried(c, d) + own) * ENLARGED,
    }
}

/// Returns the square of a vector.
///
/// With Q as the result and u = 2⁻⁵³, the three products have errors of less than 8.1u²Q. The low parts add up to at
/// most 5.1u·Q, and their four additions have errors of less than 14u²Q: in all less than 24u²Q.
#[inline]
fn squared(vector: &[Pair; 3]) -> DoubleDouble {
    let [(x, x_tail), (y, y_tail), (z, z_tail)] = vector.each_ref().map(|c| product(c, c));
    let (sum, rest) = two_sum(x, y);
    let (sum, last_rest) = two_sum(sum, z);
    let tails = ((x_tail + y_tail) + z_tail) + (rest + last_rest);
    let (high, low) = fast_two_sum(sum, tails);
    let [x, y, z] = vector.each_ref().map(|c| carried(c, c));
    DoubleDouble {
        high,
        low,
        error: (x + y + z + 24.0 * U * (U * sum)) * ENLARGED,
    }
}
