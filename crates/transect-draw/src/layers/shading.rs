//! Hill shading: the heights of a surface per pixel, and the light on its slopes.

use crate::color::Color;
use crate::grid::Frame;
use crate::pixels::compress;
use crate::theme::ContourColors;

/// The number of grey levels. Few levels make the picture small.
const LEVELS: u8 = 64;
/// The direction towards the light: to the upper left, 45° above the horizon, as is the custom of maps.
const LIGHT: [f64; 3] = [-0.5, -0.5, std::f64::consts::FRAC_1_SQRT_2];
/// If the mean slope is less than this number, heights are multiplied by a factor that makes it equal to this number.
/// The factor is at most [`STEEPEST`].
const SLOPE: f64 = 0.45;
const STEEPEST: f64 = 8.0;

/// The highest point of a surface in each pixel of a frame, one pixel per px of the page.
#[derive(Debug)]
pub(super) struct Shading {
    frame: Frame,
    size: [usize; 2],
    /// The heights row by row, in px, NaN where the surface has no point.
    heights: Vec<f32>,
}

impl Shading {
    pub(super) fn new(frame: &Frame) -> Self {
        let size = [frame.width, frame.height].map(|side| side.max(1.0) as usize);
        Self {
            frame: *frame,
            size,
            heights: vec![f32::NAN; size[0] * size[1]],
        }
    }

    /// Adds a triangle. A point has two coordinates in the plane of the page, and its height, in the unit of the
    /// drawing.
    pub(super) fn add(&mut self, triangle: &[[f64; 3]; 3]) {
        let scale = self.frame.scale();
        let [a, b, c] = triangle.map(|[u, v, height]| {
            let [x, y] = self.frame.place([u, v]);
            [x - self.frame.left, y - self.frame.top, height * scale]
        });
        let doubled = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
        if doubled == 0.0 || !doubled.is_finite() {
            return;
        }
        // A pixel belongs to the triangle if its centre does.
        let span = |axis: usize| {
            let low = a[axis].min(b[axis]).min(c[axis]) - 0.5;
            let high = a[axis].max(b[axis]).max(c[axis]) - 0.5;
            let size = self.size[axis] as f64;
            low.ceil().clamp(0.0, size) as usize..(high.floor() + 1.0).clamp(0.0, size) as usize
        };
        let (columns, rows) = (span(0), span(1));
        for row in rows {
            for column in columns.clone() {
                let [x, y] = [column, row].map(|place| place as f64 + 0.5);
                let share = |p: [f64; 3], q: [f64; 3]| {
                    ((p[0] - x) * (q[1] - y) - (p[1] - y) * (q[0] - x)) / doubled
                };
                let [of_a, of_b] = [share(b, c), share(c, a)];
                let of_c = 1.0 - of_a - of_b;
                if of_a >= 0.0 && of_b >= 0.0 && of_c >= 0.0 {
                    let height = (of_a * a[2] + of_b * b[2] + of_c * c[2]) as f32;
                    let pixel = &mut self.heights[row * self.size[0] + column];
                    if pixel.is_nan() || *pixel < height {
                        *pixel = height;
                    }
                }
            }
        }
    }

    /// Returns the picture as PNG, with one pixel per px of the frame. Pixels without a height are transparent.
    pub(super) fn to_png(&self, colors: &ContourColors) -> Vec<u8> {
        let [width, height] = self.size;
        let slopes: Vec<Option<[f64; 2]>> = (0..width * height)
            .map(|index| self.slope(index % width, index / width))
            .collect();
        let steepness = slopes.iter().flatten().map(|[x, y]| x.hypot(*y));
        let (sum, count) = steepness.fold((0.0, 0.0), |(sum, count), own| (sum + own, count + 1.0));
        let exaggeration = if sum > 0.0 {
            (SLOPE * count / sum).clamp(1.0, STEEPEST)
        } else {
            1.0
        };
        let pixels: Vec<u8> = slopes
            .iter()
            .map(|slope| level(*slope, exaggeration))
            .collect();
        let [dark, bright] = [&colors.shadow, &colors.light].map(Color::parts);
        let mut palette = vec![0; 3];
        for step in 0..LEVELS {
            let part = f64::from(step) / f64::from(LEVELS - 1);
            let mixed =
                [0, 1, 2].map(|channel| dark[channel] + (bright[channel] - dark[channel]) * part);
            palette.extend(Color::nearest(mixed).rgb());
        }
        let mut bytes = Vec::new();
        let [across, down] = self
            .size
            .map(|side| u32::try_from(side).unwrap_or(u32::MAX));
        let mut encoder = png::Encoder::new(&mut bytes, across, down);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_palette(palette);
        encoder.set_trns(vec![0]);
        compress(&mut encoder);
        encoder
            .write_header()
            .and_then(|mut image| {
                image.write_image_data(&pixels)?;
                image.finish()
            })
            .expect("writing to memory does not fail");
        bytes
    }

    /// Returns the slope at a pixel, to the right and downwards, by the weights of Horn (1981), *Hill shading and the
    /// reflectance map*. A neighbour without a height counts as level with the pixel.
    fn slope(&self, column: usize, row: usize) -> Option<[f64; 2]> {
        let [width, height] = self.size;
        let own = self.heights[row * width + column];
        if own.is_nan() {
            return None;
        }
        let at = |across: isize, down: isize| {
            let column = column.saturating_add_signed(across).min(width - 1);
            let row = row.saturating_add_signed(down).min(height - 1);
            let found = self.heights[row * width + column];
            f64::from(if found.is_nan() { own } else { found })
        };
        let right =
            at(1, -1) + 2.0 * at(1, 0) + at(1, 1) - at(-1, -1) - 2.0 * at(-1, 0) - at(-1, 1);
        let down = at(-1, 1) + 2.0 * at(0, 1) + at(1, 1) - at(-1, -1) - 2.0 * at(0, -1) - at(1, -1);
        Some([right / 8.0, down / 8.0])
    }
}

/// Returns the index of a pixel's colour in the palette: 0 for a transparent pixel, then the levels from dark to
/// bright.
fn level(slope: Option<[f64; 2]>, exaggeration: f64) -> u8 {
    let Some([x, y]) = slope.map(|slope| slope.map(|part| part * exaggeration)) else {
        return 0;
    };
    let along = -x * LIGHT[0] - y * LIGHT[1] + LIGHT[2];
    let light = (along / (x * x + y * y + 1.0).sqrt()).clamp(0.0, 1.0);
    // A level surface gets the brightness 0.82, so that slopes that face the light are still brighter.
    let bright = (light / LIGHT[2] * 0.82).clamp(0.0, 1.0);
    1 + (bright * f64::from(LEVELS - 1)).round() as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Bounds;
    use crate::page;

    #[test]
    fn the_highest_triangle_is_seen_in_any_order() {
        let bounds = Bounds {
            min: [0.0; 2],
            max: [10.0; 2],
        };
        let frame = page::frame(&bounds, &["x".into(), "y".into()], 0.0);
        let level = |height: f64| [[0.0, 0.0, height], [10.0, 0.0, height], [0.0, 10.0, height]];
        for heights in [[1.0, 2.0], [2.0, 1.0]] {
            let mut shading = Shading::new(&frame);
            for height in heights {
                shading.add(&level(height));
            }
            let seen = shading.heights.iter().filter(|height| !height.is_nan());
            let expected = (2.0 * frame.scale()) as f32;
            let error = 4.0 * f32::EPSILON * expected;
            assert!(seen.clone().count() > 1000);
            assert!(
                seen.clone()
                    .all(|height| (height - expected).abs() <= error)
            );
        }
    }
}
