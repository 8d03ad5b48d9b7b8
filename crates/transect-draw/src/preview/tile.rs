//! A square part of the picture: its triangles become pixels.

use std::ops::Range;

use crate::palette::Palette;
use crate::preview::edges::ink;
use crate::preview::hatch::Hatch;
use crate::preview::light::{light, mix, pixel, value};
use crate::preview::look::Kind;
use crate::preview::normals::Normals;
use crate::preview::raster::{Layer, NONE, SAME, Window, remove_specks, weights};
use crate::preview::sheet::Sheet;
use crate::preview::surface::Surface;

/// The number of samples per pixel along either axis.
pub(super) const SAMPLES: usize = 2;
/// The width and height of a tile, in pixels.
pub(super) const SIDE: usize = 64;
/// The number of extra samples on each side of a tile, which thick lines and the filter need.
pub(super) const BEYOND: usize = 4;
/// The weights of the samples around a pixel along either axis. They are softer than a mean of the samples inside the
/// pixel, so thin lines stay smooth.
const FILTER: [f32; 4] = [0.125, 0.375, 0.375, 0.125];

/// The darkness of lines on the solid half; the next constant is for the translucent half.
const SOLID_LINES: f32 = 0.92;
const GHOST_LINES: f32 = 0.5;
/// The opacity of the translucent half, seen from the front and from the side.
const GHOST: [f32; 2] = [0.12, 0.42];
/// The strength of the tint of the plane on the background.
const TINT: f32 = 0.06;
/// The opacity of the hatch lines on caps, from 0 to 1.
const HATCH: f32 = 0.62;

/// The data that all tiles share.
pub(super) struct Scene<'p> {
    pub(super) surface: Surface,
    pub(super) normals: Normals,
    pub(super) hatch: Hatch,
    pub(super) palette: &'p Palette,
    /// The size of the picture, in samples.
    pub(super) samples: [usize; 2],
}

/// The buffers that a thread reuses from tile to tile.
#[derive(Default)]
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

/// The colours of the palette that tiles are painted with.
struct Paint {
    background: [f32; 3],
    edge: [f32; 3],
    ghost: [f32; 3],
    plane: [f32; 3],
}

impl Workspace {
    /// Draws a tile, given by its columns and rows of pixels, from the triangles that touch it. `pixels` are full rows
    /// of the picture.
    pub(super) fn draw(
        &mut self,
        scene: &Scene<'_>,
        columns: Range<usize>,
        rows: Range<usize>,
        triangles: &[u32],
        pixels: &mut [u8],
    ) {
        let [width, height] = scene.samples;
        let around = |pixels: &Range<usize>, most: usize| {
            (pixels.start * SAMPLES).saturating_sub(BEYOND)
                ..(pixels.end * SAMPLES + BEYOND).min(most)
        };
        let window = Window {
            columns: around(&columns, width),
            rows: around(&rows, height),
        };
        let sheet = scene.surface.sheet.as_ref();
        let sheet = sheet.filter(|sheet| sheet.touches(&window));
        let line = 3 * width / SAMPLES;
        let tile = pixels.chunks_exact_mut(line).take(rows.len());
        let tile = tile.map(|pixels| &mut pixels[3 * columns.start..3 * columns.end]);
        if triangles.is_empty() && sheet.is_none() {
            for pixel in tile.flat_map(|row| row.as_chunks_mut::<3>().0) {
                *pixel = scene.palette.background;
            }
            return;
        }
        self.rasterise(scene, &window, triangles);
        for list in [&mut self.solid_ink, &mut self.ghost_ink, &mut self.outline] {
            list.clear();
            list.resize(window.count(), 0.0);
        }
        let layers = [
            (&self.solid, &self.solid_normals, &mut self.solid_ink),
            (&self.ghost, &self.ghost_normals, &mut self.ghost_ink),
        ];
        for (layer, normals, lines) in layers {
            ink(&scene.surface, layer, normals, window.width(), lines);
        }
        if let Some(sheet) = sheet {
            sheet.outline(&window, &self.solid.depth, &mut self.outline);
        }
        self.paint(scene, &window, sheet);
        for (row, pixels) in rows.zip(tile) {
            self.filter(&window, columns.start, row, pixels);
        }
    }

