//! Lines between different surfaces of the picture: outlines, creases, borders.

use crate::preview::look::Kind;
use crate::preview::raster::{Layer, NONE};
use crate::preview::surface::Surface;

/// The least step in depth, in samples, that is drawn as a line.
/// It is larger for a surface seen from the side, because its depth changes quickly.
const STEP: f32 = 3.0;
const STEEP: f32 = 1.0;
/// Cosines of the angle between the normals at a crease.
/// Creases begin to appear at the first cosine and are fully drawn at the second.
const CREASE: [f32; 2] = [0.94, 0.80];

/// The darkness of the lines at creases; the following constants are for other kinds of lines.
const CREASED: f32 = 0.72;
const BORDER: f32 = 0.6;
const JUMP: f32 = 0.9;

/// Returns the darkness of the lines of a layer at each sample. Lines are two samples wide; lines around caps are four
/// samples wide.
pub(super) fn ink(
    surface: &Surface,
    layer: &Layer,
    normals: &[[f32; 3]],
    width: usize,
    ink: &mut [f32],
) {
    let view = Samples {
        surface,
        layer,
        normals,
    };
    let rows = layer.triangle.len() / width;
    for row in 0..rows {
        let start = row * width;
        for column in 0..width {
            let sample = start + column;
            if column + 1 < width {
                let line = view.between(sample, sample + 1, 0);
                mark(ink, line, sample, 1, column > 0, column + 2 < width);
            }
            if row + 1 < rows {
                let line = view.between(sample, sample + width, 1);
                mark(ink, line, sample, width, row > 0, row + 2 < rows);
            }
        }
    }
}

/// The kind of line to draw between two adjacent samples, with its darkness.
#[derive(Clone, Copy)]
enum Line {
    None,
    Thin(f32),
    Thick(f32),
}

/// Darkens the two samples beside a line. A thick line also darkens the next sample on either side.
fn mark(ink: &mut [f32], line: Line, sample: usize, step: usize, before: bool, behind: bool) {
    let mut darken = |sample: usize, dark: f32| ink[sample] = ink[sample].max(dark);
    match line {
        Line::None => {}
        Line::Thin(dark) | Line::Thick(dark) => {
            darken(sample, dark);
            darken(sample + step, dark);
            if let Line::Thick(_) = line {
                if before {
                    darken(sample - step, dark * 0.6);
                }
                if behind {
                    darken(sample + 2 * step, dark * 0.6);
                }
            }
        }
    }
}

struct Samples<'s> {
    surface: &'s Surface,
    layer: &'s Layer,
    normals: &'s [[f32; 3]],
}

impl Samples<'_> {
    /// Returns the line to draw between two adjacent samples, which are side by side or one below the other.
    fn between(&self, a: usize, b: usize, axis: usize) -> Line {
        let triangles = [self.layer.triangle[a], self.layer.triangle[b]];
        if triangles[0] == triangles[1] {
            return Line::None;
        }
        if triangles.contains(&NONE) {
            return Line::Thin(1.0);
        }
        let [first, second] = triangles.map(|triangle| self.surface.style(triangle));
        let caps = [first, second].map(|style| style.kind == Kind::Cap);
        let same = first.body == second.body;
        match caps {
            [true, true] if same => return Line::None,
            [true, true] => return Line::Thin(0.85),
            [true, false] | [false, true] => return Line::Thick(1.0),
            [false, false] => {}
        }
        let [p, q] = [a, b].map(|sample| self.normals[sample]);
        let slopes = [p, q].map(|normal| -normal[axis] / normal[2].min(-0.05));
        let step = self.layer.depth[b] - self.layer.depth[a];
        let jump = (step - slopes[0]).abs().min((step - slopes[1]).abs());
        let least = STEP + STEEP * slopes[0].abs().max(slopes[1].abs());
        let jump = ((jump - least) / least).clamp(0.0, 1.0) * JUMP;
        let cosine = p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
        let crease = ((CREASE[0] - cosine) / (CREASE[0] - CREASE[1])).clamp(0.0, 1.0) * CREASED;
        let border = if same { 0.0 } else { BORDER };
        let dark = jump.max(crease).max(border);
        if dark > 0.0 {
            Line::Thin(dark)
        } else {
            Line::None
        }
    }
}
