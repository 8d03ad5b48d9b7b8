//! The winding number of a mesh around a point: how often its surface encloses the point.

use crate::arrays::Few as _;
use crate::mesh::indexed::Mesh;
use crate::predicates::determinant::{determinant, difference};
use crate::predicates::orient::orient2d;
use crate::predicates::polynomial::{Number, Polynomial, digits, sign};
use crate::side::Side;

/// Returns the winding number of a closed mesh around a point, by the triangles that a ray from the point along z meets.
/// Returns `None` if the ray meets an edge, or the point lies on the surface: then another point must be taken.
pub(super) fn winding(mesh: &Mesh, point: &[f64; 3]) -> Option<i32> {
    let [x, y, _] = *point;
    let mut winding = 0;
    for index in 0..mesh.triangles().len() {
        let corners = mesh.corners(index);
        let [a, b, c] = corners.each_ref().each(|&[x, y, _]| [x, y]);
        let is_beside = |axis: usize, at: f64| {
            let [a, b, c] = [a[axis], b[axis], c[axis]];
            a.min(b).min(c) > at || a.max(b).max(c) < at
        };
        if is_beside(0, x) || is_beside(1, y) {
            continue;
        }
        let turns = [[&a, &b], [&b, &c], [&c, &a]].each(|[from, to]| orient2d(from, to, &[x, y]));
        if turns.contains(&Side::Front) && turns.contains(&Side::Back) {
            continue;
        }
        if turns.contains(&Side::On) {
            return None;
        }
        // Seen from above, the triangle is counter-clockwise: its front looks up, along the ray.
        let up = turns[0];
        let [p, q, r] = corners.each_ref();
        match sign::<{ digits(3) }>(&Volume([p, q, r, point])) {
            Side::On => return None,
            // The point lies behind a triangle that looks up, so the ray leaves the body there.
            side if side == -up => winding += up as i32,
            _ => {}
        }
    }
    Some(winding)
}

/// Six times the signed volume of a triangle and a point. It is positive if the point lies in front.
struct Volume<'a>([&'a [f64; 3]; 4]);

impl Polynomial for Volume<'_> {
    fn evaluate<N: Number>(&self) -> N {
        let [p, q, r, point] = self.0;
        determinant([&difference(q, p), &difference(r, p), &difference(point, p)])
    }
}
