//! The ranks of vertices: their places among the heights of layers.

use alloc::vec;
use alloc::vec::Vec;

use transect_exact::Side;
use transect_exact::arrays::Few as _;
use transect_exact::linear::LinearForm;

use crate::mesh::indexed::Mesh;
use crate::mesh::layers::heights::Heights;

/// The ranks of a mesh's vertices among the heights of layers.
///
/// The rank of a vertex is 2i + 1 if the vertex lies on the plane of the layer with index i. Otherwise the rank is 2k,
/// where k is the number of layers whose planes lie below the vertex. Ranks are exact.
///
/// The layer with index i has two **levels**. They stand for planes infinitely close to the plane of the layer: level
/// 2i just below it, and level 2i + 1 just above it. No vertex lies on a level. A vertex is above a level if its rank
/// is greater than the number of the level, and otherwise below it.
#[derive(Clone, Debug)]
pub(super) struct Ranks {
    of_vertices: Vec<u32>,
    /// For each layer, `true` if a vertex lies on its plane.
    is_touched: Vec<bool>,
}

impl Ranks {
    pub(super) fn new(mesh: &Mesh, heights: &Heights) -> Self {
        let form = LinearForm::new(heights.direction(), 0.0);
        let ascending = heights.ascending();
        // Successive vertices often have nearly the same height. So the last result is tried before a binary search.
        let mut below = 0;
        let rank = |position: &[f64; 3]| {
            // `height` is the float nearest to the true height of the vertex. Rounding is monotone, and heights of
            // layers are floats. So a vertex whose rounded height is below (or above) that of a layer is truly below
            // (or above) its plane. Only a vertex whose rounded height equals that of a layer may lie on its plane.
            let height = form.value(position);
            let is_between = (below == 0 || ascending[below - 1] < height)
                && ascending.get(below).is_none_or(|&next| next >= height);
            if !is_between {
                below = ascending.partition_point(|&other| other < height);
            }
            let is_near = ascending.get(below) == Some(&height);
            let side = match (is_near, form.is_along_axis()) {
                (false, _) => Side::Back,
                (true, true) => Side::On,
                (true, false) => heights.plane(height).side(position),
            };
            2 * below as u32 + (side as i8 + 1) as u32
        };
        let of_vertices: Vec<u32> = mesh.positions.iter().map(rank).collect();
        let mut is_touched = vec![false; ascending.len()];
        for rank in of_vertices.iter().filter(|&rank| rank % 2 == 1) {
            is_touched[*rank as usize / 2] = true;
        }
        Self {
            of_vertices,
            is_touched,
        }
    }

    /// Returns the rank of a vertex.
    #[inline]
    pub(super) fn of(&self, vertex: u32) -> u32 {
        self.of_vertices[vertex as usize]
    }

    pub(super) fn of_vertices(&self) -> &[u32] {
        &self.of_vertices
    }

    /// Returns the number of levels.
    pub(super) fn levels(&self) -> usize {
        2 * self.is_touched.len()
    }

    /// Returns `true` if a vertex lies on the plane of the layer with this index.
    pub(super) fn is_touched(&self, layer: usize) -> bool {
        self.is_touched[layer]
    }

    /// Returns the least and the greatest rank of a triangle's corners.
    #[inline]
    pub(super) fn range(&self, triangle: &[u32; 3]) -> [u32; 2] {
        let [a, b, c] = triangle.each(|vertex| self.of(vertex));
        [a.min(b).min(c), a.max(b).max(c)]
    }
}

/// Returns the rank of vertices on the plane of the layer with this index.
pub(super) fn rank_of_layer(layer: usize) -> u32 {
    2 * layer as u32 + 1
}
