//! Meshes in world coordinates, as the placements of their nodes define them.

use alloc::borrow::Cow;

use transect::Transform;

use crate::mesh::indexed::{Mesh, MeshError};

/// Returns the image of a mesh under a transform ([`Mesh::transformed`]), or the mesh itself for the identity. The cut takes
/// the rounded positions as its exact input.
///
/// ```
/// use transect::Transform;
/// use transect_mesh::{Mesh, RawMesh, scene::world_mesh};
/// # let positions = (0..8).map(|i| [i & 1, i >> 1 & 1, i >> 2].map(f64::from)).collect();
/// # let triangles = vec![
/// #     [0, 2, 1], [1, 2, 3], [4, 5, 6], [5, 7, 6], [0, 1, 4], [1, 5, 4],
/// #     [2, 6, 3], [3, 6, 7], [0, 4, 2], [2, 4, 6], [1, 3, 5], [3, 7, 5],
/// # ];
/// let cube = Mesh::new(RawMesh { positions, triangles, ..RawMesh::default() })?;
/// let [_, y, z, origin] = Transform::IDENTITY.columns;
/// let mirrored = world_mesh(&cube, &Transform { columns: [[-2.0, 0.0, 0.0], y, z, origin] })?;
/// assert_eq!(mirrored.volume(), 2.0); // not −2: turned over
/// # Ok::<(), transect_mesh::MeshError>(())
/// ```
///
/// # Errors
/// Returns [`MeshError::NotFinite`] if a position is beyond the range of floats.
pub fn world_mesh<'m>(mesh: &'m Mesh, transform: &Transform) -> Result<Cow<'m, Mesh>, MeshError> {
    if *transform == Transform::IDENTITY {
        return Ok(Cow::Borrowed(mesh));
    }
    mesh.transformed(transform).map(Cow::Owned)
}
