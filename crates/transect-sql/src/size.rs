//! Sizes of memory as text.

/// Returns the number of bytes of a size such as 500M or 2G.
pub(crate) fn bytes(text: &str) -> Result<usize, String> {
    let (number, unit) = match text.strip_suffix(['K', 'M', 'G', 'T']) {
        Some(number) => (number, &text[number.len()..]),
        None => (text, ""),
    };
    let shift = match unit {
        "K" => 10,
        "M" => 20,
        "G" => 30,
        "T" => 40,
        _ => 0,
    };
    let number: usize = number
        .parse()
        .map_err(|_| format!("\"{text}\" is not a size; write a whole number and K, M, G or T"))?;
    match number.checked_mul(1 << shift) {
        Some(0) => Err("the size must not be zero".to_owned()),
        Some(bytes) => Ok(bytes),
        None => Err(format!("\"{text}\" is more than this machine can address")),
    }
}

#[cfg(test)]
mod tests {
    use super::bytes;

    #[test]
    fn sizes_are_powers_of_1024() {
        assert_eq!(bytes("17"), Ok(17));
        assert_eq!(bytes("2G"), Ok(2 << 30));
        for wrong in ["", "M", "2m", "0", "-1", "1.5G", "99999999999T"] {
            assert!(bytes(wrong).is_err(), "{wrong}");
        }
    }
}
