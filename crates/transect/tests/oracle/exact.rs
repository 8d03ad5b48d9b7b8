//! The oracle computes the sign of a sum of products, independently of the library. It adds the positive products in
//! one long unsigned integer and the negative products in another, and compares the two. `big.rs` checks the oracle
//! against big integers of another library.

use std::cmp::Ordering;

/// The number of 64-bit limbs of a sum. A product of two floats times 2²¹⁴⁸ is an integer below 2⁴¹⁹⁶, so the limbs
/// have room for many products.
const LIMBS: usize = 67;

/// Returns the exact sign of the sum Σ a·b over the pairs (a, b).
pub(crate) fn sign(terms: &[(f64, f64)]) -> Ordering {
    let mut sums = [[0_u64; LIMBS]; 2];
    let mut highest = 0;
    for &(a, b) in terms {
        let negative = a.is_sign_negative() != b.is_sign_negative();
        let last = add_product(&mut sums[usize::from(negative)], a, b);
        highest = highest.max(last);
    }
    let [positive, negative] = &sums;
    positive[..=highest]
        .iter()
        .rev()
        .cmp(negative[..=highest].iter().rev())
}

/// Adds |a·b|·2^2148 to a sum and returns the index of the last limb that changed.
fn add_product(sum: &mut [u64; LIMBS], a: f64, b: f64) -> usize {
    let ((a, a_shift), (b, b_shift)) = (integer(a), integer(b));
    let product = u128::from(a) * u128::from(b);
    let shift = a_shift + b_shift;
    let (mut limb, bits) = (shift / 64, shift % 64);
    let low = (product & u128::from(u64::MAX)) << bits;
    let high = ((product >> 64) << bits) + (low >> 64);
    let mut carry = false;
    for part in [low as u64, high as u64, (high >> 64) as u64] {
        let (partial, first) = sum[limb].overflowing_add(part);
        let (total, second) = partial.overflowing_add(u64::from(carry));
        sum[limb] = total;
        carry = first || second;
        limb += 1;
    }
    while carry {
        (sum[limb], carry) = sum[limb].overflowing_add(1);
        limb += 1;
    }
    limb - 1
}

/// Returns |value|·2¹⁰⁷⁴ as an integer of at most 53 bits, and the number of bits by which to shift it to the left.
fn integer(value: f64) -> (u64, usize) {
    assert!(value.is_finite());
    let bits = value.abs().to_bits();
    let exponent = (bits >> 52) as usize;
    let fraction = bits % (1 << 52);
    if exponent == 0 {
        (fraction, 0)
    } else {
        (fraction + (1 << 52), exponent - 1)
    }
}

/// Returns `true` if `value` is the float nearest to Σ a·b, with ties to even. The middle between `value` and a
/// neighboring float is half of their sum. So the function compares 2·Σ a·b with `value` + neighbor.
pub(crate) fn is_nearest(value: f64, terms: &[(f64, f64)]) -> bool {
    let against_middle = |neighbour: f64| {
        let mut doubled = [terms, terms].concat();
        doubled.push((value, -1.0));
        doubled.push(if neighbour.is_finite() {
            (neighbour, -1.0)
        } else {
            (2_f64.powi(1023).copysign(neighbour), -2.0)
        });
        sign(&doubled)
    };
    let even = value.to_bits().is_multiple_of(2);
    let below = against_middle(value.next_down());
    let above = against_middle(value.next_up());
    (below.is_gt() || below.is_eq() && even) && (above.is_lt() || above.is_eq() && even)
}
