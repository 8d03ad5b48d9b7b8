//! The triangles that a layer (the section at one height) may meet, for layers that are computed like a single section.
//! A triangle meets the plane of a layer if the rank of the plane is from the least to the greatest rank of the
//! triangle's corners (see [`Ranks`]).

use alloc::vec;
use alloc::vec::Vec;

use crate::mesh::indexed::Mesh;
use crate::mesh::layers::ranks::{Ranks, rank_of_layer};

/// The triangles of a mesh in the order of the first layers that meet them.
#[derive(Clone, Debug)]
pub(super) struct Candidates {
    /// The triangles, each with the greatest rank of its corners.
    entering: Vec<[u32; 2]>,
    /// For each layer, the index in `entering` after the last triangle that this layer is the first to meet.
    ends: Vec<u32>,
}

/// The triangles that meet the current layer, while layers are visited in ascending order.
#[derive(Clone, Debug, Default)]
pub(super) struct Met {
    /// The triangles, each with the greatest rank of its corners.
    triangles: Vec<[u32; 2]>,
    /// The number of entries of [`Candidates`] that the sweep has reached.
    reached: usize,
}

impl Candidates {
    pub(super) fn new(mesh: &Mesh, ranks: &Ranks) -> Self {
        let layers = ranks.levels() / 2;
        // The layer with index i has the rank 2i + 1. So the first layer that may meet a triangle with the least rank r
        // has the index r/2, rounded down. If the rank of this layer is above the triangle's greatest rank, no layer
        // meets the triangle.
        let first_layer = |triangle: &[u32; 3]| {
            let [least, greatest] = ranks.range(triangle);
            let layer = least as usize / 2;
            (layer < layers && rank_of_layer(layer) <= greatest).then_some((layer, greatest))
        };
        // Sort the triangles by their first layer, with a counting sort.
        let mut ends = vec![0_u32; layers];
        for (layer, _) in mesh.triangles.iter().filter_map(first_layer) {
            ends[layer] += 1;
        }
        let mut total = 0;
        for end in &mut ends {
            total += core::mem::replace(end, total);
        }
        let mut entering = vec![[0; 2]; total as usize];
        for (index, triangle) in mesh.triangles.iter().enumerate() {
            if let Some((layer, greatest)) = first_layer(triangle) {
                entering[ends[layer] as usize] = [index as u32, greatest];
                ends[layer] += 1;
            }
        }
        Self { entering, ends }
    }
}

impl Met {
    /// Returns the indices of the triangles that meet a layer, in ascending order. Successive calls need ascending
    /// layers.
    pub(super) fn advance(&mut self, candidates: &Candidates, layer: usize) -> Vec<u32> {
        let rank = rank_of_layer(layer);
        let end = candidates.ends[layer] as usize;
        self.triangles
            .extend(&candidates.entering[self.reached..end]);
        self.reached = end;
        self.triangles.retain(|&[_, greatest]| greatest >= rank);
        let mut triangles: Vec<u32> = self.triangles.iter().map(|&[index, _]| index).collect();
        triangles.sort_unstable();
        triangles
    }
}
