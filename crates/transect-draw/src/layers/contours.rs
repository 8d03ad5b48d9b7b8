//! A contour drawing: the lines of all layers on one page, coloured by height.

use std::fmt::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::class::finite;
use crate::drawing::Drawing;
use crate::grid::{Bounds, Frame};
use crate::ids::Ids;
use crate::layers::labels::Labels;
use crate::layers::shading::Shading;
use crate::layers::strip::{self, STRIP};
use crate::legend;
use crate::page::{self, MARGIN, PADDING};
use crate::screen::WIDTH;
use crate::svg::{escape, write_background, write_bar, write_grid, write_head, write_text};
use crate::text::{self, Anchor, Role, Text, Texts};
use crate::trace::{self, px};

/// The widths of an ordinary and of a heavy line, in px.
const WEIGHTS: [f64; 2] = [0.55, 1.25];
/// The least distance between two successive points of a drawn line, in px. Points that are nearer are left out.
const NEAR: f64 = 0.35;
/// The font size of labels on lines, in px.
const LABEL: f64 = 9.0;

/// A contour line: the points where a surface has one height.
#[derive(Clone, Debug, PartialEq)]
pub struct ContourLine {
    /// The points, along the two axes of the drawing.
    pub points: Vec<[f64; 2]>,
    /// `true` if the last point is joined to the first.
    pub is_closed: bool,
}

/// A drawing of contour lines, coloured by height. Heavy lines, by custom every fifth one, are labelled with
/// their height. Hill shading may lie below the lines.
///
/// ```
/// use transect_draw::{ContourDrawing, ContourLine, Drawing};
/// let head = Drawing { title: "hill.ply".into(), window: Some([[0.0, 0.0], [9.0, 9.0]]), ..Drawing::default() };
/// let mut contours = ContourDrawing::new(head, "contours every 10 m".into());
/// for step in 0..3_u8 {
///     let [low, high] = [f64::from(step), 9.0 - f64::from(step)];
///     let points = vec![[low, low], [high, low], [high, high], [low, high]];
///     let height = f64::from(step) * 10.0;
///     contours.add(&height.to_string(), step == 0, &[ContourLine { points, is_closed: true }]);
/// }
/// assert_eq!(contours.finish().matches("data-height=").count(), 3);
/// ```
#[derive(Debug)]
pub struct ContourDrawing {
    head: Drawing,
    subtitle: String,
    frame: Frame,
    shading: Option<Shading>,
    heights: Vec<Height>,
    /// The number of lines that are left out, because they have no points or a coordinate is not finite.
    lost: usize,
}

/// One height: its label, and its lines. Each line has its points in hundredths of a px, and `true` if it is closed.
#[derive(Debug)]
struct Height {
    label: String,
    is_heavy: bool,
    lines: Vec<(Vec<trace::Mark>, bool)>,
}

impl ContourDrawing {
    /// The number of heights from one heavy line to the next. By custom, every fifth line of a map is heavy.
    pub const HEAVIER: usize = 5;

    /// Returns a drawing without lines. The title, the unit, the axes, the window and the theme are those of `head`.
    #[must_use]
    pub fn new(head: Drawing, subtitle: String) -> Self {
        let [min, max] = head.window.unwrap_or([[0.0; 2], [1.0; 2]]);
        let frame = page::frame(&Bounds { min, max }, &head.axes, PADDING);
        Self {
            head,
            subtitle,
            frame,
            shading: None,
            heights: Vec::new(),
            lost: 0,
        }
    }

    /// Adds triangles of the surface for hill shading. A point has two coordinates along the axes of the drawing, and a
    /// height in the same unit. Where triangles overlap, the highest one is seen. The light comes from the upper left.
    /// If the surface is nearly flat, the shading exaggerates its heights, so that hills remain visible.
    pub fn shade(&mut self, triangles: impl IntoIterator<Item = [[f64; 3]; 3]>) {
        let shading = self
            .shading
            .get_or_insert_with(|| Shading::new(&self.frame));
        for triangle in triangles {
            shading.add(&triangle);
        }
    }

