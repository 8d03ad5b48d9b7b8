//! Meshes in world coordinates, as the placements of their nodes define them.

use alloc::borrow::Cow;

use transect::Transform;
use transect_exact::vector::{length, scale};

use crate::mesh::attributes::{AttributeLayer, Meaning};
use crate::mesh::indexed::{Mesh, MeshError};

/// Returns the image of a mesh under a transform. Positions are computed as matrix × point in f64. The cut takes the
/// rounded positions as its exact input. If the transform mirrors, the orientation of every triangle is reversed.
/// Normals and tangents are transformed, too. For the identity, the mesh itself is returned.
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
    let mirrored = transform.determinant() < 0.0;
    let mut image = mesh.mapped(mirrored, |position| transform.apply(position))?;
    for layer in &mut image.attributes.layers {
        turn(layer, transform);
    }
    Ok(Cow::Owned(image))
}

/// Transforms the directions in a layer of normals or tangents, and normalises them to length one. Other layers are not
/// changed.
fn turn(layer: &mut AttributeLayer, transform: &Transform) {
    let width = layer.width;
    let map: fn(&Transform, &[f64; 3]) -> [f64; 3] = match layer.meaning {
        Meaning::Normal if width == 3 => Transform::apply_normal,
        Meaning::Tangent if width == 4 => Transform::apply_direction,
        _ => return,
    };
    for row in layer.values.chunks_exact_mut(width) {
        let image = map(transform, &[row[0], row[1], row[2]]);
        let size = length(&image);
        if size > 0.0 && size.is_finite() {
            row[..3].copy_from_slice(&scale(&image, 1.0 / size));
        }
    }
}
