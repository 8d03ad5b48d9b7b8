//! The trait of all batches: the side of a plane on which each shape of a batch lies.

use alloc::vec::Vec;
use core::ops::Range;

use transect_exact::Side;
use transect_exact::arrays::Few as _;

use crate::batch::counts::{RegionCounts, SideCounts};
use crate::batch::kernel::BLOCK;
use crate::batch::masks::{Masks, RegionMasks};
use crate::batch::regions;
use crate::batch::shapes::{Shapes, words};
use crate::batch::threads::{Room, in_parts};
use crate::batch::words::{Words, live, rows_of};
use crate::plane::Plane;
use crate::region::Region;

/// A batch of shapes; one call classifies all of them. Every side is exact: it equals [`Plane::side`] of the shape.
///
/// For most shapes, the rounded value of n·p + d is farther from zero than its error bound; these shapes are decided
/// with the CPU's widest vectors. The other shapes are decided in f64 if floats can decide them, and otherwise by exact
/// arithmetic (docs/exactness.md, "Batches"). Bounds of boxes may be infinite. If a shape other than a box has an
/// infinite coordinate or size, its classification panics, and the message names the row.
///
/// ```
/// use transect::{Plane, Side, batch::{AabbColumns, Batch}};
/// let boxes = AabbColumns::new([&[0.0_f32, 1.0, 2.0]; 2], [&[1.0_f32, 2.0, 3.0]; 2]);
/// let plane = Plane::new([1.0, 0.0], -1.5)?;
/// let mut sides = [Side::On; 3];
/// boxes.sides(&plane, &mut sides);
/// assert_eq!(sides, [Side::Back, Side::On, Side::Front]);
/// assert_eq!(boxes.on(&plane), [1]);
/// # Ok::<(), transect::PlaneError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a batch of shapes of this dimension",
    label = "this type does not implement `transect::batch::Batch`",
    note = "batches are `PointColumns`, `PointRows`, `AabbColumns`, `AabbRows`, `SphereColumns` and `ParallelepipedColumns` of `transect::batch`"
)]
#[expect(private_bounds, reason = "the private supertrait seals this trait")]
pub trait Batch<const D: usize>: Shapes<D> {
    /// Writes the sides of all shapes as bitmaps, and returns the number of shapes on each side.
    ///
    /// # Panics
    /// Panics if a bitmap does not have one word per 64 rows, rounded up.
    fn masks(&self, plane: &Plane<D>, masks: Masks<'_>) -> SideCounts {
        masks.check(self.rows());
        let rows = self.rows();
        count(self, plane, masks, |masks, start, words| {
            masks.write(start, &words, rows);
        })
    }

    /// Writes the side of every shape, and returns the number of shapes on each side.
    ///
    /// # Panics
    /// Panics if `sides` does not have one element per shape, or if a shape is null. A null shape has no side;
    /// [`Batch::masks`] reports nulls separately.
    fn sides(&self, plane: &Plane<D>, sides: &mut [Side]) -> SideCounts {
        assert!(
            sides.len() == self.rows(),
            "one side per row: there are {} rows and {} sides",
            self.rows(),
            sides.len()
        );
        let counts = count(self, plane, &mut *sides, |sides, start, words| {
            let blocks = (words.first - start..).zip(words.front.iter().zip(words.back));
            for (block, (&front, &back)) in blocks {
                let end = sides.len().min((block + 1) * BLOCK);
                spread(front, back, &mut sides[block * BLOCK..end]);
            }
        });
        if counts.null > 0 {
            let mut null = alloc::vec![0; self.rows().div_ceil(BLOCK)];
            count(self, plane, &mut null[..], |null, start, words| {
                let first = words.first - start;
                null[first..first + words.null.len()].copy_from_slice(words.null);
            });
            let block = null.iter().position(|&word| word != 0).unwrap_or_default();
            let row = block * BLOCK + null[block].trailing_zeros() as usize;
            panic!("row {row} has no side: a NaN, or a box without points");
        }
        counts
    }

    /// Counts the shapes on each side of a plane.
    fn side_counts(&self, plane: &Plane<D>) -> SideCounts {
        count(self, plane, (), |(), _, _| {})
    }

