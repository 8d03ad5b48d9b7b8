//! The Delaunay triangulation of a figure from any triangulation, by the release of one edge after the other.

use alloc::vec;
use alloc::vec::Vec;

use transect_exact::arrays::Few as _;
use transect_exact::{Side, SplitMix64};

use crate::triangulation::figure::Nodes;
use crate::triangulation::front::{Fronts, NONE, twin};
use crate::triangulation::plan::Plan;
use crate::triangulation::shapes::Shapes;

/// The bit of a twin that marks a held edge: an edge between triangles that is not released yet. [`NONE`] has this bit,
/// too. So an edge may be removed if its twin is less than this number.
const HELD: u32 = 1 << 31;

/// The number of successive edges of which a round releases all but one.
const GROUP: usize = 4;

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
/// round releases three of four held edges, nearly in the order of the list. In the first rounds, the regions between held
/// edges have few triangles. So the expected time is near O(n log n) for rows of nodes. There, the number of flips grows
/// with n² in any order: each flip between two rows moves one edge by one node. A square with 1,000 nodes on each side
/// takes 2.3 ms.
pub(super) fn release(shapes: &Shapes<'_, '_, impl Nodes>, fronts: &mut Fronts) {
    let mut held = hold(fronts);
    let halves = 3 * fronts.triangles.len() as u32;
    let mut cavity = Cavity {
        plan: shapes.plan,
        shapes,
        is_gone: vec![false; fronts.triangles.len()],
        fronts,
        gone: Vec::new(),
        chains: [Vec::new(), Vec::new()],
        made: Vec::new(),
    };
    // The seed is fixed, so that a figure always has the same triangles.
    let mut random = SplitMix64::new(0);
    while held > 0 {
        let [mut place, mut kept] = [0, GROUP];
        for half in 0..halves {
            let twin = cavity.fronts.twins.as_flattened()[half as usize];
            // Each held edge is visited once, at the half with the lesser number.
            if twin < HELD || twin == NONE || twin & !HELD < half {
                continue;
            }
            // A round that begins with fewer held edges than a group releases all of them, so the rounds end.
            if place == 0 && held >= GROUP {
                kept = random.below(GROUP);
            }
            if place != kept {
                held -= 1;
                cavity.release(half, twin & !HELD);
            }
            place = (place + 1) % GROUP;
        }
    }
}

/// Holds all edges between triangles, and returns their number.
fn hold(fronts: &mut Fronts) -> usize {
    let mut halves = 0;
    for twin in fronts.twins.as_flattened_mut() {
        if *twin != NONE {
            *twin |= HELD;
            halves += 1;
        }
    }
    halves / 2
}

/// An edge of the boundary of a cavity.
#[derive(Clone, Copy)]
struct Link {
    /// The end of the edge that is nearer to the end of the released edge.
    to: u32,
    /// The half-edge of the triangle outside, with the bit [`HELD`] if the edge is held, or [`NONE`].
    outside: u32,
}

/// A new triangle in a cavity. It lies ahead of its first edge.
struct Made {
    corners: [u32; 3],
    /// For each edge, the half-edge outside the cavity, as for [`Link`]. The edges between new triangles have [`NONE`].
    outside: [u32; 3],
    /// The edge in common with the next triangle. There, this is the first edge.
    exit: u32,
}

/// The region whose triangles change if an edge is released.
///
/// Let a and b be the ends of the edge. The parts of the figure on both sides of it are Delaunay. All new edges connect
/// nodes on both sides, so they cross the edge, and are ordered from a to b. The new triangles are found in this order, as
/// when two triangulations are merged (Guibas, Stolfi, "Primitives for the Manipulation of General Subdivisions and the
/// Computation of Voronoi Diagrams", 1985): an edge between the nodes l on the left and r on the right moves from a to b.
/// Its next end on each side is found by removing the triangles whose circles contain the other end.
///
/// Floats decide circles. Where they are not certain, the answers may contradict each other. Therefore, nothing changes
/// before all new triangles are known and have the right orientation. If they have not, the triangles stay.
struct Cavity<'c, 'n, N> {
    plan: &'c Plan<'n, N>,
    shapes: &'c Shapes<'c, 'n, N>,
    fronts: &'c mut Fronts,
    /// The triangles to be removed.
    gone: Vec<u32>,
    /// For each triangle, `true` if it is in `gone`.
    is_gone: Vec<bool>,
    /// The boundary on both sides, from b down to the moving edge.
    chains: [Vec<Link>; 2],
    made: Vec<Made>,
}

impl<N: Nodes> Cavity<'_, '_, N> {
    fn twin(&mut self, half: u32) -> &mut u32 {
        twin(&mut self.fronts.twins, half)
    }

    /// Releases the edge with the given halves.
    fn release(&mut self, half: u32, other: u32) {
        *self.twin(half) = other;
        *self.twin(other) = half;
        let [a, b, c] = [0, 1, 2].each(|step| self.fronts.corner(half, step));
        let d = self.fronts.corner(other, 2);
        if !self.shapes.is_better(a, b, c, d) {
            return;
        }
        for (chain, outside) in self.chains.iter_mut().zip([half, other]) {
            chain.clear();
            chain.push(Link { to: b, outside });
        }
        if self.fill(a, b).is_some() && !self.touches_itself() {
            self.replace();
        }
        for triangle in self.gone.drain(..) {
            self.is_gone[triangle as usize] = false;
        }
        self.made.clear();
    }

