//! The faces of a mesh, as corners and area vectors.

use transect::vector::{cross, dot, sub};
use transect_mesh::Mesh;

/// A triangle: its corners, and its area vector. The area vector is perpendicular to the triangle and points outward;
/// its length is the area. Both are rounded and serve the first picture and lists only.
pub(crate) struct Face {
    pub(crate) corners: [[f64; 3]; 3],
    pub(crate) area_vector: [f64; 3],
}

impl Face {
    /// Returns the area of the triangle.
    pub(crate) fn area(&self) -> f64 {
        dot(&self.area_vector, &self.area_vector).sqrt()
    }
}

/// Returns the triangles of a mesh.
pub(crate) fn faces(mesh: &Mesh) -> impl Iterator<Item = Face> {
    (0..mesh.triangles().len()).map(|triangle| {
        let corners = mesh.corners(triangle);
        let [a, b, c] = corners;
        Face {
            corners,
            area_vector: cross(&sub(&b, &a), &sub(&c, &a)).map(|part| 0.5 * part),
        }
    })
}
