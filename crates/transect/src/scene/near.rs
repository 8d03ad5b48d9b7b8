//! Vertices that a plane misses by less than one step of their f32 coordinates.

use crate::cutter::Cutter;
use crate::plane::Plane;
use crate::scene::model::Scene;
use crate::side::Side;
use crate::transform::Transform;
use crate::vector::dot;

/// Vertices with f32 coordinates that are within one f32 step of a plane, but not on it.
///
/// Example: a user types `z=1.175`, but the file contains 1.1749999523.
/// The user meant the plane through the vertices.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearMiss {
    /// The number of vertices, counted once per object.
    pub vertices: usize,
    /// The number of objects with vertices this near to the plane.
    pub objects: usize,
    /// The position of the vertex nearest to the plane.
    pub point: [f64; 3],
    /// The signed distance of the nearest vertex from the plane, rounded.
    pub distance: f64,
    /// The parallel plane that contains the nearest vertex exactly, if floats can represent this plane.
    pub plane_through: Option<Plane>,
}

impl Scene {
    /// Returns the vertices that a plane misses by at most one f32 step, or `None` if no vertex is that near.
    ///
    /// Objects with a transform are skipped: their world positions differ from the coordinates in the file.
    ///
    /// ```
    /// use transect::{Plane, mesh::{Mesh, RawMesh}, scene::{Node, Scene, SceneMesh}};
    /// let height = f64::from(1.175_f32); // 1.1749999523162842
    /// let positions = vec![[0.0, 0.0, height], [1.0, 0.0, height], [0.0, 1.0, 5.0]];
    /// let mesh = Mesh::new(RawMesh { positions, triangles: vec![[0, 1, 2]], ..RawMesh::default() })?;
    /// let scene = Scene {
    ///     nodes: vec![Node { mesh: Some(0), ..Node::default() }],
    ///     meshes: vec![SceneMesh { mesh, ..SceneMesh::default() }],
    ///     ..Scene::default()
    /// };
    /// let miss = scene.near_miss(&"z = 1.175".parse::<Plane>()?, |_| true);
    /// assert_eq!(miss.map(|miss| (miss.vertices, miss.point[2])), Some((2, height)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn near_miss(
        &self,
        plane: &impl Cutter,
        wanted: impl Fn(usize) -> bool,
    ) -> Option<NearMiss> {
        let world = self.world_transforms();
        let mut found: Option<NearMiss> = None;
        for node in self.objects().filter(|&node| wanted(node)) {
            let Some(mesh) = self.nodes[node].mesh.map(|mesh| &self.meshes[mesh].mesh) else {
                continue;
            };
            if !mesh.single_precision || world[node] != Transform::IDENTITY {
                continue;
            }
            let mut is_new = true;
            for point in mesh
                .positions()
                .iter()
                .filter(|point| is_near(plane, point))
            {
                let distance = plane.distance_to(point);
                let miss = found.get_or_insert(NearMiss {
                    vertices: 0,
                    objects: 0,
                    point: *point,
                    distance,
                    plane_through: None,
                });
                miss.vertices += 1;
                miss.objects += usize::from(is_new);
                is_new = false;
                if distance.abs() < miss.distance.abs() {
                    (miss.point, miss.distance) = (*point, distance);
                }
            }
        }
        if let Some(miss) = &mut found {
            miss.plane_through =
                Plane::from_point_and_normal(miss.point, plane.measuring_plane().normal())
                    .ok()
                    .filter(|plane| plane.side(&miss.point) == Side::On);
        }
        found
    }
}

/// Returns `true` if a point lies within Σ |nᵢ|·(f32 step at xᵢ) of a plane, but not on it.
fn is_near(plane: &impl Cutter, point: &[f64; 3]) -> bool {
    let normal = plane.measuring_plane().normal();
    let step = dot(&normal.map(f64::abs), &point.map(single_step));
    // The rounded value of n·p + d excludes most points. The exact value decides for the few other points.
    let rounded = dot(&normal, point) + plane.measuring_plane().offset();
    rounded.abs() <= 4.0 * step
        && plane.value_at(point).abs() <= step
        && plane.side_of_point(point) != Side::On
}

/// Returns the distance from a number to the next f32 that is larger in magnitude.
fn single_step(coordinate: f64) -> f64 {
    let single = (coordinate as f32).abs();
    f64::from(f32::from_bits(single.to_bits() + 1)) - f64::from(single)
}
