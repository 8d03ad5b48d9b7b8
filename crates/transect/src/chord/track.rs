//! Lines, rays and segments in one form: origin + t·direction, with bounds on t for rays and segments.

use transect_exact::Side;
use transect_exact::determinant::{difference, numbers};
use transect_exact::number::Number;

use crate::chord::Course;
use crate::clip::LinePart;

/// A [`Course`] with its exact direction.
pub(super) struct Track<const D: usize> {
    pub(super) course: Course<D>,
    /// The end of a segment, whose direction, end − origin, may not be representable in floats.
    end: Option<[f64; D]>,
}

impl<const D: usize> Track<D> {
    #[inline]
    pub(super) fn of(line: &LinePart<D>) -> Self {
        let end = match line {
            LinePart::Segment(segment) => Some(segment.ends()[1]),
            LinePart::Ray(_) | LinePart::Line(_) => None,
        };
        Self {
            course: line.course(),
            end,
        }
    }

    /// Returns `true` if t is not less than 0.
    #[inline]
    pub(super) fn has_start(&self) -> bool {
        self.course.least == 0.0
    }

    /// Returns `true` if t is not greater than 1.
    #[inline]
    pub(super) fn has_end(&self) -> bool {
        self.course.most == 1.0
    }

    /// Returns the direction, exactly. Its coordinates are polynomials of degree 1.
    pub(super) fn direction<N: Number>(&self) -> [N; D] {
        match &self.end {
            None => numbers(&self.course.direction),
            Some(end) => difference(end, &self.course.origin),
        }
    }

    /// Returns the sign of the direction on each axis, exactly.
    pub(super) fn signs(&self) -> [Side; D] {
        core::array::from_fn(|axis| {
            let (from, to) = match &self.end {
                None => (0.0, self.course.direction[axis]),
                Some(end) => (self.course.origin[axis], end[axis]),
            };
            to.partial_cmp(&from).map_or(Side::On, Side::from)
        })
    }

    /// Returns `true` for a segment with equal ends.
    pub(super) fn is_point(&self) -> bool {
        self.signs() == [Side::On; D]
    }
}
