//! The units of 3MF.

/// The name of each unit in a file, and its symbol.
const UNITS: [(&str, &str); 6] = [
    ("micron", "µm"),
    ("millimeter", "mm"),
    ("centimeter", "cm"),
    ("inch", "in"),
    ("foot", "ft"),
    ("meter", "m"),
];

/// The name of the unit of files that name no unit.
pub(super) const DEFAULT: &str = "millimeter";

/// Returns the symbol of the unit with this name.
pub(super) fn symbol(name: &str) -> Option<&'static str> {
    let found = UNITS.iter().find(|(own, _)| *own == name);
    found.map(|&(_, symbol)| symbol)
}

/// Returns the name of the unit with this symbol.
pub(super) fn name(symbol: &str) -> Option<&'static str> {
    let found = UNITS.iter().find(|(_, own)| *own == symbol);
    found.map(|&(name, _)| name)
}
