//! Texts and lines of DXF files: dimensions and titles.

use crate::class::Class;
use crate::dimension;
use crate::drawing::{Drawing, Item};
use crate::dxf::names::escaped;
use crate::dxf::tags::Tags;
use crate::grid::{Bounds, Frame};
use crate::page;
use crate::text::{Anchor, Rect, Texts};

/// The layer of dimensions.
pub(super) const DIMENSIONS: &str = "dimensions";
/// The layer of titles.
pub(super) const TITLES: &str = "titles";

/// The length of the longer side of a drawing in px, when its dimensions are laid out.
const EXTENT: f64 = 1500.0;
/// The text height of a dimension's number in px. DXF measures texts by their capital letters.
const CAPITALS: f64 = 6.0;

/// The dimensions of a drawing in its own unit.
#[derive(Debug, Default)]
pub(super) struct Annotation {
    lines: Vec<[[f64; 2]; 2]>,
    texts: Vec<Words>,
}

/// A text that is centred on a point of its baseline.
#[derive(Debug)]
pub(super) struct Words {
    pub(super) at: [f64; 2],
    pub(super) height: f64,
    /// The direction of the text in degrees, counter-clockwise.
    pub(super) angle: f64,
    pub(super) content: String,
}

impl Words {
    /// Returns the middle of the baseline, and the middle of the line along the top of the capital letters.
    fn middles(&self) -> [[f64; 2]; 2] {
        let (sin, cos) = self.angle.to_radians().sin_cos();
        let [x, y] = self.at;
        [[x, y], [x - self.height * sin, y + self.height * cos]]
    }
}

impl Annotation {
    /// Returns the dimensions of a drawing. The result is empty for a drawing without dimensions.
    pub(super) fn of(drawing: &Drawing) -> Self {
        let bounds = page::bounds(drawing).filter(|_| drawing.has_dimensions);
        let Some((bounds, scale)) = bounds.and_then(|bounds| Some((bounds, px_per_unit(&bounds)?)))
        else {
            return Self::default();
        };
        // Dimensions need room around the drawing.
        let size = [0, 1].map(|axis| (bounds.max[axis] - bounds.min[axis]) * scale + 400.0);
        let edge = Rect {
            left: 0.0,
            top: 0.0,
            right: size[0],
            bottom: size[1],
        };
        let frame = Frame::at_scale(&bounds, scale, &edge);
        let shown: Vec<&Item> = drawing.shown().collect();
        let classes: Vec<Class<'_>> = page::classes(drawing, &shown, &frame);
        let mut texts = Texts::new(size[0]);
        let dimensions = dimension::place(&mut texts, drawing, &bounds, &classes, &frame);
        let corner = frame.place(bounds.min);
        let model = |[x, y]: [f64; 2]| {
            [
                bounds.min[0] + (x - corner[0]) / scale,
                bounds.min[1] - (y - corner[1]) / scale,
            ]
        };
        let lines = dimensions.lines.iter().chain(&dimensions.ticks);
        let words = |text: &crate::text::Text| Words {
            at: model(text.at),
            height: CAPITALS / scale,
            angle: if text.anchor == Anchor::Upwards {
                90.0
            } else {
                0.0
            },
            content: text.content.clone(),
        };
        Self {
            lines: lines.map(|ends| ends.map(model)).collect(),
            texts: texts.iter().map(words).collect(),
        }
    }

    /// Returns the least and the greatest coordinates of the lines, and of the middles of the texts at the baseline and
    /// at the top of the capital letters.
    pub(super) fn bounds(&self) -> Option<Bounds> {
        let ends: Vec<[f64; 2]> = self.texts.iter().flat_map(Words::middles).collect();
        Bounds::of(self.lines.iter().flatten().chain(&ends))
    }

    /// Writes the lines and the texts at this place.
    pub(super) fn write(&self, tags: &mut Tags, place: &Place) {
        for ends in &self.lines {
            tags.line(DIMENSIONS, &ends.map(|at| place.of(at)));
        }
        for words in &self.texts {
            tags.words(DIMENSIONS, words, place);
        }
    }
}

/// Returns the number of px per unit at which the longer side of the bounds is [`EXTENT`] px long. Returns `None` for
/// bounds without an extent.
pub(super) fn px_per_unit(bounds: &Bounds) -> Option<f64> {
    let size = [0, 1].map(|axis| bounds.max[axis] - bounds.min[axis]);
    let scale = EXTENT / size[0].max(size[1]);
    (scale.is_finite() && scale > 0.0).then_some(scale)
}

/// The place of a drawing in the file.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Place {
    /// The distance by which the drawing is moved.
    pub(super) offset: [f64; 2],
    /// The third coordinate of all points of the drawing.
    pub(super) elevation: f64,
}

impl Place {
    /// Returns the three coordinates of a point.
    fn of(&self, at: [f64; 2]) -> [f64; 3] {
        let [x, y] = self.moved(at);
        [x, y, self.elevation]
    }

    /// Returns a point, moved by the offset.
    pub(super) fn moved(&self, at: [f64; 2]) -> [f64; 2] {
        [at[0] + self.offset[0], at[1] + self.offset[1]]
    }
}

impl Tags {
    fn line(&mut self, layer: &str, [from, to]: &[[f64; 3]; 2]) {
        self.entity("LINE", layer, "AcDbLine");
        self.point(10, *from);
        self.point(11, *to);
    }

    /// Writes a text. The middle of its baseline is at `words.at`, moved to the place of the drawing.
    pub(super) fn words(&mut self, layer: &str, words: &Words, place: &Place) {
        let at = place.of(words.at);
        self.entity("TEXT", layer, "AcDbText");
        self.point(10, at);
        self.number(40, words.height);
        self.tag(1, escaped(&words.content));
        self.number(50, words.angle);
        // The text is centred. Then the point of the codes 11, 21 and 31 counts.
        self.tag(72, 1);
        self.point(11, at);
        // A TEXT has the marker of its subclass twice: the vertical alignment needs the second one.
        self.lines("100=AcDbText|73=0");
    }

    fn point(&mut self, code: u16, [x, y, z]: [f64; 3]) {
        self.number(code, x);
        self.number(code + 10, y);
        self.number(code + 20, z);
    }
}
