//! A picture of the sheets as SVG shows them.

use crate::drawing::Drawing;
use crate::ids::{ClassIds, Ids};
use crate::paper::layout::{Layout, PaperSheet};
use crate::paper::options::PX_PER_MM;
use crate::paper::svg::{position, size, write_head, write_sheet};
use crate::png::{self, Picture, PngError};

/// The largest number of pixels of a picture.
const MOST_PIXELS: f64 = 32e6;

/// Draws the document as a PNG.
pub(super) fn png(drawing: &Drawing, layout: &Layout<'_>) -> Result<Vec<u8>, PngError> {
    drawing.check_count()?;
    let [width, height] = size(layout);
    let scale = (MOST_PIXELS / (width * height)).sqrt().min(2.0);
    // The number of pixels per CSS px. An inch has 96 CSS px.
    let per_css_px = (scale * PX_PER_MM * 25.4 / 96.0) as f32;
    let mut picture = Picture::new([width, height].map(|length| length * scale));
    picture.fill(drawing.theme.page.grid.rgb());
    for (index, part) in layout.sheets.iter().enumerate() {
        let (svg, names) = sheet(part);
        let hatches = png::hatches(&part.page, names, scale as f32);
        let at = position(layout, index).map(|place| (place * scale) as usize);
        picture.put(
            &Picture::of_svg(&svg, &drawing.fonts, hatches, per_css_px),
            at,
        );
    }
    Ok(picture.encode(per_css_px))
}

/// Returns the document of one sheet without its title, and the ids of its classes and their hatches.
pub(super) fn sheet(sheet: &PaperSheet<'_>) -> (String, Vec<ClassIds>) {
    let mut svg = String::new();
    write_head(&mut svg, sheet.page.size);
    let names = write_sheet(&mut svg, sheet, &mut Ids::new());
    svg.push_str("</svg>\n");
    (svg, names)
}
