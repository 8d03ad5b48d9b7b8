//! A sheet of small multiples: one small picture per layer. All pictures have the same scale and the same window.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use crate::class::Class;
use crate::color::Color;
use crate::drawing::{Drawing, Item};
use crate::grid::{Bounds, Frame, Space};
use crate::ids::Ids;
use crate::legend;
use crate::page::{self, FRAME_TOP, MARGIN};
use crate::screen::WIDTH;
use crate::style::Style;
use crate::svg::{escape, fill, write_background, write_bar, write_head, write_text};
use crate::text::{self, Anchor, Role, Text, Texts};
use crate::trace::{self, Mark, px};

/// The distances between two cells (the places of the pictures) in px: from left to right, and from top to bottom.
const GAPS: [f64; 2] = [14.0, 12.0];
/// The height of the line of text above each cell, in px.
const LABEL: f64 = 17.0;
/// The greatest height of all rows of cells together, in px. Only rows of the narrowest cells may take more.
const ROWS: f64 = 1180.0;
/// The least and the greatest width of a cell in px.
const WIDTHS: [f64; 2] = [64.0, 465.0];
/// The greatest height of a cell in px.
const GREATEST_HEIGHT: f64 = 420.0;
/// The distance between the outline of a cell and its window, in px.
const PADDING: f64 = 4.0;
/// The coordinates of outlines are rounded to multiples of this number of hundredths of a px, because cells are small.
const COARSE: i64 = 20;

/// A page with one small picture per layer, in the order in which the layers are added.
///
/// All pictures have the same scale and show the same window, [`Drawing::window`]. Objects are drawn in the flat
/// colours of their classes, without hatches. Only the text of the page is kept in memory, not the layers.
///
/// ```
/// use transect_draw::{Drawing, Item, LayerSheet};
/// let square = Item { name: "tower".into(), loops: vec![vec![[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]]],
///     ..Item::default() };
/// let head = Drawing { title: "tower.stl".into(), window: Some([[0.0, 0.0], [4.0, 4.0]]), ..Drawing::default() };
/// let mut sheet = LayerSheet::new(head.clone(), "3 layers".into(), 3);
/// for height in ["z = 1", "z = 2", "z = 3"] {
///     sheet.add(&Drawing { items: vec![square.clone()], ..head.clone() }, height, "16");
/// }
/// assert_eq!(sheet.finish().matches("<g class=\"layer\"").count(), 3);
/// ```
#[derive(Debug)]
pub struct LayerSheet {
    head: Drawing,
    subtitle: String,
    bounds: Bounds,
    columns: usize,
    /// The width and the height of a cell, in px.
    size: [f64; 2],
    added: usize,
    cells: String,
    texts: Texts,
    classes: BTreeMap<String, Style>,
    /// The names of the classes that some layer draws in the style of other classes.
    others: BTreeSet<String>,
}

impl LayerSheet {
    /// The largest number of layers for which the pictures are still legible. With more layers, callers add only every
    /// n-th layer.
    pub const MOST: usize = 160;

    /// Returns an empty sheet for `layers` layers. The title, the unit, the window, the classes, the hidden classes and
    /// the theme are those of `head`.
    #[must_use]
    pub fn new(head: Drawing, subtitle: String, layers: usize) -> Self {
        let [min, max] = head.window.unwrap_or([[0.0; 2], [1.0; 2]]);
        // Only the ratio matters. Differences of halves do not overflow.
        let [width, height] = [0, 1].map(|axis| (max[axis] / 2.0 - min[axis] / 2.0).max(0.0));
        let (columns, size) = grid(layers, width, height);
        let mut texts = Texts::default();
        page::place_head(&mut texts, &head.title, subtitle.clone(), MARGIN);
        Self {
            bounds: Bounds { min, max },
            subtitle,
            columns,
            size,
            added: 0,
            cells: String::new(),
            texts,
            classes: BTreeMap::new(),
            others: BTreeSet::new(),
            head,
        }
    }

    /// Adds the picture of a layer. `height` is the text above it on the left, and `note` the text on the right.
    pub fn add(&mut self, layer: &Drawing, height: &str, note: &str) {
        let frame = self.frame(self.added);
        self.added += 1;
        self.place_label(&frame, height, note);
        let shown: Vec<&Item> = layer
            .items
            .iter()
            .filter(|item| !self.head.hides(item.class()))
            .collect();
        let _ = write!(
            self.cells,
            r#"<g class="layer" data-height="{}">"#,
            escape(height)
        );
        for class in page::classes(&self.head, &shown, &frame) {
            self.write_class(&class);
        }
        let [left, top, right, bottom] =
            [frame.left, frame.top, frame.right(), frame.bottom()].map(px);
        let _ = writeln!(
            self.cells,
            r#"<path d="M{left} {top}H{right}V{bottom}H{left}z" fill="none" stroke="{}" stroke-width=".5"/></g>"#,
            self.head.theme.page.frame
        );
    }

