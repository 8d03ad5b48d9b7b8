//! The triangles of a half that are not whole triangles of the input, from which the pieces of divided triangles are taken.

use alloc::vec::Vec;

use hashbrown::HashMap;

use crate::mesh::certificate::candidates::Candidates;
use crate::mesh::certificate::exact::Exact;
use crate::mesh::triple::{is_distinct, least_first};

/// The triangles that are not taken yet, by the numbers of their corners.
pub(super) struct Rest(HashMap<[u32; 3], Vec<u32>>);

impl Rest {
    /// Returns these triangles of a part.
    pub(super) fn of<'w>(
        exact: &Exact<'_>,
        candidates: &Candidates,
        part: usize,
        triangles: impl IntoIterator<Item = &'w u32> + Clone,
    ) -> Self {
        let own = &exact.parts[part];
        let mut rest: HashMap<[u32; 3], Vec<u32>> = HashMap::new();
        // The last triangle of a list is taken first. Those without the mark of a cap come last.
        for is_marked in [true, false] {
            for &triangle in triangles.clone() {
                let vertices = own.mesh().triangles()[triangle as usize];
                if is_distinct(&vertices) && own.face(triangle).is_some() == is_marked {
                    let numbers = least_first(candidates.corners_of(part, vertices));
                    rest.entry(numbers).or_default().push(triangle);
                }
            }
        }
        Self(rest)
    }

    /// Takes the triangles of a piece with three or four corners, which is divided along one of its diagonals. Returns `true` if
    /// some were there. Triangles that lost a corner are not needed.
    pub(super) fn take_polygon(&mut self, corners: &[u32]) -> bool {
        match *corners {
            [a, b, c] => self.take([a, b, c]),
            [a, b, c, d] => {
                let (one, other) = ([[a, b, c], [a, c, d]], [[a, b, d], [b, c, d]]);
                let halves = if self.has_all(&one) || !self.has_all(&other) {
                    one
                } else {
                    other
                };
                let [first, second] = halves.map(|half| self.take(half));
                first || second
            }
            _ => false,
        }
    }

    fn has_all(&self, triangles: &[[u32; 3]; 2]) -> bool {
        let has = |triangle: &[u32; 3]| {
            let there = self.0.get(&least_first(*triangle));
            !is_distinct(triangle) || there.is_some_and(|list| !list.is_empty())
        };
        triangles.iter().all(has)
    }

    fn take(&mut self, triangle: [u32; 3]) -> bool {
        let there = self.0.get_mut(&least_first(triangle));
        there.and_then(Vec::pop).is_some()
    }

    /// Returns the triangles that are left, in ascending order.
    pub(super) fn triangles(&self) -> Vec<u32> {
        let mut left: Vec<u32> = self.0.values().flatten().copied().collect();
        left.sort_unstable();
        left
    }
}
