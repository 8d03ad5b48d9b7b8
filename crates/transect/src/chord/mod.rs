//! Chords: the parts of lines, rays and segments that lie in convex bodies, with exact ends.

mod bodies;
mod corners;
pub(crate) mod crossing;
mod fractions;
mod half_spaces;
mod quick;
mod sphere;
mod track;
mod triangle;

use transect_exact::arrays::{Few as _, array};

use crate::clip::LinePart;
use crate::line::Line;
use crate::ray::Ray;
use crate::segment::Segment;

/// A bound on the relative errors of the parameters of chords.
pub const PARAMETER_ERROR: f64 = 1.0 / (1_u64 << 45) as f64;

/// The part of a line, ray or segment that lies in a convex body. Sets are closed, so touching counts.
///
/// The variant, the faces, `is_end` and `is_grazing` are exact. The parameters t are those of the line, ray or
/// segment, rounded: their relative error is below 2⁻⁴⁵ ([`PARAMETER_ERROR`]). A t that is exactly 0 or 1 at an end of the ray or segment
/// stays 0 or 1, and other parameters of a ray are greater than 0, those of a segment strictly between 0 and 1.
/// Parameters beyond the range of floats are infinite. [`Line::at`], [`Ray::at`] and [`Segment::at`] return the points.
///
/// ```
/// use transect::{Aabb, Chord, Ray};
/// let aabb = Aabb::new([0.0, 0.0, 0.0], [2.0, 2.0, 2.0])?;
/// let ray = Ray::new([-1.0, 1.0, 1.0], [2.0, 0.0, 0.0])?;
/// let Chord::Part { enter, leave, .. } = ray.chord(&aabb) else { panic!() };
/// assert_eq!((enter.t, enter.face), (0.5, Some(0))); // the lower bound on x
/// assert_eq!((leave.t, leave.face), (1.5, Some(1))); // the upper bound on x
/// assert_eq!(Ray::new([-1.0, 1.0, 1.0], [-2.0, 0.0, 0.0])?.chord(&aabb), Chord::Apart);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Chord<Face = usize> {
    /// The line and the body have no point in common.
    Apart,
    /// There is exactly one point in common: the line touches the body, or crosses a flat body, or only an end of the
    /// ray or segment lies in the body.
    Point {
        /// The parameter of the point.
        t: f64,
        /// The faces where the line enters and leaves the body. The first face is `None` if the ray or segment begins
        /// after the entry. The second face is `None` if the ray or segment ends before the exit.
        faces: [Option<Face>; 2],
    },
    /// A segment, a ray or a whole line is in common.
    Part {
        /// The end where the parameter is least.
        enter: ChordEnd<Face>,
        /// The end where the parameter is greatest.
        leave: ChordEnd<Face>,
        /// `true` if the whole part lies on the boundary of the body: in a face or along an edge.
        is_grazing: bool,
    },
}

/// One end of a [`Chord`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChordEnd<Face = usize> {
    /// The parameter of the end; infinite if the part has no end on this side.
    pub t: f64,
    /// The face where the line enters or leaves the body. `None` if the ray or segment begins after the entry or ends
    /// before the exit, or if the part is unbounded on this side. At an edge or corner, several faces meet; then this
    /// is the first of them.
    pub face: Option<Face>,
    /// `true` if the end of the chord is an end of the ray or segment, or if the chord is unbounded on this side.
    pub is_end: bool,
}

impl<Face> Chord<Face> {
    /// Returns the least and the greatest parameter in common; `None` if the line does not meet the body.
    ///
    /// ```
    /// use transect::{Line, Sphere};
    /// let line = Line::new([0.0, 3.0], [1.0, 0.0])?;
    /// assert_eq!(line.chord(&Sphere::new([0.0, 0.0], 5.0)?).interval(), Some([-4.0, 4.0]));
    /// assert_eq!(line.chord(&Sphere::new([0.0, 0.0], 2.0)?).interval(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn interval(&self) -> Option<[f64; 2]> {
        match self {
            Self::Apart => None,
            Self::Point { t, .. } => Some([*t; 2]),
            Self::Part { enter, leave, .. } => Some([enter.t, leave.t]),
        }
    }

    /// Returns `true` if the line and the body have no point in common, exactly.
    #[must_use]
    pub fn is_apart(&self) -> bool {
        matches!(self, Self::Apart)
    }

    /// Returns `true` if the body contains the whole line, ray or segment, exactly.
    ///
    /// ```
    /// use transect::{Aabb, Segment};
    /// let aabb = Aabb::new([0.0, 0.0], [2.0, 2.0])?;
    /// assert!(Segment::new([0.0, 0.0], [2.0, 1.0])?.chord(&aabb).is_whole());
    /// assert!(!Segment::new([0.0, 0.0], [2.5, 1.0])?.chord(&aabb).is_whole());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_whole(&self) -> bool {
        matches!(self, Self::Part { enter, leave, .. } if enter.is_end && leave.is_end)
    }

    /// Returns the same chord, with each face's name replaced by the result of `name`.
    fn map<Other>(self, name: impl Fn(Face) -> Other) -> Chord<Other> {
        let end = |end: ChordEnd<Face>| ChordEnd {
            t: end.t,
            face: end.face.map(&name),
            is_end: end.is_end,
        };
        match self {
            Self::Apart => Chord::Apart,
            Self::Point { t, faces } => Chord::Point {
                t,
                faces: faces.each(|face| face.map(&name)),
            },
            Self::Part {
                enter,
                leave,
                is_grazing,
            } => Chord::Part {
                enter: end(enter),
                leave: end(leave),
                is_grazing,
            },
        }
    }
}

