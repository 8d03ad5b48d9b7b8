//! Decimal numbers as users type them. Their sums and multiples are computed without rounding.

use alloc::format;
use core::fmt::{Display, Formatter};
use core::str::FromStr;

/// The largest number of digits of a decimal number, without leading zeros. Also the largest number of its decimals.
const DIGITS: usize = 30;
/// The largest magnitude of an exponent that may be typed.
const EXPONENT: u32 = 100;

/// The powers of ten that are floats.
const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
];

/// A decimal number: an integer times a power of ten.
///
/// ```
/// use transect::decimal::Decimal;
/// let [start, step]: [Decimal; 2] = ["0.1".parse()?, "0.2".parse()?];
/// // The sum is computed in decimals and rounded once: 0.1 + 0.2 is 0.3.
/// assert_eq!(start.plus_multiple(1, step).and_then(Decimal::to_f64), Some(0.3));
/// # Ok::<(), transect::decimal::DecimalError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decimal {
    digits: i128,
    exponent: i32,
}

/// The error of a text that is not a decimal number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DecimalError {
    /// The text is not a number such as 12, -0.5 or 2e-3.
    Syntax,
    /// The number has more than 30 digits or decimals, or an exponent beyond ±100.
    TooLong,
}

impl Display for DecimalError {
    fn fmt(&self, f: &mut Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Self::Syntax => "not a number",
            Self::TooLong => "too many digits",
        })
    }
}

impl core::error::Error for DecimalError {}

impl FromStr for Decimal {
    type Err = DecimalError;

    fn from_str(text: &str) -> Result<Self, DecimalError> {
        let text = text.trim();
        let (mantissa, exponent): (&str, i32) = match text.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (
                mantissa,
                exponent.parse().map_err(|_| DecimalError::Syntax)?,
            ),
            None => (text, 0),
        };
        let (is_negative, mantissa) = match mantissa.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, mantissa.strip_prefix('+').unwrap_or(mantissa)),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits = format!("{whole}{fraction}");
        if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
            return Err(DecimalError::Syntax);
        }
        let significant = digits.trim_start_matches('0');
        if significant.len() > DIGITS
            || fraction.len() > DIGITS
            || exponent.unsigned_abs() > EXPONENT
        {
            return Err(DecimalError::TooLong);
        }
        // An i128 holds every number of 30 digits. So parsing fails only for zero, whose digits have all been trimmed.
        let magnitude: i128 = significant.parse().unwrap_or(0);
        Ok(Self {
            digits: if is_negative { -magnitude } else { magnitude },
            exponent: exponent - fraction.len() as i32,
        })
    }
}

impl Decimal {
    /// The number zero.
    pub const ZERO: Self = Self {
        digits: 0,
        exponent: 0,
    };

    /// Returns `self + count·step`, without rounding. Returns `None` if the result has too many digits.
    #[must_use]
    pub fn plus_multiple(self, count: i64, step: Self) -> Option<Self> {
        let exponent = self.exponent.min(step.exponent);
        let multiple = step.aligned(exponent)?.checked_mul(i128::from(count))?;
        Some(Self {
            digits: self.aligned(exponent)?.checked_add(multiple)?,
            exponent,
        })
    }

    /// Returns the largest integer n with `self + n·step ≤ end`, for a positive `step`. Returns `None` if it, or a number
    /// that is computed for it, has too many digits.
    ///
    /// ```
    /// use transect::decimal::Decimal;
    /// let [start, end, step]: [Decimal; 3] = ["0".parse()?, "0.3".parse()?, "0.1".parse()?];
    /// assert_eq!(start.steps_to(end, step), Some(3)); // in floats, 0.1 + 0.1 + 0.1 is above 0.3
    /// # Ok::<(), transect::decimal::DecimalError>(())
    /// ```
    #[must_use]
    pub fn steps_to(self, end: Self, step: Self) -> Option<i64> {
        if !step.is_positive() {
            return None;
        }
        let exponent = self.exponent.min(end.exponent).min(step.exponent);
        let [start, end, step] = [self, end, step].map(|number| number.aligned(exponent));
        let way = end?.checked_sub(start?)?;
        i64::try_from(way.div_euclid(step?)).ok()
    }

    /// Returns this number as a multiple of 10^exponent, which must not be above the exponent of the number.
    fn aligned(self, exponent: i32) -> Option<i128> {
        let power = u32::try_from(self.exponent - exponent).ok()?;
        match self.digits {
            0 => Some(0),
            digits => digits.checked_mul(10_i128.checked_pow(power)?),
        }
    }

