//! The signed area of a polygon in 2D, in compensated sums.

use transect::batch::level_of_cpu;
use transect::dispatch;
use transect_exact::arrays::Few as _;
use transect_exact::error_free::two_sum;
use transect_exact::nearest::halves;

use crate::mesh::lanes::Lanes;

/// The number of corners whose terms are computed together, as one block.
const BLOCK: usize = 64;

/// The area of a polygon with at most this number of corners is computed without blocks.
const FEW: usize = 8;

/// One number per corner of a block.
type Column = [f64; BLOCK];

/// Returns twice the signed area of a polygon: the sum of x·y′ − x′·y over its sides, relative to its first point. The
/// area is positive if the polygon runs counter-clockwise.
///
/// Differences, products and sums are computed with their rounding errors, which are added up separately. So the result
/// is about as accurate as a sum with twice the precision that is rounded at its end, even if the terms nearly cancel,
/// as for points that are nearly on one line. The result has the same bits at every level of CPU features.
pub(super) fn doubled_area(points: &[[f64; 2]]) -> f64 {
    if points.len() <= FEW {
        return sum_of_few(points);
    }
    dispatch!(level_of_cpu(), _simd => sum(points))
}

/// Returns the same number as [`sum`], for at most as many terms as there are partial sums: each is then one term.
fn sum_of_few(points: &[[f64; 2]]) -> f64 {
    let Some((origin, rest)) = points.split_first() else {
        return 0.0;
    };
    let relative = |point: &[f64; 2]| [0, 1].each(|axis| split(point[axis], origin[axis]));
    let (mut high, mut low) = (0.0, 0.0);
    for ends in rest.windows(2) {
        let ([x, y], [to_x, to_y]) = (relative(&ends[0]), relative(&ends[1]));
        let (term, rest_of_term) = term([x, y], [to_x, to_y]);
        let (sum, rest) = two_sum(high, term);
        high = sum;
        low += rest + rest_of_term;
    }
    high + low
}

#[inline(always)]
fn sum(points: &[[f64; 2]]) -> f64 {
    let Some((origin, rest)) = points.split_first() else {
        return 0.0;
    };
    let mut sums = Lanes::default();
    let mut corners: [Column; 2] = [[0.0; BLOCK]; 2];
    // Successive blocks share a corner. The missing corners of a short block are set to the origin (the polygon's first
    // point), so their terms are zero.
    let mut start = 0;
    while start + 1 < rest.len() {
        let end = rest.len().min(start + BLOCK);
        let block = &rest[start..end];
        for (axis, column) in corners.iter_mut().enumerate() {
            for (coordinate, point) in column.iter_mut().zip(block) {
                *coordinate = point[axis];
            }
            column[block.len()..].fill(origin[axis]);
        }
        add_terms(&corners, origin, &mut sums);
        start = end - 1;
    }
    sums.total()
}

/// Adds the terms between neighboring corners of a block, and the rounding errors of the terms.
#[expect(
    clippy::needless_range_loop,
    reason = "several columns have the same row; loops over indices become vector instructions"
)]
#[inline(always)]
fn add_terms([xs, ys]: &[Column; 2], origin: &[f64; 2], sums: &mut Lanes) {
    let zero = [0.0; BLOCK];
    let (mut x, mut y): ([Column; 4], [Column; 4]) = ([zero; 4], [zero; 4]);
    for row in 0..BLOCK {
        [x[0][row], x[1][row], x[2][row], x[3][row]] = split(xs[row], origin[0]);
        [y[0][row], y[1][row], y[2][row], y[3][row]] = split(ys[row], origin[1]);
    }
    let mut terms: [Column; 2] = [zero; 2];
    for row in 0..BLOCK - 1 {
        let number =
            |columns: &[Column; 4], row: usize| [0, 1, 2, 3].each(|part| columns[part][row]);
        let corner = |row: usize| [number(&x, row), number(&y, row)];
        (terms[0][row], terms[1][row]) = term(corner(row), corner(row + 1));
    }
    let (terms, rests) = (terms[0].as_chunks().0, terms[1].as_chunks().0);
    for (terms, rests) in terms.iter().zip(rests) {
        sums.add(terms, rests);
    }
}

/// A coordinate relative to the origin, as four numbers: a float, the rounding error of this float, and the upper and the
/// lower half of its bits.
type Split = [f64; 4];

