//! The side of a circle on which a point lies, if floats are certain.

use crate::unit::U;

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
pub fn is_in_circle(a: &[f64; 2], b: &[f64; 2], c: &[f64; 2], d: &[f64; 2]) -> bool {
    let [ax, ay] = [a[0] - d[0], a[1] - d[1]];
    let [bx, by] = [b[0] - d[0], b[1] - d[1]];
    let [cx, cy] = [c[0] - d[0], c[1] - d[1]];
    let [bc, cb, ca, ac, ab, ba] = [bx * cy, cx * by, cx * ay, ax * cy, ax * by, bx * ay];
    let [a_lift, b_lift, c_lift] = [ax * ax + ay * ay, bx * bx + by * by, cx * cx + cy * cy];
    let determinant = a_lift * (bc - cb) + b_lift * (ca - ac) + c_lift * (ab - ba);
    // Most answers are `false` without a bound.
    if determinant <= 0.0 {
        return false;
    }
    let of_a = bc.abs() + cb.abs();
    let of_b = ca.abs() + ac.abs();
    let of_c = ab.abs() + ba.abs();
    let magnitude = of_a * a_lift + of_b * b_lift + of_c * c_lift;
    let underflow = (of_a + of_b + of_c + a_lift + b_lift + c_lift + 1.0) * OF_UNDERFLOW;
    determinant > (10.0 + 96.0 * U) * U * magnitude + underflow && magnitude < f64::INFINITY
}

/// The factor 2⁻¹⁰⁰⁰. If a product of two coordinates or a square underflows, its error is at most 2⁻¹⁰⁷⁴, and then it is
/// multiplied by a square or by a difference of two products.
const OF_UNDERFLOW: f64 = f64::from_bits((1023 - 1000) << 52);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::determinant::{determinant, difference, dot};
    use crate::number::Number;
    use crate::polynomial::{Polynomial, digits, sign};
    use crate::random::SplitMix64;
    use crate::side::Side;

    /// Four points whose lifted tetrahedron has a signed volume.
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

    #[test]
    fn points_inside_a_circle_through_integers() {
        let [a, b, c] = [[5.0, 0.0], [0.0, 5.0], [-5.0, 0.0]];
        assert!(is_in_circle(&a, &b, &c, &[3.0, -3.0]));
        assert!(!is_in_circle(&a, &b, &c, &[3.0, -4.0]));
        assert!(!is_in_circle(&a, &b, &c, &[4.0, -4.0]));
        assert!(!is_in_circle(&c, &b, &a, &[3.0, -3.0]));
        assert!(is_in_circle(&c, &b, &a, &[4.0, -4.0]));
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
            if is_in_circle(&a, &b, &c, &d) {
                let exact = sign::<{ digits(4) }>(&Lifted([&a, &b, &c, &d]));
                assert_eq!(exact, Side::Front, "{a:?} {b:?} {c:?} {d:?}");
                certain += 1;
            }
        }
        assert!(certain > 4000, "{certain}");
    }
}
