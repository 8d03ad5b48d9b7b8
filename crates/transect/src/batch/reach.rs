//! The second stage, in f64, for spheres and parallelepipeds. For a plane n·p + d = 0 and a shape with the center c,
//! n·p + d takes the values from n·c + d − reach to n·c + d + reach on the shape. The reach is r·|n| for a sphere of
//! radius r, and Σ|n·hⱼ| for a parallelepiped with the half-axes hⱼ. This stage computes both ends for the shapes of a
//! block, and decides their signs where rounding errors cannot change them (docs/exactness.md, "Batches").

use fearless_simd::{Select, Simd, SimdBase, SimdMask};
use transect_exact::linear::LinearForm;
use transect_exact::unit::{SMALLEST, U};
use transect_exact::vector::{exact_length, length};

use crate::batch::kernel::{BLOCK, Ends, Lane, are_single, products, tail};
use crate::batch::scalar::Scalar;

/// A rounded sum of products, for one SIMD vector of shapes.
#[derive(Clone, Copy)]
struct Sum<S: Simd> {
    value: S::f64s,
    /// The sum of the magnitudes of all products.
    magnitude: S::f64s,
    /// The sum of the magnitudes of the rounding errors of all additions. It is zero only if no addition was rounded.
    tails: S::f64s,
}

impl<S: Simd> Sum<S> {
    /// Returns (a + b) + (c + constant).
    #[inline(always)]
    fn of([a, b, c]: [S::f64s; 3], constant: S::f64s) -> Self {
        let (left, right) = (a + b, c + constant);
        let value = left + right;
        let tails = tail::<S>(a, b, left).abs() + tail::<S>(c, constant, right).abs();
        Self {
            value,
            magnitude: (a.abs() + b.abs()) + (c.abs() + constant.abs()),
            tails: tails + tail::<S>(left, right, value).abs(),
        }
    }

    /// Returns the sum of this value and the magnitude of another value.
    #[inline(always)]
    fn plus_magnitude_of(self, other: Self) -> Self {
        let term = other.value.abs();
        let value = self.value + term;
        Self {
            value,
            magnitude: self.magnitude + other.magnitude,
            tails: (self.tails + other.tails) + tail::<S>(self.value, term, value).abs(),
        }
    }
}

// # The bound
//
// Here ρ is the reach. Let M be the sum of the magnitudes of all products and of d; for a sphere, M includes ρ. A value
// ŝ ± ρ̂ whose magnitude exceeds 8u·M̂ + 32η has the sign of s ± ρ.
//
// Proof. Let T be the sum of the magnitudes of the terms of s, and Tⱼ the same for n·hⱼ. The tree sum has three
// roundings on the path of each product, so Δs ≤ (3u + 4u²)·T + 3η. For a parallelepiped, the same holds for each n·hⱼ,
// and adding up the magnitudes takes at most two more roundings, so Δρ ≤ (5u + 16u²)·Σ Tⱼ + 7η. For a sphere, the
// rounded length of n has an error ≤ 2.6u·|n|: the sum of squares has a relative error of 3u, of which the root keeps
// half, and the root itself adds u. (If the length is subnormal, no row is decided in this stage.) The product with r
// adds u and η/2, so Δρ ≤ 3.7u·ρ + η. In both cases, ŝ ± ρ̂ differs from s ± ρ by less than 5.1u·M + 10η. M̂ is a
// rounded sum of the same magnitudes, with M ≤ (1 + 8u)·M̂ + 8η. The last addition keeps the sign of ŝ ± ρ̂ and changes
// its magnitude by a factor ≤ 1 + u. So the bound leaves more than 2u·M for its own rounding. ∎

// # Contacts
//
// If all products are exact, and the rounding error (tail) of each addition before the last one is zero, then ŝ and ρ̂
// are exact. So the last rounded sum has the right sign, and is zero only for a contact. For spheres, the length of n
// must be exact, too: its coordinates and the length have at most 24 significant bits, and the squares add up without
// an error, as for (2, 3, 6) with length 7. A tail that overflows is NaN, which is not zero.