#[inline(always)]
fn split(coordinate: f64, origin: f64) -> Split {
    let (difference, rest) = two_sum(coordinate, -origin);
    let [upper, lower] = halves(difference);
    [difference, rest, upper, lower]
}

/// Returns x·y′ − x′·y for two successive corners (x, y) and (x′, y′), as a float and its rounding error.
#[inline(always)]
fn term([x, y]: [Split; 2], [to_x, to_y]: [Split; 2]) -> (f64, f64) {
    let (first, first_rest) = product(x, to_y);
    let (second, second_rest) = product(to_x, y);
    let (term, rest) = two_sum(first, -second);
    (term, rest + (first_rest - second_rest))
}

/// Returns the product of two numbers as a float and its rounding error.
#[inline(always)]
fn product(a: Split, b: Split) -> (f64, f64) {
    let ([a, a_rest, a_upper, a_lower], [b, b_rest, b_upper, b_lower]) = (a, b);
    let product = a * b;
    let error =
        ((a_upper * b_upper - product) + a_upper * b_lower + a_lower * b_upper) + a_lower * b_lower;
    (product, error + (a * b_rest + a_rest * b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use transect_exact::Dyadic;
    use transect_exact::SplitMix64;
    use transect_exact::number::Number;

    type Exact = Dyadic<200>;

    /// Returns twice the signed area as an exact sum.
    fn exact(points: &[[f64; 2]]) -> Exact {
        let [mut sum, zero] = [0.0; 2].map(Exact::of);
        sum = sum.plus(&zero);
        for (index, from) in points.iter().enumerate() {
            let to = points[(index + 1) % points.len()];
            let [x, y, to_x, to_y] = [from[0], from[1], to[0], to[1]].map(Exact::of);
            sum = sum.plus(&x.times(&to_y).minus(&to_x.times(&y)));
        }
        sum
    }

    #[test]
    fn areas_have_twice_the_precision_before_they_are_rounded() {
        let random = &mut SplitMix64::new(1);
        let mut unit = || (random.bits() >> 11) as f64 / (1_u64 << 53) as f64;
        for count in [
            0, 1, 2, 3, 4, 15, 16, 17, 63, 64, 65, 66, 127, 128, 129, 500,
        ] {
            for distance in [0.0, 1.0, 1e6] {
                let point = |_| [distance + unit(), distance + unit()];
                let points: Vec<[f64; 2]> = (0..count).map(point).collect();
                let found = doubled_area(&points);
                let error = exact(&points).minus(&Exact::of(found));
                // The last rounding is off by at most half a unit in the last place of the result. All other errors are
                // at most about 2⁻⁹⁰ per corner, because the terms are at most 1.
                let bound = f64::EPSILON / 2.0 * found.abs() + 1e-27 * f64::from(count);
                for sign in [1.0, -1.0] {
                    let excess = Exact::of(sign).times(&error).minus(&Exact::of(bound));
                    assert!(excess.to_f64() <= 0.0, "{count} points at {distance}");
                }
                let reversed: Vec<[f64; 2]> = points.iter().rev().copied().collect();
                let sum = found + doubled_area(&reversed);
                assert!(sum.abs() <= f64::EPSILON * found.abs() + 1e-27);
            }
        }
    }

    #[test]
    fn areas_of_few_corners_are_the_same_with_and_without_blocks() {
        let random = &mut SplitMix64::new(3);
        let mut float = || (random.bits() >> 11) as f64 / 1e9;
        for count in (0..=FEW).cycle().take(1000) {
            let points: Vec<[f64; 2]> = (0..count).map(|_| [float(), float()]).collect();
            let [few, blocks] = [sum_of_few(&points), sum(&points)].map(f64::to_bits);
            assert_eq!(few, blocks, "{points:?}");
        }
    }

    #[test]
    fn areas_are_the_same_at_every_level() {
        let random = &mut SplitMix64::new(2);
        let mut float = || (random.bits() >> 11) as f64 / 1e9;
        let points: Vec<[f64; 2]> = (0..1000).map(|_| [float(), float()]).collect();
        let expected = sum(&points).to_bits();
        for level in transect::batch::Level::available() {
            let found = dispatch!(level.simd(), _simd => sum(&points));
            assert_eq!(found.to_bits(), expected, "{level}");
        }
    }
}
