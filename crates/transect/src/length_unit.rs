//! Units of length, by all their usual names, and exact conversions between them.

use alloc::string::String;
use core::error::Error;
use core::fmt::{self, Display, Formatter};
use core::str::FromStr;

/// A unit of length.
///
/// ```
/// use transect::length_unit::LengthUnit;
/// let unit: LengthUnit = "Millimeters".parse()?;
/// assert_eq!((unit.symbol(), unit.nanometres()), ("mm", 1_000_000));
/// assert!("cubit".parse::<LengthUnit>().is_err());
/// # Ok::<(), transect::length_unit::LengthUnitError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LengthUnit {
    /// The names: first the symbol.
    names: &'static [&'static str],
    nanometres: u64,
}

/// All known units.
const UNITS: [LengthUnit; 11] = [
    LengthUnit::MILLIMETRE,
    LengthUnit::CENTIMETRE,
    LengthUnit::DECIMETRE,
    LengthUnit::METRE,
    LengthUnit::KILOMETRE,
    LengthUnit::MICROMETRE,
    LengthUnit::NANOMETRE,
    LengthUnit::INCH,
    LengthUnit::FOOT,
    LengthUnit::YARD,
    LengthUnit::MILE,
];

impl LengthUnit {
    /// The millimetre.
    pub const MILLIMETRE: Self = Self::new(
        &[
            "mm",
            "millimetre",
            "millimetres",
            "millimeter",
            "millimeters",
        ],
        1_000_000,
    );
    /// The centimetre.
    pub const CENTIMETRE: Self = Self::new(
        &[
            "cm",
            "centimetre",
            "centimetres",
            "centimeter",
            "centimeters",
        ],
        10_000_000,
    );
    /// The decimetre.
    pub const DECIMETRE: Self = Self::new(
        &["dm", "decimetre", "decimetres", "decimeter", "decimeters"],
        100_000_000,
    );
    /// The metre.
    pub const METRE: Self = Self::new(&["m", "metre", "metres", "meter", "meters"], 1_000_000_000);
    /// The kilometre.
    pub const KILOMETRE: Self = Self::new(
        &["km", "kilometre", "kilometres", "kilometer", "kilometers"],
        1_000_000_000_000,
    );
    /// The micrometre.
    pub const MICROMETRE: Self = Self::new(
        &[
            "µm",
            "μm",
            "um",
            "micrometre",
            "micrometres",
            "micrometer",
            "micrometers",
            "micron",
            "microns",
        ],
        1_000,
    );
    /// The nanometre.
    pub const NANOMETRE: Self = Self::new(
        &["nm", "nanometre", "nanometres", "nanometer", "nanometers"],
        1,
    );
    /// The inch, 25.4 mm.
    pub const INCH: Self = Self::new(&["in", "inch", "inches"], 25_400_000);
    /// The international foot, 304.8 mm.
    pub const FOOT: Self = Self::new(&["ft", "foot", "feet"], 304_800_000);
    /// The yard, 914.4 mm.
    pub const YARD: Self = Self::new(&["yd", "yard", "yards"], 914_400_000);
    /// The statute mile, 1,609.344 m.
    pub const MILE: Self = Self::new(&["mi", "mile", "miles"], 1_609_344_000_000);

    const fn new(names: &'static [&'static str], nanometres: u64) -> Self {
        Self { names, nanometres }
    }

    /// Returns the symbol of the unit, such as `mm`.
    #[must_use]
    pub const fn symbol(self) -> &'static str {
        self.names[0]
    }

    /// Returns the length of the unit in nanometres, of which all units are multiples.
    #[must_use]
    pub const fn nanometres(self) -> u64 {
        self.nanometres
    }

    /// Returns the length of the unit in millimetres, as the nearest float.
    #[must_use]
    pub fn millimetres(self) -> f64 {
        self.nanometres as f64 / 1e6
    }

    /// Returns the length of the unit in metres, as the nearest float.
    #[must_use]
    pub fn metres(self) -> f64 {
        self.nanometres as f64 / 1e9
    }
}

/// The symbol of the unit, such as `mm`.
impl Display for LengthUnit {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.pad(self.symbol())
    }
}

