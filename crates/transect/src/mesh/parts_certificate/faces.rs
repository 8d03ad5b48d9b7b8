//! Checks of the cut faces.
//!
//! Let the input be closed, and let each part be closed. Let K be the parts behind a plane i. Faces of other planes between
//! two parts of K cancel, as they are equal and opposite. So the boundary of all faces of plane i is that of the surface
//! behind the plane, reversed: the outlines of the section. If no two faces have different orientations, exactly, they
//! cover each point as often as the section winds around it (docs/certificate.md). Otherwise their area is compared with
//! that of the section.
//!
//! If the rest is one part, this argument leaves one number open for a bounded region: a multiple of the whole boundary of
//! the region may be added to both parts. So the winding numbers of the input and of the part inside are compared at a corner
//! of the region.

use alloc::vec;
use alloc::vec::Vec;

use hashbrown::HashMap;

use crate::mesh::certificate::{FindingKind, TurnedOver};
use crate::mesh::measure::triangle_area;
use crate::mesh::parts_certificate::candidates::Candidates;
use crate::mesh::parts_certificate::cover::Cover;
use crate::mesh::parts_certificate::exact::Exact;
use crate::mesh::parts_certificate::face_triangle::FaceTriangle;
use crate::mesh::parts_certificate::finding::Findings;
use crate::mesh::parts_certificate::whole::Whole;
use crate::mesh::parts_certificate::{open_faces, region_corner};
use crate::mesh::triple::least_first;
use crate::side::Side;

/// The measures of the cut faces.
pub(super) struct Measures {
    /// The area of the cut faces of each plane, of the parts in front of it.
    pub(super) areas: Vec<f64>,
    /// The triangles of cut faces that rounding turned over.
    pub(super) turned_over: TurnedOver,
}

/// Checks the cut faces, and measures them.
pub(super) fn check(
    exact: &Exact<'_>,
    whole: &Whole,
    candidates: &Candidates,
    input_closed: bool,
    findings: &mut Findings,
) -> Measures {
    let triangles = FaceTriangle::all(exact, whole, candidates);
    let mut areas = vec![0.0; exact.planes.len()];
    for triangle in &triangles {
        if exact.parts[triangle.part].side(triangle.plane) == Side::Front {
            areas[triangle.plane as usize] += triangle_area(&triangle.corners);
        }
    }
    opposite(exact, &triangles, findings);
    let mut of_planes: Vec<Vec<&FaceTriangle>> = vec![Vec::new(); exact.planes.len()];
    for triangle in &triangles {
        of_planes[triangle.plane as usize].push(triangle);
    }
    let mut turned_over = TurnedOver::default();
    for (plane, own) in (0..).zip(&of_planes).filter(|(_, own)| !own.is_empty()) {
        Cover::of(exact, candidates, plane).check(own, findings, &mut turned_over);
    }
    if input_closed {
        region_corner::compare(exact, candidates, &triangles, findings);
    } else {
        open_faces::check(exact, candidates, findings);
    }
    Measures { areas, turned_over }
}

/// Compares the faces of the parts behind each plane with those in front of it: each triangle must occur as often as its
/// reverse on the other side.
fn opposite(exact: &Exact<'_>, triangles: &[FaceTriangle], findings: &mut Findings) {
    let mut balances: HashMap<(u32, [u32; 3]), (i32, usize)> = HashMap::new();
    for (place, triangle) in triangles.iter().enumerate() {
        let (plane, is_turned) = exact.directions.first(triangle.plane);
        let is_behind = exact.parts[triangle.part].side(triangle.plane) == Side::Back;
        let [a, b, c] = triangle.numbers;
        let (corners, times) = match is_behind != is_turned {
            true => ([a, b, c], 1),
            false => ([a, c, b], -1),
        };
        let key = (plane, least_first(corners));
        balances.entry(key).or_insert((0, place)).0 += times;
    }
    let mut unmatched: Vec<usize> = balances
        .into_values()
        .filter(|(balance, _)| *balance != 0)
        .map(|(_, place)| place)
        .collect();
    unmatched.sort_unstable();
    for place in unmatched {
        let own = &triangles[place];
        let at = exact.at(&own.corners[0]);
        let area = triangle_area(&own.corners);
        let plane = Some(own.plane as usize);
        findings.add(FindingKind::CapsDiffer, None, plane, Some(at), area);
    }
}
