//! The shapes of triangles, by rounded positions.

use transect_exact::arrays::Few as _;
use transect_exact::is_certainly_in_circle;

use crate::triangulation::figure::Nodes;
use crate::triangulation::plan::Plan;

/// The positions by which the shape of triangles is judged.
pub(super) struct Shapes<'p, 'n, N> {
    pub(super) plan: &'p Plan<'n, N>,
    places: &'p [[f64; 2]],
}

impl<'p, 'n, N: Nodes> Shapes<'p, 'n, N> {
    /// Returns the shapes of the nodes of a plan. `own` is the result of [`Plan::shapes`].
    pub(super) fn of(plan: &'p Plan<'n, N>, own: Option<&'p [[f64; 2]]>) -> Self {
        Self {
            places: own.unwrap_or_else(|| plan.places()),
            plan,
        }
    }

    /// Returns `true` if the edge from c to d is better than the edge from a to b between the triangles a, b, c and
    /// b, a, d: if floats prove that d lies inside the circle of a, b, c. Of the two diagonals of a rectangle with sides
    /// parallel to the axes, the one at the first of the four nodes is better.
    #[inline(always)]
    pub(super) fn is_better(&self, a: u32, b: u32, c: u32, d: u32) -> bool {
        let places = [a, b, c, d].each(|node| &self.places[node as usize]);
        is_certainly_in_circle(places[0], places[1], places[2], places[3])
            || is_rectangle(places) && {
                let [a, b, c, d] = [a, b, c, d].each(|node| self.plan.id(node));
                c.min(d) < a.min(b)
            }
    }

    /// Returns `true` if c seems to lie on the left of the line from a to b. The answer is rounded.
    #[inline]
    pub(super) fn is_left(&self, a: u32, b: u32, c: u32) -> bool {
        let [a, b, c] = [a, b, c].each(|node| &self.places[node as usize]);
        (a[0] - c[0]) * (b[1] - c[1]) > (a[1] - c[1]) * (b[0] - c[0])
    }
}

/// Returns `true` if the points a, b, c, d form a rectangle with sides parallel to the axes, and a and b are opposite
/// corners. Its corners are on a circle exactly. Rectangles are common, so their diagonals should not depend on the
/// sweep.
fn is_rectangle([a, b, c, d]: [&[f64; 2]; 4]) -> bool {
    let is_corner = |point: &[f64; 2], x: f64, y: f64| point[0] == x && point[1] == y;
    is_corner(c, a[0], b[1]) && is_corner(d, b[0], a[1])
        || is_corner(d, a[0], b[1]) && is_corner(c, b[0], a[1])
}
