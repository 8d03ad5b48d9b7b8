//! Drawings to scale on standard sizes of paper, as SVG, PNG and PDF.

mod layout;
mod options;
#[cfg(feature = "pictures")]
mod pdf;
#[cfg(feature = "pictures")]
mod picture;
mod scale;
mod size;
mod svg;
mod title_block;

pub use options::{Orientation, Paper, PaperError};
pub use scale::{DrawingScale, ScaleError};
pub use size::PaperSize;

use crate::drawing::Drawing;
#[cfg(feature = "pictures")]
use crate::fonts::Fonts;
use crate::paper::layout::Layout;
#[cfg(feature = "pictures")]
use crate::png::PngError;

/// A drawing on sheets of paper.
///
/// Each length on paper is the length in the model times the scale, within 0.01 mm.
///
/// ```
/// use transect_draw::{Drawing, Item, Paper, PaperSize};
/// let square = vec![[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]];
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

impl Drawing {
    /// Lays the drawing out on paper, with a frame, a legend and a title block on each sheet.
    ///
    /// # Errors
    /// Returns [`PaperError`] if a scale is given but the unit of the drawing is not a known unit of length, if the
    /// drawing needs more than 100 sheets at the given scale, or if no scale fits its coordinates.
    pub fn on_paper(&self, paper: &Paper) -> Result<PaperDrawing<'_>, PaperError> {
        let mut layouts = layout::lay_out(std::slice::from_ref(self), paper)?;
        Ok(PaperDrawing {
            drawing: self,
            layout: layouts.pop().ok_or(PaperError::Extent)?,
        })
    }
}

/// Several drawings on sheets of paper, such as the plans of a building.
///
/// Drawings with the same unit have the same scale. The sheets of all drawings are numbered consecutively.
#[derive(Debug)]
pub struct PaperSet<'a> {
    drawings: Vec<PaperDrawing<'a>>,
}

impl<'a> PaperSet<'a> {
    /// Lays drawings out on paper, as [`Drawing::on_paper`] does.
    ///
    /// ```
    /// use transect_draw::{Drawing, Paper, PaperSet, PaperSize};
    /// let drawings = [Drawing::default(), Drawing::default()];
    /// let set = PaperSet::of(&drawings, &Paper::new(PaperSize::A4))?;
    /// assert!(set.drawings()[1].to_svg().contains(">2 of 2<"));
    /// # Ok::<(), transect_draw::PaperError>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of [`Drawing::on_paper`]. Also returns an error if all drawings together need more than 500
    /// sheets.
    pub fn of(drawings: &'a [Drawing], paper: &Paper) -> Result<Self, PaperError> {
        let layouts = layout::lay_out(drawings, paper)?;
        let drawings = drawings.iter().zip(layouts);
        Ok(Self {
            drawings: drawings
                .map(|(drawing, layout)| PaperDrawing { drawing, layout })
                .collect(),
        })
    }

    /// Returns the drawings, in the given order.
    #[must_use]
    pub fn drawings(&self) -> &[PaperDrawing<'a>] {
        &self.drawings
    }

    /// Returns a PDF document with one page per sheet of each drawing.
    #[cfg(feature = "pictures")]
    #[must_use]
    pub fn to_pdf(&self) -> Vec<u8> {
        let drawings = self.drawings.iter();
        pdf::document(drawings.map(|own| (own.drawing, &own.layout)))
    }
}

impl PaperDrawing<'_> {
    /// Returns the scale of the drawing. If the length of the unit is not known, the scale is computed as if the unit
    /// were 1 mm.
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
    #[cfg(feature = "pictures")]
    pub fn to_png(&self) -> Result<Vec<u8>, PngError> {
        picture::png(self.drawing, &self.layout)
    }

    /// Returns the fonts for characters that the built-in font lacks.
    #[cfg(feature = "pictures")]
    pub(crate) fn fonts(&self) -> &Fonts {
        &self.drawing.fonts
    }

    /// Returns the texts of all sheets.
    #[cfg(feature = "pictures")]
    pub(crate) fn texts(&self) -> impl Iterator<Item = &str> {
        let sheets = self.layout.sheets.iter();
        let texts = sheets.flat_map(|sheet| sheet.page.texts.iter());
        texts.map(|text| text.content.as_str())
    }

    /// Returns a PDF document with one page per sheet. Its fonts are embedded, and its text can be selected.
    #[cfg(feature = "pictures")]
    #[must_use]
    pub fn to_pdf(&self) -> Vec<u8> {
        pdf::document([(self.drawing, &self.layout)])
    }
}
