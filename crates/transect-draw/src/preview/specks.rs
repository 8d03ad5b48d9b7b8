//! The removal of specks from a layer of samples.

use crate::preview::raster::Layer;
use crate::preview::runs::{BLOCK, differing};

/// Removes specks: gaps and spikes thinner than a sample. `same` returns `true` if two triangles belong to one surface.
/// `whole` returns `true` if a triangle belongs to a surface without gaps.
///
/// A sample is tested if its left and right neighbours, or its upper and lower neighbours, show the same surface. The
/// sample takes a triangle of that surface in two cases. In the first case, none of the eight neighbours shows the
/// surface of the sample itself. In the second case, the surface of the two neighbours is `whole`, and the sample shows
/// another surface.
pub(super) fn remove_specks(
    layer: &mut Layer,
    same: impl Fn(u32, u32) -> bool,
    whole: impl Fn(u32) -> bool,
) {
    let width = layer.window.width();
    let Some(most) = width.checked_sub(1) else {
        return;
    };
    for row in 1..layer.window.rows.len().saturating_sub(1) {
        let line = row * width;
        for start in (1..most).step_by(BLOCK) {
            let block = line + start..line + most.min(start + BLOCK);
            let own = &layer.triangle[block.clone()];
            let beside = &layer.triangle[block.start - 1..block.end - 1];
            let above = &layer.triangle[block.start - width..block.end - width];
            // A speck differs from the sample to its left and from the sample above.
            let below_others = differing(own, above);
            let mut candidates = differing(own, beside) & below_others;
            while candidates != 0 {
                let place = candidates.trailing_zeros();
                candidates &= candidates - 1;
                if remove_speck(layer, block.start + place as usize, &same, &whole) {
                    // Now the next sample perhaps differs from the sample to its left.
                    candidates |= (2 << place) & below_others;
                }
            }
        }
    }
}

/// Gives a sample the triangle of a neighbour if the sample is a speck between neighbours of one surface. Returns `true`
/// if it was a speck.
fn remove_speck(
    layer: &mut Layer,
    sample: usize,
    same: impl Fn(u32, u32) -> bool,
    whole: impl Fn(u32) -> bool,
) -> bool {
    let width = layer.window.width();
    let (own, around) = (layer.triangle[sample], &layer.triangle);
    let (above, below) = (sample - width, sample + width);
    if own == around[sample - 1] || own == around[above] {
        return false;
    }
    let middle = if same(around[sample - 1], around[sample + 1]) {
        sample - 1
    } else if same(around[above], around[below]) {
        above
    } else {
        return false;
    };
    let alone = [above, sample, below]
        .iter()
        .flat_map(|&middle| middle - 1..=middle + 1)
        .all(|other| other == sample || !same(own, around[other]));
    let is_speck = alone || (whole(around[middle]) && !same(own, around[middle]));
    if is_speck {
        layer.triangle[sample] = layer.triangle[middle];
        layer.depth[sample] = layer.depth[middle];
    }
    is_speck
}
