//! The winding number of a closed surface around a point.

use transect_exact::{Side, orient2d, orient3d};

/// Returns how often triangles of a closed surface wind around a point. If the point lies on the surface, this is the
/// number just beside the point in the direction of x.
///
/// The ray from p along x crosses the surface as often as it leaves it less how often it enters it. In place of the
/// point p, the ray starts at p + (δ, ε, ε²) with infinitely small numbers δ ≫ ε. So it meets no edges and no vertices
/// (Edelsbrunner, Mücke 1990, Simulation of simplicity), and what lies at p itself is not beyond it.
pub(super) fn winding<'t>(triangles: impl Iterator<Item = [&'t [f64; 3]; 3]>, p: &[f64; 3]) -> i32 {
    winding_of_moved(triangles, p, Approach::None)
}

/// An infinitely small move of a point, much larger than (δ, ε, ε²).
#[derive(Clone, Copy)]
pub(super) enum Approach {
    None,
    Toward([f64; 3]),
    From([f64; 3]),
}

impl Approach {
    /// Returns a sign that is 0 without the move, from the sign that the center has.
    fn sign(self, of_center: impl Fn(&[f64; 3]) -> Side) -> Side {
        match self {
            Self::None => Side::On,
            Self::Toward(center) => of_center(&center),
            Self::From(center) => -of_center(&center),
        }
    }
}

/// Returns how often triangles of a closed surface wind around a point after a move, as [`winding`].
pub(super) fn winding_of_moved<'t>(
    triangles: impl Iterator<Item = [&'t [f64; 3]; 3]>,
    p: &[f64; 3],
    way: Approach,
) -> i32 {
    triangles
        .filter(|corners| {
            let least = |axis: usize| corners.iter().fold(f64::INFINITY, |m, c| m.min(c[axis]));
            let most = |axis: usize| {
                corners
                    .iter()
                    .fold(f64::NEG_INFINITY, |m, c| m.max(c[axis]))
            };
            most(0) >= p[0]
                && [1, 2]
                    .iter()
                    .all(|&axis| least(axis) <= p[axis] && p[axis] <= most(axis))
        })
        .map(|corners| crossing(corners, p, way))
        .sum()
}

/// Returns 1 if the ray leaves the surface through a triangle, −1 if it enters, and 0 if it misses the triangle.
fn crossing([a, b, c]: [&[f64; 3]; 3], p: &[f64; 3], way: Approach) -> i32 {
    let turns = [[a, b], [b, c], [c, a]].map(|[from, to]| passes(from, to, p, way));
    let turn: i32 = turns.iter().sum();
    if turn == 0 {
        return 0;
    }
    // The ray goes along the normal if the triangle runs counter-clockwise as seen against x. Then it crosses the
    // triangle if it starts behind it.
    let side = match orient3d(a, b, c, p) {
        Side::On => way.sign(|center| orient3d(a, b, c, center)),
        side => side,
    };
    let is_beyond = if turn > 0 {
        side == Side::Back
    } else {
        side == Side::Front
    };
    if is_beyond { turn } else { 0 }
}

/// Returns 1 if an edge passes from below to above on the right of a point, as seen with the first axis to the right,
/// −1 if it passes from above to below there, and otherwise 0. The point is (x + ε, y + ε²).
fn passes(from: &[f64; 3], to: &[f64; 3], p: &[f64; 3], approach: Approach) -> i32 {
    let seen = |point: &[f64; 3]| [point[1], point[2]];
    let above = |end: &[f64; 3], point: &[f64; 3]| match end[2].total_cmp(&point[2]) {
        _ if end[2] == point[2] => Side::On,
        core::cmp::Ordering::Less => Side::Back,
        _ => Side::Front,
    };
    let is_above = |end: &[f64; 3]| match above(end, p) {
        // The end lies above the moved point if it lies above the center.
        Side::On => approach.sign(|center| above(end, center)) == Side::Front,
        side => side == Side::Front,
    };
    let (low, high, way) = match (is_above(from), is_above(to)) {
        (false, true) => (from, to, 1),
        (true, false) => (to, from, -1),
        _ => return 0,
    };
    // The point lies on the left of the edge that runs upward. A point on the edge moves to its right by ε.
    let turn = |point: &[f64; 3]| orient2d(&seen(low), &seen(high), &seen(point));
    let side = match turn(p) {
        Side::On => approach.sign(turn),
        side => side,
    };
    if side == Side::Front { way } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRIANGLES: [[usize; 3]; 12] = [
        [0, 2, 1],
        [1, 2, 3],
        [4, 5, 6],
        [5, 7, 6],
        [0, 1, 4],
        [1, 5, 4],
        [2, 6, 3],
        [3, 6, 7],
        [0, 4, 2],
        [2, 4, 6],
        [1, 3, 5],
        [3, 7, 5],
    ];

    /// A cube winds once around each point inside and not at all around points outside; points of the surface count as
    /// those beside them along x.
    #[test]
    fn cubes_wind_around_what_is_inside() {
        let corners: [[f64; 3]; 8] =
            core::array::from_fn(|i| [i & 1, i >> 1 & 1, i >> 2].map(|c| 4.0 * c as f64));
        let surface = || {
            TRIANGLES
                .iter()
                .map(|own| own.map(|corner| &corners[corner]))
        };
        for x in -1..6 {
            for y in -1..6 {
                for z in -1..6 {
                    let p = [x, y, z].map(f64::from);
                    // The point that stands for p is (x + δ, y + ε, z + ε²).
                    let is_inside = [x, y, z].iter().all(|c| (0..4).contains(c));
                    assert_eq!(winding(surface(), &p), i32::from(is_inside), "{p:?}");
                    let reversed = surface().map(|[a, b, c]| [b, a, c]);
                    assert_eq!(winding(reversed, &p), -i32::from(is_inside), "{p:?}");
                }
            }
        }
    }
}
