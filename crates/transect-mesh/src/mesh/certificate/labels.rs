//! The planes whose cut faces the triangles of parts belong to, as the parts say it, or as their places show it.

use alloc::borrow::Cow;
use alloc::vec;
use alloc::vec::Vec;

use hashbrown::{HashMap, HashSet};
use transect_exact::Side;
use transect_exact::arrays::Few as _;

use crate::mesh::certificate::candidates::Candidates;
use crate::mesh::certificate::exact::Exact;
use crate::mesh::certificate::finding::Findings;
use crate::mesh::certificate::judge::{Judge, Piece, Verdict};
use crate::mesh::certificate::judged::JudgedPart;
use crate::mesh::certificate::kind::FindingKind;
use crate::mesh::certificate::nodes::Nodes;
use crate::mesh::certificate::piece_areas::SLIGHT;
use crate::mesh::certificate::rest::Rest;
use crate::mesh::certificate::whole::Whole;
use crate::mesh::measure::triangle_area;
use crate::mesh::triple::{is_distinct, least_first};

/// For each part and each of its triangles, the index of the plane of its cut face plus 1, or 0 for the surface. An empty list
/// stands for a part without cut faces.
pub(super) struct Labels<'a>(Vec<Cow<'a, [u32]>>);

impl<'a> Labels<'a> {
    /// Returns the labels that the parts have.
    pub(super) fn given(exact: &Exact<'a>) -> Self {
        Self::of_parts(exact.parts)
    }

    pub(super) fn of_parts(parts: &'a [JudgedPart<'a>]) -> Self {
        let labels = |part: &'a JudgedPart<'a>| match &part.faces {
            Some(faces) => Cow::Borrowed(&**faces),
            None => Cow::Borrowed(&[][..]),
        };
        Self(parts.iter().map(labels).collect())
    }

    /// Returns labels by the places of the triangles. A triangle is one of a cut face if it lies in a plane that bounds its part
    /// and is not a piece of the surface.
    pub(super) fn found(
        exact: &Exact<'_>,
        whole: &Whole,
        candidates: &Candidates,
        judge: &Judge<'_>,
    ) -> Self {
        if exact.are_two_halves() {
            return Self::found_in_halves(exact, whole, candidates);
        }
        let mut thin: HashMap<[u32; 3], i32> = HashMap::new();
        for (own, (_, times)) in judge.covered.iter().zip(&candidates.covered) {
            if own.is_thin() {
                let corners = own.edges().each_ref().each(|edge| edge[0]);
                *thin.entry(least_first(corners)).or_default() += times;
            }
        }
        let mut finder = Finder {
            thin,
            exact,
            candidates,
            judge,
            left: vec![f64::NAN; judge.covered.len()],
        };
        let parts = exact.parts.iter().zip(&whole.others).enumerate();
        let labels = parts.map(|(index, (part, others))| {
            let mut labels = vec![0; part.mesh().triangles().len()];
            for &triangle in others {
                if let Some(piece) = Piece::of(exact, candidates, index, triangle) {
                    let face = finder.face(&piece);
                    labels[triangle as usize] = face.map_or(0, |plane| plane + 1);
                }
            }
            Cow::Owned(labels)
        });
        Self(labels.collect())
    }

    /// Returns the labels of two halves. The pieces of each triangle are known but for a diagonal, so they are taken first, and
    /// the other triangles in the plane are those of cut faces.
    fn found_in_halves(exact: &Exact<'_>, whole: &Whole, candidates: &Candidates) -> Self {
        let nodes = Nodes { exact, candidates };
        let mut thin: HashSet<u32> = HashSet::new();
        let labels = [Side::Front, Side::Back].into_iter().enumerate();
        let labels = labels.map(|(part, keep)| {
            let mut rest = Rest::of(exact, candidates, part, &whole.others[part]);
            for &(triangle, times) in &candidates.covered {
                // A triangle without area in the plane belongs to the part that has it.
                if nodes.reaches(triangle, keep, || !thin.contains(&triangle)) {
                    let polygon = nodes.numbers_of_piece(triangle, keep);
                    let found = (0..times).filter(|_| rest.take_polygon(&polygon)).count();
                    if found > 0 && exact.reach(triangle, 0) == [false, false] {
                        thin.insert(triangle);
                    }
                }
            }
            let mut labels = vec![0; exact.parts[part].mesh().triangles().len()];
            for triangle in rest.triangles() {
                let piece = Piece::of(exact, candidates, part, triangle);
                let is_flat = piece.is_some_and(|piece| {
                    let mut corners = piece.numbers.iter().zip(&piece.corners);
                    corners.all(|(&number, corner)| {
                        candidates.have_place_on(exact, number, 0) || exact.is_near(part, corner, 0)
                    })
                });
                labels[triangle as usize] = u32::from(is_flat);
            }
            Cow::Owned(labels)
        });
        Self(labels.collect())
    }

    /// Returns the plane whose cut face has a triangle.
    pub(super) fn face(&self, part: usize, triangle: u32) -> Option<u32> {
        self.0[part].get(triangle as usize)?.checked_sub(1)
    }

    /// Returns the triangles of a part that belong to cut faces.
    pub(super) fn faces(&self, part: usize) -> impl Iterator<Item = usize> {
        let labels = self.0[part].iter().enumerate();
        labels
            .filter(|(_, label)| **label > 0)
            .map(|(triangle, _)| triangle)
    }

    /// Adds findings about triangles of the surface with labels of cut faces, and about triangles of cut faces without.
    pub(super) fn compare(&self, exact: &Exact<'_>, findings: &mut Findings) {
        for (index, part) in exact.parts.iter().enumerate() {
            if part.faces.is_none() {
                continue;
            }
            for triangle in 0..part.mesh().triangles().len() as u32 {
                let (own, right) = (part.face(triangle), self.face(index, triangle));
                if own != right && is_distinct(&part.mesh().triangles()[triangle as usize]) {
                    let corners = part.mesh().corners(triangle as usize);
                    let at = Some(exact.at(index, &corners[0]));
                    let area = triangle_area(&corners);
                    findings.add(FindingKind::CapPart, Some(index), None, at, area);
                }
            }
        }
    }
}

