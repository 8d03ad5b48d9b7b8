//! The Delaunay form of a triangulation.

use alloc::vec::Vec;

use crate::arrays::Few as _;
use crate::side::Side;
use crate::triangulation::figure::Nodes;
use crate::triangulation::front::{Fronts, NONE};
use crate::triangulation::plan::Plan;
use crate::triangulation::release::release;
use crate::triangulation::shapes::Shapes;

/// The number of flips per triangle that most figures do not need.
const FLIPS: usize = 6;

/// Makes a triangulation nearly Delaunay. Edges of the figure stay.
///
/// In most figures, flips are fastest. Between long rows of nodes, their number can grow with the square of the number of
/// nodes. So if there are many, releases of edges go on from there. Where floats are not certain, these may leave edges
/// that flips improve.
pub(super) fn delaunay(plan: &Plan<'_, impl Nodes>, fronts: &mut Fronts) {
    let shapes = Shapes::of(plan);
    let few = FLIPS * fronts.triangles.len();
    if !flip(&shapes, fronts, few) {
        release(&shapes, fronts);
        flip(&shapes, fronts, usize::MAX);
    }
}

/// Flips edges between two triangles until no node of a triangle's neighbor lies inside the circle of the triangle
/// (Lawson, "Software for C¹ Surface Interpolation", 1977).
///
/// Returns `false` if there would be more flips than `most`; then some edges were not tested.
///
/// The circle is that of the positions by [`Nodes::shape`], which are floats. An edge is flipped only if floats are
/// certain, and only if both new triangles have the right exact orientation. So the result is nearly Delaunay: nodes may
/// be inside a circle by rounding.
///
/// # Termination
/// Lift each node to the paraboloid above its shape position. Each flip replaces two faces of a tetrahedron by the other
/// two. [`is_in_circle`](crate::predicates::in_circle::is_in_circle) proves the sign of the tetrahedron's volume, so each flip makes the signed volume under the
/// lifted triangles strictly smaller. This holds even where rounding turned triangles of shape positions over. The flip
/// in a rectangle leaves the volume the same, and moves an edge to the first of the four nodes. Then the list of the
/// numbers of edges at the first node, at the second, and so on, becomes greater in lexicographic order. There are
/// finitely many triangulations, so the flips end.
fn flip(shapes: &Shapes<'_, '_, impl Nodes>, fronts: &mut Fronts, most: usize) -> bool {
    let mut flips = 0;
    let plan = shapes.plan;
    let triangles = fronts.triangles.as_flattened_mut();
    let twins = fronts.twins.as_flattened_mut();
    let mut queue: Vec<u32> = Vec::with_capacity(64);
    for half in 0..triangles.len() as u32 {
        // The other edges were tested from their other side, or when flips moved them.
        let other = twins[half as usize];
        if other > half && other != NONE {
            queue.push(half);
        }
        while let Some(half) = queue.pop() {
            let other = twins[half as usize];
            // Flips may have moved an edge of the figure to this place.
            if other == NONE {
                continue;
            }
            let [after, before, other_after, other_before] =
                [after(half), before(half), after(other), before(other)];
            let [a, b, c, d] =
                [half, after, before, other_before].each(|half| triangles[half as usize]);
            if !shapes.is_better(a, b, c, d)
                || plan.turn(d, b, c) != Side::Front
                || plan.turn(a, d, c) != Side::Front
            {
                continue;
            }
            if flips == most {
                return false;
            }
            flips += 1;
            // The triangles a, b, c and b, a, d become c, d, b and d, c, a.
            let across =
                [other_before, after, before, other_after].each(|half| twins[half as usize]);
            let [first, second] = [half - half % 3, other - other % 3];
            let halves = [first + 1, first + 2, second + 1, second + 2];
            let corners = [first, first + 1, first + 2, second, second + 1, second + 2];
            for (half, corner) in corners.into_iter().zip([c, d, b, d, c, a]) {
                triangles[half as usize] = corner;
            }
            [twins[first as usize], twins[second as usize]] = [second, first];
            for (half, across) in halves.into_iter().zip(across) {
                twins[half as usize] = across;
                if across != NONE {
                    twins[across as usize] = half;
                    queue.push(half);
                }
            }
        }
    }
    true
}

/// Returns the next half-edge of the same triangle.
fn after(half: u32) -> u32 {
    if half % 3 == 2 { half - 2 } else { half + 1 }
}

/// Returns the half-edge before a half-edge of the same triangle.
fn before(half: u32) -> u32 {
    if half.is_multiple_of(3) {
        half + 2
    } else {
        half - 1
    }
}
