//! The pictures of a section, and the time that each of them took.

use std::time::{Duration, Instant};

use transect_draw::{Drawing, PngError};
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

/// The section as SVG and as PNG.
pub(crate) struct SectionPictures {
    /// The text of `section.svg`. The page `report.html` contains the same text.
    pub(crate) svg: Option<Picture<String>>,
    pub(crate) png: Option<Picture<Result<Vec<u8>, PngError>>>,
}

impl SectionPictures {
    /// Draws the pictures that the wanted outputs need.
    pub(crate) fn of(drawing: Option<&Drawing>, wants: impl Fn(CutOutput) -> bool) -> Self {
        let svg = drawing.filter(|_| wants(CutOutput::Svg) || wants(CutOutput::Page));
        let png = drawing.filter(|_| wants(CutOutput::Png));
        if let (Some(drawing), Some(_)) = (svg, png) {
            // Both pictures share one layout of the sheet. The time of the SVG is counted as time of the PNG.
            let Picture { bytes, took } = Picture::of(|| drawing.to_svg_and_png());
            let (svg, png) = bytes;
            return Self {
                svg: Some(Picture {
                    bytes: svg,
                    took: Duration::ZERO,
                }),
                png: Some(Picture { bytes: png, took }),
            };
        }
        Self {
            svg: svg.map(|drawing| Picture::of(|| drawing.to_svg())),
            png: png.map(|drawing| Picture::of(|| drawing.to_png())),
        }
    }
}
