//! Lines, rays and segments in one form: origin + t·direction, with bounds on t for rays and segments.

use transect_exact::Side;
use transect_exact::determinant::{difference, numbers};
use transect_exact::number::Number;

use crate::chord::Course;
use crate::clip::LinePart;

/// The points origin + t·direction, for all t ≥ 0 if `has_start`, and only for t ≤ 1 if `has_end`.
pub(super) struct Track<const D: usize> {
    pub(super) origin: [f64; D],
    toward: Toward<D>,
    pub(super) has_start: bool,
    pub(super) has_end: bool,
}

/// The direction of a line or ray, or the end of a segment. The segment's direction, end − origin, may not be
/// representable in floats.
enum Toward<const D: usize> {
    Direction([f64; D]),
    End([f64; D]),
}

impl<const D: usize> Track<D> {
    #[inline]
    pub(super) fn of(line: &LinePart<D>) -> Self {
        let (origin, toward) = match line {
            LinePart::Segment(segment) => {
                let [start, end] = segment.ends();
                (start, Toward::End(end))
            }
            LinePart::Ray(ray) => (ray.origin(), Toward::Direction(ray.direction())),
            LinePart::Line(line) => (line.origin(), Toward::Direction(line.direction())),
        };
        Self {
            origin,
            toward,
            has_start: !matches!(line, LinePart::Line(_)),
            has_end: matches!(line, LinePart::Segment(_)),
        }
    }

    /// Returns the direction, exactly. Its coordinates are polynomials of degree 1.
    pub(super) fn direction<N: Number>(&self) -> [N; D] {
        match &self.toward {
            Toward::Direction(direction) => numbers(direction),
            Toward::End(end) => difference(end, &self.origin),
        }
    }

    /// Returns the direction in floats. Each coordinate is the nearest float, and the exact one for a line or ray.
    #[inline]
    pub(super) fn float_direction(&self) -> [f64; D] {
        match &self.toward {
            Toward::Direction(direction) => *direction,
            Toward::End(end) => core::array::from_fn(|axis| end[axis] - self.origin[axis]),
        }
    }

    pub(super) fn course(&self) -> Course<D> {
        Course {
            origin: self.origin,
            direction: self.float_direction(),
            least: if self.has_start {
                0.0
            } else {
                f64::NEG_INFINITY
            },
            most: if self.has_end { 1.0 } else { f64::INFINITY },
        }
    }

    /// Returns the sign of the direction on each axis, exactly.
    pub(super) fn signs(&self) -> [Side; D] {
        core::array::from_fn(|axis| {
            let (from, to) = match &self.toward {
                Toward::Direction(direction) => (0.0, direction[axis]),
                Toward::End(end) => (self.origin[axis], end[axis]),
            };
            to.partial_cmp(&from).map_or(Side::On, Side::from)
        })
    }

    /// Returns `true` for a segment with equal ends.
    pub(super) fn is_point(&self) -> bool {
        self.signs() == [Side::On; D]
    }
}
