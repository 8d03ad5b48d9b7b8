//! Numbers formatted for people.

pub use transect_draw::counted;

/// Returns an integer with thousands separators: 57755 as "57,755".
pub fn grouped(count: usize) -> String {
    transect_draw::grouped(&count.to_string())
}

/// Returns how many of all objects are cut: "519 of 1,083 objects cut".
pub(crate) fn objects_cut(cut: usize, total: usize) -> String {
    format!("{} of {} cut", grouped(cut), counted(total, "object"))
}

/// Returns a coordinate as text, never as −0. It has two decimals, or more if `size`, the size of the object, is small.
pub fn coordinate(value: f64, size: f64) -> String {
    if value.abs() >= 1e15 {
        return format!("{value:.3e}");
    }
    let decimals = if size > 0.0 {
        (1.0 - size.log10().floor()).clamp(2.0, 15.0)
    } else {
        2.0
    };
    let text = format!("{value:.*}", decimals as usize);
    // A small negative number is rounded to −0.
    match text.strip_prefix('-') {
        Some(digits) if !digits.contains(|c| matches!(c, '1'..='9')) => digits.to_string(),
        _ => text,
    }
}

/// Returns a measurement with about six digits, and an exponent only if the value is very small or very large.
pub fn measured(value: f64) -> String {
    let magnitude = value.abs();
    if value == 0.0 {
        "0".into()
    } else if (1e-3..1e15).contains(&magnitude) {
        let whole_digits = magnitude.log10().floor().max(0.0) as usize + 1;
        let text = format!("{value:.*}", 6_usize.saturating_sub(whole_digits));
        let text = if text.contains('.') {
            text.trim_end_matches('0').trim_end_matches('.')
        } else {
            &text
        };
        transect_draw::grouped(text)
    } else {
        format!("{value:.3e}")
    }
}

/// Returns the least number of two digits that is not less than a positive number.
///
/// ```
/// use transect_report::numbers::with_two_digits;
/// assert_eq!([3e-12, 3.01e-12, 0.999].map(with_two_digits), [3e-12, 3.1e-12, 1.0]);
/// ```
#[must_use]
pub fn with_two_digits(value: f64) -> f64 {
    let text = format!("{value:.1e}");
    let Some((digits, exponent)) = text.split_once('e') else {
        return value;
    };
    let number = |digits: f64| format!("{digits:.1}e{exponent}").parse().unwrap_or(value);
    let digits: f64 = digits.parse().unwrap_or(1.0);
    match number(digits) {
        near if near >= value => near,
        _ => number(digits + 0.1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_grouped_and_inflected() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_057_040), "1,057,040");
        assert_eq!(counted(1, "vertex"), "1 vertex");
        assert_eq!(counted(0, "vertex"), "0 vertices");
        assert_eq!(counted(2, "box"), "2 boxes");
        assert_eq!(counted(1, "edge"), "1 edge");
        assert_eq!(counted(1083, "object"), "1,083 objects");
        assert_eq!(objects_cut(11_242, 20_000), "11,242 of 20,000 objects cut");
        assert_eq!(objects_cut(1, 1), "1 of 1 object cut");
    }

    #[test]
    fn coordinates_have_no_negative_zero_and_as_many_decimals_as_needed() {
        assert_eq!(coordinate(-0.004, 50.0), "0.00");
        assert_eq!(coordinate(-0.006, 1.0), "-0.01");
        assert_eq!(coordinate(1.005e6, 0.0), "1005000.00");
        assert_eq!(coordinate(-0.00251, 0.03), "-0.003");
        assert_eq!(coordinate(-1e200, 1e200), "-1.000e200");
    }

    #[test]
    fn measurements_have_about_six_digits() {
        assert_eq!(measured(0.0), "0");
        assert_eq!(measured(-0.5), "-0.5");
        assert_eq!(measured(1234.5678), "1,234.57");
        assert_eq!(measured(2_421_032_142.4), "2,421,032,142");
        assert_eq!(measured(2.4e-5), "2.400e-5");
    }
}
