//! The triangulation of polygons, convex or not. The triangles use only the corners of the polygon.

use alloc::vec::Vec;

use crate::arrays::Few as _;
use crate::predicates::orient::orient2d;
use crate::shadow::{Shadow, turning};
use crate::side::Side;
use crate::vector::{cross, sub};

/// The number of point-in-triangle tests after which ear clipping stops. The rest of the polygon is then triangulated
/// as a fan.
pub(crate) const MOST_TESTS: usize = 20_000_000;

/// The largest number of corners of a polygon that counts as small. For a small polygon a fan is tried first, and ear
/// clipping makes at most [`FEW_TESTS`] tests per corner.
const FEW_CORNERS: usize = 256;

/// The largest average number of point-in-triangle tests per corner of a small polygon, after which ear clipping stops.
/// Real polygons need a few dozen. The limit keeps the time for hostile files proportional to their size.
const FEW_TESTS: usize = 256;

/// Cuts a polygon in space into triangles between its corners. Returns n − 2 triples of corner indices.
///
/// The polygon is projected along the axis nearest to its vector area; orientations of projected corners are exact. If
/// the polygon has at most 256 corners, the triangles are a fan from the first corner that sees the whole polygon. For
/// a convex polygon, this is corner 0. If no corner sees the whole polygon, or there are more than 256 corners, the
/// triangles are cut off one by one (ear clipping).
///
/// The triangles do not overlap, unless the projected polygon crosses itself or ear clipping exceeds its limit of
/// point-in-triangle tests. The boundary of the triangles is always the polygon. If the polygon has no area or a
/// coordinate is not finite, the triangles are a fan.
///
/// ```
/// use transect::triangulate;
/// // An arrow head, standing upright: the fan starts from its notch.
/// let corners = [[4.0, 5.0, 0.0], [1.0, 5.0, 1.0], [0.0, 5.0, 4.0], [0.0, 5.0, 0.0]];
/// assert_eq!(triangulate(&corners), [[1, 2, 3], [1, 3, 0]]);
/// ```
#[must_use]
pub fn triangulate(corners: &[[f64; 3]]) -> Vec<[u32; 3]> {
    let count = corners.len();
    let fan_from = |start| fan(count, start).map(|places| places.each(|place| place as u32));
    let area = area(corners);
    let is_finite = || corners.as_flattened().iter().all(|c| c.is_finite());
    if count <= 3 || area == [0.0; 3] || !is_finite() {
        return fan_from(0).collect();
    }
    let shadow = Shadow::of(&area);
    let sees_all = |start: &usize| {
        let at = |step: usize| shadow.project(&corners[(start + step) % count]);
        let (apex, mut last) = (at(0), at(1));
        let mut turn_to = |step: usize| {
            let next = at(step);
            orient2d(&apex, &core::mem::replace(&mut last, next), &next)
        };
        let turn = turn_to(2);
        turn != Side::On && (3..count).all(|step| turn_to(step) == turn)
    };
    let is_small = count <= FEW_CORNERS;
    if let Some(start) = is_small.then(|| (0..count).find(sees_all)).flatten() {
        return fan_from(start).collect();
    }
    let points: Vec<[f64; 2]> = corners
        .iter()
        .map(|corner| shadow.project(corner))
        .collect();
    let most_tests = if is_small {
        FEW_TESTS * count
    } else {
        MOST_TESTS
    };
    ear_clip(&points, (0..).take(count).collect(), most_tests)
}

/// Returns twice the vector area of a polygon, rounded. It is used only to choose the direction of projection.
fn area(corners: &[[f64; 3]]) -> [f64; 3] {
    let mut area = [0.0; 3];
    for pair in corners.windows(2).skip(1) {
        let normal = cross(&sub(&pair[0], &corners[0]), &sub(&pair[1], &corners[0]));
        for (sum, coordinate) in area.iter_mut().zip(normal) {
            *sum += coordinate;
        }
    }
    area
}

/// Returns the triangles of a fan, which join the corner `start` of a ring of `count` corners to the ring's edges. The
/// corners of the triangles are indices into the ring.
fn fan(count: usize, start: usize) -> impl Iterator<Item = [usize; 3]> {
    (2..count).map(move |step| [start, (start + step - 1) % count, (start + step) % count])
}

