//! The exact sign of n·p + d at a point p (docs/exactness.md, "The linear form").

use crate::determinant::{dot, numbers};
use crate::dyadic::{Dyadic, PRODUCT_DIGITS};
use crate::error_free::two_sum;
use crate::lanes::Lanes;
use crate::nearest::{nearest_by_multiples, nearest_by_products, two_nearest_by_multiples};
use crate::number::Number;
use crate::products::{Products, are_ordinary};
use crate::side::Side;
use crate::unit::{SMALLEST, U};
use crate::vector::power_of_two;

/// The linear form n·p + d in two or three coordinates. Properties of n that speed up its evaluation are computed once.
///
/// As a polynomial, the form has degree 2 and D + 1 terms; exact values need up to 136 digits of 32 bits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinearForm<const D: usize> {
    coefficients: [f64; D],
    constant: f64,
    products: Products,
    /// For each axis i, `true` if nᵢ < 0.
    is_negative: [bool; D],
}

impl<const D: usize> LinearForm<D> {
    /// Creates the form with coefficients n and constant d. All these numbers must be finite. A form with NaN or
    /// infinity panics later, when it is evaluated at a point.
    #[must_use]
    pub const fn new(coefficients: [f64; D], constant: f64) -> Self {
        const { assert!(D == 2 || D == 3, "planes are in 2D or 3D") }
        let mut is_negative = [false; D];
        let mut axis = 0;
        while axis < D {
            is_negative[axis] = coefficients[axis] < 0.0;
            axis += 1;
        }
        Self {
            coefficients,
            constant,
            products: Products::of(&coefficients),
            is_negative,
        }
    }

    /// Returns the coefficients n of the form n·p + d.
    #[must_use]
    pub fn coefficients(&self) -> [f64; D] {
        self.coefficients
    }

    /// Returns the coefficients n, without a copy.
    #[inline]
    pub fn normal(&self) -> &[f64; D] {
        &self.coefficients
    }

    /// Returns the constant d of the form n·p + d.
    #[must_use]
    pub fn constant(&self) -> f64 {
        self.constant
    }

    /// Returns two flags. The first is `true` if all products nᵢ·xᵢ are exact in f64 for f32 coordinates xᵢ; the
    /// second, if they are also exact for f64 coordinates.
    #[inline]
    pub fn exact_products(&self) -> [bool; 2] {
        let always = self.products.exact_for_double;
        [always || self.products.exact_for_single, always]
    }

    /// Returns `true` if n is ±1 on one axis and 0 on the others, so that n·p + d is one addition.
    #[inline]
    pub fn is_along_axis(&self) -> bool {
        self.products.along_axis
    }

    /// Returns `true` if every coefficient is zero or has a magnitude in the range
    /// [`MODERATE`](crate::nearest::MODERATE).
    #[inline]
    pub fn is_moderate(&self) -> bool {
        self.products.moderate
    }

    /// Returns the exact side of a point.
    ///
    /// # Panics
    /// Panics if a coordinate is NaN or infinite.
    #[inline]
    #[must_use]
    pub fn side(&self, point: &[f64; D]) -> Side {
        if self.products.exact_for_double {
            self.side_of_exact_products(point)
        } else {
            self.side_by_filter(point)
        }
    }

    /// Returns the exact side of a point p with f32 coordinates. Usually the products nᵢ·pᵢ are exact in f64, so no
    /// error bound is needed.
    ///
    /// # Panics
    /// Panics if a coordinate is NaN or infinite.
    #[inline]
    #[must_use]
    pub fn side_of_single(&self, point: &[f32; D]) -> Side {
        let point = point.map(f64::from);
        if self.products.exact_for_single || self.products.exact_for_double {
            self.side_of_exact_products(&point)
        } else {
            self.side_by_filter(&point)
        }
    }

    /// Returns the float nearest to n·p + d, ties to even. So the sign is right, unless the value is at most 2⁻¹⁰⁷⁵ in
    /// magnitude and rounds to zero. A value beyond the range of floats is infinite.
    ///
    /// ```
    /// use transect_exact::linear::LinearForm;
    /// let form = LinearForm::new([0.1, 0.1], -0.3);
    /// assert_eq!(form.value(&[1.0, 2.0]), 2.7755575615628914e-17); // 3·0.1 − 0.3 for these floats, rounded once
    /// assert_eq!((0.1 + 0.1 * 2.0) - 0.3, 5.551115123125783e-17); // in floats
    /// ```
    ///
    /// # Panics
    /// Panics if a coordinate is NaN or infinite.
    #[inline]
    #[must_use]
    pub fn value(&self, point: &[f64; D]) -> f64 {
        self.value_times(point, 1.0)
    }

