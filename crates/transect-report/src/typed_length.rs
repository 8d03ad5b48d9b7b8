//! Lengths with a unit in the text of an argument, such as `z = 500mm`.

use transect::length_unit::{LengthConversion, LengthUnit};

use crate::user_error::UserError;

/// The number of digits of a quotient that does not end. Halves between two floats have fewer digits than this, unless
/// they are much smaller or greater than any length.
const DIGITS: usize = 150;

/// A number with a unit in a text.
struct Length<'t> {
    /// The bytes of the text that hold the number, the space after it and the unit.
    range: core::ops::Range<usize>,
    number: &'t str,
    unit: LengthUnit,
}

/// The lengths in arguments of a call, and the unit of the model, to which they are converted.
pub struct TypedLengths<U> {
    unit: U,
}

impl<U: Fn() -> Result<Option<String>, UserError>> TypedLengths<U> {
    /// Returns the lengths of a model. `unit` returns the unit of the model, and is called only if a text has a length.
    pub const fn of(unit: U) -> Self {
        Self { unit }
    }

    /// Returns a text with its lengths in the unit of the model, without units: `z = 0.5` for `z = 500mm` in metres. Each
    /// length is exact, or, if it has no end as a decimal number, the nearest float. `flag` is the argument that has the
    /// text, for errors.
    ///
    /// ```
    /// use transect_report::UserError;
    /// use transect_report::typed_length::TypedLengths;
    /// let [metres, inches] = ["m", "in"].map(|unit| TypedLengths::of(move || Ok(Some(unit.into()))));
    /// assert_eq!(metres.nearest("--plane", "z = 500 mm")?, "z = 0.5");
    /// assert_eq!(metres.nearest("--box", "0,0,0,1ft,1ft,25cm")?, "0,0,0,0.3048,0.3048,0.25");
    /// assert_eq!(inches.nearest("--plane", "z = 10 mm")?, "z = 0.3937007874015748");
    /// assert!(TypedLengths::of(|| Ok(None)).nearest("--plane", "z = 1m").is_err());
    /// # Ok::<(), UserError>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`UserError`] if the text has a length and the unit of the model is not known.
    pub fn nearest(&self, flag: &str, text: &str) -> Result<String, UserError> {
        self.converted(flag, text, |_, _| Ok(()))
    }

    /// Returns a text with its lengths in the unit of the model, like [`TypedLengths::nearest`]. The text is that of a
    /// number whose multiples are rounded once, such as a step, so each length must be exact.
    ///
    /// ```
    /// use transect_report::typed_length::TypedLengths;
    /// let [metres, inches] = ["m", "in"].map(|unit| TypedLengths::of(move || Ok(Some(unit.into()))));
    /// assert_eq!(metres.exact("--step", "10mm")?, "0.01");
    /// let error = inches.exact("--step", "10mm").expect_err("10/25.4 has no end");
    /// assert_eq!(error.hint.as_deref(), Some("convert the model with --to-unit mm, or write the number in in, without a unit"));
    /// # Ok::<(), transect_report::UserError>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`UserError`] if the text has a length and the unit of the model is not known, or if the length is not a
    /// decimal number in this unit.
    pub fn exact(&self, flag: &str, text: &str) -> Result<String, UserError> {
        self.converted(flag, text, |from, to| {
            Err(UserError::with_hint(
                format!("{flag} {text}: the length is not a decimal number in {to}"),
                format!(
                    "convert the model with --to-unit {from}, or write the number in {to}, without a unit"
                ),
            ))
        })
    }

    /// Returns the converted text. `rounded` is called for the units of each length that is not exact.
    fn converted(
        &self,
        flag: &str,
        text: &str,
        rounded: impl Fn(LengthUnit, LengthUnit) -> Result<(), UserError>,
    ) -> Result<String, UserError> {
        let lengths = lengths(text);
        if lengths.is_empty() {
            return Ok(text.to_owned());
        }
        let own = (self.unit)()?.and_then(|name| name.parse::<LengthUnit>().ok());
        let Some(own) = own else {
            return Err(UserError::with_hint(
                format!("{flag} {text}: the unit of the model is not known"),
                "name it with --unit, or write the number in the unit of the file, without a unit",
            ));
        };
        let mut converted = String::new();
        let mut end = 0;
        for length in lengths {
            converted += &text[end..length.range.start];
            let quotient = quotient(length.number, LengthConversion::between(length.unit, own));
            if !quotient.is_exact {
                rounded(length.unit, own)?;
            }
            converted += &quotient.text();
            end = length.range.end;
        }
        converted += &text[end..];
        Ok(converted)
    }
}