/// Cuts the ring through n points into n − 2 triangles by clipping ears. An ear is a corner at which the boundary turns
/// in the same direction as the whole ring, and whose triangle contains no other point of the ring. A ring that crosses
/// itself may have no ear. Then the next corner that turns in that direction is clipped instead. After `most_tests`
/// point-in-triangle tests, the rest of the ring is triangulated as a fan.
///
/// The boundary of the triangles is always the ring. If the ring does not cross itself and `most_tests` tests suffice,
/// the triangles do not overlap.
///
/// The algorithm follows Meisters, "Polygons have ears" (1975), with exact orientations.
pub(crate) fn ear_clip(points: &[[f64; 2]], ring: Vec<u32>, most_tests: usize) -> Vec<[u32; 3]> {
    let along: Vec<[f64; 2]> = ring.iter().map(|&n| points[n as usize]).collect();
    let turn = match turning(&along) {
        Side::Back => Side::Back,
        _ => Side::Front,
    };
    let mut rest = ring;
    let mut triangles = Vec::with_capacity(rest.len().saturating_sub(2));
    let mut tests = 0;
    let mut start = 0;
    while rest.len() > 3 && tests < most_tests {
        let count = rest.len();
        let corner = |at: usize| {
            [
                rest[(at + count - 1) % count],
                rest[at % count],
                rest[(at + 1) % count],
            ]
        };
        let orientation = |[a, b, c]: [u32; 3]| {
            orient2d(
                &points[a as usize],
                &points[b as usize],
                &points[c as usize],
            )
        };
        let turns = |at: &usize| orientation(corner(*at)) == turn;
        let is_ear = |at: &usize, tests: &mut usize| {
            let ear = corner(*at);
            if !turns(at) {
                return false;
            }
            *tests += count;
            !rest.iter().any(|&other| holds(points, ear, turn, other))
        };
        let candidates = start..start + count;
        let ear = candidates
            .clone()
            .find(|at| is_ear(at, &mut tests))
            .or_else(|| candidates.clone().find(|at| turns(at)))
            .unwrap_or(start);
        triangles.push(corner(ear));
        let at = ear % count;
        rest.remove(at);
        // The search for the next ear skips the corner after the clipped one. This spreads the ears and avoids a fan of
        // slivers.
        start = if at + 1 < rest.len() { at + 1 } else { 0 };
    }
    triangles.extend(fan(rest.len(), 0).map(|places| places.each(|place| rest[place])));
    triangles
}

/// Returns `true` if the closed triangle `ear` contains the point `other` and has no corner at the position of that
/// point.
fn holds(points: &[[f64; 2]], ear: [u32; 3], turn: Side, other: u32) -> bool {
    let [a, b, c] = ear.each(|n| points[n as usize]);
    let point = points[other as usize];
    if ear.contains(&other) || point == a || point == b || point == c {
        return false;
    }
    [(a, b), (b, c), (c, a)]
        .iter()
        .all(|(from, to)| orient2d(from, to, &point) != -turn)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_cannot_tell_the_ears_of_a_sheared_comb() {
        // The points of the comb are sheared twice by integers, so that floats cannot represent products of coordinates
        // exactly. All triangles must still have the orientation of the comb.
        let shear = f64::from(1 << 25);
        let mut comb = Vec::from([[8.0, 5.0], [0.0, 5.0]]);
        for tooth in 0..4 {
            let x = 2.0 * f64::from(tooth);
            comb.extend([[x, 0.0], [x + 1.0, 4.0]]);
        }
        comb.push([8.0, 0.0]);
        for point in &mut comb {
            point[0] += shear * point[1];
            point[1] += shear * point[0];
        }
        for is_reversed in [false, true] {
            let corners: Vec<[f64; 3]> = comb.iter().map(|&[x, y]| [x, y, 7.0]).collect();
            let triangles = triangulate(&corners);
            assert_eq!(triangles.len(), comb.len() - 2);
            for [a, b, c] in triangles {
                let [a, b, c] = [a, b, c].map(|corner| &comb[corner as usize]);
                let expected = if is_reversed { Side::Back } else { Side::Front };
                assert_eq!(orient2d(a, b, c), expected);
            }
            comb.reverse();
        }
    }
}
