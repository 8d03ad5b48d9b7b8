//! Comparison of pieces with the triangles of the input that planes divide.
//!
//! Each piece must have the orientation of its triangle, exactly, and lie on the sides of its part. If the boundaries of all
//! pieces of a triangle add up to that of the triangle, they cover it exactly as often as it occurs: a chain of triangles in
//! a plane is determined by its boundary.

use alloc::vec::Vec;

use crate::mesh::certificate::candidates::Candidates;
use crate::mesh::certificate::covered::Covered;
use crate::mesh::certificate::exact::Exact;
use crate::mesh::certificate::exchange::{Exchange, Gathered};
use crate::mesh::certificate::finding::Findings;
use crate::mesh::certificate::gathered::Pieces;
use crate::mesh::certificate::judge::{Judge, Piece, Verdict};
use crate::mesh::certificate::kind::FindingKind;
use crate::mesh::certificate::labels::Labels;
use crate::mesh::certificate::piece_areas::{SLIGHT, areas_in_parts};
use crate::mesh::certificate::piece_boundary::{Boundary, subtract, vanishes};
use crate::mesh::certificate::whole::Whole;
use crate::mesh::certificate::whole_triangles::WholeTriangles;
use crate::mesh::measure::triangle_area;

/// Compares the pieces of all parts with the triangles of the input.
pub(super) fn check(
    exact: &Exact<'_>,
    whole: &Whole,
    candidates: &Candidates,
    judge: &Judge<'_>,
    labels: &Labels<'_>,
    findings: &mut Findings,
) {
    let mut pieces: Vec<Pieces> = judge.covered.iter().map(|_| Pieces::default()).collect();
    for index in 0..exact.parts.len() {
        let mut known: Option<WholeTriangles> = None;
        let others = whole.others[index].iter();
        for &triangle in others.filter(|&&triangle| labels.face(index, triangle).is_none()) {
            let Some(piece) = Piece::of(exact, candidates, index, triangle) else {
                continue;
            };
            match judge.judge(&piece) {
                Verdict::Of(triangle) => {
                    pieces[triangle as usize].add(&piece, 1);
                }
                // It has no area, so it covers nothing and is not a fault.
                Verdict::Thin => {}
                Verdict::Wrong(kind, of) => {
                    let whole = known.get_or_insert_with(|| WholeTriangles::of(exact, index));
                    let kind = whole.kind(exact, index, &piece.corners).unwrap_or(kind);
                    let place = exact.at(index, &piece.corners[0]);
                    let area = triangle_area(&piece.corners);
                    findings.add(kind, Some(index), None, Some(place), area);
                    if let Some(own) = of.and_then(|of| pieces.get_mut(of as usize)) {
                        own.wrong += area;
                    }
                }
            }
        }
    }
    let mut all: Vec<Gathered> = Vec::with_capacity(pieces.len());
    for (index, mut own) in pieces.into_iter().enumerate() {
        let covered = &judge.covered[index];
        subtract(covered, &mut own.boundary);
        own.boundary.settle();
        all.push(Gathered {
            vanishes: vanishes(&[covered], &own.boundary),
            pieces: own,
        });
    }
    if all.iter().all(|own| own.vanishes) {
        return;
    }
    let exchanged = Exchange {
        exact,
        whole,
        candidates,
        judge,
        labels,
    };
    let uncovered = exchanged.uncovered(all).into_iter().map(|(index, pieces)| {
        let Covered {
            triangle, times, ..
        } = judge.covered[index];
        let whole = f64::from(times) * triangle_area(&exact.input.corners(triangle as usize));
        Uncovered {
            index,
            // The areas only choose the names of the faults.
            may_have_others: pieces.area() > whole * (1.0 - SLIGHT),
            pieces,
        }
    });
    name_uncovered(exact, &judge.covered, uncovered.collect(), findings);
}

/// A triangle whose pieces do not cover it.
struct Uncovered {
    /// The index among the covered triangles.
    index: usize,
    pieces: Pieces,
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
                boundary.add_all(&own.pieces.boundary);
            }
            boundary.settle();
            let triangles = together.iter().map(|own| &covered[own.index]);
            let triangles: Vec<&Covered<'_>> = triangles.collect();
            if vanishes(&triangles, &boundary) {
                continue;
            }
        }
        for own in together {
            name(exact, &covered[own.index], &own, findings);
        }
    }
}

/// Adds the findings about one triangle whose pieces do not cover it: the areas that each part lacks, or has too often.
fn name(exact: &Exact<'_>, covered: &Covered<'_>, own: &Uncovered, findings: &mut Findings) {
    let corners = exact.input.corners(covered.triangle as usize);
    let whole = triangle_area(&corners);
    let slight = SLIGHT * whole;
    let mut differences = areas_in_parts(exact, &corners, f64::from(covered.times));
    for piece in &own.pieces.areas {
        differences[piece.part] -= piece.area;
    }
    // Where a piece is turned over or in another part, it has a finding of its own.
    let missing = differences.iter().filter(|area| **area > slight);
    let is_accounted_for = (missing.sum::<f64>() - own.pieces.wrong).abs() <= slight;
    let mut is_named = own.pieces.wrong > 0.0 && is_accounted_for;
    for (part, &area) in differences.iter().enumerate() {
        let kind = match area {
            area if area < -slight => FindingKind::Doubled,
            area if area > slight && !is_accounted_for => FindingKind::Missing,
            _ => continue,
        };
        findings.add(kind, Some(part), None, Some(corners[0]), area.abs());
        is_named = true;
    }
    if !is_named {
        findings.add(FindingKind::Missing, None, None, Some(corners[0]), whole);
    }
}
