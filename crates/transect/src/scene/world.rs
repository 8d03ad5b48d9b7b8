//! Meshes where their nodes put them.

use alloc::borrow::Cow;

use crate::mesh::attributes::{Layer, Meaning};
use crate::mesh::indexed::{Mesh, MeshError};
use crate::transform::Transform;
use crate::vector::{length, scale};

/// A mesh under a transform: positions are matrix × point in f64, exact from there; a mirroring
/// transform turns every triangle over; directions turn along. Under the identity the mesh itself.
///
/// # Errors
/// [`MeshError::NotFinite`] if a position overflows.
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

/// Brings the directions of a layer along, at length one.
fn turn(layer: &mut Layer, transform: &Transform) {
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
