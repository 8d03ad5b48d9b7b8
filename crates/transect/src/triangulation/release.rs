//! The Delaunay triangulation of a figure from any triangulation, by the release of one edge after the other.

use alloc::vec;
use alloc::vec::Vec;

use crate::arrays::Few as _;
use crate::predicates::in_circle::is_in_circle;
use crate::random::SplitMix64;
use crate::side::Side;
use crate::triangulation::figure::Nodes;
use crate::triangulation::front::{Fronts, NONE, twin};
use crate::triangulation::plan::Plan;

/// The bit of a twin that marks a held edge: an edge that is not released yet. Edges of the figure have no twin, and
/// [`NONE`] has this bit, too. So an edge may be removed if its twin is less than this number.
const HELD: u32 = 1 << 31;

/// The two sides of a released edge.
const LEFT: usize = 0;
const RIGHT: usize = 1;

/// Makes a triangulation nearly Delaunay.
///
/// At first, all edges are held. So the triangulation is a constrained Delaunay triangulation whose constraints are all
/// edges. Then the edges between triangles are released one after the other, and each release makes the triangulation
/// Delaunay again (see [`Cavity`]). The time of a release is proportional to the number of triangles that change.
///
/// The order of the releases is random, with a bias (Amenta, Choi, Rote, "Incremental Constructions con BRIO", 2003): each
/// round releases three of four edges that are left, in the order of the list. So a part of the figure between held edges
/// has few triangles in the first rounds, and the expected time is near O(n log n). With flips alone, it can grow with n²,
/// in any order: each flip between two rows of nodes moves one edge by one node.
pub(super) fn release(
    plan: &Plan<'_, impl Nodes>,
    shapes: &[[f64; 2]],
    fronts: &mut Fronts,
) {
    let mut held = 0;
    for twin in fronts.twins.as_flattened_mut() {
        if *twin != NONE {
            *twin |= HELD;
            held += 1;
        }
    }
    let halves = 3 * fronts.triangles.len() as u32;
    let mut random = SplitMix64::new(0);
    let mut cavity = Cavity {
        plan,
        shapes,
        is_gone: vec![false; fronts.triangles.len()],
        fronts,
        gone: Vec::new(),
        chains: [Vec::new(), Vec::new()],
        made: Vec::new(),
    };
    while held > 0 {
        for half in 0..halves {
            let twin = *cavity.twin(half);
            if twin >= HELD && twin != NONE && random.bits() % 4 != 0 {
                held -= 2;
                cavity.release(half, twin & !HELD);
            }
        }
    }
}

/// An edge of the boundary of the cavity.
#[derive(Clone, Copy)]
struct Link {
    /// The node at the end of the edge that is nearer to the end of the released edge.
    to: u32,
    /// The half-edge of the triangle outside the cavity, with the bit [`HELD`], or [`NONE`].
    outside: u32,
}

/// A new triangle in the cavity. Its first edge is the last edge of the triangle before it.
struct Made {
    corners: [u32; 3],
    /// What is outside the boundary at each edge. The two edges that the triangle has in common with other new triangles
    /// have [`NONE`] here.
    outside: [u32; 3],
    /// The edge that it has in common with the next triangle.
    exit: usize,
}

/// The region whose triangles change if an edge is released.
///
/// Let a and b be the ends of the edge. The parts of the figure on both sides of it are Delaunay. All new edges connect
/// nodes on both sides, so they cross the edge, and are ordered from a to b. The new triangles are found in this order, as
/// when two triangulations are merged (Guibas, Stolfi, "Primitives for the Manipulation of General Subdivisions and the
/// Computation of Voronoi Diagrams", 1985): an edge between the nodes l on the left and r on the right moves from a to b,
/// and its next end on each side is found by removing the triangles whose circles contain the other end.
///
/// Floats decide circles, and where they are not certain, the answers may contradict each other. Therefore, nothing
/// changes before all new triangles are known, and have the right orientation. Otherwise, the edge stays.
struct Cavity<'c, 'n, N> {
    plan: &'c Plan<'n, N>,
    shapes: &'c [[f64; 2]],
    fronts: &'c mut Fronts,
    /// The triangles to be removed.
    gone: Vec<u32>,
    /// For each triangle, `true` if it is in `gone`.
    is_gone: Vec<bool>,
    /// The boundary on both sides, from b to the end of the moving edge.
    chains: [Vec<Link>; 2],
    made: Vec<Made>,
}

impl<N: Nodes> Cavity<'_, '_, N> {
    fn twin(&mut self, half: u32) -> &mut u32 {
        twin(&mut self.fronts.twins, half)
    }

    /// Returns a corner of the triangle of a half-edge, counted from the start of the half-edge.
    fn corner(&self, half: u32, step: u32) -> u32 {
        self.fronts.triangles[half as usize / 3][((half % 3 + step) % 3) as usize]
    }

    /// Releases the edge with the given halves.
    fn release(&mut self, half: u32, other: u32) {
        *self.twin(half) = other;
        *self.twin(other) = half;
        let [a, b, c] = [0, 1, 2].each(|step| self.corner(half, step));
        let d = self.corner(other, 2);
        if !self.is_inside(a, b, c, d) || !self.is_right([d, b, c]) || !self.is_right([a, d, c]) {
            return;
        }
        for (chain, outside) in self.chains.iter_mut().zip([half, other]) {
            chain.clear();
            chain.push(Link { to: b, outside });
        }
        if self.remove(LEFT) && self.remove(RIGHT) && self.fill(a, b) == Some(()) {
            self.replace();
        }
        for triangle in self.gone.drain(..) {
            self.is_gone[triangle as usize] = false;
        }
        self.made.clear();
    }

