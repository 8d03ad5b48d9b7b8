//! Convex things clipped and split by a plane: front part, back part, and the cut between them.

mod polygons;
mod polyhedra;
mod straight;

use crate::plane::Plane;
use crate::side::Side;

pub use straight::LinePart;

/// What a plane makes of a convex thing. Which of the three it is, is exact, and so is which corner
/// goes where.
///
/// A corner on the plane is itself a corner of the cut; it is in the cut and in both parts once, and the same
/// numbers in all of them, as is each crossing of an edge, which is rounded as in
/// [`SegmentMeeting`](crate::SegmentMeeting): whichever way round the edge and the plane are given.
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
    /// Nothing is strictly on the other side: the thing is its own only part.
    Whole {
        /// Front or back.
        side: Side,
        /// What lies in the plane, if anything: then the thing touches it.
        touching: Option<Section>,
    },
    /// Something is strictly in front, something strictly behind.
    Halves {
        /// What lies in front or on the plane.
        front: Part,
        /// What lies behind or on the plane.
        back: Part,
        /// What lies in the plane: the part that both have in common.
        section: Section,
    },
    /// All of it lies in the plane: it is its own cut.
    Within,
}

/// What a plane can divide: segments, rays, lines, triangles, convex polygons and polyhedra.
pub trait Clip<const D: usize> {
    /// What the parts are.
    type Part;
    /// What lies in the plane.
    type Section;

    /// The parts on both sides of a plane.
    fn split(&self, plane: &Plane<D>) -> ShapeSplit<Self::Part, Self::Section>;

    /// All of it, as a part.
    fn whole(&self) -> Self::Part;
}

impl<const D: usize> Plane<D> {
    /// The parts of something convex on both sides of this plane, and the cut between them.
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

    /// The part of something convex in front of this plane: nothing, if none of it is strictly in front.
    /// [`Plane::split`] also tells what touches.
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
