//! Comparison of pieces with the triangles of the input that planes divide.
//!
//! Each piece must have the orientation of its triangle, exactly, and lie on the sides of its part. If the boundaries of all
//! pieces of a triangle add up to that of the triangle, they cover it exactly as often as it occurs: a chain of triangles in
//! a plane is determined by its boundary.
//!
//! Edges in the boundary are compared line by line: a chain on a line is determined by the balance of starts and ends at
//! each of its points. So it does not matter where other nodes divide the edges.

use alloc::vec::Vec;
use core::cmp::Ordering;

use hashbrown::HashMap;

use crate::arrays::Few as _;
use crate::mesh::certificate::FindingKind;
use crate::mesh::exact_place::Place;
use crate::mesh::measure::triangle_area;
use crate::mesh::parts_certificate::candidates::{Candidates, is_of};
use crate::mesh::parts_certificate::exact::Exact;
use crate::mesh::parts_certificate::finding::Findings;
use crate::mesh::parts_certificate::judged::Place as PartPlace;
use crate::mesh::parts_certificate::whole::Whole;
use crate::mesh::triple::{is_distinct, least_first};
use crate::mesh::weld::{Key, key};
use crate::shadow::Shadow;
use crate::side::Side;
use crate::vector::{cross, dominant_axis, sub};

/// The boundary of the pieces of a triangle: directed edges by the positions of their ends, with the lesser end first.
///
/// The boundary of a triangle has few edges, so they are a list.
#[derive(Default)]
struct Boundary(Vec<([Key; 2], Edge)>);

/// The ends of a directed edge, and the number of times that it is counted.
type Edge = ([[f64; 3]; 2], i32);

impl Boundary {
    fn values(&self) -> impl Iterator<Item = &Edge> {
        self.0.iter().map(|(_, edge)| edge)
    }

    fn add(&mut self, keys: [Key; 2], ends: [[f64; 3]; 2], times: i32) {
        match self.0.iter_mut().rev().find(|(own, _)| *own == keys) {
            Some((_, edge)) => edge.1 += times,
            None => self.0.push((keys, (ends, times))),
        }
    }
}

/// Compares the pieces of all parts with the triangles of the input.
pub(super) fn check(
    exact: &Exact<'_>,
    whole: &Whole,
    candidates: &Candidates,
    findings: &mut Findings,
) {
    let mut boundaries: HashMap<u32, (Boundary, f64)> = HashMap::new();
    let mut known: Option<WholeTriangles> = None;
    for (index, part) in exact.parts.iter().enumerate() {
        let mesh = part.mesh();
        let pieces = whole.others[index].iter();
        for &piece in pieces.filter(|&&triangle| part.face(triangle).is_none()) {
            // A triangle with two equal corners has no area, and its boundary is zero.
            if !is_distinct(&mesh.triangles()[piece as usize]) {
                continue;
            }
            let corners = mesh.corners(piece as usize);
            match judge(exact, candidates, index, &corners) {
                Verdict::Of(triangle) => {
                    let (boundary, area) = boundaries.entry(triangle).or_default();
                    *area += triangle_area(&corners);
                    for corner in 0..3 {
                        count(boundary, [corners[corner], corners[(corner + 1) % 3]], 1);
                    }
                }
                Verdict::Thin => {}
                Verdict::Wrong(kind) => {
                    let whole = known.get_or_insert_with(|| WholeTriangles::of(exact));
                    let kind = whole.kind(exact, index, &corners).unwrap_or(kind);
                    let place = exact.at(&corners[0]);
                    findings.add(
                        kind,
                        Some(index),
                        None,
                        Some(place),
                        triangle_area(&corners),
                    );
                }
            }
        }
    }
    let mut uncovered: Vec<(u32, Boundary, FindingKind)> = Vec::new();
    for &(triangle, times) in &candidates.covered {
        let (mut boundary, area) = boundaries.remove(&triangle).unwrap_or_default();
        subtract(exact, candidates, triangle, times, &mut boundary);
        if !vanishes(exact, candidates, &[triangle], &boundary) {
            // The areas only choose the name of the fault.
            let whole = f64::from(times) * triangle_area(&exact.input.corners(triangle as usize));
            let kind = if area > whole * (1.0 + 1e-6) {
                FindingKind::Doubled
            } else {
                FindingKind::Missing
            };
            uncovered.push((triangle, boundary, kind));
        }
    }
    // A piece may belong to several triangles in one plane that overlap. Together, they must be covered.
    while let Some((triangle, mut boundary, kind)) = uncovered.pop() {
        let mut together = alloc::vec![(triangle, kind)];
        uncovered.retain(|(other, own, kind)| {
            let is_coplanar = have_the_same_plane(exact, triangle, *other);
            if is_coplanar {
                together.push((*other, *kind));
                for (ends, times) in own.values() {
                    count(&mut boundary, *ends, *times);
                }
            }
            !is_coplanar
        });
        let triangles: Vec<u32> = together.iter().map(|(triangle, _)| *triangle).collect();
        if together.len() > 1 && vanishes(exact, candidates, &triangles, &boundary) {
            continue;
        }
        for (triangle, kind) in together {
            let corners = exact.input.corners(triangle as usize);
            let area = triangle_area(&corners);
            findings.add(kind, None, None, Some(corners[0]), area);
        }
    }
}

