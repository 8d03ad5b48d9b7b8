//! Drawings to scale on standard sizes of paper, as SVG, PNG and PDF.

mod layout;
mod pdf;
mod scale;
mod size;
mod svg;
mod title_block;

pub use scale::{DrawingScale, ScaleError};
pub use size::PaperSize;

use crate::drawing::Drawing;
use crate::paper::layout::Layout;
use crate::png::PngError;

/// The number of px per millimetre of paper. Text of 10 px is then 2.5 mm high, a height of ISO 3098, and outlines of
/// 1 px are 0.25 mm wide, a width of ISO 128.
const PX_PER_MM: f64 = 4.0;

/// The position of a sheet: upright or on its side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Orientation {
    /// The short side is horizontal.
    Portrait,
    /// The long side is horizontal.
    Landscape,
}

/// The paper of a drawing, and the contents of its title block.
#[derive(Clone, Debug, PartialEq)]
pub struct Paper {
    /// The size of a sheet.
    pub size: PaperSize,
    /// The orientation of the sheets. `None` means the one with fewer sheets, or with the larger scale.
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

/// A drawing on sheets of paper.
///
/// Each length on paper is the length in the model times the scale, within 0.01 mm.
///
/// ```
/// use transect_draw::{Drawing, Item, Paper, PaperSize};
/// let square = vec![[0.0, 0.0], [8.0, 0.0], [8.0, 8.0], [0.0, 8.0]];
/// let item = Item { loops: vec![square], ..Item::default() };
/// let drawing = Drawing { unit: Some("m".into()), items: vec![item], ..Drawing::default() };
/// let sheets = drawing.on_paper(&Paper::new(PaperSize::A4))?;
/// assert_eq!(sheets.scale().to_string(), "1:100");
/// assert!(sheets.to_svg().contains(r#"width="297mm" height="210mm""#));
/// assert!(sheets.to_pdf().starts_with(b"%PDF-"));
/// # Ok::<(), transect_draw::PaperError>(())
/// ```
#[derive(Debug)]
pub struct PaperDrawing<'a> {
    drawing: &'a Drawing,
    layout: Layout<'a>,
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

impl Drawing {
    /// Lays the drawing out on paper, with a frame, a legend and a title block on each sheet.
    ///
    /// # Errors
    /// Returns [`PaperError`] if a scale is given and the unit of the drawing is not a known unit of length, if the
    /// drawing needs more than 100 sheets at the given scale, and if no scale fits its coordinates.
    pub fn on_paper(&self, paper: &Paper) -> Result<PaperDrawing<'_>, PaperError> {
        Ok(PaperDrawing {
            drawing: self,
            layout: layout::lay_out(self, paper)?,
        })
    }
}

impl PaperDrawing<'_> {
    /// Returns the scale of the drawing. If the length of a unit is not known, it is the scale for units of 1 mm.
    #[must_use]
    pub fn scale(&self) -> DrawingScale {
        self.layout.scale
    }

    /// Returns the number of sheets.
    #[must_use]
    pub fn sheets(&self) -> usize {
        self.layout.sheets.len()
    }

    /// Returns all sheets in one SVG document whose size is in millimetres. Several sheets are arranged as the parts of
    /// the drawing that they show.
    #[must_use]
    pub fn to_svg(&self) -> String {
        svg::document(self.drawing, &self.layout)
    }

    /// Returns the SVG document of [`PaperDrawing::to_svg`] as a PNG of 8 pixels per millimetre, or fewer if it would
    /// have more than 32 million pixels.
    ///
    /// # Errors
    /// Returns an error if more than 20,000 objects are drawn.
    pub fn to_png(&self) -> Result<Vec<u8>, PngError> {
        svg::png(self.drawing, &self.layout)
    }

    /// Returns a PDF document with one page per sheet. Its fonts are embedded, and its text can be selected.
    #[must_use]
    pub fn to_pdf(&self) -> Vec<u8> {
        pdf::document(self.drawing, &self.layout)
    }
}
