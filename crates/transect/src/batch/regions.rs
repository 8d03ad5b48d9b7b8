//! Batches and several planes: regions, and each plane by itself.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use crate::batch::kernel::{BLOCK, TILE};
use crate::batch::shapes::{Shapes, Word, words};
use crate::batch::sides::{Counts, Masks, check_bitmap, check_masks, live, rows_of};
use crate::batch::threads::in_parts;
use crate::plane::Plane;
use crate::region::{Overlap, Region};

/// How many shapes lie how to a region.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RegionCounts {
    /// No point in common.
    pub outside: usize,
    /// Points in common, and points outside.
    pub meets: usize,
    /// All of the shape lies in the region.
    pub inside: usize,
    /// No shapes: a NaN, or a box with min > max.
    pub null: usize,
}

impl RegionCounts {
    /// Those of two parts together.
    fn plus(self, other: Self) -> Self {
        Self {
            outside: self.outside + other.outside,
            meets: self.meets + other.meets,
            inside: self.inside + other.inside,
            null: self.null + other.null,
        }
    }
}

/// Bitmaps to be written, in the order of [`Masks`].
#[derive(Debug)]
pub struct RegionMasks<'m> {
    /// Points in common, and points outside.
    pub meets: &'m mut [u64],
    /// All of the shape lies in the region. Without either bit it is outside, or null.
    pub inside: &'m mut [u64],
    /// It is null: a NaN, or a box with min > max.
    pub null: Option<&'m mut [u64]>,
}

/// How 64 shapes lie to a region.
#[derive(Clone, Copy)]
struct Lying {
    outside: u64,
    inside: u64,
    null: u64,
}

/// Counts the shapes of each plane, and writes the bitmaps of each.
///
/// # Panics
/// If there are not as many bitmaps as planes, or one has a wrong length.
pub(crate) fn masks_of_planes<const D: usize, C: Shapes<D>>(
    shapes: &C,
    planes: &[Plane<D>],
    masks: &mut [Masks<'_>],
    counts: &mut [Counts],
) {
    let rows = shapes.rows();
    assert!(
        masks.len() == planes.len() && counts.len() == planes.len(),
        "bitmaps and counts for every plane: there are {} planes, {} bitmaps and {} counts",
        planes.len(),
        masks.len(),
        counts.len()
    );
    for masks in masks.iter() {
        check_masks(masks, rows);
    }
    let ask = |blocks: Range<usize>, mut masks: Vec<Masks<'_>>| {
        let mut counts = vec![Counts::default(); planes.len()];
        let start = blocks.start;
        words(
            *shapes,
            planes,
            false,
            blocks,
            &mut |plane, first, words| {
                let (masks, counts) = (&mut masks[plane], &mut counts[plane]);
                for (block, word) in (first..).zip(words) {
                    let met = !(word.front | word.back | word.null) & live(block, rows);
                    masks.meets[block - start] = met;
                    masks.front[block - start] = word.front;
                    if let Some(null) = &mut masks.null {
                        null[block - start] = word.null;
                    }
                    counts.back += word.back.count_ones() as usize;
                    counts.on += met.count_ones() as usize;
                    counts.front += word.front.count_ones() as usize;
                    counts.null += word.null.count_ones() as usize;
                }
            },
        );
        counts
    };
    let join = |counts: Vec<Counts>, more: Vec<Counts>| {
        counts
            .into_iter()
            .zip(more)
            .map(|(a, b)| a.plus(b))
            .collect()
    };
    let room = masks.iter_mut().map(Masks::again).collect();
    counts.copy_from_slice(&in_parts(shapes.all_blocks(), room, &ask, &join));
}

/// How all shapes lie to a region, judged by one plane at a time, or exactly.
///
/// # Panics
/// If a bitmap has a wrong length.
pub(crate) fn overlaps<const D: usize, C: Shapes<D>>(
    shapes: &C,
    region: &Region<'_, D>,
    is_exact: bool,
    masks: RegionMasks<'_>,
) -> RegionCounts {
    let rows = shapes.rows();
    check_bitmap("meets", masks.meets, rows);
    check_bitmap("inside", masks.inside, rows);
    if let Some(null) = &masks.null {
        check_bitmap("null", null, rows);
    }
    let ask = |blocks, masks| overlaps_of_blocks(shapes, region, is_exact, blocks, masks);
    in_parts(shapes.all_blocks(), masks, &ask, &RegionCounts::plus)
}

