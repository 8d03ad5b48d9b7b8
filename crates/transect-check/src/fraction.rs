//! Converts fractions of integers of any size to the nearest floats.

/// Returns the float nearest to a fraction of integers, rounded once, ties to even.
pub(crate) fn fraction(text: &str) -> Option<f64> {
    quotient(text).map(|(nearest, _)| nearest)
}

/// Returns the least float that is not less than a fraction of integers.
pub(crate) fn fraction_not_below(text: &str) -> Option<f64> {
    let (nearest, is_below) = quotient(text)?;
    Some(if is_below { nearest.next_up() } else { nearest })
}

/// The exponent of the least significant bit of a subnormal float.
const LAST_BIT: i64 = -1074;

/// Returns the float nearest to a fraction of integers, rounded once, ties to even. The second value is `true` if the
/// float is less than the fraction.
fn quotient(text: &str) -> Option<(f64, bool)> {
    let (above, below) = text.split_once('/')?;
    let (is_negative, above) = match above.strip_prefix('-') {
        Some(above) => (true, above),
        None => (false, above),
    };
    let (above, below) = (Natural::read(above)?, Natural::read(below)?);
    if below.bits() == 0 {
        return None;
    }
    if above.bits() == 0 {
        return Some((0.0, false));
    }
    // The quotient of above·2^shift and below has 54 bits or more, unless the float is subnormal. All but 53 of these
    // bits, or all below the last bit of subnormal floats, are rounded away.
    let wanted = 55 - (above.bits() - below.bits());
    let shift = wanted.min(-LAST_BIT + 1);
    let (quotient, has_rest) = above.divided(&below, shift)?;
    let length = i64::from(64 - quotient.leading_zeros());
    let dropped = (length - 53).max(LAST_BIT + shift).max(0);
    let (kept, rest) = (quotient >> dropped, quotient & ((1 << dropped) - 1));
    let half = (1_u64 << dropped) / 2;
    let is_above_half = rest > half || rest == half && has_rest;
    let is_half = rest == half && !has_rest && half > 0;
    let rounds_up = half > 0 && (is_above_half || is_half && kept % 2 == 1);
    let magnitude = scaled(kept + u64::from(rounds_up), dropped - shift);
    let is_exact = rest == 0 && !has_rest;
    let nearest = if is_negative { -magnitude } else { magnitude };
    Some((nearest, !is_exact && rounds_up == is_negative))
}

/// Returns number·2^exponent. The result is exact, infinite if it is too large for a float, or zero if it is too small.
fn scaled(number: u64, exponent: i64) -> f64 {
    // 2^exponent is applied as two factors, both normal floats. Only the second product can be subnormal. It is exact,
    // because `number`·2^exponent has no bits below the least significant bit of subnormal floats.
    let exponent = exponent.clamp(-1900, 1900) as i32;
    let first = exponent / 2;
    number as f64 * 2_f64.powi(first) * 2_f64.powi(exponent - first)
}

/// A natural number: digits of 32 bits, the least first, without zeros at the end.
#[derive(Clone)]
struct Natural(Vec<u32>);

impl Natural {
    fn read(text: &str) -> Option<Self> {
        if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let mut number = Self(Vec::new());
        for byte in text.bytes() {
            let mut carry = u64::from(byte - b'0');
            for digit in &mut number.0 {
                carry += u64::from(*digit) * 10;
                *digit = carry as u32;
                carry >>= 32;
            }
            if carry > 0 {
                number.0.push(carry as u32);
            }
        }
        Some(number)
    }

    fn bits(&self) -> i64 {
        self.0.last().map_or(0, |last| {
            self.0.len() as i64 * 32 - i64::from(last.leading_zeros())
        })
    }

    /// Returns this number times 2^shift.
    fn shifted(&self, shift: u64) -> Self {
        let mut digits = vec![0; (shift / 32) as usize];
        let mut carry = 0;
        for digit in &self.0 {
            let wide = u64::from(*digit) << (shift % 32) | carry;
            digits.push(wide as u32);
            carry = wide >> 32;
        }
        if carry > 0 {
            digits.push(carry as u32);
        }
        Self(digits)
    }

    fn is_at_least(&self, other: &Self) -> bool {
        let length = self.0.len().cmp(&other.0.len());
        length
            .then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
            .is_ge()
    }

