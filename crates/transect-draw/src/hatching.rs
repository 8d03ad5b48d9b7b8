//! Hatches in pixels. Lines are computed from their distance to the centre of each pixel, so they have no joints,
//! unlike the tiles of an SVG pattern.

use crate::color::Color;
use crate::hatch::{Hatch, Motif};

/// A hatch at a scale, in one colour.
pub(crate) struct Hatching {
    motif: Motif,
    /// The distance between lines (`spacing`) and the width of a line (`weight`), in pixels.
    spacing: f32,
    weight: f32,
    /// The width of a square pixel measured at right angles to the lines, in pixels. The edges of the lines are blurred
    /// over this width.
    blur: f32,
    /// The change of the position in the motif per pixel to the right: across the lines and along them, in line
    /// spacings. Per pixel down, the change across the lines is `steps[1]`, and that along them is `-steps[0]`.
    steps: [f64; 2],
    color: [u8; 3],
}

impl Hatching {
    /// Returns a hatch with `scale` pixels per px of the page.
    pub(crate) fn new(hatch: &Hatch, color: &Color, scale: f64) -> Self {
        let spacing = hatch.spacing * scale;
        let (sin, cos) = hatch.angle.to_radians().sin_cos();
        Self {
            motif: hatch.motif,
            spacing: spacing as f32,
            weight: (hatch.weight * scale) as f32,
            blur: (sin.abs() + cos.abs()) as f32,
            steps: [sin / spacing, cos / spacing],
            color: color.rgb(),
        }
    }

    /// Returns the colour of the lines.
    pub(crate) fn color(&self) -> [u8; 3] {
        self.color
    }

    /// Writes the opacities of successive pixels of a row, from 0 to 255. `first` is the column of the first pixel.
    /// Columns and rows are counted from the top left of the page.
    pub(crate) fn write(&self, row: u32, first: u32, opacities: &mut [u8]) {
        let y = f64::from(row) + 0.5;
        // The motif is selected here, outside the loop over pixels, so that the compiler can vectorize this loop.
        match self.motif {
            Motif::Lines => self.write_with(y, first, opacities, |_, v| self.line(v - 0.5)),
            Motif::Pairs => {
                self.write_with(y, first, opacities, |_, v| {
                    self.line((v - 0.5).abs() - 0.18)
                });
            }
            Motif::Cross => self.write_with(y, first, opacities, |u, v| {
                self.line(v - 0.5).max(self.line(u - 0.5))
            }),
            Motif::Dots => self.write_with(y, first, opacities, |u, v| {
                // Of the four quarters of the square motif, two have a dot in their middle. The middles of the two
                // empty quarters have their nearest dots half a spacing away: to the left and right, above and below.
                let [du, dv] = [(u - 0.5).abs() - 0.25, (v - 0.5).abs() - 0.25].map(f32::abs);
                let distance = |u: f32, v: f32| (u * u + v * v).sqrt();
                self.dot(if (u < 0.5) == (v < 0.5) {
                    distance(du, dv)
                } else {
                    distance(0.5 - du, dv).min(distance(du, 0.5 - dv))
                })
            }),
        }
    }

    /// Writes the opacities of successive pixels of a row. `cover` returns the fraction of a pixel that is covered. Its
    /// arguments are the position of the pixel's centre in the motif, from 0 to 1: along the lines and across them.
    fn write_with(
        &self,
        y: f64,
        first: u32,
        opacities: &mut [u8],
        cover: impl Fn(f32, f32) -> f32,
    ) {
        let [across, along] = self.steps;
        let [v, u] = [Phase::of(across, along * y), Phase::of(along, -across * y)];
        for (opacity, column) in opacities.iter_mut().zip(first as i32..) {
            let x = column as f32 + 0.5;
            *opacity = (cover(u.at(x), v.at(x)) * 255.0 + 0.5) as u8;
        }
    }

    /// Returns the fraction of a pixel that a line covers. `distance` is that of the pixel's centre from the line's
    /// middle, in line spacings.
    fn line(&self, distance: f32) -> f32 {
        let inside = (self.blur + self.weight) / 2.0 - distance.abs() * self.spacing;
        (inside.min(self.weight) / self.blur).clamp(0.0, 1.0)
    }

    /// Returns the fraction of a pixel that a dot covers. `distance` is that of the pixel's centre from the dot's
    /// middle, in line spacings.
    fn dot(&self, distance: f32) -> f32 {
        // If the edge of a dot with the radius r is blurred over one pixel, the covered fractions of all pixels add up
        // to π·(r² + 1/12). So r² is reduced by 1/12 first.
        let squared = self.weight * self.weight / 4.0;
        let inside = 0.5 + (squared - 1.0 / 12.0).max(0.0).sqrt() - distance * self.spacing;
        inside.min(std::f32::consts::PI * squared).clamp(0.0, 1.0)
    }
}

/// One coordinate of the position in a periodic motif, along one row of pixels.
struct Phase {
    step: f32,
    start: f32,
}

impl Phase {
    fn of(step: f64, start: f64) -> Self {
        Self {
            step: step as f32,
            start: start.rem_euclid(1.0) as f32,
        }
    }

    /// Returns the coordinate in the motif, from 0 to 1. `x` is a position along the row of pixels, in pixels.
    fn at(&self, x: f32) -> f32 {
        let position = self.start + self.step * x;
        let whole = position as i32 as f32;
        let rest = position - whole;
        if rest < 0.0 { rest + 1.0 } else { rest }
    }
}

#[cfg(test)]
mod tests {
    use crate::color::Color;
    use crate::hatch::{Hatch, Motif};
    use crate::hatching::Hatching;

    fn hatching(motif: Motif, angle: f64) -> Hatching {
        let hatch = Hatch {
            motif,
            angle,
            ..Hatch::default()
        };
        Hatching::new(&hatch, &Color::default(), 2.0)
    }

    /// Returns the opacities of a part of a row.
    fn part(hatching: &Hatching, row: u32, first: u32, width: usize) -> Vec<u8> {
        let mut opacities = vec![0; width];
        hatching.write(row, first, &mut opacities);
        opacities
    }

    #[test]
    fn a_part_is_hatched_as_the_page_is() {
        for (_, motif) in Motif::NAMES {
            let hatching = hatching(motif, 33.0);
            for row in 90..190 {
                let page = part(&hatching, row, 0, 400);
                assert_eq!(part(&hatching, row, 70, 200), page[70..270], "{motif:?}");
            }
        }
    }

    #[test]
    fn hatches_cover_the_share_of_the_area_that_their_lines_have() {
        // At two pixels per px, the lines are 1.2 pixels wide and 10 pixels apart. A square of 10 × 10 pixels has two
        // dots with a radius of 0.6 pixels.
        let dots = 2.0 * std::f64::consts::PI * 0.6 * 0.6 / 100.0;
        let shares = [
            (Motif::Lines, 0.12),
            (Motif::Cross, 0.24 - 0.12 * 0.12),
            (Motif::Pairs, 0.24),
            (Motif::Dots, dots),
        ];
        for (motif, share) in shares {
            for angle in [0.0, 45.0, 60.0, 135.0] {
                let hatching = hatching(motif, angle);
                let rows = (0..1000).flat_map(|row| part(&hatching, row, 0, 1000));
                let covered: u32 = rows.map(u32::from).sum();
                let covered = f64::from(covered) / 255.0 / 1e6;
                assert!(
                    (covered - share).abs() < 0.15 * share,
                    "{motif:?} at {angle} degrees: {covered}, not {share}"
                );
            }
        }
    }
}
