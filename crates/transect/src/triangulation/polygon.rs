//! Polygons in space, as triangles between their corners.

use alloc::vec::Vec;

use transect_exact::arrays::Few as _;
use transect_exact::vector::{cross, dominant_axis, dot, length, scale, sub};
use transect_exact::{Side, is_certainly_in_circle, orient2d};

use crate::shadow::Shadow;
use crate::triangulation::fill::triangulation;
use crate::triangulation::points::Points;

/// Cuts a polygon in space into triangles between its corners, as triples of corner indices. There are n − 2 triangles,
/// unless the polygon passes a corner twice or crosses itself.
///
/// The polygon is projected along the axis nearest to its vector area. All decisions on projected corners are exact. The
/// time grows as n log n, also for polygons that touch themselves, or that reach their holes by edges that they follow
/// there and back. If no edges cross, the triangles do not overlap, and all of them have the orientation of the polygon.
/// A corner inside an edge of another part of the polygon divides this edge, and a triangle without area restores it.
///
/// The triangulation is nearly Delaunay: as far as rounding allows, no corner that a triangle sees lies inside the
/// triangle's circle. So triangles are as compact as the polygon allows.
///
/// The boundary of the triangles is always the polygon. So the triangles also cover the right area, with signs, if the
/// polygon crosses itself; next to crossings, triangles may overlap or lie outside. If the polygon crosses itself more
/// often than it has corners, if it has no area, or if a coordinate is not finite, the triangles are a fan from corner 0.
///
/// ```
/// use transect::triangulate;
/// // An arrow head, standing upright: the triangles meet at its notch.
/// let corners = [[4.0, 5.0, 0.0], [1.0, 5.0, 1.0], [0.0, 5.0, 4.0], [0.0, 5.0, 0.0]];
/// assert_eq!(triangulate(&corners), [[1, 2, 3], [1, 3, 0]]);
/// ```
#[must_use]
pub fn triangulate(corners: &[[f64; 3]]) -> Vec<[u32; 3]> {
    triangulate_with(corners.len() as u32, |corner| corners[corner as usize])
}

/// Cuts a polygon in space into triangles like [`triangulate`]. The function returns each corner when it is asked, so no
/// list of corners is needed.
///
/// ```
/// use transect::triangulate_with;
/// let vertices = [[0.0, 0.0, 1.0], [4.0, 0.0, 1.0], [4.0, 3.0, 1.0], [9.0, 9.0, 9.0]];
/// let polygon = [0, 1, 2];
/// assert_eq!(triangulate_with(3, |corner| vertices[polygon[corner as usize]]), [[0, 1, 2]]);
/// ```
#[must_use]
pub fn triangulate_with(count: u32, corner: impl Fn(u32) -> [f64; 3]) -> Vec<[u32; 3]> {
    let area = area(count, &corner);
    let is_finite = || (0..count).all(|k| corner(k).iter().all(|c| c.is_finite()));
    if count <= 3 || area == [0.0; 3] || !is_finite() {
        let mut triangles = Vec::with_capacity(count.saturating_sub(2) as usize);
        triangles.extend(fan(count, 0));
        return triangles;
    }
    let shadow = Shadow::of_normal(&area);
    let shape = Shape::of(&area);
    if count == 4
        && let Some(triangles) = of_four(&[0, 1, 2, 3].map(&corner), &shadow, shape.as_ref())
    {
        return triangles;
    }
    let places: Vec<[f64; 2]> = (0..count).map(|k| shadow.cast(&corner(k))).collect();
    let shapes = shape.map(|shape| (0..count).map(|k| shape.project(&corner(k))).collect());
    let edges: Vec<[u32; 2]> = (0..count).map(|k| [k, (k + 1) % count]).collect();
    let points = Points::with_shapes(&places, shapes);
    triangulation(&points, places.len(), &edges).triangles
}