    /// Adds the lines of a height. Heights are added from the lowest to the highest. Heavy lines carry `label`.
    pub fn add(&mut self, label: &str, is_heavy: bool, lines: &[ContourLine]) {
        let mut placed = Vec::new();
        for line in lines {
            if line.points.is_empty() || !finite(&line.points) {
                self.lost += 1;
                continue;
            }
            let marks = self.thinned(line);
            let marks = if line.is_closed {
                trace::closed(marks)
            } else {
                trace::open(marks)
            };
            if marks.len() > 1 {
                placed.push((marks, line.is_closed));
            }
        }
        self.heights.push(Height {
            label: label.into(),
            is_heavy,
            lines: placed,
        });
    }

    /// Returns the points of a line on the page, without points that are nearer than [`NEAR`] to the last kept point.
    /// The end of an open line is kept.
    fn thinned(&self, line: &ContourLine) -> Vec<trace::Mark> {
        let mut marks = Vec::new();
        let mut before: Option<[f64; 2]> = None;
        let last = line.points.len() - 1;
        for (index, point) in line.points.iter().enumerate() {
            let place = self.frame.place(*point);
            let is_near = before.is_some_and(|[x, y]| (place[0] - x).hypot(place[1] - y) < NEAR);
            if !is_near || (index == last && !line.is_closed) {
                // Tenths of a px are fine enough for a line, and make the file smaller.
                marks.push(trace::mark(
                    place.map(|value| (value * 10.0).round() / 10.0),
                ));
                before = Some(place);
            }
        }
        marks
    }

    /// Returns the page as an SVG document of 1,000 px width.
    #[must_use]
    pub fn finish(mut self) -> String {
        // Heights without lines get no colour, so that the colours of the other heights differ more.
        self.heights.retain(|height| !height.lines.is_empty());
        let theme = &self.head.theme;
        let frame = &self.frame;
        let mut texts = Texts::default();
        page::place_head(
            &mut texts,
            &self.head.title,
            self.subtitle.clone(),
            frame.left,
        );
        let ticks = page::place_ticks(&mut texts, &self.head, frame);
        let top = frame.bottom() + 36.0;
        let mut strip = String::new();
        let listed: Vec<(String, bool)> = self
            .heights
            .iter()
            .map(|height| (height.label.clone(), height.is_heavy))
            .collect();
        strip::write(
            &mut strip,
            &mut texts,
            [frame.left, top],
            &listed,
            &theme.contours,
        );
        let legend = legend::lay_out(&mut texts, &self.head, &[], frame, top);
        let mut bottom = legend.bottom.max(top + STRIP[1] + 14.0);
        if self.lost > 0 {
            bottom += 18.0;
            texts.place(Text {
                role: Role::Note,
                anchor: Anchor::Start,
                at: [frame.left, bottom],
                content: format!("Not drawn: {} lines without finite coordinates", self.lost),
            });
        }
        let height = (bottom + MARGIN - 6.0).ceil();
        let mut svg = String::new();
        write_head(&mut svg, [WIDTH, height], &self.head.title, &self.subtitle);
        write_background(&mut svg, [WIDTH, height], &theme.page);
        self.write_shading(&mut svg);
        write_grid(&mut svg, frame, &ticks, &theme.page, &mut Ids::new());
        self.write_lines(&mut svg);
        svg.push_str("<g id=\"legend\">\n");
        svg.push_str(&strip);
        if let Some(bar) = &legend.bar {
            write_bar(&mut svg, bar, &theme.page, &mut Ids::new());
        }
        svg.push_str("</g>\n<g id=\"labels\">\n");
        for text in texts.iter() {
            write_text(&mut svg, text, &theme.page);
        }
        svg.push_str("</g>\n</svg>\n");
        svg
    }

