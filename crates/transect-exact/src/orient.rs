//! The exact orientation of three points in 2D.

use crate::determinant::{determinant, difference};
use crate::number::Number;
use crate::polynomial::{Polynomial, difficult_sign, digits};
use crate::side::Side;
use crate::unit::U;

/// Returns the side of the line from `a` to `b` on which the point `c` lies. `Front` is the left side, so three points
/// in counter-clockwise order give `Front`.
///
/// The side is the sign of a determinant of degree 2 with 6 terms; its exact value needs up to 136 digits of 32 bits.
/// The error bound for floats is that of Shewchuk, "Adaptive Precision Floating-Point Arithmetic" (1997), section 4.1,
/// first stage, with an extra term for underflow.
///
/// ```
/// use transect_exact::{Side, orient2d};
/// assert_eq!(orient2d(&[0.0, 0.0], &[1.0, 0.0], &[0.0, 1.0]), Side::Front);
/// ```
///
/// # Panics
/// Panics if a coordinate is NaN or infinite.
#[must_use]
pub fn orient2d(a: &[f64; 2], b: &[f64; 2], c: &[f64; 2]) -> Side {
    let [ax, ay] = [a[0] - c[0], a[1] - c[1]];
    let [bx, by] = [b[0] - c[0], b[1] - c[1]];
    let (left, right) = (ax * by, ay * bx);
    let determinant = left - right;
    let magnitude = left.abs() + right.abs();
    if determinant.abs() > (3.0 + 16.0 * U) * U * magnitude + f64::MIN_POSITIVE
        && magnitude < f64::INFINITY
    {
        return if determinant > 0.0 {
            Side::Front
        } else {
            Side::Back
        };
    }
    // A difference is 0 only if it is exactly 0. Points on a line parallel to an axis are common in technical figures.
    if magnitude == 0.0 && (ax == 0.0 || by == 0.0) && (ay == 0.0 || bx == 0.0) {
        return Side::On;
    }
    difficult_sign::<{ digits(2) }>(&Turn([a, b, c]))
}

/// The determinant of a − c and b − c.
struct Turn<'a>([&'a [f64; 2]; 3]);

impl Polynomial for Turn<'_> {
    fn evaluate<N: Number>(&self) -> N {
        let [a, b, c] = self.0;
        determinant([&difference(a, c), &difference(b, c)])
    }
}
