//! Tests of two axis-aligned boxes by comparing coordinates.

use transect_exact::Side;
use transect_exact::arrays::Few as _;
use transect_exact::number::Number;
use transect_exact::polynomial::{Polynomial, digits, sign};

use crate::aabb::Aabb;

/// Returns `true` if two boxes have a common point. Bounds may be infinite; a comparison is exact for them, too.
#[inline]
pub(super) fn boxes_overlap<const D: usize>(a: &Aabb<D>, b: &Aabb<D>) -> bool {
    let ([a_min, a_max], [b_min, b_max]) = ([a.min(), a.max()], [b.min(), b.max()]);
    (0..D).all(|axis| a_min[axis] <= b_max[axis] && b_min[axis] <= a_max[axis])
}

/// Returns the least translation of the second of two overlapping boxes after which the boxes only touch. The result is
/// the length of the translation, rounded to the nearest float, and its direction. Returns `None` if a bound is
/// infinite or the first box is flat.
#[inline]
pub(super) fn least_translation_of_boxes<const D: usize>(
    a: &Aabb<D>,
    b: &Aabb<D>,
) -> Option<(f64, [f64; D])> {
    let ([a_min, a_max], [b_min, b_max]) = ([a.min(), a.max()], [b.min(), b.max()]);
    let is_solid = (0..D).all(|axis| a_min[axis] < a_max[axis]);
    if !is_solid || !a.is_bounded() || !b.is_bounded() {
        return None;
    }
    // The directions are tried in the order of the cross products of the first box's edges. So among equally short
    // translations, the same one is chosen as for shapes that are not boxes.
    let mut best = Step::along(D - 1, D == 3, [&a_min, &a_max], [&b_min, &b_max]);
    for axis in (0..D).rev() {
        let is_up_first = axis != 1;
        for is_up in [is_up_first, !is_up_first] {
            let step = Step::along(axis, is_up, [&a_min, &a_max], [&b_min, &b_max]);
            if step.is_less_than(&best) {
                best = step;
            }
        }
    }
    let mut direction = [0.0; D];
    direction[best.axis] = if best.is_up { 1.0 } else { -1.0 };
    Some((best.length, direction))
}

/// A translation of the second box along an axis.
struct Step {
    axis: usize,
    is_up: bool,
    /// The two coordinates whose difference is the length of the translation.
    ends: [f64; 2],
    length: f64,
}

impl Step {
    #[inline]
    fn along<const D: usize>(
        axis: usize,
        is_up: bool,
        a: [&[f64; D]; 2],
        b: [&[f64; D]; 2],
    ) -> Self {
        let ends = if is_up {
            [a[1][axis], b[0][axis]]
        } else {
            [b[1][axis], a[0][axis]]
        };
        Self {
            axis,
            is_up,
            ends,
            length: ends[0] - ends[1],
        }
    }

    /// Compares two lengths exactly. Rounding is monotone: if the rounded lengths differ, the exact lengths are in the
    /// same order.
    #[inline]
    fn is_less_than(&self, other: &Self) -> bool {
        self.length < other.length
            || (self.length == other.length
                && self.ends != other.ends
                && sign::<{ digits(1) }>(&Shortfall(self.ends, other.ends)) == Side::Back)
    }
}

/// The difference of two lengths, each of which is a difference of two coordinates.
struct Shortfall([f64; 2], [f64; 2]);

impl Polynomial for Shortfall {
    fn evaluate<N: Number>(&self) -> N {
        let [a, b] = [self.0, self.1].each(|[high, low]| N::of(high).minus(&N::of(low)));
        a.minus(&b)
    }
}