/// Returns `true` if two triangles lie in one plane and have the same orientation.
fn have_the_same_plane(exact: &Exact<'_>, one: u32, other: u32) -> bool {
    let space = exact.space();
    let [own, corners] = [one, other].each(|triangle| exact.input.triangles()[triangle as usize]);
    let points = corners.each(Place::Vertex);
    let is_in_plane = |point: &Place| space.side_of_triangle(point, own) == Side::On;
    points.iter().all(is_in_plane) && turn(exact, one, points.each_ref()) == Side::Front
}

/// The whole triangles of the input, by the positions of their corners in the file.
struct WholeTriangles(HashMap<[Key; 3], u32>);

impl WholeTriangles {
    fn of(exact: &Exact<'_>) -> Self {
        let triangles = 0..exact.input.triangles().len() as u32;
        let corners = triangles.clone().map(|triangle| {
            let corners = exact.input.corners(triangle as usize);
            let places = corners.each_ref().each(|corner| exact.place(corner));
            least_first(places.each_ref().each(key))
        });
        Self(corners.zip(triangles).collect())
    }

    /// Returns the kind of the fault of a triangle that is not a piece of its part, if it is a whole triangle of the
    /// input.
    fn kind(&self, exact: &Exact<'_>, part: usize, corners: &[[f64; 3]; 3]) -> Option<FindingKind> {
        let [a, b, c] = corners.each_ref().each(key);
        if let Some(&triangle) = self.0.get(&least_first([a, b, c])) {
            let is_at_home = exact.homes[triangle as usize] == part as u32;
            return Some(match is_at_home {
                true => FindingKind::Doubled,
                false => FindingKind::WrongSide,
            });
        }
        let is_reversed = self.0.contains_key(&least_first([a, c, b]));
        is_reversed.then_some(FindingKind::Flipped)
    }
}

/// The verdict on one piece.
enum Verdict {
    /// It is a piece of this triangle.
    Of(u32),
    /// It has no area, exactly.
    Thin,
    Wrong(FindingKind),
}

fn count(boundary: &mut Boundary, ends: [[f64; 3]; 2], times: i32) {
    let [from, to] = ends.each_ref().each(key);
    match from.cmp(&to) {
        Ordering::Less => boundary.add([from, to], ends, times),
        // An edge that rounding made a point has no boundary, and no direction.
        Ordering::Equal => {}
        Ordering::Greater => {
            let [a, b] = ends;
            boundary.add([to, from], [b, a], -times);
        }
    }
}

