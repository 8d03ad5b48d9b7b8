//! Convex shapes, lines and rays, clipped and split by a plane: front part, back part and section.

mod polygons;
mod polyhedra;
mod straight;

use crate::plane::Plane;
use crate::side::Side;

pub use straight::LinePart;

/// The result of splitting a convex shape by a plane. The variant is exact, and so is the assignment of
/// corners to the parts.
///
/// A corner on the plane is in both parts and in the section once, with the same coordinates. This also holds for each
/// crossing of an edge. Crossings are rounded as in [`SegmentMeeting`](crate::SegmentMeeting). They do not depend on
/// the direction of the edge or of the plane's normal.
///
/// ```
/// use transect::{ConvexPolygon, Plane, Side, ShapeSplit};
/// let square = ConvexPolygon::new([[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]])?;
/// let ShapeSplit::Halves { front, back, section: cut } = Plane::new([1.0, 0.0], -1.0)?.split(&square) else { panic!() };
/// assert_eq!((front.len(), back.len()), (4, 4));
/// assert!(cut.iter().all(|point| front.contains(point) && back.contains(point)));
/// let ShapeSplit::Whole { side, touching } = Plane::new([1.0, 0.0], 0.0)?.split(&square) else { panic!() };
/// assert_eq!((side, touching), (Side::Front, Some(vec![[0.0, 0.0], [0.0, 2.0]])));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum ShapeSplit<Part, Section> {
    /// The shape has no points strictly on one side: the whole shape is the only part.
    Whole {
        /// The side of the shape: front or back.
        side: Side,
        /// The part that lies in the plane; `None` if the shape does not touch the plane.
        touching: Option<Section>,
    },
    /// The shape has points strictly in front and points strictly behind.
    Halves {
        /// The part in front of or on the plane.
        front: Part,
        /// The part behind or on the plane.
        back: Part,
        /// The part in the plane, which both halves share.
        section: Section,
    },
    /// The whole shape lies in the plane: the shape is its own section.
    Within,
}

/// A shape that a plane can split: a segment, ray, line, triangle, convex polygon or convex polyhedron.
pub trait Clip<const D: usize> {
    /// The type of the parts.
    type Part;
    /// The type of the section: the part in the plane.
    type Section;

    /// Returns the parts on both sides of a plane.
    fn split(&self, plane: &Plane<D>) -> ShapeSplit<Self::Part, Self::Section>;

    /// Returns the whole shape, in the type of the parts.
    fn whole(&self) -> Self::Part;
}

impl<const D: usize> Plane<D> {
    /// Returns the parts of a convex shape on both sides of this plane, and the section between them.
    ///
    /// ```
    /// use transect::{Plane, Segment, Side, ShapeSplit};
    /// let floor = Plane::new([0.0, 0.0, 1.0], 0.0)?;
    /// let (a, b, cut) = ([0.0, 0.0, 3.0], [4.0, 0.0, -1.0], [3.0, 0.0, 0.0]);
    /// let (front, back) = (Segment::new(a, cut), Segment::new(cut, b));
    /// assert_eq!(floor.split(&Segment::new(a, b)), ShapeSplit::Halves { front, back, section: cut });
    /// assert_eq!(floor.split(&front), ShapeSplit::Whole { side: Side::Front, touching: Some(cut) });
    /// # Ok::<(), transect::PlaneError>(())
    /// ```
    #[must_use]
    pub fn split<Shape: Clip<D>>(&self, shape: &Shape) -> ShapeSplit<Shape::Part, Shape::Section> {
        shape.split(self)
    }

    /// Returns the part of a convex shape in front of this plane; `None` if no point is strictly in front.
    /// [`Plane::split`] also returns the section.
    ///
    /// ```
    /// use transect::{Plane, Triangle};
    /// let line = Plane::new([1.0, 0.0], -1.0)?;
    /// let triangle = Triangle::new([[0.0, 0.0], [2.0, 0.0], [2.0, 2.0]]);
    /// let part = line.clip(&triangle);
    /// assert_eq!(part, Some(vec![[1.0, 0.0], [2.0, 0.0], [2.0, 2.0], [1.0, 1.0]]));
    /// # Ok::<(), transect::PlaneError>(())
    /// ```
    #[must_use]
    pub fn clip<Shape: Clip<D>>(&self, shape: &Shape) -> Option<Shape::Part> {
        match shape.split(self) {
            ShapeSplit::Whole {
                side: Side::Front, ..
            } => Some(shape.whole()),
            ShapeSplit::Halves { front, .. } => Some(front),
            ShapeSplit::Whole { .. } | ShapeSplit::Within => None,
        }
    }
}
