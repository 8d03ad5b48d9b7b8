//! Comparison of pieces with the triangles of the input that planes divide.
//!
//! Each piece must have the orientation of its triangle, exactly, and lie on the sides of its part. If the boundaries of all
//! pieces of a triangle add up to that of the triangle, they cover it exactly as often as it occurs: a chain of triangles in
//! a plane is determined by its boundary.

use alloc::vec::Vec;

use crate::arrays::Few as _;
use crate::mesh::certificate::FindingKind;
use crate::mesh::exact_place::Place;
use crate::mesh::measure::triangle_area;
use crate::mesh::parts_certificate::candidates::Candidates;
use crate::mesh::parts_certificate::covered::Covered;
use crate::mesh::parts_certificate::exact::Exact;
use crate::mesh::parts_certificate::finding::Findings;
use crate::mesh::parts_certificate::judged::Place as PartPlace;
use crate::mesh::parts_certificate::piece_boundary::{Boundary, subtract, vanishes};
use crate::mesh::parts_certificate::whole::Whole;
use crate::mesh::parts_certificate::whole_triangles::WholeTriangles;
use crate::mesh::triple::is_distinct;
use crate::side::Side;

/// A triangle of a part that is neither a whole triangle nor a triangle of a cut face.
struct Piece {
    part: usize,
    /// The positions of the corners in the file.
    corners: [[f64; 3]; 3],
    /// The numbers of these positions.
    numbers: [u32; 3],
}

/// The verdict on one piece.
enum Verdict {
    /// It is a piece of this covered triangle, by its index.
    Of(u32),
    /// It has no area, exactly.
    Thin,
    Wrong(FindingKind),
}

/// The boundary of the pieces of a triangle, and their area.
type Pieces = (Boundary, f64);

/// Compares the pieces of all parts with the triangles of the input.
pub(super) fn check(
    exact: &Exact<'_>,
    whole: &Whole,
    candidates: &Candidates,
    findings: &mut Findings,
) {
    let covered = 0..candidates.covered.len() as u32;
    let covered = covered.map(|index| Covered::of(exact, candidates, index));
    let covered: Vec<Covered<'_>> = covered.collect();
    let mut boundaries: Vec<Pieces> = covered.iter().map(|_| Pieces::default()).collect();
    let mut known: Option<WholeTriangles> = None;
    for (index, part) in exact.parts.iter().enumerate() {
        let mesh = part.mesh();
        let pieces = whole.others[index].iter();
        for &piece in pieces.filter(|&&triangle| part.face(triangle).is_none()) {
            // A triangle with two equal corners has no area, and its boundary is zero.
            let vertices = mesh.triangles()[piece as usize];
            if !is_distinct(&vertices) {
                continue;
            }
            let piece = Piece {
                part: index,
                corners: mesh.corners(piece as usize),
                numbers: candidates.corners_of(index, vertices),
            };
            match judge(exact, candidates, &covered, &piece) {
                Verdict::Of(triangle) => {
                    let (boundary, area) = &mut boundaries[triangle as usize];
                    *area += triangle_area(&piece.corners);
                    let [a, b, c] = piece.numbers;
                    for ends in [[a, b], [b, c], [c, a]] {
                        boundary.add(ends, 1);
                    }
                }
                Verdict::Thin => {}
                Verdict::Wrong(kind) => {
                    let whole = known.get_or_insert_with(|| WholeTriangles::of(exact));
                    let kind = whole.kind(exact, index, &piece.corners).unwrap_or(kind);
                    let place = exact.at(&piece.corners[0]);
                    let area = triangle_area(&piece.corners);
                    findings.add(kind, Some(index), None, Some(place), area);
                }
            }
        }
    }
    let mut uncovered: Vec<Uncovered> = Vec::new();
    for (index, (mut boundary, area)) in boundaries.into_iter().enumerate() {
        let (triangle, times) = candidates.covered[index];
        subtract(&covered[index], times, &mut boundary);
        boundary.settle();
        if !vanishes(&[&covered[index]], &boundary) {
            let whole = f64::from(times) * triangle_area(&exact.input.corners(triangle as usize));
            uncovered.push(Uncovered {
                index,
                boundary,
                // The areas only choose the name of the fault.
                kind: if area > whole * (1.0 + 1e-6) {
                    FindingKind::Doubled
                } else {
                    FindingKind::Missing
                },
                may_have_others: area > whole * (1.0 - 1e-6),
            });
        }
    }
    name_uncovered(exact, &covered, uncovered, findings);
}

/// A triangle whose pieces do not cover it.
struct Uncovered {
    /// The index among the covered triangles.
    index: usize,
    boundary: Boundary,
    kind: FindingKind,
    /// `true` if its pieces may be those of other triangles, by their area: they have at least its area, within rounding.
    may_have_others: bool,
}

