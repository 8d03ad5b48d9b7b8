//! The image of a mesh under an affine map.

use transect::Transform;
use transect_exact::vector::{length, scale};

use crate::mesh::attributes::{AttributeLayer, Meaning};
use crate::mesh::indexed::{Mesh, MeshError};

impl Mesh {
    /// Returns the image of this mesh under a transform. Positions are computed as matrix × point in f64. If the transform
    /// mirrors, the orientation of every triangle is reversed. Normals and tangents are transformed, too.
    ///
    /// ```
    /// use transect::Transform;
    /// use transect_mesh::{Mesh, VertexBuffers};
    /// let positions = [[0.0_f32, 0.0, 0.0], [1.0, 0.0, -1.0], [0.0, 1.0, 0.0]];
    /// let normals = [[0.6_f32, 0.0, 0.6]; 3].map(|n| n.map(|c| c / 0.72_f32.sqrt()));
    /// let mesh = Mesh::from_buffers(VertexBuffers::new(&positions, &[0_u16, 1, 2]).with_normals(&normals))?;
    /// let [_, y, z, origin] = Transform::IDENTITY.columns;
    /// let wide = mesh.transformed(&Transform { columns: [[3.0, 0.0, 0.0], y, z, origin] })?;
    /// let normal = wide.attributes().layers[0].row(0);
    /// assert!((normal[2] / normal[0] - 3.0).abs() < 1e-9); // perpendicular to the image of the triangle
    /// # Ok::<(), transect_mesh::MeshError>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`MeshError::NotFinite`] if a position is beyond the range of floats.
    pub fn transformed(&self, transform: &Transform) -> Result<Self, MeshError> {
        let mirrors = transform.determinant() < 0.0;
        let mut image = self.mapped(mirrors, |position| transform.apply(position))?;
        for layer in &mut image.attributes.layers {
            turn(layer, transform);
        }
        Ok(image)
    }
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