    /// Finds the new triangles. Returns `None` if there are contradictions.
    fn fill(&mut self, a: u32, b: u32) -> Option<()> {
        self.remove(LEFT)?;
        self.remove(RIGHT)?;
        let mut count = 0;
        // Peeling one side changes the first node there, which the circles of the other side are compared with.
        while count != self.gone.len() {
            count = self.gone.len();
            self.peel(LEFT, a, self.next(RIGHT)?.to)?;
            self.peel(RIGHT, a, self.next(LEFT)?.to)?;
        }
        let [left, right] = [self.chains[LEFT].pop()?, self.chains[RIGHT].pop()?];
        let [mut l, mut r] = [left.to, right.to];
        self.make([a, r, l], [right.outside, NONE, left.outside], 1)?;
        loop {
            let sees_left = self.advance(LEFT, [l, r])?;
            let sees_right = self.advance(RIGHT, [l, r])?;
            let [left, right] = [self.next(LEFT)?, self.next(RIGHT)?];
            if left.to == b && right.to == b {
                return self.make([l, r, b], [NONE, right.outside, left.outside], 0);
            }
            if sees_left && !(sees_right && self.shapes.is_better(r, left.to, l, right.to)) {
                self.make([l, r, left.to], [NONE, NONE, left.outside], 1)?;
                l = left.to;
                self.chains[LEFT].pop();
            } else {
                self.make([l, r, right.to], [NONE, right.outside, NONE], 2)?;
                r = right.to;
                self.chains[RIGHT].pop();
            }
        }
    }

    /// Returns the next edge of the boundary on a side, if the moving edge has not reached b there.
    fn next(&self, side: usize) -> Option<Link> {
        self.chains[side].last().copied()
    }

    /// Finds the next end of the moving edge on a side. Returns `true` if it is ahead of the moving edge.
    fn advance(&mut self, side: usize, [l, r]: [u32; 2]) -> Option<bool> {
        let next = self.next(side)?.to;
        if !self.shapes.is_left(l, r, next) {
            return Some(false);
        }
        let [node, other] = if side == LEFT { [l, r] } else { [r, l] };
        self.peel(side, node, other)?;
        let peeled = self.next(side)?.to;
        Some(peeled == next || self.shapes.is_left(l, r, peeled))
    }

    /// Removes the triangles at the next edge of the boundary on a side, as long as their circles contain the node `other`
    /// on the other side. The next edge begins at `node`.
    fn peel(&mut self, side: usize, node: u32, other: u32) -> Option<()> {
        loop {
            let Link { to, outside } = self.next(side)?;
            if outside >= HELD {
                return Some(());
            }
            let apex = self.fronts.corner(outside, 2);
            let [a, b] = if side == LEFT { [to, node] } else { [node, to] };
            if !self.shapes.is_better(a, b, other, apex) {
                return Some(());
            }
            self.remove(side)?;
        }
    }

    /// Removes the triangle at the next edge of the boundary on a side. Returns `None` if it was removed before.
    fn remove(&mut self, side: usize) -> Option<()> {
        let Link { to, outside } = self.chains[side].pop()?;
        let [triangle, edge] = [outside as usize / 3, outside as usize % 3];
        let twins = &self.fronts.twins[triangle];
        let [after, before] = [twins[(edge + 1) % 3], twins[(edge + 2) % 3]];
        let apex = self.fronts.triangles[triangle][(edge + 2) % 3];
        let [near, far] = if side == LEFT {
            [before, after]
        } else {
            [after, before]
        };
        self.chains[side].push(Link { to, outside: far });
        self.chains[side].push(Link {
            to: apex,
            outside: near,
        });
        self.gone.push(triangle as u32);
        let was_gone = core::mem::replace(&mut self.is_gone[triangle], true);
        (!was_gone).then_some(())
    }

    /// Adds a new triangle. Returns `None` if its orientation is wrong.
    fn make(&mut self, corners: [u32; 3], outside: [u32; 3], exit: u32) -> Option<()> {
        self.made.push(Made {
            corners,
            outside,
            exit,
        });
        let [a, b, c] = corners;
        (self.plan.turn(a, b, c) == Side::Front).then_some(())
    }

    /// Returns `true` if a removed triangle lies outside the boundary. This can happen only if edges of the figure cross.
    fn touches_itself(&self) -> bool {
        let is_gone =
            |outside: u32| outside != NONE && self.is_gone[(outside & !HELD) as usize / 3];
        self.made
            .iter()
            .any(|made| made.outside.into_iter().any(is_gone))
    }

    /// Puts the new triangles in the place of the removed ones.
    fn replace(&mut self) {
        let Fronts {
            triangles, twins, ..
        } = &mut *self.fronts;
        // No node lies inside the cavity, so there are as many new triangles as old ones, and each takes the place of
        // one.
        let mut entrance = NONE;
        for (made, &triangle) in self.made.iter().zip(&self.gone) {
            triangles[triangle as usize] = made.corners;
            twins[triangle as usize] = made.outside;
            let first = 3 * triangle;
            for (half, outside) in (first..).zip(made.outside) {
                if outside != NONE {
                    *twin(twins, outside & !HELD) = half | outside & HELD;
                }
            }
            if entrance != NONE {
                *twin(twins, entrance) = first;
                *twin(twins, first) = entrance;
            }
            entrance = first + made.exit;
        }
    }
}