/// A convex body in which lines, rays and segments have chords.
///
/// | body | name of a face |
/// |---|---|
/// | [`Region`](crate::Region), [`ConvexRegion`](crate::ConvexRegion) | the index of the face's plane |
/// | [`Aabb`](crate::Aabb) | 2·axis for the lower bound, 2·axis + 1 for the upper bound |
/// | [`Parallelepiped`](crate::Parallelepiped) | 2·j for the face at −hⱼ, 2·j + 1 for the face at +hⱼ |
/// | [`Sphere`](crate::Sphere) | `()` |
/// | points, segments, triangles, polygons, hulls, polyhedra | the indices of one to D corners |
///
/// A face of a shape with corners is named by corners of a simplex in this face. The end of the chord lies in the
/// interior of the simplex, which has one corner, two corners of an edge or diagonal, or three corners. The time grows
/// with the third power of the number of corners. To test many lines against one body with many corners, use the region
/// whose planes are those of its faces.
///
/// ```
/// use transect::{Chord, Convex, Line, Triangle};
/// fn is_hit<const D: usize>(line: Line<D>, body: &impl Convex<D>) -> bool {
///     !line.chord(body).is_apart()
/// }
/// let triangle = Triangle::new([[0.0, 0.0, 1.0], [4.0, 0.0, 1.0], [0.0, 4.0, 1.0]])?;
/// let line = Line::new([2.0, 2.0, 0.0], [0.0, 0.0, 1.0])?;
/// assert!(is_hit(line, &triangle));
/// let edge = Some(vec![1, 2]); // between corner 1 and corner 2
/// assert_eq!(line.chord(&triangle), Chord::Point { t: 1.0, faces: [edge.clone(), edge] });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "lines have no chords in `{Self}` of this dimension",
    label = "this type does not implement `transect::Convex`",
    note = "bodies are regions, boxes, parallelepipeds, spheres, and shapes with corners"
)]
pub trait Convex<const D: usize> {
    /// The type that names a face.
    type Face;

    /// Returns the chord of a line, ray or segment.
    fn chord_of(&self, line: &LinePart<D>) -> Chord<Self::Face>;

    /// Returns `true` if floats tell that the body has none of the points origin + t·direction of a course. The result
    /// `false` tells nothing. Most bodies of a search are missed, so this comes before [`Convex::chord_of`].
    #[inline]
    fn is_certainly_missed_by(&self, _course: &Course<D>) -> bool {
        false
    }
}

/// The points origin + t·direction in floats, for t from `least` to `most`. Each coordinate of the direction has a
/// relative error of 2⁻⁵³ at most: the direction of a segment is a difference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Course<const D: usize = 3> {
    /// The point at t = 0.
    pub origin: [f64; D],
    /// The direction, of any length.
    pub direction: [f64; D],
    /// The least t: 0, or −∞ for a line.
    pub least: f64,
    /// The greatest t: 1 for a segment, or ∞.
    pub most: f64,
}

impl<Body: Convex<D> + ?Sized, const D: usize> Convex<D> for &Body {
    type Face = Body::Face;

    fn chord_of(&self, line: &LinePart<D>) -> Chord<Body::Face> {
        (**self).chord_of(line)
    }

    #[inline]
    fn is_certainly_missed_by(&self, course: &Course<D>) -> bool {
        (**self).is_certainly_missed_by(course)
    }
}

/// Adds `chord` to a type that converts to a [`LinePart`].
macro_rules! chord {
    ($($variant:ident $what:literal),*) => {$(
        impl<const D: usize> $variant<D> {
            #[doc = concat!("Returns the part of the ", $what, " that lies in a convex body: see [`Chord`].")]
            #[inline]
            #[must_use]
            pub fn chord<Body: Convex<D> + ?Sized>(&self, body: &Body) -> Chord<Body::Face> {
                // The `LinePart` is made for few bodies only: made first, a missed sphere would take twice as long.
                if body.is_certainly_missed_by(&self.course()) {
                    return Chord::Apart;
                }
                body.chord_of(&LinePart::$variant(*self))
            }
        }
    )*};
}

chord!(Line "line", Ray "ray", Segment "segment");

impl<const D: usize> LinePart<D> {
    /// Returns the part of the line, ray or segment that lies in a convex body: see [`Chord`].
    #[inline]
    #[must_use]
    pub fn chord<Body: Convex<D> + ?Sized>(&self, body: &Body) -> Chord<Body::Face> {
        if body.is_certainly_missed_by(&self.course()) {
            return Chord::Apart;
        }
        body.chord_of(self)
    }

    /// Returns the points of the line, ray or segment in floats.
    #[inline]
    pub(crate) fn course(&self) -> Course<D> {
        match self {
            Self::Segment(segment) => segment.course(),
            Self::Ray(ray) => ray.course(),
            Self::Line(line) => line.course(),
        }
    }
}

impl<const D: usize> Line<D> {
    #[inline]
    fn course(&self) -> Course<D> {
        Course {
            origin: self.origin(),
            direction: self.direction(),
            least: f64::NEG_INFINITY,
            most: f64::INFINITY,
        }
    }
}

impl<const D: usize> Ray<D> {
    #[inline]
    fn course(&self) -> Course<D> {
        Course {
            origin: self.origin(),
            direction: self.direction(),
            least: 0.0,
            most: f64::INFINITY,
        }
    }
}

impl<const D: usize> Segment<D> {
    #[inline]
    fn course(&self) -> Course<D> {
        let [origin, end] = self.ends();
        Course {
            origin,
            direction: array(|axis| end[axis] - origin[axis]),
            least: 0.0,
            most: 1.0,
        }
    }
}
