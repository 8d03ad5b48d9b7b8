//! Convex polyhedra, split by a plane.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use transect_exact::Side;
use transect_exact::arrays::Few as _;
use transect_exact::sorting::sort_by_key;

use crate::clip::{Clip, ShapeSplit};
use crate::meet::crossing;
use crate::plane::Plane;
use crate::polyhedron::ConvexPolyhedron;

/// The section is a list of corners. If the plane only touches a vertex, the list has one corner; if it only touches an
/// edge, two. For a face in the plane or a cut through the interior, the list is a polygon, counter-clockwise seen from
/// the front.
impl Clip<3> for ConvexPolyhedron {
    type Part = Self;
    type Section = Vec<[f64; 3]>;

    fn split(&self, plane: &Plane<3>) -> ShapeSplit<Self, Vec<[f64; 3]>> {
        let sides: Vec<Side> = self
            .vertices()
            .iter()
            .map(|vertex| plane.form().side(vertex))
            .collect();
        let [has_front, has_back] = [Side::Front, Side::Back].each(|side| sides.contains(&side));
        match (has_front, has_back) {
            (true, true) => divided(self, plane, sides),
            (false, false) => ShapeSplit::Within,
            (is_front, _) => {
                let touching = touching(self, &sides, is_front);
                ShapeSplit::Whole {
                    side: if is_front { Side::Front } else { Side::Back },
                    touching: (!touching.is_empty()).then_some(touching),
                }
            }
        }
    }

    fn whole(&self) -> Self {
        self.clone()
    }
}

/// Returns those vertices of a polyhedron that are in the plane. The polyhedron must not have points strictly on both
/// sides of the plane. If the vertices are those of a face, they are in counter-clockwise order, seen from the front.
fn touching(whole: &ConvexPolyhedron, sides: &[Side], is_front: bool) -> Vec<[f64; 3]> {
    let is_on = |&vertex: &usize| sides[vertex] == Side::On;
    let face = whole.faces().iter().find(|face| face.iter().all(is_on));
    let vertices: Vec<usize> = match face {
        // If the polyhedron is in front of the plane, its face in the plane is clockwise seen from the front, so the
        // order is reversed.
        Some(face) if is_front => face.iter().rev().copied().collect(),
        Some(face) => face.clone(),
        None => (0..sides.len()).filter(is_on).collect(),
    };
    let point = |vertex: usize| whole.vertices()[vertex];
    vertices.into_iter().map(point).collect()
}

fn divided(
    whole: &ConvexPolyhedron,
    plane: &Plane<3>,
    mut sides: Vec<Side>,
) -> ShapeSplit<ConvexPolyhedron, Vec<[f64; 3]>> {
    let mut vertices = whole.vertices().to_vec();
    let mut crossings: BTreeMap<[usize; 2], usize> = BTreeMap::new();
    let mut faces = Vec::with_capacity(whole.faces().len());
    for face in whole.faces() {
        let mut all = Vec::with_capacity(face.len() + 2);
        for (place, &from) in face.iter().enumerate() {
            let to = face[(place + 1) % face.len()];
            all.push(from);
            if sides[from] != Side::On && sides[from] == -sides[to] {
                let edge = [from.min(to), from.max(to)];
                all.push(*crossings.entry(edge).or_insert_with(|| {
                    let point = crossing(plane, &vertices[from], &vertices[to]);
                    vertices.push(point);
                    sides.push(Side::On);
                    vertices.len() - 1
                }));
            }
        }
        faces.push(all);
    }
    let half = |side: Side| {
        let mut kept: Vec<Vec<usize>> = Vec::new();
        for face in &faces {
            if face.iter().any(|&vertex| sides[vertex] == side) {
                let stays = |vertex: &usize| sides[*vertex] != -side;
                kept.push(face.iter().copied().filter(stays).collect());
            }
        }
        let open = boundary(&kept);
        (kept, open)
    };
    let (front, open) = half(Side::Front);
    let cut = open.iter().flatten().map(|&vertex| vertices[vertex]);
    let cut = cut.collect();
    let part = |(mut faces, open): (Vec<Vec<usize>>, Vec<Vec<usize>>)| {
        faces.extend(open.into_iter().map(|mut cap| {
            cap.reverse();
            cap
        }));
        ConvexPolyhedron::of_faces(&vertices, faces)
    };
    ShapeSplit::Halves {
        front: part((front, open)),
        back: part(half(Side::Back)),
        section: cut,
    }
}

/// Returns the boundary of some faces of a polyhedron as loops of vertices: the edges to which only one of these faces
/// belongs. The faces on one side of a plane have one such loop.
fn boundary(faces: &[Vec<usize>]) -> Vec<Vec<usize>> {
    // Each edge from its lesser vertex to its greater, and 1 if the face has it in this direction, or else −1.
    let mut edges: Vec<([usize; 2], i32)> = Vec::new();
    for face in faces {
        for (place, &from) in face.iter().enumerate() {
            let to = face[(place + 1) % face.len()];
            edges.push(([from.min(to), from.max(to)], if from < to { 1 } else { -1 }));
        }
    }
    sort_by_key(&mut edges, |(edge, _)| *edge);
    let mut open: Vec<[usize; 2]> = Vec::new();
    for group in edges.chunk_by(|(a, _), (b, _)| a == b) {
        let ([low, high], _) = group[0];
        let count: i32 = group.iter().map(|(_, direction)| direction).sum();
        let edge = if count > 0 { [low, high] } else { [high, low] };
        open.extend(core::iter::repeat_n(edge, count.unsigned_abs() as usize));
    }
    sort_by_key(&mut open, |[from, _]| *from);
    let mut next: Vec<(usize, Vec<usize>)> = open
        .chunk_by(|[a, _], [b, _]| a == b)
        .map(|group| (group[0][0], group.iter().map(|[_, to]| *to).collect()))
        .collect();
    let mut loops = Vec::new();
    while let Some(&(start, _)) = next.iter().find(|(_, ends)| !ends.is_empty()) {
        let mut corners = Vec::new();
        let mut at = start;
        while let Ok(place) = next.binary_search_by_key(&at, |(from, _)| *from)
            && let Some(to) = next[place].1.pop()
        {
            corners.push(at);
            at = to;
        }
        loops.push(corners);
    }
    loops
}
