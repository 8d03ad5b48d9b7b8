//! The style of a class of objects: fill, hatch, outline, and layer (the place in the drawing order).

use crate::color::Color;
use crate::hatch::Hatch;

/// The style of the objects of a class.
#[cfg_attr(feature = "serde_1", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Style {
    pub(crate) layer: Layer,
    /// The flat colour beneath the hatch; `None` if the objects of the class have only an outline.
    pub(crate) fill: Option<Color>,
    pub(crate) hatch: Option<Hatch>,
    /// The colour of the hatch lines.
    pub(crate) hatch_color: Color,
    pub(crate) outline: Color,
    /// The width of the outline in px.
    pub(crate) weight: f64,
    pub(crate) dashed: bool,
}

/// The layers in drawing order, from bottom to top.
#[cfg_attr(feature = "serde_1", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Layer {
    Ground,
    Space,
    Opening,
    Covering,
    Furnishing,
    #[default]
    Other,
    Stair,
    Slab,
    Wall,
    Column,
    Infill,
}

impl Layer {
    /// The names of the layers in themes, from bottom to top.
    pub(crate) const NAMES: [(&str, Self); 11] = [
        ("ground", Self::Ground),
        ("space", Self::Space),
        ("opening", Self::Opening),
        ("covering", Self::Covering),
        ("furnishing", Self::Furnishing),
        ("other", Self::Other),
        ("stair", Self::Stair),
        ("slab", Self::Slab),
        ("wall", Self::Wall),
        ("column", Self::Column),
        ("infill", Self::Infill),
    ];
}
