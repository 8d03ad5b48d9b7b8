//! Units of length by their symbols, for formats that have a unit. `transect-draw` has their other names.

/// A unit: its symbol, its length in metres, and its name in 3MF if it has one.
type Unit = (&'static str, f64, Option<&'static str>);

const UNITS: [Unit; 11] = [
    ("mm", 0.001, Some("millimeter")),
    ("cm", 0.01, Some("centimeter")),
    ("dm", 0.1, None),
    ("m", 1.0, Some("meter")),
    ("km", 1000.0, None),
    ("µm", 1e-6, Some("micron")),
    ("nm", 1e-9, None),
    ("in", 0.0254, Some("inch")),
    ("ft", 0.3048, Some("foot")),
    ("yd", 0.9144, None),
    ("mi", 1609.344, None),
];

/// Returns the length in metres of the unit with this symbol.
pub(crate) fn metres(symbol: &str) -> Option<f64> {
    let found = UNITS.iter().find(|unit| unit.0 == symbol);
    found.map(|unit| unit.1)
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
