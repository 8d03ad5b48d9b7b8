//! The Delaunay form of a triangulation.

use tinyvec::TinyVec;
use transect_exact::Side;
use transect_exact::arrays::Few as _;

use crate::triangulation::figure::Nodes;
use crate::triangulation::front::{Fronts, NONE, twin};
use crate::triangulation::plan::Plan;
use crate::triangulation::release::release;
use crate::triangulation::shapes::Shapes;

/// The number of flips per triangle that most figures do not need.
const FLIPS: usize = 6;

/// Makes a triangulation nearly Delaunay. Edges of the figure stay.
///
/// In most figures, flips are fastest. Between long rows of nodes, their number can grow with the square of the number of
/// nodes. So if there are many, releases of edges go on from there. Where floats are not certain, these may leave edges
/// that flips improve. Both ways lead to a Delaunay triangulation, so the switch is about time only.
pub(super) fn delaunay(plan: &Plan<'_, impl Nodes>, fronts: &mut Fronts) {
    let own = plan.shapes();
    let shapes = Shapes::of(plan, own.as_deref());
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
/// The circle is that of the positions by [`Nodes::shapes`], which are floats. An edge is flipped only if floats are
/// certain, and only if both new triangles have the right exact orientation. So the result is nearly Delaunay: nodes may
/// be inside a circle by rounding.
///
/// # Termination
/// Lift each node to the paraboloid above its shape position. Each flip replaces two faces of a tetrahedron by the other
/// two. [`is_certainly_in_circle`](transect_exact::is_certainly_in_circle) proves the sign of the tetrahedron's volume, so each flip makes the signed volume under the
/// lifted triangles strictly smaller. This holds even where rounding turned triangles of shape positions over. The flip
/// in a rectangle leaves the volume the same, and moves an edge to the first of the four nodes. Then the list of the
/// numbers of edges at the first node, at the second, and so on, becomes greater in lexicographic order. There are
/// finitely many triangulations, so the flips end.
fn flip(shapes: &Shapes<'_, '_, impl Nodes>, fronts: &mut Fronts, most: usize) -> bool {
    let mut flips = 0;
    let plan = shapes.plan;
    let Fronts {
        triangles, twins, ..
    } = fronts;
    // The first few half-edges take no memory from the allocator.
    let mut queue: TinyVec<[u32; 16]> = TinyVec::new();
    for half in 0..3 * triangles.len() as u32 {
        // The other edges were tested from their other side, or when flips moved them.
        let other = *twin(twins, half);
        if other > half && other != NONE {
            queue.push(half);
        }
        while let Some(half) = queue.pop() {
            let (first, [edge, after, before]) = edges_from(half);
            let other = twins[first][edge];
            // Flips may have moved an edge of the figure to this place.
            if other == NONE {
                continue;
            }
            let (second, [_, other_after, other_before]) = edges_from(other);
            let [a, b, c] = [edge, after, before].each(|edge| triangles[first][edge]);
            let d = triangles[second][other_before];
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
            let across = [
                twins[second][other_before],
                twins[first][after],
                twins[first][before],
                twins[second][other_after],
            ];
            triangles[first] = [c, d, b];
            triangles[second] = [d, c, a];
            let [first_half, second_half] = [first, second].each(|place| 3 * place as u32);
            twins[first] = [second_half, across[0], across[1]];
            twins[second] = [first_half, across[2], across[3]];
            let halves = [
                first_half + 1,
                first_half + 2,
                second_half + 1,
                second_half + 2,
            ];
            for (half, across) in halves.into_iter().zip(across) {
                if across != NONE {
                    *twin(twins, across) = half;
                    queue.push(half);
                }
            }
        }
    }
    true
}

/// Returns the triangle of a half-edge, and the places of its edges in the triangle: that of the half-edge, of the edge
/// after it, and of the edge before it.
#[inline]
fn edges_from(half: u32) -> (usize, [usize; 3]) {
    let edges = match half % 3 {
        0 => [0, 1, 2],
        1 => [1, 2, 0],
        _ => [2, 0, 1],
    };
    (half as usize / 3, edges)
}
