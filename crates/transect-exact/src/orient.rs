//! The exact orientation of three points in 2D, and of four points in 3D.

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
#[inline]
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

/// Returns the side of the plane through `a`, `b` and `c` on which the point `d` lies. From the front, the three points
/// appear in counter-clockwise order.
///
/// The side is the sign of the determinant of b − a, c − a and d − a, a polynomial of degree 3. The error bound for floats
/// is that of Shewchuk, "Adaptive Precision Floating-Point Arithmetic" (1997), section 4.2, first stage, with an extra term
/// for underflow.
///
/// ```
/// use transect_exact::{Side, orient3d};
/// let [a, b, c] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
/// assert_eq!(orient3d(&a, &b, &c, &[5.0, 5.0, 1.0]), Side::Front);
/// assert_eq!(orient3d(&a, &b, &c, &[5.0, 5.0, 0.0]), Side::On);
/// ```
///
/// # Panics
/// Panics if a coordinate is NaN or infinite.
#[inline]
#[must_use]
pub fn orient3d(a: &[f64; 3], b: &[f64; 3], c: &[f64; 3], d: &[f64; 3]) -> Side {
    let [ax, ay, az] = [a[0] - d[0], a[1] - d[1], a[2] - d[2]];
    let [bx, by, bz] = [b[0] - d[0], b[1] - d[1], b[2] - d[2]];
    let [cx, cy, cz] = [c[0] - d[0], c[1] - d[1], c[2] - d[2]];
    let [bc, cb, ca, ac, ab, ba] = [bx * cy, cx * by, cx * ay, ax * cy, ax * by, bx * ay];
    let determinant = az * (bc - cb) + bz * (ca - ac) + cz * (ab - ba);
    let magnitude = (bc.abs() + cb.abs()) * az.abs()
        + (ca.abs() + ac.abs()) * bz.abs()
        + (ab.abs() + ba.abs()) * cz.abs();
    // Underflow changes each product of two factors by less than 2⁻¹⁰⁷⁴, which is then multiplied by the third factor.
    let underflow = (az.abs() + bz.abs() + cz.abs() + 1.0) * f64::MIN_POSITIVE;
    if determinant.abs() > (7.0 + 64.0 * U) * U * magnitude + underflow && magnitude < f64::INFINITY
    {
        // This determinant is that of a − d, b − d and c − d, which has the opposite sign.
        return -Side::of_nonzero(determinant);
    }
    difficult_sign::<{ digits(3) }>(&Volume([a, b, c, d]))
}

/// The determinant of b − a, c − a and d − a.
struct Volume<'a>([&'a [f64; 3]; 4]);

impl Polynomial for Volume<'_> {
    fn evaluate<N: Number>(&self) -> N {
        let [a, b, c, d] = self.0;
        determinant([&difference(b, a), &difference(c, a), &difference(d, a)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dyadic::Dyadic;
    use crate::random::SplitMix64;

    /// Small integers, times a float and moved by a float, are often in one plane or nearly so.
    #[test]
    fn sides_of_planes_are_exact() {
        let mut random = SplitMix64::new(6);
        let mut counts = [0; 3];
        for trial in 0..20_000 {
            let (scale, shift) = match trial % 6 {
                0 => (1.0, 0.0),
                1 => (0.1, 0.0),
                2 => (0.1, 1e6),
                3 => (1e-108, 0.0),
                4 => (1e-160, 0.0),
                _ => (1e150, 0.0),
            };
            let mut point = || [(); 3].map(|()| (random.bits() % 5) as f64 * scale + shift);
            let [a, b, c, d] = [(); 4].map(|()| point());
            let exact: Dyadic<{ digits(3) }> = Volume([&a, &b, &c, &d]).evaluate();
            let side = orient3d(&a, &b, &c, &d);
            assert_eq!(side, exact.side(), "{a:?} {b:?} {c:?} {d:?}");
            counts[(side as i8 + 1) as usize] += 1;
        }
        assert!(counts.iter().all(|&count| count > 1000), "{counts:?}");
    }
}