    /// Returns half of this number, without rounding. Returns `None` if the result has too many digits.
    #[must_use]
    pub fn half(self) -> Option<Self> {
        Some(Self {
            digits: self.digits.checked_mul(5)?,
            exponent: self.exponent - 1,
        })
    }

    /// Returns the nearest 64-bit float, or `None` if the number is beyond the range of finite floats.
    #[must_use]
    pub fn to_f64(self) -> Option<f64> {
        if let Some(quick) = self.quick() {
            return Some(quick);
        }
        // The standard library parses to the nearest float. Adding zero turns −0 into 0.
        let value: f64 = format!("{}e{}", self.digits, self.exponent).parse().ok()?;
        value.is_finite().then_some(value + 0.0)
    }

    /// Returns the nearest float of a number with few digits: a float divided or multiplied by a power of ten that is a float,
    /// rounded once.
    fn quick(self) -> Option<f64> {
        let is_float = self.digits.unsigned_abs() <= 1 << f64::MANTISSA_DIGITS;
        let power = POWERS.get(usize::try_from(self.exponent.unsigned_abs()).ok()?)?;
        let digits = is_float.then_some(self.digits as f64)?;
        Some(if self.exponent < 0 {
            digits / power
        } else {
            digits * power
        })
    }

    /// Returns `true` if the number is greater than zero.
    #[must_use]
    pub fn is_positive(self) -> bool {
        self.digits > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decimal(text: &str) -> Decimal {
        text.parse().expect("a number")
    }

    #[test]
    fn multiples_are_rounded_once() {
        // In floats, 0.1 · 3 is 0.30000000000000004.
        let step = decimal("0.1");
        for count in -2000..2000 {
            let exact = Decimal::ZERO
                .plus_multiple(count, step)
                .and_then(Decimal::to_f64);
            assert_eq!(exact, Some(count as f64 / 10.0), "{count}");
        }
        let sum = decimal("1e2")
            .plus_multiple(3, decimal("2.5e-3"))
            .and_then(Decimal::to_f64);
        assert_eq!(sum, Some(100.0075));
        assert_eq!(
            decimal("0.05").half().and_then(Decimal::to_f64),
            Some(0.025)
        );
    }

    #[test]
    fn few_digits_are_rounded_like_many() {
        let mut digits = 1_i128;
        for round in 0..2000 {
            digits = (digits * 1_103_515_245 + 12_345) % (1 << 54);
            for exponent in [-30, -23, -22, -7, 0, 5, 22, 23] {
                let digits = if round % 2 == 0 { digits } else { -digits };
                let value = Decimal { digits, exponent }.to_f64();
                let text = format!("{digits}e{exponent}");
                assert_eq!(value, text.parse().ok(), "{text}");
            }
        }
    }

    #[test]
    fn steps_are_counted_exactly() {
        for (start, end, step, count) in [
            ("0", "3", "0.5", Some(6)),
            ("0", "3.2", "0.5", Some(6)),
            ("0", "0.3", "0.1", Some(3)),
            ("0.1", "0.09", "1", Some(-1)),
            ("-1", "1e3", "1e-3", Some(1_001_000)),
            ("0", "1e100", "1", None),
            ("0", "1", "0", None),
            ("0", "1", "-1", None),
        ] {
            let [from, to, by] = [start, end, step].map(decimal);
            assert_eq!(from.steps_to(to, by), count, "{start} {end} {step}");
        }
    }

    #[test]
    fn what_is_no_number_is_an_error() {
        for text in [
            "", "-", ".", "1,5", "0x10", "1e", "inf", "nan", "1 2", "--1", "1.2.3",
        ] {
            assert_eq!(text.parse::<Decimal>(), Err(DecimalError::Syntax), "{text}");
        }
        for text in ["1234567890123456789012345678901", "1e101"] {
            assert_eq!(
                text.parse::<Decimal>(),
                Err(DecimalError::TooLong),
                "{text}"
            );
        }
        for (text, value) in [
            ("12", 12.0),
            ("-0.5", -0.5),
            (".5", 0.5),
            ("5.", 5.0),
            ("+2E-3", 0.002),
            ("-0", 0.0),
        ] {
            assert_eq!(decimal(text).to_f64(), Some(value), "{text}");
        }
    }
}
