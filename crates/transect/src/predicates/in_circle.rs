//! The exact side of a circle on which a point lies.

use crate::predicates::determinant::{determinant, difference, dot};
use crate::predicates::polynomial::{Number, Polynomial, difficult_sign, digits};
use crate::predicates::unit::U;
use crate::side::Side;

/// Returns the side of the circle through the points `a`, `b` and `c` on which the point `d` lies. If the three points
/// are in counter-clockwise order, `Front` means that `d` is inside the circle. If they are in clockwise order, `Back`
/// means this.
///
/// The side is the sign of the determinant of the rows (x, y, x² + y²), where (x, y) is one of a − d, b − d, c − d: a
/// polynomial of degree 4. The sign is also that of the volume of a tetrahedron, whose corners are the four points,
/// lifted to the paraboloid z = x² + y². The error bound for floats is that of Shewchuk, "Adaptive Precision
/// Floating-Point Arithmetic" (1997), section 4.4, first stage, with an extra term for underflow.
///
/// # Panics
/// Panics if a coordinate is NaN or infinite.
pub(crate) fn in_circle(a: &[f64; 2], b: &[f64; 2], c: &[f64; 2], d: &[f64; 2]) -> Side {
    let [ax, ay, bx, by, cx, cy] = [
        a[0] - d[0],
        a[1] - d[1],
        b[0] - d[0],
        b[1] - d[1],
        c[0] - d[0],
        c[1] - d[1],
    ];
    let [bc, cb, ca, ac, ab, ba] = [bx * cy, cx * by, cx * ay, ax * cy, ax * by, bx * ay];
    let [a_lift, b_lift, c_lift] = [ax * ax + ay * ay, bx * bx + by * by, cx * cx + cy * cy];
    let determinant = a_lift * (bc - cb) + b_lift * (ca - ac) + c_lift * (ab - ba);
    let [of_a, of_b, of_c] = [
        bc.abs() + cb.abs(),
        ca.abs() + ac.abs(),
        ab.abs() + ba.abs(),
    ];
    let magnitude = of_a * a_lift + of_b * b_lift + of_c * c_lift;
    let underflow = (of_a + of_b + of_c + a_lift + b_lift + c_lift + 1.0) * OF_UNDERFLOW;
    if determinant.abs() > (10.0 + 96.0 * U) * U * magnitude + underflow && magnitude < f64::INFINITY {
        return if determinant > 0.0 {
            Side::Front
        } else {
            Side::Back
        };
    }
    if is_rectangle([a, b, c, d]) {
        return Side::On;
    }
    difficult_sign::<{ digits(4) }>(&Lifted([a, b, c, d]))
}

/// The factor 2⁻¹⁰⁰⁰. If a product of two coordinates or a square underflows, its error is at most 2⁻¹⁰⁷⁴, and then it is
/// multiplied by a square or by a difference of two products.
const OF_UNDERFLOW: f64 = f64::from_bits((1023 - 1000) << 52);

/// Returns `true` if the points, in any order, are the corners of a rectangle whose sides are parallel to the axes. The
/// corners of such a rectangle lie on a circle. They are common, and integers would take microseconds to find this.
fn is_rectangle(points: [&[f64; 2]; 4]) -> bool {
    let [a, rest @ ..] = points;
    let is_corner = |p: &[f64; 2], x: f64, y: f64| p[0] == x && p[1] == y;
    (0..3).any(|opposite| {
        let [b, c, d] = [rest[opposite], rest[(opposite + 1) % 3], rest[(opposite + 2) % 3]];
        is_corner(c, a[0], b[1]) && is_corner(d, b[0], a[1])
            || is_corner(d, a[0], b[1]) && is_corner(c, b[0], a[1])
    })
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::predicates::dyadic::Dyadic;
    use crate::random::SplitMix64;

    #[test]
    fn circles_through_integers_are_exact() {
        let [a, b, c] = [[5.0, 0.0], [0.0, 5.0], [-5.0, 0.0]];
        assert_eq!(in_circle(&a, &b, &c, &[3.0, -4.0]), Side::On);
        assert_eq!(in_circle(&a, &b, &c, &[3.0, -3.0]), Side::Front);
        assert_eq!(in_circle(&c, &b, &a, &[3.0, -3.0]), Side::Back);
        assert_eq!(in_circle(&a, &b, &c, &[4.0, -4.0]), Side::Back);
        assert_eq!(in_circle(&a, &b, &c, &[3.0, -(4.0_f64.next_down())]), Side::Front);
        assert_eq!(in_circle(&a, &b, &c, &[3.0, -(4.0_f64.next_up())]), Side::Back);
    }

    #[test]
    fn signs_are_those_of_integers() {
        let mut random = SplitMix64::new(5);
        for trial in 0..20_000 {
            // Small integers, times a float and moved by a float, are often nearly on a circle.
            let (scale, shift) = match trial % 4 {
                0 => (1.0, 0.0),
                1 => (0.1, 0.0),
                2 => (0.1, 1e6),
                _ => (1e-170, 0.0),
            };
            let mut point =
                || [(); 2].map(|()| (random.bits() % 9) as f64 * scale + shift);
            let [a, b, c, d] = [(); 4].map(|()| point());
            let exact = Lifted([&a, &b, &c, &d]).evaluate::<Dyadic<{ digits(4) }>>();
            assert_eq!(in_circle(&a, &b, &c, &d), exact.side(), "{a:?} {b:?} {c:?} {d:?}");
        }
    }
}
