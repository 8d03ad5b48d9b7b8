//! The nodes of the section of the input by one plane, and the pieces of triangles between them.

use alloc::vec::Vec;

use transect_exact::Side;
use transect_exact::arrays::Few as _;

use crate::mesh::certificate::candidates::Candidates;
use crate::mesh::certificate::exact::{Exact, NONE};

/// The nodes of the section: the vertices of the input by their indices, and then the crossings of its edges.
pub(super) struct Nodes<'e> {
    pub(super) exact: &'e Exact<'e>,
    pub(super) candidates: &'e Candidates,
}

impl Nodes<'_> {
    /// Returns the triangles of the input that may have an edge in the plane, or that the plane crosses.
    pub(super) fn triangles(&self) -> Vec<u32> {
        let meets = |sides: [Side; 3]| {
            let on = sides.iter().filter(|&&side| side == Side::On).count();
            on > 1 || (sides.contains(&Side::Front) && sides.contains(&Side::Back))
        };
        let all = (0..).zip(self.exact.input.triangles());
        let all = all.filter(|(_, triangle)| meets(triangle.each(|vertex| self.side(vertex))));
        all.map(|(index, _)| index).collect()
    }

    /// Returns `true` if the part on one side has a triangle of the input, or a piece of it. `has_thin` says it for a triangle
    /// without area in the plane.
    pub(super) fn reaches(
        &self,
        triangle: u32,
        keep: Side,
        has_thin: impl FnOnce() -> bool,
    ) -> bool {
        match self.exact.reach(triangle, 0) {
            [true, true] => true,
            [true, false] => keep == Side::Back,
            [false, true] => keep == Side::Front,
            [false, false] => match self.exact.side_of_flat(triangle, 0) {
                Side::On => has_thin(),
                side => side == keep,
            },
        }
    }

    pub(super) fn side(&self, vertex: u32) -> Side {
        self.exact.side_of_vertex(vertex, 0)
    }

    pub(super) fn is_on(&self, node: u32) -> bool {
        node as usize >= self.exact.input.positions().len() || self.side(node) == Side::On
    }

    /// Returns the number of a node's position.
    pub(super) fn number(&self, node: u32) -> u32 {
        match (node as usize).checked_sub(self.exact.input.positions().len()) {
            Some(edge) => self.candidates.number_of_crossing(edge),
            None => self.candidates.number_of_vertex(node).unwrap_or(NONE),
        }
    }

    /// Returns the nodes of the part of a triangle on one side of the plane or in it, in the order of its corners.
    pub(super) fn piece(&self, triangle: u32, keep: Side) -> Vec<u32> {
        let corners = self.exact.input.triangles()[triangle as usize];
        let count = self.exact.input.positions().len() as u32;
        let mut nodes = Vec::with_capacity(4);
        for place in 0..3 {
            let (from, to) = (corners[place], corners[(place + 1) % 3]);
            let [start, end] = [from, to].each(|vertex| self.side(vertex));
            if start != -keep {
                nodes.push(from);
            }
            if start != Side::On
                && end == -start
                && let Some(edge) = self.candidates.index_of_edge([from, to])
            {
                nodes.push(count + edge);
            }
        }
        nodes
    }

    /// Returns the numbers of the positions of the nodes of a triangle's part on one side of the plane or in it.
    pub(super) fn numbers_of_piece(&self, triangle: u32, keep: Side) -> Vec<u32> {
        let nodes = self.piece(triangle, keep).into_iter();
        nodes.map(|node| self.number(node)).collect()
    }
}
