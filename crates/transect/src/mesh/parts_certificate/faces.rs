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
    let triangles = FaceTriangle::all(exact, whole);
    let mut areas = vec![0.0; exact.planes.len()];
    for triangle in &triangles {
        if exact.parts[triangle.part].side(triangle.plane) == Side::Front {
            areas[triangle.plane as usize] += triangle_area(&triangle.corners);
        }
    }
    let same = same_planes(exact);
    opposite(exact, &triangles, &same, findings);
    let mut turned_over = TurnedOver::default();
    for plane in 0..exact.planes.len() as u32 {
        let own = triangles.iter().filter(|triangle| triangle.plane == plane);
        let own: Vec<&FaceTriangle> = own.collect();
        Cover::of(exact, candidates, plane).check(&own, findings, &mut turned_over);
    }
    for part in 0..exact.parts.len() {
        if !input_closed {
            open_faces::check(exact, candidates, part, findings);
        }
    }
    if input_closed {
        region_corner::compare(exact, candidates, &triangles, &same, findings);
    }
    Measures { areas, turned_over }
}

/// Returns, for each plane, the first plane with the same points.
fn same_planes(exact: &Exact<'_>) -> Vec<u32> {
    let space = exact.space();
    let count = exact.planes.len() as u32;
    (0..count)
        .map(|plane| {
            let mut before = 0..plane;
            before
                .find(|&other| space.is_same([other, plane]))
                .unwrap_or(plane)
        })
        .collect()
}

/// Compares the faces of the parts behind each plane with those in front of it: each triangle must occur as often as its
/// reverse on the other side.
fn opposite(exact: &Exact<'_>, triangles: &[FaceTriangle], same: &[u32], findings: &mut Findings) {
    let space = exact.space();
    let planes = (0..).zip(same);
    let is_turned = planes.map(|(plane, &first)| plane != first && !space.agree([first, plane]));
    let is_turned: Vec<bool> = is_turned.collect();
    let mut balances: HashMap<(u32, [u32; 3]), (i32, usize)> = HashMap::new();
    for (place, triangle) in triangles.iter().enumerate() {
        let plane = triangle.plane as usize;
        let is_behind = exact.parts[triangle.part].side(triangle.plane) == Side::Back;
        let [a, b, c] = triangle.numbers;
        let (corners, times) = match is_behind != is_turned[plane] {
            true => ([a, b, c], 1),
            false => ([a, c, b], -1),
        };
        let key = (same[plane], least_first(corners));
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
