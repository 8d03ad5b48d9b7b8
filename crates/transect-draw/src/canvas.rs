//! The page in pixels: a parsed SVG, drawn path by path.
//!
//! `resvg` draws a pattern as an image that is resampled at every pixel, which takes most of the time of a hatched page
//! and blurs its lines. So hatches are drawn by this module. All other paints are drawn exactly as `resvg` draws them.

use std::collections::HashMap;

use resvg::tiny_skia::{FillRule, IntRect, Mask, Paint, Pixmap, PremultipliedColorU8, Transform};
use resvg::usvg::{self, Fill, Group, Node, PaintOrder, Path, Stroke};

use crate::hatching::Hatching;

/// The pixels of a page, and the hatches of its patterns.
pub(crate) struct Canvas {
    pub(crate) pixmap: Pixmap,
    /// The hatches, by the ids of their patterns.
    hatches: HashMap<String, Hatching>,
    /// The fraction of each pixel that a hatched path covers, from 0 to 255. All fractions are zero between the drawing
    /// of two paths. The mask is `None` before the first path.
    mask: Option<Mask>,
    /// The opacities of a hatch in a row of pixels.
    opacities: Vec<u8>,
}

impl Canvas {
    /// Returns an empty page. Each item of `hatches` is the id of an SVG pattern and the hatch that replaces this
    /// pattern.
    pub(crate) fn new(
        pixmap: Pixmap,
        hatches: impl IntoIterator<Item = (String, Hatching)>,
    ) -> Self {
        Self {
            pixmap,
            hatches: hatches.into_iter().collect(),
            mask: None,
            opacities: Vec::new(),
        }
    }

    /// Draws the nodes of a group of the parsed SVG. The SVG of a page has no isolated groups and no images.
    pub(crate) fn draw(&mut self, group: &Group, transform: Transform) {
        let transform = transform.pre_concat(group.transform());
        for node in group.children() {
            match node {
                Node::Group(group) => self.draw(group, transform),
                Node::Text(text) => self.draw(text.flattened(), transform),
                Node::Path(path) if path.is_visible() => self.draw_path(path, transform),
                Node::Path(_) | Node::Image(_) => {}
            }
        }
    }

    fn draw_path(&mut self, path: &Path, transform: Transform) {
        let is_fill_first = path.paint_order() == PaintOrder::FillAndStroke;
        if let Some(fill) = path.fill().filter(|_| is_fill_first) {
            self.fill(path, fill, transform);
        }
        if let Some(stroke) = path.stroke() {
            self.stroke(path, stroke, transform);
        }
        if let Some(fill) = path.fill().filter(|_| !is_fill_first) {
            self.fill(path, fill, transform);
        }
    }

    fn fill(&mut self, path: &Path, fill: &Fill, transform: Transform) {
        let rule = match fill.rule() {
            usvg::FillRule::NonZero => FillRule::Winding,
            usvg::FillRule::EvenOdd => FillRule::EvenOdd,
        };
        match fill.paint() {
            usvg::Paint::Color(color) => {
                let paint = plain(*color, fill.opacity());
                self.pixmap
                    .fill_path(path.data(), &paint, rule, transform, None);
            }
            usvg::Paint::Pattern(pattern) => {
                if let Some(outline) = path.data().clone().transform(transform) {
                    self.hatch(&outline, pattern.id(), fill.opacity().get(), rule);
                }
            }
            usvg::Paint::LinearGradient(_) | usvg::Paint::RadialGradient(_) => {}
        }
    }

    fn stroke(&mut self, path: &Path, stroke: &Stroke, transform: Transform) {
        if let usvg::Paint::Color(color) = stroke.paint() {
            let paint = plain(*color, stroke.opacity());
            let style = stroke.to_tiny_skia();
            self.pixmap
                .stroke_path(path.data(), &paint, &style, transform, None);
        }
    }

    /// Fills a path, given in pixels, with the hatch of a pattern.
    fn hatch(
        &mut self,
        outline: &resvg::tiny_skia::Path,
        pattern: &str,
        opacity: f32,
        rule: FillRule,
    ) {
        let [width, height] = [self.pixmap.width(), self.pixmap.height()];
        let page = IntRect::from_xywh(0, 0, width, height);
        let touched = outline.bounds().round_out();
        let touched = touched.and_then(|touched| touched.make_outset(1, 1));
        let part = touched.zip(page);
        let part = part.and_then(|(touched, page)| touched.intersect(&page));
        let (Some(part), Some(hatching)) = (part, self.hatches.get(pattern)) else {
            return;
        };
        if self.mask.is_none() {
            self.mask = Mask::new(width, height);
        }
        let Some(mask) = &mut self.mask else {
            return;
        };
        mask.fill_path(outline, rule, true, Transform::identity());
        // `part` lies inside the page, so its coordinates are not negative.
        let columns = part.left() as usize..part.right() as usize;
        for row in part.top() as usize..part.bottom() as usize {
            let start = row * width as usize;
            let line = start + columns.start..start + columns.end;
            let cover = &mut mask.data_mut()[line.clone()];
            let Some(first) = cover.iter().position(|&cover| cover != 0) else {
                continue;
            };
            let last = cover.iter().rposition(|&cover| cover != 0).unwrap_or(first);
            let cover = &mut cover[first..=last];
            self.opacities.resize(cover.len(), 0);
            hatching.write(
                row as u32,
                (columns.start + first) as u32,
                &mut self.opacities,
            );
            let pixels = &mut self.pixmap.pixels_mut()[line][first..=last];
            for ((pixel, cover), &line) in pixels.iter_mut().zip(&*cover).zip(&self.opacities) {
                // Most pixels lie between two lines of the hatch and stay as they are.
                if line != 0 && *cover != 0 {
                    *pixel = blend(
                        *pixel,
                        &hatching.color(),
                        line,
                        f32::from(*cover) * BYTE * opacity,
                    );
                }
            }
            cover.fill(0);
        }
    }
}

/// The factor that maps the values of a channel, 0 to 255, to the range from 0 to 1.
const BYTE: f32 = 1.0 / 255.0;

/// Returns the colour of a pixel with a hatch over it, bit for bit as tiny-skia computes it for a pattern. `line` is
/// the opacity of the hatch, from 0 to 255, and `cover` is the fraction of the pixel that the hatched path covers.
fn blend(
    pixel: PremultipliedColorU8,
    color: &[u8; 3],
    line: u8,
    cover: f32,
) -> PremultipliedColorU8 {
    let premultiplied = |value: u8| (u32::from(value) * u32::from(line) + 127) / 255;
    let under = 1.0 - f32::from(line) * BYTE * cover;
    let mixed = |over: u32, channel: u8| {
        let sum = f32::from(channel) * BYTE * under + over as f32 * BYTE * cover;
        // Adding 2²³ rounds to the nearest integer, which is then in the lowest bits.
        (sum.min(1.0) * 255.0 + 8_388_608.0).to_bits() as u8
    };
    let [red, green, blue] = color.map(premultiplied);
    let alpha = mixed(u32::from(line), pixel.alpha());
    PremultipliedColorU8::from_rgba(
        mixed(red, pixel.red()).min(alpha),
        mixed(green, pixel.green()).min(alpha),
        mixed(blue, pixel.blue()).min(alpha),
        alpha,
    )
    .unwrap_or(pixel)
}

fn plain(color: usvg::Color, opacity: usvg::Opacity) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(color.red, color.green, color.blue, opacity.to_u8());
    paint
}
