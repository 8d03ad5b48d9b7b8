//! The sign of n·p + d, exactly (docs/exactness.md, "The linear form").

use crate::predicates::determinant::{dot, numbers};
use crate::predicates::dyadic::Dyadic;
use crate::predicates::polynomial::Number;
use crate::predicates::unit::{SMALLEST, U};
use crate::side::Side;

/// Digits for any sum of products of two finite floats.
pub(crate) const DIGITS: usize = 136;

/// The linear form n·p + d in two or three coordinates, with what can be known of it beforehand.
///
/// Degree 2, D + 1 terms, 136 digits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinearForm<const D: usize> {
    coefficients: [f64; D],
    constant: f64,
    /// nᵢ·xᵢ is exact in f64 for every f32 xᵢ.
    exact_for_single: bool,
    /// nᵢ·xᵢ is exact for every f64 xᵢ.
    exact_for_double: bool,
    /// n is ±1 on one axis and 0 on the others: n·p + d is one addition.
    along_axis: bool,
    /// nᵢ < 0.
    is_negative: [bool; D],
}

impl<const D: usize> LinearForm<D> {
    /// The form with these coefficients n and this constant d, all finite: others panic later, at
    /// the first point.
    #[must_use]
    pub fn new(coefficients: [f64; D], constant: f64) -> Self {
        const { assert!(D == 2 || D == 3, "planes are in 2D or 3D") }
        Self {
            coefficients,
            constant,
            exact_for_single: coefficients.iter().all(|&c| is_short(c)),
            exact_for_double: coefficients.iter().all(|&c| c == 0.0 || c.abs() == 1.0),
            along_axis: coefficients.iter().filter(|&&c| c == 0.0).count() == D - 1
                && coefficients.iter().any(|c| c.abs() == 1.0),
            is_negative: coefficients.map(|c| c < 0.0),
        }
    }

    /// n.
    #[must_use]
    pub fn coefficients(&self) -> [f64; D] {
        self.coefficients
    }

    /// d.
    #[must_use]
    pub fn constant(&self) -> f64 {
        self.constant
    }

    /// Whether nᵢ·xᵢ is exact in f64 for every f32 xᵢ, and whether it is for every f64 xᵢ.
    #[inline]
    pub(crate) fn exact_products(&self) -> [bool; 2] {
        let always = self.exact_for_double;
        [always || self.exact_for_single, always]
    }

    /// Whether n·p + d is one addition.
    #[inline]
    pub(crate) fn is_along_axis(&self) -> bool {
        self.along_axis
    }

    /// The exact side of a point.
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

    /// The exact side of a point with f32 coordinates: mostly without a filter.
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

    /// n·p + d with a relative error below 2⁻⁵⁰: correctly rounded where terms cancel, and so of
    /// the right sign.
    ///
    /// Below the normal floats, 2⁻¹⁰²², the result is the nearest float: with an absolute error of at most 2⁻¹⁰⁷⁵, and zero
    /// where that is nearest.
    ///
    /// # Panics
    /// If a coordinate is NaN or infinite.
    #[must_use]
    pub fn value(&self, point: &[f64; D]) -> f64 {
        self.value_scaled(point, 0)
    }

    /// n·p + d as a polynomial of the numbers of a point.
    pub(crate) fn evaluate<N: Number>(&self, point: &[N; D]) -> N {
        dot(&numbers(&self.coefficients), point).plus(&N::of(self.constant))
    }

    /// Two floats that enclose n·p + d, few units in the last place of its terms apart: infinite ones
    /// where something overflows.
    #[inline]
    pub(crate) fn enclosure(&self, point: &[f64; D]) -> [f64; 2] {
        self.enclosure_beside(point, 0.0)
    }

    /// As [`LinearForm::enclosure`], and of all forms whose terms differ from these by 2u of their
    /// magnitudes and of `further`.
    #[inline]
    pub(crate) fn enclosure_beside(&self, point: &[f64; D], further: f64) -> [f64; 2] {
        let (sum, magnitude) = self.tree_sum(point);
        // The tree sum is wrong by less than 3u·T; one u more for rounding this subtraction.
        let margin = 8.0 * U * (magnitude + further) + 8.0 * SMALLEST;
        if margin.is_finite() && sum.is_finite() {
            [sum - margin, sum + margin]
        } else {
            [f64::NEG_INFINITY, f64::INFINITY]
        }
    }

    /// (n·p + d)·2^power, as [`LinearForm::value`], free of overflow and underflow in between.
    pub(crate) fn value_scaled(&self, point: &[f64; D], power: i32) -> f64 {
        let (sum, magnitude) = self.tree_sum(point);
        // At most half is cancelled and nothing underflows: the error is below 3u·2·|sum|. A single
        // addition is correctly rounded, whatever it cancels.
        let is_accurate = self.along_axis || 2.0 * sum.abs() >= magnitude;
        if is_accurate && (1e-280..f64::INFINITY).contains(&magnitude) {
            libm::ldexp(sum, power)
        } else {
            self.exact(point).to_f64_scaled(power)
        }
    }

    /// Theorem A: where the products are exact, a tree sum that is not zero has the right sign, and
    /// a tree sum of zero leaves the sign to the tails of its two halves.
    #[inline]
    fn side_of_exact_products(&self, point: &[f64; D]) -> Side {
        let n = &self.coefficients;
        let (first, second) = (n[0] * point[0], n[1] * point[1]);
        let third = if D == 3 { n[2] * point[2] } else { 0.0 };
        let left = first + second;
        let right = third + self.constant;
        let sum = left + right;
        // Finite and not zero, in one comparison.
        if sum.abs().to_bits().wrapping_sub(1) < f64::INFINITY.to_bits() - 1 {
            return Side::of_nonzero(sum);
        }
        let tails = two_sum_tail(first, second, left) + two_sum_tail(third, self.constant, right);
        match tails.partial_cmp(&0.0) {
            Some(sign) if sum == 0.0 && tails.is_finite() => Side::from(sign),
            // Something overflowed, in the sums or in the tails.
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

    /// The tree sums at the backmost and at the frontmost of the corners between these bounds, and whether
    /// both have the right sign for certain.
    #[inline]
    pub(crate) fn over_box(&self, bounds: &[[f64; D]; 2]) -> ([f64; 2], bool) {
        let n = &self.coefficients;
        let term = |axis: usize| {
            // Which bound is the backmost is known of the plane: a choice of address, not of value.
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

    /// The tree sum, and the same tree over absolute values.
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

/// A tree sum farther from zero than 4u·T̂ + 8·2⁻¹⁰⁷⁴ has the right sign. The true error is below 3u·T
/// plus underflow. Overflow makes T̂ infinite, and nothing exceeds infinity.
#[inline]
fn bound(magnitude: f64) -> f64 {
    4.0 * U * magnitude + 8.0 * SMALLEST
}

/// What a + b lost by rounding to `sum` (Knuth, TAOCP 2, 4.2.2, theorem B).
#[inline]
fn two_sum_tail(a: f64, b: f64, sum: f64) -> f64 {
    let b_part = sum - a;
    (a - (sum - b_part)) + (b - b_part)
}

/// At most 29 significant bits, and zero or within 1e±210: times any f32 exact in f64.
fn is_short(coefficient: f64) -> bool {
    let magnitude = coefficient.abs();
    let in_range = magnitude == 0.0 || (1e-210..=1e210).contains(&magnitude);
    in_range && magnitude.to_bits().trailing_zeros() >= 53 - 29
}
