//! Hatches: patterns in the coordinates of the page, so that their lines run on between neighbours.

use std::fmt::Write;

/// What repeats over the fill of a class.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Motif {
    /// Parallel lines at an angle in degrees, counter-clockwise from the x axis.
    Lines { angle: f64 },
    /// Two families of lines at right angles.
    Cross { angle: f64 },
    /// Pairs of lines close together, as for metal.
    Pairs { angle: f64 },
    /// Dots in a staggered grid.
    Dots,
}

/// A motif with its measures in px.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Hatch {
    pub(crate) motif: Motif,
    pub(crate) spacing: f64,
    pub(crate) weight: f64,
}

/// Tiles are this many spacings long along their lines: a renderer joins few tiles in a line.
const TILE_LENGTH: f64 = 60.0;

impl Hatch {
    /// Appends the `<pattern>` element.
    pub(crate) fn write_pattern(&self, svg: &mut String, id: &str, color: &str) {
        let Self {
            motif,
            spacing: s,
            weight,
        } = *self;
        let half = s / 2.0;
        let long = s * TILE_LENGTH;
        // The page has y down, so a counter-clockwise angle is a negative rotation.
        let (width, height, angle, path) = match motif {
            Motif::Lines { angle } => (long, s, angle, format!("M0 {half}H{long}")),
            Motif::Pairs { angle } => {
                let [first, second] = [0.32 * s, 0.68 * s];
                (
                    long,
                    s,
                    angle,
                    format!("M0 {first}H{long}M0 {second}H{long}"),
                )
            }
            Motif::Cross { angle } => (s, s, angle, format!("M0 {half}H{s}M{half} 0V{s}")),
            Motif::Dots => {
                let [first, second] = [0.25 * s, 0.75 * s];
                (s, s, 0.0, format!("M{first} {first}h0M{second} {second}h0"))
            }
        };
        let _ = writeln!(
            svg,
            r#"<pattern id="{id}" patternUnits="userSpaceOnUse" width="{width}" height="{height}" patternTransform="rotate({})"><path d="{path}" fill="none" stroke="{color}" stroke-width="{weight}"{}/></pattern>"#,
            -angle,
            if motif == Motif::Dots {
                r#" stroke-linecap="round""#
            } else {
                ""
            },
        );
    }
}
