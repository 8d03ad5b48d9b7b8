//! A sheet that figures are drawn on: shapes and text as SVG that is readable on light and on dark pages.
//!
//! Lines and text have the text color of the page. The three colors of sides stand out from both white and dark gray.

use std::fmt::Write as _;

use transect::{Aabb, ConvexPolygon, Plane, ShapeError, ShapeSplit, Side};

pub(crate) const FRONT: &str = "#2f86d6";
pub(crate) const ON: &str = "#e5484d";
pub(crate) const BACK: &str = "#87909a";
pub(crate) const INK: &str = "currentColor";

/// SVG attributes for shapes, for lines of several styles, and for the plane.
pub(crate) const SHAPE: &str = r#"fill="currentColor" fill-opacity=".13" stroke="currentColor" stroke-width="1.5" stroke-linejoin="round""#;
pub(crate) const GHOST: &str = r#"fill="none" stroke="currentColor" stroke-width="1.2" stroke-dasharray="4 3" stroke-opacity=".7""#;
pub(crate) const THIN: &str =
    r#"fill="none" stroke="currentColor" stroke-width="1" stroke-opacity=".45""#;
pub(crate) const DASHED: &str = r#"fill="none" stroke="currentColor" stroke-width="1" stroke-dasharray="3 3" stroke-opacity=".6""#;
pub(crate) const STROKE: &str =
    r#"fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round""#;
pub(crate) const PLANE: &str = r##"fill="none" stroke="#e5484d" stroke-width="1.6""##;
pub(crate) const PATCH: &str = r##"fill="#e5484d" fill-opacity=".14" stroke="#e5484d" stroke-width="1.3" stroke-linejoin="round""##;
pub(crate) const RING: &str = r##"fill="none" stroke="#e5484d" stroke-width="1.5""##;
pub(crate) const IN_FRONT: &str = r##"fill="#2f86d6" fill-opacity=".1""##;

pub(crate) fn color(side: Side) -> &'static str {
    match side {
        Side::Front => FRONT,
        Side::On => ON,
        Side::Back => BACK,
    }
}

/// The alignment of text at its position.
#[derive(Clone, Copy)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// The style of text.
#[derive(Clone, Copy)]
pub(crate) enum Type {
    Heading,
    Words,
    Note,
    Code,
    Symbol,
}

/// A mapping from coordinates, with the second axis up, to the sheet. It consists of the position of the origin on the
/// sheet, and the length of one unit of the coordinates on the sheet.
#[derive(Clone, Copy)]
pub(crate) struct View {
    pub(crate) zero: [f64; 2],
    pub(crate) unit: f64,
}

impl View {
    pub(crate) fn at(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        [self.zero[0] + self.unit * x, self.zero[1] - self.unit * y]
    }

    /// Returns the position on the sheet of a point in space. The view is oblique from above, without perspective.
    pub(crate) fn at_3d(&self, [x, y, z]: [f64; 3]) -> [f64; 2] {
        self.at([0.8 * x - 0.6 * y, 0.352 * (0.6 * x + 0.8 * y) + 0.936 * z])
    }

    pub(crate) fn all(&self, points: &[[f64; 2]]) -> Vec<[f64; 2]> {
        points.iter().map(|&point| self.at(point)).collect()
    }

    pub(crate) fn all_3d(&self, points: &[[f64; 3]]) -> Vec<[f64; 2]> {
        points.iter().map(|&point| self.at_3d(point)).collect()
    }
}

pub(crate) struct Canvas {
    name: &'static str,
    size: [f64; 2],
    title: String,
    body: String,
    /// The SVG attributes of the rectangle of the card (panel) drawn last. The next field, `clipped`, counts the planes
    /// that were clipped to cards. This count makes the SVG ids of the planes unique.
    card: String,
    clipped: usize,
}

impl Canvas {
    /// Creates an empty sheet. Ids in the SVG begin with the name of the figure.
    pub(crate) fn new(name: &'static str, size: [f64; 2], title: &str) -> Self {
        Self {
            name,
            size,
            title: title.into(),
            body: String::new(),
            card: String::new(),
            clipped: 0,
        }
    }

    fn push(&mut self, element: std::fmt::Arguments<'_>) {
        let _ = writeln!(self.body, "{element}");
    }