    /// Returns n·p + d as a polynomial of the coordinates of a point.
    pub fn evaluate<N: Number>(&self, point: &[N; D]) -> N {
        dot(&numbers(&self.coefficients), point).plus(&N::of(self.constant))
    }

    /// Returns a lower and an upper bound on n·p + d. The distance between the two bounds is a few units in the last
    /// place of the largest term. If something overflows, the bounds are infinite.
    #[inline]
    pub fn enclosure(&self, point: &[f64; D]) -> [f64; 2] {
        self.enclosure_beside(point, 0.0)
    }

    /// Returns a lower and an upper bound on n·p + d at a point, for this form and for all forms with nearly the same
    /// coefficients: their terms may differ from the terms of this form by at most 2u·(T + `further`) in all. Here T is
    /// the sum of the magnitudes of this form's terms, and u = 2⁻⁵³.
    #[inline]
    pub fn enclosure_beside(&self, point: &[f64; D], further: f64) -> [f64; 2] {
        let (sum, magnitude) = self.tree_sum(point);
        // `magnitude` is the sum of the terms' magnitudes, and u = 2⁻⁵³. The error of the pairwise (tree) sum is less
        // than 3u times `magnitude`. Rounding each of the two bounds adds one u.
        let margin = 8.0 * U * (magnitude + further) + 8.0 * SMALLEST;
        if margin.is_finite() && sum.is_finite() {
            [sum - margin, sum + margin]
        } else {
            [f64::NEG_INFINITY, f64::INFINITY]
        }
    }

    /// Returns the float nearest to (n·p + d)·2^power, ties to even.
    ///
    /// # Panics
    /// Panics if a coordinate is NaN or infinite.
    #[inline]
    pub fn value_scaled(&self, point: &[f64; D], power: i32) -> f64 {
        let factor = power_of_two(power);
        if factor == 0.0 {
            return self.exact(point).to_f64_scaled(power);
        }
        self.value_times(point, factor)
    }

    /// Returns the float nearest to (n·p + d)·factor, ties to even. The factor must be a power of two and a normal
    /// float.
    ///
    /// # Panics
    /// Panics if a coordinate is NaN or infinite.
    #[inline(always)]
    pub fn value_times(&self, point: &[f64; D], factor: f64) -> f64 {
        // Numbers are passed in registers. An array would be stored in memory, number by number, and be read from there
        // as vectors, which stalls the CPU.
        let third = if D == 3 { point[2] } else { 0.0 };
        self.value_at(point[0], point[1], third, factor)
    }

    /// Returns the floats nearest to (n·p + d)·factor at the backmost and at the frontmost corner of the box with these
    /// bounds, if floats prove them. The factor must be a power of two and a normal float, or 0; for 0, returns `None`.
    #[inline(always)]
    pub fn values_over_box(&self, bounds: &[[f64; D]; 2], factor: f64) -> Option<[f64; 2]> {
        // The signs of n alone determine which bound each corner has on each axis, as in `over_box`.
        let bound =
            |axis: usize, end: usize| bounds[usize::from(self.is_negative[axis]) ^ end][axis];
        let ends = core::array::from_fn(|axis| Lanes([bound(axis, 0), bound(axis, 1)]));
        let values = if self.products.along_axis {
            let sum = |end: usize| {
                let corner = core::array::from_fn(|axis| bound(axis, end));
                self.tree_sum(&corner).0 + 0.0
            };
            [sum(0), sum(1)]
        } else if self.products.moderate {
            two_nearest_by_multiples(&self.coefficients, self.constant, &ends)?
        } else {
            return None;
        };
        let are_finite = values[0].is_finite() & values[1].is_finite();
        if !are_finite || factor == 0.0 {
            return None;
        }
        Some([scaled(values[0], factor)?, scaled(values[1], factor)?])
    }

    #[inline(always)]
    fn value_at(&self, x: f64, y: f64, z: f64, factor: f64) -> f64 {
        let point = core::array::from_fn(|axis| [x, y, z][axis]);
        self.value_inlined(&point, factor)
    }

