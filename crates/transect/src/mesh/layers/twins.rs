//! The twins of half-edges. A half-edge is one side of a triangle, with a direction; its twin is the half-edge of the
//! neighboring triangle along the same edge.

use alloc::vec;
use alloc::vec::Vec;

/// The twin of each half-edge. Half-edge 3t + k belongs to triangle t and runs from its corner k to its next corner.
/// The twin runs along the same edge in reverse, in another triangle.
#[derive(Clone, Debug)]
pub(super) struct Twins {
    of_half_edges: Vec<u32>,
}

/// The twin of a half-edge, or the reason why it does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Twin {
    /// The half-edge that runs in reverse: its triangle, and the index of its first corner.
    Reverse { triangle: usize, corner: usize },
    /// No other triangle has this edge.
    Open,
    /// More than two triangles have this edge, or two triangles have it in the same direction.
    Irregular,
}

const OPEN: u32 = u32::MAX;
const IRREGULAR: u32 = u32::MAX - 1;

impl Twins {
    /// Finds the twins among the half-edges of the triangles with the indices `chosen`. Triangles that have a vertex
    /// twice are skipped. `vertices` is the number of vertices of the mesh.
    pub(super) fn new(triangles: &[[u32; 3]], vertices: usize, chosen: &[u32]) -> Self {
        let half_edges = || {
            chosen.iter().flat_map(|&index| {
                let triangle = &triangles[index as usize];
                let corners = if is_degenerate(triangle) { 0..0 } else { 0..3 };
                corners.map(move |corner| {
                    let (from, to) = (triangle[corner], triangle[(corner + 1) % 3]);
                    (from, to, 3 * index + corner as u32)
                })
            })
        };
        // Sort the half-edges by the lesser vertex of their edge, with a counting sort.
        let mut ends = vec![0_u32; vertices];
        for (from, to, _) in half_edges() {
            ends[from.min(to) as usize] += 1;
        }
        let mut total = 0;
        for end in &mut ends {
            total += core::mem::replace(end, total);
        }
        let mut sorted = vec![0_u32; total as usize];
        for (from, to, half_edge) in half_edges() {
            let end = &mut ends[from.min(to) as usize];
            sorted[*end as usize] = half_edge;
            *end += 1;
        }
        let mut of_half_edges = vec![OPEN; 3 * triangles.len()];
        let mut edges: Vec<(u32, u32, bool)> = Vec::new();
        let mut start = 0;
        for (lesser, &end) in ends.iter().enumerate() {
            edges.clear();
            edges.extend(sorted[start..end as usize].iter().map(|&half_edge| {
                let (index, corner) = (half_edge as usize / 3, half_edge as usize % 3);
                let (from, to) = (triangles[index][corner], triangles[index][(corner + 1) % 3]);
                (from.max(to), half_edge, from as usize == lesser)
            }));
            edges.sort_unstable();
            for edge in edges.chunk_by(|(a, ..), (b, ..)| a == b) {
                match *edge {
                    [_] => {}
                    [(_, first, rises), (_, second, other_rises)] if rises != other_rises => {
                        of_half_edges[first as usize] = second;
                        of_half_edges[second as usize] = first;
                    }
                    _ => {
                        for &(_, half_edge, _) in edge {
                            of_half_edges[half_edge as usize] = IRREGULAR;
                        }
                    }
                }
            }
            start = end as usize;
        }
        Self { of_half_edges }
    }

    /// Returns the twin of the half-edge that begins at this corner of a triangle.
    #[inline]
    pub(super) fn of(&self, triangle: usize, corner: usize) -> Twin {
        match self.of_half_edges[3 * triangle + corner] {
            OPEN => Twin::Open,
            IRREGULAR => Twin::Irregular,
            half_edge => Twin::Reverse {
                triangle: half_edge as usize / 3,
                corner: half_edge as usize % 3,
            },
        }
    }
}

/// Returns `true` if a triangle has a vertex twice.
pub(super) fn is_degenerate([a, b, c]: &[u32; 3]) -> bool {
    a == b || b == c || c == a
}
