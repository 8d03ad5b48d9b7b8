//! A dyadic integer of fixed capacity: exact sums and products of floats.
//!
//! A value is Σ digits[i]·2^(32·i + base). Digits are kept in `i64`, so that many additions fit
//! before carries are settled in one sweep. There is no float arithmetic inside: rounding mode, FTZ,
//! FMA, overflow and underflow cannot touch it.

use core::cmp::Ordering;

use crate::side::Side;

/// The mask of one digit.
const DIGIT: i64 = 0xffff_ffff;

/// How many additions of magnitudes below 2³² an `i64` digit takes before it must be settled.
const ROOM: u32 = 1 << 30;

/// The exponent of the last bit of a product of two floats.
const PRODUCT_BASE: i32 = 2 * -1074;

/// An exact dyadic number of `DIGITS` digits of 32 bits.
///
/// 136 digits hold any sum of up to 2³⁰ products of two finite floats.
///
/// ```
/// use transect::{Side, predicates::Dyadic};
/// let mut sum = Dyadic::<136>::new();
/// sum.add_product(1e300, 1e-300); // not quite one
/// sum.add_product(-1.0, 1.0);
/// assert_eq!(sum.side(), Side::Back);
/// ```
#[derive(Clone, Debug)]
pub struct Dyadic<const DIGITS: usize> {
    digits: [i64; DIGITS],
    /// The exponent of digit 0.
    base: i32,
    /// Digits outside `low..high` are zero.
    low: usize,
    high: usize,
    /// Additions since the carries were settled.
    additions: u32,
}

impl<const DIGITS: usize> Default for Dyadic<DIGITS> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const DIGITS: usize> Dyadic<DIGITS> {
    /// Zero, ready for sums of products of two floats.
    #[must_use]
    pub fn new() -> Self {
        Self::with_base(PRODUCT_BASE)
    }

    fn with_base(base: i32) -> Self {
        Self {
            digits: [0; DIGITS],
            base,
            low: DIGITS,
            high: 0,
            additions: 0,
        }
    }

    /// Σ a·b over pairs of finite floats.
    #[must_use]
    pub fn sum_of_products(pairs: impl IntoIterator<Item = (f64, f64)>) -> Self {
        let mut sum = Self::new();
        for (a, b) in pairs {
            sum.add_product(a, b);
        }
        sum
    }

    /// Adds a·b exactly.
    ///
    /// # Panics
    /// If a factor is not finite, or if this number is itself a product of sums and so has no digit
    /// for the last bits of a·b.
    pub fn add_product(&mut self, a: f64, b: f64) {
        let (a_negative, a_mantissa, a_exponent) = decompose(a);
        let (b_negative, b_mantissa, b_exponent) = decompose(b);
        let product = u128::from(a_mantissa) * u128::from(b_mantissa);
        if product == 0 {
            return;
        }
        let position = usize::try_from(a_exponent + b_exponent - self.base)
            .expect("a product of two floats has a digit for each of its bits");
        // 106 bits, shifted by up to 31, are five digits.
        let shift = position % 32;
        let (first, second) = (product << shift, (product >> 64) >> (64 - shift));
        let negative = a_negative != b_negative;
        for (index, digit) in [
            first as i64 & DIGIT,
            (first >> 32) as i64 & DIGIT,
            (first >> 64) as i64 & DIGIT,
            (first >> 96) as i64 & DIGIT,
            second as i64,
        ]
        .into_iter()
        .enumerate()
        {
            if digit != 0 {
                self.add_digit(position / 32 + index, if negative { -digit } else { digit });
            }
        }
        self.make_room();
    }

    /// Adds another number exactly.
    ///
    /// # Panics
    /// If the other number has bits where this one has no digits.
    pub fn add<const OTHER: usize>(&mut self, other: &Dyadic<OTHER>) {
        let mut settled = other.clone();
        settled.settle();
        for index in settled.low..settled.high {
            let digit = settled.digits[index];
            if digit == 0 {
                continue;
            }
            let position = settled.base - self.base + 32 * index as i32;
            let place = usize::try_from(position).expect("the sum has digits for both numbers");
            let shifted = i128::from(digit) << (place % 32);
            self.add_digit(place / 32, shifted as i64 & DIGIT);
            self.add_digit(place / 32 + 1, (shifted >> 32) as i64);
        }
        self.make_room();
    }