    /// Draws the background of a card (a panel of the figure).
    pub(crate) fn card(&mut self, [x, y]: [f64; 2], [width, height]: [f64; 2]) {
        let [x, y, width, height] = [x, y, width, height].map(short);
        self.card = format!(r#"x="{x}" y="{y}" width="{width}" height="{height}" rx="10""#);
        let element = format!(
            r#"<rect {} fill="currentColor" fill-opacity=".04"/>"#,
            self.card
        );
        self.push(format_args!("{element}"));
    }

    pub(crate) fn polygon(&mut self, points: &[[f64; 2]], style: &str) {
        let path = path(points);
        self.push(format_args!(r#"<path d="{path}Z" {style}/>"#));
    }

    pub(crate) fn polyline(&mut self, points: &[[f64; 2]], style: &str) {
        let path = path(points);
        self.push(format_args!(r#"<path d="{path}" {style}/>"#));
    }

    pub(crate) fn line(&mut self, from: [f64; 2], to: [f64; 2], style: &str) {
        self.polyline(&[from, to], style);
    }

    /// Draws a thick line of one color.
    pub(crate) fn bar(&mut self, from: [f64; 2], to: [f64; 2], color: &str, width: f64) {
        let path = path(&[from, to]);
        self.push(format_args!(
            r#"<path d="{path}" stroke="{color}" stroke-width="{width}" stroke-linecap="round"/>"#
        ));
    }

    /// Draws a line with an arrowhead at its end.
    pub(crate) fn arrow(&mut self, from: [f64; 2], to: [f64; 2], color: &str, width: f64) {
        let [dx, dy] = [to[0] - from[0], to[1] - from[1]];
        let length = (dx * dx + dy * dy).sqrt();
        let [ux, uy] = [dx / length, dy / length];
        let head = 4.0 + 2.5 * width;
        let at = |along: f64, aside: f64| {
            [
                to[0] - along * ux - aside * uy,
                to[1] - along * uy + aside * ux,
            ]
        };
        self.bar(from, at(head * 0.8, 0.0), color, width);
        let tip = path(&[to, at(head, head * 0.4), at(head, -head * 0.4)]);
        self.push(format_args!(r#"<path d="{tip}Z" fill="{color}"/>"#));
    }

    pub(crate) fn circle(&mut self, center: [f64; 2], radius: f64, style: &str) {
        let [x, y] = center.map(short);
        let radius = short(radius);
        self.push(format_args!(
            r#"<circle cx="{x}" cy="{y}" r="{radius}" {style}/>"#
        ));
    }

    /// Draws a point in the color of its side.
    pub(crate) fn dot(&mut self, at: [f64; 2], side: Side) {
        self.spot(at, color(side));
    }

    pub(crate) fn spot(&mut self, at: [f64; 2], color: &str) {
        self.circle(at, 4.5, &format!(r#"fill="{color}""#));
    }

    pub(crate) fn words(&mut self, at: [f64; 2], anchor: Anchor, kind: Type, text: &str) {
        let [x, y] = at.map(short);
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => r#" text-anchor="middle""#,
            Anchor::End => r#" text-anchor="end""#,
        };
        let kind = match kind {
            Type::Heading => r#" font-size="15" font-weight="bold""#,
            Type::Words => "",
            Type::Note => r#" font-size="13" fill-opacity=".75""#,
            Type::Code => r#" font-family="monospace" font-size="12.5""#,
            Type::Symbol => r#" font-size="15" font-style="italic""#,
        };
        let text = text.replace('&', "&amp;").replace('<', "&lt;");
        self.push(format_args!(
            r#"<text x="{x}" y="{y}"{anchor}{kind}>{text}</text>"#
        ));
    }

    /// Draws a plane across the card (panel) drawn last, and shades the area in front of it. `window` is the part of 2D
    /// space that the card shows.
    pub(crate) fn plane(&mut self, view: &View, plane: &Plane<2>, window: &ConvexPolygon<2>) {
        if let ShapeSplit::Halves {
            front,
            section: cut,
            ..
        } = plane.split(window)
        {
            let id = format!("{}-{}", self.name, self.clipped);
            self.clipped += 1;
            let card = format!(r#"<clipPath id="{id}"><rect {}/></clipPath>"#, self.card);
            self.push(format_args!("{card}"));
            let clip = format!(r#"clip-path="url(#{id})""#);
            self.polygon(&view.all(&front), &format!("{IN_FRONT} {clip}"));
            self.polyline(&view.all(&cut), &format!("{PLANE} {clip}"));
        }
    }

    /// Returns the figure as SVG. The SVG has no empty line, so Markdown treats it as one block.
    pub(crate) fn svg(self) -> String {
        let Self {
            size: [width, height],
            title,
            body,
            ..
        } = self;
        let title = title.replace('&', "&amp;").replace('<', "&lt;");
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width} {height}" width="{width}" style="display:block;max-width:100%;height:auto;margin:12px 0 18px" font-family="sans-serif" font-size="14" fill="currentColor">
<title>{title}</title>
{body}</svg>
"#
        )
    }
}

/// Returns the corners of a box, counter-clockwise.
pub(crate) fn rectangle(aabb: &Aabb<2>) -> [[f64; 2]; 4] {
    let ([a, b], [c, d]) = (aabb.min(), aabb.max());
    [[a, b], [c, b], [c, d], [a, d]]
}

/// Returns the visible rectangle of a figure as a polygon.
pub(crate) fn window(min: [f64; 2], max: [f64; 2]) -> Result<ConvexPolygon<2>, ShapeError> {
    ConvexPolygon::new([min, [max[0], min[1]], max, [min[0], max[1]]])
}

fn path(points: &[[f64; 2]]) -> String {
    let words = points.iter().enumerate().map(|(index, point)| {
        let [x, y] = point.map(short);
        let letter = if index == 0 { 'M' } else { 'L' };
        format!("{letter}{x} {y}")
    });
    words.collect()
}

/// Rounds a position on the sheet to a tenth, so that the figure is the same on machines whose floats differ in the
/// last bits.
fn short(value: f64) -> f64 {
    (value * 10.0).round() / 10.0 + 0.0
}

/// Formats a number for a figure: at most two decimals, and a true minus sign.
pub(crate) fn number(value: f64) -> String {
    let rounded = (value * 100.0).round() / 100.0 + 0.0;
    rounded.to_string().replace('-', "−")
}

/// Formats a point for a figure.
pub(crate) fn point<const D: usize>(point: &[f64; D]) -> String {
    let numbers: Vec<String> = point.iter().map(|&value| number(value)).collect();
    format!("({})", numbers.join(", "))
}
