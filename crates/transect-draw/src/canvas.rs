//! The page in pixels: a parsed SVG, drawn path by path.
//!
//! `resvg` draws a pattern as an image that is resampled at every pixel, which takes most of the time of a hatched page
//! and blurs its lines. So hatches are drawn by this module. All other paints are drawn exactly as `resvg` draws them.

use std::collections::HashMap;

use resvg::tiny_skia::{
    FillRule, FilterQuality, IntRect, Paint, Pattern, Pixmap, SpreadMode, Transform,
};
use resvg::usvg::{self, Fill, Group, Node, PaintOrder, Path, Stroke};

use crate::hatching::Hatching;

/// The pixels of a page, and the hatches of its patterns.
pub(crate) struct Canvas {
    pub(crate) pixmap: Pixmap,
    hatches: HashMap<String, Ink>,
}

/// A hatch, and an image of the whole page covered with this hatch. The image is drawn as soon as the hatches of single
/// shapes have taken more pixels in total than the page has.
struct Ink {
    hatching: Hatching,
    page: Option<Pixmap>,
    /// The number of hatch pixels that were drawn for single shapes so far.
    drawn: u64,
}

impl Canvas {
    /// Returns an empty page. `hatches` has the id of an SVG pattern and the hatch that replaces this pattern.
    pub(crate) fn new(
        pixmap: Pixmap,
        hatches: impl IntoIterator<Item = (String, Hatching)>,
    ) -> Self {
        let ink = |hatching| Ink {
            hatching,
            page: None,
            drawn: 0,
        };
        let hatches = hatches.into_iter();
        Self {
            pixmap,
            hatches: hatches.map(|(id, hatching)| (id, ink(hatching))).collect(),
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
                // The path is transformed to pixels first. The hatch image is in pixels already, so it is only shifted
                // by whole pixels.
                let outline = path.data().clone().transform(transform);
                let page = IntRect::from_xywh(0, 0, self.pixmap.width(), self.pixmap.height());
                let ink = self.hatches.get_mut(pattern.id());
                let (Some(outline), Some(page), Some(ink)) = (outline, page, ink) else {
                    return;
                };
                let touched = outline.bounds().round_out();
                let Some(part) = touched.and_then(|touched| touched.intersect(&page)) else {
                    return;
                };
                let single;
                let (image, [left, top]) = match ink.page(part, page) {
                    Some(image) => (image, [0, 0]),
                    None => match ink.hatching.draw(part) {
                        Some(image) => {
                            single = image;
                            (&single, [part.x(), part.y()])
                        }
                        None => return,
                    },
                };
                let paint = Paint {
                    shader: Pattern::new(
                        image.as_ref(),
                        SpreadMode::Pad,
                        FilterQuality::Nearest,
                        fill.opacity().get(),
                        Transform::from_translate(left as f32, top as f32),
                    ),
                    ..Paint::default()
                };
                let still = Transform::identity();
                self.pixmap.fill_path(&outline, &paint, rule, still, None);
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
}

impl Ink {
    /// Returns the image of the whole page covered with the hatch. Returns `None` as long as the rectangles `part`
    /// around the painted paths have fewer pixels in total than the page: until then, hatching each rectangle takes
    /// less time.
    fn page(&mut self, part: IntRect, page: IntRect) -> Option<&Pixmap> {
        let pixels = |rect: IntRect| u64::from(rect.width()) * u64::from(rect.height());
        self.drawn += pixels(part);
        if self.page.is_none() && self.drawn > pixels(page) {
            self.page = self.hatching.draw(page);
        }
        self.page.as_ref()
    }
}

fn plain(color: usvg::Color, opacity: usvg::Opacity) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(color.red, color.green, color.blue, opacity.to_u8());
    paint
}
