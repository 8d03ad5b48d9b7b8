//! A chart of the area of the section and of the volume behind the plane, against the height of the plane.

use std::fmt::Write;

use crate::color::Color;
use crate::grid::{Round, Tick};
use crate::page::{self, FRAME_TOP, MARGIN};
use crate::screen::WIDTH;
use crate::svg::{write_background, write_head, write_text};
use crate::text::{self, Anchor, Role, Text, Texts};
use crate::theme::Theme;
use crate::trace::px;

/// The height of each panel in px.
const HEIGHT: f64 = 480.0;
/// The distance between the two panels, in px.
const GAP: f64 = 26.0;
/// The distance between the subtitle and the panels, in px. The headings of the panels are placed there.
const HEADING: f64 = 22.0;
/// The least distance between two ticks on a horizontal and on a vertical axis, in px.
const TICK_GAPS: [f64; 2] = [70.0, 36.0];
/// The least margin to the left of the panels, in px.
const LEAST_LEFT: f64 = 52.0;

/// A chart with two panels: the area of the section, and the volume behind the plane. The height of the plane runs
/// upward in both.
///
/// ```
/// use transect_draw::{CurveChart, CurveMark, CurveSample, Theme};
/// // A cube of edge 2: the area jumps at both ends.
/// let samples = [(0.0, [0.0, 4.0], 0.0), (2.0, [4.0, 0.0], 8.0)];
/// let chart = CurveChart {
///     title: "cube.stl".into(),
///     subtitle: "area and volume against z".into(),
///     height_name: "z".into(),
///     unit: Some("m".into()),
///     samples: samples.map(|(height, areas, volume)| CurveSample { height, areas, volume }).to_vec(),
///     marks: vec![CurveMark { height: 1.0, volume: 4.0, label: "50% at z = 1".into() }],
///     theme: Theme::light(),
/// };
/// let svg = chart.to_svg();
/// assert!(svg.contains("volume behind (m³)") && svg.contains("50% at z = 1"));
/// ```
#[derive(Clone, Debug)]
pub struct CurveChart {
    /// The title of the page.
    pub title: String,
    /// The line below the title.
    pub subtitle: String,
    /// The name of a height, such as `z`.
    pub height_name: String,
    /// The unit of lengths, if there is one.
    pub unit: Option<String>,
    /// Points of the curve in ascending order of height. Lines join neighbouring points.
    pub samples: Vec<CurveSample>,
    /// Heights to mark. A mark whose height or volume lies outside the ranges that the chart shows is not drawn.
    pub marks: Vec<CurveMark>,
    /// The colours of the page. The two curves have the first and the last of the colours for contour lines.
    pub theme: Theme,
}

/// The values of both curves at a height.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurveSample {
    /// The height.
    pub height: f64,
    /// The area of the section just below the height and just above it. If they differ, the curve has a horizontal
    /// line.
    pub areas: [f64; 2],
    /// The volume behind the plane at the height.
    pub volume: f64,
}

/// A height with a dashed line and a label.
#[derive(Clone, Debug, PartialEq)]
pub struct CurveMark {
    /// The height.
    pub height: f64,
    /// The volume behind the plane at the height, where a dot is drawn.
    pub volume: f64,
    /// The text beside the line.
    pub label: String,
}

/// A range of numbers, and the range of px on the page that shows it.
#[derive(Clone, Copy, Debug)]
struct Scale {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl Scale {
    /// Returns a scale for all finite values. The scale has free space below the least value and above the greatest
    /// one: the fractions `airs[0]` and `airs[1]` of the range between the two values.
    fn around(values: impl Iterator<Item = f64>, airs: [f64; 2], from: f64, to: f64) -> Self {
        let finite = values.filter(|value| value.is_finite());
        let ends = finite.fold(None, |ends: Option<[f64; 2]>, value| {
            let [low, high] = ends.unwrap_or([value; 2]);
            Some([low.min(value), high.max(value)])
        });
        let [low, high] = ends.unwrap_or([0.0, 1.0]);
        // Halves are subtracted, because the difference of two large numbers may overflow.
        let half = high / 2.0 - low / 2.0;
        let half = if half > 0.0 { half } else { 0.5 };
        Self {
            low: low - 2.0 * airs[0] * half,
            high: low + 2.0 * half * (1.0 + airs[1]),
            from,
            to,
        }
    }

    /// Returns the position of a value on the page, in px. A finite value is placed at most one length of the scale
    /// beyond its ends. Infinities and NaN are placed at `from`.
    fn place(&self, value: f64) -> f64 {
        let share = (value / 2.0 - self.low / 2.0) / (self.high / 2.0 - self.low / 2.0);
        let share = if share.is_finite() {
            share.clamp(-1.0, 2.0)
        } else {
            0.0
        };
        self.from + share * (self.to - self.from)
    }

