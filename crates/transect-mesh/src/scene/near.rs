//! Vertices near a plane but not on it: within one f32 step, the distance from a coordinate to the next f32.

use transect::{Cutter, Plane, Transform};
use transect_exact::Side;
use transect_exact::arrays::Few as _;
use transect_exact::vector::dot;

use crate::scene::model::Scene;

/// The vertices with f32 coordinates that are near a plane, but not on it: within one step, the distance to the next
/// f32.
///
/// A vertex that a plane misses by one f32 step hints at a mistake: for example, a user types `z=1.175`, but the file
/// contains the f32 number 1.1749999523. The user meant the plane through the vertices.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearMiss {
    /// The number of vertices that the plane misses by at most one f32 step, counted once for each object that shows
    /// them.
    pub vertices: usize,
    /// The number of objects that show a vertex which the plane misses by at most one f32 step.
    pub objects: usize,
    /// The position of the vertex nearest to the plane, among the vertices that the plane misses by at most one f32
    /// step.
    pub point: [f64; 3],
    /// The signed distance from the plane to the vertex at `point`, rounded.
    pub distance: f64,
    /// The plane parallel to the given plane that contains the vertex at `point` exactly, if floats can represent such
    /// a plane.
    pub plane_through: Option<Plane>,
}

impl Scene {
    /// Returns the vertices that a plane misses by at most one f32 step, or `None` if no vertex is that near.
    ///
    /// Objects with a transform are skipped, because their world positions differ from the coordinates in the file.
    /// Objects with coordinates that are not f32 values are skipped, too.
    ///
    /// ```
    /// use transect::Plane;
    /// use transect_mesh::{Mesh, RawMesh, scene::{Node, Scene, SceneMesh}};
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

/// Returns `true` if a point is near a plane, but not on it. Near means that |n·p + d| is at most Σ |nᵢ|·(the f32 step
/// at pᵢ).
fn is_near(plane: &impl Cutter, point: &[f64; 3]) -> bool {
    let normal = plane.measuring_plane().normal();
    let step = dot(&normal.each(f64::abs), &point.each(single_step));
    // A rounded value of n·p + d excludes most points. An accurate value decides for the few others.
    let rounded = dot(&normal, point) + plane.measuring_plane().offset();
    rounded.abs() <= 4.0 * step
        && plane.value_at(point).abs() <= step
        && plane.side_of_point(point) != Side::On
}

/// Returns the f32 step at a number: the distance from the number to the next f32 that is larger in magnitude.
pub(super) fn single_step(coordinate: f64) -> f64 {
    let single = (coordinate as f32).abs();
    if single == f32::MAX {
        // The next number is infinite. The step below is as large.
        return f64::from(single) - f64::from(single.next_down());
    }
    f64::from(f32::from_bits(single.to_bits() + 1)) - f64::from(single)
}
