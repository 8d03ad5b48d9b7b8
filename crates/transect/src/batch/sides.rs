//! On which side of a plane every shape of a batch lies.

use alloc::vec::Vec;
use core::ops::Range;

use crate::batch::counts::{RegionCounts, SideCounts};
use crate::batch::kernel::BLOCK;
use crate::batch::masks::{Masks, RegionMasks};
use crate::batch::regions;
use crate::batch::shapes::{Shapes, words};
use crate::batch::threads::{Room, in_parts};
use crate::batch::words::{Words, live, rows_of};
use crate::plane::Plane;
use crate::region::Region;
use crate::side::Side;

/// Many shapes at once. Every answer is exact: that of [`Plane::side`] for each of the shapes.
///
/// Most are decided by a rounded value that is farther from zero than it can be wrong, for the CPU's widest
/// vectors; the rest in f64, and true near-ties exactly (docs/exactness.md, "Batches"). An infinite
/// coordinate panics, and the message names its row.
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
#[expect(
    private_bounds,
    reason = "how a batch works is nobody else's: the trait is sealed by it"
)]
pub trait Batch<const D: usize>: Shapes<D> {
    /// The sides of all shapes as bitmaps, and their counts.
    ///
    /// # Panics
    /// If a bitmap has not one word for every 64 rows, the last ones included.
    fn masks(&self, plane: &Plane<D>, masks: Masks<'_>) -> SideCounts {
        masks.check(self.rows());
        let rows = self.rows();
        count(self, plane, masks, |masks, start, words| {
            masks.write(start, &words, rows);
        })
    }

    /// The side of every shape.
    ///
    /// # Panics
    /// If there are not as many places as shapes, or a shape is null: it has no side. [`Batch::masks`]
    /// tells nulls apart.
    fn sides(&self, plane: &Plane<D>, sides: &mut [Side]) -> SideCounts {
        assert!(
            sides.len() == self.rows(),
            "one side a row: there are {} rows and {} sides",
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
            panic!("row {row} has no side: a NaN, or min > max");
        }
        counts
    }

    /// How many shapes lie where.
    fn side_counts(&self, plane: &Plane<D>) -> SideCounts {
        count(self, plane, (), |(), _, _| {})
    }

    /// The sides for each of several planes, reading the columns once: bitmaps and counts a plane.
    ///
    /// # Panics
    /// As [`Batch::masks`], and if there are not as many bitmaps and counts as planes.
    fn masks_of_planes(
        &self,
        planes: &[Plane<D>],
        masks: &mut [Masks<'_>],
        counts: &mut [SideCounts],
    ) {
        regions::masks_of_planes(self, planes, masks, counts);
    }

    /// For every shape the planes that have part of it behind them: bit k is of plane k. No bit is inside of
    /// all; a null has all bits.
    ///
    /// # Panics
    /// If there are more than 32 planes, or not as many masks as rows.
    fn plane_masks(&self, planes: &[Plane<D>], masks: &mut [u32]) {
        regions::plane_masks(self, planes, masks);
    }

    /// How all shapes lie to a region, judged by one plane at a time, as
    /// [`Region::overlap_conservative`] does: shapes that are outside past an edge or a corner may be said to meet.
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
    /// As [`Batch::masks`].
    fn overlap_conservative(&self, region: &Region<'_, D>, masks: RegionMasks<'_>) -> RegionCounts {
        regions::overlaps(self, region, false, masks)
    }

    /// How all shapes lie to a region, exactly: as [`Batch::overlap_conservative`], and those that are said to
    /// meet are asked one by one ([`Region::overlap`]).
    ///
    /// # Panics
    /// As [`Batch::masks`].
    fn overlap(&self, region: &Region<'_, D>, masks: RegionMasks<'_>) -> RegionCounts {
        regions::overlaps(self, region, true, masks)
    }

    /// The rows of the shapes that the plane meets, in order.
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

/// Fills the room of all blocks, part by part: `each` is told the part's first block, and words.
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

/// Hands on the words of some blocks.
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

/// The sides of four rows, by their bits in front and behind.
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
        let [front, back] = [front, back].map(|bits| (bits >> (4 * quarter)) as usize & 15);
        sides.copy_from_slice(&FOUR_SIDES[front | back << 4][..sides.len()]);
    }
}
