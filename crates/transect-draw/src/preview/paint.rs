//! The colours of samples. Four layers are drawn in this order, each over the previous layer: the background, the solid
//! half, the outline of the plane, and the translucent half.

use std::ops::Range;

use crate::palette::Palette;
use crate::preview::hatch::Hatch;
use crate::preview::light::{mix, pixel, value};
use crate::preview::look::{Kind, Style};
use crate::preview::raster::{CHUNK, Layer, NONE, SAME, Window};
use crate::preview::runs::{Runs, words};
use crate::preview::surface::Surface;

/// The darkness of lines: `SOLID_LINES` on the solid half, `GHOST_LINES` on the translucent half.
const SOLID_LINES: f32 = 0.92;
const GHOST_LINES: f32 = 0.5;
/// The opacity of the translucent half: first for surfaces that face the eye, then for surfaces seen edge-on.
const GHOST: [f32; 2] = [0.12, 0.42];
/// The share of the plane's colour in the background behind the plane, from 0 to 1.
const TINT: f32 = 0.06;
/// The opacity of the hatch lines on caps, from 0 to 1.
const HATCH: f32 = 0.62;

/// The colours of the palette that tiles are painted with.
pub(super) struct Paint {
    background: [f32; 3],
    /// The background behind the plane.
    tinted: [f32; 3],
    edge: [f32; 3],
    ghost: [f32; 3],
    plane: [f32; 3],
}

impl Paint {
    pub(super) fn of(palette: &Palette) -> Self {
        let [background, plane] = [palette.background, palette.plane].map(value);
        Self {
            background,
            tinted: mix(background, plane, TINT),
            edge: value(palette.edge),
            ghost: value(palette.ghost),
            plane,
        }
    }
}

/// A half in a part of the picture: the nearest triangle, the surface normal and the darkness of lines at each sample.
#[derive(Clone, Copy)]
pub(super) struct Drawn<'t> {
    pub(super) layer: &'t Layer,
    pub(super) normals: &'t [[f32; 3]],
    /// The places where the triangle changes along the rows.
    pub(super) ends: &'t [u64],
    pub(super) ink: &'t [f32],
}

/// Paints the samples of a part of the picture.
pub(super) struct Painter<'t> {
    pub(super) surface: &'t Surface,
    pub(super) hatch: &'t Hatch,
    pub(super) paint: &'t Paint,
    pub(super) window: &'t Window,
    pub(super) solid: Drawn<'t>,
    pub(super) ghost: Drawn<'t>,
    /// The light on the solid half at each sample.
    pub(super) lights: &'t [f32],
    /// The fraction of each sample that the outline of the plane covers.
    pub(super) outline: &'t [f32],
}

/// Successive samples of a row that show the same triangles and the same background.
struct Run<'t> {
    row: usize,
    /// The column of the first sample in the picture.
    column: usize,
    /// The index of the first sample in the lists of the window's samples.
    first: usize,
    /// The style of the solid triangle, if there is one.
    style: Option<&'t Style>,
    /// The translucent triangle, or `NONE`.
    ghost: u32,
    ground: [f32; 3],
}