    /// Returns the page as an SVG document of 1,000 px width.
    #[must_use]
    pub fn finish(mut self) -> String {
        let mut frame = self.frame(self.added.saturating_sub(1));
        let bottom = frame.bottom() + 20.0;
        [frame.left, frame.width] = [MARGIN, WIDTH - 2.0 * MARGIN];
        let swatches = self.swatches(bottom);
        let legend = legend::lay_out(&mut self.texts, &self.head, &[], &frame, bottom);
        let height = (legend.bottom.max(swatches.1) + MARGIN - 6.0).ceil();
        let colors = &self.head.theme.page;
        let mut svg = String::new();
        write_head(&mut svg, [WIDTH, height], &self.head.title, &self.subtitle);
        write_background(&mut svg, [WIDTH, height], colors);
        svg.push_str("<g id=\"layers\" stroke-linejoin=\"round\" fill-rule=\"nonzero\">\n");
        svg.push_str(&self.cells);
        svg.push_str("</g>\n<g id=\"legend\">\n");
        svg.push_str(&swatches.0);
        if let Some(bar) = &legend.bar {
            write_bar(&mut svg, bar, colors, &mut Ids::new());
        }
        svg.push_str("</g>\n<g id=\"labels\">\n");
        for text in self.texts.iter() {
            write_text(&mut svg, text, colors);
        }
        svg.push_str("</g>\n</svg>\n");
        svg
    }

    /// Returns the frame of the cell with this index.
    fn frame(&self, index: usize) -> Frame {
        let [width, height] = self.size;
        let [column, row] = [index % self.columns, index / self.columns].map(|place| place as f64);
        Frame::fit(
            &self.bounds,
            &Space {
                left: MARGIN + column * (width + GAPS[0]),
                top: FRAME_TOP + LABEL + row * (height + LABEL + GAPS[1]),
                width,
                least_height: height,
                greatest_height: height,
                padding: PADDING,
            },
        )
    }

    fn place_label(&mut self, frame: &Frame, height: &str, note: &str) {
        let y = frame.top - 5.0;
        let (size, bold) = Role::Axis.font();
        let placed = text::fitted(height, size, bold, frame.width);
        let used = text::width(&placed, size, bold) + 12.0;
        self.texts.place(Text {
            role: Role::Axis,
            anchor: Anchor::Start,
            at: [frame.left, y],
            content: placed,
        });
        let (size, bold) = Role::Tick.font();
        if text::width(note, size, bold) + used <= frame.width {
            self.texts.place(Text {
                role: Role::Tick,
                anchor: Anchor::End,
                at: [frame.right(), y],
                content: note.into(),
            });
        }
    }

    fn write_class(&mut self, class: &Class<'_>) {
        let style = &class.style;
        // In small cells, outlines are thin, so that they do not hide narrow shapes.
        let weight = (style.weight * self.size[0] / 500.0).clamp(0.2, 0.7);
        let _ = write!(
            self.cells,
            r#"<g fill="{}" stroke="{}" stroke-width="{}">"#,
            flat(style),
            style.outline,
            px(weight)
        );
        for object in &class.objects {
            if !object.trace.loops.is_empty() {
                self.cells.push_str("<path d=\"");
                for marks in &object.trace.loops {
                    let marks = trace::closed(marks.iter().map(coarse));
                    trace::write_outline(&mut self.cells, &marks, true);
                }
                self.cells.push_str("\"/>");
            }
            if !object.trace.chains.is_empty() {
                self.cells.push_str("<path fill=\"none\" d=\"");
                for marks in &object.trace.chains {
                    let marks = trace::open(marks.iter().map(coarse));
                    trace::write_outline(&mut self.cells, &marks, false);
                }
                self.cells.push_str("\"/>");
            }
        }
        self.cells.push_str("</g>");
        if class.other {
            if !self.others.contains(class.name) {
                self.others.insert(class.name.into());
            }
        } else if !self.classes.contains_key(class.name) {
            self.classes.insert(class.name.into(), style.clone());
        }
    }

