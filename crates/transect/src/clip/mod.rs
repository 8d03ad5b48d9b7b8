//! Convex shapes, lines and rays, clipped or split by a plane. The result is a front part, a back part and the section
//! between them.

mod polygons;
mod polyhedra;
mod straight;

use transect_exact::Side;

use crate::plane::Plane;

pub use straight::LinePart;

/// The result of splitting a convex shape by a plane. Exact signs determine the variant, and the part to which each
/// corner of the shape belongs.
///
/// The corners of the shape in the plane, and the points where its edges cross the plane, belong to both parts and to
/// the section, with the same coordinates. Each of these points occurs once in the section. Crossings are rounded as in
/// [`SegmentMeeting`](crate::SegmentMeeting). They do not depend on the direction of the edge or of the plane's normal.
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
    /// The shape has points strictly on only one side of the plane, so it is not divided: the whole shape is the only
    /// part.
    Whole {
        /// The only side, front or back, on which the shape has points. It may also have points on the plane.
        side: Side,
        /// The part of the shape that lies in the plane; `None` if the shape does not touch the plane.
        touching: Option<Section>,
    },
    /// The shape has points strictly in front and points strictly behind.
    Halves {
        /// The part of the shape in front of or on the plane.
        front: Part,
        /// The part of the shape behind or on the plane.
        back: Part,
        /// The part of the shape in the plane, which both halves share.
        section: Section,
    },
    /// The whole shape lies in the plane: the shape is its own section.
    Within,
}

/// A shape that a plane can split: a segment, ray, line, triangle, convex polygon or convex polyhedron.
#[diagnostic::on_unimplemented(
    message = "a plane cannot split `{Self}` of this dimension",
    label = "this type does not implement `transect::Clip`",
    note = "a plane splits segments, rays, lines, triangles, convex polygons and convex polyhedra; meshes have `Mesh::split`"
)]
pub trait Clip<const D: usize> {
    /// The type of the parts into which a plane divides the shape.
    type Part;
    /// The type of the section, the part of the shape that lies in the plane.
    type Section;

    /// Returns the parts of the shape on both sides of a plane, and the section.
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
    /// let (front, back) = (Segment::new(a, cut)?, Segment::new(cut, b)?);
    /// assert_eq!(floor.split(&Segment::new(a, b)?), ShapeSplit::Halves { front, back, section: cut });
    /// assert_eq!(floor.split(&front), ShapeSplit::Whole { side: Side::Front, touching: Some(cut) });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    #[doc(alias = "slice")]
    #[doc(alias = "cut")]
    pub fn split<Shape: Clip<D>>(&self, shape: &Shape) -> ShapeSplit<Shape::Part, Shape::Section> {
        shape.split(self)
    }

    /// Returns the part of a convex shape in front of this plane; `None` if no point is strictly in front.
    /// [`Plane::split`] also returns the section.
    ///
    /// ```
    /// use transect::{Plane, Triangle};
    /// let line = Plane::new([1.0, 0.0], -1.0)?;
    /// let triangle = Triangle::new([[0.0, 0.0], [2.0, 0.0], [2.0, 2.0]])?;
    /// let part = line.clip(&triangle);
    /// assert_eq!(part, Some(vec![[1.0, 0.0], [2.0, 0.0], [2.0, 2.0], [1.0, 1.0]]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "local_split")]
    #[doc(alias = "canonical_split")]
    #[must_use]
    #[doc(alias = "clip_polygon")]
    #[doc(alias = "split_polygon")]
    #[doc(alias = "intersect_with_halfspace")]
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
