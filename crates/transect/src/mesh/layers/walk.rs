//! The loops and open polylines of a layer, found by walking from triangle to triangle. No vertex may lie on the plane.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use crate::mesh::layers::twins::{Twin, Twins, is_degenerate};

/// The crossed edges of a layer, in the order of the loops and open polylines that pass them.
#[derive(Debug, Default)]
pub(super) struct Walks {
    /// The crossed edges, each as the ids of its vertex in front and of its vertex behind.
    pub(super) edges: Vec<[u32; 2]>,
    /// The closed walks of at least three edges.
    pub(super) closed: Vec<Walk>,
    pub(super) open: Vec<Walk>,
}

/// A list of consecutive crossed edges.
#[derive(Clone, Debug)]
pub(super) struct Walk {
    /// The triangle in which the walk begins. For a closed walk, this is the triangle with the lowest index.
    first: u32,
    /// The range of indices in [`Walks::edges`].
    edges: Range<usize>,
    /// The index in [`Walks::edges`] at which the walk begins. At the end of its range, a closed walk continues at the
    /// start of the range.
    begin: usize,
}

impl Walk {
    /// Returns two ranges in [`Walks::edges`]: the walk passes the edges of the first, then those of the second.
    pub(super) fn parts(&self) -> [Range<usize>; 2] {
        [self.begin..self.edges.end, self.edges.start..self.begin]
    }
}

/// A crossed triangle, and its corner in front of the plane whose next corner lies behind the plane.
#[derive(Clone, Copy)]
struct Place {
    triangle: usize,
    corner: usize,
}

/// Walks from triangle to triangle.
pub(super) struct Walker<'a, F> {
    triangles: &'a [[u32; 3]],
    twins: &'a Twins,
    is_front: F,
    /// One bit per triangle, set if a walk passed it.
    passed: Vec<u64>,
    walks: Walks,
}

impl<'a, F: Fn(u32) -> bool> Walker<'a, F> {
    /// The function `is_front` returns `true` for vertices strictly in front of the plane. All others lie strictly
    /// behind it.
    pub(super) fn new(triangles: &'a [[u32; 3]], twins: &'a Twins, is_front: F) -> Self {
        Self {
            triangles,
            twins,
            is_front,
            passed: vec![0; triangles.len().div_ceil(64)],
            walks: Walks::default(),
        }
    }

    /// Returns the walks through the crossed triangles, which are given by their indices in any order. Returns `None`
    /// if a crossed edge belongs to more than two triangles, or to two that have it in the same direction.
    ///
    /// The walks, their order and their first edges are those of `chain.rs`: a closed walk begins in its triangle with
    /// the lowest index, and walks are in the order of the triangles in which they begin.
    pub(super) fn walks(mut self, crossed: &[u32]) -> Option<Walks> {
        self.walks.edges.reserve(crossed.len() + 1);
        for &triangle in crossed {
            let is_passed = self.passed[triangle as usize / 64] >> (triangle % 64) & 1 == 1;
            if is_passed || is_degenerate(&self.triangles[triangle as usize]) {
                continue;
            }
            let place = self.place(triangle as usize)?;
            self.walk(place)?;
        }
        self.walks.closed.sort_unstable_by_key(|walk| walk.first);
        self.walks.open.sort_unstable_by_key(|walk| walk.first);
        Some(self.walks)
    }

    /// Returns the place where the boundary of a triangle passes from the front to the back, or `None` if the plane
    /// does not cross the triangle.
    fn place(&self, triangle: usize) -> Option<Place> {
        let in_front = self.triangles[triangle].map(&self.is_front);
        let corner = (0..3).find(|&corner| in_front[corner] && !in_front[(corner + 1) % 3])?;
        Some(Place { triangle, corner })
    }

    fn pass(&mut self, triangle: usize) {
        self.passed[triangle / 64] |= 1 << (triangle % 64);
    }

    /// Adds the walk through a triangle.
    fn walk(&mut self, start: Place) -> Option<()> {
        let first_edge = self.walks.edges.len();
        let (mut first, mut begin) = (start.triangle, first_edge);
        let mut place = start;
        loop {
            if place.triangle < first {
                (first, begin) = (place.triangle, self.walks.edges.len());
            }
            self.pass(place.triangle);
            let corners = &self.triangles[place.triangle];
            let [front, back, third] = [0, 1, 2].map(|step| corners[next(place.corner, step)]);
            self.walks.edges.push([front, back]);
            // The boundary of the triangle returns to the front on the edge before its third corner, if this corner is
            // in front, and otherwise on the edge after it.
            let (leaving, edge) = if (self.is_front)(third) {
                (next(place.corner, 1), [third, back])
            } else {
                (next(place.corner, 2), [front, third])
            };
            match self.twins.of(place.triangle, leaving) {
                Twin::Irregular => return None,
                Twin::Open => {
                    self.walks.edges.push(edge);
                    return self.extend_backward(start, first_edge);
                }
                Twin::Reverse { triangle, corner } if triangle != start.triangle => {
                    place = Place { triangle, corner };
                }
                Twin::Reverse { .. } => break,
            }
        }
        let end = self.walks.edges.len();
        // A loop of two crossed edges has two points. It runs from one to the other and back, so it bounds nothing.
        if end - first_edge > 2 {
            self.walks.closed.push(Walk {
                first: first as u32,
                edges: first_edge..end,
                begin,
            });
        } else {
            self.walks.edges.truncate(first_edge);
        }
        Some(())
    }

    /// Completes an open walk: inserts the crossed edges before `start`, and adds the walk.
    fn extend_backward(&mut self, start: Place, first_edge: usize) -> Option<()> {
        let mut place = start;
        let mut before = Vec::new();
        loop {
            match self.twins.of(place.triangle, place.corner) {
                Twin::Irregular => return None,
                Twin::Open => break,
                Twin::Reverse { triangle, .. } => {
                    place = self.place(triangle)?;
                    self.pass(triangle);
                    let corners = &self.triangles[triangle];
                    before.push([corners[place.corner], corners[next(place.corner, 1)]]);
                }
            }
        }
        before.reverse();
        self.walks.edges.splice(first_edge..first_edge, before);
        self.walks.open.push(Walk {
            first: place.triangle as u32,
            edges: first_edge..self.walks.edges.len(),
            begin: first_edge,
        });
        Some(())
    }
}

/// Returns the corner that is a number of steps after a corner. The number is at most two.
#[inline]
fn next(corner: usize, steps: usize) -> usize {
    let sum = corner + steps;
    if sum > 2 { sum - 3 } else { sum }
}
