//! Numbers as people read them.

/// 57755 as "57,755".
pub(crate) fn grouped(count: usize) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// "1 object", "2 objects".
pub(crate) fn counted(count: usize, noun: &str) -> String {
    let plural = match noun {
        "vertex" if count != 1 => "vertices",
        _ if count == 1 => return format!("1 {noun}"),
        _ => return format!("{} {noun}s", grouped(count)),
    };
    format!("{} {plural}", grouped(count))
}

/// A measurement to about six digits, without exponents where these do not help.
pub(crate) fn measured(value: f64) -> String {
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
        grouped_decimal(text)
    } else {
        format!("{value:.3e}")
    }
}

/// Commas in the whole part of a decimal number.
fn grouped_decimal(text: &str) -> String {
    let (sign, rest) = text.strip_prefix('-').map_or(("", text), |rest| ("-", rest));
    let (whole, fraction) = rest.split_once('.').map_or((rest, None), |(w, f)| (w, Some(f)));
    let whole = whole.parse().map_or(whole.to_string(), grouped);
    match fraction {
        Some(fraction) => format!("{sign}{whole}.{fraction}"),
        None => format!("{sign}{whole}"),
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
        assert_eq!(counted(1, "edge"), "1 edge");
        assert_eq!(counted(1083, "object"), "1,083 objects");
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
