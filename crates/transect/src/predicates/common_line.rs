//! The line where two planes meet, in sums of two floats. One error bound is derived for each result
//! (docs/exactness.md, "Two and three planes"). This takes less time than double-doubles, which carry a bound through
//! every operation, so it is tried before them.

use core::ops::RangeInclusive;

use transect_exact::arrays::Few as _;
use transect_exact::double_double::DoubleDouble;
use transect_exact::error_free::{Halves, fast_two_sum, two_sum};
use transect_exact::quotient::{all_nearest, nearest_float};
use transect_exact::unit::U;

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
    let ([n, m], [d, e]) = ([n, m].each(|c| c.each(Halves::of)), [d, e].each(Halves::of));
    let direction = [(1, 2), (2, 0), (0, 1)].each(|(i, j)| minor([&n[i], &m[j]], [&n[j], &m[i]]));
    let weighed = [0, 1, 2].each(|axis| minor([&e, &n[axis]], [&d, &m[axis]]));
    let squared = squared(&direction);
    let nearest = [(1, 2), (2, 0), (0, 1)].each(|(i, j)| {
        difference_of_products([&weighed[i], &direction[j]], [&weighed[j], &direction[i]])
    });
    let origin = all_nearest(&nearest, &squared)?;
    let [x, y, z] = direction.each(|coordinate| nearest_float(&coordinate.number));
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
/// errors, `tails`, is wrong by at most u·|tails|, the second by at most u·(|tails| + u·|sum|), because the rounding
/// error of the sum is at most u·|sum|. Terms in u³ are left to [`ENLARGED`]. The bound is 0 only if the result is
/// certainly zero.
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
/// terms without the product of the two low parts. With p = |ab| and u = 2⁻⁵³, the error is less than 8.1u²p, in
/// addition to the errors that a and b themselves have: u²p for the product that is left out, 4u²p for the two mixed
/// products and their sum, and 3u²p for the addition of the rounding error of the leading product.
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
/// 4.1u·S in magnitude, and their two additions have errors of less than 3.1u²S and 4.1u²S: in all less than 16u²S.
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
    let [(x, x_tail), (y, y_tail), (z, z_tail)] = vector.each_ref().each(|c| product(c, c));
    let (sum, rest) = two_sum(x, y);
    let (sum, last_rest) = two_sum(sum, z);
    let tails = ((x_tail + y_tail) + z_tail) + (rest + last_rest);
    let (high, low) = fast_two_sum(sum, tails);
    let [x, y, z] = vector.each_ref().each(|c| carried(c, c));
    DoubleDouble {
        high,
        low,
        error: (x + y + z + 24.0 * U * (U * sum)) * ENLARGED,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use transect_exact::Dyadic;
    use transect_exact::SplitMix64;
    use transect_exact::determinant::{cross, dot, numbers};
    use transect_exact::number::Number;
    use transect_exact::polynomial::digits;
    use transect_exact::quotient::divide;

    type Exact = Dyadic<{ digits(4) }>;

    fn exact_common_line((n, d): ([f64; 3], f64), (m, e): ([f64; 3], f64)) -> [[f64; 3]; 2] {
        let [n, m]: [[Exact; 3]; 2] = [numbers(&n), numbers(&m)];
        let [d, e] = [d, e].map(Exact::of);
        let direction = cross(&n, &m);
        let weighed = core::array::from_fn(|axis| e.times(&n[axis]).minus(&d.times(&m[axis])));
        let squared = dot(&direction, &direction);
        let nearest = cross(&weighed, &direction);
        let origin = nearest.each_ref().map(|c| divide(c, &squared, 0));
        [origin, direction.each_ref().map(Dyadic::to_f64)]
    }

    /// Returns a float from −2 to 2 with up to 53, 21 or 3 significant bits.
    fn float(random: &mut SplitMix64) -> f64 {
        let bits = random.bits();
        let kept = [52, 52, 20, 2][(bits & 3) as usize];
        let mantissa = (random.bits() >> 12) & !((1_u64 << (52 - kept)) - 1);
        f64::from_bits((bits >> 63) << 63 | (1022 + (bits >> 2) % 2) << 52 | mantissa)
    }

    /// Most planes of this test are nearly parallel, and their offsets are nearly in the same ratio as their normals.
    /// So all differences of products cancel, down to the errors of the products.
    #[test]
    fn lines_of_nearly_parallel_planes_are_rounded_correctly() {
        let mut random = SplitMix64::new(13);
        let (mut decided, mut zeros) = (0, 0);
        for step in 0..40_000 {
            let mut one: [f64; 4] = core::array::from_fn(|_| float(&mut random));
            let ratio = float(&mut random);
            let small = libm::ldexp(1.0, -[0, 10, 20, 26, 30, 40, 51][step % 7]);
            let mut other: [f64; 4] =
                core::array::from_fn(|place| ratio * one[place] + small * float(&mut random));
            if step % 5 == 0 {
                let place = random.below(4);
                (one[place], other[place]) = (0.0, 0.0);
            }
            let planes = [one, other].map(|[a, b, c, d]| ([a, b, c], d));
            let [(n, d), (m, e)] = &planes;
            if let Some(line) = quick_common_line((n, *d), (m, *e)) {
                assert_eq!(line, exact_common_line(planes[0], planes[1]), "{planes:?}");
                decided += 1;
                zeros += usize::from(line.as_flattened().contains(&0.0));
            }
        }
        assert!(decided > 20_000 && zeros > 1_000, "{decided} {zeros}");
    }

    /// The z of the origin of these lines is nearly zero, because its two products nearly cancel. In some cases, it is
    /// no larger than the errors of the products, and the function does not decide its rounding.
    #[test]
    fn lines_with_a_coordinate_near_zero_are_rounded_correctly() {
        let mut random = SplitMix64::new(29);
        let mut decided = 0;
        for step in 0..40_000 {
            let [x, y, z]: [f64; 3] = core::array::from_fn(|_| float(&mut random));
            // The origin of the line, a vector across it and the line, and two planes through the line.
            let height = [0.0, 1e-6, 1e-9, 1e-12, 1e-13, 1e-14][step % 6];
            let (near, far) = ([x, y, height], [y * z, -x * z, x * x + y * y]);
            let small = libm::ldexp(1.0, -[0, 4, 8, 12, 16, 20, 24][step % 7]);
            let weight = float(&mut random);
            let plane = |weight: f64| {
                let normal: [f64; 3] =
                    core::array::from_fn(|axis| near[axis] + weight * (z * near[axis] + far[axis]));
                (
                    normal,
                    -(normal[0] * x + normal[1] * y + normal[2] * height),
                )
            };
            let planes = [plane(weight), plane(weight + small * float(&mut random))];
            let [(n, d), (m, e)] = &planes;
            if let Some(line) = quick_common_line((n, *d), (m, *e)) {
                assert_eq!(line, exact_common_line(planes[0], planes[1]), "{planes:?}");
                decided += 1;
            }
        }
        assert!((15_000..35_000).contains(&decided), "{decided}");
    }

    #[test]
    fn planes_that_do_not_cross_and_extreme_numbers_are_left_open() {
        let plane = ([1.0, 2.0, 3.0], 4.0);
        let quick =
            |(n, d): ([f64; 3], f64), (m, e): ([f64; 3], f64)| quick_common_line((&n, d), (&m, e));
        assert_eq!(quick(plane, ([2.0, 4.0, 6.0], 9.0)), None);
        assert_eq!(quick(plane, ([0.1, 0.2, 0.3], 9.0)), None);
        assert_eq!(quick(plane, ([1e51, 0.0, 0.0], 0.0)), None);
        assert_eq!(quick(plane, ([1.0, 1e-51, 0.0], 0.0)), None);
        let axis = quick(([1.0, 0.0, 0.0], 0.0), ([0.0, 1.0, 0.0], -0.5));
        assert_eq!(axis, Some([[0.0, 0.5, 0.0], [0.0, 0.0, 1.0]]));
    }
}
