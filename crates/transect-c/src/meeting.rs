//! The points that a plane has in common with lines, rays, segments and other planes.

use transect::{
    Line, LineError, LineMeeting, LinePart, Ray, RayMeeting, Segment, SegmentMeeting,
    ThreePlanesMeeting, TwoPlanesMeeting,
};

use crate::caller::{Caller, Plain};
use crate::plane::{Plane, constant, read_plane};
use crate::side::Side;
use crate::status::{Failure, Status};

/// The part of a line origin + t·direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum LineKind {
    /// All t.
    Line = 0,
    /// t ≥ 0.
    Ray = 1,
    /// 0 ≤ t ≤ 1: from the origin to origin + direction.
    Segment = 2,
}

/// A line, a ray or a segment: the points origin + t·direction.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct LinePiece {
    /// The origin.
    pub origin: [f64; 3],
    /// The direction, of any length but zero.
    pub direction: [f64; 3],
    /// The part of the line: one of `transect_line_kind`.
    pub kind: i32,
}

// SAFETY: the record has numbers and padding; the padding is not read.
unsafe impl Plain for LinePiece {}

impl LinePiece {
    pub(crate) fn checked(&self, parameter: &str) -> Result<LinePart, Failure> {
        let invalid = |error: LineError| Failure::invalid(parameter, error);
        match constant("kind", self.kind, 0..3)? {
            0 => Ok(Line::new(self.origin, self.direction)
                .map_err(invalid)?
                .into()),
            1 => Ok(Ray::new(self.origin, self.direction)
                .map_err(invalid)?
                .into()),
            _ => {
                // The end is rounded, like every point that is computed.
                Line::new(self.origin, self.direction).map_err(invalid)?;
                let end = core::array::from_fn(|axis| self.origin[axis] + self.direction[axis]);
                let segment = Segment::new(self.origin, end)
                    .map_err(|error| Failure::invalid(parameter, error))?;
                Ok(segment.into())
            }
        }
    }
}

/// The points that planes and lines have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Common {
    /// No point.
    Nothing = 0,
    /// One point.
    Point = 1,
    /// A line; for a plane and a line, ray or segment, all points of the latter.
    Line = 2,
    /// A plane: all planes have the same points.
    Plane = 3,
}

/// The meeting of a plane and a line, a ray or a segment. What is common is exact; the point is rounded.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct LineMeets {
    /// The common points: nothing, a point or a line.
    pub common: Common,
    /// If nothing is common, the side of the whole line, ray or segment. If there is a point, the side to which it
    /// leads with growing t.
    pub side: Side,
    /// The parameter of the point, with a relative error below 2⁻⁴⁸; 0 without a point.
    pub t: f64,
    /// The point; zeros without a point.
    pub point: [f64; 3],
}

/// The meeting of two or three planes. What is common is exact; each number is the float nearest to the true one.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct PlanesMeet {
    /// The common points.
    pub common: Common,
    /// The common point, or the origin of the common line; otherwise zeros.
    pub point: [f64; 3],
    /// The direction of the common line; otherwise zeros.
    pub direction: [f64; 3],
}

impl PlanesMeet {
    fn new(common: Common, point: [f64; 3], direction: [f64; 3]) -> Self {
        Self {
            common,
            point,
            direction,
        }
    }

    fn line(line: &Line) -> Self {
        Self::new(Common::Line, line.origin(), line.direction())
    }

    fn without_point(common: Common) -> Self {
        Self::new(common, [0.0; 3], [0.0; 3])
    }
}

impl LineMeets {
    fn apart(side: transect::Side) -> Self {
        Self {
            common: Common::Nothing,
            side: Side::of(side),
            t: 0.0,
            point: [0.0; 3],
        }
    }

    fn within() -> Self {
        Self {
            common: Common::Line,
            ..Self::apart(transect::Side::On)
        }
    }

    fn point(toward: transect::Side, t: f64, point: [f64; 3]) -> Self {
        Self {
            common: Common::Point,
            side: Side::of(toward),
            t,
            point,
        }
    }

    fn of(plane: &transect::Plane, line: &LinePart) -> Self {
        match line {
            LinePart::Line(line) => match plane.meet(line) {
                LineMeeting::Point { t, point, toward } => Self::point(toward, t, point),
                LineMeeting::Within => Self::within(),
                LineMeeting::Apart { side } => Self::apart(side),
            },
            LinePart::Ray(ray) => match plane.meet(ray) {
                RayMeeting::Point {
                    t, point, toward, ..
                } => Self::point(toward, t, point),
                RayMeeting::Within => Self::within(),
                RayMeeting::Apart { side, .. } => Self::apart(side),
            },
            LinePart::Segment(segment) => match plane.meet(segment) {
                SegmentMeeting::Point {
                    t,
                    point,
                    ends: [start, end],
                } => {
                    let toward = match end {
                        transect::Side::On => -start,
                        end => end,
                    };
                    Self::point(toward, t, point)
                }
                SegmentMeeting::Within => Self::within(),
                SegmentMeeting::Apart { side, .. } => Self::apart(side),
            },
        }
    }
}

/// Finds the common points of a plane and a line, ray or segment.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_plane_meet_line(
    plane: *const Plane,
    line: *const LinePiece,
    meeting: *mut LineMeets,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    caller.answer(|caller| {
        let plane = read_plane(caller, "plane", plane)?;
        let line = caller.read("line", line)?.checked("line")?;
        let place = caller.out("meeting", meeting)?;
        place.set(LineMeets::of(&plane, &line));
        Ok(())
    })
}

/// Finds the common points of two planes: nothing, a line, or the plane itself.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_plane_meet_plane(
    a: *const Plane,
    b: *const Plane,
    meeting: *mut PlanesMeet,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    caller.answer(|caller| {
        let a = read_plane(caller, "a", a)?;
        let b = read_plane(caller, "b", b)?;
        let place = caller.out("meeting", meeting)?;
        place.set(match a.meet(&b) {
            TwoPlanesMeeting::Line(line) => PlanesMeet::line(&line),
            TwoPlanesMeeting::Same { .. } => PlanesMeet::without_point(Common::Plane),
            TwoPlanesMeeting::Parallel { .. } => PlanesMeet::without_point(Common::Nothing),
        });
        Ok(())
    })
}

/// Finds the common points of three planes: nothing, a point, a line, or the plane itself.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_planes_meet(
    a: *const Plane,
    b: *const Plane,
    c: *const Plane,
    meeting: *mut PlanesMeet,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    caller.answer(|caller| {
        let planes = [
            read_plane(caller, "a", a)?,
            read_plane(caller, "b", b)?,
            read_plane(caller, "c", c)?,
        ];
        let place = caller.out("meeting", meeting)?;
        place.set(match transect::Plane::meet_three(planes.each_ref()) {
            ThreePlanesMeeting::Point(point) => PlanesMeet::new(Common::Point, point, [0.0; 3]),
            ThreePlanesMeeting::Line(line) => PlanesMeet::line(&line),
            ThreePlanesMeeting::Plane => PlanesMeet::without_point(Common::Plane),
            ThreePlanesMeeting::Nothing => PlanesMeet::without_point(Common::Nothing),
        });
        Ok(())
    })
}