/// Returns the numbers of a text that have a unit. A number with a unit is a term of its own: it is neither the divisor
/// of a quotient nor the factor of a letter or of a parenthesis. The number of cells of a grid may follow it.
fn lengths(text: &str) -> Vec<Length<'_>> {
    let bytes = text.as_bytes();
    let mut lengths = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        // The second of two points is not that of a number.
        let points = bytes[..at].iter().rev().take_while(|byte| **byte == b'.');
        let is_range = bytes[at] == b'.' && points.count() % 2 == 1;
        let end = if is_range { at } else { number_end(bytes, at) };
        if end == at {
            at += 1;
            continue;
        }
        let after = &text[end..];
        let word = after.trim_start();
        let start = end + after.len() - word.len();
        let letters = word.find(|c: char| !c.is_alphabetic());
        let word = &word[..letters.unwrap_or(word.len())];
        let rest = text[start + word.len()..].trim_start();
        let is_divisor = text[..at].trim_end().ends_with('/');
        let ends_range =
            text[..at].contains("..") && (rest.starts_with('/') || rest.starts_with("step"));
        let is_factor = rest.starts_with(|c: char| c.is_alphanumeric() || "(*/".contains(c));
        if let Ok(unit) = word.parse()
            && !is_divisor
            && (ends_range || !is_factor)
        {
            lengths.push(Length {
                range: at..start + word.len(),
                number: &text[at..end],
                unit,
            });
        }
        at = end;
    }
    lengths
}

/// Returns the end of the number that begins at a position; the position itself if none begins there.
fn number_end(bytes: &[u8], start: usize) -> usize {
    let digits = |mut at: usize| {
        while bytes.get(at).is_some_and(u8::is_ascii_digit) {
            at += 1;
        }
        at
    };
    let mut end = digits(start);
    // Two points are those of a range.
    if bytes.get(end) == Some(&b'.') && bytes.get(end + 1).is_some_and(u8::is_ascii_digit) {
        end = digits(end + 1);
    }
    if end > start && matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let exponent = digits(end + 1 + sign);
        if exponent > end + 1 + sign {
            end = exponent;
        }
    }
    end
}

/// A number in another unit: decimal digits times a power of ten.
struct Quotient {
    digits: String,
    exponent: i64,
    /// `false` if the number does not end. The digits then decide on the nearest float.
    is_exact: bool,
}

/// The greatest number of digits that are written out, before or after the point. Decimal numbers have no more.
const WRITTEN: usize = 30;

impl Quotient {
    /// Returns the number as text: exactly, or as the nearest float.
    fn text(&self) -> String {
        let significant = self.digits.trim_matches('0');
        let after = self.digits.len() - self.digits.trim_end_matches('0').len();
        let exponent = self.exponent.saturating_add(after as i64);
        if significant.is_empty() {
            return "0".into();
        }
        let places = usize::try_from(exponent.unsigned_abs()).unwrap_or(usize::MAX);
        match exponent {
            _ if !self.is_exact || significant.len().max(places) > WRITTEN => {
                let text = format!("{}e{}", self.digits, self.exponent);
                let value: f64 = text.parse().expect("digits and an exponent are a number");
                value.to_string()
            }
            0.. => format!("{significant}{}", "0".repeat(places)),
            _ => {
                let digits = format!("{significant:0>width$}", width = places + 1);
                let (whole, fraction) = digits.split_at(digits.len() - places);
                format!("{whole}.{fraction}")
            }
        }
    }
}