    /// Writes bitmaps and counts for each of several planes, reading the columns once.
    ///
    /// # Panics
    /// Panics if a bitmap has a wrong length (see [`Batch::masks`]), or if there is not one set of bitmaps and one
    /// count per plane.
    fn masks_of_planes(
        &self,
        planes: &[Plane<D>],
        masks: &mut [Masks<'_>],
        counts: &mut [SideCounts],
    ) {
        regions::masks_of_planes(self, planes, masks, counts);
    }

    /// Writes one mask per shape: bit k is set if part of the shape is behind plane k. The mask is zero if no part of
    /// the shape is behind any plane. A null shape has the bits of all planes.
    ///
    /// # Panics
    /// Panics if there are more than 32 planes, or there is not one mask per row.
    fn plane_masks(&self, planes: &[Plane<D>], masks: &mut [u32]) {
        regions::plane_masks(self, planes, masks);
    }

    /// Writes the relation of all shapes to a region, judged by one plane at a time as [`Region::overlap_conservative`]
    /// does. A shape outside the region near one of its edges or corners may be reported as `meets`, if no single plane
    /// has the whole shape behind it.
    ///
    /// ```
    /// use transect::{Plane, Region, batch::{AabbColumns, Batch, RegionMasks}};
    /// let planes = [Plane::new([1.0, 0.0], 0.0)?, Plane::new([-1.0, -1.0], 1.0)?];
    /// let boxes = AabbColumns::new([&[-1.0_f32, 0.0], &[1.5_f32, 0.0]], [&[0.5, 0.25], &[2.0, 0.5]]);
    /// let (mut meets, mut inside) = ([0], [0]);
    /// let masks = RegionMasks { meets: &mut meets, inside: &mut inside, null: None };
    /// let counts = boxes.overlap_conservative(&Region::new(&planes), masks);
    /// assert_eq!((counts.meets, counts.inside), (1, 1));
    /// let masks = RegionMasks { meets: &mut meets, inside: &mut inside, null: None };
    /// let counts = boxes.overlap(&Region::new(&planes), masks);
    /// assert_eq!((counts.outside, counts.inside), (1, 1));
    /// # Ok::<(), transect::PlaneError>(())
    /// ```
    ///
    /// # Panics
    /// Panics if a bitmap does not have one word per 64 rows, rounded up.
    fn overlap_conservative(&self, region: &Region<'_, D>, masks: RegionMasks<'_>) -> RegionCounts {
        regions::overlaps(self, region, false, masks)
    }

    /// Returns the indices of the rows that [`Batch::overlap_conservative`] reports as `meets` or `inside`, in
    /// ascending order. For a camera's frustum, these are the shapes that may be visible. No bitmap is written.
    ///
    /// ```
    /// use transect::{Plane, Region, batch::{AabbColumns, Batch}};
    /// let planes = [Plane::new([1.0, 0.0], 0.0)?, Plane::new([-1.0, 0.0], 3.0)?];
    /// let boxes = AabbColumns::new([&[-2.0_f32, 1.0, 2.5], &[0.0; 3]], [&[-1.0, 2.0, 3.5], &[1.0; 3]]);
    /// assert_eq!(boxes.overlapping_conservative(&Region::new(&planes)), [1, 2]);
    /// # Ok::<(), transect::PlaneError>(())
    /// ```
    fn overlapping_conservative(&self, region: &Region<'_, D>) -> Vec<usize> {
        regions::overlapping(self, region)
    }

    /// Writes the exact relation of all shapes to a region. Shapes that [`Batch::overlap_conservative`] reports as
    /// `meets` are classified one by one with [`Region::overlap`].
    ///
    /// # Panics
    /// Panics if a bitmap does not have one word per 64 rows, rounded up.
    fn overlap(&self, region: &Region<'_, D>, masks: RegionMasks<'_>) -> RegionCounts {
        regions::overlaps(self, region, true, masks)
    }

    /// Returns the indices of the rows whose shapes are on the plane, in ascending order.
    fn on(&self, plane: &Plane<D>) -> Vec<usize> {
        let ask = |blocks: Range<usize>, ()| {
            let mut rows = Vec::new();
            count_blocks(self, plane, blocks, |words| {
                for (block, index) in (words.first..).zip(0..words.front.len()) {
                    let others = words.front[index] | words.back[index] | words.null[index];
                    let met = !others & live(block, self.rows());
                    rows.extend(rows_of(met).map(|row| block * BLOCK + row));
                }
            });
            rows
        };
        in_parts(self.all_blocks(), (), &ask, &|mut rows, more| {
            rows.extend(more);
            rows
        })
    }
}

impl<const D: usize, C: Shapes<D>> Batch<D> for C {}

/// Fills the caller's output `room` for all blocks and returns the counts. The work is divided into parts, which are
/// ranges of blocks. `each` is called several times per part, each time for some blocks of the part. It receives the
/// output of the whole part, the index of the part's first block, and the sides of the shapes in these blocks as words
/// of 64 bits.
fn count<const D: usize, C: Shapes<D>, R: Room>(
    shapes: &C,
    plane: &Plane<D>,
    room: R,
    each: impl Fn(&mut R, usize, Words<'_>) + Sync,
) -> SideCounts {
    let ask = |blocks: Range<usize>, mut room: R| {
        let start = blocks.start;
        count_blocks(shapes, plane, blocks, |words| {
            each(&mut room, start, words);
        })
    };
    in_parts(shapes.all_blocks(), room, &ask, &SideCounts::plus)
}

/// Passes the sides of the shapes of some blocks to `each`, as words of 64 bits, and returns the number of shapes on
/// each side.
#[inline]
fn count_blocks<const D: usize, C: Shapes<D>>(
    shapes: &C,
    plane: &Plane<D>,
    blocks: Range<usize>,
    mut each: impl FnMut(Words<'_>),
) -> SideCounts {
    let mut counts = SideCounts::default();
    let planes = core::slice::from_ref(plane);
    words(*shapes, planes, false, blocks, &mut |_, words| {
        counts = counts.plus(words.counts);
        each(words);
    });
    counts
}

/// A table of the sides of four rows. The low four bits of an index mark the rows in front, the high four bits the rows
/// behind.
const FOUR_SIDES: [[Side; 4]; 256] = {
    let mut table = [[Side::On; 4]; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut row = 0;
        while row < 4 {
            if bits >> row & 1 == 1 {
                table[bits][row] = Side::Front;
            } else if bits >> (row + 4) & 1 == 1 {
                table[bits][row] = Side::Back;
            }
            row += 1;
        }
        bits += 1;
    }
    table
};

fn spread(front: u64, back: u64, sides: &mut [Side]) {
    for (quarter, sides) in sides.chunks_mut(4).enumerate() {
        let [front, back] = [front, back].each(|bits| (bits >> (4 * quarter)) as usize & 15);
        sides.copy_from_slice(&FOUR_SIDES[front | back << 4][..sides.len()]);
    }
}