/// Parses the symbol or the name of a unit, in any case. The prefix "micro" is the micro sign, the Greek letter, or `u`.
impl FromStr for LengthUnit {
    type Err = LengthUnitError;

    fn from_str(text: &str) -> Result<Self, LengthUnitError> {
        let lower = text.to_lowercase();
        // The symbol nm has lower case only, because NM is the nautical mile.
        let is_name =
            |name: &&str| *name == text || (*name == lower && lower != Self::NANOMETRE.symbol());
        let mut units = UNITS.into_iter();
        let found = units.find(|unit| unit.names.iter().any(is_name));
        found.ok_or_else(|| LengthUnitError { text: text.into() })
    }
}

/// An error for a text that is not a unit of length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LengthUnitError {
    text: String,
}

impl Display for LengthUnitError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?} is not a known unit of length: known are {}",
            self.text,
            UNITS.map(LengthUnit::symbol).join(", ")
        )
    }
}

impl Error for LengthUnitError {}

/// The quotient of two units of length, as two integers without a common divisor.
///
/// ```
/// use transect::length_unit::{LengthConversion, LengthUnit};
/// let inches = LengthConversion::between(LengthUnit::MILLIMETRE, LengthUnit::INCH);
/// assert_eq!((inches.factor(), inches.divisor()), (5, 127));
/// assert_eq!(inches.apply(127.0), 5.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LengthConversion {
    factor: u64,
    divisor: u64,
}

impl LengthConversion {
    /// Returns the conversion of numbers of one unit to numbers of another.
    #[must_use]
    pub const fn between(from: LengthUnit, to: LengthUnit) -> Self {
        let (mut common, mut rest) = (from.nanometres, to.nanometres);
        while rest > 0 {
            (common, rest) = (rest, common % rest);
        }
        Self {
            factor: from.nanometres / common,
            divisor: to.nanometres / common,
        }
    }

    /// Returns the integer by which numbers are multiplied. It is less than 2⁴¹.
    #[must_use]
    pub const fn factor(self) -> u64 {
        self.factor
    }

    /// Returns the integer by which numbers are divided. It is less than 2⁴¹.
    #[must_use]
    pub const fn divisor(self) -> u64 {
        self.divisor
    }

    /// Returns the float nearest to the exact result; of two that are equally near, the even one.
    #[must_use]
    pub fn apply(self, number: f64) -> f64 {
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
        let power = |exponent: i32| f64::from_bits(((1023 + exponent) as u64) << 52);
        let size = rounded as f64 * power(half) * power(least - half);
        size.copysign(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_have_their_usual_names_in_any_case() {
        for (names, millimetres) in [
            (
                "mm MM Mm millimetre Millimetres MILLIMETER millimeters",
                1.0,
            ),
            ("m M metre metres Meter METERS", 1000.0),
            ("in In inch INCHES", 25.4),
            ("ft foot Feet", 304.8),
            ("µm μm um UM micron Micrometres", 1e-3),
            ("nm Nanometre", 1e-6),
        ] {
            for name in names.split(' ') {
                let unit: Result<LengthUnit, _> = name.parse();
                assert_eq!(unit.map(LengthUnit::millimetres), Ok(millimetres), "{name}");
            }
        }
        let error = "NM"
            .parse::<LengthUnit>()
            .map_err(|error| error.to_string());
        assert_eq!(
            error,
            Err(
                "\"NM\" is not a known unit of length: known are mm, cm, dm, m, km, µm, nm, in, ft, yd, mi"
                    .into()
            )
        );
    }

    #[test]
    fn each_name_has_one_unit_and_each_symbol_is_read_back() {
        let mut names: Vec<&str> = UNITS.iter().flat_map(|unit| unit.names).copied().collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
        for unit in UNITS {
            assert_eq!(unit.to_string().parse(), Ok(unit));
        }
    }

    fn between(from: &str, to: &str) -> LengthConversion {
        let [from, to] = [from, to].map(|name| name.parse().expect("a unit"));
        LengthConversion::between(from, to)
    }

    #[test]
    fn conversions_are_rounded_once() {
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