    fn is_inside(&self, a: u32, b: u32, c: u32, d: u32) -> bool {
        let [a, b, c, d] = [a, b, c, d].each(|node| &self.shapes[node as usize]);
        is_in_circle(a, b, c, d)
    }

    fn is_right(&self, [a, b, c]: [u32; 3]) -> bool {
        self.plan.turn(a, b, c) == Side::Front
    }

    /// Returns the next edge of the boundary on a side, if the moving edge has not reached b there.
    fn next(&self, side: usize) -> Option<Link> {
        self.chains[side].last().copied()
    }

    /// Removes the triangle at the next edge of the boundary on a side. Returns `false` if it was removed before.
    fn remove(&mut self, side: usize) -> bool {
        let Some(Link { to, outside }) = self.chains[side].pop() else {
            return false;
        };
        let apex = self.corner(outside, 2);
        let [triangle, edge] = [outside / 3, outside % 3];
        let twins = &self.fronts.twins[triangle as usize];
        let [after, before] = [1, 2].each(|step| twins[((edge + step) % 3) as usize]);
        let [near, far] = if side == LEFT {
            [before, after]
        } else {
            [after, before]
        };
        self.chains[side].push(Link { to, outside: far });
        self.chains[side].push(Link { to: apex, outside: near });
        self.gone.push(triangle);
        !core::mem::replace(&mut self.is_gone[triangle as usize], true)
    }

    /// Removes the triangles at the next edge of the boundary on a side, as long as their circles contain the node `other`
    /// on the other side. The next edge begins at `node`.
    fn peel(&mut self, side: usize, node: u32, other: u32) -> Option<()> {
        loop {
            let Link { to, outside } = self.next(side)?;
            if outside >= HELD {
                return Some(());
            }
            let apex = self.corner(outside, 2);
            let [l, r] = if side == LEFT {
                [node, other]
            } else {
                [other, node]
            };
            if !self.is_inside(l, r, to, apex) {
                return Some(());
            }
            if !self.remove(side) {
                return None;
            }
        }
    }

    /// Finds the new triangles. Returns `None` if the answers on circles contradict each other.
    fn fill(&mut self, a: u32, b: u32) -> Option<()> {
        let mut count = 0;
        while count != self.gone.len() {
            count = self.gone.len();
            self.peel(LEFT, a, self.next(RIGHT)?.to)?;
            self.peel(RIGHT, a, self.next(LEFT)?.to)?;
        }
        let [left, right] = [self.chains[LEFT].pop()?, self.chains[RIGHT].pop()?];
        let [mut l, mut r] = [left.to, right.to];
        self.made.push(Made {
            corners: [a, r, l],
            outside: [right.outside, NONE, left.outside],
            exit: 1,
        });
        if !self.is_right([a, r, l]) {
            return None;
        }
        loop {
            let mut is_valid = [false; 2];
            for (side, node, other) in [(LEFT, l, r), (RIGHT, r, l)] {
                let next = self.next(side)?.to;
                if self.is_right([l, r, next]) {
                    self.peel(side, node, other)?;
                    let peeled = self.next(side)?.to;
                    is_valid[side] = peeled == next || self.is_right([l, r, peeled]);
                }
            }
            let [left, right] = [self.next(LEFT)?, self.next(RIGHT)?];
            if is_valid == [false; 2] {
                return None;
            }
            if left.to == b && right.to == b {
                self.made.push(Made {
                    corners: [l, r, b],
                    outside: [NONE, right.outside, left.outside],
                    exit: 0,
                });
                return Some(());
            }
            if is_valid[LEFT]
                && !(is_valid[RIGHT] && self.is_inside(l, r, left.to, right.to))
            {
                self.made.push(Made {
                    corners: [l, r, left.to],
                    outside: [NONE, NONE, left.outside],
                    exit: 1,
                });
                l = left.to;
                self.chains[LEFT].pop();
            } else {
                self.made.push(Made {
                    corners: [l, r, right.to],
                    outside: [NONE, right.outside, NONE],
                    exit: 2,
                });
                r = right.to;
                self.chains[RIGHT].pop();
            }
        }
    }

    /// Puts the new triangles in the place of the removed ones.
    fn replace(&mut self) {
        let is_gone = |&outside: &u32| {
            outside != NONE && self.is_gone[(outside & !HELD) as usize / 3]
        };
        if self.made.iter().any(|made| made.outside.iter().any(is_gone)) {
            return;
        }
        let mut entrance = NONE;
        for (made, &triangle) in self.made.iter().zip(&self.gone) {
            self.fronts.triangles[triangle as usize] = made.corners;
            self.fronts.twins[triangle as usize] = made.outside;
            let first = 3 * triangle;
            for (half, outside) in (first..).zip(made.outside) {
                if outside != NONE {
                    *twin(&mut self.fronts.twins, outside & !HELD) = half | outside & HELD;
                }
            }
            if entrance != NONE {
                *twin(&mut self.fronts.twins, entrance) = first;
                *twin(&mut self.fronts.twins, first) = entrance;
            }
            entrance = first + made.exit as u32;
        }
    }
}
