//! Which triangles touch which strip of the picture.

use std::ops::Range;

use crate::preview::raster::rows;
use crate::preview::strip::{BEYOND, SAMPLES};
use crate::preview::surface::Surface;

/// Rows of pixels in a strip.
pub(super) const ROWS: usize = 32;

/// For each strip the triangles that touch it, in their own order.
pub(super) struct Bins {
    starts: Vec<usize>,
    triangles: Vec<u32>,
}

impl Bins {
    /// Sorts triangles into so many strips.
    pub(super) fn of(surface: &Surface, strips: usize) -> Self {
        let mut starts = vec![0; strips + 1];
        each(surface, strips, |strip, _| starts[strip + 1] += 1);
        for strip in 1..starts.len() {
            starts[strip] += starts[strip - 1];
        }
        let mut next = starts.clone();
        let mut triangles = vec![0; starts[strips]];
        each(surface, strips, |strip, triangle| {
            triangles[next[strip]] = triangle;
            next[strip] += 1;
        });
        Self { starts, triangles }
    }

    pub(super) fn strip(&self, strip: usize) -> &[u32] {
        &self.triangles[self.starts[strip]..self.starts[strip + 1]]
    }
}

fn each(surface: &Surface, strips: usize, mut add: impl FnMut(usize, u32)) {
    for triangle in 0..surface.triangles.len() as u32 {
        for strip in touched(rows(&surface.corners(triangle)), strips) {
            add(strip, triangle);
        }
    }
}

/// The strips that have some of these rows of samples, or have them just beyond.
fn touched(rows: Range<i64>, strips: usize) -> Range<usize> {
    let (height, beyond) = ((ROWS * SAMPLES) as i64, BEYOND as i64);
    if rows.is_empty() {
        return 0..0;
    }
    let within = |strip: i64| strip.clamp(0, strips as i64) as usize;
    let first = within((rows.start - beyond).div_euclid(height));
    let last = within((rows.end - 1 + beyond).div_euclid(height) + 1);
    first..last
}