impl Painter<'_> {
    /// Computes the colours of a row of samples. `inside` is the range of columns where the background is tinted.
    pub(super) fn row(&self, row: usize, inside: &Range<usize>, colors: &mut [[u8; 4]]) {
        let columns = &self.window.columns;
        let line = self.window.sample(columns.start, row);
        let line = line..line + columns.len();
        let solid = &self.solid.layer.triangle[line.clone()];
        let words = words(columns.len());
        let first = (row - self.window.rows.start) * words;
        let ends = [self.solid, self.ghost].map(|half| &half.ends[first..first + words]);
        let inside = [inside.start, inside.end]
            .map(|column| column.clamp(columns.start, columns.end) - columns.start);
        let halves = [self.solid, self.ghost].into_iter();
        let is_lined = any(&self.outline[line.clone()])
            || halves
                .filter(|half| !half.layer.is_empty)
                .any(|half| any(&half.ink[line.clone()]));
        for mut samples in Runs::of(ends, columns.len()) {
            // A run without a solid triangle is divided where the tint of the background begins and ends.
            while solid[samples.start] == NONE
                && let Some(&border) = inside
                    .iter()
                    .find(|&&at| samples.start < at && at < samples.end)
            {
                self.run(row, samples.start..border, &inside, is_lined, colors);
                samples.start = border;
            }
            self.run(row, samples, &inside, is_lined, colors);
        }
    }

    /// Computes the colours of samples of a row that show the same triangles and the same background. If `is_lined` is
    /// `false`, there are no lines in the row.
    fn run(
        &self,
        row: usize,
        samples: Range<usize>,
        inside: &[usize; 2],
        is_lined: bool,
        colors: &mut [[u8; 4]],
    ) {
        let column = self.window.columns.start + samples.start;
        let first = self.window.sample(column, row);
        let last = first + samples.len() - 1;
        let owner = self.solid.layer.triangle[first];
        let is_tinted = inside[0] <= samples.start && samples.start < inside[1];
        let run = Run {
            row,
            column,
            first,
            style: (owner != NONE).then(|| self.surface.style(owner)),
            ghost: self.ghost.layer.triangle[first],
            ground: if is_tinted {
                self.paint.tinted
            } else {
                self.paint.background
            },
        };
        // Normals are interpolated along a run. If the first normal equals the last one, all of them are equal.
        let is_even = |normals: &[[f32; 3]]| normals[first] == normals[last];
        let is_flat = last > first
            && run
                .style
                .is_none_or(|style| style.kind == Kind::Solid && is_even(self.solid.normals))
            && (run.ghost == NONE || is_even(self.ghost.normals));
        let colors = &mut colors[samples];
        if is_flat {
            self.fill(&run, colors);
        } else {
            self.shade(&run, colors);
        }
        if is_lined {
            self.draw_lines(&run, colors);
        }
    }

    /// Paints the samples of a run, without lines. All samples have the same surface normals, and no hatch.
    fn fill(&self, run: &Run<'_>, colors: &mut [[u8; 4]]) {
        let solid = self.solid_color(run, 0);
        if run.ghost == NONE {
            colors.fill(bytes(solid));
            return;
        }
        let [bare, covered] = [solid, self.ghost_over(run.first, solid, 0.0)].map(bytes);
        let samples = run.first..run.first + colors.len();
        let depths = [self.ghost, self.solid].map(|half| &half.layer.depth[samples.clone()]);
        for ((color, ghost), solid) in colors.iter_mut().zip(depths[0]).zip(depths[1]) {
            *color = if is_behind(*ghost, *solid) {
                bare
            } else {
                covered
            };
        }
    }

    /// Paints the samples of a run one by one, without lines.
    fn shade(&self, run: &Run<'_>, colors: &mut [[u8; 4]]) {
        for (index, color) in colors.iter_mut().enumerate() {
            let (solid, sample) = (self.solid_color(run, index), run.first + index);
            *color = bytes(if run.ghost == NONE || self.hides_ghost(sample) {
                solid
            } else {
                self.ghost_over(sample, solid, 0.0)
            });
        }
    }

    /// Paints again those samples of a run that a line covers, now with the line.
    fn draw_lines(&self, run: &Run<'_>, colors: &mut [[u8; 4]]) {
        let lists = [self.solid.ink, self.ghost.ink, self.outline];
        let samples = run.first..run.first + colors.len();
        let lists = lists.map(|list| &list[samples.clone()]);
        for start in (0..colors.len()).step_by(CHUNK) {
            let chunk = start..(start + CHUNK).min(colors.len());
            if !lists.iter().any(|list| any(&list[chunk.clone()])) {
                continue;
            }
            for index in chunk {
                let [solid_ink, ghost_ink, outline] = lists.map(|list| list[index]);
                if solid_ink + ghost_ink + outline == 0.0 {
                    continue;
                }
                let sample = run.first + index;
                let color = self.solid_color(run, index);
                let color = mix(color, self.paint.edge, SOLID_LINES * solid_ink);
                let color = mix(color, self.paint.plane, outline);
                let lines = GHOST_LINES * ghost_ink;
                colors[index] = bytes(if self.hides_ghost(sample) {
                    color
                } else if run.ghost == NONE {
                    mix(color, self.paint.ghost, lines)
                } else {
                    self.ghost_over(sample, color, lines)
                });
            }
        }
    }

    /// Returns the colour of the solid half at a sample of a run, or the background.
    fn solid_color(&self, run: &Run<'_>, index: usize) -> [f32; 3] {
        let Some(style) = run.style else {
            return run.ground;
        };
        if style.kind == Kind::Cap {
            let cover = self.hatch.cover(style.pattern, run.column + index, run.row);
            return mix(style.color, style.hatch, HATCH * cover);
        }
        let light = self.lights[run.first + index];
        style.color.map(|channel| channel * light)
    }

    /// Returns the colour of a sample that the translucent half covers. `lines` is the opacity of its lines.
    fn ghost_over(&self, sample: usize, color: [f32; 3], lines: f32) -> [f32; 3] {
        // The opacity rises with the angle between the surface normal and the line of sight, as at the rim of a glass.
        let rim = (1.0 + self.ghost.normals[sample][2]).clamp(0.0, 1.0);
        let cover = GHOST[0] + (GHOST[1] - GHOST[0]) * rim * rim;
        mix(color, self.paint.ghost, cover.max(lines))
    }

    /// Returns `true` if the translucent half lies behind the solid half at a sample.
    fn hides_ghost(&self, sample: usize) -> bool {
        is_behind(
            self.ghost.layer.depth[sample],
            self.solid.layer.depth[sample],
        )
    }
}

/// Returns `true` if a line covers any of these samples.
fn any(covers: &[f32]) -> bool {
    // Comparing each number with zero would take longer.
    let bits = covers.iter().fold(0, |bits, cover| bits | cover.to_bits());
    bits != 0
}

/// Returns `true` if the translucent half, at the depth `ghost`, lies behind the solid half.
fn is_behind(ghost: f32, solid: f32) -> bool {
    ghost > solid + SAME
}

fn bytes(color: [f32; 3]) -> [u8; 4] {
    let [red, green, blue] = pixel(color);
    [red, green, blue, 0]
}
