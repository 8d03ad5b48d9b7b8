//! Checks of the cut faces.
//!
//! Let the input be closed, and let each part be closed. Let K be the parts behind a plane i. Faces of other planes between
//! two parts of K cancel, as they are equal and opposite. So the boundary of all faces of plane i is that of the surface
//! behind the plane, reversed: the outlines of the section. If no two faces have different orientations, exactly, they
//! cover each point as often as the section winds around it (docs/certificate.md). Otherwise their area is compared with
//! that of the section.
//!
//! If the rest is one part, this argument leaves one number open for a bounded region: a multiple of the whole boundary of
//! the region may be added to both parts. So the winding numbers of the input and of the part inside are compared at a point
//! of the region.

use alloc::vec;
use alloc::vec::Vec;

use hashbrown::HashMap;

use crate::arrays::Few as _;
use crate::cutter::sealed::Cut as _;
use crate::cutting_plane::CuttingPlane;
use crate::mesh::certificate::{FindingKind, TurnedOver};
use crate::mesh::measure::triangle_area;
use crate::mesh::parts_certificate::candidates::Candidates;
use crate::mesh::parts_certificate::cover::Cover;
use crate::mesh::parts_certificate::exact::Exact;
use crate::mesh::parts_certificate::face_triangle::FaceTriangle;
use crate::mesh::parts_certificate::finding::Findings;
use crate::mesh::parts_certificate::judged::Place as PartPlace;
use crate::mesh::parts_certificate::open_faces;
use crate::mesh::parts_certificate::whole::Whole;
use crate::mesh::parts_certificate::winding::winding;
use crate::mesh::triple::least_first;
use crate::random::SplitMix64;
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
    if input_closed && !triangles.is_empty() {
        compare_windings(exact, findings);
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

/// Compares the winding numbers of the input and of the part inside a region at points of the region. One point is enough;
/// further ones are taken because the first may lie on a surface, or so near to one that rounding moved the surface over it.
fn compare_windings(exact: &Exact<'_>, findings: &mut Findings) {
    let Some((index, inside)) = exact
        .parts
        .iter()
        .enumerate()
        .find(|(_, part)| part.place == PartPlace::Inside)
    else {
        return;
    };
    let positions = inside.mesh().positions();
    let mut random = SplitMix64::new(1);
    let mut differs = None;
    for _ in 0..64 {
        let corners = [(); 4].map(|()| positions[random.below(positions.len())]);
        let local = [0, 1, 2].each(|axis| 0.25 * corners.iter().map(|c| c[axis]).sum::<f64>());
        let point = exact.at(&local);
        let is_inside = |plane: &CuttingPlane| plane.side_of_point(&point) == Side::Front;
        if !exact.planes.iter().all(is_inside) {
            continue;
        }
        match (winding(exact.input, &point), winding(inside.mesh(), &local)) {
            (Some(one), Some(other)) if one == other => return,
            (Some(one), Some(other)) => differs = differs.or(Some((point, one - other))),
            _ => {}
        }
    }
    if let Some((point, by)) = differs {
        let by = f64::from(by.abs());
        findings.add(FindingKind::CapOverlap, Some(index), None, Some(point), by);
    }
}
