//! The points in which parallel planes cross edges. Each coordinate is rounded to the nearest float.

use alloc::vec;
use alloc::vec::Vec;

use transect::batch::level_of_cpu;
use transect::{Plane, dispatch};
use transect_exact::arrays::Few as _;
use transect_exact::crossing::crossing;
use transect_exact::double_double::DoubleDouble;
use transect_exact::error_free::two_sum;
use transect_exact::linear::LinearForm;
use transect_exact::number::Number;
use transect_exact::unit::U;

/// The number of edges in a block.
const BLOCK: usize = 64;

/// One number per edge of a block.
type Column = [f64; BLOCK];

/// Edges that planes perpendicular to one direction cross, each in a slot (an index), with numbers that do not depend
/// on the plane.
///
/// Let g(p) = direction·p. The plane g(p) = h crosses the edge from a to b in the point a + (h − g(a))·m, where
/// m = (b − a)/(g(b) − g(a)) is the slope of the edge. [`Block::cross`] derives a bound on the error of this
/// computation in floats.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    form: LinearForm<3>,
    /// The axes of the three coordinates in the columns. If the direction is along an axis, this axis is the last.
    axes: [usize; 3],
    blocks: Vec<Block>,
    /// The crossing of each slot's edge. A coordinate is NaN if the error bound leaves several floats.
    crossings: Vec<[[f64; 3]; BLOCK]>,
}

#[derive(Clone, Debug)]
struct Block {
    /// g(a) as the sum of two floats, `height` and `tail`.
    height: Column,
    tail: Column,
    /// A bound on the error of this sum, plus those errors of a computed difference h − g(a) that are not proportional
    /// to the difference.
    error: Column,
    /// The coordinates of a. A coordinate is NaN if every crossing of the edge has to be computed by exact stages.
    base: [Column; 3],
    slope: [Column; 3],
}

/// The range of magnitudes of slopes and of g(b) − g(a) for which underflow and overflow are negligible.
const MODERATE: core::ops::RangeInclusive<f64> =
    f64::from_bits((1023 - 400) << 52)..=f64::from_bits((1023 + 400) << 52);

/// The number 2⁻⁶⁰⁰. Times a [`MODERATE`] slope m, it is larger than the error that underflow causes in (h − g(a))·m.
const OF_UNDERFLOW: f64 = f64::from_bits((1023 - 600) << 52);

/// The largest allowed error of g(b) − g(a), relative to its magnitude: 2⁻⁶⁰.
const SMALL: f64 = f64::from_bits((1023 - 60) << 52);

impl Lines {
    /// Makes room for a number of slots.
    pub(super) fn new(direction: [f64; 3], slots: usize) -> Self {
        let form = LinearForm::new(direction, 0.0);
        let axis = direction.iter().position(|&c| c != 0.0).unwrap_or(0);
        let zero = [0.0; BLOCK];
        let block = Block {
            height: zero,
            tail: zero,
            error: zero,
            base: [zero; 3],
            slope: [zero; 3],
        };
        let blocks = slots.div_ceil(BLOCK);
        Self {
            form,
            axes: [(axis + 1) % 3, (axis + 2) % 3, axis],
            blocks: vec![block; blocks],
            crossings: vec![[[0.0; 3]; BLOCK]; blocks],
        }
    }

    /// Stores the edge from a to b in a slot.
    #[inline]
    pub(super) fn set(&mut self, slot: usize, a: &[f64; 3], b: &[f64; 3]) {
        let (height, rise, error) = if self.form.is_along_axis() {
            let axis = self.axes[2];
            let sign = self.form.normal()[axis];
            let rise = sign * (b[axis] - a[axis]);
            (DoubleDouble::of(sign * a[axis]), rise, 0.0)
        } else {
            let at = |point: &[f64; 3]| self.form.evaluate(&point.each(DoubleDouble::of));
            let [low, high]: [DoubleDouble; 2] = [at(a), at(b)];
            let rise = high.minus(&low);
            let size = low.high.abs().max(high.high.abs());
            // With a large error, the rise becomes NaN, so that exact stages compute the crossings.
            let is_sharp = rise.error <= SMALL * rise.high.abs();
            let rise = if is_sharp { rise.high } else { f64::NAN };
            (low, rise, low.error + 8.0 * U * (U * size))
        };
        let (block, row) = (&mut self.blocks[slot / BLOCK], slot % BLOCK);
        block.height[row] = height.high;
        block.tail[row] = height.low;
        block.error[row] = error;
        let is_moderate = MODERATE.contains(&rise.abs());
        for (column, &axis) in self.axes.iter().enumerate() {
            let width = b[axis] - a[axis];
            let slope = width / rise;
            let is_safe = is_moderate && (width == 0.0 || MODERATE.contains(&slope.abs()));
            block.base[column][row] = if is_safe { a[axis] } else { f64::NAN };
            block.slope[column][row] = if is_safe { slope } else { 0.0 };
        }
    }

