//! The faces of a mesh, as corners and area vectors.

use transect::mesh::Mesh;

/// A triangle: its corners, and its area vector. The area vector is perpendicular to the triangle and points outward;
/// its length is the area. Both are rounded and serve the first picture and lists only.
pub(crate) struct Face {
    pub(crate) corners: [[f64; 3]; 3],
    pub(crate) area_vector: [f64; 3],
}

impl Face {
    /// Returns the area of the triangle.
    pub(crate) fn area(&self) -> f64 {
        self.area_vector
            .iter()
            .map(|part| part * part)
            .sum::<f64>()
            .sqrt()
    }
}

/// Returns the triangles of a mesh.
pub(crate) fn faces(mesh: &Mesh) -> impl Iterator<Item = Face> {
    mesh.triangles().iter().map(|corners| {
        let corners = corners.map(|corner| mesh.positions()[corner as usize]);
        let [a, b, c] = corners;
        let side = |end: [f64; 3]| -> [f64; 3] { core::array::from_fn(|axis| end[axis] - a[axis]) };
        let (u, v) = (side(b), side(c));
        let part = |i: usize, j: usize| 0.5 * (u[i] * v[j] - u[j] * v[i]);
        Face {
            corners,
            area_vector: [part(1, 2), part(2, 0), part(0, 1)],
        }
    })
}
