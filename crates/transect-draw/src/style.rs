//! From a class to its look: fill, hatch, outline, and the layer it is drawn in.

use crate::hatch::Hatch;
use crate::hatch::Motif;
use std::collections::HashSet;

/// How the objects of a class are drawn.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Style {
    pub(crate) layer: Layer,
    /// The flat colour beneath the hatch; none for a mere outline.
    pub(crate) fill: Option<String>,
    pub(crate) hatch: Option<Hatch>,
    /// The colour of the lines of the hatch.
    pub(crate) hatch_color: String,
    pub(crate) outline: String,
    /// The width of the outline in px.
    pub(crate) weight: f64,
    pub(crate) dashed: bool,
}

/// The order of drawing, from underneath to on top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Layer {
    Ground,
    Space,
    Opening,
    Covering,
    Furnishing,
    Other,
    Stair,
    Slab,
    Wall,
    Column,
    Infill,
}

/// Spacings of diagonal lines that are 5, 7 and 9 px apart along a row: every line falls on pixels
/// in the same way, and the hatch looks even.
const DIAGONAL_5: f64 = 5.0 * std::f64::consts::FRAC_1_SQRT_2;
const DIAGONAL_7: f64 = 7.0 * std::f64::consts::FRAC_1_SQRT_2;
const DIAGONAL_9: f64 = 9.0 * std::f64::consts::FRAC_1_SQRT_2;

/// Whether the objects of a class are volumes of air: rooms and zones, and the openings cut out of
/// walls. Floor plans show them flat or dashed; in space they would hide what they are filled by.
///
/// ```
/// use transect_draw::is_air;
/// assert!(is_air("IfcSpace") && is_air("IfcOpeningElement") && !is_air("IfcSpaceHeater"));
/// ```
#[must_use]
pub fn is_air(class: &str) -> bool {
    known(class).is_some_and(|style| matches!(style.layer, Layer::Space | Layer::Opening))
}

/// Classes of IFC, and their subtypes, by the longest matching beginning.
pub(crate) fn known(class: &str) -> Option<Style> {
    use Layer::*;
    let cut = |layer, fill, hatch, color, outline, weight| Style {
        layer,
        fill: Some(String::from(fill)),
        hatch,
        hatch_color: String::from(color),
        outline: String::from(outline),
        weight,
        dashed: false,
    };
    let flat = |layer, fill, outline, weight| cut(layer, fill, None, outline, outline, weight);
    let name = class.strip_prefix("Ifc")?;
    let is = |beginnings: &[&str]| {
        beginnings
            .iter()
            .any(|beginning| name.starts_with(beginning))
    };
    Some(
        if is(&["Space", "Zone", "SpatialZone"]) && !is(&["SpaceHeater"]) {
            flat(Space, "#f1f6fb", "#c5d3e0", 0.6)
        } else if is(&["OpeningElement", "Opening", "VoidingFeature"]) {
            Style {
                fill: None,
                dashed: true,
                ..flat(Opening, "#ffffff", "#7d8791", 0.7)
            }
        } else if is(&["CurtainWall", "Plate"]) {
            let angle = if is(&["Plate"]) { 0.0 } else { 90.0 };
            cut(
                Wall,
                "#d3ecec",
                lines(angle, 3.0, 0.4),
                "#5fa3a3",
                "#17595c",
                0.8,
            )
        } else if is(&["Wall"]) {
            cut(
                Wall,
                "#d5d8dc",
                lines(45.0, DIAGONAL_5, 0.6),
                "#4d5761",
                "#14191e",
                1.0,
            )
        } else if is(&["Slab"]) {
            cut(
                Slab,
                "#e9e3d9",
                lines(135.0, DIAGONAL_7, 0.6),
                "#8b7d68",
                "#2b241a",
                1.1,
            )
        } else if is(&["Roof"]) {
            cut(
                Slab,
                "#f0ddd2",
                lines(45.0, DIAGONAL_9, 0.7),
                "#a8694a",
                "#3f1f10",
                1.1,
            )
        } else if is(&["Footing", "Pile", "Foundation"]) {
            cut(
                Slab,
                "#dcd6cc",
                cross(45.0, DIAGONAL_9, 0.5),
                "#8b7d68",
                "#2b241a",
                1.1,
            )
        } else if is(&["Column"]) {
            cut(
                Column,
                "#9aa2aa",
                cross(45.0, DIAGONAL_5, 0.5),
                "#39424b",
                "#14191e",
                1.2,
            )
        } else if is(&["Member", "Beam", "Reinforcing", "Tendon"]) {
            let angle = if is(&["Beam"]) { 45.0 } else { 135.0 };
            cut(
                Column,
                "#bccbd8",
                pairs(angle, DIAGONAL_7, 0.4),
                "#3f5b73",
                "#1c3448",
                0.9,
            )
        } else if is(&["Stair", "Ramp"]) {
            cut(
                Stair,
                "#ebe4f1",
                lines(0.0, 4.0, 0.5),
                "#9a86ad",
                "#4d3a61",
                0.9,
            )
        } else if is(&["Railing"]) {
            flat(Infill, "#c6b5d3", "#4d3a61", 0.7)
        } else if is(&["Door"]) {
            flat(Infill, "#f0cf8e", "#7a4f0c", 0.7)
        } else if is(&["Window"]) {
            flat(Infill, "#b9dcf3", "#0f5f99", 0.7)
        } else if is(&["Furni", "SystemFurniture"]) {
            flat(Furnishing, "#ffffff", "#77818b", 0.7)
        } else if is(&["Covering"]) {
            cut(
                Covering,
                "#f6f1e4",
                dots(4.0, 0.9),
                "#b3a57f",
                "#9c8e68",
                0.6,
            )
        } else if is(&[
            "Flow",
            "Distribution",
            "Sanitary",
            "Duct",
            "Pipe",
            "Cable",
            "Light",
            "Air",
            "SpaceHeater",
        ]) {
            flat(Furnishing, "#d5eee4", "#00694f", 0.7)
        } else if is(&["Site", "Geographic", "CivilElement"]) {
            cut(Ground, "#eef0e2", dots(6.0, 0.9), "#a9ad84", "#7d8158", 0.7)
        } else if is(&["BuildingElementProxy"]) {
            cut(
                Other,
                "#e4e6e8",
                lines(0.0, 5.0, 0.5),
                "#8a939c",
                "#2c343b",
                0.8,
            )
        } else {
            return None;
        },
    )
}

