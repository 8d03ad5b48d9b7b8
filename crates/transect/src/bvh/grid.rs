//! The sort keys of boxes. The key of a box is the position of its middle along the Hilbert curve.

use alloc::vec::Vec;
use alloc::{boxed::Box, vec};

use fearless_simd::Simd;

use crate::batch::AabbColumns;
use crate::batch::level::{dispatch, level_of_cpu};
use crate::batch::threads::each;
use crate::bvh::check::{CHUNK, are_boxes};
use crate::bvh::coordinate::{Coordinate, LANES};
use crate::bvh::order::{KEY_BITS, along_the_curve, bits_of_an_axis, interleaved};

/// One sort key per row, and the number of keys for each value of the keys' upper bits.
pub(crate) struct Keys {
    pub(crate) keys: Vec<u32>,
    /// The number of rows for each value of the upper bits of the key.
    pub(crate) counts: Box<[u32]>,
    /// The number of bits by which a key is shifted right to get its upper bits.
    pub(crate) shift: u32,
    /// `true` if all rows are boxes. If not, the keys are not valid.
    pub(crate) are_boxes: bool,
}

impl Keys {
    /// Computes the keys of all rows; the rows are divided into up to `parts` parts.
    pub(crate) fn of<T: Coordinate, const D: usize>(
        boxes: &AabbColumns<'_, T, D>,
        parts: usize,
    ) -> Self {
        let grid = Grid::around(boxes);
        let shift = KEY_BITS - boxes.len().ilog2().saturating_sub(4).clamp(4, 14);
        let bins = 1 << (KEY_BITS - shift);
        // Memory is reserved for a multiple of sixteen numbers: ids replace the keys later, and the last block of ids
        // is padded.
        let mut keys = vec![0_u32; boxes.len().next_multiple_of(LANES)];
        keys.truncate(boxes.len());
        let rows = boxes.len().div_ceil(parts);
        let parts: Vec<_> = keys.chunks_mut(rows).zip((0..).step_by(rows)).collect();
        let answer = each(parts, |(keys, start)| {
            let rows = boxes.slice(start..start + keys.len());
            let mut counts = vec![0_u32; bins].into_boxed_slice();
            let are_boxes = dispatch!(level_of_cpu(), simd => {
                grid.keys(simd, &rows, shift, keys, &mut counts)
            });
            (counts, are_boxes)
        });
        let mut answer = answer.into_iter();
        let (mut counts, mut are_boxes) = answer.next().expect("a part at least");
        for (more, are_all) in answer {
            are_boxes &= are_all;
            for (count, more) in counts.iter_mut().zip(more) {
                *count += more;
            }
        }
        Self {
            keys,
            counts,
            shift,
            are_boxes,
        }
    }
}

/// The grid whose cells are numbered along the Hilbert curve. `low` and `scale` apply to min + max of a box, which is
/// twice the box's middle.
struct Grid<T, const D: usize> {
    low: [T; D],
    scale: T,
}

impl<T: Coordinate, const D: usize> Grid<T, D> {
    /// Computes a grid of cubic cells that covers the middles of most boxes. A few distant middles share the outermost
    /// cells, so that they do not make all other cells coarse. Infinite middles are ignored. The extent of the grid
    /// comes from a sample of the boxes; it affects only the speed of the tree.
    fn around(boxes: &AabbColumns<'_, T, D>) -> Self {
        let step = boxes.len().div_ceil(CHUNK).max(1);
        let (mut low, mut widest) = ([T::ZERO; D], 0.0);
        for (axis, low) in low.iter_mut().enumerate() {
            let columns = [boxes.min()[axis], boxes.max()[axis]];
            let rows = (0..boxes.len()).step_by(step);
            let mut sample: Vec<f64> = rows
                .map(|row| columns[0][row].to_f64() + columns[1][row].to_f64())
                .filter(|middle| middle.is_finite())
                .collect();
            if sample.is_empty() {
                continue;
            }
            let last = sample.len() - 1;
            let mut nth = |place| *sample.select_nth_unstable_by(place, f64::total_cmp).1;
            let (first, most) = (nth(0), nth(last));
            let (lower, upper) = (nth(last / 64), nth(last - last / 64));
            let beyond = 0.25 * (upper - lower);
            let (from, to) = if beyond > 0.0 {
                (first.max(lower - beyond), most.min(upper + beyond))
            } else {
                (first, most)
            };
            *low = T::from_f64(from);
            widest = (to - from).max(widest);
        }
        let cells = f64::from(1_u32 << bits_of_an_axis(D));
        let scale = T::from_f64(cells / widest);
        Self {
            low,
            scale: if scale.is_finite() { scale } else { T::ZERO },
        }
    }

    /// Writes the keys of some rows, and adds the number of keys for each value of their upper bits to `counts`.
    /// Returns `true` if all rows are boxes.
    #[inline(always)]
    fn keys<S: Simd>(
        &self,
        simd: S,
        boxes: &AabbColumns<'_, T, D>,
        shift: u32,
        keys: &mut [u32],
        counts: &mut [u32],
    ) -> bool {
        let mut all = true;
        for (keys, start) in keys.chunks_mut(CHUNK).zip((0..).step_by(CHUNK)) {
            let chunk = boxes.slice(start..start + keys.len());
            all &= are_boxes(simd, &chunk);
            let mut cells = [0; CHUNK];
            self.cells(simd, &chunk, &mut cells);
            for (key, &cell) in keys.iter_mut().zip(&cells) {
                *key = along_the_curve::<D>(cell);
                counts[(*key >> shift) as usize] += 1;
            }
        }
        all
    }

    #[inline(always)]
    fn cells<S: Simd>(&self, _: S, boxes: &AabbColumns<'_, T, D>, cells: &mut [u32; CHUNK]) {
        let most = (1 << bits_of_an_axis(D)) - 1;
        let (min, max) = (boxes.min(), boxes.max());
        let cells = &mut cells[..boxes.len()];
        let (min, max) = (
            min.map(|column| &column[..cells.len()]),
            max.map(|column| &column[..cells.len()]),
        );
        for (row, cell) in cells.iter_mut().enumerate() {
            *cell = interleaved(&core::array::from_fn::<_, D, _>(|axis| {
                T::cell(
                    min[axis][row],
                    max[axis][row],
                    self.low[axis],
                    self.scale,
                    most,
                )
            }));
        }
    }
}
