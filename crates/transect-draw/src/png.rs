//! The page of the SVG as a PNG. The pixels are the same on every machine, even without installed fonts: the fonts are
//! built in, and `resvg` lays out the text. Only hatches are drawn by our own code (`canvas.rs`).

use std::io::Write;
use std::sync::{Arc, OnceLock};

use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::fontdb::{Database, ID, Source};
use resvg::usvg::{FontResolver, Options, Tree};
use skrifa::{FontRef, MetadataProvider};

use crate::canvas::Canvas;
use crate::drawing::Drawing;
use crate::fonts::Fonts;
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

/// The number of px of an SVG page per metre: an inch has 96 px.
const PX_PER_METRE: f32 = 96.0 / 0.0254;

impl Drawing {
    /// Draws the page of [`Drawing::to_svg`] as a PNG of 2,000 px width.
    ///
    /// The font is DejaVu Sans Condensed, which is built in: Latin, Greek, Cyrillic, Arabic and more. A character that
    /// the font lacks, such as an East Asian character, has the glyph of the first of [`Drawing::fonts`] that has it.
    /// Without one, it is drawn as an empty box; [`missing_characters`](crate::missing_characters) lists these
    /// characters.
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
        Ok(self::page(&page, names, &svg, &self.fonts))
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
        let png = self.check_count();
        let png = png.map(|()| self::page(&page, names, &svg, &self.fonts));
        (svg, png)
    }

    /// Returns an error if a page has too many objects to draw in pixels.
    pub(crate) fn check_count(&self) -> Result<(), PngError> {
        let objects = self.shown().count();
        if objects > MOST_OBJECTS {
            return Err(PngError { objects });
        }
        Ok(())
    }
}

/// Draws a page from its SVG, and returns the PNG.
fn page(page: &Page<'_>, names: Vec<ClassIds>, svg: &str, fonts: &Fonts) -> Vec<u8> {
    Picture::of_svg(svg, fonts, hatches(page, names, SCALE), SCALE).encode(SCALE)
}

/// Returns the hatches of the classes of a page, by the ids of their patterns. `scale` is the number of pixels per unit
/// of the SVG's coordinates.
pub(crate) fn hatches(
    page: &Page<'_>,
    names: Vec<ClassIds>,
    scale: f32,
) -> impl Iterator<Item = (String, Hatching)> {
    page.classes
        .iter()
        .zip(names)
        .filter_map(move |(class, names)| {
            let style = &class.style;
            let hatching = Hatching::new(&style.hatch?, &style.hatch_color, f64::from(scale));
            Some((names.hatch?, hatching))
        })
}

/// A picture in pixels.
pub(crate) struct Picture(Pixmap);

impl Picture {
    /// Returns an empty picture of this width and height.
    pub(crate) fn new(size: [f64; 2]) -> Self {
        // A pixel at the edge that the page covers only in part is left out. The added 0.01 makes up for rounding
        // errors.
        let [width, height] = size.map(|length| (length + 0.01) as u32);
        let pixmap = Pixmap::new(width, height);
        Self(pixmap.expect("pictures have less than 100 million pixels"))
    }

    /// Draws an SVG document with `scale` pixels per CSS px, of which an inch has 96.
    pub(crate) fn of_svg(
        svg: &str,
        fonts: &Fonts,
        hatches: impl IntoIterator<Item = (String, Hatching)>,
        scale: f32,
    ) -> Self {
        let tree = parsed(svg, fonts);
        let [width, height] = [tree.size().width(), tree.size().height()];
        let picture = Self::new([width, height].map(|length| f64::from(length * scale)));
        let mut canvas = Canvas::new(picture.0, hatches);
        canvas.draw(tree.root(), Transform::from_scale(scale, scale));
        Self(canvas.pixmap)
    }

    /// Returns the height in pixels.
    pub(crate) fn height(&self) -> usize {
        self.0.height() as usize
    }

    /// Draws this picture over the first rows of an opaque picture of the same width. `pixels` are the red, green and
    /// blue bytes of the opaque picture.
    pub(crate) fn draw_over(&self, pixels: &mut [u8]) {
        let pixels = pixels.as_chunks_mut::<3>().0.iter_mut();
        for (under, over) in pixels.zip(self.0.pixels()) {
            let rest = 255 - u16::from(over.alpha());
            if rest == 255 {
                continue;
            }
            let colors = [over.red(), over.green(), over.blue()];
            for (under, over) in under.iter_mut().zip(colors) {
                *under = over.saturating_add(((u16::from(*under) * rest + 127) / 255) as u8);
            }
        }
    }

    /// Fills the picture with a colour.
    pub(crate) fn fill(&mut self, [red, green, blue]: [u8; 3]) {
        self.0.fill(Color::from_rgba8(red, green, blue, 255));
    }

    /// Copies a picture to this one. `at` is the place of its upper left pixel.
    pub(crate) fn put(&mut self, other: &Self, [left, top]: [usize; 2]) {
        let [width, own] = [other.0.width() as usize, self.0.width() as usize];
        let kept = width.min(own.saturating_sub(left));
        let rows = self.0.pixels_mut().chunks_mut(own).skip(top);
        for (row, pixels) in rows.zip(other.0.pixels().chunks(width)) {
            row[left..left + kept].copy_from_slice(&pixels[..kept]);
        }
    }

    /// Returns the PNG. Its resolution for printing is `scale` pixels per CSS px.
    pub(crate) fn encode(&self, scale: f32) -> Vec<u8> {
        encode(&self.0, (PX_PER_METRE * scale) as u32).expect("memory does not fail")
    }
}

/// Parses an SVG document of this crate, with the built-in fonts and further ones.
pub(crate) fn parsed(svg: &str, fonts: &Fonts) -> Tree {
    let mut database = built_in();
    for file in fonts.files() {
        let source = Source::Binary(Arc::<Vec<u8>>::clone(file));
        Arc::make_mut(&mut database).load_font_source(source);
    }
    let options = Options {
        fontdb: database,
        font_resolver: FontResolver {
            // The first font that has the character, whatever its style. Without that, an italic font could be passed
            // over.
            select_fallback: Box::new(|character, used, database| {
                let mut faces = database.faces().map(|face| face.id);
                faces.find(|id| !used.contains(id) && has_glyph(database, *id, character))
            }),
            ..FontResolver::default()
        },
        ..Options::default()
    };
    Tree::from_str(svg, &options).expect("pages are valid SVG")
}

/// Returns `true` if a font has a glyph for a character.
fn has_glyph(database: &Database, font: ID, character: char) -> bool {
    let found = database.with_face_data(font, |data, index| {
        let font = FontRef::from_index(data, index).ok()?;
        font.charmap().map(character)
    });
    found.flatten().is_some()
}

/// The error for a page with too many objects to draw in pixels.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{objects} objects are too many for a PNG picture; the limit is {MOST_OBJECTS}")]
pub struct PngError {
    /// The number of objects on the page.
    pub objects: usize,
}

/// Returns the database of the built-in fonts. Installed fonts are not used, because drawings would differ between
/// machines.
fn built_in() -> Arc<Database> {
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
fn encode(pixmap: &Pixmap, density: u32) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, pixmap.width(), pixmap.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_pixel_dims(Some(png::PixelDimensions {
        xppu: density,
        yppu: density,
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
