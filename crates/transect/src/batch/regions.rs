//! Classification of shapes against several planes: against all planes together as one region, or against each plane by
//! itself.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use crate::batch::counts::{RegionCounts, SideCounts};
use crate::batch::kernel::BLOCK;
use crate::batch::masks::{Masks, RegionMasks};
use crate::batch::shapes::{Shapes, words};
use crate::batch::threads::in_parts;
use crate::batch::words::{Words, live, rows_of};
use crate::plane::Plane;
use crate::region::{Overlap, Region};

/// Writes the bitmaps of the shapes' sides for each plane, and the number of shapes on each side of each plane.
///
/// # Panics
/// Panics if there is not one set of bitmaps and one count per plane, or if a bitmap has a wrong length.
pub(crate) fn masks_of_planes<const D: usize, C: Shapes<D>>(
    shapes: &C,
    planes: &[Plane<D>],
    masks: &mut [Masks<'_>],
    counts: &mut [SideCounts],
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
        masks.check(rows);
    }
    let ask = |blocks: Range<usize>, mut masks: Vec<Masks<'_>>| {
        let mut counts = vec![SideCounts::default(); planes.len()];
        let start = blocks.start;
        words(*shapes, planes, false, blocks, &mut |plane, words| {
            counts[plane] = counts[plane].plus(words.counts);
            masks[plane].write(start, &words, rows);
        });
        counts
    };
    let join = |counts: Vec<SideCounts>, more: Vec<SideCounts>| {
        counts
            .into_iter()
            .zip(more)
            .map(|(a, b)| a.plus(b))
            .collect()
    };
    let room = masks.iter_mut().map(Masks::again).collect();
    counts.copy_from_slice(&in_parts(shapes.all_blocks(), room, &ask, &join));
}

/// Writes the relation of each shape to a region. The relation is exact if `is_exact`. Otherwise it is judged by one
/// plane at a time, so a shape outside the region may be reported as `meets`.
///
/// # Panics
/// Panics if a bitmap does not have one word per 64 rows, rounded up.
pub(crate) fn overlaps<const D: usize, C: Shapes<D>>(
    shapes: &C,
    region: &Region<'_, D>,
    is_exact: bool,
    masks: RegionMasks<'_>,
) -> RegionCounts {
    let rows = shapes.rows();
    masks.check(rows);
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
    let query = rows.min(blocks.end * BLOCK) - rows.min(start * BLOCK);
    let mut counts = RegionCounts::default();
    by_block(shapes, region, blocks, &mut |words| {
        counts.inside += words.counts.front;
        counts.null += words.counts.null;
        counts.meets += words.counts.on;
        for (block, index) in (words.first..).zip(0..words.front.len()) {
            let others = words.within[index] | words.back[index] | words.null[index];
            let (mut met, mut within) = (!others & live(block, rows), words.within[index]);
            if is_exact {
                for row in rows_of(met) {
                    let bit = 1 << row;
                    match shapes.overlap(region, block * BLOCK + row) {
                        Overlap::Outside => met ^= bit,
                        Overlap::Meets => continue,
                        Overlap::Inside => {
                            (met, within) = (met ^ bit, within | bit);
                            counts.inside += 1;
                        }
                    }
                    counts.meets -= 1;
                }
            }
            masks.meets[block - start] = met;
            masks.inside[block - start] = within;
        }
        if let Some(null) = &mut masks.null {
            let first = words.first - start;
            null[first..first + words.null.len()].copy_from_slice(words.null);
        }
    });
    counts.outside = query - counts.meets - counts.inside - counts.null;
    counts
}

/// Returns the indices of the non-null rows whose shapes are not proved to be outside a region by a single plane. Such
/// a shape may still be outside near an edge or a corner of the region.
pub(crate) fn overlapping<const D: usize, C: Shapes<D>>(
    shapes: &C,
    region: &Region<'_, D>,
) -> Vec<usize> {
    let ask = |blocks: Range<usize>, ()| {
        let mut rows = Vec::new();
        by_block(shapes, region, blocks, &mut |words| {
            for (block, index) in (words.first..).zip(0..words.back.len()) {
                let others = words.back[index] | words.null[index];
                let found = !others & live(block, shapes.rows());
                rows.extend(rows_of(found).map(|row| block * BLOCK + row));
            }
        });
        rows
    };
    in_parts(
        shapes.all_blocks(),
        (),
        &ask,
        &|mut rows: Vec<usize>, more| {
            rows.extend(more);
            rows
        },
    )
}

/// Passes the sides of the shapes of some blocks, as words of 64 bits, to `each`. The words describe the relation to
/// the region as a whole, not to single planes.
fn by_block<const D: usize, C: Shapes<D>>(
    shapes: &C,
    region: &Region<'_, D>,
    blocks: Range<usize>,
    each: &mut dyn FnMut(Words<'_>),
) {
    let planes = region.planes();
    if !planes.is_empty() {
        words(*shapes, planes, true, blocks, &mut |_, words| each(words));
        return;
    }
    // A region without planes is all of space, so every non-null shape is inside. To find the null rows, shapes are
    // classified against a plane that has all bounded shapes in front.
    let mut normal = [0.0; D];
    normal[0] = f64::MIN_POSITIVE;
    if let Ok(plane) = Plane::new(normal, f64::MAX) {
        words(*shapes, &[plane], true, blocks, &mut |_, words| {
            // Only the null bits of this classification are used. A box that is unbounded along the normal is not in
            // front of the plane, but it is inside the region, which is all of space.
            for (index, &null) in words.null.iter().enumerate() {
                let rows = BLOCK.min(shapes.rows() - (words.first + index) * BLOCK);
                let within = [!null & live(words.first + index, shapes.rows())];
                let all = [&within[..], &within, &[0], &[null]];
                each(Words::new(words.first + index, rows, all));
            }
        });
    }
}

/// Writes one mask per shape: bit k is set if part of the shape is behind plane k.
///
/// # Panics
/// Panics if there are more than 32 planes, or there is not one mask per row.
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
        "one mask per row: there are {rows} rows and {} masks",
        masks.len()
    );
    masks.fill(0);
    let ask = |blocks: Range<usize>, masks: &mut [u32]| {
        let start = blocks.start;
        words(*shapes, planes, false, blocks, &mut |plane, words| {
            for (block, within) in (words.first..).zip(words.within) {
                for row in rows_of(!within & live(block, rows)) {
                    masks[(block - start) * BLOCK + row] |= 1 << plane;
                }
            }
        });
    };
    in_parts(shapes.all_blocks(), masks, &ask, &|(), ()| ());
}