/// Returns a decimal number of one unit in another unit.
fn quotient(number: &str, conversion: LengthConversion) -> Quotient {
    let (mantissa, exponent) = match number.split_once(['e', 'E']) {
        // Exponents beyond the range of integers give zero or infinity, like those at its ends.
        Some((mantissa, exponent)) => {
            let most = if exponent.starts_with('-') {
                i64::MIN / 2
            } else {
                i64::MAX / 2
            };
            (mantissa, exponent.parse().unwrap_or(most))
        }
        None => (number, 0_i64),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let mut exponent = exponent.saturating_sub(fraction.len() as i64);
    let (factor, divisor) = (conversion.factor(), conversion.divisor());
    // The product, from the last digit to the first. Factors are less than 2^41, so no sum overflows.
    let mut product = Vec::new();
    let mut carry = 0;
    for digit in whole.bytes().chain(fraction.bytes()).rev() {
        carry += u64::from(digit - b'0') * factor;
        product.push(carry % 10);
        carry /= 10;
    }
    while carry > 0 {
        product.push(carry % 10);
        carry /= 10;
    }
    // The quotient, from the first digit to the last. Digits are added until the division ends.
    let mut digits = String::new();
    let mut rest = 0;
    let push = |digit: u64, rest: &mut u64, digits: &mut String| {
        *rest = 10 * *rest + digit;
        digits.push(char::from(b'0' + (*rest / divisor) as u8));
        *rest %= divisor;
    };
    for &digit in product.iter().rev() {
        push(digit, &mut rest, &mut digits);
    }
    for _ in 0..DIGITS {
        if rest == 0 {
            break;
        }
        push(0, &mut rest, &mut digits);
        exponent = exponent.saturating_sub(1);
    }
    if rest > 0 {
        digits.push('1');
        exponent = exponent.saturating_sub(1);
    }
    Quotient {
        digits,
        exponent,
        is_exact: rest == 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn converted(text: &str, unit: &str) -> String {
        let lengths = TypedLengths::of(|| Ok(Some(unit.to_owned())));
        lengths.nearest("--plane", text).expect("a unit")
    }

    #[test]
    fn lengths_are_terms() {
        for (text, unit, expected) in [
            ("z=500mm", "m", "z=0.5"),
            ("z = 1.2 m", "mm", "z = 1200"),
            ("Z=1FT", "in", "Z=12"),
            ("z=1e99999999999999999999mm", "m", "z=inf"),
            ("z=1e-99999999999999999999mm", "m", "z=0"),
            ("z = .5in", "mm", "z = 12.7"),
            ("z=10mm", "in", "z=0.3937007874015748"),
            ("z=1µm", "m", "z=0.000001"),
            ("z=1um", "mm", "z=0.001"),
            ("z=1e3mm", "m", "z=1"),
            ("z=123mm", "m", "z=0.123"),
            ("z=0mm", "m", "z=0"),
            ("z=1m..2.5m", "cm", "z=100..250"),
            ("z=1m..2m", "cm", "z=100..200"),
            ("z=1m...5m", "cm", "z=100..50"),
            ("z=0..3m/4", "cm", "z=0..300/4"),
            ("z=0m..3 m / 4", "cm", "z=0..300 / 4"),
            ("z=0..3m step 500mm", "m", "z=0..3 step 0.5"),
            ("-500mm,1 m,2", "m", "-0.5,1,2"),
            ("0 0 1ft", "in", "0 0 12"),
            ("x+y = 2*3cm - 1mm", "mm", "x+y = 2*30 - 1"),
            ("z = 1yd + 2", "ft", "z = 3 + 2"),
            ("z=123456789012345678901mm", "m", "z=123456789012345678.901"),
            ("1 nautical mile", "m", "1 nautical mile"),
            // The letters of coordinates are not units, and a unit of a factor or of a divisor has no meaning.
            ("2x+3y+6z-17=0", "mm", "2x+3y+6z-17=0"),
            ("z = 1/3mm", "m", "z = 1/3mm"),
            ("2mm x = 3", "m", "2mm x = 3"),
            ("2m(x+y) = 3", "m", "2m(x+y) = 3"),
            ("z = 1m/4", "mm", "z = 1m/4"),
            ("z = 3 q", "m", "z = 3 q"),
            ("z = 1e", "m", "z = 1e"),
            ("", "m", ""),
        ] {
            assert_eq!(converted(text, unit), expected, "{text}");
        }
        let unknown = TypedLengths::of(|| Ok(None));
        let error = unknown.nearest("--plane", "z=5mm").expect_err("no unit");
        assert_eq!(
            error.message,
            "--plane z=5mm: the unit of the model is not known"
        );
    }

    #[test]
    fn lengths_are_rounded_once() {
        let unit = |name: &str| name.parse::<LengthUnit>().expect("a unit");
        let convert = |number: &str, from, to| {
            let own = quotient(number, LengthConversion::between(unit(from), unit(to)));
            own.text().parse::<f64>().expect("a number")
        };
        // 0.1 mm in metres is the float nearest to 0.0001, which 0.1 / 1000 is not for all numbers.
        let mut differ = 0;
        for number in 1..2000 {
            let text = format!("{}.{}", number / 10, number % 10);
            let nearest: f64 = format!("{text}e-3").parse().expect("a number");
            assert_eq!(convert(&text, "mm", "m"), nearest);
            let product = text.parse::<f64>().expect("a number") * 0.001;
            differ += usize::from(product != nearest);
        }
        assert!(differ > 100, "{differ}");
        // n inches are n·127/5 mm, and n mm are n·5/127 inches, which a quotient of floats rounds once.
        for number in 1..2000_u32 {
            let text = number.to_string();
            assert_eq!(convert(&text, "mm", "in"), f64::from(5 * number) / 127.0);
            assert_eq!(convert(&text, "in", "mm"), f64::from(127 * number) / 5.0);
        }
        assert_eq!(convert("0", "mm", "in"), 0.0);
        assert_eq!(convert("1e999", "mm", "in"), f64::INFINITY);
        assert_eq!(convert("1e-999", "mm", "m"), 0.0);
    }

    #[test]
    fn exact_lengths_are_decimal_numbers() {
        let exact = |text: &str, unit: &str| {
            let lengths = TypedLengths::of(|| Ok(Some(unit.to_owned())));
            lengths.exact("--step", text).map_err(|error| error.message)
        };
        assert_eq!(exact("127mm", "in"), Ok("5".into()));
        assert_eq!(exact("1in", "m"), Ok("0.0254".into()));
        assert_eq!(exact("0.25", "in"), Ok("0.25".into()));
        assert_eq!(
            exact("1mm", "ft"),
            Err("--step 1mm: the length is not a decimal number in ft".into())
        );
    }
}
