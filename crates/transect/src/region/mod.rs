//! Regions. A region is the set of points in front of or on several planes.

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
pub(crate) use hull::{edges_of_hull, face_corners};
pub use overlap::{Decision, Overlap, RegionShape};
pub use owned::ConvexRegion;

use alloc::vec::Vec;

use transect_exact::Side;

use crate::coordinates::Coordinates;
use crate::plane::Plane;
use crate::point_error::PointError;
use crate::region::emptiness::{contradiction, is_empty};
use crate::region::skeleton::Skeleton;
use crate::shape::Shape;

/// The set of points that are in front of or on each of several planes. A region is convex and closed. It may be
/// bounded, unbounded or empty. Without planes, the region is all of space. In 2D, the planes are lines. In the figure,
/// the planes that [`Region::decide`] returns are red.
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
/// assert_eq!(region.overlap(&corner), Overlap::Outside); // but no point of the box is in the region
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "polytope")]
#[doc(alias = "half-space intersection")]
#[doc(alias = "PBVolume")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Region<'a, const D: usize = 3> {
    planes: &'a [Plane<D>],
}

impl<'a, const D: usize> Region<'a, D> {
    /// Creates the region of the points in front of or on all these planes.
    #[must_use]
    pub const fn new(planes: &'a [Plane<D>]) -> Self {
        Self { planes }
    }

    /// Returns the planes of the region; their fronts face inward.
    #[must_use]
    pub const fn planes(&self) -> &'a [Plane<D>] {
        self.planes
    }

    /// Returns `true` if a point lies in the region. The test is exact.
    ///
    /// ```
    /// use transect::{Plane, Region};
    /// let planes = [Plane::new([1.0, 0.0], 0.0)?, Plane::new([-1.0, -1.0], 1.0)?];
    /// assert!(Region::new(&planes).contains(&[0.0, 1.0])); // the corner
    /// assert!(!Region::new(&planes).contains(&[-1e-300, 0.0]));
    /// # Ok::<(), transect::PlaneError>(())
    /// ```
    ///
    /// # Panics
    /// Panics if a coordinate is NaN or infinite; [`Region::try_contains`] returns an error instead.
    #[doc(alias = "contains_point")]
    #[must_use]
    pub fn contains(&self, point: &impl Coordinates<D>) -> bool {
        self.try_contains(point)
            .unwrap_or_else(|error| panic!("a point in no region: {error}"))
    }

    /// Returns `true` if a point lies in the region, like [`Region::contains`].
    ///
    /// ```
    /// use transect::{Plane, Region};
    /// let planes = [Plane::new([1.0, 0.0], 0.0)?];
    /// assert_eq!(Region::new(&planes).try_contains(&[0.0, 1.0]), Ok(true));
    /// assert!(Region::new(&planes).try_contains(&[0.0, f64::NAN]).is_err());
    /// # Ok::<(), transect::PlaneError>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`PointError`] if a coordinate is NaN or infinite.
    pub fn try_contains(&self, point: &impl Coordinates<D>) -> Result<bool, PointError> {
        let point = point.coordinates();
        PointError::check(&point)?;
        let mut planes = self.planes.iter();
        Ok(planes.all(|plane| plane.form().side(&point) != Side::Back))
    }

    /// Returns the index of the first plane that has the whole shape behind it.
    /// Such a plane proves that the shape is outside.
    ///
    /// ```
    /// use transect::{Plane, Region, Sphere};
    /// let planes = [Plane::new([1.0, 0.0], 0.0)?, Plane::new([-1.0, -1.0], 1.0)?];
    /// let region = Region::new(&planes);
    /// assert_eq!(region.plane_behind_which(&Sphere::new([3.0, 0.0], 1.0)?), Some(1));
    /// assert_eq!(region.plane_behind_which(&Sphere::new([3.0, 0.0], 1.5)?), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// Panics if the shape is a point with a coordinate that is NaN or infinite.
    #[must_use]
    #[doc(alias = "cull")]
    pub fn plane_behind_which(&self, shape: &impl Shape<D>) -> Option<usize> {
        self.planes
            .iter()
            .position(|plane| shape.extent(plane).side() == Side::Back)
    }

    /// Returns `true` if the region contains no point. The test is exact. A flat region, a segment and a single point
    /// are not empty.
    ///
    /// Every region that is not empty has a minimal face: a face that has no faces of its own. Unless all planes are
    /// parallel, a minimal face is a line where D − 1 of the planes meet, or a point on such a line. So it is enough to
    /// test for each of these lines if some part of it is in front of or on all planes. For n planes, this computes at
    /// most n^D signs of polynomials of degree D + 1.
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

    /// Returns the indices of at most D + 1 planes that prove that the region is empty: no point is in front of or on
    /// all of these planes. None of them can be left out. Returns `None` if the region is not empty.
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

    /// Returns `true` if the region lies within some box. The test is exact. An empty region is bounded. A region with
    /// vertices is bounded if every edge has two end vertices, so that no edge is a ray: the directions of rays span
    /// all directions in which a region goes to infinity.
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
