//! The Delaunay form of a triangulation.

use alloc::vec::Vec;

use crate::arrays::Few as _;
use crate::side::Side;
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
    let Fronts {
        triangles, twins, ..
    } = fronts;
    let mut queue: Vec<u32> = Vec::new();
    for half in 0..3 * triangles.len() as u32 {
        // The other edges were tested from their other side, or when flips moved them.
        if *twin(twins, half) > half {
            queue.push(half);
        }
        while let Some(half) = queue.pop() {
            let other = *twin(twins, half);
            if other == NONE {
                continue;
            }
            let [at, other_at] = [half, other].each(|half| [half as usize / 3, half as usize % 3]);
            let corner = |[triangle, place]: [usize; 2], step: usize| {
                triangles[triangle][(place + step) % 3]
            };
            let [a, b, c, d] = [
                corner(at, 0),
                corner(at, 1),
                corner(at, 2),
                corner(other_at, 2),
            ];
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
            let half_of =
                |[triangle, place]: [usize; 2], step: usize| twins[triangle][(place + step) % 3];
            let [after_b, after_c] = [half_of(at, 1), half_of(at, 2)];
            let [after_a, after_d] = [half_of(other_at, 1), half_of(other_at, 2)];
            let [first, second] = [3 * at[0] as u32, 3 * other_at[0] as u32];
            triangles[at[0]] = [c, d, b];
            triangles[other_at[0]] = [d, c, a];
            let sides = [
                (first, second),
                (first + 1, after_d),
                (first + 2, after_b),
                (second + 1, after_c),
                (second + 2, after_a),
            ];
            for (side, across) in sides {
                *twin(twins, side) = across;
                if across != NONE {
                    *twin(twins, across) = side;
                }
            }
            queue.extend([first + 1, first + 2, second + 1, second + 2]);
        }
    }
    true
}
