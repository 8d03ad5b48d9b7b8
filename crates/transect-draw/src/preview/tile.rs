//! A tile, which is a square part of the picture: its triangles are drawn into samples, and the samples are averaged to
//! pixels.

use std::ops::Range;

use crate::palette::Palette;
use crate::preview::edges::ink;
use crate::preview::hatch::Hatch;
use crate::preview::light::{light, mix, pixel, value};
use crate::preview::look::Kind;
use crate::preview::normals::Normals;
use crate::preview::raster::{Layer, NONE, SAME, Window, remove_specks};
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

/// The darkness of lines: `SOLID_LINES` on the solid half, `GHOST_LINES` on the translucent half.
const SOLID_LINES: f32 = 0.92;
const GHOST_LINES: f32 = 0.5;
/// The opacity of the translucent half: first for surfaces that face the eye, then for surfaces seen edge-on.
const GHOST: [f32; 2] = [0.12, 0.42];
/// The share of the plane's colour in the background behind the plane, from 0 to 1.
const TINT: f32 = 0.06;
/// The opacity of the hatch lines on caps, from 0 to 1.
const HATCH: f32 = 0.62;

/// The data of the whole picture, which all tiles share.
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
    /// The colours of the samples. The fourth component is always zero; it only fills up a vector register of the
    /// processor.
    colors: Vec<[f32; 4]>,
    /// For each row of samples, `true` if all of its colours are equal.
    plain: Vec<bool>,
}

