//! Vertices of parts that are away from their exact points: they are matched with near points, and their distances are
//! measured.
//!
//! A match is only a guess of what a vertex stands for. A wrong one cannot hide a fault: the triangles of the part are
//! compared with the input afterwards, and a distance that rounding does not explain is a fault itself.

use alloc::vec;
use alloc::vec::Vec;

use hashbrown::HashSet;
use transect_exact::arrays::Few as _;

use crate::mesh::certificate::candidates::Candidates;
use crate::mesh::certificate::exact::Exact;
use crate::mesh::certificate::finding::Findings;
use crate::mesh::certificate::judge::Piece;
use crate::mesh::certificate::judged::Place as PartPlace;
use crate::mesh::certificate::kind::FindingKind;
use crate::mesh::certificate::nearest::{distance, nearest};
use crate::mesh::certificate::off_crossing::{Off, off_crossing};
use crate::mesh::certificate::whole::Whole;
use crate::mesh::exact_place::Place;

/// A position at which no exact point lies.
struct Stranger {
    number: u32,
    position: [f64; 3],
}

/// Exact points at which a part lacks a vertex.
struct Lost {
    number: u32,
    place: Place,
    /// The position in the coordinates of the part.
    position: [f64; 3],
}

/// Matches the vertices of all parts that are away from their exact points, and adds findings about those whose distance
/// rounding and the tolerance do not explain. Returns the largest distance beyond rounding, along an axis.
pub(super) fn find(
    exact: &Exact<'_>,
    whole: &Whole,
    candidates: &mut Candidates,
    tolerance: f64,
    findings: &mut Findings,
) -> f64 {
    let mut farthest = 0.0_f64;
    for part in 0..exact.parts.len() {
        let strangers = strangers_of(exact, candidates, part);
        if strangers.is_empty() {
            continue;
        }
        let lost = lost(exact, candidates, part);
        let misplaced = Misplaced {
            exact,
            part,
            tolerance,
        };
        let (near, strangers, lost) = misplaced.within_rounding(strangers, lost);
        if !near.is_empty() {
            // A distance that the tolerance explains is not measured. The tolerance bounds it.
            farthest = farthest.max(tolerance);
        }
        // Strangers on cut faces alone need no match: other programs may add vertices there.
        let strangers = if strangers.is_empty() || lost.is_empty() {
            Vec::new()
        } else {
            let beside = beside_planes(exact, whole, candidates, part);
            let strangers = strangers.into_iter();
            strangers
                .filter(|own| beside.contains(&own.number))
                .collect()
        };
        let far = misplaced.mutually_nearest(&strangers, &lost);
        for &(stranger, lost) in &far {
            if let Some(amount) = misplaced.distance_beyond_rounding(stranger, lost) {
                let at = match lost.place {
                    Place::Vertex(vertex) => exact.input.positions()[vertex as usize],
                    _ => exact.at(part, &stranger.position),
                };
                findings.add(FindingKind::Vertex, Some(part), None, Some(at), amount);
                farthest = farthest.max(amount);
            }
        }
        let far = far.iter().map(|(one, other)| [one.number, other.number]);
        for [one, other] in near.into_iter().chain(far) {
            candidates.unite(one, other);
        }
    }
    candidates.settle();
    farthest
}

fn strangers_of(exact: &Exact<'_>, candidates: &Candidates, part: usize) -> Vec<Stranger> {
    let mut seen: HashSet<u32> = HashSet::new();
    let all = candidates.strangers(exact, part);
    all.filter(|(number, _)| seen.insert(*number))
        .map(|(number, position)| Stranger {
            number,
            position: *position,
        })
        .collect()
}

/// Returns the exact points of triangles that pieces must cover, in the cell of a part, at which it has no vertex.
fn lost(exact: &Exact<'_>, candidates: &Candidates, part: usize) -> Vec<Lost> {
    let own = &exact.parts[part];
    let positions = own.mesh().positions().iter();
    let present: HashSet<u32> = positions
        .filter_map(|position| candidates.known_number(exact.coding_of[part], position))
        .collect();
    let lies_there = |place: &&Place| {
        let mut walls = exact.walls[part].iter();
        match own.place {
            PartPlace::Outside => walls.any(|&(plane, side)| exact.side(place, plane) != side),
            _ => walls.all(|&(plane, side)| exact.side(place, plane) != -side),
        }
    };
    let lacking = candidates.numbers_of_covered();
    let lacking = lacking.filter(|number| !present.contains(number));
    lacking
        .filter_map(|number| {
            let place = *candidates.places(number).find(lies_there)?;
            Some(Lost {
                number,
                place,
                position: own.written.place(&exact.space().position(&place)),
            })
        })
        .collect()
}

