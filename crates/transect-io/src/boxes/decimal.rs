//! Conversion of short plain decimals to f64. Most cells of tables contain such numbers.

/// The powers of ten from 10⁰ to 10¹⁵; they are exact.
const POWERS: [f64; 16] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
];
/// The largest number of digits in a decimal that is converted here. A whole number with this many digits is below 2⁵³,
/// so an f64 holds it exactly.
const DIGITS: usize = 15;

/// Returns the f64 nearest to a decimal of at most fifteen digits, with an optional point and minus sign. Returns
/// `None` for any other text, even if it is a number in another notation. The decimal is a whole number divided by a
/// power of ten. Both are exact in f64, so one division rounds correctly (Clinger, How to Read Floating Point Numbers
/// Accurately, 1990).
pub(crate) fn short_decimal(text: &[u8]) -> Option<f64> {
    let (is_negative, text) = match text {
        [b'-', rest @ ..] => (true, rest),
        rest => (false, rest),
    };
    if text.len() > DIGITS + 1 {
        return None;
    }
    let (mut whole, mut point) = (0_u64, None);
    for (place, &byte) in text.iter().enumerate() {
        let digit = byte.wrapping_sub(b'0');
        if digit < 10 {
            whole = 10 * whole + u64::from(digit);
        } else if byte == b'.' && point.is_none() {
            point = Some(place);
        } else {
            return None;
        }
    }
    let digits = text.len() - usize::from(point.is_some());
    if digits == 0 || digits > DIGITS {
        return None;
    }
    let decimals = point.map_or(0, |point| digits - point);
    let number = whole as f64 / POWERS[decimals];
    Some(if is_negative { -number } else { number })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same(text: &str) -> bool {
        let expected: Option<f64> = text.parse().ok();
        let found = short_decimal(text.as_bytes());
        found.is_none() || found.map(f64::to_bits) == expected.map(f64::to_bits)
    }

    #[test]
    fn short_decimals_are_the_nearest_numbers() {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let mut random = |below: u64| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state % below
        };
        for _ in 0..200_000 {
            let length = 1 + random(DIGITS as u64) as usize;
            let mut text: String = (0..length)
                .map(|_| char::from(b'0' + random(10) as u8))
                .collect();
            if random(8) > 0 {
                text.insert(random(length as u64 + 1) as usize, '.');
            }
            if random(2) > 0 {
                text.insert(0, '-');
            }
            assert!(short_decimal(text.as_bytes()).is_some(), "{text}");
            assert!(same(&text), "{text}");
        }
    }

    #[test]
    fn all_else_is_left_to_others() {
        for text in [
            "",
            "-",
            ".",
            "-.",
            "+1",
            "--1",
            "1-",
            "1..2",
            "1.2.3",
            "1e5",
            "1_0",
            " 1",
            "inf",
            "nan",
            "0x1",
            "1234567890123456",
            "0.123456789012345",
            "-1.234567890123456",
            "１",
        ] {
            assert_eq!(short_decimal(text.as_bytes()), None, "{text}");
        }
        for text in ["-0", "-.0", "0.", "999999999999999", "-.000000000000001"] {
            assert!(
                short_decimal(text.as_bytes()).is_some() && same(text),
                "{text}"
            );
        }
    }
}
