//! Classifies the shapes of a batch against a region. Each shape is compared with all planes of the region in one step:
//! a shape behind any of the planes is outside, and a shape in front of all planes is inside.

use core::ops::Range;

use fearless_simd::{Simd, SimdBase, SimdFloat, SimdMask};
use transect_exact::arrays::Few as _;

use crate::batch::blocks::{Blocks, Survey, careful};
use crate::batch::filter::Filter;
use crate::batch::kernel::{BLOCK, Lane, TILE, Values, values};
use crate::batch::scalar::Scalar;
use crate::batch::shapes::Question;
use crate::batch::words::{Word, Words};

/// The number of SIMD vectors of boxes that [`lying_in_columns`] compares with all planes in one loop. The least
/// n·p + d of each vector stays in a register; most CPUs have enough registers for eight.
const GROUP: usize = 8;

/// Classifies blocks against a region. Passes the results to `sink`: for each block one set of 64-bit words, one bit
/// per shape. The function `walk` of `walk.rs`, by contrast, passes one set of words per block and plane.
#[inline(always)]
pub(crate) fn walk<S: Simd, const D: usize, C: Blocks<D>>(
    simd: S,
    shapes: C,
    query: &Question<'_, C::Scalar, D>,
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
        let threshold = threshold::<D, C>(shapes, query.filters, survey);
        for index in 0..count {
            let block = first + index;
            let lying = if !survey.may_have_nulls {
                shapes.lying(simd, query.filters, threshold, block)
            } else {
                None
            };
            match lying {
                Some(certain) => [outside[index], inside[index], null[index]] = certain,
                None => {
                    let word = careful_of_all(simd, shapes, query, survey, block);
                    outside[index] = word.back;
                    inside[index] = word.within;
                    null[index] = word.null;
                }
            }
        }
        let words = [&inside, &inside, &outside, &null].each(|words| &words[..count]);
        sink(0, Words::new(first, count * BLOCK, words));
    }
}

/// Returns the largest of the error bounds of all planes. A rounded n·p + d whose magnitude exceeds this bound has the
/// right sign, whichever plane it belongs to.
#[inline(always)]
fn threshold<const D: usize, C: Blocks<D>>(
    shapes: C,
    filters: &[Filter<C::Scalar, D>],
    survey: Survey,
) -> C::Scalar {
    let mut largest = shapes.threshold(&filters[0], survey.largest);
    for filter in &filters[1..] {
        let threshold = shapes.threshold(filter, survey.largest);
        largest = if threshold > largest {
            threshold
        } else {
            largest
        };
    }
    largest
}

