//! Lines between different surfaces of the picture: outlines, creases, borders. They are found between neighbouring
//! samples; a pixel has two by two samples.

use crate::preview::look::Kind;
use crate::preview::raster::{Layer, NONE};
use crate::preview::runs::{BLOCK, differing, ones, words};
use crate::preview::surface::Surface;

/// The slope of a surface predicts the difference in depth between two adjacent samples. A line is drawn where the
/// actual difference deviates from this prediction by more than `STEP` + `STEEP` · slope. The unit of depth is the
/// distance between two samples. The limit grows with the slope, because the depth of a surface seen from the side
/// changes quickly.
const STEP: f32 = 3.0;
const STEEP: f32 = 1.0;
/// Two limits for the cosine of the angle between the normals of adjacent samples. If the cosine is below the first
/// limit, a faint crease is drawn. If it is below the second limit, the crease has full darkness.
const CREASE: [f32; 2] = [0.94, 0.80];

/// The darkness of lines from 0 to 1: at creases (`CREASED`), at the borders between two objects (`BORDER`), and at
/// jumps in depth (`JUMP`).
const CREASED: f32 = 0.72;
const BORDER: f32 = 0.6;
const JUMP: f32 = 0.9;

/// Writes to `ink` the darkness of the lines at each sample of a layer, from 0 to 1. Lines are two samples wide; lines
/// around caps are four samples wide. `ends` are the places where the triangle changes along the rows.
pub(super) fn ink(
    surface: &Surface,
    layer: &Layer,
    normals: &[[f32; 3]],
    ends: &[u64],
    width: usize,
    ink: &mut [f32],
) {
    let view = Samples {
        surface,
        layer,
        normals,
    };
    let triangles = &layer.triangle;
    let rows = ink.len() / width;
    for (row, ends) in ends.chunks_exact(words(width)).enumerate() {
        let line = row * width..(row + 1) * width;
        // Two samples of the same triangle have no line between them.
        for (start, &beside) in line.clone().step_by(BLOCK).zip(ends) {
            let end = (start + BLOCK).min(line.end);
            for sample in ones(beside).map(|place| start + place) {
                let line_between = view.between(sample, sample + 1, 0);
                let (before, behind) = (sample > line.start, sample + 2 < line.end);
                mark(ink, line_between, sample, 1, before, behind);
            }
            if row + 1 == rows {
                continue;
            }
            let below = differing(
                &triangles[start..end],
                &triangles[start + width..end + width],
            );
            for sample in ones(below).map(|place| start + place) {
                let line_between = view.between(sample, sample + width, 1);
                mark(ink, line_between, sample, width, row > 0, row + 2 < rows);
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

/// Darkens the two samples beside a line: `sample` and the next sample. A thick line also darkens the sample before
/// these two if `before` is `true`, and the sample after these two if `behind` is `true`.
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
    /// Returns the line to draw between two adjacent samples of different triangles. The samples are side by side or
    /// one below the other.
    #[inline]
    fn between(&self, a: usize, b: usize, axis: usize) -> Line {
        let triangles = [self.layer.triangle[a], self.layer.triangle[b]];
        if triangles.contains(&NONE) {
            return Line::Thin(1.0);
        }
        // Most pairs of triangles have one style and no line between them.
        if self.surface.have_one_style(triangles) && !self.is_bent(a, b) {
            return Line::None;
        }
        self.between_triangles(triangles, [a, b], axis)
    }

    /// Returns `true` if there may be a jump in depth or a crease between two adjacent samples.
    #[inline]
    fn is_bent(&self, a: usize, b: usize) -> bool {
        // A step of at most `STEP` differs from each slope by at most `STEP` plus the slope's absolute value. So there
        // is no jump.
        self.step(a, b).abs() > STEP || self.cosine(a, b) < CREASE[0]
    }

    /// Returns the difference in depth between two samples.
    #[inline]
    fn step(&self, a: usize, b: usize) -> f32 {
        self.layer.depth[b] - self.layer.depth[a]
    }

    /// Returns the cosine of the angle between the surface normals at two samples.
    #[inline]
    fn cosine(&self, a: usize, b: usize) -> f32 {
        let (p, q) = (&self.normals[a], &self.normals[b]);
        p[0] * q[0] + p[1] * q[1] + p[2] * q[2]
    }

    /// Returns the line to draw between two adjacent samples that show these triangles.
    fn between_triangles(&self, triangles: [u32; 2], [a, b]: [usize; 2], axis: usize) -> Line {
        let first = self.surface.style(triangles[0]);
        let second = self.surface.style(triangles[1]);
        let caps = [first.kind == Kind::Cap, second.kind == Kind::Cap];
        let same = first.body == second.body;
        match caps {
            [true, true] if same => return Line::None,
            [true, true] => return Line::Thin(0.85),
            [true, false] | [false, true] => return Line::Thick(1.0),
            [false, false] => {}
        }
        let step = self.step(a, b);
        let jump = if step.abs() > STEP {
            let slope = |normal: &[f32; 3]| -normal[axis] / normal[2].min(-0.05);
            let slopes = [slope(&self.normals[a]), slope(&self.normals[b])];
            let jump = (step - slopes[0]).abs().min((step - slopes[1]).abs());
            let least = STEP + STEEP * slopes[0].abs().max(slopes[1].abs());
            ((jump - least) / least).clamp(0.0, 1.0) * JUMP
        } else {
            0.0
        };
        let cosine = self.cosine(a, b);
        let crease = if cosine < CREASE[0] {
            ((CREASE[0] - cosine) / (CREASE[0] - CREASE[1])).min(1.0) * CREASED
        } else {
            0.0
        };
        let border = if same { 0.0 } else { BORDER };
        let dark = jump.max(crease).max(border);
        if dark > 0.0 {
            Line::Thin(dark)
        } else {
            Line::None
        }
    }
}
