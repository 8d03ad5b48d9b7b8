//! Computes each pixel as a weighted mean of the samples around it.

use std::ops::Range;

use crate::preview::raster::Window;
use crate::preview::vectors::with_vectors;

/// The number of samples per pixel along either axis.
pub(super) const SAMPLES: usize = 2;

/// The colours of the samples of a part of the picture.
#[derive(Default)]
pub(super) struct Colors {
    window: Window,
    /// Red, green and blue of each sample, and a zero: four bytes are faster to copy and compare than three.
    samples: Vec<[u8; 4]>,
    /// For each column of samples, the weighted sum of four successive rows, channel by channel.
    sums: Vec<[u16; 4]>,
}

impl Colors {
    /// Moves to another part of the picture. The caller must then write the colours of all its samples.
    pub(super) fn begin(&mut self, window: &Window) {
        self.window = window.clone();
        self.samples.resize(window.count(), [0; 4]);
        self.sums.resize(window.width(), [0; 4]);
    }

    /// Returns the samples in one row of samples of this part. Rows are counted from the top of the picture.
    pub(super) fn row_mut(&mut self, row: usize) -> &mut [[u8; 4]] {
        let start = self.window.sample(self.window.columns.start, row);
        &mut self.samples[start..start + self.window.width()]
    }

    /// Computes successive pixels of one row: each is the weighted mean of the 4 × 4 samples around it. `row` is the
    /// row of pixels, and `first` is the column of the first pixel.
    pub(super) fn filter(&mut self, first: usize, row: usize, pixels: &mut [u8]) {
        let Self {
            window,
            samples,
            sums,
        } = self;
        let width = window.width();
        let lines = [0, 1, 2, 3].map(|tap| {
            let start = window.sample(window.columns.start, within(row, tap, &window.rows));
            &samples[start..start + width]
        });
        let pixels = pixels.as_chunks_mut::<3>().0;
        let [a, b, c, d] = lines;
        if a == b && b == c && c == d && a[1..] == a[..a.len() - 1] {
            let [red, green, blue, _] = a[0];
            pixels.fill([red, green, blue]);
            return;
        }
        with_vectors(
            #[inline(always)]
            || add_rows(lines, sums),
        );
        let columns = &window.columns;
        // Away from the border of the picture, the four columns of samples that a pixel needs are adjacent.
        let offset = |column: usize| (column * SAMPLES).checked_sub(columns.start + 1);
        let is_inside = |column: usize| offset(column).is_some_and(|offset| offset + 4 <= width);
        let end = first + pixels.len();
        let inside = (first..end)
            .find(|&column| is_inside(column))
            .unwrap_or(end);
        let beyond = (inside..end)
            .find(|&column| !is_inside(column))
            .unwrap_or(end);
        if let Some(offset) = offset(inside).filter(|_| inside < beyond) {
            let pixels = &mut pixels[inside - first..beyond - first];
            with_vectors(
                #[inline(always)]
                || add_columns(&sums[offset..], pixels),
            );
        }
        for column in (first..inside).chain(beyond..end) {
            let around = [0, 1, 2, 3].map(|tap| sums[within(column, tap, columns) - columns.start]);
            pixels[column - first] = mean(&around);
        }
    }
}

/// Writes the weighted sums of four rows of samples, channel by channel.
#[inline(always)]
fn add_rows([a, b, c, d]: [&[[u8; 4]]; 4], sums: &mut [[u16; 4]]) {
    let [a, b, c, d] = [a, b, c, d].map(|line| line.as_flattened());
    let rows = a.iter().zip(b).zip(c).zip(d);
    for (sum, (((a, b), c), d)) in sums.as_flattened_mut().iter_mut().zip(rows) {
        *sum = weighted([(*a).into(), (*b).into(), (*c).into(), (*d).into()]);
    }
}

/// Writes successive pixels, each from the sums of four columns of samples. The first pixel needs the first four sums.
#[inline(always)]
fn add_columns(sums: &[[u16; 4]], pixels: &mut [[u8; 3]]) {
    for (pixel, around) in pixels.iter_mut().zip(sums.windows(4).step_by(SAMPLES)) {
        if let Ok(around) = around.try_into() {
            *pixel = mean(around);
        }
    }
}

/// Returns a pixel, from the weighted sums of rows in the four columns of samples around it.
#[inline(always)]
fn mean([a, b, c, d]: &[[u16; 4]; 4]) -> [u8; 3] {
    // All four channels are computed, because four numbers fit a vector. The last one is not used. The code has a loop,
    // because `map` would be compiled to a function call for each pixel.
    let mut means = [0; 4];
    for (channel, mean) in means.iter_mut().enumerate() {
        let sum = weighted([a[channel], b[channel], c[channel], d[channel]]);
        *mean = ((sum + 32) / 64) as u8;
    }
    let [red, green, blue, _] = means;
    [red, green, blue]
}

/// Returns the sum of the four samples around a pixel along one axis, weighted by 1, 3, 3 and 1. A mean of only the two
/// samples inside the pixel would leave thin lines jagged. Applied along both axes, the weights of the 16 samples add
/// up to 64.
#[inline(always)]
fn weighted([a, b, c, d]: [u16; 4]) -> u16 {
    a + 3 * (b + c) + d
}

/// Returns the index of one of the four samples around a pixel along one axis; `tap` counts them from 0 to 3. An index
/// outside `range` is replaced by the nearest index inside. This happens only at the border of the picture.
fn within(pixel: usize, tap: usize, range: &Range<usize>) -> usize {
    let sample = (pixel * SAMPLES + tap).saturating_sub(1);
    sample.clamp(range.start, range.end - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The window is the whole picture, so the outer pixels need samples beyond its border.
    #[test]
    fn pixels_are_weighted_means_of_sixteen_samples() {
        let window = Window {
            columns: 0..8,
            rows: 0..8,
        };
        let channel = |column: usize, row: usize| ((column * 37 + row * 101) % 256) as u8;
        let mut colors = Colors::default();
        colors.begin(&window);
        for row in 0..8 {
            for (column, color) in colors.row_mut(row).iter_mut().enumerate() {
                *color = [channel(column, row), channel(row, column), 255, 0];
            }
        }
        let weights = [1.0, 3.0, 3.0, 1.0];
        let nearest = |pixel: usize, tap: usize| (2 * pixel + tap).saturating_sub(1).min(7);
        for row in 0..4 {
            let mut pixels = [0; 12];
            colors.filter(0, row, &mut pixels);
            for (column, pixel) in pixels.as_chunks::<3>().0.iter().enumerate() {
                let mut means = [0.5; 3];
                for (down, factor) in weights.into_iter().enumerate() {
                    for (across, weight) in weights.into_iter().enumerate() {
                        let [x, y] = [nearest(column, across), nearest(row, down)];
                        let sample = [channel(x, y), channel(y, x), 255];
                        for (mean, value) in means.iter_mut().zip(sample) {
                            *mean += factor * weight / 64.0 * f64::from(value);
                        }
                    }
                }
                assert_eq!(*pixel, means.map(|mean| mean as u8), "{column}, {row}");
            }
        }
    }
}