    /// Returns `true` if a position on the page lies in the range of this scale.
    fn shows(&self, position: f64) -> bool {
        (self.from.min(self.to)..=self.from.max(self.to)).contains(&position)
    }

    /// Returns round values at least `gap` px apart.
    fn ticks(&self, gap: f64) -> Vec<Tick> {
        let length = (self.to - self.from).abs();
        let Some(step) = Round::at_least((self.high / length - self.low / length) * gap) else {
            return Vec::new();
        };
        let first = (self.low / step.value()).ceil();
        let mut ticks: Vec<Tick> = Vec::new();
        for number in 0..100 {
            let value = step.times(first + f64::from(number));
            if !value.is_finite() || value > self.high {
                break;
            }
            let label = step.label(value);
            // If the step is smaller than the spacing of floats, labels would repeat.
            if ticks.last().is_none_or(|last| last.label != label) {
                let position = self.place(value);
                ticks.push(Tick { position, label });
            }
        }
        ticks
    }
}

/// A panel: its scale from left to right, its curve and its heading.
struct Panel {
    id: &'static str,
    scale: Scale,
    heading: String,
    /// The points of the curve: values and heights.
    points: Vec<[f64; 2]>,
    color: Color,
}

impl CurveChart {
    /// Returns the chart as an SVG document of 1,000 px width.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let top = FRAME_TOP + HEADING;
        let bottom = top + HEIGHT;
        let heights = self.samples.iter().map(|sample| sample.height);
        let heights = Scale::around(heights, [0.03, 0.05], bottom, top);
        let rows = heights.ticks(TICK_GAPS[1]);
        let widths = rows
            .iter()
            .map(|tick| text::width(&tick.label, text::SMALLEST, false));
        let left = (widths.fold(0.0, f64::max) + 16.0)
            .clamp(LEAST_LEFT, 160.0)
            .ceil();
        let width = (WIDTH - MARGIN - left - GAP) / 2.0;
        let panels = [
            self.areas(left, left + width),
            self.volumes(left + width + GAP, WIDTH - MARGIN),
        ];
        let mut texts = Texts::default();
        page::place_head(&mut texts, &self.title, self.subtitle.clone(), left);
        let length = self.with_unit(&self.height_name, "");
        texts.place(label(
            Role::Axis,
            Anchor::End,
            [left - 6.0, top - 8.0],
            length,
        ));
        for tick in &rows {
            let at = [left - 8.0, tick.position + 3.2];
            texts.place(label(Role::Tick, Anchor::End, at, tick.label.clone()));
        }
        let height = bottom + 22.0 + MARGIN;
        let colors = &self.theme.page;
        let mut svg = String::new();
        write_head(&mut svg, [WIDTH, height], &self.title, &self.subtitle);
        write_background(&mut svg, [WIDTH, height], colors);
        for panel in &panels {
            self.write_panel(&mut svg, &mut texts, panel, &heights, &rows);
        }
        self.write_marks(&mut svg, &mut texts, &panels, &heights);
        svg.push_str("<g id=\"labels\">\n");
        for text in texts.iter() {
            write_text(&mut svg, text, colors);
        }
        svg.push_str("</g>\n</svg>\n");
        svg
    }

    fn areas(&self, from: f64, to: f64) -> Panel {
        let samples = self.samples.iter();
        let points = samples.flat_map(|sample| sample.areas.map(|area| [area, sample.height]));
        self.panel(
            "area",
            self.with_unit("area", "²"),
            points.collect(),
            0.0,
            [from, to],
        )
    }

    fn volumes(&self, from: f64, to: f64) -> Panel {
        let points = self
            .samples
            .iter()
            .map(|sample| [sample.volume, sample.height]);
        let heading = self.with_unit("volume behind", "³");
        self.panel("volume", heading, points.collect(), 1.0, [from, to])
    }

    /// Returns a panel. `share` selects its colour among those of contour lines.
    fn panel(
        &self,
        id: &'static str,
        heading: String,
        points: Vec<[f64; 2]>,
        share: f64,
        [from, to]: [f64; 2],
    ) -> Panel {
        // Rounding can leave an area slightly below zero. The scale then still begins at zero.
        let least = points
            .iter()
            .fold(0.0_f64, |least, [value, _]| least.min(*value));
        let most = points
            .iter()
            .fold(0.0_f64, |most, [value, _]| most.max(value.abs()));
        let is_negative = least < -1e-6 * most;
        let values = points.iter().map(|[value, _]| *value);
        let values = values
            .filter(|value| is_negative || *value >= 0.0)
            .chain([0.0]);
        let airs = [if is_negative { 0.04 } else { 0.0 }, 0.06];
        Panel {
            id,
            heading,
            scale: Scale::around(values, airs, from, to),
            color: self.theme.contours.at(share),
            points,
        }
    }

