//! Rims, which are groups of open edges that share vertices, and the mesh in which each rim is filled.

use alloc::vec::Vec;

use crate::mesh::attributes::Attributes;
use crate::mesh::curve::{Curve, CurveError};
use crate::mesh::gaps::Groups;
use crate::mesh::indexed::{Mesh, MeshError, RawMesh};

/// A mesh in which each rim is filled by a fan of triangles. [`Mesh::with_filled_rims`] returns it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FilledRims {
    /// The closed mesh: the triangles of the open mesh, and those of the fans after them. It has no attributes and no
    /// parts.
    pub mesh: Mesh,
    /// The number of rims. A rim is a group of open edges that share vertices.
    pub rims: usize,
}

/// The curve of an open mesh below its rims. [`Mesh::curve_below_rims`] returns it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct CurveBelowRims {
    /// The curve of the mesh with filled rims. Its volumes and centroids are those of the open mesh up to the height
    /// `closed_below`, and so are its areas as the limit from behind ([`CurvePoint::area`](crate::CurvePoint::area)).
    pub curve: Curve,
    /// The height of the lowest vertex of an open edge. The part of the mesh below any plane up to this height is closed
    /// by the cap in the plane.
    pub closed_below: f64,
}

impl Mesh {
    /// Returns this mesh with each rim filled by a fan of triangles around the vertex of the rim with the least index.
    ///
    /// The result is closed, so its volume does not depend on a point. If all vertices of a rim lie in one plane, the fan
    /// covers the flat hole, and its choice of triangles does not matter for volumes. Otherwise the volume is one of many
    /// possible ones.
    ///
    /// ```
    /// use transect_mesh::{Mesh, RawMesh};
    /// # let positions = (0..8).map(|i| [i & 1, i >> 1 & 1, i >> 2].map(f64::from)).collect();
    /// // A unit cube without its upper face.
    /// let triangles = vec![
    ///     [0, 2, 1], [1, 2, 3], [0, 1, 4], [1, 5, 4], [2, 6, 3], [3, 6, 7], [0, 4, 2], [2, 4, 6], [1, 3, 5], [3, 7, 5],
    /// ];
    /// let open = Mesh::new(RawMesh { positions, triangles, ..RawMesh::default() })?;
    /// let filled = open.with_filled_rims()?;
    /// assert_eq!((filled.rims, filled.mesh.volume()), (1, 1.0));
    /// assert!(filled.mesh.boundary().is_closed());
    /// # Ok::<(), transect_mesh::MeshError>(())
    /// ```
    ///
    /// # Errors
    /// Returns a [`MeshError`] if the mesh would have too many triangles.
    pub fn with_filled_rims(&self) -> Result<FilledRims, MeshError> {
        let open = &self.boundary().open;
        let mut least = Groups::new(self.positions.len());
        for ([from, to], _) in open {
            least.join([*from, *to]);
        }
        let mut triangles = self.triangles.clone();
        let mut rims = Vec::new();
        for &([from, to], times) in open {
            let apex = least.root(from);
            if from == apex || to == apex {
                rims.push(apex);
                continue;
            }
            triangles.extend((0..times).map(|_| [to, from, apex]));
        }
        rims.sort_unstable();
        rims.dedup();
        let mesh = Self::new(RawMesh {
            positions: self.positions.clone(),
            triangles,
            attributes: Attributes::default(),
            parts: Vec::new(),
        })?;
        Ok(FilledRims {
            mesh,
            rims: rims.len(),
        })
    }

    /// Computes the volume, the centroid and the area of the section behind a plane, for all heights up to the lowest
    /// vertex of a rim. Below this height, an open mesh such as a tank without its lid has a volume.
    ///
    /// Returns `None` if the mesh has no triangles below this height. For a closed mesh, `closed_below` is infinite.
    ///
    /// ```
    /// use transect_mesh::{Mesh, RawMesh};
    /// # let positions = (0..8).map(|i| [i & 1, i >> 1 & 1, i >> 2].map(f64::from)).collect();
    /// # let triangles = vec![
    /// #     [0, 2, 1], [1, 2, 3], [0, 1, 4], [1, 5, 4], [2, 6, 3], [3, 6, 7], [0, 4, 2], [2, 4, 6], [1, 3, 5], [3, 7, 5],
    /// # ];
    /// // A unit cube without its upper face.
    /// let tank = Mesh::new(RawMesh { positions, triangles, ..RawMesh::default() })?;
    /// let below = tank.curve_below_rims([0.0, 0.0, 1.0])?.unwrap();
    /// assert_eq!(below.closed_below, 1.0);
    /// assert_eq!(below.curve.at(0.25).volume, 0.25);
    /// // Upside down, the tank is open at its lowest height.
    /// assert_eq!(tank.curve_below_rims([0.0, 0.0, -1.0])?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns a [`CurveError`] if the direction is zero or not finite, if the magnitude of a coordinate is above 1e70, or
    /// if the filled mesh would have too many triangles.
    pub fn curve_below_rims(
        &self,
        direction: [f64; 3],
    ) -> Result<Option<CurveBelowRims>, CurveError> {
        let filled = self.with_filled_rims();
        let filled = filled.map_err(|error| CurveError::Filled { error })?;
        filled.curve_below(self, direction)
    }
}

impl FilledRims {
    /// Returns the curve below the rims of the open mesh `open`, which was filled, as [`Mesh::curve_below_rims`] does without
    /// filling it again.
    ///
    /// # Errors
    /// Returns the errors of [`Mesh::curve`].
    pub fn curve_below(
        &self,
        open: &Mesh,
        direction: [f64; 3],
    ) -> Result<Option<CurveBelowRims>, CurveError> {
        let curve = self.mesh.curve(direction)?;
        let ends = open.boundary().open.iter().flat_map(|(edge, _)| edge);
        let heights = ends.map(|&vertex| curve.height_of(&open.positions[vertex as usize]));
        let closed_below = heights.fold(f64::INFINITY, f64::min);
        let has_part = curve.range().is_some_and(|[low, _]| low < closed_below);
        Ok(has_part.then_some(CurveBelowRims {
            curve,
            closed_below,
        }))
    }
}