/// Judges a piece of a part by the positions of its corners in the file.
fn judge(
    exact: &Exact<'_>,
    candidates: &Candidates,
    part: usize,
    corners: &[[f64; 3]; 3],
) -> Verdict {
    let mut verdict = judge_among(
        exact,
        candidates,
        part,
        corners,
        candidates.triangles_with(corners).into_iter(),
    );
    if matches!(verdict, Verdict::Wrong(_)) {
        // A seam may have nodes of other triangles that meet it.
        let all = candidates.covered.iter().map(|&(triangle, _)| triangle);
        let near = all.filter(|&triangle| is_near(exact, triangle, corners));
        let among_all = judge_among(exact, candidates, part, corners, near);
        if !matches!(among_all, Verdict::Wrong(_)) {
            verdict = among_all;
        }
    }
    verdict
}

/// Returns `true` if the bounding boxes of a triangle of the input and of a piece meet, within a generous margin.
fn is_near(exact: &Exact<'_>, triangle: u32, corners: &[[f64; 3]; 3]) -> bool {
    let own = exact.input.corners(triangle as usize);
    let there = corners.each_ref().each(|corner| exact.at(corner));
    let moved = 4.0 * exact.displacement();
    (0..3).all(|axis| {
        let range = |points: &[[f64; 3]; 3]| {
            let [a, b, c] = points.each_ref().each(|point| point[axis]);
            [a.min(b).min(c) - moved, a.max(b).max(c) + moved]
        };
        let ([low, high], [least, most]) = (range(&own), range(&there));
        low <= most && least <= high
    })
}

/// Judges a piece as a piece of one of these triangles.
fn judge_among(
    exact: &Exact<'_>,
    candidates: &Candidates,
    part: usize,
    corners: &[[f64; 3]; 3],
    triangles: impl Iterator<Item = u32>,
) -> Verdict {
    let mut verdict = Verdict::Wrong(FindingKind::Surplus);
    for triangle in triangles {
        let points = corners
            .each_ref()
            .each(|corner| points_of(exact, candidates, triangle, corner));
        // Rounding may have brought several exact points to one position. One choice that is right is enough: the others
        // differ from it by rounding.
        for a in &points[0] {
            for b in &points[1] {
                for c in &points[2] {
                    let turn = turn(exact, triangle, [a, b, c]);
                    let is_there = lies_in(exact, part, triangle, [a, b, c]);
                    verdict = match (turn, verdict) {
                        (Side::Front, _) if is_there => return Verdict::Of(triangle),
                        (Side::On, _) if is_there => Verdict::Thin,
                        (_, Verdict::Thin) => Verdict::Thin,
                        (Side::Back, _) => Verdict::Wrong(FindingKind::Flipped),
                        (_, _) => Verdict::Wrong(FindingKind::WrongSide),
                    };
                }
            }
        }
    }
    verdict
}

/// Returns the exact points at a position of a file that lie in a triangle: its own, or if it has none there, those of other
/// triangles.
fn points_of(
    exact: &Exact<'_>,
    candidates: &Candidates,
    triangle: u32,
    corner: &[f64; 3],
) -> Vec<Place> {
    let corners = exact.input.triangles()[triangle as usize];
    let known = || candidates.places(corner).iter().copied();
    let own: Vec<Place> = known().filter(|place| is_of(place, &corners)).collect();
    if !own.is_empty() {
        return own;
    }
    let space = exact.space();
    let is_within = |place: &Place| {
        space.side_of_triangle(place, corners) == Side::On
            && (0..3).all(|corner| side_of_edge(exact, triangle, corner, place) != Side::Back)
    };
    known().filter(is_within).collect()
}

/// Returns the side of a triangle's edge, in the plane of the triangle, on which a point of this plane lies: `Front` for the
/// side of the triangle.
fn side_of_edge(exact: &Exact<'_>, triangle: u32, corner: usize, place: &Place) -> Side {
    let corners = exact.input.triangles()[triangle as usize];
    let ends = [corners[corner], corners[(corner + 1) % 3]].each(Place::Vertex);
    turn(exact, triangle, [&ends[0], &ends[1], place])
}

