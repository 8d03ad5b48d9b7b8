//! Dyadic numbers (an integer times a power of two) of bounded size, for exact sums and products of floats.
//!
//! The value of a number is Σ digit(i)·2^(32·(i − fraction)). Digits are kept in `i64`, so that many additions fit
//! before one sweep settles the carries: it moves the bits of each digit above the lowest 32 to the next digit. Only
//! the digits from the lowest to the highest that were ever written are stored: usually four out of more than a
//! hundred. All arithmetic inside is on integers. So the float unit's rounding mode, flush-to-zero mode and fused
//! operations cannot affect the result, and neither can float overflow or underflow.

use alloc::vec::Vec;

use tinyvec::{ArrayVec, TinyVec};

use crate::side::Side;

/// The bit mask of one digit of 32 bits.
const DIGIT: i64 = 0xffff_ffff;

/// The number of additions after which the carries are settled. Each addition adds less than 2³³ to a digit. `i64` has
/// room for 2³⁰ additions; the smaller number here lets a test reach the limit.
const ROOM: u32 = 1 << 16;

/// The number of digits behind the point for products. The lowest bit that a product of two floats may have is 2^−2148.
const PRODUCT_FRACTION: usize = 68;

/// The number of digits behind the point for a single float. The lowest bit that a float may have is 2^−1074.
const FLOAT_FRACTION: usize = 34;

/// A list of digits. Most numbers fit into its inline memory, without an allocation.
type Digits = TinyVec<[i64; 8]>;

/// An exact dyadic number (an integer times a power of two) of a bounded number of digits of 32 bits.
///
/// All numbers are of this one type, so that its functions are compiled once. [`Dyadic`](crate::Dyadic) gives
/// the bound as a constant.
#[derive(Clone, Debug)]
pub(super) struct Accumulator {
    /// The digits from index `low` on; all other digits are zero.
    digits: Digits,
    low: usize,
    /// The number of digits behind the (binary) point.
    fraction: usize,
    /// The number of additions since the carries were settled.
    additions: u32,
    /// The largest number of digits. An operation whose result needs more digits panics.
    most: usize,
}

impl Accumulator {
    /// Returns zero, with enough digits behind the point for sums of products of two floats.
    pub(super) fn new(most: usize) -> Self {
        Self::with_fraction(PRODUCT_FRACTION, most)
    }

    /// Returns zero, with enough digits behind the point for a single float.
    pub(super) const fn zero(most: usize) -> Self {
        Self {
            digits: TinyVec::Inline(ArrayVec::from_array_empty([0; 8])),
            low: 0,
            fraction: FLOAT_FRACTION,
            additions: 0,
            most,
        }
    }

    fn with_fraction(fraction: usize, most: usize) -> Self {
        Self {
            digits: Digits::new(),
            low: 0,
            fraction,
            additions: 0,
            most,
        }
    }

    /// Adds a·b exactly.
    ///
    /// # Panics
    /// Panics if a factor is not finite.
    pub(super) fn add_product(&mut self, a: f64, b: f64) {
        let (a_sign, a_mantissa, a_exponent) = decompose(a);
        let (b_sign, b_mantissa, b_exponent) = decompose(b);
        let product = u128::from(a_mantissa) * u128::from(b_mantissa);
        self.add_integer(a_sign * b_sign, product, a_exponent + b_exponent);
    }

    /// Converts a finite float. The number has only as many digits behind the point as a single float needs.
    pub(super) fn of_float(value: f64, most: usize) -> Self {
        let (sign, mantissa, exponent) = decompose(value);
        let mut number = Self::with_fraction(FLOAT_FRACTION, most);
        number.add_integer(sign, u128::from(mantissa), exponent);
        number
    }

    /// Adds ±magnitude·2^exponent. The magnitude has at most 106 bits.
    fn add_integer(&mut self, sign: i64, magnitude: u128, exponent: i32) {
        if magnitude == 0 {
            return;
        }
        // If trailing zeros are removed first, the magnitude usually needs one or two digits fewer.
        let zeros = magnitude.trailing_zeros();
        let (magnitude, exponent) = (magnitude >> zeros, exponent + zeros as i32);
        let position = usize::try_from(exponent + 32 * self.fraction as i32)
            .expect("the digits reach down to the last bit of a float, or of a product");
        // The lowest digit takes the lowest 32 − shift bits of the magnitude; each of the digits above it takes 32
        // bits.
        let (place, shift) = (position / 32, position % 32);
        let bits = shift + (128 - magnitude.leading_zeros() as usize);
        self.widen(place, place + bits.div_ceil(32));
        let digits = &mut self.digits[place - self.low..];
        digits[0] += sign * ((magnitude << shift) as i64 & DIGIT);
        let mut rest = magnitude >> (32 - shift);
        for digit in &mut digits[1..] {
            if rest == 0 {
                break;
            }
            *digit += sign * (rest as i64 & DIGIT);
            rest >>= 32;
        }
        self.make_room();
    }

