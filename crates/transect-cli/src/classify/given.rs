//! The plane of a question in the form in which the command line gives it.

use transect::{Extent, ExtentThrough, PlaneAt, PlaneThrough, Polytope};

/// A plane in the form in which it was given. It decides all sides, because its coefficients may be rounded.
#[derive(Clone, Copy)]
pub(crate) enum Given<const D: usize> {
    /// The points of `--through`.
    Through(PlaneThrough<D>),
    /// The point and the normal of `--point` and `--normal`.
    At(PlaneAt<D>),
}

impl<const D: usize> Given<D> {
    /// Returns `true` if a coefficient of the plane is rounded.
    pub(crate) fn is_rounded(&self) -> bool {
        match self {
            Self::Through(plane) => plane.is_rounded(),
            Self::At(plane) => plane.is_rounded(),
        }
    }

    /// Returns the exact position of a shape relative to the plane.
    pub(crate) fn extent(&self, shape: &(impl Polytope<D> + ExtentThrough<D>)) -> Extent {
        match self {
            Self::Through(plane) => plane.extent(shape),
            Self::At(plane) => plane.extent(shape),
        }
    }

    /// Returns the signed distance of a point from the plane. It is rounded.
    pub(crate) fn signed_distance(&self, point: &[f64; D]) -> f64 {
        match self {
            Self::Through(plane) => plane.signed_distance(point),
            Self::At(plane) => plane.signed_distance(point),
        }
    }
}
