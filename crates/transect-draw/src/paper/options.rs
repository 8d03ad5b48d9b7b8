//! The paper of a drawing, the contents of its title block, and the errors of drawings on paper.

use crate::paper::scale::DrawingScale;
use crate::paper::size::PaperSize;

/// The number of px per millimetre of paper. Text of 10 px is then 2.5 mm high, a height of ISO 3098, and outlines of
/// 1 px are 0.25 mm wide, a width of ISO 128.
pub(super) const PX_PER_MM: f64 = 4.0;

/// The position of a sheet: upright or on its side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Orientation {
    /// The short side is horizontal.
    Portrait,
    /// The long side is horizontal.
    Landscape,
}

impl Orientation {
    /// The orientations and their names.
    pub const NAMES: [(&'static str, Self); 2] =
        [("portrait", Self::Portrait), ("landscape", Self::Landscape)];
}

/// The paper of a drawing, and the contents of its title block.
#[derive(Clone, Debug, PartialEq)]
pub struct Paper {
    /// The size of a sheet.
    pub size: PaperSize,
    /// The orientation of the sheets. `None` means the one that needs fewer sheets or, with equally many, has the
    /// larger scale.
    pub orientation: Option<Orientation>,
    /// The scale. At a given scale, a drawing that is larger than a sheet is on several sheets. `None` means the
    /// largest scale of ISO 5455 at which the drawing is on one sheet.
    pub scale: Option<DrawingScale>,
    /// The direction of north, in degrees clockwise from the vertical axis of the drawing. `None` means no arrow.
    pub north: Option<f64>,
    /// The date in the title block. `None` means no date.
    pub date: Option<String>,
}

/// The error of a drawing that cannot be put on paper.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PaperError {
    /// A scale was given, but the length of a unit is not known.
    #[error("a scale needs a known unit of length, and {}", unit_text(unit.as_deref()))]
    Unit {
        /// The unit of the drawing.
        unit: Option<String>,
    },
    /// The drawing needs too many sheets at the given scale.
    #[error("the drawing needs {sheets} sheets at this scale; the limit is {most}")]
    TooManySheets {
        /// The number of sheets that the drawing needs.
        sheets: usize,
        /// The limit.
        most: usize,
    },
    /// No scale fits the coordinates of the drawing, which are too large or too small.
    #[error("the coordinates of the drawing are too large or too small for a scale")]
    Extent,
}

fn unit_text(unit: Option<&str>) -> String {
    match unit {
        Some(unit) => format!("the unit {unit:?} is not known"),
        None => "the file has none".into(),
    }
}

/// The default is [`Paper::new`] with A4.
impl Default for Paper {
    fn default() -> Self {
        Self::new(PaperSize::A4)
    }
}

impl Paper {
    /// Returns paper of this size: the best orientation, the largest scale, no north arrow and no date.
    #[must_use]
    pub const fn new(size: PaperSize) -> Self {
        Self {
            size,
            orientation: None,
            scale: None,
            north: None,
            date: None,
        }
    }
}
