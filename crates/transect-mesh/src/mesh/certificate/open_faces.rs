//! Checks of the edges at which cut faces of an open input end.

use alloc::collections::BTreeMap;
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
/// be those of a section in a triangle, or edges of the mesh in the plane. There the face ends at most as often as triangles
/// of the surface begin.
pub(super) fn check(
    exact: &Exact<'_>,
    candidates: &Candidates,
    labels: &Labels<'_>,
    findings: &mut Findings,
) {
    let in_planes = edges_in_planes(exact, candidates);
    for (part, own) in exact.parts.iter().enumerate() {
        let mesh = own.mesh();
        let Ends { faces, surface } = Ends::of(exact, candidates, labels, part);
        for ((edge, plane), (times, ends)) in faces {
            let is_at_surface = in_planes.contains(&edge)
                || candidates.triangles_with(exact, &edge).next().is_some();
            let [ascending, descending] = surface.get(&edge).copied().unwrap_or_default();
            let is_closed = -ascending <= times && times <= descending;
            let is_right =
                is_on_line(exact, candidates, edge, plane) || (is_at_surface && is_closed);
            if !is_right {
                let [a, b] = ends.each(|end| mesh.positions()[end as usize]);
                let (at, plane) = (Some(exact.at(part, &a)), Some(plane as usize));
                let way = length(&sub(&b, &a));
                findings.add(FindingKind::CapBoundary, Some(part), plane, at, way);
            }
        }
    }
}

/// An edge by the numbers of the positions of its ends, in ascending order.
type Edge = [u32; 2];

/// The boundaries of the cut faces and of the surface of a part.
#[derive(Default)]
struct Ends {
    /// The edges at which the cut faces of a plane end, with the number of times, and the ends as vertices.
    faces: BTreeMap<(Edge, u32), (i32, [u32; 2])>,
    /// The edges of the triangles of the surface, with the numbers of triangles that have them in ascending and in descending
    /// order of their ends. Both occur where triangles of an open input are turned over.
    surface: HashMap<Edge, [i32; 2]>,
}

impl Ends {
    fn of(exact: &Exact<'_>, candidates: &Candidates, labels: &Labels<'_>, part: usize) -> Self {
        let mut own = Self::default();
        for (triangle, [a, b], ends) in candidates.edges_of_part(exact, part) {
            let edge = ascending([a, b]);
            match labels.face(part, triangle) {
                Some(plane) => {
                    let known = own.faces.entry((edge, plane)).or_insert((0, ends));
                    known.0 += i32::from(a < b) - i32::from(b < a);
                }
                None => {
                    let [ascending, descending] = own.surface.entry(edge).or_default();
                    *ascending += i32::from(a < b);
                    *descending += i32::from(b < a);
                }
            }
        }
        own.faces.retain(|_, (times, _)| *times != 0);
        own
    }
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
