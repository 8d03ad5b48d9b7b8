//! A tile, which is a square part of the picture: its triangles are drawn into samples, and the samples are averaged to
//! pixels.

use std::ops::Range;

use crate::palette::Palette;
use crate::preview::edges::ink;
use crate::preview::filter::{Colors, SAMPLES};
use crate::preview::hatch::Hatch;
use crate::preview::light::{light, write_lights};
use crate::preview::look::Kind;
use crate::preview::normals::Normals;
use crate::preview::paint::{Drawn, Paint, Painter};
use crate::preview::raster::{Layer, NONE, SAME, Window};
use crate::preview::runs::{Runs, words, write_ends};
use crate::preview::specks::remove_specks;
use crate::preview::surface::Surface;

/// The width and height of a tile, in pixels.
pub(super) const SIDE: usize = 64;
/// The number of extra samples on each side of a tile, which thick lines and the filter need.
pub(super) const BEYOND: usize = 4;

/// The data of the whole picture, which all tiles share.
pub(super) struct Scene<'p> {
    pub(super) surface: Surface,
    pub(super) normals: Normals,
    pub(super) hatch: Hatch,
    pub(super) palette: &'p Palette,
    pub(super) paint: Paint,
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
    solid_ends: Vec<u64>,
    ghost_ends: Vec<u64>,
    lights: Vec<f32>,
    solid_ink: Vec<f32>,
    ghost_ink: Vec<f32>,
    outline: Vec<f32>,
    colors: Colors,
}

impl Workspace {
    /// Draws a tile. `columns` and `rows` are the ranges of its pixels in the picture, and `triangles` are the
    /// triangles that touch it. `pixels` holds the rows of the picture that contain the tile, in full width.
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
        let solid = (&self.solid, &self.solid_normals, &self.solid_ends);
        let ghost = (&self.ghost, &self.ghost_normals, &self.ghost_ends);
        for ((layer, normals, ends), lines) in
            [(solid, &mut self.solid_ink), (ghost, &mut self.ghost_ink)]
        {
            if !layer.is_empty {
                ink(&scene.surface, layer, normals, ends, window.width(), lines);
            }
        }
        if let Some(sheet) = sheet {
            sheet.outline(&window, &self.solid.depth, &mut self.outline);
        }
        let painter = Painter {
            surface: &scene.surface,
            hatch: &scene.hatch,
            paint: &scene.paint,
            window: &window,
            solid: Drawn {
                layer: &self.solid,
                normals: &self.solid_normals,
                ends: &self.solid_ends,
                ink: &self.solid_ink,
            },
            ghost: Drawn {
                layer: &self.ghost,
                normals: &self.ghost_normals,
                ends: &self.ghost_ends,
                ink: &self.ghost_ink,
            },
            lights: &self.lights,
            outline: &self.outline,
        };
        self.colors.begin(&window);
        for row in window.rows.clone() {
            let inside = sheet.map_or(0..0, |sheet| sheet.span(row));
            painter.row(row, &inside, self.colors.row_mut(row));
        }
        for (row, pixels) in rows.zip(tile) {
            self.colors.filter(columns.start, row, pixels);
        }
    }

    /// Finds the nearest triangle of each half at every sample, the surface normal at the sample, and its light.
    fn rasterise(&mut self, scene: &Scene<'_>, window: &Window, triangles: &[u32]) {
        self.solid.clear(window);
        self.ghost.clear(window);
        let surface = &scene.surface;
        for &triangle in triangles {
            let corners = surface.corners(triangle);
            match surface.style(triangle).kind {
                Kind::Solid => self.solid.draw(triangle, &corners, 0.0),
                // A cap is drawn slightly nearer to the eye, so it hides surfaces that lie in the cutting plane.
                Kind::Cap => self.solid.draw(triangle, &corners, 2.0 * SAME),
                Kind::Ghost => self.ghost.draw(triangle, &corners, 0.0),
                Kind::GhostCap => {}
            }
        }
        let part = |triangle: u32| {
            (triangle != NONE).then(|| (surface.style(triangle).body, surface.style(triangle).kind))
        };
        let is_cap = |triangle| part(triangle).is_some_and(|(_, kind)| kind == Kind::Cap);
        let width = window.width();
        self.lights.resize(window.count(), 0.0);
        let layers = [
            (
                &mut self.solid,
                &mut self.solid_normals,
                &mut self.solid_ends,
                Some(&mut self.lights),
            ),
            (
                &mut self.ghost,
                &mut self.ghost_normals,
                &mut self.ghost_ends,
                None,
            ),
        ];
        for (layer, normals, ends, mut lights) in layers {
            // Normals are read only where they are written below, so those of the previous tile may stay.
            normals.resize(window.count(), [0.0, 0.0, -1.0]);
            if layer.is_empty {
                ends.clear();
                ends.resize(words(width) * window.rows.len(), 0);
                continue;
            }
            remove_specks(layer, |a, b| part(a) == part(b), is_cap);
            write_ends(&layer.triangle[..window.count()], width, ends);
            for (line, row) in window.rows.clone().enumerate() {
                let ends = &ends[line * words(width)..(line + 1) * words(width)];
                let line = line * width..(line + 1) * width;
                let triangles = &layer.triangle[line.clone()];
                let normals = &mut normals[line.clone()];
                let mut lights = lights.as_mut().map(|lights| &mut lights[line]);
                let mut is_even = true;
                for samples in Runs::of([ends], width) {
                    let triangle = triangles[samples.start];
                    // Caps are flat and evenly lit, so their samples need no normals.
                    if triangle == NONE || is_cap(triangle) {
                        continue;
                    }
                    let place = [window.columns.start + samples.start, row];
                    let normals = &mut normals[samples.clone()];
                    is_even &= scene.normals.write(surface, triangle, place, normals);
                    if let Some(lights) = lights.as_mut().filter(|_| is_even) {
                        lights[samples].fill(light(&normals[0]));
                    }
                }
                if let Some(lights) = lights.filter(|_| !is_even) {
                    write_lights(normals, lights);
                }
            }
        }
    }
}
