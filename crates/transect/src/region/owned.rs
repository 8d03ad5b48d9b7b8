//! Regions that own their planes.

use alloc::vec::Vec;

use crate::aabb::Aabb;
use crate::plane::{Plane, PlaneError};
use crate::region::Region;

/// A region that owns its planes, such as a box, a prism or the hull of points.
///
/// ```
/// use transect::{Aabb, Overlap, Sphere, region::ConvexRegion};
/// let house = ConvexRegion::from(Aabb::new([0.0, 0.0, 0.0], [4.0, 3.0, 2.5])?);
/// assert!(house.region().contains(&[4.0, 3.0, 2.5]));
/// assert_eq!(house.region().overlap_sphere(&Sphere::new([5.0, 4.0, 3.5], 1.7)?), Overlap::Outside);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ConvexRegion<const D: usize = 3> {
    planes: Vec<Plane<D>>,
}

impl<const D: usize> ConvexRegion<D> {
    /// Creates the region of the points in front of or on all these planes.
    #[must_use]
    pub fn new(planes: impl Into<Vec<Plane<D>>>) -> Self {
        Self {
            planes: planes.into(),
        }
    }

    /// Returns the planes of the region; their fronts face inward.
    #[must_use]
    pub fn planes(&self) -> &[Plane<D>] {
        &self.planes
    }

    /// Borrows the planes as a [`Region`], which has the methods that classify shapes.
    #[must_use]
    pub fn region(&self) -> Region<'_, D> {
        Region::new(&self.planes)
    }
}

impl ConvexRegion<3> {
    /// Creates the prism above a 2D region, from z = `bottom` to z = `top`, without rounding. The prism is flat if the
    /// heights are equal, and empty if `bottom` is above `top`. Its planes are the upright planes above the lines of
    /// the base, then the planes of the bottom and the top.
    ///
    /// ```
    /// use transect::region::ConvexRegion;
    /// let base = ConvexRegion::hull_of(&[[0.0, 0.0], [3.0, 0.0], [0.0, 3.0]])?;
    /// let prism = ConvexRegion::prism(base.region(), 1.0, 2.0)?;
    /// assert_eq!(prism.region().boundary().vertices.len(), 6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`PlaneError::NotFinite`] if `bottom` or `top` is NaN or infinite.
    pub fn prism(base: Region<'_, 2>, bottom: f64, top: f64) -> Result<Self, PlaneError> {
        let mut planes = Vec::with_capacity(base.planes().len() + 2);
        for plane in base.planes() {
            let [x, y] = plane.normal();
            planes.push(Plane::new([x, y, 0.0], plane.offset())?);
        }
        planes.push(Plane::from_normal_and_distance([0.0, 0.0, 1.0], bottom)?);
        planes.push(Plane::new([0.0, 0.0, -1.0], top)?);
        Ok(Self { planes })
    }
}

/// Converts a box to the region with the same points, without rounding. Each axis gives two planes: one at the lower
/// bound and one at the upper bound. An infinite bound gives no plane.
impl<const D: usize> From<Aabb<D>> for ConvexRegion<D> {
    fn from(aabb: Aabb<D>) -> Self {
        let plane = |(axis, sign, offset): (usize, f64, f64)| {
            let mut normal = [0.0; D];
            normal[axis] = sign;
            // The offset is infinite exactly if the bound is infinite. Then `Plane::new` returns an error, and no plane
            // is added.
            Plane::new(normal, offset).ok()
        };
        let bounds = (0..D).flat_map(|axis| {
            [
                (axis, 1.0, 0.0 - aabb.min()[axis]),
                (axis, -1.0, aabb.max()[axis]),
            ]
        });
        Self {
            planes: bounds.filter_map(plane).collect(),
        }
    }
}