/// Classifies a block plane by plane. Called only for a block in which the comparison with all planes in one step did
/// not decide all shapes.
#[cold]
#[inline(never)]
fn careful_of_all<S: Simd, const D: usize, C: Blocks<D>>(
    simd: S,
    shapes: C,
    query: &Question<'_, C::Scalar, D>,
    survey: Survey,
    block: usize,
) -> Word {
    let mut all = Word {
        within: !0,
        ..Word::default()
    };
    for (plane, filter) in query.planes.iter().zip(query.filters) {
        let one = (plane, filter, shapes.threshold(filter, survey.largest));
        let word = careful(
            simd,
            shapes,
            one,
            survey.may_have_nulls,
            block,
            query.first_row,
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

/// The numbers of one SIMD vector of shapes, held in registers while they are compared with all planes. (A load of 64
/// bytes takes two memory accesses unless the address is a multiple of 64. So loading the columns again for every plane
/// would be slow.)
pub(crate) trait Held<S: Simd, T: Scalar, const D: usize>: Copy {
    /// `false` if the shapes are points, so that the backmost and the frontmost point of a shape are the same.
    const HAS_EXTENT: bool = true;

    /// Returns n·p + d at the backmost and at the frontmost points of some vectors of shapes.
    fn values<const N: usize>(
        group: &[Self; N],
        simd: S,
        filter: &Filter<T, D>,
    ) -> [Values<S, T>; N];
}

/// Returns n·p + d for one SIMD vector of points, computed with the filter's rounded coefficients.
#[inline(always)]
pub(crate) fn sum<S: Simd, T: Scalar, const D: usize>(
    simd: S,
    filter: &Filter<T, D>,
    point: &[T::Vector<S>; D],
) -> T::Vector<S> {
    let normal = &filter.normal;
    let mut sum = T::Vector::splat(simd, filter.offset);
    for axis in 0..D {
        let coefficient = T::Vector::splat(simd, normal[axis]);
        sum = point[axis].mul_add(coefficient, sum);
    }
    sum
}

// | smallest value of a shape over all planes | compared with ε | then the shape is |
// |---|---|---|
// | the least frontmost value | below −ε | entirely behind the plane of that value |
// | the least frontmost value | above ε | not entirely behind any plane |
// | the least backmost value | above ε | strictly in front of all planes |
// | the least backmost value | below −ε | partly behind the plane of that value |

/// Compares 64 shapes with all planes. `hold` loads one vector of shapes, given the index of its first shape.
/// Returns three words of bits: the shapes behind one of the planes, the shapes in front of all planes, and a word of
/// zero, because none of these rows is null. Returns `None` unless the float values decide all 64 shapes.
///
/// Only the least value of n·p + d over all planes matters, once for the frontmost and once for the backmost points.
/// Let ε be the error bound. If the least value at the frontmost point is below −ε, the whole shape is behind the plane
/// with this value. If the least value at the backmost point is above ε, so are the values of all other planes, and the
/// shape is in front of all planes.
#[inline(always)]
pub(crate) fn lying<S: Simd, T: Scalar, H: Held<S, T, D>, const D: usize>(
    simd: S,
    filters: &[Filter<T, D>],
    threshold: T,
    hold: impl Fn(usize) -> H,
) -> Option<[u64; 3]> {
    if has_many_registers::<S, T>() {
        in_groups::<S, T, H, D, 2>(simd, filters, threshold, hold)
    } else {
        in_groups::<S, T, H, D, 1>(simd, filters, threshold, hold)
    }
}

/// Returns `true` if vectors have 64 bytes. CPUs with such vectors have 32 registers. These hold the numbers of two
/// vectors of boxes, and the values that are computed from them.
#[inline(always)]
pub(crate) const fn has_many_registers<S: Simd, T: Scalar>() -> bool {
    size_of::<T::Vector<S>>() >= 64
}

/// Does the work of [`lying`] for groups of `N` SIMD vectors of shapes.
#[expect(
    clippy::needless_range_loop,
    reason = "in builds with many codegen units, iterators are function calls per vector"
)]
#[inline(always)]
fn in_groups<S: Simd, T: Scalar, H: Held<S, T, D>, const D: usize, const N: usize>(
    simd: S,
    filters: &[Filter<T, D>],
    threshold: T,
    hold: impl Fn(usize) -> H,
) -> Option<[u64; 3]> {
    let length = T::Vector::<S>::LEN;
    let above = T::Vector::splat(simd, threshold);
    let below = -above;
    let infinity = T::Vector::splat(simd, T::above(f64::INFINITY));
    let [mut outside, mut inside] = [0; 2];
    let mut is_certain = above.simd_ge(above);
    let (early, late) = filters.split_at(filters.len().min(2));
    for first in (0..BLOCK).step_by(N * length) {
        let mut group = [hold(first); N];
        for index in 1..N {
            group[index] = hold(first + index * length);
        }
        let mut least = [[infinity; 2]; N];
        for filter in early {
            lower(simd, &mut least, &group, filter);
        }
        // If all shapes of the group are behind one of the first two planes, the other planes are skipped. This is
        // checked only once: if neighboring rows are neighbors in space, two planes decide most rows.
        let mut greatest = least[0][1];
        for index in 1..N {
            greatest = greatest.max(least[index][1]);
        }
        if greatest.simd_lt(below).all_true() {
            outside |= (!0 >> (BLOCK - N * length)) << first;
            continue;
        }
        for filter in late {
            lower(simd, &mut least, &group, filter);
        }
        for index in 0..N {
            let [nearest, farthest] = least[index];
            let nearest = if H::HAS_EXTENT { nearest } else { farthest };
            let place = first + index * length;
            let is_behind = farthest.simd_lt(below);
            let is_decided = farthest.simd_gt(above) & nearest.abs().simd_gt(above);
            is_certain &= is_behind | is_decided;
            outside |= is_behind.to_bitmask() << place;
            inside |= nearest.simd_gt(above).to_bitmask() << place;
        }
    }
    is_certain.all_true().then_some([outside, inside, 0])
}

/// Updates the least values of n·p + d over planes with the values of one more plane.
#[inline(always)]
fn lower<S: Simd, T: Scalar, H: Held<S, T, D>, const D: usize, const N: usize>(
    simd: S,
    least: &mut [Values<S, T>; N],
    group: &[H; N],
    filter: &Filter<T, D>,
) {
    let values = H::values(group, simd, filter);
    for index in 0..N {
        let [nearest, farthest] = values[index];
        if H::HAS_EXTENT {
            least[index][0] = least[index][0].min(nearest);
        }
        least[index][1] = least[index][1].min(farthest);
    }
}

/// Compares 64 boxes with all planes, as [`lying`] does, but reads the columns again for every plane. For vectors of up
/// to 32 bytes this is faster: 16 registers hold the least values of many vectors of boxes, but not also their
/// coordinates.
#[inline(always)]
pub(crate) fn lying_in_columns<S: Simd, T: Scalar, const D: usize>(
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

/// Returns, for some SIMD vectors of shapes, the least value of n·p + d over the planes. The value is taken at the
/// backmost corner of each shape if `is_near`, or else at the frontmost corner. Stops early if all values are below
/// `enough`.
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
        // The early stop is checked only once, after two planes: if neighboring rows are neighbors in space, two planes
        // decide most rows.
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

/// For each SIMD lane, returns the greatest of the numbers that some vectors have in this lane.
#[inline(always)]
fn greatest<S: Simd, T: Scalar>(vectors: &[T::Vector<S>]) -> T::Vector<S> {
    let mut greatest = vectors[0];
    for vector in &vectors[1..] {
        greatest = greatest.max(*vector);
    }
    greatest
}
