//! Convex shapes that are clipped again and again. A part keeps the planes that have cut it, so its corners stay exact.

mod near;
mod polygon;
mod segment;
mod sheet;

pub use polygon::ClippedPolygon;
pub use segment::ClippedSegment;

use crate::clip::{Clip, ShapeSplit};
use crate::frustum::Frustum;
use crate::plane::Plane;
use crate::region::Region;

use transect_exact::Side;

/// A shape that can be clipped by one plane after another: a segment, a convex polygon, and what is left of them.
#[diagnostic::on_unimplemented(
    message = "a region cannot clip `{Self}` of this dimension",
    label = "this type does not implement `transect::ClipInChain`",
    note = "regions clip segments, convex polygons, and their clipped parts; a triangle is `ConvexPolygon::new(triangle.corners())`"
)]
pub trait ClipInChain<const D: usize> {
    /// The type of what is left after any number of planes.
    type Clipped: Clip<D, Part = Self::Clipped> + ClipInChain<D, Clipped = Self::Clipped>;

    /// Returns the whole shape as the start of a chain of clips.
    fn to_clipped(&self) -> Self::Clipped;

    /// Returns the part in front of a plane or on it; `None` if this part has no area, or no length in case of a
    /// segment. [`Plane::clip`](crate::Plane::clip) differs where the whole shape lies in the plane.
    fn clipped_by(clipped: Self::Clipped, plane: &Plane<D>) -> Option<Self::Clipped> {
        match plane.split(&clipped) {
            ShapeSplit::Whole {
                side: Side::Front, ..
            }
            | ShapeSplit::Within => Some(clipped),
            ShapeSplit::Halves { front, .. } => Some(front),
            ShapeSplit::Whole { .. } => None,
        }
    }
}

impl<const D: usize> Region<'_, D> {
    /// Returns the part of a convex polygon or of a segment in this region; `None` if the region has no area of the
    /// polygon, or no length of the segment.
    ///
    /// The part can be clipped again, by other regions and planes, and never fails: its corners are kept as the planes
    /// that meet there, and all signs along the chain are exact. Clipping by the same region again changes nothing.
    ///
    /// ```
    /// use transect::{ConvexPolygon, Plane, Region};
    /// // One polygon, clipped by the sides of another one.
    /// let polygon = ConvexPolygon::new([[1.0, 2.0], [2.0, 1.0], [3.0, 0.0], [3.0, 4.0]])?;
    /// let other = [[0.0, 0.0], [4.0, 1.0], [3.0, 4.0], [1.0, 2.0]];
    /// let sides = [0, 1, 2, 3].map(|side| Plane::through([other[side], other[(side + 1) % 4]]).unwrap());
    /// let part = Region::new(&sides).clip(&polygon).unwrap();
    /// assert_eq!(part.corners(), [[1.0, 2.0], [2.0, 1.0], [2.4, 0.6], [3.0, 0.75], [3.0, 4.0]]);
    /// assert_eq!(Region::new(&sides).clip(&part), Some(part));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "clip_polygon")]
    #[doc(alias = "clip_segment")]
    #[must_use]
    pub fn clip<Shape: ClipInChain<D>>(&self, shape: &Shape) -> Option<Shape::Clipped> {
        let mut planes = self.planes().iter();
        planes.try_fold(shape.to_clipped(), Shape::Clipped::clipped_by)
    }
}

impl Frustum {
    /// Returns the part of a convex polygon or of a segment in this frustum, like [`Region::clip`].
    ///
    /// ```
    /// use transect::{Camera, ConvexPolygon};
    /// let frustum = Camera::looking([0.0; 3], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]).frustum()?;
    /// let doorway = ConvexPolygon::new([[0.0, -9.0, -4.0], [1.0, -9.0, -4.0], [1.0, 1.0, -4.0], [0.0, 1.0, -4.0]])?;
    /// let seen = frustum.clip(&doorway).unwrap();
    /// assert!(seen.corners().iter().all(|corner| corner[1] > -4.0001));
    /// assert_eq!(frustum.clip(&seen), Some(seen)); // a second clip changes nothing
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn clip<Shape: ClipInChain<3>>(&self, shape: &Shape) -> Option<Shape::Clipped> {
        self.region().clip(shape)
    }
}
