//! Numbers with a comma between groups of three digits, and counts with their nouns.

/// Returns the decimal text of a number with a comma before each group of three digits of its integer part.
///
/// ```
/// assert_eq!(transect_draw::grouped("-1234567.8901"), "-1,234,567.8901");
/// ```
#[must_use]
pub fn grouped(number: &str) -> String {
    let (sign, digits) = match number.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", number),
    };
    let whole = digits.find('.').unwrap_or(digits.len());
    let mut text = String::from(sign);
    for (place, character) in digits.chars().enumerate() {
        if place > 0 && place < whole && (whole - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(character);
    }
    text
}

/// Returns a count with its noun: "1 object", "2 objects".
///
/// ```
/// assert_eq!(transect_draw::counted(1083, "vertex"), "1,083 vertices");
/// ```
#[must_use]
pub fn counted(count: usize, noun: &str) -> String {
    let number = grouped(&count.to_string());
    match (count, noun) {
        (1, _) => format!("1 {noun}"),
        (_, "vertex") => format!("{number} vertices"),
        (_, "box") => format!("{number} boxes"),
        _ => format!("{number} {noun}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn groups_have_three_digits() {
        for (number, text) in [
            ("0", "0"),
            ("999", "999"),
            ("1000", "1,000"),
            ("-123456", "-123,456"),
            ("1234567.8901", "1,234,567.8901"),
            ("-0.12345", "-0.12345"),
        ] {
            assert_eq!(grouped(number), text);
        }
    }
}
