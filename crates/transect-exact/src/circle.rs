//! The side of a circle on which a point lies.

use crate::determinant::{determinant, difference, dot};
use crate::number::Number;
use crate::polynomial::{Polynomial, difficult_sign, digits};
use crate::side::Side;
use crate::unit::U;

/// Returns the side of the circle through `a`, `b` and `c` on which the point `d` lies: `Front` is inside. The three points
/// must be in counter-clockwise order; if they are in clockwise order, `Front` is outside.
///
/// The side is the sign of the determinant of the rows (x, y, x² + y²), where (x, y) is one of a − d, b − d, c − d: a
/// polynomial of degree 4.
///
/// ```
/// use transect_exact::{Side, in_circle};
/// let [a, b, c] = [[5.0, 0.0], [0.0, 5.0], [-5.0, 0.0]];
/// assert_eq!(in_circle(&a, &b, &c, &[3.0, -3.0]), Side::Front);
/// assert_eq!(in_circle(&a, &b, &c, &[3.0, -4.0]), Side::On);
/// ```
///
/// # Panics
/// Panics if a coordinate is NaN or infinite.
#[must_use]
pub fn in_circle(a: &[f64; 2], b: &[f64; 2], c: &[f64; 2], d: &[f64; 2]) -> Side {
    let (determinant, bound) = volume(a, b, c, d);
    if determinant.abs() > bound() {
        return Side::of_nonzero(determinant);
    }
    difficult_sign::<{ digits(4) }>(&Lifted([a, b, c, d]))
}

/// Returns `true` if floats prove that the point `d` is strictly inside the circle through `a`, `b` and `c`. These three
/// points must be in counter-clockwise order; if they are in clockwise order, `true` means that `d` is outside.
///
/// More precisely, `true` proves that the determinant of the rows (x, y, x² + y²) is positive, where (x, y) is one of
/// a − d, b − d, c − d. Its sign is that of the volume of a tetrahedron, whose corners are the four points, lifted to
/// the paraboloid z = x² + y². The error bound is that of Shewchuk, "Adaptive Precision Floating-Point Arithmetic"
/// (1997), section 4.4, first stage, with an extra term for underflow.
///
/// The answer is used to choose between triangulations that are both right, and for points within the bound both are
/// equally good. So no exact stage follows.
#[inline]
pub fn is_certainly_in_circle(a: &[f64; 2], b: &[f64; 2], c: &[f64; 2], d: &[f64; 2]) -> bool {
    let (determinant, bound) = volume(a, b, c, d);
    // Most answers are `false` without a bound.
    determinant > 0.0 && determinant > bound()
}

/// Returns the determinant in floats, and a function that computes a bound on its error. The bound is infinite or NaN if
/// something overflows.
#[inline(always)]
fn volume(a: &[f64; 2], b: &[f64; 2], c: &[f64; 2], d: &[f64; 2]) -> (f64, impl FnOnce() -> f64) {
    let [ax, ay] = [a[0] - d[0], a[1] - d[1]];
    let [bx, by] = [b[0] - d[0], b[1] - d[1]];
    let [cx, cy] = [c[0] - d[0], c[1] - d[1]];
    let [bc, cb, ca, ac, ab, ba] = [bx * cy, cx * by, cx * ay, ax * cy, ax * by, bx * ay];
    let [a_lift, b_lift, c_lift] = [ax * ax + ay * ay, bx * bx + by * by, cx * cx + cy * cy];
    let determinant = a_lift * (bc - cb) + b_lift * (ca - ac) + c_lift * (ab - ba);
    let bound = move || {
        let of_a = bc.abs() + cb.abs();
        let of_b = ca.abs() + ac.abs();
        let of_c = ab.abs() + ba.abs();
        let magnitude = of_a * a_lift + of_b * b_lift + of_c * c_lift;
        let underflow = (of_a + of_b + of_c + a_lift + b_lift + c_lift + 1.0) * OF_UNDERFLOW;
        (10.0 + 96.0 * U) * U * magnitude + underflow
    };
    (determinant, bound)
}

/// The factor 2⁻¹⁰⁰⁰. If a product of two coordinates or a square underflows, its error is at most 2⁻¹⁰⁷⁴, and then it is
/// multiplied by a square or by a difference of two products.
const OF_UNDERFLOW: f64 = f64::from_bits((1023 - 1000) << 52);

/// Four points in the plane, lifted to the paraboloid z = x² + y²: the signed volume of their tetrahedron.
struct Lifted<'a>([&'a [f64; 2]; 4]);

impl Polynomial for Lifted<'_> {
    fn evaluate<N: Number>(&self) -> N {
        let [a, b, c, d] = self.0;
        let lifted = |point: &[f64; 2]| {
            let [x, y]: [N; 2] = difference(point, d);
            let square = dot(&[x.clone(), y.clone()], &[x.clone(), y.clone()]);
            [x, y, square]
        };
        determinant([&lifted(a), &lifted(b), &lifted(c)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dyadic::Dyadic;
    use crate::polynomial::sign;
    use crate::random::SplitMix64;

    #[test]
    fn points_inside_a_circle_through_integers() {
        let [a, b, c] = [[5.0, 0.0], [0.0, 5.0], [-5.0, 0.0]];
        assert!(is_certainly_in_circle(&a, &b, &c, &[3.0, -3.0]));
        assert!(!is_certainly_in_circle(&a, &b, &c, &[3.0, -4.0]));
        assert!(!is_certainly_in_circle(&a, &b, &c, &[4.0, -4.0]));
        assert!(!is_certainly_in_circle(&c, &b, &a, &[3.0, -3.0]));
        assert!(is_certainly_in_circle(&c, &b, &a, &[4.0, -4.0]));
    }

    #[test]
    fn what_is_certain_is_right() {
        let mut random = SplitMix64::new(5);
        let mut certain = 0;
        for trial in 0..20_000 {
            // Small integers, times a float and moved by a float, are often nearly on a circle.
            let (scale, shift) = match trial % 5 {
                0 => (1.0, 0.0),
                1 => (0.1, 0.0),
                2 => (0.1, 1e6),
                3 => (1e-170, 0.0),
                _ => (1e-80, 0.0),
            };
            let mut point = || [(); 2].map(|()| (random.bits() % 9) as f64 * scale + shift);
            let [a, b, c, d] = [(); 4].map(|()| point());
            if is_certainly_in_circle(&a, &b, &c, &d) {
                let exact = sign::<{ digits(4) }>(&Lifted([&a, &b, &c, &d]));
                assert_eq!(exact, Side::Front, "{a:?} {b:?} {c:?} {d:?}");
                certain += 1;
            }
        }
        assert!(certain > 4000, "{certain}");
    }

    /// Points with small integer coordinates are often on a common circle.
    #[test]
    fn sides_of_circles_are_exact() {
        let mut random = SplitMix64::new(7);
        let mut counts = [0; 3];
        for trial in 0..10_000 {
            let scale = [1.0, 0.1, 1e-80, 1e-170, 1e60][trial % 5];
            let mut number = || (random.bits() % 5) as f64 * scale;
            let [a, b, c, d] = [(); 4].map(|()| [(); 2].map(|()| number()));
            let exact: Dyadic<{ digits(4) }> = Lifted([&a, &b, &c, &d]).evaluate();
            let side = in_circle(&a, &b, &c, &d);
            assert_eq!(side, exact.side(), "{a:?} {b:?} {c:?} {d:?}");
            counts[(side as i8 + 1) as usize] += 1;
        }
        assert!(counts.iter().all(|&count| count > 1000), "{counts:?}");
    }
}
