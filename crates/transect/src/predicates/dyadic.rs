//! A dyadic integer of bounded size: exact sums and products of floats.
//!
//! A value is Σ digit(i)·2^(32·(i − fraction)). Digits are kept in `i64`, so that many additions
//! fit before carries are settled in one sweep; only those between the lowest and the highest that were ever
//! written are kept at all, most often four of some hundred. There is no float arithmetic inside: rounding
//! mode, FTZ, FMA, overflow and underflow cannot touch it.

use tinyvec::TinyVec;

use crate::side::Side;

/// The mask of one digit.
const DIGIT: i64 = 0xffff_ffff;

/// Additions before the carries are settled. Each adds less than 2³³ to a digit; `i64` has room for
/// 2³⁰ of them, but this many a test can reach.
const ROOM: u32 = 1 << 16;

/// Digits behind the point: the last bit of a product of two floats is 2^−2148.
const PRODUCT_FRACTION: usize = 68;

/// Digits behind the point of a single float: its last bit is 2^−1074.
const FLOAT_FRACTION: usize = 34;

/// Digits that most numbers have room for without an allocation.
type Digits = TinyVec<[i64; 8]>;

/// An exact dyadic number of up to `DIGITS` digits of 32 bits.
///
/// 136 digits hold any sum of products of two finite floats. A number that outgrows its digits is
/// a broken promise, and panics.
///
/// ```
/// use transect::{Side, predicates::Dyadic};
/// let mut sum = Dyadic::<136>::new();
/// sum.add_product(0.1, 10.0); // a little more than one
/// assert_eq!(sum.to_f64(), 1.0);
/// sum.add_product(-1.0, 1.0);
/// assert_eq!(sum.side(), Side::Front);
/// ```
#[derive(Clone, Debug)]
pub struct Dyadic<const DIGITS: usize> {
    /// The digits from the place `low` on; all others are zero.
    digits: Digits,
    low: usize,
    /// How many places stand behind the point.
    fraction: usize,
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
        Self::with_fraction(PRODUCT_FRACTION)
    }

    fn with_fraction(fraction: usize) -> Self {
        Self {
            digits: Digits::new(),
            low: 0,
            fraction,
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
    /// If a factor is not finite.
    pub fn add_product(&mut self, a: f64, b: f64) {
        let (a_sign, a_mantissa, a_exponent) = decompose(a);
        let (b_sign, b_mantissa, b_exponent) = decompose(b);
        let product = u128::from(a_mantissa) * u128::from(b_mantissa);
        self.add_integer(a_sign * b_sign, product, a_exponent + b_exponent);
    }

    /// A finite float as a number that sums and products can be made of.
    pub(crate) fn of_float(value: f64) -> Self {
        let (sign, mantissa, exponent) = decompose(value);
        let mut number = Self::with_fraction(FLOAT_FRACTION);
        number.add_integer(sign, u128::from(mantissa), exponent);
        number
    }

    /// Adds ±magnitude·2^exponent; a magnitude has 106 bits at most.
    fn add_integer(&mut self, sign: i64, magnitude: u128, exponent: i32) {
        if magnitude == 0 {
            return;
        }
        // Without the zeros at its end it most often has a digit or two less.
        let zeros = magnitude.trailing_zeros();
        let (magnitude, exponent) = (magnitude >> zeros, exponent + zeros as i32);
        let position = usize::try_from(exponent + 32 * self.fraction as i32)
            .expect("the digits reach down to the last bit of a float, or of a product");
        // The lowest digit takes the last 32 − shift bits, the next ones 32 bits each.
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

    /// Adds another number exactly.
    ///
    /// # Panics
    /// If the other number has digits where this one has none.
    pub fn add<const OTHER: usize>(&mut self, other: &Dyadic<OTHER>) {
        self.add_signed(other, 1);
    }

    /// Adds another number or subtracts it: the digits that it would have if it were settled.
    fn add_signed<const OTHER: usize>(&mut self, other: &Dyadic<OTHER>, sign: i64) {
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
            // Borrowed back by the top digit, so that there is none above it.
            digits[other.digits.len() - 1] -= sign << 32;
        } else if carry != 0 {
            let top = low + other.digits.len();
            self.widen(top, top + 1);
            self.digits[top - self.low] += sign * carry;
        }
        self.make_room();
    }

    /// The exact sum of two numbers.
    pub(crate) fn sum(&self, other: &Self) -> Self {
        self.plus_or_minus(other, 1)
    }

    /// The exact difference of two numbers.
    pub(crate) fn difference(&self, other: &Self) -> Self {
        self.plus_or_minus(other, -1)
    }

    fn plus_or_minus(&self, other: &Self, sign: i64) -> Self {
        let mut sum = Self::with_fraction(self.fraction.max(other.fraction));
        sum.digits
            .reserve(1 + self.digits.len().max(other.digits.len()));
        sum.add_signed(self, 1);
        sum.add_signed(other, sign);
        sum
    }

    /// The number with the other sign.
    pub(crate) fn negated(&self) -> Self {
        let mut negated = Self::with_fraction(self.fraction);
        negated.add_signed(self, -1);
        negated
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
        let (left, right);
        let a = match self.is_small() {
            true => self,
            false => {
                left = self.settled();
                &left
            }
        };
        let b = match other.is_small() {
            true => other,
            false => {
                right = other.settled();
                &right
            }
        };
        let mut digits = Digits::new();
        digits.resize(a.digits.len() + b.digits.len(), 0);
        let mut product = Dyadic {
            digits,
            low: a.low + b.low,
            fraction: a.fraction + b.fraction,
            additions: 0,
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

    /// The exact sign.
    #[must_use]
    pub fn side(&self) -> Side {
        let (mut carry, mut rest) = (0, 0);
        for digit in self.digits.as_slice() {
            let sum = digit + carry;
            rest |= sum & DIGIT;
            carry = sum >> 32;
        }
        Side::from(if carry == 0 { rest } else { carry }.cmp(&0))
    }

    /// The exponent e of the leading bit: 2^e ≤ |self| < 2^(e + 1). Zero has none.
    #[must_use]
    pub fn exponent(&self) -> Option<i32> {
        let mut magnitude = self.clone();
        if magnitude.make_positive() == Side::On {
            return None;
        }
        let leading = magnitude.digits.last()?.ilog2() as i32;
        Some(32 * magnitude.leading_place() + leading)
    }

    /// The nearest f64, ties to even; infinite if it rounds beyond every float.
    #[must_use]
    pub fn to_f64(&self) -> f64 {
        self.to_f64_scaled(0)
    }

    /// The f64 nearest to self·2^power, ties to even, rounded once.
    #[must_use]
    pub fn to_f64_scaled(&self, power: i32) -> f64 {
        let mut magnitude = self.clone();
        let side = magnitude.make_positive();
        if side == Side::On {
            return 0.0;
        }
        // The top three digits hold at least 65 bits, 12 more than a float. Of what lies below it
        // only matters whether it is zero: one more bit.
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
        // No bit below 2^-1074 survives, so that subnormal results are rounded once as well.
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

    /// Keeps the digits from `low` up to `high`, too.
    ///
    /// # Panics
    /// If there are no such digits.
    fn widen(&mut self, low: usize, high: usize) {
        assert!(
            high <= DIGITS,
            "a number outgrows its {DIGITS} digits of 32 bits"
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

    /// What the leading digit counts, as a power of 2³².
    fn leading_place(&self) -> i32 {
        (self.low + self.digits.len()) as i32 - 1 - self.fraction as i32
    }

    fn make_room(&mut self) {
        self.additions += 1;
        if self.additions == ROOM {
            self.settle();
        }
    }

    /// Whether products of its digits, summed, fit into `i64`: each is less than 2³⁷ after so few additions.
    fn is_small(&self) -> bool {
        self.additions <= 16
    }

    fn settled(&self) -> Self {
        let mut settled = self.clone();
        settled.settle();
        settled
    }

    /// Brings all digits but the top one into 0 ..< 2³², in one sweep. The top one is not zero
    /// then, unless all are, and its sign is the sign of the number.
    fn settle(&mut self) -> Side {
        let mut carry = 0;
        for digit in self.digits.as_mut_slice() {
            let sum = *digit + carry;
            *digit = sum & DIGIT;
            carry = sum >> 32;
        }
        match self.digits.last_mut() {
            // Borrowed back by the top digit, so that settling again changes nothing.
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
            self.low + self.digits.len() <= DIGITS,
            "a number outgrows its {DIGITS} digits of 32 bits"
        );
        self.digits
            .last()
            .map_or(Side::On, |top| Side::from(top.cmp(&0)))
    }

    /// Settles |self| and returns the sign that self had.
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

/// A finite float as sign, integer mantissa and exponent: sign·mantissa·2^exponent.
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