/// Returns the numbers of the corners of triangles that do not lie in a plane within rounding. Other positions belong to cut
/// faces only.
fn beside_planes(
    exact: &Exact<'_>,
    whole: &Whole,
    candidates: &Candidates,
    part: usize,
) -> HashSet<u32> {
    let mut beside = HashSet::new();
    for &index in &whole.others[part] {
        let Some(piece) = Piece::of(exact, candidates, part, index) else {
            continue;
        };
        let mut walls = exact.walls[part].iter();
        let is_flat = walls.any(|&(plane, _)| {
            let mut corners = piece.corners.iter();
            corners.all(|corner| exact.is_near(part, corner, plane))
        });
        if !is_flat {
            beside.extend(piece.numbers);
        }
    }
    beside
}

/// The vertices of one part.
struct Misplaced<'e, 'a> {
    exact: &'e Exact<'a>,
    part: usize,
    tolerance: f64,
}

impl Misplaced<'_, '_> {
    /// Matches each lost point with the nearest stranger, if rounding and the tolerance explain the distance. Returns the
    /// numbers of the matches, and the strangers and the lost points that are left.
    fn within_rounding(
        &self,
        strangers: Vec<Stranger>,
        lost: Vec<Lost>,
    ) -> (Vec<[u32; 2]>, Vec<Stranger>, Vec<Lost>) {
        let places: Vec<[f64; 3]> = lost.iter().map(|own| own.position).collect();
        let positions: Vec<[f64; 3]> = strangers.iter().map(|own| own.position).collect();
        let mut matches = Vec::new();
        let mut is_left = vec![true; strangers.len()];
        // Rounding may have brought several exact points to one position, so one stranger may stand for several of
        // them.
        let found = nearest(&places, &positions);
        let mut rest = Vec::new();
        for (lost, found) in lost.into_iter().zip(found) {
            let near = found.filter(|&index| {
                self.distance_beyond_rounding(&strangers[index], &lost)
                    .is_none()
            });
            match near {
                Some(index) => {
                    is_left[index] = false;
                    matches.push([lost.number, strangers[index].number]);
                }
                None => rest.push(lost),
            }
        }
        let left = strangers.into_iter().zip(is_left);
        let left = left.filter(|(_, is_left)| *is_left).map(|(own, _)| own);
        (matches, left.collect(), rest)
    }

    /// Returns the pairs of a stranger and a lost point of which each is the nearest to the other.
    fn mutually_nearest<'s>(
        &self,
        strangers: &'s [Stranger],
        lost: &'s [Lost],
    ) -> Vec<(&'s Stranger, &'s Lost)> {
        let places: Vec<[f64; 3]> = lost.iter().map(|own| own.position).collect();
        let positions: Vec<[f64; 3]> = strangers.iter().map(|own| own.position).collect();
        // Without a bound on the distance, a stranger stands for one point only: the pair must be nearest to each
        // other.
        let backwards = nearest(&positions, &places);
        let found = nearest(&places, &positions).into_iter().enumerate();
        found
            .filter_map(|(index, found)| {
                let stranger = found.filter(|&stranger| backwards[stranger] == Some(index))?;
                Some((&strangers[stranger], &lost[index]))
            })
            .collect()
    }

    /// Returns the distance of a stranger from an exact point, along an axis, or `None` if rounding and the tolerance explain it.
    /// A vertex of the input must be exactly there. A crossing is compared exactly, another point by its nearest float.
    fn distance_beyond_rounding(&self, stranger: &Stranger, lost: &Lost) -> Option<f64> {
        let written = &self.exact.parts[self.part].written;
        let far = distance(&lost.position, &stranger.position);
        match lost.place {
            Place::Vertex(_) | Place::Rounded(_) => (far > 0.0).then_some(far),
            Place::Edge { ends, plane } => {
                let [back, front] = ends.each(|end| &self.exact.input.positions()[end as usize]);
                let cutter = &self.exact.planes[plane as usize];
                let ends = [front, back];
                match off_crossing(cutter, ends, written, &stranger.position, self.tolerance) {
                    Off::Explained => None,
                    Off::Unexplained(amount) => Some(amount),
                }
            }
            Place::Face { .. } | Place::Meeting(_) => {
                let is_explained = (0..3).all(|axis| {
                    let local = stranger.position[axis];
                    let [below, above] = written.doubled_slack(axis, local, self.tolerance);
                    // Only the float nearest to the exact point is known, not the side on which the point lies. So the
                    // larger slack counts.
                    2.0 * (lost.position[axis] - local).abs() <= below.max(above)
                });
                (!is_explained).then_some(far)
            }
        }
    }
}