    /// Returns the result of [`LinearForm::value_times`]. This function is inlined, for loops over many points.
    #[inline(always)]
    pub fn value_inlined(&self, point: &[f64; D], factor: f64) -> f64 {
        let nearest = if self.products.along_axis {
            // Only one coordinate and d add to the value, so it is a single addition. All other terms are zero.
            let (sum, _) = self.tree_sum(point);
            sum.is_finite().then_some(sum + 0.0)
        } else if self.products.moderate {
            nearest_by_multiples(&self.coefficients, self.constant, point)
        } else {
            None
        };
        if let Some(scaled) = nearest.and_then(|nearest| scaled(nearest, factor)) {
            return scaled;
        }
        self.difficult_value(*point, factor)
    }

    /// Returns the same result as [`LinearForm::value_times`] if the fast attempt of [`LinearForm::value_inlined`]
    /// fails. Takes the point by value: for a reference, the compiler would store each point in memory before the fast
    /// attempt.
    #[cold]
    #[inline(never)]
    fn difficult_value(&self, point: [f64; D], factor: f64) -> f64 {
        let nearest = nearest_by_products(&self.coefficients, self.constant, &point);
        nearest
            .and_then(|nearest| scaled(nearest, factor))
            .unwrap_or_else(|| {
                let power = (factor.to_bits() >> 52) as i32 - 1023;
                self.exact(&point).to_f64_scaled(power)
            })
    }

    /// Returns the exact side of a point if the products nᵢ·pᵢ are exact (docs/exactness.md, Theorem A). A nonzero tree
    /// sum (n₀p₀ + n₁p₁) + (n₂p₂ + d) then has the right sign. If the tree sum is zero, the sum of the rounding errors
    /// (tails) of its two inner sums has the right sign.
    #[inline]
    fn side_of_exact_products(&self, point: &[f64; D]) -> Side {
        let n = &self.coefficients;
        let (first, second) = (n[0] * point[0], n[1] * point[1]);
        let third = if D == 3 { n[2] * point[2] } else { 0.0 };
        let left = first + second;
        let right = third + self.constant;
        let sum = left + right;
        // This single comparison tests that the sum is finite and not zero.
        if sum.abs().to_bits().wrapping_sub(1) < f64::INFINITY.to_bits() - 1 {
            return Side::of_nonzero(sum);
        }
        let tails = two_sum(first, second).1 + two_sum(third, self.constant).1;
        match tails.partial_cmp(&0.0) {
            Some(sign) if sum == 0.0 && tails.is_finite() => Side::from(sign),
            // The sums or their tails (rounding errors) overflowed, so integers decide.
            _ => self.exact_side(point),
        }
    }

    /// Returns n·p + d as a tree sum, and a bound on its error. The bound is infinite or NaN if something overflows.
    #[inline]
    pub fn sum_and_bound(&self, point: &[f64; D]) -> (f64, f64) {
        let (sum, magnitude) = self.tree_sum(point);
        (sum, bound(magnitude))
    }

    /// Returns n·c + d ± Σ|n·hⱼ| in floats: the values at the backmost and the frontmost point of the parallelepiped
    /// with the center c and the half-axes hⱼ. Also returns `true` if both values certainly have the right sign.
    ///
    /// Let T be the sum of the magnitudes of all products and of d, and u = 2⁻⁵³. The errors are at most 3u·T in the
    /// sums n·c + d and n·hⱼ, 2u·T in the sum of the |n·hⱼ|, and u·T in the last sum.
    #[inline]
    pub fn over_parallelepiped(
        &self,
        center: &[f64; D],
        half_axes: &[[f64; D]; D],
    ) -> ([f64; 2], bool) {
        let n = &self.coefficients;
        let (value, mut magnitude) = self.tree_sum(center);
        let mut reach = 0.0;
        for half_axis in half_axes {
            let (first, second) = (n[0] * half_axis[0], n[1] * half_axis[1]);
            let third = if D == 3 { n[2] * half_axis[2] } else { 0.0 };
            reach += ((first + second) + third).abs();
            magnitude += (first.abs() + second.abs()) + third.abs();
        }
        let ends = [value - reach, value + reach];
        let bound = 8.0 * U * magnitude + 32.0 * SMALLEST;
        (ends, (ends[0].abs() > bound) & (ends[1].abs() > bound))
    }

    #[inline]
    fn side_by_filter(&self, point: &[f64; D]) -> Side {
        let (sum, magnitude) = self.tree_sum(point);
        if sum.abs() > bound(magnitude) {
            Side::of_nonzero(sum)
        } else {
            self.exact_side(point)
        }
    }

