//! The exact sign of n·p + d at a point p (docs/exactness.md, "The linear form").

use crate::predicates::determinant::{dot, numbers};
use crate::predicates::dyadic::Dyadic;
use crate::predicates::polynomial::Number;
use crate::predicates::unit::{SMALLEST, U};
use crate::side::Side;

/// The number of 32-bit digits for any sum of products of two finite floats.
pub(crate) const DIGITS: usize = 136;

/// The linear form n·p + d in two or three coordinates. Properties of n that speed up its evaluation are computed once.
///
/// As a polynomial, the form has degree 2 and D + 1 terms; exact values need up to 136 digits of 32 bits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinearForm<const D: usize> {
    coefficients: [f64; D],
    constant: f64,
    /// `true` if for every axis i, nᵢ·xᵢ is exact in f64 for every f32 xᵢ.
    exact_for_single: bool,
    /// `true` if for every axis i, nᵢ·xᵢ is exact in f64 for every f64 xᵢ.
    exact_for_double: bool,
    /// `true` if n is ±1 on one axis and 0 on the others. Then n·p + d is one addition.
    along_axis: bool,
    /// For each axis i, `true` if nᵢ < 0.
    is_negative: [bool; D],
}

impl<const D: usize> LinearForm<D> {
    /// Creates the form with coefficients n and constant d. All these numbers must be finite. A form with NaN or
    /// infinity panics later, when it is evaluated at a point.
    #[must_use]
    pub const fn new(coefficients: [f64; D], constant: f64) -> Self {
        const { assert!(D == 2 || D == 3, "planes are in 2D or 3D") }
        let mut exact_for_single = true;
        let mut is_negative = [false; D];
        let [mut zeros, mut ones] = [0; 2];
        let mut axis = 0;
        while axis < D {
            let coefficient = coefficients[axis];
            exact_for_single &= is_short(coefficient);
            is_negative[axis] = coefficient < 0.0;
            zeros += (coefficient == 0.0) as usize;
            ones += (coefficient.abs() == 1.0) as usize;
            axis += 1;
        }
        Self {
            coefficients,
            constant,
            exact_for_single,
            exact_for_double: zeros + ones == D,
            along_axis: zeros == D - 1 && ones == 1,
            is_negative,
        }
    }

    /// The coefficients n.
    #[must_use]
    pub fn coefficients(&self) -> [f64; D] {
        self.coefficients
    }

    /// The coefficients n, without a copy.
    #[inline]
    pub(crate) fn normal(&self) -> &[f64; D] {
        &self.coefficients
    }

    /// The constant d.
    #[must_use]
    pub fn constant(&self) -> f64 {
        self.constant
    }

    /// Returns two flags. The first is `true` if all products nᵢ·xᵢ are exact in f64 for f32 coordinates xᵢ; the
    /// second, if they are also exact for f64 coordinates.
    #[inline]
    pub(crate) fn exact_products(&self) -> [bool; 2] {
        let always = self.exact_for_double;
        [always || self.exact_for_single, always]
    }

    /// Returns `true` if n is ±1 on one axis and 0 on the others, so that n·p + d is one addition.
    #[inline]
    pub(crate) fn is_along_axis(&self) -> bool {
        self.along_axis
    }

    /// Returns the exact side of a point.
    ///
    /// # Panics
    /// If a coordinate is NaN or infinite.
    #[inline]
    #[must_use]
    pub fn side(&self, point: &[f64; D]) -> Side {
        if self.exact_for_double {
            self.side_of_exact_products(point)
        } else {
            self.side_by_filter(point)
        }
    }

    /// Returns the exact side of a point with f32 coordinates. Usually its products are exact in f64, so no error bound
    /// is needed.
    ///
    /// # Panics
    /// If a coordinate is NaN or infinite.
    #[inline]
    #[must_use]
    pub fn side_of_single(&self, point: &[f32; D]) -> Side {
        let point = point.map(f64::from);
        if self.exact_for_single || self.exact_for_double {
            self.side_of_exact_products(&point)
        } else {
            self.side_by_filter(&point)
        }
    }

    /// Returns n·p + d with a relative error below 2⁻⁵⁰, and so with the right sign.
    /// Where terms cancel, the value is correctly rounded.
    ///
    /// If the value is below 2⁻¹⁰²² in magnitude, the least normal float, the result is the float nearest to the value.
    /// It then has an absolute error of at most 2⁻¹⁰⁷⁵, and may be zero.
    ///
    /// # Panics
    /// If a coordinate is NaN or infinite.
    #[must_use]
    pub fn value(&self, point: &[f64; D]) -> f64 {
        self.value_scaled(point, 0)
    }

