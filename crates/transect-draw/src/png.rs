//! The page of the SVG as a PNG. The pixels are the same on every machine, even without installed fonts.

use std::io::Write;
use std::sync::{Arc, OnceLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::{Database, Source};
use resvg::usvg::{Options, Tree};

use crate::canvas::Canvas;
use crate::drawing::Drawing;
use crate::hatching::Hatching;
use crate::ids::ClassIds;
use crate::page::Page;
use crate::pixels::compress;
use crate::svg::document;

/// The number of pixels of the PNG per px of the SVG. A page is 1,000 px wide and at most 1,400 px high.
const SCALE: f32 = 2.0;

/// The largest number of objects on a page. Each object takes time to draw, and a page with more objects would be
/// unreadable.
const MOST_OBJECTS: usize = 20_000;

/// The number of rows of pixels that are compressed at a time.
const ROWS: usize = 16;

/// The number of PNG pixels per metre of paper. The PNG is printed as large as its SVG, which has 96 px per inch.
const DENSITY: u32 = (96.0 * 2.0 / 0.0254) as u32;

impl Drawing {
    /// Draws the page of [`Drawing::to_svg`] as a PNG of 2,000 px width.
    ///
    /// The font is DejaVu Sans Condensed, which is built in: Latin, Greek, Cyrillic, Arabic and more. A character that
    /// the font lacks, such as an East Asian character, is drawn as an empty box.
    ///
    /// ```
    /// use transect_draw::Drawing;
    /// let png = Drawing::default().to_png()?;
    /// assert_eq!(png[..8], *b"\x89PNG\r\n\x1a\n");
    /// assert_eq!(png[16..20], 2000_u32.to_be_bytes());
    /// # Ok::<(), transect_draw::PngError>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if more than 20,000 objects are drawn.
    pub fn to_png(&self) -> Result<Vec<u8>, PngError> {
        self.check_count()?;
        let page = Page::lay_out(self);
        let (svg, names) = document(&page);
        Ok(picture(&page, names, &svg))
    }

    /// Returns the results of [`Drawing::to_svg`] and [`Drawing::to_png`]. The page is laid out only once.
    ///
    /// ```
    /// use transect_draw::Drawing;
    /// let drawing = Drawing::default();
    /// let (svg, png) = drawing.to_svg_and_png();
    /// assert_eq!((svg, png), (drawing.to_svg(), drawing.to_png()));
    /// ```
    pub fn to_svg_and_png(&self) -> (String, Result<Vec<u8>, PngError>) {
        let page = Page::lay_out(self);
        let (svg, names) = document(&page);
        let png = self.check_count().map(|()| picture(&page, names, &svg));
        (svg, png)
    }

    /// Returns an error if a page has too many objects to draw in pixels.
    fn check_count(&self) -> Result<(), PngError> {
        let drawn = self.items.iter().filter(|item| !self.hides(item.class()));
        let objects = drawn.count();
        if objects > MOST_OBJECTS {
            return Err(PngError { objects });
        }
        Ok(())
    }
}

/// Draws a page from its SVG, and returns the PNG.
fn picture(page: &Page<'_>, names: Vec<ClassIds>, svg: &str) -> Vec<u8> {
    let options = Options {
        fontdb: fonts(),
        ..Options::default()
    };
    let tree = Tree::from_str(svg, &options).expect("pages are valid SVG");
    let size = tree.size().to_int_size().scale_by(SCALE);
    let pixmap = size.and_then(|size| Pixmap::new(size.width(), size.height()));
    let pixmap = pixmap.expect("pages are 2,000 px wide and at most 2,800 px high");
    let hatches = page.classes.iter().zip(names).filter_map(|(class, names)| {
        let style = &class.style;
        let hatching = Hatching::new(&style.hatch?, &style.hatch_color, f64::from(SCALE));
        Some((names.hatch?, hatching))
    });
    let mut canvas = Canvas::new(pixmap, hatches);
    canvas.draw(tree.root(), Transform::from_scale(SCALE, SCALE));
    encode(&canvas.pixmap).expect("memory does not fail")
}

/// The error for a page with too many objects to draw in pixels.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{objects} objects are too many for a PNG picture; the limit is {MOST_OBJECTS}")]
pub struct PngError {
    /// The number of objects on the page.
    pub objects: usize,
}

/// Returns the built-in fonts. Installed fonts are not used, because drawings would differ between machines.
fn fonts() -> Arc<Database> {
    static FONTS: OnceLock<Arc<Database>> = OnceLock::new();
    let fonts = FONTS.get_or_init(|| {
        let mut fonts = Database::new();
        for font in [
            dejavu::sans_condensed::regular(),
            dejavu::sans_condensed::bold(),
        ] {
            fonts.load_font_source(Source::Binary(Arc::new(font)));
        }
        let family = fonts.faces().next().and_then(|face| face.families.first());
        if let Some((name, _)) = family.cloned() {
            fonts.set_sans_serif_family(name);
        }
        Arc::new(fonts)
    });
    Arc::clone(fonts)
}

/// Encodes the page as PNG. Pages are opaque, so a pixel has three bytes.
fn encode(pixmap: &Pixmap) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, pixmap.width(), pixmap.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_pixel_dims(Some(png::PixelDimensions {
        xppu: DENSITY,
        yppu: DENSITY,
        unit: png::Unit::Meter,
    }));
    compress(&mut encoder);
    let mut image = encoder.write_header()?;
    // Only a few rows at a time are converted to RGB, so memory does not hold a second copy of the whole picture.
    let mut rows = image.stream_writer_with_size(ROWS * 3 * pixmap.width() as usize)?;
    let mut rgb = vec![0; ROWS * 3 * pixmap.width() as usize];
    for pixels in pixmap.pixels().chunks(ROWS * pixmap.width() as usize) {
        let rgb = &mut rgb[..3 * pixels.len()];
        for (place, pixel) in rgb.as_chunks_mut::<3>().0.iter_mut().zip(pixels) {
            *place = [pixel.red(), pixel.green(), pixel.blue()];
        }
        rows.write_all(rgb)?;
    }
    rows.finish()?;
    image.finish()?;
    Ok(bytes)
}