/// Returns the triangles of a polygon with four corners, if one corner sees the whole polygon. They are those of
/// [`triangulation`], which would take more time. Most polygons of files have four corners.
fn of_four(
    corners: &[[f64; 3]; 4],
    shadow: &Shadow,
    shape: Option<&Shape>,
) -> Option<Vec<[u32; 3]>> {
    let places = corners.each_ref().each(|corner| shadow.cast(corner));
    let is_right =
        |[a, b, c]: [usize; 3]| orient2d(&places[a], &places[b], &places[c]) == Side::Front;
    let sees_all = |&start: &usize| {
        let [a, b, c, d] = [0, 1, 2, 3].each(|step| (start + step) % 4);
        is_right([a, b, c]) && is_right([a, c, d])
    };
    let start = (0..4).find(sees_all)?;
    let [a, b, c, d] = [0, 1, 2, 3].each(|step| (start + step) % 4);
    let shapes = match shape {
        Some(shape) => corners.each_ref().each(|corner| shape.project(corner)),
        None => places,
    };
    let is_flipped = is_certainly_in_circle(&shapes[a], &shapes[b], &shapes[c], &shapes[d])
        && is_right([b, c, d])
        && is_right([b, d, a]);
    let start = if is_flipped { b } else { a };
    Some(fan(4, start as u32).collect())
}

/// Returns the triangles of a fan, which join the corner `start` of a polygon to the other edges.
fn fan(count: u32, start: u32) -> impl Iterator<Item = [u32; 3]> {
    let others = (start + 1..count).chain(0..start);
    let nexts = others.clone().skip(1);
    others.zip(nexts).map(move |(b, c)| [start, b, c])
}

/// Returns twice the vector area of a polygon, rounded. It is used only to choose the direction of projection.
fn area(count: u32, corner: &impl Fn(u32) -> [f64; 3]) -> [f64; 3] {
    let mut area = [0.0; 3];
    if count < 3 {
        return area;
    }
    let first = corner(0);
    let mut last = sub(&corner(1), &first);
    for k in 2..count {
        let next = sub(&corner(k), &first);
        for (sum, coordinate) in area.iter_mut().zip(cross(&last, &next)) {
            *sum += coordinate;
        }
        last = next;
    }
    area
}

/// Two directions of length one along a plane. They show the shape of triangles in the plane, rounded.
struct Shape {
    directions: [[f64; 3]; 2],
}

impl Shape {
    /// Returns the directions along the plane with a normal. Returns `None` if the normal is parallel to an axis: then
    /// the shadow of the plane shows the same shape.
    fn of(normal: &[f64; 3]) -> Option<Self> {
        let axis = dominant_axis(normal);
        let [next, last] = [(axis + 1) % 3, (axis + 2) % 3];
        if normal[next] == 0.0 && normal[last] == 0.0 {
            return None;
        }
        let mut across = [0.0; 3];
        across[last] = 1.0;
        let unit = scale(normal, 1.0 / length(normal));
        let first = cross(&across, &unit);
        let first = scale(&first, 1.0 / length(&first));
        Some(Self {
            directions: [first, cross(&unit, &first)],
        })
    }

    fn project(&self, point: &[f64; 3]) -> [f64; 2] {
        self.directions
            .each_ref()
            .each(|direction| dot(point, direction))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_cannot_tell_the_triangles_of_a_sheared_comb() {
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

    #[test]
    fn four_corners_have_the_same_triangles_as_by_the_general_way() {
        let mut random = transect_exact::SplitMix64::new(1);
        let mut compared = 0;
        for trial in 0..3000 {
            let range = [4, 1000][trial % 2];
            let mut corner = |_| {
                let [x, y] = [(); 2].map(|()| (random.bits() % range) as f64);
                [x, y, if trial % 3 == 0 { 0.5 * x } else { 0.0 }]
            };
            let corners: [[f64; 3]; 4] = core::array::from_fn(&mut corner);
            let normal = area(4, &|k| corners[k as usize]);
            if normal == [0.0; 3] {
                continue;
            }
            let (shadow, shape) = (Shadow::of_normal(&normal), Shape::of(&normal));
            let Some(found) = of_four(&corners, &shadow, shape.as_ref()) else {
                continue;
            };
            let places: Vec<[f64; 2]> = corners.iter().map(|c| shadow.cast(c)).collect();
            let shapes = shape.map(|shape| corners.iter().map(|c| shape.project(c)).collect());
            let edges = [[0, 1], [1, 2], [2, 3], [3, 0]];
            let points = Points::with_shapes(&places, shapes);
            let all = triangulation(&points, 4, &edges);
            let least = |triangles: &[[u32; 3]]| {
                let mut sorted: Vec<[u32; 3]> = triangles.to_vec();
                for triangle in &mut sorted {
                    while triangle[0] > triangle[1].min(triangle[2]) {
                        triangle.rotate_left(1);
                    }
                }
                sorted.sort_unstable();
                sorted
            };
            assert_eq!(least(&found), least(&all.triangles), "{corners:?}");
            compared += 1;
        }
        assert!(compared > 1000, "{compared}");
    }
}