    /// Returns the sign, the digits of the absolute value from the lowest one on, and the exponent of the lowest digit.
    /// Neither the lowest nor the highest digit is zero.
    pub(super) fn to_digits(&self) -> (Side, Vec<u32>, i32) {
        let mut magnitude = self.clone();
        let side = magnitude.make_positive();
        let digits = magnitude.digits.iter().map(|&digit| digit as u32);
        let exponent = 32 * (magnitude.low as i32 - self.fraction as i32);
        (side, digits.collect(), exponent)
    }

    /// Returns the number with this sign, these digits of the absolute value, and this exponent of the lowest digit.
    ///
    /// # Panics
    /// Panics if a nonzero bit stands for less than 2^−2176, or does not fit into `most` digits.
    pub(super) fn of_digits(side: Side, digits: &[u32], exponent: i32, most: usize) -> Self {
        let sign = if side == Side::Back { -1 } else { 1 };
        let mut number = Self::new(most);
        for (exponent, &digit) in (exponent..).step_by(32).zip(digits) {
            number.add_integer(sign, u128::from(digit), exponent);
        }
        number
    }

    /// Adds another number to this one exactly.
    ///
    /// # Panics
    /// Panics if the other number has digits outside the range of this number.
    pub(super) fn add(&mut self, other: &Self) {
        self.add_signed(other, 1);
    }

    /// Adds `sign` times another number. The carries of the other number are settled while its digits are read.
    fn add_signed(&mut self, other: &Self, sign: i64) {
        if other.digits.is_empty() {
            return;
        }
        let low = (other.low + self.fraction)
            .checked_sub(other.fraction)
            .expect("the sum has digits for both numbers");
        self.widen(low, low + other.digits.len());
        let digits = &mut self.digits[low - self.low..][..other.digits.len()];
        let mut carry = 0;
        for (digit, theirs) in digits.iter_mut().zip(other.digits.as_slice()) {
            let sum = theirs + carry;
            carry = sum >> 32;
            *digit += sign * (sum & DIGIT);
        }
        if carry == -1 {
            // A carry of −1 is put back into the top digit, which becomes negative. So no further digit is needed.
            digits[other.digits.len() - 1] -= sign << 32;
        } else if carry != 0 {
            let top = low + other.digits.len();
            self.widen(top, top + 1);
            self.digits[top - self.low] += sign * carry;
        }
        self.make_room();
    }

    /// Returns the exact sum of two numbers, or their exact difference for the sign −1.
    pub(super) fn plus_or_minus(&self, other: &Self, sign: i64) -> Self {
        let mut sum = Self::with_fraction(self.fraction.max(other.fraction), self.most);
        sum.digits
            .reserve(1 + self.digits.len().max(other.digits.len()));
        sum.add_signed(self, 1);
        sum.add_signed(other, sign);
        sum
    }

    /// Returns the number with the opposite sign.
    pub(super) fn negated(&self) -> Self {
        let mut negated = Self::with_fraction(self.fraction, self.most);
        negated.add_signed(self, -1);
        negated
    }

    /// Returns the exact product of two numbers.
    ///
    /// # Panics
    /// Panics if the product needs more than `most` digits.
    pub(super) fn multiply(&self, other: &Self, most: usize) -> Self {
        let (left, right);
        let a = if self.is_small() {
            self
        } else {
            left = self.settled();
            &left
        };
        let b = if other.is_small() {
            other
        } else {
            right = other.settled();
            &right
        };
        let mut digits = Digits::new();
        digits.resize(a.digits.len() + b.digits.len(), 0);
        let mut product = Self {
            digits,
            low: a.low + b.low,
            fraction: a.fraction + b.fraction,
            additions: 0,
            most,
        };
        let (a, b) = (a.digits.as_slice(), b.digits.as_slice());
        for (start, &left) in a.iter().enumerate() {
            let sums = &mut product.digits.as_mut_slice()[start..][..=b.len()];
            for (place, &right) in b.iter().enumerate() {
                let digits = i128::from(left) * i128::from(right);
                sums[place] += digits as i64 & DIGIT;
                sums[place + 1] += (digits >> 32) as i64;
            }
        }
        product.settle();
        product
    }

    /// Returns the exact sign of the number.
    pub(super) fn side(&self) -> Side {
        let (mut carry, mut rest) = (0, 0);
        for digit in self.digits.as_slice() {
            let sum = digit + carry;
            rest |= sum & DIGIT;
            carry = sum >> 32;
        }
        Side::from(if carry == 0 { rest } else { carry }.cmp(&0))
    }

    /// Returns the exponent e of the leading bit, so that 2^e ≤ |self| < 2^(e + 1). Returns `None` for zero.
    pub(super) fn exponent(&self) -> Option<i32> {
        let mut magnitude = self.clone();
        if magnitude.make_positive() == Side::On {
            return None;
        }
        let leading = magnitude.digits.last()?.ilog2() as i32;
        Some(32 * magnitude.leading_place() + leading)
    }

