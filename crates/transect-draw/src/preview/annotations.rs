//! The annotations of a preview: the axes of space, a scale bar, and the factor by which heights are stretched.

use std::fmt::Write;

use crate::color::hex;
use crate::fonts::Fonts;
use crate::grid::Round;
use crate::palette::Palette;
use crate::png::Picture;
use crate::preview::filter::SAMPLES;
use crate::preview::fit::Room;
use crate::preview::subject::Preview;
use crate::preview::surface::Placement;
use crate::svg::escape;
use crate::text;

/// The width and the height in pixels of a picture in which one px of the annotations is one pixel. In larger pictures,
/// one px is more than one pixel.
const USUAL: [f64; 2] = [800.0, 600.0];
/// The least number of pixels per px at which annotations are readable. Smaller pictures have no annotations.
const LEAST: f64 = 0.4;
/// The size of the text in px. All lengths below are in px, too.
const FONT: f64 = 11.0;
/// The height of the strip for the scale bar along the lower edge, and the side length of the square for the axes in
/// the lower left corner.
const STRIP: f64 = 48.0;
const CORNER: f64 = 86.0;
/// The distance of the annotations from the sides of the picture.
const MARGIN: f64 = 20.0;
/// The length of an axis that is parallel to the picture.
const AXIS: f64 = 24.0;
/// An axis that is shorter than this length in the picture has no arrowhead and no name.
const SHORTEST: f64 = 5.0;
/// The greatest length of the scale bar.
const BAR: f64 = 150.0;

/// The annotations of a preview.
pub(super) struct Annotations<'p> {
    palette: &'p Palette,
    unit: &'p str,
    /// The name of the up axis, and the factor by which it is stretched.
    up: &'static str,
    factor: f64,
    /// The width and the height of the picture, in pixels.
    size: [f64; 2],
    /// The number of pixels per px; `None` if the picture is too small for annotations.
    scale: Option<f64>,
}

const NAMES: [&str; 3] = ["x", "y", "z"];

impl<'p> Annotations<'p> {
    pub(super) fn of(preview: &'p Preview<'_>) -> Self {
        let size = [preview.size.width(), preview.size.height()].map(f64::from);
        let scale = (size[0] / USUAL[0]).min(size[1] / USUAL[1]);
        Self {
            palette: &preview.palette,
            unit: preview.unit.as_deref().unwrap_or("file units"),
            up: NAMES[preview.up.axis()],
            factor: preview.exaggeration.factor(),
            size,
            scale: (scale >= LEAST).then_some(scale),
        }
    }

    /// Returns the room that the annotations need, in samples (parts of pixels).
    pub(super) fn room(&self) -> Room {
        let samples = self.scale.unwrap_or(0.0) * SAMPLES as f64;
        Room {
            strip: STRIP * samples,
            corner: CORNER * samples,
        }
    }

    /// Draws the annotations into the pixels of the picture. A picture without triangles has no annotations.
    pub(super) fn draw(&self, placement: &Placement, pixels: &mut [u8]) {
        let Some(scale) = self.scale.filter(|_| placement.samples_per_unit > 0.0) else {
            return;
        };
        let [width, height] = [self.size[0] / scale, (CORNER * scale).ceil() / scale];
        let mut svg = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" font-family="sans-serif" font-size="{FONT}" fill="{}">"#,
            hex(self.palette.text),
        );
        self.write_axes(&mut svg, placement, height);
        self.write_bar(&mut svg, placement, scale, [width, height]);
        svg.push_str("</svg>");
        let strip = Picture::of_svg(&svg, &Fonts::default(), [], scale as f32);
        let row = 3 * self.size[0] as usize;
        let rows = pixels.len() / row - strip.height().min(pixels.len() / row);
        strip.draw_over(&mut pixels[rows * row..]);
    }

    /// Writes the axes of space. The axis whose tip is farthest from the eye comes first.
    fn write_axes(&self, svg: &mut String, placement: &Placement, height: f64) {
        let [x, y] = [MARGIN + AXIS, height - MARGIN - AXIS];
        let mut order = [0, 1, 2];
        order.sort_by(|a, b| placement.axes[*b][2].total_cmp(&placement.axes[*a][2]));
        for axis in order {
            let [right, down, _] = placement.axes[axis];
            let color = hex(self.palette.axes[axis]);
            let length = right.hypot(down);
            let tip = [x + AXIS * right, y + AXIS * down];
            let _ = write!(
                svg,
                r#"<path d="M{x:.2} {y:.2}L{:.2} {:.2}" stroke="{color}" stroke-width="2" stroke-linecap="round"/>"#,
                tip[0], tip[1],
            );
            if AXIS * length < SHORTEST {
                continue;
            }
            let [right, down] = [right / length, down / length];
            // The arrowhead is a triangle from 4 px before the end of the line to 3 px beyond it; it is 6.4 px wide.
            let at = |along: f64, across: f64| {
                let [x, y] = [along * right - across * down, along * down + across * right];
                format!("{:.2} {:.2}", tip[0] + x, tip[1] + y)
            };
            let _ = write!(
                svg,
                r#"<path d="M{}L{}L{}z" fill="{color}"/><text x="{:.2}" y="{:.2}" text-anchor="middle" font-weight="bold" fill="{color}">{}</text>"#,
                at(3.0, 0.0),
                at(-4.0, 3.2),
                at(-4.0, -3.2),
                tip[0] + 10.0 * right,
                tip[1] + 10.0 * down + 0.34 * FONT,
                NAMES[axis],
            );
        }
    }

    /// Writes the scale bar with its length, and the factor by which heights are stretched.
    fn write_bar(
        &self,
        svg: &mut String,
        placement: &Placement,
        scale: f64,
        [width, height]: [f64; 2],
    ) {
        let per_unit = placement.samples_per_unit / (SAMPLES as f64 * scale);
        let Some(length) = Round::at_most(BAR / per_unit) else {
            return;
        };
        let bar = length.value() * per_unit;
        let (left, right, bottom) = (width - MARGIN - bar, width - MARGIN, height - MARGIN);
        let ink = hex(self.palette.text);
        let parts = if length.digit == 2 { 4 } else { 5 };
        let part = bar / f64::from(parts);
        let mut dark = String::new();
        for number in (0..parts).step_by(2) {
            let start = left + f64::from(number) * part;
            let _ = write!(dark, "M{start:.2} {bottom:.2}h{part:.2}v-4h-{part:.2}z");
        }
        let unit = match (self.unit, length.label(length.value()).as_str()) {
            ("file units", "1") => "file unit",
            (unit, _) => unit,
        };
        let text = format!("{} {unit}", length.label(length.value()));
        let text = text::fitted(&text, FONT, false, 160.0);
        let _ = write!(
            svg,
            r#"<path d="M{left:.2} {bottom:.2}H{right:.2}v-4H{left:.2}z" fill="{}" stroke="{ink}" stroke-width=".8"/><path d="{dark}"/><text x="{right:.2}" y="{:.2}" text-anchor="end">{}</text>"#,
            hex(self.palette.background),
            bottom - 10.0,
            escape(&text),
        );
        if self.factor != 1.0 {
            let end = left.min(right - text::width(&text, FONT, false)) - 14.0;
            let _ = write!(
                svg,
                r#"<text x="{end:.2}" y="{bottom:.2}" text-anchor="end">{} stretched × {}</text>"#,
                self.up, self.factor,
            );
        }
    }
}
