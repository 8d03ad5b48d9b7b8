//! Checks of the edges at which cut faces of an open input end.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use hashbrown::{HashMap, HashSet};
use transect_exact::arrays::Few as _;
use transect_exact::vector::{length, sub};

use crate::mesh::certificate::candidates::{Candidates, is_of};
use crate::mesh::certificate::exact::Exact;
use crate::mesh::certificate::finding::Findings;
use crate::mesh::certificate::kind::FindingKind;
use crate::mesh::certificate::labels::Labels;

/// Checks the parts of an open input: cut faces end at the surface or on common lines of planes. Edges at which a face ends must
/// be those of a section in a triangle, or edges of the mesh in the plane. There the face ends at most as often as triangles
/// of the surface begin, or triangles that rounding may have removed.
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
        for (edge, faces) in faces {
            let [ascending, descending] = surface.get(&edge).copied().unwrap_or_default();
            let owners: Vec<u32> = candidates.triangles_with(exact, &edge).collect();
            let is_at_surface = in_planes.contains(&edge) || !owners.is_empty();
            let removed = || removed(exact, candidates, edge, &owners);
            for Face { plane, times, ends } in faces {
                // A face that ends in one direction closes the surface that begins in the other one.
                let beyond = (times - descending).max(-ascending - times);
                let is_closed = || beyond <= 0 || beyond <= removed();
                let is_right =
                    (is_at_surface && is_closed()) || is_on_line(exact, candidates, edge, plane);
                if !is_right {
                    let [a, b] = ends.each(|end| mesh.positions()[end as usize]);
                    let (at, plane) = (Some(exact.at(part, &a)), Some(plane as usize));
                    let way = length(&sub(&b, &a));
                    findings.add(FindingKind::CapBoundary, Some(part), plane, at, way);
                }
            }
        }
    }
}

/// An edge by the numbers of the positions of its ends, in ascending order.
type Edge = [u32; 2];

/// The cut face of a plane at an edge: how many times it ends there, and the ends as vertices.
struct Face {
    plane: u32,
    times: i32,
    ends: [u32; 2],
}

/// The boundaries of the cut faces and of the surface of a part.
#[derive(Default)]
struct Ends {
    /// The edges at which cut faces end, with these faces.
    faces: BTreeMap<Edge, Vec<Face>>,
    /// The edges of the triangles of the surface, with the numbers of triangles that have them in ascending and in descending
    /// order of their ends. Both occur where triangles of an open input are turned over.
    surface: HashMap<Edge, [i32; 2]>,
}

impl Ends {
    fn of(exact: &Exact<'_>, candidates: &Candidates, labels: &Labels<'_>, part: usize) -> Self {
        let mut own = Self::default();
        for (triangle, [a, b], ends) in candidates.edges_of_part(exact, part) {
            let edge = ascending([a, b]);
            let [up, down] = [a < b, b < a].map(i32::from);
            match labels.face(part, triangle) {
                Some(plane) => {
                    let faces = own.faces.entry(edge).or_default();
                    match faces.iter_mut().find(|face| face.plane == plane) {
                        Some(face) => face.times += up - down,
                        None => faces.push(Face {
                            plane,
                            times: up - down,
                            ends,
                        }),
                    }
                }
                None => {
                    let [ascending, descending] = own.surface.entry(edge).or_default();
                    *ascending += up;
                    *descending += down;
                }
            }
        }
        for faces in own.faces.values_mut() {
            faces.retain(|face| face.times != 0);
        }
        own
    }
}

/// Returns how many triangles of the input may have had pieces at an edge that rounding removed: those with several exact
/// points at an end. `owners` are the covered triangles with points at both ends.
fn removed(exact: &Exact<'_>, candidates: &Candidates, edge: Edge, owners: &[u32]) -> i32 {
    let owners = owners
        .iter()
        .map(|&index| candidates.covered[index as usize]);
    let may_be_thin = |(triangle, _): &(u32, i32)| {
        let corners = &exact.input.triangles()[*triangle as usize];
        let places = |end: u32| candidates.places(end).filter(|place| is_of(place, corners));
        edge.iter().any(|&end| places(end).nth(1).is_some())
    };
    owners.filter(may_be_thin).map(|(_, times)| times).sum()
}

/// Returns the edges of the mesh of which both ends lie in one plane, by the numbers of the positions of their ends.
fn edges_in_planes(exact: &Exact<'_>, candidates: &Candidates) -> HashSet<[u32; 2]> {
    let mut edges = HashSet::new();
    for triangle in exact.input.triangles() {
        for corner in 0..3 {
            let ends = [triangle[corner], triangle[(corner + 1) % 3]];
            let is_on = |codes: &Vec<u32>| {
                let [a, b] = ends.each(|end| codes[end as usize]);
                // Odd codes are those of points on a plane of the group.
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