fn overlaps_of_blocks<const D: usize, C: Shapes<D>>(
    shapes: &C,
    region: &Region<'_, D>,
    is_exact: bool,
    blocks: Range<usize>,
    mut masks: RegionMasks<'_>,
) -> RegionCounts {
    let rows = shapes.rows();
    let start = blocks.start;
    let asked = rows.min(blocks.end * BLOCK) - rows.min(start * BLOCK);
    let mut counts = RegionCounts::default();
    by_block(shapes, region, blocks, &mut |block, lying| {
        let live = live(block, rows);
        let mut met = !(lying.outside | lying.inside | lying.null) & live;
        let mut within = lying.inside & live;
        if is_exact {
            for row in rows_of(met) {
                let bit = 1 << row;
                match shapes.overlap(region, block * BLOCK + row) {
                    Overlap::Outside => met ^= bit,
                    Overlap::Meets => {}
                    Overlap::Inside => (met, within) = (met ^ bit, within | bit),
                }
            }
        }
        masks.meets[block - start] = met;
        masks.inside[block - start] = within;
        if let Some(null) = &mut masks.null {
            null[block - start] = lying.null & live;
        }
        counts.meets += met.count_ones() as usize;
        counts.inside += within.count_ones() as usize;
        counts.null += (lying.null & live).count_ones() as usize;
    });
    counts.outside = asked - counts.meets - counts.inside - counts.null;
    counts
}

/// Folds the words of the planes, a tile at a time.
fn by_block<const D: usize, C: Shapes<D>>(
    shapes: &C,
    region: &Region<'_, D>,
    blocks: Range<usize>,
    each: &mut dyn FnMut(usize, Lying),
) {
    let planes = region.planes();
    let mut folded = [Lying {
        outside: 0,
        inside: !0,
        null: 0,
    }; TILE];
    if planes.is_empty() {
        // All of space: one plane with everything in front tells the nulls.
        let mut normal = [0.0; D];
        normal[0] = f64::MIN_POSITIVE;
        let Ok(plane) = Plane::new(normal, f64::MAX) else {
            return;
        };
        words(*shapes, &[plane], false, blocks, &mut |_, first, words| {
            for (block, word) in (first..).zip(words) {
                let lying = Lying {
                    outside: 0,
                    inside: !word.null,
                    null: word.null,
                };
                each(block, lying);
            }
        });
        return;
    }
    words(*shapes, planes, true, blocks, &mut |place, first, words| {
        for (lying, word) in folded.iter_mut().zip(words) {
            if place == 0 {
                *lying = Lying {
                    outside: 0,
                    inside: !0,
                    null: 0,
                };
            }
            lying.null |= word.null;
            lying.outside |= word.back;
            lying.inside &= word.within;
        }
        if place + 1 == planes.len() {
            for (block, lying) in (first..).zip(&folded[..words.len()]) {
                let outside = lying.outside & !lying.null;
                each(block, Lying { outside, ..*lying });
            }
        }
    });
}

/// For every shape the planes that have part of it behind them.
///
/// # Panics
/// If there are more than 32 planes, or not as many masks as rows.
pub(crate) fn plane_masks<const D: usize, C: Shapes<D>>(
    shapes: &C,
    planes: &[Plane<D>],
    masks: &mut [u32],
) {
    let rows = shapes.rows();
    assert!(
        planes.len() <= 32,
        "a mask has a bit for each of 32 planes: there are {}",
        planes.len()
    );
    assert!(
        masks.len() == rows,
        "one mask a row: there are {rows} rows and {} masks",
        masks.len()
    );
    masks.fill(0);
    let ask = |blocks: Range<usize>, masks: &mut [u32]| {
        let start = blocks.start;
        words(
            *shapes,
            planes,
            false,
            blocks,
            &mut |plane, first, words| {
                for (block, &Word { within, .. }) in (first..).zip(words) {
                    for row in rows_of(!within & live(block, rows)) {
                        masks[(block - start) * BLOCK + row] |= 1 << plane;
                    }
                }
            },
        );
    };
    in_parts(shapes.all_blocks(), masks, &ask, &|(), ()| ());
}
