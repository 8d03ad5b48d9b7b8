//! The ranks of vertices: their places among the heights of layers.

use alloc::vec;
use alloc::vec::Vec;

use crate::mesh::indexed::Mesh;
use crate::mesh::layers::heights::Heights;
use crate::predicates::linear::LinearForm;

/// The ranks of a mesh's vertices among the heights of layers.
///
/// Let H be the float nearest to direction·p for a vertex p, and let k be the number of heights less than H. The rank
/// of the vertex is 2k + 1 if a height equals H, and 2k otherwise. Rounding is monotone: a number above a float does
/// not round to a float below it. So in the layer with index i, all vertices with ranks below 2i + 1 lie strictly
/// behind the plane, and all with ranks above 2i + 1 lie strictly in front. A vertex with the rank 2i + 1 may lie on
/// the plane, or so close to it on either side that H equals the height of the layer.
#[derive(Clone, Debug)]
pub(super) struct Ranks {
    of_vertices: Vec<u32>,
    /// For each layer, `true` if a vertex has the rank 2i + 1, where i is the index of the layer.
    may_touch: Vec<bool>,
}

impl Ranks {
    pub(super) fn new(mesh: &Mesh, heights: &Heights) -> Self {
        let form = LinearForm::new(heights.direction(), 0.0);
        let ascending = heights.ascending();
        // Successive vertices often have nearly the same height. So the last result is tried before a binary search.
        let mut below = 0;
        let rank = |position: &[f64; 3]| {
            let height = form.value(position);
            let is_between = (below == 0 || ascending[below - 1] < height)
                && ascending.get(below).is_none_or(|&next| next >= height);
            if !is_between {
                below = ascending.partition_point(|&other| other < height);
            }
            2 * below as u32 + u32::from(ascending.get(below) == Some(&height))
        };
        let of_vertices: Vec<u32> = mesh.positions.iter().map(rank).collect();
        let mut may_touch = vec![false; ascending.len()];
        for rank in of_vertices.iter().filter(|&rank| rank % 2 == 1) {
            may_touch[*rank as usize / 2] = true;
        }
        Self {
            of_vertices,
            may_touch,
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

    /// Returns `true` if a vertex may lie on the plane of the layer with this index.
    pub(super) fn may_touch(&self, layer: usize) -> bool {
        self.may_touch[layer]
    }

    /// Returns the least and the greatest rank of a triangle's corners.
    pub(super) fn range(&self, triangle: &[u32; 3]) -> [u32; 2] {
        let [a, b, c] = triangle.map(|vertex| self.of(vertex));
        [a.min(b).min(c), a.max(b).max(c)]
    }
}

/// Returns the rank of vertices that may lie on the plane of the layer with this index.
pub(super) fn rank_of_layer(layer: usize) -> u32 {
    2 * layer as u32 + 1
}
