//! Batches and several planes: regions, and each plane by itself.

use crate::batch::kernel::BLOCK;
use crate::batch::shapes::{Shapes, Word, words};
use crate::batch::sides::{Counts, Masks, check_bitmap, live};
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
        check_bitmap("meets", masks.meets, rows);
        check_bitmap("front", masks.front, rows);
        if let Some(null) = &masks.null {
            check_bitmap("null", null, rows);
        }
    }
    counts.fill(Counts::default());
    words(*shapes, planes, false, &mut |plane, first, words| {
        let (masks, counts) = (&mut masks[plane], &mut counts[plane]);
        for (block, word) in (first..).zip(words) {
            let met = !(word.front | word.back | word.null) & live(block, rows);
            masks.meets[block] = met;
            masks.front[block] = word.front;
            if let Some(null) = &mut masks.null {
                null[block] = word.null;
            }
            counts.back += word.back.count_ones() as usize;
            counts.on += met.count_ones() as usize;
            counts.front += word.front.count_ones() as usize;
            counts.null += word.null.count_ones() as usize;
        }
    });
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
    let RegionMasks {
        meets,
        inside,
        mut null,
    } = masks;
    let rows = shapes.rows();
    check_bitmap("meets", meets, rows);
    check_bitmap("inside", inside, rows);
    if let Some(null) = &null {
        check_bitmap("null", null, rows);
    }
    let mut counts = RegionCounts::default();
    by_block(shapes, region, &mut |block, lying| {
        let live = live(block, rows);
        let mut met = !(lying.outside | lying.inside | lying.null) & live;
        let mut within = lying.inside & live;
        if is_exact {
            let mut rest = met;
            while rest != 0 {
                let bit = rest & rest.wrapping_neg();
                let row = block * BLOCK + rest.trailing_zeros() as usize;
                match shapes.overlap(region, row) {
                    Overlap::Outside => met ^= bit,
                    Overlap::Meets => {}
                    Overlap::Inside => (met, within) = (met ^ bit, within | bit),
                }
                rest ^= bit;
            }
        }
        (meets[block], inside[block]) = (met, within);
        if let Some(null) = &mut null {
            null[block] = lying.null & live;
        }
        counts.meets += met.count_ones() as usize;
        counts.inside += within.count_ones() as usize;
        counts.null += (lying.null & live).count_ones() as usize;
    });
    counts.outside = rows - counts.meets - counts.inside - counts.null;
    counts
}

/// Folds the words of the planes, a tile at a time.
fn by_block<const D: usize, C: Shapes<D>>(
    shapes: &C,
    region: &Region<'_, D>,
    each: &mut dyn FnMut(usize, Lying),
) {
    let planes = region.planes();
    let mut folded = [Lying {
        outside: 0,
        inside: !0,
        null: 0,
    }; crate::batch::shapes::TILE];
    if planes.is_empty() {
        // All of space: one plane with everything in front tells the nulls.
        let mut normal = [0.0; D];
        normal[0] = f64::MIN_POSITIVE;
        let Ok(plane) = Plane::new(normal, f64::MAX) else {
            return;
        };
        words(*shapes, &[plane], false, &mut |_, first, words| {
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
    words(*shapes, planes, true, &mut |place, first, words| {
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
    words(*shapes, planes, false, &mut |plane, first, words| {
        for (block, &Word { within, .. }) in (first..).zip(words) {
            let mut behind = !within & live(block, rows);
            while behind != 0 {
                masks[block * BLOCK + behind.trailing_zeros() as usize] |= 1 << plane;
                behind &= behind - 1;
            }
        }
    });
}
