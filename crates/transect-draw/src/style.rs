//! How the objects of a class are drawn: fill, hatch, outline, and the layer they are drawn in.

use crate::color::Color;
use crate::hatch::Hatch;

/// How the objects of a class are drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Style {
    pub(crate) layer: Layer,
    /// The flat colour beneath the hatch; none for a mere outline.
    pub(crate) fill: Option<Color>,
    pub(crate) hatch: Option<Hatch>,
    /// The colour of the lines of the hatch.
    pub(crate) hatch_color: Color,
    pub(crate) outline: Color,
    /// The width of the outline in px.
    pub(crate) weight: f64,
    pub(crate) dashed: bool,
}

/// The order of drawing, from underneath to on top.
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
    /// The layers as themes name them, from underneath to on top.
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
