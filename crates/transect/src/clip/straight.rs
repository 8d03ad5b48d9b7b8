//! Segments, rays and lines, split by a plane.

use transect_exact::Side;
use transect_exact::arrays::Few as _;

use crate::clip::{Clip, ShapeSplit};
use crate::line::Line;
use crate::meet::{LineMeeting, RayMeeting, SegmentMeeting};
use crate::plane::Plane;
use crate::ray::Ray;
use crate::segment::Segment;

/// A part of a line: a segment, a ray or the whole line.
///
/// ```
/// use transect::{Line, LinePart, Plane, Ray};
/// let line = Line::new([0.0, -3.0], [0.0, 1.0])?;
/// let part = Plane::new([0.0, 2.0], -2.0)?.clip(&line);
/// assert_eq!(part, Some(LinePart::Ray(Ray::new([0.0, 1.0], [0.0, 1.0])?)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LinePart<const D: usize = 3> {
    /// A part with two ends.
    Segment(Segment<D>),
    /// A part with one end. A split line consists of two rays; one of them has the opposite direction of the line.
    Ray(Ray<D>),
    /// The whole line.
    Line(Line<D>),
}

macro_rules! part_from {
    ($($part:ident),*) => {$(
        impl<const D: usize> From<$part<D>> for LinePart<D> {
            fn from(part: $part<D>) -> Self {
                Self::$part(part)
            }
        }

        impl<const D: usize> From<&$part<D>> for LinePart<D> {
            fn from(part: &$part<D>) -> Self {
                Self::$part(*part)
            }
        }
    )*};
}

part_from!(Segment, Ray, Line);

impl<const D: usize> Clip<D> for Segment<D> {
    type Part = Self;
    type Section = [f64; D];

    fn split(&self, plane: &Plane<D>) -> ShapeSplit<Self, [f64; D]> {
        match plane.meet(self) {
            SegmentMeeting::Within => ShapeSplit::Within,
            SegmentMeeting::Apart { side, .. } => ShapeSplit::Whole {
                side,
                touching: None,
            },
            SegmentMeeting::Point { point, ends, .. } => match ends {
                [Side::On, side] | [side, Side::On] => ShapeSplit::Whole {
                    side,
                    touching: Some(point),
                },
                [start, _] => {
                    let [a, b] = self.ends;
                    let parts = [[a, point], [point, b]].each(|ends| Self { ends });
                    halves(start, parts, point)
                }
            },
        }
    }

    fn whole(&self) -> Self {
        *self
    }
}

/// The section is a point. If it is beyond the range of floats, its coordinates are clamped to that range.
impl<const D: usize> Clip<D> for Ray<D> {
    type Part = LinePart<D>;
    type Section = [f64; D];

    fn split(&self, plane: &Plane<D>) -> ShapeSplit<LinePart<D>, [f64; D]> {
        match plane.meet(self) {
            RayMeeting::Within => ShapeSplit::Within,
            RayMeeting::Apart { side, .. } => ShapeSplit::Whole {
                side,
                touching: None,
            },
            RayMeeting::Point {
                point,
                start: Side::On,
                toward,
                ..
            } => ShapeSplit::Whole {
                side: toward,
                touching: Some(point),
            },
            RayMeeting::Point { point, start, .. } => {
                let beyond = Line::from_rounded(point, self.direction());
                let cut = beyond.origin();
                let near = LinePart::Segment(Segment {
                    ends: [self.origin(), cut],
                });
                halves(start, [near, LinePart::Ray(Ray::of(beyond))], cut)
            }
        }
    }

    fn whole(&self) -> LinePart<D> {
        LinePart::Ray(*self)
    }
}

/// The section is a point. If it is beyond the range of floats, its coordinates are clamped to that range.
impl<const D: usize> Clip<D> for Line<D> {
    type Part = LinePart<D>;
    type Section = [f64; D];

    fn split(&self, plane: &Plane<D>) -> ShapeSplit<LinePart<D>, [f64; D]> {
        match plane.meet(self) {
            LineMeeting::Within => ShapeSplit::Within,
            LineMeeting::Apart { side } => ShapeSplit::Whole {
                side,
                touching: None,
            },
            LineMeeting::Point { point, toward, .. } => {
                let ray = |direction| Ray::of(Self::from_rounded(point, direction));
                let forward = ray(self.direction());
                // `0.0 - c` instead of `-c`, so that 0 does not become −0.
                let backward = ray(self.direction().map(|coordinate| 0.0 - coordinate));
                let parts = [backward, forward].each(LinePart::Ray);
                halves(-toward, parts, forward.origin())
            }
        }
    }

    fn whole(&self) -> LinePart<D> {
        LinePart::Line(*self)
    }
}

/// Returns [`ShapeSplit::Halves`] for two parts; `side` is the side of the first part.
fn halves<Part, Section>(
    side: Side,
    [first, second]: [Part; 2],
    section: Section,
) -> ShapeSplit<Part, Section> {
    let (front, back) = match side {
        Side::Front => (first, second),
        _ => (second, first),
    };
    ShapeSplit::Halves {
        front,
        back,
        section,
    }
}