    /// Returns the f64 nearest to self·2^power, ties to even, rounded once.
    pub(super) fn to_f64_scaled(&self, power: i32) -> f64 {
        let mut magnitude = self.clone();
        let side = magnitude.make_positive();
        if side == Side::On {
            return 0.0;
        }
        // The top three digits hold at least 65 bits, 12 more than a float. Of the digits below them, it matters only
        // whether one of them is not zero. The lowest bit of `leading` is set in this case.
        let top = magnitude.digits.len() - 1;
        let digit = |below| {
            top.checked_sub(below)
                .map_or(0, |index: usize| magnitude.digits[index] as u128)
        };
        let below = magnitude.digits[..top.saturating_sub(2)]
            .iter()
            .any(|&digit| digit != 0);
        let leading = digit(0) << 65 | digit(1) << 33 | digit(2) << 1 | u128::from(below);
        let exponent = power.saturating_add(32 * magnitude.leading_place() - 65);
        // Bits below 2^-1074 are dropped here, so that subnormal results are rounded only once, too.
        let bits = 128 - leading.leading_zeros() as i32;
        let dropped_bits = (bits - 53).max((-1074_i32).saturating_sub(exponent));
        if dropped_bits > bits {
            return 0.0;
        }
        let kept = leading.unbounded_shr(dropped_bits as u32);
        let dropped = leading & ((1 << dropped_bits) - 1);
        let half = 1 << (dropped_bits - 1);
        let up = dropped > half || (dropped == half && kept % 2 == 1);
        let rounded = libm::ldexp(
            (kept + u128::from(up)) as f64,
            exponent.saturating_add(dropped_bits),
        );
        if side == Side::Back {
            -rounded
        } else {
            rounded
        }
    }

    /// Stores zeros where necessary, so that all digits from `low` up to `high` are stored.
    ///
    /// # Panics
    /// Panics if `high` is above `most`.
    fn widen(&mut self, low: usize, high: usize) {
        assert!(
            high <= self.most,
            "a number outgrows its {} digits of 32 bits",
            self.most
        );
        if self.digits.is_empty() {
            self.low = low;
        } else if low < self.low {
            let zeros = core::iter::repeat_n(0, self.low - low);
            self.digits.splice(..0, zeros);
            self.low = low;
        }
        if high > self.low + self.digits.len() {
            self.digits.resize(high - self.low, 0);
        }
    }

    /// Returns the exponent of the power of 2³² that is the weight of the leading digit.
    fn leading_place(&self) -> i32 {
        (self.low + self.digits.len()) as i32 - 1 - self.fraction as i32
    }

    fn make_room(&mut self) {
        self.additions += 1;
        if self.additions == ROOM {
            self.settle();
        }
    }

    /// Returns `true` if the digits are small enough for [`Accumulator::multiply`]: after at most 16 additions, each
    /// digit is less than 2³⁷ in magnitude. A product of two digits is then less than 2⁷⁴. It is added to two digits of
    /// the result, in parts that are less than 2³² and 2⁴², so an `i64` holds the sum of hundreds of such parts.
    fn is_small(&self) -> bool {
        self.additions <= 16
    }

    fn settled(&self) -> Self {
        let mut settled = self.clone();
        settled.settle();
        settled
    }

    /// Settles the carries in one sweep: all digits except the top one become at least 0 and less than 2³². Afterwards
    /// the top digit is zero only if the number is zero, and the sign of the top digit is the sign of the number.
    fn settle(&mut self) -> Side {
        let mut carry = 0;
        for digit in self.digits.as_mut_slice() {
            let sum = *digit + carry;
            *digit = sum & DIGIT;
            carry = sum >> 32;
        }
        match self.digits.last_mut() {
            // A carry of −1 is put back into the top digit, which becomes negative. So settling the carries again
            // changes nothing.
            Some(top) if carry == -1 => *top -= 1 << 32,
            _ if carry != 0 => self.digits.push(carry),
            _ => {}
        }
        self.additions = 0;
        while self.digits.last() == Some(&0) {
            self.digits.pop();
        }
        let zeros = self.digits.iter().take_while(|&&digit| digit == 0).count();
        if zeros > 0 {
            self.digits.drain(..zeros);
            self.low += zeros;
        }
        assert!(
            self.low + self.digits.len() <= self.most,
            "a number outgrows its {} digits of 32 bits",
            self.most
        );
        self.digits
            .last()
            .map_or(Side::On, |top| Side::from(top.cmp(&0)))
    }

    /// Replaces the number by its absolute value, with settled carries, and returns the original sign.
    fn make_positive(&mut self) -> Side {
        let side = self.settle();
        if side == Side::Back {
            for digit in self.digits.as_mut_slice() {
                *digit = -*digit;
            }
            self.settle();
        }
        side
    }
}

/// Splits a finite float into a sign, an integer mantissa and an exponent; the float is sign·mantissa·2^exponent.
fn decompose(value: f64) -> (i64, u64, i32) {
    assert!(
        value.is_finite(),
        "an exact sum needs finite numbers, not {value}"
    );
    let bits = value.to_bits();
    let fraction = bits & ((1 << 52) - 1);
    let (mantissa, exponent) = match (bits >> 52 & 0x7ff) as i32 {
        0 => (fraction, -1074),
        biased => (fraction | 1 << 52, biased - 1075),
    };
    (
        if value.is_sign_negative() { -1 } else { 1 },
        mantissa,
        exponent,
    )
}
