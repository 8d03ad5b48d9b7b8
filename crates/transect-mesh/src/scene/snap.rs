//! Heights that move onto coordinates of vertices which the numbers of a file rounded.

use alloc::vec::Vec;

use transect::Transform;

use crate::scene::model::Scene;
use crate::scene::near::single_step;

impl Scene {
    /// Returns heights along an axis (0 is x, 1 is y, 2 is z), each moved to the nearest coordinate of a vertex that is at
    /// most half an f32 step away, if there is one: half the distance to the next f32. So a height that is typed in decimals
    /// becomes the f32 number of the file. Of two equally near coordinates, the lesser is taken.
    ///
    /// Objects with a transform are skipped, because their world positions differ from the coordinates in the file. So are
    /// objects with coordinates that are not f32 values: half a step of f64 moves no height.
    ///
    /// ```
    /// use transect_mesh::{Mesh, RawMesh, scene::{Node, Scene, SceneMesh}};
    /// let height = f64::from(1.175_f32); // 1.1749999523162842
    /// let positions = vec![[0.0, 0.0, height], [1.0, 0.0, height], [0.0, 1.0, 5.0]];
    /// let mesh = Mesh::new(RawMesh { positions, triangles: vec![[0, 1, 2]], ..RawMesh::default() })?;
    /// let scene = Scene {
    ///     nodes: vec![Node { mesh: Some(0), ..Node::default() }],
    ///     meshes: vec![SceneMesh { mesh, ..SceneMesh::default() }],
    ///     ..Scene::default()
    /// };
    /// assert_eq!(scene.snapped(2, &[1.175, 1.1751, 5.0], |_| true), [height, 1.1751, 5.0]);
    /// # Ok::<(), transect_mesh::MeshError>(())
    /// ```
    ///
    /// # Panics
    /// Panics if the axis is not 0, 1 or 2.
    #[must_use]
    pub fn snapped(
        &self,
        axis: usize,
        heights: &[f64],
        wanted: impl Fn(usize) -> bool,
    ) -> Vec<f64> {
        let world = self.world_transforms();
        let mut order: Vec<usize> = (0..heights.len()).collect();
        order.sort_by(|&a, &b| heights[a].total_cmp(&heights[b]));
        let sorted: Vec<f64> = order.iter().map(|&place| heights[place]).collect();
        let mut nearest: Vec<Option<f64>> = alloc::vec![None; heights.len()];
        for node in self.objects().filter(|&node| wanted(node)) {
            let Some(mesh) = self.nodes[node].mesh.map(|mesh| &self.meshes[mesh].mesh) else {
                continue;
            };
            if !mesh.single_precision || world[node] != Transform::IDENTITY {
                continue;
            }
            for coordinate in mesh.positions().iter().map(|point| point[axis]) {
                let half = 0.5 * single_step(coordinate);
                let first = sorted.partition_point(|&height| height < coordinate - half);
                let near = sorted[first..].iter().zip(&order[first..]);
                // The bounds are rounded to f64, which decides nothing about f32 numbers and their halves: these are f64
                // numbers.
                for (&height, &place) in
                    near.take_while(|(height, _)| **height <= coordinate + half)
                {
                    let own = &mut nearest[place];
                    let is_nearer = own.is_none_or(|other: f64| {
                        let [one, other_way] = [coordinate, other].map(|end| (end - height).abs());
                        one < other_way || (one == other_way && coordinate < other)
                    });
                    if is_nearer {
                        *own = Some(coordinate);
                    }
                }
            }
        }
        let heights = heights.iter().zip(nearest);
        heights
            .map(|(height, nearest)| nearest.unwrap_or(*height))
            .collect()
    }
}
