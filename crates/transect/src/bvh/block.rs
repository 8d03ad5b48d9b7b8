//! Blocks of sixteen boxes, stored as one column per bound and axis. Leaves and nodes of a tree have the same layout.

use fearless_simd::Simd;
use transect_exact::arrays::{Few as _, array};

use crate::aabb::Aabb;
use crate::bvh::coordinate::{Column, Coordinate, LANES};

/// The least and the greatest corner of a box, in the number type of the tree.
pub(crate) type Corners<T, const D: usize> = [[T; D]; 2];

/// Sixteen boxes, each in its lane (position) of the block. For each axis, the block stores the sixteen least
/// coordinates, then the sixteen greatest. In a node, the boxes are the bounds of its children. A lane without a box of
/// its own repeats another box of the block. So every lane holds a valid box, and such repeated boxes do not change the
/// bounds of the block.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(64))]
pub(crate) struct Block<T, const D: usize> {
    axes: [[Column<T>; 2]; D],
}

impl<T: Coordinate, const D: usize> Block<T, D> {
    /// Creates a block with the same box sixteen times.
    #[inline]
    pub(crate) fn of(corners: &Corners<T, D>) -> Self {
        Self {
            axes: array(|axis| [0, 1].each(|end| [corners[end][axis]; LANES])),
        }
    }

    /// Returns one column of an axis: the least coordinates if `end` is 0, the greatest if `end` is 1.
    #[inline(always)]
    pub(crate) fn column(&self, axis: usize, end: usize) -> &Column<T> {
        // The mask shows the compiler that the index is in range. So it adds no check, here and below with `% LANES`.
        &self.axes[axis][end & 1]
    }

    #[inline(always)]
    pub(crate) fn column_mut(&mut self, axis: usize, end: usize) -> &mut Column<T> {
        &mut self.axes[axis][end & 1]
    }

    #[inline(always)]
    pub(crate) fn set(&mut self, lane: usize, corners: &Corners<T, D>) {
        for (end, corner) in corners.iter().enumerate() {
            for (axis, &number) in corner.iter().enumerate() {
                self.axes[axis][end][lane % LANES] = number;
            }
        }
    }

    #[inline(always)]
    pub(crate) fn corners(&self, lane: usize) -> Corners<T, D> {
        [0, 1].each(|end| array(|axis| self.axes[axis][end][lane % LANES]))
    }

    /// Stores a box as adjacent numbers at a position of the block, not in columns. This layout is used only while a
    /// tree is built.
    #[inline(always)]
    pub(crate) fn keep(&mut self, place: usize, corners: &Corners<T, D>) {
        let numbers = self.axes.as_flattened_mut().as_flattened_mut();
        let place = place % LANES * 2 * D;
        numbers[place..place + 2 * D].copy_from_slice(corners.as_flattened());
    }

    /// Returns the box that [`Self::keep`] stored at a position.
    #[inline(always)]
    pub(crate) fn kept(&self, place: usize) -> Corners<T, D> {
        let numbers = self.axes.as_flattened().as_flattened();
        let place = place % LANES * 2 * D;
        let mut corners = [[T::ZERO; D]; 2];
        corners
            .as_flattened_mut()
            .copy_from_slice(&numbers[place..place + 2 * D]);
        corners
    }

    pub(crate) fn aabb(&self, lane: usize) -> Aabb<D> {
        let [min, max] = self.corners(lane).map(|corner| corner.map(T::to_f64));
        Aabb::new(min, max).expect("boxes of a tree were checked when they came")
    }

    /// Returns the largest magnitude of a finite coordinate in the block.
    pub(crate) fn largest_finite(&self) -> f64 {
        let numbers = self.axes.as_flattened().as_flattened().iter();
        let finite = numbers
            .map(|number| number.to_f64().abs())
            .filter(|n| n.is_finite());
        finite.fold(0.0, f64::max)
    }

    /// Returns the bounds of all sixteen boxes, without rounding.
    #[inline(always)]
    pub(crate) fn bounds<S: Simd>(&self, simd: S) -> Corners<T, D> {
        let mut corners = [[T::ZERO; D]; 2];
        let [min, max] = &mut corners;
        for (axis, (min, max)) in min.iter_mut().zip(max).enumerate() {
            *min = T::least(simd, self.column(axis, 0));
            *max = T::greatest(simd, self.column(axis, 1));
        }
        corners
    }

    /// Returns one block with the bounds of up to sixteen blocks: lane i holds the bounds of `blocks[i]`.
    #[inline(always)]
    pub(crate) fn bounds_of_all<S: Simd>(simd: S, blocks: &[Self; LANES]) -> Self {
        let mut bounds = Self::of(&[[T::ZERO; D]; 2]);
        for axis in 0..D {
            for end in 0..2 {
                let mut columns = [blocks[0].column(axis, end); LANES];
                for (column, block) in columns.iter_mut().zip(blocks) {
                    *column = block.column(axis, end);
                }
                *bounds.column_mut(axis, end) = match end {
                    0 => T::least_of_each(simd, columns),
                    _ => T::greatest_of_each(simd, columns),
                };
            }
        }
        bounds
    }
}

/// Returns a mask with the bits of the first `count` lanes; `count` is at most sixteen.
#[inline(always)]
pub(crate) fn first_lanes(count: usize) -> u16 {
    if count >= LANES {
        u16::MAX
    } else {
        (1 << count) - 1
    }
}

/// Returns the indices of the set bits of a mask, in ascending order.
#[inline(always)]
pub(crate) fn lanes(mut mask: u16) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let lane = mask.trailing_zeros() as usize;
        (mask != 0).then(|| {
            mask &= mask - 1;
            lane
        })
    })
}