    fn write_shading(&self, svg: &mut String) {
        let Some(shading) = &self.shading else {
            return;
        };
        let png = shading.to_png(&self.head.theme.contours);
        let frame = &self.frame;
        let _ = writeln!(
            svg,
            r#"<image id="hill-shading" x="{}" y="{}" width="{}" height="{}" xlink:href="data:image/png;base64,{}"/>"#,
            px(frame.left),
            px(frame.top),
            px(frame.width),
            px(frame.height),
            STANDARD.encode(png)
        );
    }

    /// Writes the lines from the lowest height to the highest, then the labels of heavy lines.
    fn write_lines(&self, svg: &mut String) {
        let contours = &self.head.theme.contours;
        let last = self.heights.len().saturating_sub(1).max(1) as f64;
        let mut labels = Labels::default();
        let mut written = String::new();
        let frame = &self.frame;
        let [low, high] = [[frame.left, frame.top], [frame.right(), frame.bottom()]];
        svg.push_str("<g id=\"contours\" fill=\"none\" stroke-linejoin=\"round\" stroke-linecap=\"round\">\n");
        for (index, height) in self.heights.iter().enumerate() {
            let color = contours.at(index as f64 / last);
            let weight = WEIGHTS[usize::from(height.is_heavy)];
            let _ = write!(
                svg,
                r#"<path data-height="{}" stroke="{color}" stroke-width="{weight}" d=""#,
                escape(&height.label)
            );
            for (marks, is_closed) in &height.lines {
                trace::write_outline(svg, marks, *is_closed);
            }
            svg.push_str("\"/>\n");
            if !height.is_heavy {
                continue;
            }
            let width = text::width(&height.label, LABEL, true);
            for (marks, is_closed) in &height.lines {
                let ends = marks.iter().chain(marks.first().filter(|_| *is_closed));
                let line: Vec<[f64; 2]> = ends
                    .map(|mark| mark.map(|part| part as f64 / 100.0))
                    .collect();
                for label in labels.along(&line, width, low, high) {
                    let _ = writeln!(
                        written,
                        r#"<text transform="translate({} {}) rotate({})" y="3.2" fill="{color}">{}</text>"#,
                        px(label.at[0]),
                        px(label.at[1]),
                        px(label.degrees),
                        escape(&height.label)
                    );
                }
            }
        }
        svg.push_str("</g>\n");
        let _ = writeln!(
            svg,
            concat!(
                r#"<g id="heights" font-size="{}" font-weight="bold" text-anchor="middle" stroke="{}" "#,
                r#"stroke-width="2.6" stroke-linejoin="round" paint-order="stroke">"#
            ),
            LABEL, self.head.theme.page.background
        );
        svg.push_str(&written);
        svg.push_str("</g>\n");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawing() -> ContourDrawing {
        let head = Drawing {
            window: Some([[0.0; 2], [9.0; 2]]),
            ..Drawing::default()
        };
        ContourDrawing::new(head, String::new())
    }

    fn line(points: Vec<[f64; 2]>) -> ContourLine {
        ContourLine {
            points,
            is_closed: false,
        }
    }

    /// The last two points of the line are nearer to each other than points of a drawn line are.
    #[test]
    fn an_open_line_keeps_its_end() {
        let mut drawing = drawing();
        let end = [5.0, 5.0 + 0.8 * NEAR / drawing.frame.scale()];
        drawing.add("1", false, &[line(vec![[0.0, 5.0], [5.0, 5.0], end])]);
        let (marks, _) = &drawing.heights[0].lines[0];
        let place = drawing.frame.place(end);
        let place = place.map(|value| (value * 10.0).round() / 10.0);
        assert_eq!(marks.last(), Some(&trace::mark(place)));
    }

    #[test]
    fn the_highest_drawn_line_has_the_last_colour() {
        let mut drawing = drawing();
        for (label, lines) in [("1", 1), ("2", 1), ("3", 0)] {
            let lines = vec![line(vec![[0.0; 2], [5.0; 2]]); lines];
            drawing.add(label, false, &lines);
        }
        let last = drawing.head.theme.contours.at(1.0);
        let svg = drawing.finish();
        assert!(
            svg.contains(&format!(r#"data-height="2" stroke="{last}""#)),
            "{svg}"
        );
    }
}
