//! Classifies the shapes of a batch against all planes of a region at once: behind one plane, or in front of all
//! planes.

use core::ops::Range;

use fearless_simd::{Simd, SimdBase, SimdMask};

use crate::batch::blocks::{Blocks, Survey, careful};
use crate::batch::filter::Filter;
use crate::batch::kernel::{BLOCK, Lane, TILE, values};
use crate::batch::scalar::Scalar;
use crate::batch::shapes::Question;
use crate::batch::words::{Word, Words};

/// The number of vectors whose least values are kept while looping over the planes; so many fit the registers of most
/// CPUs.
const GROUP: usize = 8;

/// Classifies blocks against a region, as `walk::words` does against planes: one word per block for all planes.
#[inline(always)]
pub(crate) fn walk<S: Simd, const D: usize, C: Blocks<D>>(
    simd: S,
    shapes: C,
    asked: &Question<'_, C::Scalar, D>,
    blocks: Range<usize>,
    sink: &mut dyn FnMut(usize, Words<'_>),
) {
    let known = shapes.known();
    let [mut outside, mut inside, mut null] = [[0; TILE]; 3];
    for first in blocks.clone().step_by(TILE) {
        let count = TILE.min(blocks.end - first);
        let survey = match known {
            Some(survey) => survey,
            None => shapes.survey(simd, first..first + count),
        };
        let threshold = threshold::<D, C>(asked.filters, survey);
        for index in 0..count {
            let block = first + index;
            let lying = match survey.may_have_nulls {
                false => shapes.lying(simd, asked.filters, threshold, block),
                true => None,
            };
            match lying {
                Some(certain) => [outside[index], inside[index], null[index]] = certain,
                None => {
                    let word = careful_of_all(simd, shapes, asked, survey, block);
                    outside[index] = word.back;
                    inside[index] = word.within;
                    null[index] = word.null;
                }
            }
        }
        let words = [&inside, &inside, &outside, &null].map(|words| &words[..count]);
        sink(0, Words::new(first, count * BLOCK, words));
    }
}

/// Returns the largest of the planes' error bounds, as one bound for all planes.
#[inline(always)]
fn threshold<const D: usize, C: Blocks<D>>(
    filters: &[Filter<C::Scalar, D>],
    survey: Survey,
) -> C::Scalar {
    let mut largest = C::threshold(&filters[0], survey.largest);
    for filter in &filters[1..] {
        let threshold = C::threshold(filter, survey.largest);
        largest = if threshold > largest {
            threshold
        } else {
            largest
        };
    }
    largest
}

/// Classifies a block plane by plane, for a block that is not completely certain at once.
#[cold]
#[inline(never)]
fn careful_of_all<S: Simd, const D: usize, C: Blocks<D>>(
    simd: S,
    shapes: C,
    asked: &Question<'_, C::Scalar, D>,
    survey: Survey,
    block: usize,
) -> Word {
    let mut all = Word {
        within: !0,
        ..Word::default()
    };
    for (plane, filter) in asked.planes.iter().zip(asked.filters) {
        let one = (plane, filter, C::threshold(filter, survey.largest));
        let word = careful(
            simd,
            shapes,
            one,
            survey.may_have_nulls,
            block,
            asked.first_row,
        );
        all.within &= word.within;
        all.back |= word.back;
        all.null |= word.null;
        if all.back | all.null == !0 {
            break;
        }
    }
    all
}

/// Returns the bits of the shapes behind one of the planes, the bits of the shapes in front of all planes, and zeros as
/// the bits of the nulls. Returns `None` unless all 64 shapes are certain. The shapes are boxes, or points given as
/// both corners of a box.
///
/// The least value of n·p + d over all planes decides the region. Let ε be the error bound. If the least value at the
/// frontmost corners is below −ε, its plane has the whole box behind it. If the least value is above ε, the values of
/// all other planes are above ε, too.
#[inline(always)]
pub(crate) fn lying<S: Simd, T: Scalar, const D: usize>(
    simd: S,
    filters: &[Filter<T, D>],
    threshold: T,
    bounds: &[[Lane<'_, T>; D]; 2],
) -> Option<[u64; 3]> {
    let length = T::Vector::<S>::LEN;
    let vectors = GROUP.min(BLOCK / length);
    let above = T::Vector::splat(simd, threshold);
    let below = -above;
    let [mut outside, mut inside] = [0; 2];
    let mut is_certain = above.simd_ge(above);
    for first in (0..BLOCK).step_by(vectors * length) {
        let farthest = least(simd, filters, bounds, first, false, below);
        if greatest::<S, T>(&farthest[..vectors])
            .simd_lt(below)
            .all_true()
        {
            outside |= (!0 >> (BLOCK - vectors * length)) << first;
            continue;
        }
        let nearest = least(simd, filters, bounds, first, true, below);
        for index in 0..vectors {
            let place = first + index * length;
            let is_behind = farthest[index].simd_lt(below);
            let is_decided = farthest[index].simd_gt(above) & nearest[index].abs().simd_gt(above);
            is_certain &= is_behind | is_decided;
            outside |= is_behind.to_bitmask() << place;
            inside |= nearest[index].simd_gt(above).to_bitmask() << place;
        }
    }
    is_certain.all_true().then_some([outside, inside, 0])
}

/// Returns the least values of n·p + d over the planes for some vectors of shapes, at the backmost corners if
/// `is_near`, or else at the frontmost corners.
#[inline(always)]
fn least<S: Simd, T: Scalar, const D: usize>(
    simd: S,
    filters: &[Filter<T, D>],
    bounds: &[[Lane<'_, T>; D]; 2],
    first: usize,
    is_near: bool,
    enough: T::Vector<S>,
) -> [T::Vector<S>; GROUP] {
    let vectors = GROUP.min(BLOCK / T::Vector::<S>::LEN);
    let mut least = [T::Vector::splat(simd, T::above(f64::INFINITY)); GROUP];
    for (place, filter) in filters.iter().enumerate() {
        let mut corner = bounds[0];
        for (axis, lane) in corner.iter_mut().enumerate() {
            let end = usize::from(filter.is_negative[axis] == is_near);
            *lane = bounds[end][axis];
        }
        for (index, least) in least[..vectors].iter_mut().enumerate() {
            let value = values(simd, filter, &corner, first + index * T::Vector::<S>::LEN);
            *least = least.min(value);
        }
        // This is checked only once, after two planes: if neighboring rows are neighbors in space, two planes decide
        // most rows.
        if !is_near
            && place == 1
            && greatest::<S, T>(&least[..vectors])
                .simd_lt(enough)
                .all_true()
        {
            break;
        }
    }
    least
}

/// Returns the greatest value of each lane over some vectors.
#[inline(always)]
fn greatest<S: Simd, T: Scalar>(vectors: &[T::Vector<S>]) -> T::Vector<S> {
    let mut greatest = vectors[0];
    for vector in &vectors[1..] {
        greatest = greatest.max(*vector);
    }
    greatest
}