struct Finder<'e> {
    exact: &'e Exact<'e>,
    candidates: &'e Candidates,
    judge: &'e Judge<'e>,
    /// For each covered triangle, the area that the pieces found in its plane leave, or NaN if none was found. It decides which
    /// of several triangles upon each other belong to the surface.
    left: Vec<f64>,
    /// The covered triangles without area, by the numbers of their corners, and how many of them are not found yet.
    thin: HashMap<[u32; 3], i32>,
}

impl Finder<'_> {
    /// Returns the plane whose cut face has a triangle, or `None` for a triangle of the surface.
    fn face(&mut self, piece: &Piece) -> Option<u32> {
        if let Some(left) = self.thin.get_mut(&least_first(piece.numbers))
            && *left > 0
        {
            *left -= 1;
            return None;
        }
        let walls = || self.exact.walls[piece.part].iter().map(|(plane, _)| *plane);
        if let Some(plane) = walls().find(|&plane| self.lies_in(piece, plane)) {
            let covered = self.judge.in_plane(piece, plane);
            let is_surface = covered.is_some_and(|covered| self.is_left(piece, covered));
            return (!is_surface).then_some(plane);
        }
        let plane = walls().find(|&plane| self.is_near(piece, plane))?;
        matches!(self.judge.judge(piece), Verdict::Wrong(..)).then_some(plane)
    }

    /// Returns `true` if all corners of a triangle are exact points of a plane.
    fn lies_in(&self, piece: &Piece, plane: u32) -> bool {
        let mut numbers = piece.numbers.iter();
        numbers.all(|&number| self.candidates.have_place_on(self.exact, number, plane))
    }

    /// Returns `true` if all corners of a triangle lie in a plane, within rounding.
    fn is_near(&self, piece: &Piece, plane: u32) -> bool {
        let mut corners = piece.corners.iter();
        corners.all(|corner| self.exact.is_near(piece.part, corner, plane))
    }

    /// Returns `true` if the pieces of a covered triangle leave enough of its area for this one, within rounding.
    fn is_left(&mut self, piece: &Piece, covered: u32) -> bool {
        let (triangle, times) = self.candidates.covered[covered as usize];
        let whole = f64::from(times) * triangle_area(&self.exact.input.corners(triangle as usize));
        let left = &mut self.left[covered as usize];
        if left.is_nan() {
            *left = whole;
        }
        let area = triangle_area(&piece.corners);
        let is_enough = area <= *left + SLIGHT * whole;
        *left -= if is_enough { area } else { 0.0 };
        is_enough
    }
}
