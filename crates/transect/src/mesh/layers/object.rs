//! One mesh in the sweep over layers: its sections, computed from the triangles that may meet a layer. The ranks of
//! vertices, their places among the heights of the layers (`ranks.rs`), show which triangles these are.

use alloc::borrow::Cow;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use crate::mesh::indexed::Mesh;
use crate::mesh::layers::crossings::crossings;
use crate::mesh::layers::heights::Heights;
use crate::mesh::layers::ranks::{Ranks, rank_of_layer};
use crate::mesh::layers::twins::Twins;
use crate::mesh::layers::walk::{Walk, Walker};
use crate::mesh::section::{Section, Sections, sections};
use crate::mesh::trace::Trace;
use crate::plane::Plane;
use crate::side::Side;

/// A mesh, and its triangles in the order of the first layers that may meet them.
#[derive(Clone, Debug)]
pub(super) struct Object<'m> {
    mesh: Cow<'m, Mesh>,
    ranks: Ranks,
    /// The least and the greatest rank of the vertices.
    range: [u32; 2],
    /// The triangles that may meet a layer, ordered by the first such layer.
    entering: Vec<u32>,
    /// For each layer, the index in `entering` after the last triangle for which this layer is the first.
    ends: Vec<u32>,
    twins: Twins,
    /// The active triangles, which may meet the current layer. Each has the greatest rank of its corners beside it.
    active: Vec<[u32; 2]>,
}

impl<'m> Object<'m> {
    pub(super) fn new(mesh: Cow<'m, Mesh>, heights: &Heights) -> Self {
        let layers = heights.ascending().len();
        let ranks = Ranks::new(&mesh, heights);
        let extremes = ranks.of_vertices().iter();
        let range = extremes.fold([u32::MAX, 0], |[least, greatest], &rank| {
            [least.min(rank), greatest.max(rank)]
        });
        // The layer with index i has the rank 2i + 1. So the first layer that may meet a triangle with the least rank r
        // has the index r/2, rounded down. If the rank of this layer is above the triangle's greatest rank, no layer
        // meets the triangle.
        let first_layer = |triangle: &[u32; 3]| {
            let [least, greatest] = ranks.range(triangle);
            let layer = least as usize / 2;
            (layer < layers && rank_of_layer(layer) <= greatest).then_some(layer)
        };
        // Sort the triangles by their first layer, with a counting sort.
        let mut ends = vec![0_u32; layers];
        for layer in mesh.triangles.iter().filter_map(first_layer) {
            ends[layer] += 1;
        }
        let mut total = 0;
        for end in &mut ends {
            total += core::mem::replace(end, total);
        }
        let mut entering = vec![0; total as usize];
        for (index, triangle) in mesh.triangles.iter().enumerate() {
            if let Some(layer) = first_layer(triangle) {
                entering[ends[layer] as usize] = index as u32;
                ends[layer] += 1;
            }
        }
        let twins = Twins::new(&mesh.triangles, mesh.positions.len(), &entering);
        Self {
            mesh,
            ranks,
            range,
            entering,
            ends,
            twins,
            active: Vec::new(),
        }
    }

    /// Updates the active triangles for the layer with this index, and returns them. Must be called for each layer in
    /// turn, from the first on.
    pub(super) fn advance(&mut self, layer: usize) -> Vec<u32> {
        let rank = rank_of_layer(layer);
        self.active.retain(|&[_, greatest]| greatest >= rank);
        let start = if layer == 0 { 0 } else { self.ends[layer - 1] };
        let entering = &self.entering[start as usize..self.ends[layer] as usize];
        self.active.extend(entering.iter().map(|&triangle| {
            let [_, greatest] = self.ranks.range(&self.mesh.triangles[triangle as usize]);
            [triangle, greatest]
        }));
        self.active.iter().map(|&[triangle, _]| triangle).collect()
    }

    /// Returns the sections by the plane of a layer, given the indices of the triangles that may meet it, in any order.
    pub(super) fn sections(&self, layer: usize, plane: &Plane, triangles: &[u32]) -> Sections {
        if !self.ranks.may_touch(layer)
            && let Some(section) = self.section_between_vertices(layer, plane, triangles)
        {
            return Sections::equal(section);
        }
        let mut triangles = triangles.to_vec();
        triangles.sort_unstable();
        sections(&Trace::of_triangles(&self.mesh, plane, &triangles), plane)
    }

    /// Returns the section by the plane of a layer on which no vertex lies, given the indices of the triangles that the
    /// plane crosses. Returns `None` unless each crossed edge belongs to one triangle, or to two triangles in opposite
    /// directions.
    fn section_between_vertices(
        &self,
        layer: usize,
        plane: &Plane,
        triangles: &[u32],
    ) -> Option<Section> {
        // Loops are found for the canonical plane: the plane or its flip, whichever has a normal whose first nonzero
        // coefficient is positive.
        let leading = plane.normal().into_iter().find(|&c| c != 0.0);
        let flipped = leading.is_some_and(|c| c < 0.0);
        let canonical = if flipped { plane.flipped() } else { *plane };
        let rank = rank_of_layer(layer);
        let is_front = |vertex: u32| (self.ranks.of(vertex) > rank) != flipped;
        let walker = Walker::new(&self.mesh.triangles, &self.twins, is_front);
        let walks = walker.walks(triangles)?;
        let points = crossings(&self.mesh.positions, plane, &walks.edges);
        let of_walks = |walks: &[Walk]| -> Vec<Vec<[f64; 3]>> {
            let parts = walks.iter().map(Walk::parts);
            let points = |parts: [Range<usize>; 2]| parts.map(|part| &points[part]).concat();
            parts.map(points).collect()
        };
        let (closed, open) = (of_walks(&walks.closed), of_walks(&walks.open));
        Some(Section::of_walks(plane, &canonical, closed, open))
    }

    /// Returns `true` if the plane of a layer meets the mesh: some vertex lies on it, or vertices lie on both sides.
    pub(super) fn is_met(&self, layer: usize, plane: &Plane) -> bool {
        let rank = rank_of_layer(layer);
        let [least, greatest] = self.range;
        if rank < least || rank > greatest {
            return false;
        }
        if least < rank && rank < greatest {
            return true;
        }
        // The lowest or the highest vertices have the rank of the layer. Each of them lies on the plane, or next to it
        // on either side.
        let on = |side: Side| {
            let ranks = self.ranks.of_vertices().iter().zip(&self.mesh.positions);
            ranks
                .filter(|(other, _)| **other == rank)
                .any(|(_, position)| plane.side(position) == side)
        };
        on(Side::On) || (least < rank || on(Side::Back)) && (rank < greatest || on(Side::Front))
    }
}