    /// Returns n·p + d at the backmost and at the frontmost corner of the box with these bounds, each computed as a
    /// pairwise (tree) sum. Also returns `true` if both values certainly have the right sign.
    #[inline]
    pub fn over_box(&self, bounds: &[[f64; D]; 2]) -> ([f64; 2], bool) {
        let n = &self.coefficients;
        let term = |axis: usize| {
            // The signs of n alone determine which bound the backmost corner has on each axis. So no coordinates are
            // compared, and the bound is read without a branch.
            let place = usize::from(self.is_negative[axis]);
            let (back, front) = (bounds[place][axis], bounds[1 - place][axis]);
            [n[axis] * back, n[axis] * front]
        };
        let (first, second) = (term(0), term(1));
        let third = if D == 3 { term(2) } else { [0.0; 2] };
        let mut sums = [0.0; 2];
        let mut is_certain = true;
        for end in 0..2 {
            let (first, second, third) = (first[end], second[end], third[end]);
            sums[end] = (first + second) + (third + self.constant);
            let magnitude = (first.abs() + second.abs()) + (third.abs() + self.constant.abs());
            is_certain &= sums[end].abs() > bound(magnitude);
        }
        (sums, is_certain)
    }

    /// Returns the tree sum (n₀p₀ + n₁p₁) + (n₂p₂ + d), and the same sum with the absolute values of its terms.
    #[inline]
    pub fn tree_sum(&self, point: &[f64; D]) -> (f64, f64) {
        let n = &self.coefficients;
        let (first, second) = (n[0] * point[0], n[1] * point[1]);
        let third = if D == 3 { n[2] * point[2] } else { 0.0 };
        (
            (first + second) + (third + self.constant),
            (first.abs() + second.abs()) + (third.abs() + self.constant.abs()),
        )
    }

    #[cold]
    #[inline(never)]
    fn exact_side(&self, point: &[f64; D]) -> Side {
        // This nearest float has the right sign, because it is either the exact value or not zero.
        match nearest_by_products(&self.coefficients, self.constant, point) {
            Some(value) if value > 0.0 => Side::Front,
            Some(value) if value < 0.0 => Side::Back,
            Some(_) => Side::On,
            None => self.exact(point).side(),
        }
    }

    fn exact(&self, point: &[f64; D]) -> Dyadic<PRODUCT_DIGITS> {
        for (axis, coordinate) in point.iter().enumerate() {
            assert!(
                coordinate.is_finite(),
                "a point on no side: coordinate {} is {coordinate}",
                ["x", "y", "z"][axis]
            );
        }
        let products = self.coefficients.into_iter().zip(*point);
        Dyadic::sum_of_products(products.chain([(self.constant, 1.0)]))
    }
}

/// Returns linear forms from their coefficients and constants, if all coefficients have many bits and are neither zero
/// nor very large or very small, and all numbers are finite. This takes less time than to create each form by itself.
#[inline]
pub fn ordinary_forms<const N: usize>(forms: &[[f64; 4]; N]) -> Option<[LinearForm<3>; N]> {
    are_ordinary(forms).then(|| {
        forms.map(|[a, b, c, constant]| LinearForm {
            coefficients: [a, b, c],
            constant,
            products: Products::ORDINARY,
            is_negative: [a, b, c].map(f64::is_sign_negative),
        })
    })
}

/// Returns the bound 4u·T̂ + 8·2⁻¹⁰⁷⁴, where u = 2⁻⁵³ and T̂ is the rounded sum T of the magnitudes of the terms. A
/// pairwise (tree) sum of the terms that exceeds this bound in magnitude has the right sign, because its error is below
/// 3u·T plus underflow. If something overflows, T̂ is infinite, and no sum exceeds the bound.
#[inline]
fn bound(magnitude: f64) -> f64 {
    4.0 * U * magnitude + 8.0 * SMALLEST
}

/// Returns nearest·factor for a power of two, if the product does not round. So if `nearest` is the float nearest to a
/// number, the result is the float nearest to the number times the factor. If `nearest` is infinite, the result is,
/// too.
#[inline]
fn scaled(nearest: f64, factor: f64) -> Option<f64> {
    let scaled = nearest * factor;
    (scaled.abs() >= f64::MIN_POSITIVE || nearest == 0.0 || factor == 1.0).then_some(scaled)
}