    /// Finds the nearest triangles of both halves, and the normals where the triangles are visible.
    fn rasterise(&mut self, scene: &Scene<'_>, window: &Window, triangles: &[u32]) {
        self.solid.clear(window);
        self.ghost.clear(window);
        let surface = &scene.surface;
        for &triangle in triangles {
            let corners = surface.corners(triangle);
            match surface.style(triangle).kind {
                Kind::Solid => self.solid.draw(triangle, &corners, 0.0),
                // A cap is drawn slightly nearer to the eye, so it replaces surfaces in its plane.
                Kind::Cap => self.solid.draw(triangle, &corners, 2.0 * SAME),
                Kind::Ghost => self.ghost.draw(triangle, &corners, 0.0),
                Kind::GhostCap => {}
            }
        }
        let part = |triangle: u32| {
            (triangle != NONE).then(|| (surface.style(triangle).body, surface.style(triangle).kind))
        };
        let is_cap = |triangle| part(triangle).is_some_and(|(_, kind)| kind == Kind::Cap);
        let layers = [
            (&mut self.solid, &mut self.solid_normals),
            (&mut self.ghost, &mut self.ghost_normals),
        ];
        for (layer, normals) in layers {
            remove_specks(layer, |a, b| part(a) == part(b), is_cap);
            normals.clear();
            let samples = window.places().zip(&layer.triangle);
            normals.extend(samples.map(|([column, row], &triangle)| {
                // Caps are flat and evenly lit, so their samples need no normals.
                if triangle == NONE || is_cap(triangle) {
                    return [0.0, 0.0, -1.0];
                }
                let weights = weights(&surface.corners(triangle), column, row);
                scene.normals.at(triangle, weights)
            }));
        }
    }

    /// Computes the colour of each sample. The layers from bottom to top are background, solid half, plane, translucent
    /// half.
    fn paint(&mut self, scene: &Scene<'_>, window: &Window, sheet: Option<&Sheet>) {
        let paint = Paint {
            background: value(scene.palette.background),
            edge: value(scene.palette.edge),
            ghost: value(scene.palette.ghost),
            plane: value(scene.palette.plane),
        };
        let tinted = mix(paint.background, paint.plane, TINT);
        self.colors.clear();
        for row in window.rows.clone() {
            let inside = sheet.map_or(0..0, |sheet| sheet.span(row));
            for column in window.columns.clone() {
                let sample = window.sample(column, row);
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
        // The opacity is higher where the surface turns away, as at the rim of glass.
        let rim = (1.0 + self.ghost_normals[sample][2]).clamp(0.0, 1.0);
        let cover = GHOST[0] + (GHOST[1] - GHOST[0]) * rim * rim;
        mix(color, paint.ghost, cover.max(lines))
    }

    /// Computes the pixels of a row from the samples by the filter; `first` is the column of the first pixel.
    fn filter(&self, window: &Window, first: usize, row: usize, pixels: &mut [u8]) {
        // At the border of the picture, the outermost samples also stand for the samples beyond the border.
        let within = |pixel: usize, tap: usize, range: &Range<usize>| {
            let sample = (pixel * SAMPLES + tap).saturating_sub(1);
            sample.clamp(range.start, range.end - 1)
        };
        let starts = [0, 1, 2, 3]
            .map(|tap| window.sample(window.columns.start, within(row, tap, &window.rows)));
        for (place, column) in pixels.as_chunks_mut::<3>().0.iter_mut().zip(first..) {
            let mut color = [0.0; 3];
            for (tap, across) in FILTER.iter().enumerate() {
                let offset = within(column, tap, &window.columns) - window.columns.start;
                for (start, down) in starts.iter().zip(FILTER) {
                    let sample = &self.colors[start + offset];
                    for c in 0..3 {
                        color[c] += across * down * sample[c];
                    }
                }
            }
            *place = pixel(color);
        }
    }
}
