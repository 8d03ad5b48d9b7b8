//! Lengths with a unit in the text of a plane, such as `z = 500mm`.

use transect_draw::LengthUnit;

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

/// Returns a text with its lengths in the unit of the model, without units: `z = 0.5` for `z = 500mm` in metres. Each
/// length is rounded once, to the nearest float. `unit` returns the unit of the model, and is called only if the text
/// has a length. `flag` is the argument that has the text, for errors.
///
/// ```
/// use transect_report::UserError;
/// use transect_report::typed_length::in_unit;
/// let unit = |name: &str| Ok(Some(name.to_owned()));
/// assert_eq!(in_unit("--plane", "z = 500 mm", || unit("m"))?, "z = 0.5");
/// assert_eq!(in_unit("--plane", "x + 2y = 1/2 + 3in", || unit("mm"))?, "x + 2y = 1/2 + 76.2");
/// assert!(in_unit("--plane", "z = 1m", || Ok(None)).is_err());
/// # Ok::<(), UserError>(())
/// ```
///
/// # Errors
/// Returns [`UserError`] if the text has a length and the unit of the model is not known.
pub fn in_unit(
    flag: &str,
    text: &str,
    unit: impl FnOnce() -> Result<Option<String>, UserError>,
) -> Result<String, UserError> {
    let lengths = lengths(text);
    if lengths.is_empty() {
        return Ok(text.to_owned());
    }
    let own = unit()?.and_then(|name| name.parse::<LengthUnit>().ok());
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
        converted += &convert(length.number, length.unit, own).to_string();
        end = length.range.end;
    }
    converted += &text[end..];
    Ok(converted)
}

/// Returns the numbers of a text that have a unit. A number with a unit is a term of its own: it is neither the divisor
/// of a quotient nor the factor of a letter or of a parenthesis.
fn lengths(text: &str) -> Vec<Length<'_>> {
    let bytes = text.as_bytes();
    let mut lengths = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let end = number_end(bytes, at);
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
        let is_factor = rest.starts_with(|c: char| c.is_alphanumeric() || "(*/".contains(c));
        if let Ok(unit) = word.parse()
            && !is_divisor
            && !is_factor
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

/// Returns the float nearest to a decimal number of one unit in another unit.
fn convert(number: &str, from: LengthUnit, to: LengthUnit) -> f64 {
    let (mantissa, exponent) = match number.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse().unwrap_or(0)),
        None => (number, 0_i64),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let mut exponent = exponent.saturating_sub(fraction.len() as i64);
    let (from, to) = (from.nanometres(), to.nanometres());
    let common = greatest_common_divisor(from, to);
    let (factor, divisor) = (from / common, to / common);
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
    let mut text = String::new();
    let mut rest = 0;
    let push = |digit: u64, rest: &mut u64, text: &mut String| {
        *rest = 10 * *rest + digit;
        text.push(char::from(b'0' + (*rest / divisor) as u8));
        *rest %= divisor;
    };
    for &digit in product.iter().rev() {
        push(digit, &mut rest, &mut text);
    }
    for _ in 0..DIGITS {
        if rest == 0 {
            break;
        }
        push(0, &mut rest, &mut text);
        exponent = exponent.saturating_sub(1);
    }
    if rest > 0 {
        text.push('1');
        exponent = exponent.saturating_sub(1);
    }
    let text = format!("{text}e{exponent}");
    text.parse().expect("digits and an exponent are a number")
}

fn greatest_common_divisor(a: u64, b: u64) -> u64 {
    let (mut a, mut b) = (a, b);
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    fn converted(text: &str, unit: &str) -> String {
        in_unit("--plane", text, || Ok(Some(unit.to_owned()))).expect("a unit")
    }

    #[test]
    fn lengths_are_terms() {
        for (text, unit, expected) in [
            ("z=500mm", "m", "z=0.5"),
            ("z = 1.2 m", "mm", "z = 1200"),
            ("Z=1FT", "in", "Z=12"),
            ("z = .5in", "mm", "z = 12.7"),
            ("z=10mm", "in", "z=0.3937007874015748"),
            ("z=1µm", "m", "z=0.000001"),
            ("z=1um", "mm", "z=0.001"),
            ("z=1e3mm", "m", "z=1"),
            ("z=123mm", "m", "z=0.123"),
            ("z=1m..2.5m", "cm", "z=100..250"),
            ("x+y = 2*3cm - 1mm", "mm", "x+y = 2*30 - 1"),
            ("z = 1yd + 2", "ft", "z = 3 + 2"),
            ("1 nautical mile", "m", "1 nautical mile"),
            // The letters of coordinates are not units, and a unit of a factor or of a divisor has no meaning.
            ("2x+3y+6z-17=0", "mm", "2x+3y+6z-17=0"),
            ("z = 1/3mm", "m", "z = 1/3mm"),
            ("2mm x = 3", "m", "2mm x = 3"),
            ("2m(x+y) = 3", "m", "2m(x+y) = 3"),
            ("z = 3 q", "m", "z = 3 q"),
            ("z = 1e", "m", "z = 1e"),
            ("", "m", ""),
        ] {
            assert_eq!(converted(text, unit), expected, "{text}");
        }
        let error = in_unit("--plane", "z=5mm", || Ok(None)).expect_err("no unit");
        assert_eq!(
            error.message,
            "--plane z=5mm: the unit of the model is not known"
        );
    }

    #[test]
    fn lengths_are_rounded_once() {
        let unit = |name: &str| name.parse::<LengthUnit>().expect("a unit");
        // 0.1 mm in metres is the float nearest to 0.0001, which 0.1 / 1000 is not for all numbers.
        let mut differ = 0;
        for number in 1..2000 {
            let text = format!("{}.{}", number / 10, number % 10);
            let nearest: f64 = format!("{text}e-3").parse().expect("a number");
            assert_eq!(convert(&text, unit("mm"), unit("m")), nearest);
            let product = text.parse::<f64>().expect("a number") * 0.001;
            differ += usize::from(product != nearest);
        }
        assert!(differ > 100, "{differ}");
        // n inches are n·127/5 mm, and n mm are n·5/127 inches, which a quotient of floats rounds once.
        for number in 1..2000_u32 {
            let text = number.to_string();
            let quotient = f64::from(5 * number) / 127.0;
            assert_eq!(convert(&text, unit("mm"), unit("in")), quotient);
            assert_eq!(
                convert(&text, unit("in"), unit("mm")),
                f64::from(127 * number) / 5.0
            );
        }
        assert_eq!(convert("0", unit("mm"), unit("in")), 0.0);
        assert_eq!(convert("1e999", unit("mm"), unit("in")), f64::INFINITY);
    }
}
