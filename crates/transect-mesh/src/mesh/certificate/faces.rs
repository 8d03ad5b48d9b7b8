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

use transect_exact::determinant::{cross, difference};
use transect_exact::double_double::DoubleDouble;
use transect_exact::number::Number as _;
use transect_exact::{Side, double_double};

use crate::mesh::certificate::candidates::Candidates;
use crate::mesh::certificate::cover::Cover;
use crate::mesh::certificate::exact::Exact;
use crate::mesh::certificate::face_triangle::FaceTriangle;
use crate::mesh::certificate::finding::Findings;
use crate::mesh::certificate::labels::Labels;
use crate::mesh::certificate::turned_over::TurnedOver;
use crate::mesh::certificate::whole::Whole;
use crate::mesh::certificate::{ends_of_faces, open_faces, opposite, outlines, region_corner};

/// The measures of the cut faces.
pub(super) struct Measures {
    /// The area of the cut faces of each plane, of the parts in front of it.
    pub(super) areas: Vec<f64>,
    /// The triangles of cut faces that rounding turned over.
    pub(super) turned_over: TurnedOver,
}

/// Returns twice the area of a triangle.
fn doubled_area([a, b, c]: &[[f64; 3]; 3]) -> DoubleDouble {
    let sides: [[DoubleDouble; 3]; 2] = [difference(b, a), difference(c, a)];
    double_double::length(&cross(&sides[0], &sides[1]))
}

/// Checks the cut faces, and measures them.
pub(super) fn check(
    exact: &Exact<'_>,
    whole: &Whole,
    candidates: &Candidates,
    labels: &Labels<'_>,
    input_closed: bool,
    findings: &mut Findings,
) -> Measures {
    let triangles = FaceTriangle::all(exact, whole, candidates, labels);
    let mut doubled = vec![DoubleDouble::of(0.0); exact.planes.len()];
    for triangle in &triangles {
        if exact.parts[triangle.part].side(triangle.plane) == Side::Front {
            let sum = &mut doubled[triangle.plane as usize];
            *sum = sum.plus(&doubled_area(&triangle.corners));
        }
    }
    let areas = doubled.iter().map(|sum| 0.5 * sum.high).collect();
    if !findings.are_about_open_surface() {
        if input_closed {
            ends_of_faces::check(exact, candidates, findings);
        } else if exact.are_two_halves() {
            outlines::check(exact, whole, candidates, labels, &triangles, findings);
        } else {
            open_faces::check(exact, candidates, labels, findings);
        }
    }
    let is_mirrored = opposite::check(exact, candidates, &triangles, findings);
    let mut of_planes: Vec<Vec<&FaceTriangle>> = vec![Vec::new(); exact.planes.len()];
    for triangle in &triangles {
        of_planes[triangle.plane as usize].push(triangle);
    }
    let mut turned_over = TurnedOver::default();
    for (plane, own) in (0..).zip(&of_planes).filter(|(_, own)| !own.is_empty()) {
        let cover = Cover::of(exact, candidates, plane);
        cover.check(own, is_mirrored[plane as usize], findings, &mut turned_over);
    }
    if input_closed {
        region_corner::compare(exact, candidates, &triangles, findings);
    }
    Measures { areas, turned_over }
}
