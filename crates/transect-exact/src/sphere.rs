//! The side of a sphere on which a point lies.

use crate::arrays::array;
use crate::determinant::{determinant4, difference, dot};
use crate::number::Number;
use crate::polynomial::{Polynomial, difficult_sign, digits};
use crate::side::Side;
use crate::unit::U;

/// Returns the side of the sphere through `a`, `b`, `c` and `d` on which the point `e` lies: `Front` is inside. `d` must be
/// in front of the plane through `a`, `b` and `c`, as [`orient3d`](crate::orient3d) says; if it is behind, `Front` is
/// outside.
///
/// The side is the sign of the determinant of the rows (x, y, z, x² + y² + z²), where (x, y, z) is one of a − e, b − e,
/// c − e, d − e: a polynomial of degree 5.
///
/// ```
/// use transect_exact::{Side, in_sphere};
/// let [a, b, c, d] = [[3.0, 0.0, 0.0], [0.0, 3.0, 0.0], [-3.0, 0.0, 0.0], [0.0, 0.0, 3.0]];
/// assert_eq!(in_sphere(&a, &b, &c, &d, &[2.0, 2.0, 0.0]), Side::Front);
/// assert_eq!(in_sphere(&a, &b, &c, &d, &[2.0, 2.0, 1.0]), Side::On);
/// assert_eq!(in_sphere(&a, &b, &c, &d, &[2.0, 2.0, 2.0]), Side::Back);
/// ```
///
/// The error bound for floats is that of Shewchuk, "Adaptive Precision Floating-Point Arithmetic" (1997), section 4.4, first
/// stage, with an extra term for underflow.
///
/// # Panics
/// Panics if a coordinate is NaN or infinite.
#[must_use]
pub fn in_sphere(a: &[f64; 3], b: &[f64; 3], c: &[f64; 3], d: &[f64; 3], e: &[f64; 3]) -> Side {
    let rows = [a, b, c, d].map(|point| array(|axis: usize| point[axis] - e[axis]));
    let (determinant, bound) = volume(&rows);
    if determinant.abs() > bound {
        return Side::of_nonzero(determinant);
    }
    // With a and b exchanged, the simplex is turned over: then points inside give `Front`.
    difficult_sign::<{ digits(5) }>(&LiftedInSpace([b, a, c, d, e]))
}

/// Returns the determinant of the lifted rows in floats, and a bound on its error. The bound is infinite or NaN if something
/// overflows. The sign is that of the simplex with a and b exchanged.
fn volume([a, b, c, d]: &[[f64; 3]; 4]) -> (f64, f64) {
    /// A 2×2 determinant of x and y, and the sum of the magnitudes of its products.
    fn minor(p: &[f64; 3], q: &[f64; 3]) -> [f64; 2] {
        let (left, right) = (p[0] * q[1], q[0] * p[1]);
        [left - right, left.abs() + right.abs()]
    }
    let [ab, bc, cd] = [minor(a, b), minor(b, c), minor(c, d)];
    let [da, ac, bd] = [minor(d, a), minor(a, c), minor(b, d)];
    // The signed volumes of three rows, and the sums of magnitudes.
    let three = |terms: [(f64, [f64; 2]); 3]| {
        let [x, y, z] = terms.map(|(z, [value, _])| z * value);
        let [u, v, w] = terms.map(|(z, [_, magnitude])| z.abs() * magnitude);
        [x + y + z, u + v + w]
    };
    let abc = three([(a[2], bc), (-b[2], ac), (c[2], ab)]);
    let bcd = three([(b[2], cd), (-c[2], bd), (d[2], bc)]);
    let cda = three([(c[2], da), (d[2], ac), (a[2], cd)]);
    let dab = three([(d[2], ab), (a[2], bd), (b[2], da)]);
    let lift = |p: &[f64; 3]| p[0] * p[0] + p[1] * p[1] + p[2] * p[2];
    let [a_lift, b_lift, c_lift, d_lift] = [a, b, c, d].map(lift);
    let determinant = (c_lift * dab[0] - d_lift * abc[0]) + (a_lift * bcd[0] - b_lift * cda[0]);
    let magnitude = a_lift * bcd[1] + b_lift * cda[1] + c_lift * dab[1] + d_lift * abc[1];
    // A product of two coordinates, a product of three or a square may underflow. Its error is then multiplied by at most
    // two further factors: a coordinate and a square, or a volume.
    let heights = 1.0 + a[2].abs() + b[2].abs() + c[2].abs() + d[2].abs();
    let lifts = 1.0 + a_lift + b_lift + c_lift + d_lift;
    let volumes = abc[1] + bcd[1] + cda[1] + dab[1];
    let underflow = (heights * lifts + volumes) * OF_UNDERFLOW;
    (determinant, (16.0 + 224.0 * U) * U * magnitude + underflow)
}

/// The factor 2⁻¹⁰⁰⁰: a product that underflows has an error of at most 2⁻¹⁰⁷⁴, and there are fewer than 2⁷⁴ of them.
const OF_UNDERFLOW: f64 = f64::from_bits((1023 - 1000) << 52);

/// Five points in space, lifted to the paraboloid w = x² + y² + z²: the signed volume of their simplex.
struct LiftedInSpace<'a>([&'a [f64; 3]; 5]);

impl Polynomial for LiftedInSpace<'_> {
    fn evaluate<N: Number>(&self) -> N {
        let [a, b, c, d, e] = self.0;
        let lifted = |point: &[f64; 3]| {
            let vector: [N; 3] = difference(point, e);
            let square = dot(&vector, &vector);
            let [x, y, z] = vector;
            [x, y, z, square]
        };
        determinant4([&lifted(a), &lifted(b), &lifted(c), &lifted(d)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dyadic::Dyadic;
    use crate::orient::orient3d;
    use crate::random::SplitMix64;

    /// Small integers, times a float and moved by a float, are often on a common sphere or nearly so.
    #[test]
    fn sides_of_spheres_are_exact() {
        let mut random = SplitMix64::new(8);
        let mut counts = [0; 3];
        for trial in 0..20_000 {
            let (scale, shift) = match trial % 7 {
                0 => (1.0, 0.0),
                1 => (0.1, 0.0),
                2 => (0.1, 1e6),
                3 => (1e-62, 0.0),
                4 => (1e-80, 0.0),
                5 => (1e-170, 0.0),
                _ => (1e60, 0.0),
            };
            let mut point = || [(); 3].map(|()| (random.bits() % 4) as f64 * scale + shift);
            let [a, b, c, d, e] = [(); 5].map(|()| point());
            let exact: Dyadic<{ digits(5) }> = LiftedInSpace([&b, &a, &c, &d, &e]).evaluate();
            let side = in_sphere(&a, &b, &c, &d, &e);
            assert_eq!(side, exact.side(), "{a:?} {b:?} {c:?} {d:?} {e:?}");
            counts[(side as i8 + 1) as usize] += 1;
        }
        assert!(counts.iter().all(|&count| count > 1000), "{counts:?}");
    }

    #[test]
    fn the_center_of_four_points_is_inside_if_they_turn_to_the_front() {
        let corners = [
            [1.0, 1.0, 1.0],
            [1.0, -1.0, -1.0],
            [-1.0, 1.0, -1.0],
            [-1.0, -1.0, 1.0],
        ];
        for [i, j] in [[0, 1], [1, 0]] {
            let [a, b, c, d] = [corners[i], corners[j], corners[2], corners[3]];
            assert_eq!(
                in_sphere(&a, &b, &c, &d, &[0.0; 3]),
                orient3d(&a, &b, &c, &d)
            );
        }
    }
}
