//! The planes perpendicular to an axis that contain faces of a model.

use std::collections::HashMap;

use serde::Serialize;
use transect::Plane;
use transect::vector::{cross, length, sub};
use transect_mesh::Mesh;

/// The maximum number of planes that are listed per axis.
const LARGEST: usize = 10;

/// For each axis, a map from an exact coordinate on the axis to the total area and number of the triangles that are
/// perpendicular to the axis at this coordinate. A key holds the bits of the coordinate.
#[derive(Debug, Default)]
pub(crate) struct Faces([HashMap<u64, Amount>; 3]);

/// The total area and number of the triangles that are perpendicular to an axis and have the same coordinate on it.
#[derive(Clone, Copy, Debug, Default)]
struct Amount {
    area: f64,
    triangles: usize,
}

/// The planes that contain faces of the model and are perpendicular to the same axis.
#[derive(Debug, Serialize)]
pub(crate) struct FaceReport {
    /// The number of planes that contain faces, one per coordinate on the axis.
    pub(crate) coordinates: usize,
    /// The planes with the largest total area of faces, the largest first.
    pub(crate) largest: Vec<Height>,
}

/// A plane that is perpendicular to an axis and contains faces.
#[derive(Debug, Serialize)]
pub(crate) struct Height {
    /// The plane as text that `--plane` accepts.
    pub(crate) plane: String,
    pub(crate) coordinate: f64,
    pub(crate) area: f64,
    pub(crate) triangles: usize,
}

impl Faces {
    /// Adds each triangle whose three corners have the same coordinate on some axis. Triangles of area 0 are ignored.
    pub(crate) fn add(&mut self, mesh: &Mesh) {
        for triangle in 0..mesh.triangles().len() {
            let [a, b, c] = mesh.corners(triangle);
            for (axis, heights) in self.0.iter_mut().enumerate() {
                if a[axis] != b[axis] || b[axis] != c[axis] {
                    continue;
                }
                let area = 0.5 * length(&cross(&sub(&b, &a), &sub(&c, &a)));
                if area > 0.0 {
                    // Adding 0.0 turns -0.0 into 0.0, so both have the same bits.
                    let amount = heights.entry((a[axis] + 0.0).to_bits()).or_default();
                    amount.area += area;
                    amount.triangles += 1;
                }
            }
        }
    }

    /// Returns the planes that are perpendicular to the x, the y and the z axis.
    pub(crate) fn report(&self) -> [FaceReport; 3] {
        std::array::from_fn(|axis| {
            let mut normal = [0.0; 3];
            normal[axis] = 1.0;
            let mut heights: Vec<(f64, Amount)> = self.0[axis]
                .iter()
                .map(|(&bits, &amount)| (f64::from_bits(bits), amount))
                .collect();
            heights.sort_by(|(at, amount), (other, than)| {
                than.area.total_cmp(&amount.area).then(at.total_cmp(other))
            });
            let largest = heights.iter().take(LARGEST);
            let largest = largest.filter_map(|&(coordinate, Amount { area, triangles })| {
                let plane = Plane::from_normal_and_distance(normal, coordinate).ok()?;
                Some(Height {
                    plane: plane.to_string().replace(' ', ""),
                    coordinate,
                    area,
                    triangles,
                })
            });
            FaceReport {
                coordinates: heights.len(),
                largest: largest.collect(),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use transect_mesh::RawMesh;

    use super::*;

    #[test]
    fn zeros_are_one_coordinate_and_slivers_none() {
        let mut faces = Faces::default();
        let triangles = [
            [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
            [[0.0, 0.0, -0.0], [0.0, 2.0, -0.0], [2.0, 0.0, -0.0]],
            [[0.0, 0.0, 7.0], [1.0, 0.0, 7.0], [2.0, 0.0, 7.0]],
            [[0.0, 0.0, 0.1], [1.0, 0.0, 0.1], [0.0, 1.0, 0.2]],
        ];
        for corners in triangles {
            let mesh = Mesh::new(RawMesh {
                positions: corners.to_vec(),
                triangles: vec![[0, 1, 2]],
                ..RawMesh::default()
            });
            faces.add(&mesh.expect("a triangle"));
        }
        let [x, y, z] = faces.report();
        assert_eq!((x.coordinates, y.coordinates, z.coordinates), (0, 0, 1));
        let floor = &z.largest[0];
        assert_eq!(
            (floor.plane.as_str(), floor.area, floor.triangles),
            ("z=0", 2.5, 2)
        );
    }
}