/// The quiet style of a drawing that has one class only.
pub(crate) fn plain() -> Style {
    Style {
        layer: Layer::Other,
        fill: Some("#e3e9ef".into()),
        hatch: lines(45.0, DIAGONAL_7, 0.6),
        hatch_color: "#7c8d9d".into(),
        outline: "#17222c".into(),
        weight: 1.3,
        dashed: false,
    }
}

/// The style of all classes that the legend has no room for.
pub(crate) fn other() -> Style {
    Style {
        layer: Layer::Other,
        fill: Some("#eceef0".into()),
        hatch: None,
        hatch_color: "#8a939c".into(),
        outline: "#59636d".into(),
        weight: 0.7,
        dashed: false,
    }
}

/// The style of a class whose objects all have this material colour (linear RGB).
pub(crate) fn of_color(class: &str, color: [f64; 4]) -> Style {
    let srgb = |linear: f64| {
        let linear = if linear.is_finite() {
            linear.clamp(0.0, 1.0)
        } else {
            0.5
        };
        if linear <= 0.003_130_8 {
            linear * 12.92
        } else {
            1.055 * linear.powf(1.0 / 2.4) - 0.055
        }
    };
    let angle = ANGLES[(hash(class) % ANGLES.len() as u64) as usize];
    tinted([srgb(color[0]), srgb(color[1]), srgb(color[2])], angle)
}

/// Okabe and Ito, Color Universal Design (2008), without black and yellow: told apart by all eyes.
const PALETTE: [[f64; 3]; 6] = [
    [0.00, 0.45, 0.70],
    [0.90, 0.62, 0.00],
    [0.00, 0.62, 0.45],
    [0.80, 0.47, 0.65],
    [0.34, 0.71, 0.91],
    [0.84, 0.37, 0.00],
];

/// The style of a class that is not known, from its name; where a class before it has that look
/// already, the next free one.
pub(crate) fn of_palette(class: &str, taken: &mut HashSet<u64>) -> Style {
    let looks = (PALETTE.len() * ANGLES.len()) as u64;
    let first = hash(class) % looks;
    let look = (0..looks)
        .map(|step| (first + step) % looks)
        .find(|look| taken.insert(*look));
    let look = look.unwrap_or(first) as usize;
    tinted(PALETTE[look % PALETTE.len()], ANGLES[look / PALETTE.len()])
}

/// The directions of the hatches of one hue.
const ANGLES: [f64; 4] = [45.0, 135.0, 0.0, 90.0];

/// Light fill, middling hatch and dark outline of one hue (sRGB).
fn tinted(hue: [f64; 3], angle: f64) -> Style {
    Style {
        layer: Layer::Other,
        fill: Some(hex(hue.map(|value| 1.0 - (1.0 - value) * 0.28))),
        hatch: lines(angle, DIAGONAL_7, 0.55),
        hatch_color: hex(hue.map(|value| value * 0.85)),
        outline: hex(hue.map(|value| value * 0.42)),
        weight: 1.0,
        dashed: false,
    }
}

fn hex(srgb: [f64; 3]) -> String {
    let [red, green, blue] = srgb.map(|value| (value * 255.0).round() as u8);
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Fowler, Noll and Vo's hash FNV-1a, its high bits folded onto the low ones: the same on every
/// machine and in every version.
fn hash(class: &str) -> u64 {
    let hash = class.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    hash ^ (hash >> 32)
}

fn lines(angle: f64, spacing: f64, weight: f64) -> Option<Hatch> {
    Some(Hatch {
        motif: Motif::Lines { angle },
        spacing,
        weight,
    })
}

fn cross(angle: f64, spacing: f64, weight: f64) -> Option<Hatch> {
    Some(Hatch {
        motif: Motif::Cross { angle },
        spacing,
        weight,
    })
}

fn pairs(angle: f64, spacing: f64, weight: f64) -> Option<Hatch> {
    Some(Hatch {
        motif: Motif::Pairs { angle },
        spacing,
        weight,
    })
}

fn dots(spacing: f64, weight: f64) -> Option<Hatch> {
    Some(Hatch {
        motif: Motif::Dots,
        spacing,
        weight,
    })
}
