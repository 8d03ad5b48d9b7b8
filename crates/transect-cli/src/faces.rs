//! The planes worth asking for: those across an axis in which faces of a model lie.

use std::collections::HashMap;

use serde::Serialize;
use transect::Plane;
use transect::mesh::Mesh;
use transect::vector::{cross, length, sub};

/// How many planes are told of an axis.
const LARGEST: usize = 10;

/// The faces across each axis, gathered by their exact coordinates.
#[derive(Debug, Default)]
pub(crate) struct Faces([HashMap<u64, Amount>; 3]);

/// How much lies at one coordinate.
#[derive(Clone, Copy, Debug, Default)]
struct Amount {
    area: f64,
    triangles: usize,
}

/// What is told of one axis.
#[derive(Debug, Serialize)]
pub(crate) struct FaceReport {
    /// How many different coordinates there are at which faces lie.
    pub(crate) coordinates: usize,
    /// Those with the largest area, the largest first.
    pub(crate) largest: Vec<Height>,
}

/// A plane in which faces lie.
#[derive(Debug, Serialize)]
pub(crate) struct Height {
    /// The plane as `--plane` reads it.
    pub(crate) plane: String,
    pub(crate) coordinate: f64,
    pub(crate) area: f64,
    pub(crate) triangles: usize,
}

impl Faces {
    /// Adds those triangles whose corners all have exactly one coordinate in common. Triangles
    /// without area lie across no axis.
    pub(crate) fn add(&mut self, mesh: &Mesh) {
        for triangle in 0..mesh.triangles().len() {
            let [a, b, c] = mesh.corners(triangle);
            for (axis, heights) in self.0.iter_mut().enumerate() {
                if a[axis] != b[axis] || b[axis] != c[axis] {
                    continue;
                }
                let area = 0.5 * length(&cross(&sub(&b, &a), &sub(&c, &a)));
                if area > 0.0 {
                    // Minus zero is zero.
                    let amount = heights.entry((a[axis] + 0.0).to_bits()).or_default();
                    amount.area += area;
                    amount.triangles += 1;
                }
            }
        }
    }

    /// What is told of the axes x, y and z.
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
    use transect::mesh::RawMesh;

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
