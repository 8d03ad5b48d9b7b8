//! A builder of meshes from triangles that are added one at a time.

use alloc::vec::Vec;

use transect::interop::Coordinates;
use transect_exact::arrays::Few as _;

use crate::mesh::attributes::Attributes;
use crate::mesh::indexed::{MOST, Mesh, MeshError};
use crate::mesh::weld::Welder;

/// Builds a mesh from triangles that are added one at a time. A corner at the position of an earlier corner becomes the
/// same vertex.
///
/// The mesh is the one that [`Mesh::new`] builds from three positions per triangle. The builder needs about a third of
/// the memory, because it stores each position once.
///
/// ```
/// use transect_mesh::MeshBuilder;
/// let [a, b, c, d] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
/// let mut builder = MeshBuilder::with_capacity(4);
/// for corners in [[a, c, b], [a, b, d], [b, c, d], [a, d, c]] {
///     builder.push(corners)?;
/// }
/// let tetrahedron = builder.finish();
/// assert_eq!(tetrahedron.positions(), [a, c, b, d]); // in the order of their first use
/// assert!(tetrahedron.boundary().is_closed());
/// # Ok::<(), transect_mesh::MeshError>(())
/// ```
#[derive(Clone, Debug)]
pub struct MeshBuilder {
    welder: Welder,
    triangles: Vec<[u32; 3]>,
}

impl MeshBuilder {
    /// Creates a builder with enough memory for a closed mesh of this many triangles. More triangles may be added.
    #[must_use]
    pub fn with_capacity(triangles: usize) -> Self {
        // A closed mesh has about half as many vertices as triangles.
        Self {
            welder: Welder::with_capacity(triangles / 2 + triangles / 64),
            triangles: Vec::with_capacity(triangles),
        }
    }

    /// Adds a triangle, given by the positions of its corners, counter-clockwise as seen from outside the mesh.
    ///
    /// # Errors
    /// Returns [`MeshError::NotFinite`] if a coordinate is NaN or infinite. Its field `vertex` counts corners: it is
    /// 3·*t* + *k* for corner *k* of the triangle *t*. Returns [`MeshError::TooLarge`] if there are more than 2³⁰
    /// triangles or vertices.
    #[inline]
    pub fn push(&mut self, corners: [impl Coordinates<3>; 3]) -> Result<(), MeshError> {
        let corners = corners.each(Coordinates::coordinates);
        let corner_is_finite = |corner: &[f64; 3]| corner.iter().all(|c| c.is_finite());
        if !corners.iter().all(corner_is_finite) {
            return Err(self.not_finite(&corners));
        }
        let triangle = corners.each_ref().each(|corner| self.welder.id(corner));
        for (what, count) in [
            ("vertices", self.welder.positions.len()),
            ("triangles", self.triangles.len() + 1),
        ] {
            if count > MOST {
                return Err(MeshError::TooLarge { what, count });
            }
        }
        self.triangles.push(triangle);
        Ok(())
    }

    #[cold]
    fn not_finite(&self, corners: &[[f64; 3]; 3]) -> MeshError {
        let coordinates = corners.as_flattened();
        let place = coordinates.iter().position(|c| !c.is_finite());
        let place = place.expect("a coordinate is NaN or infinite");
        MeshError::NotFinite {
            vertex: 3 * self.triangles.len() + place / 3,
            axis: place % 3,
            value: coordinates[place],
        }
    }

    /// Returns the mesh of all added triangles.
    #[must_use]
    pub fn finish(self) -> Mesh {
        Mesh::from_welded(
            self.welder.into_positions(),
            self.triangles,
            Attributes::default(),
            Vec::new(),
        )
    }
}
