//! Shapes and text as SVG, in the colors of the command's own drawings.

use std::fmt::Write as _;

pub(crate) const INK: &str = "#17222c";
pub(crate) const GREY: &str = "#5b6b78";
pub(crate) const RED: &str = "#c8001a";
pub(crate) const BLUE: &str = "#0b62a8";
const FILL: &str = "#e3e9ef";
const HATCH: &str = "#7c8d9d";

pub(crate) struct Sheet {
    width: f64,
    height: f64,
    title: String,
    body: String,
}

/// The alignment of text relative to its position.
#[derive(Clone, Copy)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// The section of one object in space: polygons, and chains (outlines that do not close).
pub(crate) struct Shape {
    /// The polygons; each has an outer ring, then holes.
    pub(crate) polygons: Vec<Vec<Vec<[f64; 3]>>>,
    pub(crate) chains: Vec<Vec<[f64; 3]>>,
}

/// A parallel projection of space onto the sheet. It has the two axes that are visible, the position on the sheet at
/// which both coordinates are zero, and the length of one unit of the model on the sheet.
pub(crate) struct View {
    pub(crate) axes: [usize; 2],
    pub(crate) zero: [f64; 2],
    pub(crate) unit: f64,
}

impl View {
    /// Returns the position on the sheet of a point in space. The second visible axis points up.
    pub(crate) fn at(&self, point: &[f64; 3]) -> [f64; 2] {
        let [across, up] = self.axes.map(|axis| point[axis]);
        [
            self.zero[0] + self.unit * across,
            self.zero[1] - self.unit * up,
        ]
    }
}

impl Sheet {
    pub(crate) fn new(width: f64, height: f64, title: &str) -> Self {
        Self {
            width,
            height,
            title: title.into(),
            body: String::new(),
        }
    }

    /// Draws the polygons of a shape, filled and hatched, and its open chains in red with a dot at each end.
    pub(crate) fn shape(&mut self, view: &View, shape: &Shape) {
        for polygon in &shape.polygons {
            let rings = polygon.iter().map(|ring| path(view, ring) + "Z");
            let data: String = rings.collect();
            let _ = writeln!(
                self.body,
                r#"<path d="{data}" fill="{FILL}" fill-opacity=".8"/><path d="{data}" fill="url(#hatch)" stroke="{INK}" stroke-width="1.4" stroke-linejoin="round"/>"#
            );
        }
        for chain in &shape.chains {
            let _ = writeln!(
                self.body,
                r#"<path d="{}" fill="none" stroke="{RED}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>"#,
                path(view, chain)
            );
            for end in [chain.first(), chain.last()].into_iter().flatten() {
                self.dot(view.at(end), RED);
            }
        }
    }

    pub(crate) fn line(
        &mut self,
        from: [f64; 2],
        to: [f64; 2],
        color: &str,
        width: f64,
        dashes: &str,
    ) {
        self.curve(&[from, to], color, width, dashes);
    }

    /// Draws a line through positions on the sheet, in their order.
    pub(crate) fn curve(&mut self, places: &[[f64; 2]], color: &str, width: f64, dashes: &str) {
        let places = places.iter().map(|place| place.map(short));
        let words = places.enumerate().map(|(index, [x, y])| {
            let letter = if index == 0 { 'M' } else { 'L' };
            format!("{letter}{x} {y}")
        });
        let data: String = words.collect();
        let dashes = match dashes {
            "" => String::new(),
            _ => format!(r#" stroke-dasharray="{dashes}""#),
        };
        let _ = writeln!(
            self.body,
            r#"<path d="{data}" fill="none" stroke="{color}" stroke-width="{width}" stroke-linejoin="round"{dashes}/>"#
        );
    }

    /// Draws a filled rectangle, given its upper left corner and size.
    pub(crate) fn bar(&mut self, from: [f64; 2], size: [f64; 2], color: &str, opacity: f64) {
        let [[x, y], [width, height]] = [from, size].map(|numbers| numbers.map(short));
        let _ = writeln!(
            self.body,
            r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{color}" fill-opacity="{opacity}"/>"#
        );
    }

    pub(crate) fn dot(&mut self, at: [f64; 2], color: &str) {
        let [x, y] = at.map(short);
        let _ = writeln!(
            self.body,
            r##"<circle cx="{x}" cy="{y}" r="4.5" fill="{color}" stroke="#fff" stroke-width="1.2"/>"##
        );
    }

    pub(crate) fn words(
        &mut self,
        at: [f64; 2],
        anchor: Anchor,
        size: f64,
        color: &str,
        text: &str,
    ) {
        let [x, y] = at.map(short);
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => r#" text-anchor="middle""#,
            Anchor::End => r#" text-anchor="end""#,
        };
        let _ = writeln!(
            self.body,
            r#"<text x="{x}" y="{y}" font-size="{size}" fill="{color}"{anchor}>{}</text>"#,
            escaped(text)
        );
    }

    pub(crate) fn heading(&mut self, at: [f64; 2], anchor: Anchor, text: &str) {
        self.body += r#"<g font-weight="bold">"#;
        self.words(at, anchor, 15.0, INK, text);
        self.body += "</g>\n";
    }

    pub(crate) fn svg(self) -> String {
        let Self {
            width,
            height,
            title,
            body,
        } = self;
        let title = escaped(&title);
        format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" font-family="Helvetica, Arial, sans-serif" role="img">
<title>{title}</title>
<defs><pattern id="hatch" patternUnits="userSpaceOnUse" width="8" height="8" patternTransform="rotate(-45)"><path d="M0 4H8" stroke="{HATCH}" stroke-width=".7"/></pattern></defs>
<rect width="{width}" height="{height}" fill="#fff"/>
{body}</svg>
"##
        )
    }
}

/// Returns an SVG path through points of space. Callers append `Z` to close the path, or nothing.
fn path(view: &View, points: &[[f64; 3]]) -> String {
    let places = points.iter().map(|point| view.at(point).map(short));
    let words = places.enumerate().map(|(index, [x, y])| {
        let letter = if index == 0 { 'M' } else { 'L' };
        format!("{letter}{x} {y}")
    });
    words.collect()
}

fn short(value: f64) -> f64 {
    (value * 100.0).round() / 100.0 + 0.0
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