    /// Returns n·p + d as a polynomial of the coordinates of a point.
    pub(crate) fn evaluate<N: Number>(&self, point: &[N; D]) -> N {
        dot(&numbers(&self.coefficients), point).plus(&N::of(self.constant))
    }

    /// Returns a lower and an upper bound on n·p + d. They are a few units in the last place of the largest term apart,
    /// or infinite if something overflows.
    #[inline]
    pub(crate) fn enclosure(&self, point: &[f64; D]) -> [f64; 2] {
        self.enclosure_beside(point, 0.0)
    }

    /// Returns a lower and an upper bound on n·p + d at a point, for this form and for all forms with nearly the same
    /// coefficients: the terms may differ by at most 2u·(T + `further`) in all. Here T is the sum of the magnitudes of
    /// this form's terms, and u = 2⁻⁵³.
    #[inline]
    pub(crate) fn enclosure_beside(&self, point: &[f64; D], further: f64) -> [f64; 2] {
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

    /// Returns (n·p + d)·2^power with the accuracy of [`LinearForm::value`]. No intermediate result overflows or
    /// underflows.
    pub(crate) fn value_scaled(&self, point: &[f64; D], power: i32) -> f64 {
        let (sum, magnitude) = self.tree_sum(point);
        // If the terms cancel at most half of `magnitude` and nothing underflows, the error of `sum` is below
        // 3u·2·|sum|, with u = 2⁻⁵³. A single addition is correctly rounded, whatever cancels.
        let is_accurate = self.along_axis || 2.0 * sum.abs() >= magnitude;
        if is_accurate && (1e-280..f64::INFINITY).contains(&magnitude) {
            libm::ldexp(sum, power)
        } else {
            self.exact(point).to_f64_scaled(power)
        }
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
        let tails = two_sum_tail(first, second, left) + two_sum_tail(third, self.constant, right);
        match tails.partial_cmp(&0.0) {
            Some(sign) if sum == 0.0 && tails.is_finite() => Side::from(sign),
            // The sums or their tails (rounding errors) overflowed, so integers decide.
            _ => self.exact_side(point),
        }
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
    pub(crate) fn over_box(&self, bounds: &[[f64; D]; 2]) -> ([f64; 2], bool) {
        let n = &self.coefficients;
        let term = |axis: usize| {
            // Only the signs of n determine which bound the backmost corner has. So no coordinates are compared, and an
            // address is selected without a branch.
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
    fn tree_sum(&self, point: &[f64; D]) -> (f64, f64) {
        let n = &self.coefficients;
        let (first, second) = (n[0] * point[0], n[1] * point[1]);
        let third = if D == 3 { n[2] * point[2] } else { 0.0 };
        (
            (first + second) + (third + self.constant),
            (first.abs() + second.abs()) + (third.abs() + self.constant.abs()),
        )
    }

    #[cold]
    fn exact_side(&self, point: &[f64; D]) -> Side {
        self.exact(point).side()
    }

    fn exact(&self, point: &[f64; D]) -> Dyadic<DIGITS> {
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

/// Returns the bound 4u·T̂ + 8·2⁻¹⁰⁷⁴, where u = 2⁻⁵³ and T̂ is the rounded sum T of the magnitudes of the terms. A
/// pairwise (tree) sum of the terms that exceeds this bound in magnitude has the right sign, because its error is below
/// 3u·T plus underflow. If something overflows, T̂ is infinite, and no sum exceeds the bound.
#[inline]
fn bound(magnitude: f64) -> f64 {
    4.0 * U * magnitude + 8.0 * SMALLEST
}

/// Returns the rounding error of a + b, given its rounded `sum` (Knuth, TAOCP 2, 4.2.2, theorem B).
#[inline]
fn two_sum_tail(a: f64, b: f64, sum: f64) -> f64 {
    let b_part = sum - a;
    (a - (sum - b_part)) + (b - b_part)
}

/// Returns `true` if a coefficient has at most 29 significant bits, and is zero or has a magnitude from 1e−210 to
/// 1e210. Then its product with any f32 is exact in f64.
const fn is_short(coefficient: f64) -> bool {
    let magnitude = coefficient.abs();
    let in_range = magnitude == 0.0 || (1e-210 <= magnitude && magnitude <= 1e210);
    in_range && magnitude.to_bits().trailing_zeros() >= 53 - 29
}