    fn with_unit(&self, name: &str, power: &str) -> String {
        let unit = self.unit.as_ref();
        unit.map_or_else(|| name.into(), |unit| format!("{name} ({unit}{power})"))
    }

    /// Writes the grid, the frame and the curve of a panel, and places its texts.
    fn write_panel(
        &self,
        svg: &mut String,
        texts: &mut Texts,
        panel: &Panel,
        heights: &Scale,
        rows: &[Tick],
    ) {
        let Scale {
            from: left,
            to: right,
            ..
        } = panel.scale;
        let [bottom, top] = [heights.from, heights.to];
        let columns = panel.scale.ticks(TICK_GAPS[0]);
        let mut grid = String::new();
        let mut marks = String::new();
        for tick in &columns {
            let x = px(tick.position);
            let _ = write!(grid, "M{x} {}V{}", px(top), px(bottom));
            let _ = write!(marks, "M{x} {}v4", px(bottom));
            let at = [tick.position, bottom + 15.0];
            texts.place(label(Role::Tick, Anchor::Middle, at, tick.label.clone()));
        }
        for tick in rows {
            let y = px(tick.position);
            let _ = write!(grid, "M{} {y}H{}", px(left), px(right));
            let _ = write!(marks, "M{} {y}h-4", px(left));
        }
        texts.place(label(
            Role::Axis,
            Anchor::Start,
            [left + 6.0, top - 8.0],
            panel.heading.clone(),
        ));
        let place = |[value, height]: [f64; 2]| [panel.scale.place(value), heights.place(height)];
        let mut line = String::new();
        for (index, point) in panel.points.iter().enumerate() {
            let [x, y] = place(*point).map(px);
            let _ = write!(line, "{}{x} {y}", if index == 0 { "M" } else { "L" });
        }
        let zero = px(panel.scale.place(0.0));
        let ends = [panel.points.first(), panel.points.last()];
        let fill = match ends.map(|end| end.map(|point| px(place(*point)[1]))) {
            [Some(first), Some(last)] => format!("{line}L{zero} {last}L{zero} {first}z"),
            _ => String::new(),
        };
        let colors = &self.theme.page;
        let _ = writeln!(
            svg,
            concat!(
                r#"<g id="{id}" fill="none"><path d="{grid}" stroke="{grid_color}" stroke-width=".6"/>"#,
                r#"<path d="{fill}" fill="{color}" fill-opacity=".14"/>"#,
                r#"<path d="{line}" stroke="{color}" stroke-width="1.6" stroke-linejoin="round"/>"#,
                r#"<path d="M{left} {top}H{right}V{bottom}H{left}z{marks}" stroke="{edge}" stroke-width=".7"/></g>"#
            ),
            id = panel.id,
            grid_color = colors.grid,
            color = panel.color,
            edge = colors.frame,
            left = px(left),
            top = px(top),
            right = px(right),
            bottom = px(bottom),
            grid = grid,
            fill = fill,
            line = line,
            marks = marks,
        );
    }

    /// Writes the lines of each mark and its dot on the volume curve, and places the labels of the marks.
    fn write_marks(
        &self,
        svg: &mut String,
        texts: &mut Texts,
        panels: &[Panel; 2],
        heights: &Scale,
    ) {
        if self.marks.is_empty() {
            return;
        }
        let color = &self.theme.page.warning;
        let _ = writeln!(svg, r#"<g id="marks" stroke="{color}">"#);
        for mark in &self.marks {
            let y = heights.place(mark.height);
            let x = panels[1].scale.place(mark.volume);
            if !heights.shows(y) || !panels[1].scale.shows(x) {
                continue;
            }
            for panel in panels {
                let _ = writeln!(
                    svg,
                    r#"<path d="M{} {y}H{}" fill="none" stroke-width=".9" stroke-dasharray="5 3"/>"#,
                    px(panel.scale.from),
                    px(panel.scale.to),
                    y = px(y),
                );
            }
            let _ = writeln!(
                svg,
                r#"<circle cx="{}" cy="{}" r="3.2" fill="{color}" stroke="none"/>"#,
                px(x),
                px(y)
            );
            // The label stands at the left or the right end of the volume panel, whichever end is farther from the dot.
            // So it does not cover the curve near the dot.
            let [left, right] = [panels[1].scale.from + 8.0, panels[1].scale.to - 8.0];
            let is_far = x - left > right - x;
            let (anchor, end) = if is_far {
                (Anchor::Start, left)
            } else {
                (Anchor::End, right)
            };
            let above = label(Role::Area, anchor, [end, y - 4.0], mark.label.clone());
            if !texts.place(above.clone()) {
                texts.place(Text {
                    at: [end, y + 11.0],
                    ..above
                });
            }
        }
        svg.push_str("</g>\n");
    }
}

fn label(role: Role, anchor: Anchor, at: [f64; 2], content: String) -> Text {
    Text {
        role,
        anchor,
        at,
        content,
    }
}
