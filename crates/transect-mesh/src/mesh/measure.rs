//! Area, volume and centroid of a mesh. They are computed as compensated sums, relative to the centre of the mesh's
//! bounding box.

use transect::interop::Coordinates;
use transect_exact::arrays::Few as _;
use transect_exact::error_free::two_sum;
use transect_exact::vector::{add, cross, dot, length, scale, sub};

use crate::mesh::indexed::Mesh;

/// The area, volume and first moment of a mesh. The volume and the first moment are integrals relative to a given
/// point.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moments {
    /// The sum of the areas of all triangles.
    pub area: f64,
    /// The enclosed volume, ∫ dV. For a closed mesh, it does not depend on the point that the moments are relative to.
    pub volume: f64,
    /// The first moment ∫ (p − point) dV, where `point` is the given point.
    pub first: [f64; 3],
}

/// A compensated sum, which also adds up the rounding errors of its additions (Neumaier, 1974).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sum {
    sum: f64,
    lost: f64,
}

impl Sum {
    #[inline]
    pub(super) fn add(&mut self, value: f64) {
        let (sum, rest) = two_sum(self.sum, value);
        self.sum = sum;
        self.lost += rest;
    }

    pub(super) fn total(self) -> f64 {
        self.sum + self.lost
    }
}

/// Returns the area of a triangle, rounded.
#[inline]
pub(super) fn triangle_area([a, b, c]: &[[f64; 3]; 3]) -> f64 {
    0.5 * length(&cross(&sub(b, a), &sub(c, a)))
}

impl Moments {
    /// Returns the moments of triangles about a point: sums over the tetrahedra between the triangles and the point.
    pub(super) fn of(triangles: impl Iterator<Item = [[f64; 3]; 3]>, point: &[f64; 3]) -> Self {
        let (mut area, mut volume, mut first) =
            (Sum::default(), Sum::default(), [Sum::default(); 3]);
        for corners in triangles {
            let [a, b, c] = corners.each(|corner| sub(&corner, point));
            area.add(triangle_area(&[a, b, c]));
            let sixfold = dot(&a, &cross(&b, &c));
            volume.add(sixfold);
            let corner_sum = add(&add(&a, &b), &c);
            for (sum, coordinate) in first.iter_mut().zip(corner_sum) {
                sum.add(sixfold * coordinate);
            }
        }
        Self {
            area: area.total(),
            // A single division keeps the result exact if the coordinates are small integers and the true volume is a
            // float.
            volume: volume.total() / 6.0,
            first: first.each(|sum| sum.total() / 24.0),
        }
    }
}

impl Mesh {
    /// Returns the moments of this mesh about a point.
    #[must_use]
    pub fn moments(&self, point: &impl Coordinates<3>) -> Moments {
        Moments::of(
            (0..self.triangles.len()).map(|index| self.corners(index)),
            &point.coordinates(),
        )
    }

    /// Returns the centre of the bounding box, or the origin for a mesh without triangles.
    pub(crate) fn middle(&self) -> [f64; 3] {
        self.bounds.map_or([0.0; 3], |bounds| bounds.center())
    }

    /// Returns the largest magnitude of a coordinate, or 0 for a mesh without triangles.
    pub(crate) fn largest_coordinate(&self) -> f64 {
        self.bounds.map_or(0.0, |bounds| {
            let corners = [bounds.min(), bounds.max()];
            let coordinates = corners.as_flattened().iter();
            coordinates.fold(0.0, |m: f64, c| m.max(c.abs()))
        })
    }

    /// Returns the sum of the areas of all triangles, rounded.
    #[must_use]
    pub fn area(&self) -> f64 {
        self.moments(&self.middle()).area
    }

    /// Returns the volume that the mesh encloses, rounded. The volume is meaningful only for a closed mesh. It is
    /// negative if the mesh is inside out.
    ///
    /// ```
    /// use transect_mesh::{Mesh, RawMesh};
    /// # let positions = (0..8).map(|i| [i & 1, i >> 1 & 1, i >> 2].map(f64::from)).collect();
    /// # let triangles = vec![
    /// #     [0, 2, 1], [1, 2, 3], [4, 5, 6], [5, 7, 6], [0, 1, 4], [1, 5, 4],
    /// #     [2, 6, 3], [3, 6, 7], [0, 4, 2], [2, 4, 6], [1, 3, 5], [3, 7, 5],
    /// # ];
    /// let cube = Mesh::new(RawMesh { positions, triangles, ..RawMesh::default() })?;
    /// assert_eq!((cube.volume(), cube.area(), cube.centroid()), (1.0, 6.0, Some([0.5; 3])));
    /// # Ok::<(), transect_mesh::MeshError>(())
    /// ```
    #[must_use]
    pub fn volume(&self) -> f64 {
        self.moments(&self.middle()).volume
    }

    /// Returns the centroid of the volume, rounded, or `None` if the volume is zero.
    #[must_use]
    pub fn centroid(&self) -> Option<[f64; 3]> {
        let middle = self.middle();
        let moments = self.moments(&middle);
        (moments.volume != 0.0).then(|| add(&middle, &scale(&moments.first, 1.0 / moments.volume)))
    }
}
