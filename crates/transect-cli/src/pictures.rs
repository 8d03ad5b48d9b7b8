//! The pictures of a section, and the time that each of them took.

use std::time::{Duration, Instant};

use transect_draw::{Drawing, Paper, PaperError, PngError, missing_characters};
use transect_report::outputs::CutOutput;

/// A picture, drawn but not yet written.
pub(crate) struct Picture<T> {
    pub(crate) bytes: T,
    pub(crate) took: Duration,
}

impl<T> Picture<T> {
    /// Draws a picture, and measures the time that it takes.
    pub(crate) fn of(draw: impl FnOnce() -> T) -> Self {
        let since = Instant::now();
        Self {
            bytes: draw(),
            took: since.elapsed(),
        }
    }
}

impl<T, E> Picture<Result<T, E>> {
    /// Returns the picture, or the error of drawing it.
    pub(crate) fn drawn(self) -> Result<Picture<T>, E> {
        let Self { bytes, took } = self;
        bytes.map(|bytes| Picture { bytes, took })
    }
}

/// The section as SVG, PNG and PDF.
#[derive(Default)]
pub(crate) struct SectionPictures {
    /// The text of `section.svg`.
    pub(crate) svg: Option<Picture<String>>,
    pub(crate) png: Option<Picture<Result<Vec<u8>, PngError>>>,
    pub(crate) pdf: Option<Picture<Vec<u8>>>,
    /// The characters that the PNG and the PDF have no glyphs for.
    pub(crate) missing: Vec<char>,
    /// The drawing in `report.html`, if it is not that of `section.svg`.
    in_page: Option<String>,
}

impl SectionPictures {
    /// Draws the pictures that the wanted outputs need. On paper, they are to scale. Without paper, they are for
    /// screens, and `section.pdf` is on A4.
    ///
    /// # Errors
    /// Returns [`PaperError`] if the drawing cannot be put on the paper.
    pub(crate) fn of(
        drawing: &Drawing,
        paper: Option<&Paper>,
        wants: impl Fn(CutOutput) -> bool,
    ) -> Result<Self, PaperError> {
        let mut pictures = match paper {
            None => Self::on_one_page(drawing, &wants),
            Some(_) => Self {
                in_page: wants(CutOutput::Page).then(|| drawing.to_svg()),
                ..Self::default()
            },
        };
        if paper.is_some() || wants(CutOutput::Pdf) {
            let usual = Paper::default();
            let sheets = drawing.on_paper(paper.unwrap_or(&usual))?;
            if paper.is_some() {
                let svg = wants(CutOutput::Svg).then(|| Picture::of(|| sheets.to_svg()));
                let png = wants(CutOutput::Png).then(|| Picture::of(|| sheets.to_png()));
                (pictures.svg, pictures.png) = (svg, png);
            }
            if wants(CutOutput::Pdf) || pictures.png.is_some() {
                pictures.missing.extend(sheets.missing_characters());
                pictures.missing.sort_unstable();
                pictures.missing.dedup();
            }
            pictures.pdf = wants(CutOutput::Pdf).then(|| Picture::of(|| sheets.to_pdf()));
        }
        Ok(pictures)
    }

    /// Draws the section for screens.
    fn on_one_page(drawing: &Drawing, wants: impl Fn(CutOutput) -> bool) -> Self {
        let has_svg = wants(CutOutput::Svg) || wants(CutOutput::Page);
        if wants(CutOutput::Png) {
            // Both pictures share one layout of the sheet. The time of the SVG is counted as time of the PNG.
            let Picture { bytes, took } = Picture::of(|| drawing.to_svg_and_png());
            let (svg, png) = bytes;
            return Self {
                missing: missing_characters(&svg, &drawing.fonts),
                svg: has_svg.then_some(Picture {
                    bytes: svg,
                    took: Duration::ZERO,
                }),
                png: Some(Picture { bytes: png, took }),
                ..Self::default()
            };
        }
        Self {
            svg: has_svg.then(|| Picture::of(|| drawing.to_svg())),
            ..Self::default()
        }
    }

    /// Returns the drawing of the section for screens, which `report.html` contains.
    pub(crate) fn on_screen(&self) -> Option<&String> {
        let svg = self.svg.as_ref().map(|svg| &svg.bytes);
        self.in_page.as_ref().or(svg)
    }
}
