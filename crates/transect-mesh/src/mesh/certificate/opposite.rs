//! Comparison of the cut faces of the parts behind a plane with those of the parts in front of it: between two parts, they are
//! the same, turned over.
//!
//! Mostly each triangle has its reverse on the other side. Another program may divide the faces of both sides differently. Then
//! the difference of both is a chain of triangles in the plane, which is zero exactly if its boundary is.

use alloc::vec;
use alloc::vec::Vec;

use hashbrown::HashMap;
use transect_exact::Side;
use transect_exact::arrays::Few as _;
use transect_exact::vector::{length, sub};

use crate::mesh::certificate::candidates::Candidates;
use crate::mesh::certificate::cover::Cover;
use crate::mesh::certificate::exact::Exact;
use crate::mesh::certificate::face_triangle::FaceTriangle;
use crate::mesh::certificate::finding::Findings;
use crate::mesh::certificate::judged::Place as PartPlace;
use crate::mesh::certificate::kind::FindingKind;
use crate::mesh::certificate::piece_boundary::Boundary;
use crate::mesh::exact_nodes::Support;
use crate::mesh::triple::least_first;

/// Compares the faces of both sides of each plane. Returns, for each plane, `true` if each triangle has its reverse on the other
/// side.
pub(super) fn check(
    exact: &Exact<'_>,
    candidates: &Candidates,
    triangles: &[FaceTriangle],
    findings: &mut Findings,
) -> Vec<bool> {
    let mut is_mirrored = vec![true; exact.planes.len()];
    let mut groups: HashMap<(u32, Vec<Side>), Vec<usize>> = HashMap::new();
    for place in unmatched(exact, triangles) {
        let own = &triangles[place];
        is_mirrored[own.plane as usize] = false;
        let group = groups.entry(between(exact, own)).or_default();
        group.push(place);
    }
    // Where faces end at the wrong places, they differ as well.
    if findings.are_about_boundaries() {
        return is_mirrored;
    }
    let mut groups: Vec<Vec<usize>> = groups.into_values().collect();
    // The order of a hash map differs from run to run, and that of findings must not.
    groups.sort_unstable();
    for group in groups {
        let difference = Difference::of(exact, triangles, &group);
        if !difference.is_zero(exact, candidates, triangles, &group) {
            difference.name(exact, triangles, &group, findings);
        }
    }
    is_mirrored
}

/// Returns the first plane with the points of a face's plane, and the corners of the face with the number of times that it is
/// counted: faces behind and in front of this plane cancel.
fn counted(exact: &Exact<'_>, triangle: &FaceTriangle) -> (u32, [u32; 3], i32) {
    let (plane, is_turned) = exact.directions.first(triangle.plane);
    let is_behind = exact.parts[triangle.part].side(triangle.plane) == Side::Back;
    let [a, b, c] = triangle.numbers;
    if is_behind != is_turned {
        (plane, [a, b, c], 1)
    } else {
        (plane, [a, c, b], -1)
    }
}

/// Returns triangles of both sides that lack their reverse on the other side, as many times as they lack it.
fn unmatched(exact: &Exact<'_>, triangles: &[FaceTriangle]) -> Vec<usize> {
    let mut balances: HashMap<(u32, [u32; 3]), (i32, Vec<usize>)> = HashMap::new();
    for (place, triangle) in triangles.iter().enumerate() {
        let (plane, corners, times) = counted(exact, triangle);
        let key = (plane, least_first(corners));
        let (balance, places) = balances.entry(key).or_default();
        // The triangle is the reverse of one that is listed, so both cancel.
        if balance.signum() == -times {
            places.pop();
        } else {
            places.push(place);
        }
        *balance += times;
    }
    let mut unmatched: Vec<usize> = balances.into_values().flat_map(|own| own.1).collect();
    unmatched.sort_unstable();
    unmatched
}

/// Returns the parts between which a face lies: the first plane with its points, and the sides of the other planes.
fn between(exact: &Exact<'_>, triangle: &FaceTriangle) -> (u32, Vec<Side>) {
    let (plane, _) = exact.directions.first(triangle.plane);
    let mut sides = match &exact.parts[triangle.part].place {
        PartPlace::Sides(sides) => sides.clone(),
        PartPlace::Inside | PartPlace::Outside => Vec::new(),
    };
    for (other, side) in (0..).zip(&mut sides) {
        if exact.directions.first(other).0 == plane {
            *side = Side::On;
        }
    }
    (plane, sides)
}

/// The boundary of the faces behind a plane minus those in front of it, between two parts.
struct Difference(Boundary);

impl Difference {
    fn of(exact: &Exact<'_>, triangles: &[FaceTriangle], group: &[usize]) -> Self {
        let mut boundary = Boundary::default();
        for &place in group {
            let (_, corners, times) = counted(exact, &triangles[place]);
            boundary.add_triangle(corners, times);
        }
        boundary.settle();
        Self(boundary)
    }

    /// Returns `true` if the faces cancel as a chain of triangles in their plane.
    fn is_zero(
        &self,
        exact: &Exact<'_>,
        candidates: &Candidates,
        triangles: &[FaceTriangle],
        group: &[usize],
    ) -> bool {
        let Some(first) = group.first() else {
            return true;
        };
        let cover = Cover::of(exact, candidates, triangles[*first].plane);
        let mut supports: HashMap<u32, Support> = HashMap::new();
        for &place in group {
            for (corner, number) in triangles[place].numbers.into_iter().enumerate() {
                supports
                    .entry(number)
                    .or_insert_with(|| cover.support(&triangles[place], corner));
            }
        }
        self.0.cancels_on_lines(
            core::iter::empty(),
            |number| supports.get(&number).copied().into_iter().collect(),
            |points| cover.turn_of(points),
        )
    }

    /// Adds a finding about the edges of the difference.
    fn name(
        &self,
        exact: &Exact<'_>,
        triangles: &[FaceTriangle],
        group: &[usize],
        findings: &mut Findings,
    ) {
        let mut places: HashMap<u32, [f64; 3]> = HashMap::new();
        let mut plane = None;
        for &place in group {
            let own = &triangles[place];
            plane = Some(own.plane as usize);
            for (number, corner) in own.numbers.iter().zip(&own.corners) {
                places.insert(*number, exact.at(own.part, corner));
            }
        }
        for (ends, _) in self.0.edges() {
            let [a, b] = ends.each(|end| places[&end]);
            let way = length(&sub(&b, &a));
            findings.add(FindingKind::CapsDiffer, None, plane, Some(a), way);
        }
    }
}