/// Adds findings about triangles whose pieces do not cover them. A piece may belong to several triangles in one plane that
/// overlap. Together, they must be covered: then the pieces of one of them have at least its area.
fn name_uncovered(
    exact: &Exact<'_>,
    covered: &[Covered<'_>],
    mut uncovered: Vec<Uncovered>,
    findings: &mut Findings,
) {
    uncovered.sort_by_key(|own| own.may_have_others);
    while let Some(first) = uncovered.pop() {
        let mut together = alloc::vec![first];
        if together[0].may_have_others {
            let own = &covered[together[0].index];
            let is_coplanar = |other: &mut Uncovered| own.has_the_plane_of(&covered[other.index]);
            together.extend(uncovered.extract_if(.., is_coplanar));
        }
        if together.len() > 1 {
            let mut boundary = Boundary::default();
            for own in &together {
                boundary.add_all(&own.boundary);
            }
            boundary.settle();
            let triangles = together.iter().map(|own| &covered[own.index]);
            let triangles: Vec<&Covered<'_>> = triangles.collect();
            if vanishes(&triangles, &boundary) {
                continue;
            }
        }
        for own in together {
            let corners = exact.input.corners(covered[own.index].triangle as usize);
            let area = triangle_area(&corners);
            findings.add(own.kind, None, None, Some(corners[0]), area);
        }
    }
}

/// Judges a piece of a part by the positions of its corners in the file.
fn judge(
    exact: &Exact<'_>,
    candidates: &Candidates,
    covered: &[Covered<'_>],
    piece: &Piece,
) -> Verdict {
    let own = candidates.triangles_with(exact, &piece.numbers);
    let mut verdict = judge_among(exact, covered, piece, own);
    if matches!(verdict, Verdict::Wrong(_)) {
        // A seam may have nodes of other triangles that meet it.
        let all = 0..covered.len() as u32;
        let near = all.filter(|&index| is_near(exact, covered[index as usize].triangle, piece));
        let among_all = judge_among(exact, covered, piece, near);
        if !matches!(among_all, Verdict::Wrong(_)) {
            verdict = among_all;
        }
    }
    verdict
}

/// Returns `true` if the bounding boxes of a triangle of the input and of a piece meet, within a generous margin.
fn is_near(exact: &Exact<'_>, triangle: u32, piece: &Piece) -> bool {
    let own = exact.input.corners(triangle as usize);
    let there = piece.corners.each_ref().each(|corner| exact.at(corner));
    let moved = 4.0 * exact.displacement;
    (0..3).all(|axis| {
        let range = |points: &[[f64; 3]; 3]| {
            let [a, b, c] = points.each_ref().each(|point| point[axis]);
            [a.min(b).min(c) - moved, a.max(b).max(c) + moved]
        };
        let ([low, high], [least, most]) = (range(&own), range(&there));
        low <= most && least <= high
    })
}

/// Judges a piece as a piece of one of these covered triangles.
fn judge_among(
    exact: &Exact<'_>,
    covered: &[Covered<'_>],
    piece: &Piece,
    triangles: impl Iterator<Item = u32>,
) -> Verdict {
    let mut verdict = Verdict::Wrong(FindingKind::Surplus);
    for index in triangles {
        let own = &covered[index as usize];
        let by_floats = own.turn_by_floats(&piece.corners);
        let points = piece.numbers.each(|number| own.points(number));
        // Rounding may have brought several exact points to one position. One choice that is right is enough: the others
        // differ from it by rounding.
        for a in points[0].list() {
            for b in points[1].list() {
                for c in points[2].list() {
                    let turn = by_floats.unwrap_or_else(|| own.turn([a, b, c]));
                    let is_there = lies_in(exact, piece.part, own.triangle, [a, b, c]);
                    verdict = match (turn, verdict) {
                        (Side::Front, _) if is_there => return Verdict::Of(index),
                        (Side::On, _) if is_there => Verdict::Thin,
                        (_, Verdict::Thin) => Verdict::Thin,
                        (Side::Back, _) => Verdict::Wrong(FindingKind::Flipped),
                        (_, _) => Verdict::Wrong(FindingKind::WrongSide),
                    };
                }
            }
        }
    }
    verdict
}

/// Returns `true` if a piece of a triangle lies in its part: on the closed sides of all planes.
fn lies_in(exact: &Exact<'_>, part: usize, triangle: u32, points: [&Place; 3]) -> bool {
    let is_on_side = |plane: u32, side: Side| match exact.reach(triangle, plane) {
        // The triangle lies in the plane.
        [false, false] => {
            let flat = exact.side_of_flat(triangle, plane);
            flat == side || flat == Side::On
        }
        [true, false] => side == Side::Back,
        [false, true] => side == Side::Front,
        [true, true] => points.iter().all(|point| exact.side(point, plane) != -side),
    };
    let mut walls = exact.walls[part].iter();
    match &exact.parts[part].place {
        PartPlace::Outside => walls.any(|&(plane, side)| is_on_side(plane, -side)),
        _ => walls.all(|&(plane, side)| is_on_side(plane, side)),
    }
}
