//! Checks of the edges at which cut faces of an open input end.

use alloc::vec::Vec;

use hashbrown::{HashMap, HashSet};
use transect_exact::arrays::Few as _;
use transect_exact::vector::{length, sub};

use crate::mesh::certificate::candidates::Candidates;
use crate::mesh::certificate::exact::Exact;
use crate::mesh::certificate::finding::Findings;
use crate::mesh::certificate::kind::FindingKind;
use crate::mesh::certificate::labels::Labels;

/// Checks the parts of an open input: cut faces end at the surface or on common lines of planes. Edges at which a face ends must
/// be those of a section in a triangle, or edges of the mesh in the plane.
pub(super) fn check(
    exact: &Exact<'_>,
    candidates: &Candidates,
    labels: &Labels<'_>,
    findings: &mut Findings,
) {
    let in_planes = edges_in_planes(exact, candidates);
    for (part, own) in exact.parts.iter().enumerate() {
        let mesh = own.mesh();
        for (ends, plane) in ends_of_faces(exact, part, labels) {
            let numbers = candidates.corners_of(part, [ends[0], ends[1], ends[1]]);
            let edge = ascending([numbers[0], numbers[1]]);
            let is_right = in_planes.contains(&edge)
                || is_on_line(exact, candidates, edge, plane)
                || candidates.triangles_with(exact, &edge).next().is_some();
            if !is_right {
                let [a, b] = ends.each(|end| mesh.positions()[end as usize]);
                let (at, plane) = (Some(exact.at(part, &a)), Some(plane as usize));
                let way = length(&sub(&b, &a));
                findings.add(FindingKind::CapBoundary, Some(part), plane, at, way);
            }
        }
    }
}

/// Returns the edges at which the cut faces of a part end, with the planes of these faces.
fn ends_of_faces(exact: &Exact<'_>, part: usize, labels: &Labels<'_>) -> Vec<([u32; 2], u32)> {
    let own = &exact.parts[part];
    let mut edges: HashMap<([u32; 2], u32), i32> = HashMap::new();
    for (triangle, index) in own.mesh().triangles().iter().zip(0..) {
        let Some(plane) = labels.face(part, index) else {
            continue;
        };
        for corner in 0..3 {
            let (a, b) = (triangle[corner], triangle[(corner + 1) % 3]);
            let times = edges.entry((ascending([a, b]), plane)).or_default();
            *times += if a < b { 1 } else { -1 };
        }
    }
    let ends = edges.into_iter().filter(|(_, times)| *times != 0);
    let mut ends: Vec<([u32; 2], u32)> = ends.map(|(edge, _)| edge).collect();
    ends.sort_unstable();
    ends
}

/// Returns the edges of the mesh of which both ends lie in one plane, by the numbers of the positions of their ends.
fn edges_in_planes(exact: &Exact<'_>, candidates: &Candidates) -> HashSet<[u32; 2]> {
    let mut edges = HashSet::new();
    for triangle in exact.input.triangles() {
        for corner in 0..3 {
            let ends = [triangle[corner], triangle[(corner + 1) % 3]];
            let is_on = |codes: &Vec<u32>| {
                let [a, b] = ends.each(|end| codes[end as usize]);
                a == b && a % 2 == 1
            };
            let numbers = ends.each(|end| candidates.number_of_vertex(end));
            if let ([Some(a), Some(b)], true) = (numbers, exact.codes.iter().any(is_on)) {
                edges.insert(ascending([a, b]));
            }
        }
    }
    edges
}

fn ascending([a, b]: [u32; 2]) -> [u32; 2] {
    [a.min(b), a.max(b)]
}

/// Returns `true` if both positions lie on the common line of a plane and another one.
fn is_on_line(exact: &Exact<'_>, candidates: &Candidates, ends: [u32; 2], plane: u32) -> bool {
    let ranks = &exact.directions.ranks;
    let mut others = (0..exact.planes.len() as u32)
        .filter(|&other| ranks[other as usize].group != ranks[plane as usize].group);
    others.any(|other| {
        ends.iter()
            .all(|&end| candidates.have_place_on(exact, end, other))
    })
}
