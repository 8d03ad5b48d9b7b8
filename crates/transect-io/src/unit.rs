//! Units of length by their symbols, for formats that have a unit, and the conversion of coordinates between units.
//! `transect-draw` has the other names of units.

/// A unit: its symbol, its length in nanometres, and its name in 3MF if it has one.
type Unit = (&'static str, u64, Option<&'static str>);

const UNITS: [Unit; 11] = [
    ("mm", 1_000_000, Some("millimeter")),
    ("cm", 10_000_000, Some("centimeter")),
    ("dm", 100_000_000, None),
    ("m", 1_000_000_000, Some("meter")),
    ("km", 1_000_000_000_000, None),
    ("µm", 1000, Some("micron")),
    ("nm", 1, None),
    ("in", 25_400_000, Some("inch")),
    ("ft", 304_800_000, Some("foot")),
    ("yd", 914_400_000, None),
    ("mi", 1_609_344_000_000, None),
];

/// Returns the length in metres of the unit with this symbol, as the nearest float.
pub(crate) fn metres(symbol: &str) -> Option<f64> {
    nanometres(symbol).map(|length| length as f64 / 1e9)
}

/// Returns the name in 3MF of the unit with this symbol.
pub(crate) fn name_in_3mf(symbol: &str) -> Option<&'static str> {
    UNITS.iter().find(|unit| unit.0 == symbol)?.2
}

/// Returns the symbol of the unit with this name in 3MF.
pub(crate) fn symbol_of_3mf(name: &str) -> Option<&'static str> {
    let found = UNITS.iter().find(|unit| unit.2 == Some(name));
    found.map(|unit| unit.0)
}

fn nanometres(symbol: &str) -> Option<u64> {
    let found = UNITS.iter().find(|unit| unit.0 == symbol);
    found.map(|unit| unit.1)
}

/// The quotient of two units: a number of one unit times `factor` / `divisor` is the number of the other unit.
#[derive(Clone, Copy)]
pub(crate) struct Conversion {
    factor: u64,
    divisor: u64,
}

impl Conversion {
    /// Returns the conversion between the units with these symbols; `None` if one of them is not known.
    pub(crate) fn new(from: &str, to: &str) -> Option<Self> {
        let (from, to) = (nanometres(from)?, nanometres(to)?);
        let (mut common, mut rest) = (from, to);
        while rest > 0 {
            (common, rest) = (rest, common % rest);
        }
        Some(Self {
            factor: from / common,
            divisor: to / common,
        })
    }

    /// Returns the float nearest to the exact result; of two that are equally near, the even one.
    pub(crate) fn apply(self, number: f64) -> f64 {
        if number == 0.0 || !number.is_finite() {
            return number;
        }
        // The number is mantissa · 2^exponent, with a mantissa of 53 bits.
        let bits = number.abs().to_bits();
        let (fraction, biased) = (bits & ((1 << 52) - 1), (bits >> 52) as i32);
        let (mantissa, exponent) = match biased {
            0 => (fraction, -1074),
            _ => (fraction | 1 << 52, biased - 1075),
        };
        // Both units are less than 2^41 nanometres. So the product is less than 2^94, and the quotient has 86 bits or
        // more.
        let product = u128::from(mantissa) * u128::from(self.factor);
        let shift = product.leading_zeros();
        let (numerator, divisor) = (product << shift, u128::from(self.divisor));
        let (quotient, rest) = (numerator / divisor, numerator % divisor);
        let exponent = exponent - shift as i32;
        // The last bit of the result is 2^least: 53 bits below the first one, or the last bit of the least floats.
        let length = 128 - quotient.leading_zeros() as i32;
        let least = (exponent + length - 53).max(-1074);
        let dropped = least - exponent;
        if dropped > 127 {
            // Less than half of the least float.
            return 0.0_f64.copysign(number);
        }
        let kept = (quotient >> dropped) as u64;
        let below = quotient & ((1 << dropped) - 1);
        let half = 1 << (dropped - 1);
        let is_above = below > half || (below == half && rest > 0);
        let is_tie = below == half && rest == 0;
        let rounded = kept + u64::from(is_above || (is_tie && kept % 2 == 1));
        // The mantissa has 53 bits at most, so the products with powers of two are exact, or infinite.
        let half = least / 2;
        let size = rounded as f64 * 2_f64.powi(half) * 2_f64.powi(least - half);
        size.copysign(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn between(from: &str, to: &str) -> Conversion {
        Conversion::new(from, to).expect("units")
    }

    #[test]
    fn conversions_are_rounded_once() {
        assert!(Conversion::new("mm", "cubit").is_none());
        let mut state = 48_u64;
        let mut differ = 0;
        for _ in 0..20_000 {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            let number = f64::from_bits((state >> 2) | (1 << 61))
                * if state.is_multiple_of(2) { 1.0 } else { -1.0 };
            // One operation of floats is rounded once if the other operand is exact.
            assert_eq!(between("m", "mm").apply(number), number * 1000.0);
            assert_eq!(between("mm", "m").apply(number), number / 1000.0);
            assert_eq!(between("in", "µm").apply(number), number * 25_400.0);
            assert_eq!(between("ft", "in").apply(number), number * 12.0);
            assert_eq!(between("km", "nm").apply(number), number * 1e12);
            assert_eq!(between("m", "m").apply(number), number);
            // Integers of up to 40 bits times 127 are exact, so their quotient by 5 is rounded once.
            let whole = (state % (1 << 40)) as f64;
            assert_eq!(between("in", "mm").apply(whole), whole * 127.0 / 5.0);
            assert_eq!(between("mm", "in").apply(whole), whole * 5.0 / 127.0);
            // Two operations differ.
            differ += usize::from(between("in", "mm").apply(number) != number * 25.4);
        }
        assert!(differ > 1000, "{differ}");
    }

    #[test]
    fn the_ends_of_the_range_are_right() {
        let down = between("nm", "km");
        for (number, expected) in [
            (0.0, 0.0),
            (-0.0, 0.0),
            (f64::MIN_POSITIVE, 2.2253e-320),
            (-1e-320, 0.0),
            (3e-311, 3e-323),
            (3e-312, 5e-324),
            (2e-312, 0.0),
        ] {
            assert_eq!(down.apply(number), expected);
        }
        assert_eq!(down.apply(1e-300), 1e-312);
        let least = f64::from_bits(1);
        assert_eq!(between("mm", "cm").apply(6.0 * least), least);
        assert_eq!(between("mm", "cm").apply(5.0 * least), 0.0);
        assert_eq!(between("mm", "cm").apply(15.0 * least), 2.0 * least);
        assert_eq!(between("mm", "cm").apply(25.0 * least), 2.0 * least);
        assert_eq!(between("m", "mm").apply(least), 1000.0 * least);
        assert_eq!(between("km", "nm").apply(1e300), f64::INFINITY);
        assert_eq!(between("m", "mm").apply(-f64::MAX), f64::NEG_INFINITY);
    }
}
