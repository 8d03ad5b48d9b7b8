//! Some rows of the picture, from triangles to pixels.

use std::ops::Range;

use crate::preview::edges::ink;
use crate::preview::hatch::Hatch;
use crate::preview::light::{Screen, light, linear, mix};
use crate::preview::look::Kind;
use crate::preview::normals::Normals;
use crate::palette::Palette;
use crate::preview::raster::{Layer, NONE, SAME, remove_specks, weights};
use crate::preview::surface::Surface;

/// Samples per pixel along either axis.
pub(super) const SAMPLES: usize = 2;
/// Rows of samples beyond those of the pixels: thick lines and the filter reach into them.
pub(super) const BEYOND: usize = 4;
/// How the samples around a pixel are weighted along either axis: more gently than a mean of the
/// samples inside it, so that thin lines stay calm.
const FILTER: [f32; 4] = [0.125, 0.375, 0.375, 0.125];

/// How dark lines are on the solid half and on the ghost.
const SOLID_LINES: f32 = 0.92;
const GHOST_LINES: f32 = 0.5;
/// How much a ghost covers, seen from the front and from the side.
const GHOST: [f32; 2] = [0.12, 0.42];
/// How much the plane tints the ground.
const TINT: f32 = 0.06;
/// How strong the hatch is.
const HATCH: f32 = 0.62;

/// What all strips share.
pub(super) struct Scene<'p> {
    pub(super) surface: Surface,
    pub(super) normals: Normals,
    pub(super) hatch: Hatch,
    pub(super) palette: &'p Palette,
    pub(super) screen: Screen,
    /// The size of the picture, in samples.
    pub(super) samples: [usize; 2],
}

/// What a thread needs to draw one strip after another.
pub(super) struct Workspace {
    solid: Layer,
    ghost: Layer,
    solid_normals: Vec<[f32; 3]>,
    ghost_normals: Vec<[f32; 3]>,
    solid_ink: Vec<f32>,
    ghost_ink: Vec<f32>,
    outline: Vec<f32>,
    colors: Vec<[f32; 3]>,
}

/// The colours of the palette that strips are painted with, linear.
struct Paint {
    background: [f32; 3],
    edge: [f32; 3],
    ghost: [f32; 3],
    plane: [f32; 3],
}

impl Workspace {
    pub(super) fn new(width: usize) -> Self {
        Self {
            solid: Layer::new(width),
            ghost: Layer::new(width),
            solid_normals: Vec::new(),
            ghost_normals: Vec::new(),
            solid_ink: Vec::new(),
            ghost_ink: Vec::new(),
            outline: Vec::new(),
            colors: Vec::new(),
        }
    }

    /// Draws the pixels of some rows from the triangles that touch them.
    pub(super) fn draw(
        &mut self,
        scene: &Scene<'_>,
        rows: Range<usize>,
        triangles: &[u32],
        pixels: &mut [u8],
    ) {
        let [width, height] = scene.samples;
        let sample_rows = (rows.start * SAMPLES).saturating_sub(BEYOND)
            ..(rows.end * SAMPLES + BEYOND).min(height);
        self.rasterise(scene, sample_rows.clone(), triangles);
        let count = sample_rows.len() * width;
        for list in [&mut self.solid_ink, &mut self.ghost_ink, &mut self.outline] {
            list.clear();
            list.resize(count, 0.0);
        }
        if !triangles.is_empty() {
            let layers = [
                (&self.solid, &self.solid_normals, &mut self.solid_ink),
                (&self.ghost, &self.ghost_normals, &mut self.ghost_ink),
            ];
            for (layer, normals, lines) in layers {
                ink(&scene.surface, layer, normals, width, lines);
            }
        }
        if let Some(sheet) = &scene.surface.sheet {
            sheet.outline(
                sample_rows.clone(),
                width,
                &self.solid.depth,
                &mut self.outline,
            );
        }
        self.paint(scene, sample_rows.clone());
        self.filter(scene, rows, &sample_rows, pixels);
    }