/// Returns the orientation of three exact points relative to their triangle: `Front` for the same orientation.
fn turn(exact: &Exact<'_>, triangle: u32, points: [&Place; 3]) -> Side {
    let space = exact.space();
    let corners = exact.input.triangles()[triangle as usize];
    let [a, b, c] = exact.input.corners(triangle as usize);
    let normal = cross(&sub(&b, &a), &sub(&c, &a));
    let mut axes = Shadow::of(&normal).axes();
    let whole = corners.each(Place::Vertex);
    let whole_turn = |axes| space.turn(whole.each_ref(), axes);
    let mut of_whole = whole_turn(axes);
    // Rounding may choose an axis along which a thin triangle is seen from its edge.
    for others in [[0, 1], [1, 2], [2, 0]] {
        if of_whole == Side::On {
            axes = others;
            of_whole = whole_turn(axes);
        }
    }
    match of_whole {
        Side::Front => space.turn(points, axes),
        Side::Back => -space.turn(points, axes),
        Side::On => Side::On,
    }
}

/// Returns `true` if a piece of a triangle lies in its part: on the closed sides of all planes.
fn lies_in(exact: &Exact<'_>, part: usize, triangle: u32, points: [&Place; 3]) -> bool {
    let own = &exact.parts[part];
    let mut planes = 0..exact.planes.len() as u32;
    let is_on_side = |plane: u32, side: Side| {
        let [behind, ahead] = exact.reach(triangle, plane);
        match (behind, ahead) {
            // The triangle lies in the plane.
            (false, false) => {
                let flat = exact.side_of_flat(triangle, plane);
                flat == side || flat == Side::On
            }
            (true, false) => side == Side::Back,
            (false, true) => side == Side::Front,
            (true, true) => points.iter().all(|point| exact.side(point, plane) != -side),
        }
    };
    match &own.place {
        PartPlace::Outside => planes.any(|plane| is_on_side(plane, Side::Back)),
        _ => planes.all(|plane| is_on_side(plane, own.side(plane))),
    }
}

/// Subtracts the boundary of a triangle, `times` times. Its edges are divided where planes cross them, so that edges which
/// rounding laid onto each other cancel. A triangle without area has no boundary to cover.
fn subtract(
    exact: &Exact<'_>,
    candidates: &Candidates,
    triangle: u32,
    times: i32,
    boundary: &mut Boundary,
) {
    let corners = exact.input.triangles()[triangle as usize];
    let whole = corners.each(Place::Vertex);
    if turn(exact, triangle, whole.each_ref()) == Side::On {
        return;
    }
    let place = |vertex: u32| exact.place(&exact.input.positions()[vertex as usize]);
    for corner in 0..3 {
        let ends = [corners[corner], corners[(corner + 1) % 3]];
        let mut from = place(ends[0]);
        for there in crossings(exact, candidates, ends) {
            count(boundary, [from, there], -times);
            from = there;
        }
        count(boundary, [from, place(ends[1])], -times);
    }
}

/// Returns the positions in the file of the points where planes cross an edge, in the direction of the edge.
fn crossings(exact: &Exact<'_>, candidates: &Candidates, [a, b]: [u32; 2]) -> Vec<[f64; 3]> {
    let Some(known) = candidates.crossings.get(&[a.min(b), a.max(b)]) else {
        return Vec::new();
    };
    if let [(_, there)] = known[..] {
        return alloc::vec![there];
    }
    let positions = exact.input.positions();
    let way = sub(&positions[b as usize], &positions[a as usize]);
    let axis = dominant_axis(&way);
    let space = exact.space();
    let mut points: Vec<(Place, [f64; 3])> = known
        .iter()
        .map(|&(plane, there)| {
            let is_behind = exact.sides[plane as usize][a as usize] == Side::Back;
            let ends = if is_behind { [a, b] } else { [b, a] };
            (Place::Edge { ends, plane }, there)
        })
        .collect();
    points.sort_by(|(one, _), (other, _)| {
        let order = space.order([one, other], axis);
        if way[axis] > 0.0 {
            order
        } else {
            order.reverse()
        }
    });
    points.into_iter().map(|(_, there)| there).collect()
}