    /// Computes the crossings of the edges in the first `slots` slots with the plane at a height.
    pub(super) fn cross(&mut self, height: f64, slots: usize) {
        let blocks = slots.div_ceil(BLOCK);
        let sign = self.form.normal()[self.axes[2]];
        let level = self.form.is_along_axis().then_some(sign * height + 0.0);
        let (blocks, crossings) = (&self.blocks[..blocks], &mut self.crossings[..blocks]);
        let axes = self.axes;
        dispatch!(level_of_cpu(), _simd => cross_all(blocks, height, level, axes, crossings));
    }

    /// Returns the crossing of the edge from a to b, which is stored in a slot. `ends` returns a and b. Before
    /// this call, [`Self::cross`] must have been called with the height of the same plane.
    #[inline]
    pub(super) fn crossing(
        &self,
        slot: usize,
        plane: &Plane,
        ends: impl FnOnce() -> [[f64; 3]; 2],
    ) -> [f64; 3] {
        let mut point = self.crossings[slot / BLOCK][slot % BLOCK];
        if point.iter().any(|coordinate| coordinate.is_nan()) {
            point = by_exact_stages(plane, ends());
        }
        point
    }
}

/// Computes a crossing for which [`Block::cross`] is not exact enough.
#[cold]
#[inline(never)]
fn by_exact_stages(plane: &Plane, [a, b]: [[f64; 3]; 2]) -> [f64; 3] {
    crossing(plane, &a, &b)
}

/// Computes the crossings of all blocks with the plane at a height. If the direction is along an axis, `level` is the
/// coordinate of the plane on this axis.
#[inline(always)]
fn cross_all(
    blocks: &[Block],
    height: f64,
    level: Option<f64>,
    axes: [usize; 3],
    crossings: &mut [[[f64; 3]; BLOCK]],
) {
    let mut columns: [Column; 3] = [[0.0; BLOCK]; 3];
    for (block, crossings) in blocks.iter().zip(crossings) {
        match level {
            Some(level) => {
                block.cross::<true, 2>(height, &mut columns);
                columns[2] = [level; BLOCK];
            }
            None => block.cross::<false, 3>(height, &mut columns),
        }
        for (column, axis) in columns.iter().zip(axes) {
            for (point, coordinate) in crossings.iter_mut().zip(column) {
                point[axis] = *coordinate;
            }
        }
    }
}

impl Block {
    /// Computes the first `COORDINATES` coordinates of the crossings with the plane at a height. Each is the float
    /// nearest to the true coordinate, or NaN if the error bounds leave several floats. If the direction is along an
    /// axis (`ALONG_AXIS`), g(a) is a single float.
    ///
    /// The true coordinate is a + s with the step s = (h − g(a))·m. Let u = 2⁻⁵³. The computed step has five relative
    /// errors of at most u: from b − a, from g(b) − g(a), from their quotient m, from h − g(a), and from the product.
    /// For an oblique direction, the error of g(a) and the rounding of small terms of h − g(a) change the step by at
    /// most `error`·|m|. The sum of a and the computed step is known exactly, as a float and its rounding error, which
    /// is at most |s|. The sum of this rounding error and the bound has an error of at most u·|s|. So 7u·|s| covers all
    /// of these errors together.
    #[expect(
        clippy::needless_range_loop,
        reason = "several columns have the same row; loops over indices become vector instructions"
    )]
    #[inline(always)]
    fn cross<const ALONG_AXIS: bool, const COORDINATES: usize>(
        &self,
        height: f64,
        crossings: &mut [Column; 3],
    ) {
        for row in 0..BLOCK {
            let (value, error) = if ALONG_AXIS {
                (height - self.height[row], OF_UNDERFLOW)
            } else {
                let (difference, rest) = two_sum(height, -self.height[row]);
                let value = difference + (rest - self.tail[row]);
                (value, self.error[row] + OF_UNDERFLOW)
            };
            for column in 0..COORDINATES {
                let slope = self.slope[column][row];
                let step = value * slope;
                let (sum, rest) = two_sum(self.base[column][row], step);
                let error = 7.0 * U * step.abs() + error * slope.abs();
                // `&` instead of `&&`, because a branch would keep the loop from becoming vector instructions.
                let is_certain = (sum + (rest + error) == sum) & (sum + (rest - error) == sum);
                crossings[column][row] = if is_certain { sum + 0.0 } else { f64::NAN };
            }
        }
    }
}
