//! Properties of the coefficients of a linear form that speed up its evaluation: whether products with them are exact,
//! and whether they are far from the ends of the range of floats.

use crate::nearest::MODERATE;

/// Properties of the coefficients n of a linear form.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Products {
    /// `true` if for every axis i, nᵢ·xᵢ is exact in f64 for every f32 xᵢ.
    pub(super) exact_for_single: bool,
    /// `true` if for every axis i, nᵢ·xᵢ is exact in f64 for every f64 xᵢ.
    pub(super) exact_for_double: bool,
    /// `true` if n is ±1 on one axis and 0 on the others. Then n·p + d is one addition.
    pub(super) along_axis: bool,
    /// `true` if on every axis, nᵢ is zero or neither very large nor very small ([`MODERATE`]).
    pub(super) moderate: bool,
}

impl Products {
    /// The properties of most coefficients: they have many bits and are moderate.
    pub(super) const ORDINARY: Self = Self {
        exact_for_single: false,
        exact_for_double: false,
        along_axis: false,
        moderate: true,
    };

    pub(super) const fn of<const D: usize>(coefficients: &[f64; D]) -> Self {
        let mut products = Self::ORDINARY;
        let mut all_bits = 0;
        let mut axis = 0;
        while axis < D {
            let magnitude = coefficients[axis].abs().to_bits();
            all_bits |= magnitude;
            products.moderate &=
                (magnitude == 0) | is_within(magnitude, [MODERATE.start, MODERATE.end]);
            axis += 1;
        }
        // The other properties need coefficients of few bits. Most coefficients have more bits, so this check saves
        // time.
        if all_bits.trailing_zeros() >= 53 - SHORT_BITS {
            products.find_exact_products(coefficients);
        }
        products
    }

    /// Sets the properties of coefficients that have at most [`SHORT_BITS`] bits.
    const fn find_exact_products<const D: usize>(&mut self, coefficients: &[f64; D]) {
        self.exact_for_single = true;
        let [mut zeros, mut ones] = [0; 2];
        let mut axis = 0;
        while axis < D {
            let magnitude = coefficients[axis].abs().to_bits();
            self.exact_for_single &= (magnitude == 0) | is_within(magnitude, SHORT);
            zeros += (magnitude == 0) as usize;
            ones += (magnitude == 1.0_f64.to_bits()) as usize;
            axis += 1;
        }
        self.exact_for_double = zeros + ones == D;
        self.along_axis = zeros == D - 1 && ones == 1;
    }
}

/// Returns `true` if all forms, given by their coefficients and their constants, certainly have the properties
/// [`Products::ORDINARY`], no coefficient is zero, and all numbers are finite. The loop has no branches.
#[inline]
pub(super) fn are_ordinary<const N: usize>(forms: &[[f64; 4]; N]) -> bool {
    // Without its sign, a float has the same order as its bits. The subtraction makes the least moderate float zero,
    // and smaller floats very large.
    let magnitude = |number: f64| number.to_bits() << 1;
    let (least, end) = (magnitude(MODERATE.start), magnitude(MODERATE.end));
    let [mut most, mut largest_constant, mut shortest] = [0, 0, u64::MAX];
    for &[a, b, c, constant] in forms {
        for coefficient in [a, b, c] {
            most = most.max(magnitude(coefficient).wrapping_sub(least));
        }
        largest_constant = largest_constant.max(magnitude(constant));
        shortest = shortest.min(a.to_bits() & LONG);
    }
    (most < end - least) & (largest_constant < magnitude(f64::INFINITY)) & (shortest > 0)
}

/// The product of any f32 and a coefficient with at most this many significant bits is exact in f64, if the magnitude
/// of the coefficient is zero or in the range [`SHORT`].
const SHORT_BITS: u32 = 29;

/// The last bits of a float. If one of them is not zero, the float has more than [`SHORT_BITS`] bits.
const LONG: u64 = (1 << (53 - SHORT_BITS)) - 1;

/// The range of magnitudes in which coefficients of at most [`SHORT_BITS`] bits have exact products.
const SHORT: [f64; 2] = [1e-210, 1e210];

/// Returns `true` if a magnitude, given by its bits, is at least `low` and less than `high`. Positive floats have the
/// same order as their bits.
const fn is_within(magnitude: u64, [low, high]: [f64; 2]) -> bool {
    magnitude.wrapping_sub(low.to_bits()) < high.to_bits() - low.to_bits()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_forms_have_ordinary_properties() {
        let third = 1.0 / 3.0;
        let form = [third, 1.0, -2.0, 0.0];
        assert!(are_ordinary(&[form, [-third, 1e60, 1e-60, 1e300]]));
        for (place, number) in [
            (0, 1.0),
            (0, f64::NAN),
            (1, 0.0),
            (1, 1e61),
            (1, f64::NAN),
            (2, 1e-61),
            (2, f64::INFINITY),
            (3, f64::NEG_INFINITY),
            (3, f64::NAN),
        ] {
            let mut other = form;
            other[place] = number;
            assert!(!are_ordinary(&[form, other]), "{other:?}");
        }
        for limit in [MODERATE.start, MODERATE.end] {
            for coefficient in [limit.next_down(), limit, limit.next_up()] {
                let is_moderate = Products::of(&[third, coefficient]).moderate;
                assert_eq!(
                    are_ordinary(&[[third, third, coefficient, 0.0]]),
                    is_moderate
                );
                assert_eq!(is_moderate, MODERATE.contains(&coefficient));
            }
        }
        // A float whose last set bit is the highest of its last 24 bits has 30 significant bits. If the last set bit is
        // one place higher, the float has 29.
        for (bits, is_short) in [(1_u64 << 23, false), (1 << 24, true)] {
            let number = f64::from_bits(1.0_f64.to_bits() | bits);
            assert_eq!(Products::of(&[number, 1.0]).exact_for_single, is_short);
            assert_eq!(are_ordinary(&[[number, 1.0, 1.0, 0.0]]), !is_short);
        }
    }
}