/// Divides edges on the sides of triangles where planes cross these sides, so that edges cancel which rounding laid onto each
/// other.
fn divided_where_planes_cross(
    exact: &Exact<'_>,
    candidates: &Candidates,
    triangles: &[u32],
    boundary: &Boundary,
) -> Boundary {
    let sides: Vec<Vec<[f64; 3]>> = triangles
        .iter()
        .flat_map(|&triangle| {
            let corners = exact.input.triangles()[triangle as usize];
            (0..3).map(move |corner| {
                let ends = [corners[corner], corners[(corner + 1) % 3]];
                let [from, to] =
                    ends.each(|end| exact.place(&exact.input.positions()[end as usize]));
                let mut points = alloc::vec![from];
                points.extend(crossings(exact, candidates, ends));
                points.push(to);
                points
            })
        })
        .collect();
    let mut divided = Boundary::default();
    for (ends, times) in boundary.values().filter(|(_, times)| *times != 0) {
        let [from, to] = ends.each_ref().each(key);
        let path = sides.iter().find_map(|side| {
            let start = side.iter().position(|point| key(point) == from)?;
            let end = side.iter().position(|point| key(point) == to)?;
            Some((side, start, end))
        });
        match path {
            Some((side, start, end)) if start < end => {
                for pair in side[start..=end].windows(2) {
                    count(&mut divided, [pair[0], pair[1]], *times);
                }
            }
            Some((side, start, end)) => {
                for pair in side[end..=start].windows(2) {
                    count(&mut divided, [pair[1], pair[0]], *times);
                }
            }
            None => count(&mut divided, *ends, *times),
        }
    }
    divided
}

/// Returns `true` if directed edges in the plane of some triangles cancel, line by line.
fn vanishes(
    exact: &Exact<'_>,
    candidates: &Candidates,
    triangles: &[u32],
    boundary: &Boundary,
) -> bool {
    let is_zero = |boundary: &Boundary| boundary.values().all(|(_, times)| *times == 0);
    if is_zero(boundary) {
        return true;
    }
    let boundary = divided_where_planes_cross(exact, candidates, triangles, boundary);
    if is_zero(&boundary) {
        return true;
    }
    let mut left: Vec<([Key; 2], &Edge)> = boundary
        .0
        .iter()
        .filter(|(_, (_, times))| *times != 0)
        .map(|(ends, edge)| (*ends, edge))
        .collect();
    left.sort_unstable_by_key(|(ends, _)| *ends);
    let mut lines: Vec<([Place; 2], HashMap<Key, i32>)> = Vec::new();
    for ([from, to], (ends, times)) in left {
        let points = ends.each_ref().each(|end| {
            let mut all = triangles.iter();
            all.find_map(|&triangle| points_of(exact, candidates, triangle, end).first().copied())
        });
        let [Some(a), Some(b)] = points else {
            return false;
        };
        let known = lines.iter_mut().find(|([c, d], _)| {
            let is_on_line = |point| turn(exact, triangles[0], [c, d, point]) == Side::On;
            is_on_line(&a) && is_on_line(&b)
        });
        let balances = match known {
            Some((_, balances)) => balances,
            None => {
                lines.push(([a, b], HashMap::new()));
                let Some((_, balances)) = lines.last_mut() else {
                    return false;
                };
                balances
            }
        };
        *balances.entry(from).or_default() -= times;
        *balances.entry(to).or_default() += times;
    }
    let mut balances = lines.iter().flat_map(|(_, balances)| balances.values());
    balances.all(|balance| *balance == 0)
}