    /// Subtracts `other`, which must not be greater than this number.
    fn subtract(&mut self, other: &Self) {
        let mut borrow = 0;
        for (place, digit) in self.0.iter_mut().enumerate() {
            let taken = i64::from(*digit) - i64::from(*other.0.get(place).unwrap_or(&0)) - borrow;
            borrow = i64::from(taken < 0);
            *digit = taken as u32;
        }
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }

    /// Returns the whole part of self·2^shift / other, and `true` if there is a remainder. The whole part must have
    /// fewer than 64 bits.
    fn divided(&self, other: &Self, shift: i64) -> Option<(u64, bool)> {
        let amount = u64::try_from(shift.abs()).ok()?;
        let (mut rest, divisor) = match shift {
            0.. => (self.shifted(amount), other.clone()),
            _ => (self.clone(), other.shifted(amount)),
        };
        let mut quotient = 0;
        for bit in (0..63).rev() {
            let part = divisor.shifted(bit);
            if rest.is_at_least(&part) {
                rest.subtract(&part);
                quotient |= 1 << bit;
            }
        }
        Some((quotient, !rest.0.is_empty()))
    }
}

#[cfg(test)]
mod tests {
    use super::{fraction, fraction_not_below};

    #[test]
    fn fractions_are_rounded_once() {
        assert_eq!(fraction("7/2"), Some(3.5));
        assert_eq!(fraction("-1/7"), Some(-1.0 / 7.0));
        assert_eq!(fraction("0/3"), Some(0.0));
        // Halfway cases: 2⁵³ + 1 is between 2⁵³ and 2⁵³ + 2, and 2⁵³ + 3 between 2⁵³ + 2 and 2⁵³ + 4.
        // The last fraction gets a wrong result if numerator and denominator are each rounded before the division.
        assert_eq!(
            fraction("9007199254740993/1"),
            Some(9_007_199_254_740_992.0)
        );
        assert_eq!(
            fraction("9007199254740995/1"),
            Some(9_007_199_254_740_996.0)
        );
        assert_eq!(
            fraction("6402900570728149493/249251558715386591"),
            Some(25.688507641548767)
        );
        for wrong in ["1/0", "7", "1.5/2", "a/b", "1/-2", "-/2", "1/"] {
            assert_eq!(fraction(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn integers_of_any_size_are_read() {
        let zeros = "0".repeat(300);
        assert_eq!(fraction(&format!("7{zeros}/2{zeros}")), Some(3.5));
        assert_eq!(fraction(&format!("-1{zeros}/1")), Some(-1e300));
        assert_eq!(fraction(&format!("1/1{zeros}")), Some(1e-300));
        // 2⁵³ + 1 is halfway between two floats. The number `above` exceeds it by 10⁻³⁰⁰, so `above` is rounded up.
        let above = format!("9007199254740993{}1/1{zeros}", "0".repeat(299));
        assert_eq!(fraction(&above), Some(9_007_199_254_740_994.0));
        let middle = format!("9007199254740993{zeros}/1{zeros}");
        assert_eq!(fraction(&middle), Some(9_007_199_254_740_992.0));
        // A fraction beyond the range of floats becomes infinite. Fractions that become subnormal floats are rounded
        // only once.
        assert_eq!(fraction(&format!("1{zeros}{zeros}/1")), Some(f64::INFINITY));
        assert_eq!(fraction(&format!("-1/1{zeros}{zeros}")), Some(-0.0));
        let smallest = f64::from_bits(1);
        for (text, expected) in [
            ("5e-324", smallest),
            ("7e-324", smallest),
            ("8e-324", 2.0 * smallest),
        ] {
            let digit = &text[..1];
            let below = format!("{digit}/1{}", "0".repeat(324));
            assert_eq!(fraction(&below), Some(expected), "{text}");
            assert_eq!(fraction(&below), text.parse().ok(), "{text}");
        }
        let above_subnormal = format!("3/1{}", "0".repeat(324));
        assert_eq!(fraction_not_below(&above_subnormal), Some(smallest));
    }

    #[test]
    fn fractions_are_rounded_up() {
        for (text, expected) in [
            ("7/2", 3.5),
            ("0/3", 0.0),
            ("1/5", 0.2),
            ("1/3", (1.0_f64 / 3.0).next_up()),
            ("-1/5", (-0.2_f64).next_up()),
            ("-1/3", -1.0 / 3.0),
            ("9007199254740993/1", 9_007_199_254_740_994.0),
        ] {
            assert_eq!(fraction_not_below(text), Some(expected), "{text}");
        }
    }
}
