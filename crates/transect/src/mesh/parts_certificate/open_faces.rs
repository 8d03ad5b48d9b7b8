//! Checks of the edges at which cut faces of an open input end.

use alloc::vec::Vec;

use hashbrown::{HashMap, HashSet};

use crate::arrays::Few as _;
use crate::mesh::certificate::FindingKind;
use crate::mesh::parts_certificate::candidates::Candidates;
use crate::mesh::parts_certificate::exact::Exact;
use crate::mesh::parts_certificate::finding::Findings;
use crate::mesh::weld::{Key, key};
use crate::side::Side;
use crate::vector::{length, sub};

/// Checks a part of an open input: cut faces end at the surface or on common lines of planes. Edges at which a face ends must
/// be those of a section in a triangle, or edges of the mesh in the plane.
pub(super) fn check(
    exact: &Exact<'_>,
    candidates: &Candidates,
    part: usize,
    findings: &mut Findings,
) {
    let own = &exact.parts[part];
    let mesh = own.mesh();
    let mut edges: HashMap<([u32; 2], u32), i32> = HashMap::new();
    for (triangle, index) in mesh.triangles().iter().zip(0..) {
        let Some(plane) = own.face(index) else {
            continue;
        };
        for corner in 0..3 {
            let (a, b) = (triangle[corner], triangle[(corner + 1) % 3]);
            let times = edges.entry(([a.min(b), a.max(b)], plane)).or_default();
            *times += if a < b { 1 } else { -1 };
        }
    }
    let mut ends_of_faces: Vec<([u32; 2], u32)> = edges
        .into_iter()
        .filter(|(_, times)| *times != 0)
        .map(|(edge, _)| edge)
        .collect();
    ends_of_faces.sort_unstable();
    let in_planes = edges_in_planes(exact);
    for (ends, plane) in ends_of_faces {
        let [a, b] = ends.each(|end| mesh.positions()[end as usize]);
        let is_right = is_on_line(exact, candidates, [&a, &b], plane)
            || in_planes.contains(&ascending_keys([key(&a), key(&b)]))
            || !candidates.triangles_with(&[a, b, b]).is_empty();
        if !is_right {
            let at = Some(exact.at(&a));
            let plane = Some(plane as usize);
            findings.add(
                FindingKind::CapBoundary,
                Some(part),
                plane,
                at,
                length(&sub(&b, &a)),
            );
        }
    }
}

/// Returns the edges of the mesh of which both ends lie in one plane, by the positions of the ends in the file.
fn edges_in_planes(exact: &Exact<'_>) -> HashSet<[Key; 2]> {
    let mut edges = HashSet::new();
    for triangle in exact.input.triangles() {
        for corner in 0..3 {
            let ends = [triangle[corner], triangle[(corner + 1) % 3]];
            let is_on = |sides: &Vec<Side>| ends.iter().all(|&end| sides[end as usize] == Side::On);
            if exact.sides.iter().any(is_on) {
                let places = ends.each(|end| exact.place(&exact.input.positions()[end as usize]));
                edges.insert(ascending_keys(places.each_ref().each(key)));
            }
        }
    }
    edges
}

fn ascending_keys([a, b]: [Key; 2]) -> [Key; 2] {
    if a < b { [a, b] } else { [b, a] }
}

/// Returns `true` if both positions lie on the common line of a plane and another one.
fn is_on_line(
    exact: &Exact<'_>,
    candidates: &Candidates,
    ends: [&[f64; 3]; 2],
    plane: u32,
) -> bool {
    let mut others = (0..exact.planes.len() as u32).filter(|&other| other != plane);
    others.any(|other| {
        ends.iter().all(|end| {
            let mut known = candidates.places(end).iter();
            known.any(|place| exact.side(place, other) == Side::On)
        })
    })
}
