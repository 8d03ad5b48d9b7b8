//! Integers and decimals as floats that are equal to them.

/// Returns the float that is equal to `integer · 10^(−scale)`, or `None` if no float is equal to it.
///
/// The decimal is `(integer / 5^scale) · 2^(−scale)`. So a float is equal to it only if 5^scale divides the integer, and
/// the quotient has at most 53 bits between its first and its last one.
///
/// ```
/// use transect_exact::equal_float;
/// assert_eq!(equal_float(125, 1), Some(12.5));
/// assert_eq!(equal_float(1, 1), None);
/// ```
#[must_use]
pub fn equal_float(integer: i128, scale: i8) -> Option<f64> {
    if integer == 0 {
        return Some(0.0);
    }
    // If 5^|scale| exceeds an i128, it does not divide the integer, and a product with it has more than 53 bits.
    let fives = 5_i128.checked_pow(u32::from(scale.unsigned_abs()))?;
    let quotient = match scale > 0 {
        true if integer % fives != 0 => return None,
        true => integer / fives,
        false => integer.checked_mul(fives)?,
    };
    let bits = 128 - quotient.unsigned_abs().leading_zeros() - quotient.trailing_zeros();
    // The exponent of 2^(−scale) is between −127 and 128.
    let power = f64::from_bits(((1023 - i64::from(scale)) as u64) << 52);
    (bits <= f64::MANTISSA_DIGITS).then_some(quotient as f64 * power)
}

#[cfg(test)]
mod tests {
    use super::equal_float;

    #[test]
    fn a_number_is_the_float_that_is_equal_to_it() {
        let large = 1_i128 << 53;
        for (integer, scale, number) in [
            (0, 0, Some(0.0)),
            (0, 127, Some(0.0)),
            (0, -128, Some(0.0)),
            (-7, 0, Some(-7.0)),
            (large, 0, Some(9_007_199_254_740_992.0)),
            (large + 1, 0, None),
            (large + 2, 0, Some(9_007_199_254_740_994.0)),
            (-large - 2, 0, Some(-9_007_199_254_740_994.0)),
            (1 << 60, 0, Some(2.0_f64.powi(60))),
            (i128::from(i64::MAX), 0, None),
            (i128::from(i64::MIN), 0, Some(-9_223_372_036_854_775_808.0)),
            (i128::from(u64::MAX), 0, None),
            (i128::MAX, 0, None),
            (i128::MIN, 0, Some(-(2.0_f64.powi(127)))),
            (5, 1, Some(0.5)),
            (25, 2, Some(0.25)),
            (-15, 1, Some(-1.5)),
            (-125, 3, Some(-0.125)),
            (1, 1, None),
            (120, 2, None),
            (1250, 2, Some(12.5)),
            (150, 1, Some(15.0)),
            (5_i128.pow(54), 54, Some(2.0_f64.powi(-54))),
            (1, 55, None),
            (1, 127, None),
            (3, -2, Some(300.0)),
            (1, -22, Some(1e22)),
            (1, -23, None),
            (1 << 70, -22, Some(2.0_f64.powi(70) * 1e22)),
            (1, -128, None),
        ] {
            assert_eq!(
                equal_float(integer, scale),
                number,
                "{integer} · 10^-{scale}"
            );
        }
    }
}
