//! Hatches: patterns in page coordinates, so lines continue from one object to its neighbour.

use std::fmt::Write;

use crate::color::Color;

/// The motif that is repeated over the fill of a class.
#[cfg_attr(feature = "serde_1", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Motif {
    /// Parallel lines.
    Lines,
    /// Two sets of parallel lines, at right angles to each other.
    Cross,
    /// Pairs of lines close together, as for metal.
    Pairs,
    /// Dots in a staggered grid.
    Dots,
}

impl Motif {
    /// The names of the motifs in themes.
    pub(crate) const NAMES: [(&str, Self); 4] = [
        ("lines", Self::Lines),
        ("cross", Self::Cross),
        ("pairs", Self::Pairs),
        ("dots", Self::Dots),
    ];
}

/// A motif with its dimensions in px.
#[cfg_attr(feature = "serde_1", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Hatch {
    pub(crate) motif: Motif,
    /// The angle in degrees, counter-clockwise from the x axis.
    pub(crate) angle: f64,
    pub(crate) spacing: f64,
    pub(crate) weight: f64,
}

/// The default hatch. Its value of a property is used if neither a theme nor its base theme sets that property.
impl Default for Hatch {
    fn default() -> Self {
        Self {
            motif: Motif::Lines,
            angle: 0.0,
            spacing: 5.0,
            weight: 0.6,
        }
    }
}

/// The length of a tile of the SVG pattern along the lines, in line spacings. Long tiles have few visible joints
/// between them when the page is rendered.
const TILE_LENGTH: f64 = 60.0;

impl Hatch {
    /// Appends the `<pattern>` element of this hatch to the SVG text.
    pub(crate) fn write_pattern(&self, svg: &mut String, id: &str, color: &Color) {
        let Self {
            motif,
            angle,
            spacing: s,
            weight,
        } = *self;
        let half = s / 2.0;
        let long = s * TILE_LENGTH;
        let (width, height, path) = match motif {
            Motif::Lines => (long, s, format!("M0 {half}H{long}")),
            Motif::Pairs => {
                let [first, second] = [0.32 * s, 0.68 * s];
                (long, s, format!("M0 {first}H{long}M0 {second}H{long}"))
            }
            Motif::Cross => (s, s, format!("M0 {half}H{s}M{half} 0V{s}")),
            Motif::Dots => {
                let [first, second] = [0.25 * s, 0.75 * s];
                (s, s, format!("M{first} {first}h0M{second} {second}h0"))
            }
        };
        let _ = writeln!(
            svg,
            r#"<pattern id="{id}" patternUnits="userSpaceOnUse" width="{width}" height="{height}" patternTransform="rotate({})"><path d="{path}" fill="none" stroke="{color}" stroke-width="{weight}"{}/></pattern>"#,
            // The page has y down, so a counter-clockwise angle is a negative rotation.
            -angle,
            if motif == Motif::Dots {
                r#" stroke-linecap="round""#
            } else {
                ""
            },
        );
    }
}
