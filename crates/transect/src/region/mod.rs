//! Regions: what lies in front of several planes at once.

mod boundary;
mod emptiness;
mod hull;
mod line;
mod overlap;
mod owned;
mod skeleton;
mod sphere;

pub use boundary::{Edge, Face, RegionBoundary, Vertex};
pub use hull::HullError;
pub(crate) use hull::face_corners;
pub use overlap::{Decision, Overlap};
pub use owned::ConvexRegion;

use alloc::vec::Vec;

use crate::plane::Plane;
use crate::region::emptiness::{contradiction, is_empty};
use crate::region::skeleton::Skeleton;
use crate::shape::Shape;
use crate::side::Side;

/// The points in front of all planes or on them: convex, closed, bounded or not, perhaps empty.
/// Without planes it is all of space. In 2D the planes are lines. The figure shows in red those that
/// [`Region::decide`] names.
///
#[cfg_attr(doc, doc = include_str!("../../figures/region.svg"))]
///
/// ```
/// use transect::{Aabb, Overlap, Plane, Region};
/// // The quarter of space where x ≥ 0 and x + y ≤ 1.
/// let planes = [Plane::new([1.0, 0.0], 0.0)?, Plane::new([-1.0, -1.0], 1.0)?];
/// let region = Region::new(&planes);
/// let corner = Aabb::new([-1.0, 1.5], [0.5, 2.0])?;
/// assert_eq!(region.overlap_conservative(&corner), Overlap::Meets); // it crosses both planes
/// assert_eq!(region.overlap(&corner), Overlap::Outside); // and is outside all the same
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Region<'a, const D: usize = 3> {
    planes: &'a [Plane<D>],
}

impl<'a, const D: usize> Region<'a, D> {
    /// The region in front of these planes.
    #[must_use]
    pub const fn new(planes: &'a [Plane<D>]) -> Self {
        Self { planes }
    }

    /// The planes, their fronts inward.
    #[must_use]
    pub const fn planes(&self) -> &'a [Plane<D>] {
        self.planes
    }

    /// Whether a point lies in the region, exactly.
    ///
    /// ```
    /// use transect::{Plane, Region};
    /// let planes = [Plane::new([1.0, 0.0], 0.0)?, Plane::new([-1.0, -1.0], 1.0)?];
    /// assert!(Region::new(&planes).contains(&[0.0, 1.0])); // the corner
    /// assert!(!Region::new(&planes).contains(&[-1e-300, 0.0]));
    /// # Ok::<(), transect::PlaneError>(())
    /// ```
    #[must_use]
    pub fn contains(&self, point: &[f64; D]) -> bool {
        self.planes
            .iter()
            .all(|plane| plane.form().side(point) != Side::Back)
    }

    /// The first plane that has all of a shape behind it: why it is outside, where one plane tells.
    ///
    /// ```
    /// use transect::{Plane, Region, Sphere};
    /// let planes = [Plane::new([1.0, 0.0], 0.0)?, Plane::new([-1.0, -1.0], 1.0)?];
    /// let region = Region::new(&planes);
    /// assert_eq!(region.plane_behind_which(&Sphere::new([3.0, 0.0], 1.0)?), Some(1));
    /// assert_eq!(region.plane_behind_which(&Sphere::new([3.0, 0.0], 1.5)?), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn plane_behind_which(&self, shape: &impl Shape<D>) -> Option<usize> {
        self.planes
            .iter()
            .position(|plane| shape.extent(plane).side() == Side::Back)
    }

    /// Whether the region has no point, exactly. A region that is flat, a segment or a single point
    /// is not empty.
    ///
    /// A region with a point has a face without faces of its own, an affine one: it is a point or a line
    /// on a line where D − 1 of the planes meet, or all planes are parallel. So these lines are asked,
    /// each cut short by the other planes: in n planes, n^D signs of degree D + 1 at most.
    ///
    /// ```
    /// use transect::{Plane, Region};
    /// let planes = [Plane::new([1.0, 0.0], 0.0)?, Plane::new([-1.0, 0.0], -1e-300)?];
    /// assert!(Region::new(&planes).is_empty()); // x ≥ 0 and x ≤ −1e-300
    /// # Ok::<(), transect::PlaneError>(())
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let planes: Vec<&Plane<D>> = self.planes.iter().collect();
        is_empty(&planes)
    }

    /// Planes of an empty region that exclude one another, D + 1 at most: none of them can be left out.
    /// Nothing of a region that is not empty.
    ///
    /// ```
    /// use transect::{Plane, Region};
    /// let planes: [Plane; 3] = ["x = 1".parse()?, "y = 0".parse()?, "0 = x".parse()?];
    /// assert_eq!(Region::new(&planes).contradiction(), Some(vec![0, 2]));
    /// # Ok::<(), transect::EquationError>(())
    /// ```
    #[must_use]
    pub fn contradiction(&self) -> Option<Vec<usize>> {
        let planes: Vec<&Plane<D>> = self.planes.iter().collect();
        contradiction(&planes)
    }

    /// Whether the region lies within some box, exactly. An empty one does. (One with vertices does if all
    /// its edges end: the directions in which it goes to infinity are spanned by those of its rays.)
    ///
    /// ```
    /// use transect::{Aabb, region::{ConvexRegion, Region}};
    /// let house = ConvexRegion::from(Aabb::new([0.0; 3], [4.0, 3.0, 2.5])?);
    /// assert!(house.region().is_bounded());
    /// assert!(!Region::new(&house.planes()[1..]).is_bounded());
    /// # Ok::<(), transect::AabbError>(())
    /// ```
    #[must_use]
    pub fn is_bounded(&self) -> bool {
        let planes: Vec<&Plane<D>> = self.planes.iter().collect();
        let skeleton = Skeleton::of(&planes);
        if skeleton.corners.is_empty() {
            return is_empty(&planes);
        }
        let mut ends = skeleton.edges.iter().flat_map(|edge| edge.ends);
        ends.all(|end| end.is_some())
    }
}