/// The colours of the palette that tiles are painted with.
struct Paint {
    background: [f32; 3],
    edge: [f32; 3],
    ghost: [f32; 3],
    plane: [f32; 3],
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
        let layers = [
            (&self.solid, &self.solid_normals, &mut self.solid_ink),
            (&self.ghost, &self.ghost_normals, &mut self.ghost_ink),
        ];
        for (layer, normals, lines) in layers {
            if !layer.is_empty {
                ink(&scene.surface, layer, normals, window.width(), lines);
            }
        }
        if let Some(sheet) = sheet {
            sheet.outline(&window, &self.solid.depth, &mut self.outline);
        }
        self.paint(scene, &window, sheet);
        for (row, pixels) in rows.zip(tile) {
            self.filter(&window, columns.start, row, pixels);
        }
    }

    /// Finds the nearest triangle of each half at every sample, and the surface normal at the sample.
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
        let layers = [
            (&mut self.solid, &mut self.solid_normals),
            (&mut self.ghost, &mut self.ghost_normals),
        ];
        for (layer, normals) in layers {
            normals.clear();
            normals.resize(window.count(), [0.0, 0.0, -1.0]);
            if layer.is_empty {
                continue;
            }
            remove_specks(layer, |a, b| part(a) == part(b), is_cap);
            let rows = layer.triangle.chunks_exact(window.width());
            let rows = rows.zip(normals.chunks_exact_mut(window.width()));
            for (row, (triangles, normals)) in window.rows.clone().zip(rows) {
                let mut start = 0;
                for run in triangles.chunk_by(|a, b| a == b) {
                    let (triangle, end) = (run[0], start + run.len());
                    // Caps are flat and evenly lit, so their samples need no normals.
                    if triangle != NONE && !is_cap(triangle) {
                        let corners = surface.corners(triangle);
                        let place = [window.columns.start + start, row];
                        let normals = &mut normals[start..end];
                        scene.normals.write(triangle, &corners, place, normals);
                    }
                    start = end;
                }
            }
        }
    }

    /// Computes the colour of each sample. Four layers are drawn in this order, each over the previous layer: the
    /// background, the solid half, the outline of the plane, and the translucent half.
    fn paint(&mut self, scene: &Scene<'_>, window: &Window, sheet: Option<&Sheet>) {
        let paint = Paint {
            background: value(scene.palette.background),
            edge: value(scene.palette.edge),
            ghost: value(scene.palette.ghost),
            plane: value(scene.palette.plane),
        };
        let tinted = mix(paint.background, paint.plane, TINT);
        self.colors.clear();
        self.plain.clear();
        for row in window.rows.clone() {
            let start = self.colors.len();
            let inside = sheet.map_or(0..0, |sheet| sheet.span(row));
            for column in window.columns.clone() {
                let sample = window.sample(column, row);
                let ground = if inside.contains(&column) {
                    tinted
                } else {
                    paint.background
                };
                let color = self.solid_color(scene, &paint, sample, [column, row], ground);
                let color = blend(color, paint.plane, self.outline[sample]);
                let [red, green, blue] = self.ghosted(&paint, sample, color);
                self.colors.push([red, green, blue, 0.0]);
            }
            let line = &self.colors[start..];
            self.plain.push(line[1..] == line[..line.len() - 1]);
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
                let [red, green, blue] = style.color;
                [red * light, green * light, blue * light]
            }
        };
        blend(color, paint.edge, SOLID_LINES * self.solid_ink[sample])
    }

    fn ghosted(&self, paint: &Paint, sample: usize, color: [f32; 3]) -> [f32; 3] {
        let lines = GHOST_LINES * self.ghost_ink[sample];
        let behind = self.ghost.depth[sample] > self.solid.depth[sample] + SAME;
        if self.ghost.triangle[sample] == NONE || behind {
            return if behind {
                color
            } else {
                blend(color, paint.ghost, lines)
            };
        }
        // The opacity rises with the angle between the surface normal and the line of sight, as at the rim of a glass.
        let rim = (1.0 + self.ghost_normals[sample][2]).clamp(0.0, 1.0);
        let cover = GHOST[0] + (GHOST[1] - GHOST[0]) * rim * rim;
        mix(color, paint.ghost, cover.max(lines))
    }

    /// Computes the pixels of one row of the tile: each is the weighted mean of the samples around it. `first` is the
    /// column of the first pixel.
    fn filter(&self, window: &Window, first: usize, row: usize, pixels: &mut [u8]) {
        // Samples beyond the border of the picture take the colour of the nearest sample at the border.
        let within = |pixel: usize, tap: usize, range: &Range<usize>| {
            let sample = (pixel * SAMPLES + tap).saturating_sub(1);
            sample.clamp(range.start, range.end - 1)
        };
        let starts = [0, 1, 2, 3]
            .map(|tap| window.sample(window.columns.start, within(row, tap, &window.rows)));
        let is_plain = starts.iter().all(|&start| {
            self.plain[start / window.width()] && self.colors[start] == self.colors[starts[0]]
        });
        if is_plain {
            let color = filtered(|_| &self.colors[starts[0]]);
            pixels.as_chunks_mut::<3>().0.fill(pixel(color));
            return;
        }
        let lines = starts.map(|start| &self.colors[start..start + window.width()]);
        for (place, column) in pixels.as_chunks_mut::<3>().0.iter_mut().zip(first..) {
            // Away from the border of the picture, the four samples of a row that a pixel needs are adjacent.
            let offset = (column * SAMPLES).checked_sub(window.columns.start + 1);
            let color = if let Some(near) = offset.and_then(|offset| neighbours(&lines, offset)) {
                filtered(|[across, down]| &near[down][across])
            } else {
                let tap = |tap: usize| within(column, tap, &window.columns) - window.columns.start;
                let offsets = [tap(0), tap(1), tap(2), tap(3)];
                filtered(|[across, down]| &lines[down][offsets[across]])
            };
            *place = pixel(color);
        }
    }
}

/// Returns four adjacent samples, from the index `offset` on, of each of four rows. Returns `None` if a row is too
/// short.
fn neighbours<'c>(lines: &[&'c [[f32; 4]]; 4], offset: usize) -> Option<[&'c [[f32; 4]; 4]; 4]> {
    let [a, b, c, d] = lines;
    let four = |line: &'c [[f32; 4]]| line.get(offset..)?.first_chunk();
    Some([four(a)?, four(b)?, four(c)?, four(d)?])
}

/// Returns the mean, weighted by `FILTER`, of the 4 × 4 samples around a pixel.
fn filtered<'c>(sample: impl Fn([usize; 2]) -> &'c [f32; 4]) -> [f32; 3] {
    let mut color = [0.0; 4];
    for (across, weight) in FILTER.into_iter().enumerate() {
        for (down, factor) in FILTER.into_iter().enumerate() {
            let part = weight * factor;
            for (sum, value) in color.iter_mut().zip(sample([across, down])) {
                *sum += part * value;
            }
        }
    }
    let [red, green, blue, _] = color;
    [red, green, blue]
}

/// Returns the same colour as [`mix`], faster where `part` is zero.
fn blend(from: [f32; 3], to: [f32; 3], part: f32) -> [f32; 3] {
    if part > 0.0 {
        mix(from, to, part)
    } else {
        from
    }
}
