//! The directions that a separating axis of two shapes may have if the shapes are boxes with infinite bounds.

use transect_exact::Side;

use crate::polytope::Polytope;
use crate::predicates::cone::Orthant;

/// The signs that each coordinate of a separating axis w may have. The axis points from the first shape to the second:
/// w·p < w·q for all points p of the first shape and q of the second. If a shape is unbounded along a coordinate axis,
/// in one direction or in both, then one sign of this coordinate, or both signs, would make w·p or w·q unbounded, and
/// the inequality would fail. Zero is always allowed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Freedom<const D: usize> {
    may_be_negative: [bool; D],
    may_be_positive: [bool; D],
}

impl<const D: usize> Freedom<D> {
    pub(super) fn of(a: &impl Polytope<D>, b: &impl Polytope<D>) -> Self {
        let mut freedom = Self {
            may_be_negative: [true; D],
            may_be_positive: [true; D],
        };
        if let Some(first) = a.unbounded_box() {
            for axis in 0..D {
                freedom.may_be_positive[axis] &= first.max()[axis].is_finite();
                freedom.may_be_negative[axis] &= first.min()[axis].is_finite();
            }
        }
        if let Some(second) = b.unbounded_box() {
            for axis in 0..D {
                freedom.may_be_positive[axis] &= second.min()[axis].is_finite();
                freedom.may_be_negative[axis] &= second.max()[axis].is_finite();
            }
        }
        freedom
    }

    /// Returns `true` if the coordinate of a separating axis on the axis `axis` must be zero.
    pub(super) fn is_fixed(&self, axis: usize) -> bool {
        !self.may_be_negative[axis] && !self.may_be_positive[axis]
    }

    /// Returns `true` if a shape is unbounded along an axis.
    pub(super) fn is_limited(&self, axis: usize) -> bool {
        !self.may_be_negative[axis] || !self.may_be_positive[axis]
    }

    /// Returns `true` if a separating axis may have coordinates with these signs.
    pub(super) fn allows(&self, signs: impl Fn(usize) -> Side) -> bool {
        (0..D).all(|axis| match signs(axis) {
            Side::Back => self.may_be_negative[axis],
            Side::On => true,
            Side::Front => self.may_be_positive[axis],
        })
    }

    /// Returns `true` if both w and −w are allowed as a separating axis.
    pub(super) fn allows_both(&self, w: &[f64; D]) -> bool {
        (0..D).all(|axis| w[axis] == 0.0 || !self.is_limited(axis))
    }

    /// Returns `true` if the closure of an orthant contains −w for some allowed separating axis w. A coordinate of w
    /// that must be zero fits into two orthants; only the positive one counts, so that it is tried once.
    pub(super) fn allows_opposite(&self, orthant: &Orthant) -> bool {
        (0..D).all(
            |axis| match (orthant.is_negative[axis], self.is_fixed(axis)) {
                (is_negative, true) => !is_negative,
                (true, _) => self.may_be_positive[axis],
                (false, _) => self.may_be_negative[axis],
            },
        )
    }
}
