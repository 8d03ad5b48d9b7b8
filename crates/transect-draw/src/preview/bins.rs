//! Bins: for each tile (a square part of the picture), the triangles that touch it. Each pixel has two by two samples.

use std::ops::Range;

use crate::preview::filter::SAMPLES;
use crate::preview::raster::{extent, places};
use crate::preview::surface::Surface;
use crate::preview::tile::{BEYOND, SIDE};

/// For each tile, the indices of the triangles that touch it, in ascending order. Triangles that the other triangles of
/// their body hide are left out.
pub(super) struct Bins {
    /// The number of tiles across the picture.
    columns: usize,
    starts: Vec<usize>,
    triangles: Vec<u32>,
}

impl Bins {
    /// Assigns the triangles to tiles; there are `columns` by `rows` tiles.
    pub(super) fn of(surface: &Surface, [columns, rows]: [usize; 2]) -> Self {
        let mut starts = vec![0; columns * rows + 1];
        // For each triangle, the range of columns of tiles that it touches and the range of rows, each as its start and
        // its exclusive end. Pictures have at most 128 tiles along either axis, so `u8` is enough.
        let count = surface.triangles.len() as u32;
        let extents: Vec<[u8; 4]> = (0..count)
            .map(|triangle| {
                let places = places(&surface.corners(triangle));
                if surface.is_hidden(triangle, &places) {
                    return [0; 4];
                }
                let [across, down] = extent(&places);
                let [across, down] = [touched(across, columns), touched(down, rows)];
                for row in down.clone() {
                    for column in across.clone() {
                        starts[row * columns + column + 1] += 1;
                    }
                }
                [across.start, across.end, down.start, down.end].map(|tile| tile as u8)
            })
            .collect();
        for tile in 1..starts.len() {
            starts[tile] += starts[tile - 1];
        }
        let mut next = starts.clone();
        let mut triangles = vec![0; starts[columns * rows]];
        for (triangle, extent) in (0..count).zip(extents) {
            let [left, right, top, bottom] = extent.map(usize::from);
            for row in top..bottom {
                for next in &mut next[row * columns + left..row * columns + right] {
                    triangles[*next] = triangle;
                    *next += 1;
                }
            }
        }
        Self {
            columns,
            starts,
            triangles,
        }
    }

    /// Returns the triangles of the tile at a column and a row of tiles.
    pub(super) fn tile(&self, column: usize, row: usize) -> &[u32] {
        let tile = row * self.columns + column;
        &self.triangles[self.starts[tile]..self.starts[tile + 1]]
    }
}

/// Returns the tiles along one axis that contain any of these samples, with each tile extended by `BEYOND` samples on
/// both sides.
fn touched(samples: Range<i64>, tiles: usize) -> Range<usize> {
    let (side, beyond) = ((SIDE * SAMPLES) as i64, BEYOND as i64);
    if samples.is_empty() {
        return 0..0;
    }
    let within = |tile: i64| tile.clamp(0, tiles as i64) as usize;
    let first = within((samples.start - beyond).div_euclid(side));
    let last = within((samples.end - 1 + beyond).div_euclid(side) + 1);
    first..last
}