    /// The exact product of two numbers.
    ///
    /// # Panics
    /// If the product needs more than `PRODUCT` digits.
    #[must_use]
    pub fn multiply<const OTHER: usize, const PRODUCT: usize>(
        &self,
        other: &Dyadic<OTHER>,
    ) -> Dyadic<PRODUCT> {
        let (mut a, mut b) = (self.clone(), other.clone());
        let negative = (a.make_positive() == Side::Back) != (b.make_positive() == Side::Back);
        let mut product = Dyadic::with_base(a.base + b.base);
        for i in a.low..a.high {
            for j in b.low..b.high {
                let digits = a.digits[i] as u64 * b.digits[j] as u64;
                if digits != 0 {
                    let (low, high) = (digits as i64 & DIGIT, (digits >> 32) as i64);
                    product.add_digit(i + j, if negative { -low } else { low });
                    product.add_digit(i + j + 1, if negative { -high } else { high });
                }
            }
        }
        product.settle();
        product
    }

    /// The exact sign.
    #[must_use]
    pub fn side(mut self) -> Side {
        self.settle()
    }

    /// The nearest f64, ties to even; infinite if it is larger than every float.
    #[must_use]
    pub fn to_f64(&self) -> f64 {
        let (mantissa, exponent) = self.rounded(-1074);
        libm::ldexp(mantissa, exponent)
    }

    /// The number rounded to 53 bits, as mantissa·2^exponent, whatever its magnitude.
    #[must_use]
    pub fn to_mantissa_and_exponent(&self) -> (f64, i32) {
        self.rounded(i32::MIN)
    }

    fn rounded(&self, least_exponent: i32) -> (f64, i32) {
        let mut settled = self.clone();
        let side = settled.make_positive();
        if side == Side::On {
            return (0.0, 0);
        }
        let top = settled.high - 1;
        let digit = |place: usize| (settled.digits[place] as u128) << 64;
        // The top three digits hold at least 65 bits; what lies below only breaks ties.
        let mut leading = digit(top);
        let mut rest = false;
        for below in 1..=top - settled.low {
            match below {
                1 => leading |= digit(top - 1) >> 32,
                2 => leading |= digit(top - 2) >> 64,
                _ => rest |= settled.digits[top - below] != 0,
            }
        }
        let exponent = settled.base + 32 * top as i32 - 64;
        let bits = 128 - leading.leading_zeros() as i32;
        let drop = (bits - 53).max(least_exponent.saturating_sub(exponent));
        if drop > bits {
            return (0.0, 0);
        }
        let half = 1_u128 << (drop - 1);
        let dropped = leading & ((half << 1) - 1);
        let kept = leading.unbounded_shr(drop as u32);
        let up = match dropped.cmp(&half) {
            Ordering::Less => false,
            Ordering::Equal => rest || kept & 1 == 1,
            Ordering::Greater => true,
        };
        let mantissa = (kept + u128::from(up)) as f64;
        (
            if side == Side::Back { -mantissa } else { mantissa },
            exponent + drop,
        )
    }

    fn add_digit(&mut self, place: usize, digit: i64) {
        self.digits[place] += digit;
        self.low = self.low.min(place);
        self.high = self.high.max(place + 1);
    }

    fn make_room(&mut self) {
        self.additions += 1;
        if self.additions == ROOM {
            self.settle();
        }
    }

    /// Brings all digits but the top one into 0 ..< 2³², in one sweep; the sign is then the sign of
    /// the top digit that is not zero.
    fn settle(&mut self) -> Side {
        let mut carry = 0;
        let mut place = self.low;
        while place < self.high || carry != 0 {
            if place + 1 == DIGITS || (place >= self.high && carry == -1) {
                // Nothing lies above: this digit keeps the sign.
                self.add_digit(place, carry);
                break;
            }
            let sum = self.digits[place] + carry;
            self.digits[place] = sum & DIGIT;
            carry = sum >> 32;
            place += 1;
            self.high = self.high.max(place);
        }
        self.additions = 0;
        while self.high > self.low && self.digits[self.high - 1] == 0 {
            self.high -= 1;
        }
        if self.high <= self.low {
            return Side::On;
        }
        Side::from(self.digits[self.high - 1].cmp(&0))
    }

    /// Settles |self| and returns the sign that self had.
    fn make_positive(&mut self) -> Side {
        let side = self.settle();
        if side == Side::Back {
            for digit in &mut self.digits[self.low..self.high] {
                *digit = -*digit;
            }
            self.settle();
        }
        side
    }
}

/// A finite float as sign, integer mantissa and exponent: ±mantissa·2^exponent.
fn decompose(value: f64) -> (bool, u64, i32) {
    assert!(value.is_finite(), "an exact sum needs finite numbers, not {value}");
    let bits = value.to_bits();
    let fraction = bits & ((1 << 52) - 1);
    let exponent = (bits >> 52 & 0x7ff) as i32;
    let (mantissa, exponent) = match exponent {
        0 => (fraction, -1074),
        _ => (fraction | 1 << 52, exponent - 1075),
    };
    (value.is_sign_negative(), mantissa, exponent)
}
