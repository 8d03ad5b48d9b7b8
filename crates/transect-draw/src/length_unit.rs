//! Units of length, by all their usual names.

use std::fmt;
use std::str::FromStr;

/// A unit of length.
///
/// ```
/// use transect_draw::LengthUnit;
/// let unit: LengthUnit = "Millimeters".parse()?;
/// assert_eq!((unit.to_string().as_str(), unit.millimetres()), ("mm", 1.0));
/// assert!("cubit".parse::<LengthUnit>().is_err());
/// # Ok::<(), transect_draw::LengthUnitError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LengthUnit {
    /// The names: first the symbol.
    names: &'static [&'static str],
    dxf: u8,
    millimetres: f64,
}

/// An error for a text that is not a unit of length.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{text:?} is not a known unit of length: known are {}",
    UNITS.map(|unit| unit.names[0]).join(", ")
)]
pub struct LengthUnitError {
    text: String,
}

const fn unit(names: &'static [&'static str], dxf: u8, millimetres: f64) -> LengthUnit {
    LengthUnit {
        names,
        dxf,
        millimetres,
    }
}

/// The symbol of the nanometre. It has lower case only, because NM is the nautical mile.
const NANOMETRE: &str = "nm";

/// All known units. The prefix "micro" is written with the micro sign, with the Greek letter, or in ASCII.
const UNITS: [LengthUnit; 11] = [
    unit(
        &[
            "mm",
            "millimetre",
            "millimetres",
            "millimeter",
            "millimeters",
        ],
        4,
        1.0,
    ),
    unit(
        &[
            "cm",
            "centimetre",
            "centimetres",
            "centimeter",
            "centimeters",
        ],
        5,
        10.0,
    ),
    unit(
        &["dm", "decimetre", "decimetres", "decimeter", "decimeters"],
        14,
        100.0,
    ),
    unit(&["m", "metre", "metres", "meter", "meters"], 6, 1000.0),
    unit(
        &["km", "kilometre", "kilometres", "kilometer", "kilometers"],
        7,
        1e6,
    ),
    unit(
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
        13,
        1e-3,
    ),
    unit(
        &[
            NANOMETRE,
            "nanometre",
            "nanometres",
            "nanometer",
            "nanometers",
        ],
        12,
        1e-6,
    ),
    unit(&["in", "inch", "inches"], 1, 25.4),
    unit(&["ft", "foot", "feet"], 2, 304.8),
    unit(&["yd", "yard", "yards"], 10, 914.4),
    unit(&["mi", "mile", "miles"], 3, 1_609_344.0),
];

impl LengthUnit {
    /// Returns the length of the unit in millimetres.
    #[must_use]
    pub const fn millimetres(self) -> f64 {
        self.millimetres
    }

    /// Returns the length of the unit in nanometres, of which all units are multiples.
    #[must_use]
    pub fn nanometres(self) -> u64 {
        (self.millimetres * 1e6).round() as u64
    }

    /// Returns the code of the unit in the DXF variable `$INSUNITS`.
    pub(crate) const fn dxf(self) -> u8 {
        self.dxf
    }
}

/// The symbol of the unit, such as `mm`.
impl fmt::Display for LengthUnit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.names[0])
    }
}

/// Parses the symbol or the name of a unit, in any case.
impl FromStr for LengthUnit {
    type Err = LengthUnitError;

    fn from_str(text: &str) -> Result<Self, LengthUnitError> {
        let lower = text.to_lowercase();
        let is_name = |name: &&str| *name == text || (*name == lower && lower != NANOMETRE);
        let mut units = UNITS.into_iter();
        let found = units.find(|unit| unit.names.iter().any(is_name));
        found.ok_or_else(|| LengthUnitError { text: text.into() })
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
}
