//! The open edges of a mesh as a chain: edges with a direction, which are added and cancel each other.

use alloc::vec::Vec;

use crate::mesh::boundary::Boundary;
use crate::mesh::gaps::divisions::{Divisions, Edge};

/// A chain of edges. Each edge has a number that is not 0: how often it runs from its first end to its second, less how often
/// it runs back.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Chain {
    /// The edges in ascending order, each once.
    pub(super) edges: Vec<(Edge, i64)>,
}

impl Chain {
    /// Returns the open edges of a mesh.
    pub(super) fn of(boundary: &Boundary) -> Self {
        let edges = boundary.open.iter();
        Self::sum(edges.map(|&([from, to], times)| (from, to, i64::from(times))))
    }

    /// Returns the sum of directed edges, each given by its ends and how often it occurs. Edges from a vertex to itself are
    /// nothing.
    pub(super) fn sum(directed: impl IntoIterator<Item = (u32, u32, i64)>) -> Self {
        let directed = directed.into_iter().filter(|(from, to, _)| from != to);
        let ordered = directed.map(|(from, to, times)| {
            if from < to {
                ([from, to], times)
            } else {
                ([to, from], -times)
            }
        });
        let mut all: Vec<(Edge, i64)> = ordered.collect();
        all.sort_unstable_by_key(|(edge, _)| *edge);
        let edges = all.chunk_by(|a, b| a.0 == b.0);
        let edges = edges.map(|same| (same[0].0, same.iter().map(|(_, times)| times).sum()));
        Self {
            edges: edges.filter(|(_, times)| *times != 0).collect(),
        }
    }

    /// Returns the number of open edges, each as often as it occurs.
    pub(super) fn open_edges(&self) -> usize {
        let times = self.edges.iter().map(|(_, times)| times.unsigned_abs());
        times.sum::<u64>() as usize
    }

    /// Returns the image of the chain if each vertex moves to another one.
    pub(super) fn mapped(&self, image: impl Fn(u32) -> u32) -> Self {
        let edges = self.edges.iter();
        Self::sum(edges.map(|&([from, to], times)| (image(from), image(to), times)))
    }

    /// Returns the chain with some of its edges divided.
    pub(super) fn divided(&self, divisions: &Divisions) -> Self {
        let edges = self.edges.iter();
        Self::sum(edges.flat_map(|&([from, to], times)| {
            let points = divisions.points([from, to]);
            let starts = core::iter::once(from).chain(points.iter().copied());
            let ends = points.iter().copied().chain(core::iter::once(to));
            starts.zip(ends).map(move |(from, to)| (from, to, times))
        }))
    }

    /// Returns the vertices of the chain, in ascending order of their ids.
    pub(super) fn vertices(&self) -> Vec<u32> {
        let mut vertices: Vec<u32> = self.edges.iter().flat_map(|(edge, _)| *edge).collect();
        vertices.sort_unstable();
        vertices.dedup();
        vertices
    }
}