/// Computes the signs of `center − reach` and `center + reach` for one SIMD vector of shapes, and adds them to `ends`.
/// The first shape has the index `place` in its block.
///
/// Let u = 2⁻⁵³, and let η be the smallest positive float. Let M be the sum of the magnitudes of all products, of the
/// offset, and of a sphere's reach. The rounding errors of `center` and `reach` add up to less than 5.1u·M + 10η. So an
/// end whose magnitude exceeds 8u·M + 32η has the right sign. If all products are exact and no addition before the last
/// one was rounded, the sign is right without a bound: the rounded sum of two floats has the sign of the true sum.
#[inline(always)]
fn add<S: Simd>(
    simd: S,
    ends: &mut [Ends; 2],
    [center, reach]: [Sum<S>; 2],
    has_exact_products: bool,
    place: usize,
) {
    let zero = S::f64s::splat(simd, 0.0);
    let mut bound = (center.magnitude + reach.magnitude) * (8.0 * U) + 32.0 * SMALLEST;
    let mut exact = 0;
    if has_exact_products {
        // The tails of a sum that overflows are NaN, and so not zero.
        let is_exact = (center.tails + reach.tails).simd_eq(zero);
        bound = is_exact.select(zero, bound);
        exact = is_exact.to_bitmask() << place;
    }
    let values = [center.value - reach.value, center.value + reach.value];
    for (end, value) in ends.iter_mut().zip(values) {
        // Comparisons with NaN are false, and an infinite number makes the bound infinite or NaN.
        let positive = value.simd_gt(bound).to_bitmask() << place;
        let negative = value.simd_lt(-bound).to_bitmask() << place;
        end.positive |= positive;
        end.negative |= negative;
        end.known |= positive | negative | exact;
    }
}

/// Returns the signs of n·c + d − r·|n| and n·c + d + r·|n| for 64 spheres with centers c and radii r.
#[inline(always)]
pub(crate) fn of_spheres<S: Simd, T: Scalar, const D: usize>(
    simd: S,
    form: &LinearForm<D>,
    center: [Lane<'_, T>; D],
    radius: Lane<'_, T>,
) -> [Ends; 2] {
    let n = form.coefficients();
    let mut ends = [Ends::default(); 2];
    let length_of_normal = length(&n);
    if length_of_normal < f64::MIN_POSITIVE {
        // The bound on the relative error of the length, 2.6u, does not hold for a subnormal length. So no sign is
        // reported as certain.
        return ends;
    }
    let [if_single, _] = form.exact_products();
    let has_exact_products = if_single
        && exact_length(&n).is_some()
        && are_single(center.iter())
        && are_single([radius].iter());
    let constant = S::f64s::splat(simd, form.constant());
    let zero = S::f64s::splat(simd, 0.0);
    for first in (0..BLOCK).step_by(2 * S::f64s::LEN) {
        let radii = T::widened(simd, radius, first);
        let products = products(simd, &n, &center, first);
        for half in 0..2 {
            let center = Sum::<S>::of(products[half], constant);
            let value = radii[half] * length_of_normal;
            let reach = Sum {
                value,
                magnitude: value,
                tails: zero,
            };
            let place = first + half * S::f64s::LEN;
            add(simd, &mut ends, [center, reach], has_exact_products, place);
        }
    }
    ends
}

/// Returns the signs of n·c + d − Σ|n·hⱼ| and n·c + d + Σ|n·hⱼ| for 64 parallelepipeds with centers c and half-axes hⱼ.
#[inline(always)]
pub(crate) fn of_parallelepipeds<S: Simd, T: Scalar, const D: usize>(
    simd: S,
    form: &LinearForm<D>,
    center: [Lane<'_, T>; D],
    half_axes: &[[Lane<'_, T>; D]; D],
) -> [Ends; 2] {
    let n = form.coefficients();
    let mut ends = [Ends::default(); 2];
    let [if_single, always] = form.exact_products();
    let has_exact_products = always
        || (if_single && are_single(center.iter()) && are_single(half_axes.as_flattened().iter()));
    let constant = S::f64s::splat(simd, form.constant());
    let zero = S::f64s::splat(simd, 0.0);
    for first in (0..BLOCK).step_by(2 * S::f64s::LEN) {
        let of_center = products(simd, &n, &center, first);
        let mut reach = [Sum {
            value: zero,
            magnitude: zero,
            tails: zero,
        }; 2];
        for half_axis in half_axes {
            let along = products(simd, &n, half_axis, first);
            for half in 0..2 {
                reach[half] = reach[half].plus_magnitude_of(Sum::of(along[half], zero));
            }
        }
        for half in 0..2 {
            let center = Sum::of(of_center[half], constant);
            let place = first + half * S::f64s::LEN;
            let sums = [center, reach[half]];
            add(simd, &mut ends, sums, has_exact_products, place);
        }
    }
    ends
}