    /// Places the legend of the classes, if there are several, and returns its SVG and its lower end.
    fn swatches(&mut self, top: f64) -> (String, f64) {
        let mut svg = String::new();
        let room = WIDTH - 2.0 * MARGIN - 240.0;
        let (mut x, mut y) = (MARGIN, top);
        if self.classes.len() + self.others.len() < 2 {
            return (svg, top);
        }
        let others = (!self.others.is_empty())
            .then(|| (legend::of_others(self.others.len()), &self.head.theme.other));
        let classes = self
            .classes
            .iter()
            .map(|(name, style)| (name.clone(), style));
        for (name, style) in classes.chain(others) {
            let (size, bold) = Role::Class.font();
            let width = 24.0 + text::width(&name, size, bold) + 16.0;
            if x > MARGIN && x + width > MARGIN + room {
                (x, y) = (MARGIN, y + 19.0);
            }
            let _ = writeln!(
                svg,
                r#"<rect x="{}" y="{}" width="18" height="11" fill="{}" stroke="{}" stroke-width=".6"/>"#,
                px(x),
                px(y),
                flat(style),
                style.outline
            );
            self.texts.place(Text {
                role: Role::Class,
                anchor: Anchor::Start,
                at: [x + 24.0, y + 9.5],
                content: text::fitted(&name, size, bold, room - 40.0),
            });
            x += width;
        }
        (svg, y + 14.0)
    }
}

/// Returns the number of columns and the size of a cell. The window has the ratio `width : height`. The number of
/// columns is the least one for which all rows fit into [`ROWS`]. If no number does, it is the largest one that the
/// least width of a cell allows.
fn grid(layers: usize, width: f64, height: f64) -> (usize, [f64; 2]) {
    let ratio = if width > 0.0 && height > 0.0 {
        (height / width).clamp(0.12, 4.0)
    } else {
        1.0
    };
    let all = WIDTH - 2.0 * MARGIN;
    let size = |columns: usize| {
        let gaps = GAPS[0] * (columns as f64 - 1.0);
        let width = ((all - gaps) / columns as f64).floor().min(WIDTHS[1]);
        let inner = (width - 2.0 * PADDING) * ratio + 2.0 * PADDING;
        [width, inner.clamp(24.0, GREATEST_HEIGHT).round()]
    };
    let most = ((all + GAPS[0]) / (WIDTHS[0] + GAPS[0])).floor() as usize;
    let fits = |columns: usize| {
        let rows = layers.max(1).div_ceil(columns) as f64;
        rows * (size(columns)[1] + LABEL + GAPS[1]) <= ROWS
    };
    let columns = (1..=most).find(|&columns| fits(columns)).unwrap_or(most);
    (columns, size(columns))
}

/// Returns the flat colour of a class in a small picture. A hatch would be too fine there, so its colour is mixed with
/// the fill.
fn flat(style: &Style) -> String {
    match (&style.fill, style.hatch) {
        (Some(below), Some(_)) => {
            let [below, hatch] = [below.parts(), style.hatch_color.parts()];
            Color::nearest([0, 1, 2].map(|part| (below[part] + hatch[part]) / 2.0)).to_string()
        }
        _ => fill(style),
    }
}

/// Returns a position on the page, rounded to fifths of a px.
fn coarse(mark: &Mark) -> Mark {
    mark.map(|part| (part + COARSE / 2).div_euclid(COARSE) * COARSE)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the sheet of one layer with this number of classes, `class 00`, `class 01` and so on.
    fn sheet(classes: usize) -> String {
        let item = |class: usize| Item {
            name: format!("class {class:02}/object"),
            loops: vec![vec![[0.0, 0.0], [4.0, 0.0], [4.0, 4.0]]],
            ..Item::default()
        };
        let head = Drawing {
            window: Some([[0.0, 0.0], [4.0, 4.0]]),
            ..Drawing::default()
        };
        let mut sheet = LayerSheet::new(head.clone(), String::new(), 1);
        let items = (0..classes).map(item).collect();
        sheet.add(&Drawing { items, ..head }, "z = 1", "");
        sheet.finish()
    }

    #[test]
    fn the_legend_has_all_classes() {
        for (classes, listed) in [(15, 15), (20, 20), (23, 20)] {
            let svg = sheet(classes);
            let found = (0..classes).filter(|class| svg.contains(&format!(">class {class:02}<")));
            assert_eq!(found.count(), listed);
            assert_eq!(svg.contains("other (3 classes)"), listed < classes);
        }
    }
}