    /// The nearest triangles of both halves, and the normals where they are seen.
    fn rasterise(&mut self, scene: &Scene<'_>, rows: Range<usize>, triangles: &[u32]) {
        self.solid.clear(rows.clone());
        self.ghost.clear(rows.clone());
        let surface = &scene.surface;
        for &triangle in triangles {
            let corners = surface.corners(triangle);
            match surface.style(triangle).kind {
                Kind::Solid => self.solid.draw(triangle, &corners, 0.0),
                // A cap wins over surfaces in its plane.
                Kind::Cap => self.solid.draw(triangle, &corners, 2.0 * SAME),
                Kind::Ghost => self.ghost.draw(triangle, &corners, 0.0),
                Kind::GhostCap => {}
            }
        }
        if triangles.is_empty() {
            return;
        }
        let part = |triangle: u32| {
            (triangle != NONE).then(|| (surface.style(triangle).body, surface.style(triangle).kind))
        };
        for layer in [&mut self.solid, &mut self.ghost] {
            remove_specks(
                layer,
                |a, b| part(a) == part(b),
                |triangle| part(triangle).is_some_and(|(_, kind)| kind == Kind::Cap),
            );
        }
        let width = scene.samples[0];
        let layers = [
            (&self.solid, &mut self.solid_normals),
            (&self.ghost, &mut self.ghost_normals),
        ];
        for (layer, normals) in layers {
            normals.clear();
            normals.extend(
                layer
                    .triangle
                    .iter()
                    .enumerate()
                    .map(|(sample, &triangle)| {
                        if triangle == NONE {
                            return [0.0, 0.0, -1.0];
                        }
                        let (row, column) = (rows.start + sample / width, sample % width);
                        let weights = weights(&surface.corners(triangle), column, row);
                        scene.normals.at(triangle, weights)
                    }),
            );
        }
    }

    /// The colour of each sample: ground, solid half, plane, ghost, one over the other.
    fn paint(&mut self, scene: &Scene<'_>, rows: Range<usize>) {
        let paint = Paint {
            background: scene.palette.background.map(linear),
            edge: scene.palette.edge.map(linear),
            ghost: scene.palette.ghost.map(linear),
            plane: scene.palette.plane.map(linear),
        };
        let width = scene.samples[0];
        let tinted = mix(paint.background, paint.plane, TINT);
        self.colors.clear();
        for (index, row) in rows.enumerate() {
            let sheet = scene.surface.sheet.as_ref();
            let inside = sheet.map_or(0..0, |sheet| sheet.span(row, width));
            for column in 0..width {
                let sample = index * width + column;
                let ground = if inside.contains(&column) {
                    tinted
                } else {
                    paint.background
                };
                let color = self.solid_color(scene, &paint, sample, [column, row], ground);
                let color = mix(color, paint.plane, self.outline[sample]);
                self.colors.push(self.ghosted(&paint, sample, color));
            }
        }
    }

    fn solid_color(
        &self,
        scene: &Scene<'_>,
        paint: &Paint,
        sample: usize,
        [column, row]: [usize; 2],
        ground: [f32; 3],
    ) -> [f32; 3] {
        let triangle = self.solid.triangle[sample];
        let color = if triangle == NONE {
            ground
        } else {
            let style = scene.surface.style(triangle);
            if style.kind == Kind::Cap {
                mix(
                    style.color,
                    style.hatch,
                    HATCH * scene.hatch.cover(column, row),
                )
            } else {
                let light = light(&self.solid_normals[sample]);
                style.color.map(|c| c * light)
            }
        };
        mix(color, paint.edge, SOLID_LINES * self.solid_ink[sample])
    }

    fn ghosted(&self, paint: &Paint, sample: usize, color: [f32; 3]) -> [f32; 3] {
        let lines = GHOST_LINES * self.ghost_ink[sample];
        let behind = self.ghost.depth[sample] > self.solid.depth[sample] + SAME;
        if self.ghost.triangle[sample] == NONE || behind {
            return if behind {
                color
            } else {
                mix(color, paint.ghost, lines)
            };
        }
        // More where the surface turns away, as glass does at its rim.
        let rim = (1.0 + self.ghost_normals[sample][2]).clamp(0.0, 1.0);
        let cover = GHOST[0] + (GHOST[1] - GHOST[0]) * rim * rim;
        mix(color, paint.ghost, cover.max(lines))
    }

    /// From samples to pixels.
    fn filter(
        &self,
        scene: &Scene<'_>,
        rows: Range<usize>,
        samples: &Range<usize>,
        pixels: &mut [u8],
    ) {
        let width = scene.samples[0];
        let mut sums = vec![[0.0_f32; 3]; width];
        let line = (width / SAMPLES) * 3;
        for (row, pixels) in rows.zip(pixels.chunks_exact_mut(line)) {
            sums.fill([0.0; 3]);
            for (tap, weight) in FILTER.iter().enumerate() {
                let row = (row * SAMPLES + tap)
                    .saturating_sub(1)
                    .clamp(samples.start, samples.end - 1);
                let start = (row - samples.start) * width;
                for (sum, color) in sums.iter_mut().zip(&self.colors[start..start + width]) {
                    for c in 0..3 {
                        sum[c] += weight * color[c];
                    }
                }
            }
            for (column, pixel) in pixels.chunks_exact_mut(3).enumerate() {
                let mut color = [0.0; 3];
                for (tap, weight) in FILTER.iter().enumerate() {
                    let sample = (column * SAMPLES + tap).saturating_sub(1).min(width - 1);
                    for c in 0..3 {
                        color[c] += weight * sums[sample][c];
                    }
                }
                pixel.copy_from_slice(&scene.screen.encode(color));
            }
        }
    }
}
