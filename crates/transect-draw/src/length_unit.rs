//! Units of length that drawings know by name.

/// A unit of length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct LengthUnit {
    names: &'static [&'static str],
    /// The code of the unit in the DXF variable `$INSUNITS`.
    pub(crate) dxf: u8,
    pub(crate) millimetres: f64,
}

const fn unit(names: &'static [&'static str], dxf: u8, millimetres: f64) -> LengthUnit {
    LengthUnit {
        names,
        dxf,
        millimetres,
    }
}

/// All known units. The prefix "micro" is written with the micro sign, with the Greek letter, or in ASCII.
const UNITS: [LengthUnit; 11] = [
    unit(&["in", "inch", "inches"], 1, 25.4),
    unit(&["ft", "foot", "feet"], 2, 304.8),
    unit(&["mi", "mile", "miles"], 3, 1_609_344.0),
    unit(&["mm", "millimetre", "millimeter"], 4, 1.0),
    unit(&["cm", "centimetre", "centimeter"], 5, 10.0),
    unit(&["m", "metre", "metres", "meter", "meters"], 6, 1000.0),
    unit(&["km", "kilometre", "kilometer"], 7, 1e6),
    unit(&["yd", "yard", "yards"], 10, 914.4),
    unit(&["nm"], 12, 1e-6),
    unit(&["µm", "μm", "um"], 13, 1e-3),
    unit(&["dm"], 14, 100.0),
];

impl LengthUnit {
    /// Returns the unit with this name, if it is known.
    pub(crate) fn of_name(name: &str) -> Option<Self> {
        UNITS.into_iter().find(|unit| unit.names.contains(&name))
    }
}

/// Returns the length of a unit in millimetres, if its name is known.
///
/// ```
/// use transect_draw::unit_millimetres;
/// assert_eq!(unit_millimetres("ft"), Some(304.8));
/// assert_eq!(unit_millimetres("cubit"), None);
/// ```
#[must_use]
pub fn unit_millimetres(name: &str) -> Option<f64> {
    LengthUnit::of_name(name).map(|unit| unit.millimetres)
}
