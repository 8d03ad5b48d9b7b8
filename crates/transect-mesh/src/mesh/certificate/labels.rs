//! The planes whose cut faces the triangles of parts belong to, as the parts say it, or as their places show it.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

use hashbrown::{HashMap, HashSet};
use transect_exact::Side;
use transect_exact::arrays::Few as _;

use crate::mesh::certificate::candidates::Candidates;
use crate::mesh::certificate::covered::Covered;
use crate::mesh::certificate::exact::Exact;
use crate::mesh::certificate::finding::Findings;
use crate::mesh::certificate::flat_pieces::FlatPieces;
use crate::mesh::certificate::judge::{Judge, Piece, Verdict};
use crate::mesh::certificate::judged::JudgedPart;
use crate::mesh::certificate::kind::FindingKind;
use crate::mesh::certificate::nodes::Nodes;
use crate::mesh::certificate::piece_boundary::{Boundary, subtract};
use crate::mesh::certificate::rest::Rest;
use crate::mesh::certificate::whole::Whole;
use crate::mesh::measure::triangle_area;
use crate::mesh::trace::facing;
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
        let mut finder = Finder::of(exact, candidates, judge);
        let mut labels: Vec<Vec<u32>> = Vec::with_capacity(exact.parts.len());
        for (index, (part, others)) in exact.parts.iter().zip(&whole.others).enumerate() {
            let mut own = vec![0; part.mesh().triangles().len()];
            for &triangle in others {
                if let Some(piece) = Piece::of(exact, candidates, index, triangle) {
                    let face = finder.face(piece, triangle);
                    own[triangle as usize] = face.map_or(0, |plane| plane + 1);
                }
            }
            labels.push(own);
        }
        finder.choose(&mut labels);
        finder.take_slivers(whole, &mut labels);
        finder.choose_planes(whole, &mut labels);
        Self(labels.into_iter().map(Cow::Owned).collect())
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
    /// The covered triangles without area, by the numbers of their corners, and how many of them are not found yet.
    thin: HashMap<[u32; 3], i32>,
    /// For each plane and each side that triangles of the input in it face, the triangles that may be their pieces.
    flat: BTreeMap<(u32, Side), FlatPieces>,
    /// The triangles that certainly belong to cut faces, by the numbers of their corners, with their counts.
    faces: HashMap<[u32; 3], i32>,
    /// Triangles in planes that may also be pieces of triangles of the input beside these planes: rounding moved a corner into
    /// the plane. Each has its index in its part, and the covered triangle.
    slivers: Vec<(Piece, u32, u32)>,
    /// Triangles of cut faces that may lie in several planes, because they are thin. Each has its index in its part.
    thin_faces: Vec<(Piece, u32)>,
}

impl<'e> Finder<'e> {
    fn of(exact: &'e Exact<'e>, candidates: &'e Candidates, judge: &'e Judge<'e>) -> Self {
        let mut thin: HashMap<[u32; 3], i32> = HashMap::new();
        for own in judge.covered.iter().filter(|own| own.is_thin()) {
            let corners = own.edges().each_ref().each(|edge| edge[0]);
            *thin.entry(least_first(corners)).or_default() += own.times;
        }
        Self {
            exact,
            candidates,
            judge,
            thin,
            flat: BTreeMap::new(),
            faces: HashMap::new(),
            slivers: Vec::new(),
            thin_faces: Vec::new(),
        }
    }

    /// Returns the plane whose cut face has a triangle, or `None` for a triangle of the surface. Triangles that may be both are
    /// put aside.
    fn face(&mut self, piece: Piece, triangle: u32) -> Option<u32> {
        if let Some(left) = self.thin.get_mut(&least_first(piece.numbers))
            && *left > 0
        {
            *left -= 1;
            return None;
        }
        let walls = || self.exact.walls[piece.part].iter().map(|(plane, _)| *plane);
        if let Some(plane) = walls().find(|&plane| self.lies_in(&piece, plane)) {
            if let Some(covered) = self.judge.in_plane(&piece, plane) {
                let facing = self.facing(&self.judge.covered[covered as usize], plane);
                let flat = self.flat.entry((plane, facing)).or_default();
                flat.add(&piece, triangle);
                return None;
            }
            if let Some(covered) = self.judge.owner(&piece) {
                self.slivers.push((piece, triangle, covered));
                return Some(plane);
            }
            *self.faces.entry(least_first(piece.numbers)).or_default() += 1;
            let planes = walls().filter(|&plane| self.lies_in(&piece, plane));
            if planes.count() > 1 {
                self.thin_faces.push((piece, triangle));
            }
            return Some(plane);
        }
        let plane = walls().find(|&plane| self.is_near(&piece, plane))?;
        matches!(self.judge.judge(&piece), Verdict::Wrong(..)).then_some(plane)
    }

    /// Labels those triangles that were put aside and belong to cut faces.
    fn choose(&self, labels: &mut [Vec<u32>]) {
        for (&(plane, facing), flat) in &self.flat {
            let covered = self.judge.covered.iter();
            let covered =
                covered.filter(|own| own.lies_in(plane) && self.facing(own, plane) == facing);
            let covered: Vec<&Covered<'_>> = covered.collect();
            for (part, triangle) in flat.faces(&covered, &self.faces) {
                labels[part][triangle as usize] = plane + 1;
            }
        }
    }

    /// Takes slivers from cut faces for the triangles beside the planes that lack them.
    fn take_slivers(&self, whole: &Whole, labels: &mut [Vec<u32>]) {
        if self.slivers.is_empty() {
            return;
        }
        let mut surplus: HashMap<u32, Boundary> = HashMap::new();
        for (.., covered) in &self.slivers {
            surplus.entry(*covered).or_insert_with(|| {
                let own = &self.judge.covered[*covered as usize];
                let mut boundary = Boundary::default();
                subtract(own, &mut boundary);
                boundary
            });
        }
        for (part, others) in whole.others.iter().enumerate() {
            for &triangle in others
                .iter()
                .filter(|&&own| labels[part][own as usize] == 0)
            {
                if let Some(piece) = Piece::of(self.exact, self.candidates, part, triangle)
                    && let Some(covered) = self.judge.owner(&piece)
                    && let Some(boundary) = surplus.get_mut(&covered)
                {
                    boundary.add_triangle(piece.numbers, 1);
                }
            }
        }
        surplus.values_mut().for_each(Boundary::settle);
        for (piece, triangle, covered) in &self.slivers {
            if let Some(boundary) = surplus.get_mut(covered)
                && boundary.change(piece.numbers, 1) < 0
            {
                boundary.add_triangle(piece.numbers, 1);
                boundary.settle();
                labels[piece.part][*triangle as usize] = 0;
            }
        }
    }

    /// Gives thin triangles of cut faces to the planes beyond which a part has their reverses.
    fn choose_planes(&self, whole: &Whole, labels: &mut [Vec<u32>]) {
        let reverse = |[a, b, c]: [u32; 3]| least_first([a, c, b]);
        let pieces = self.thin_faces.iter();
        let mut beyond: HashMap<[u32; 3], Vec<usize>> = pieces
            .map(|(piece, _)| (reverse(piece.numbers), Vec::new()))
            .collect();
        if beyond.is_empty() {
            return;
        }
        for (part, others) in whole.others.iter().enumerate() {
            for &triangle in others {
                if let Some(piece) = Piece::of(self.exact, self.candidates, part, triangle)
                    && let Some(parts) = beyond.get_mut(&least_first(piece.numbers))
                {
                    parts.push(part);
                }
            }
        }
        for (piece, triangle) in &self.thin_faces {
            let parts = &beyond[&reverse(piece.numbers)];
            let walls = self.exact.walls[piece.part].iter();
            let walls = walls.filter(|(plane, _)| self.lies_in(piece, *plane));
            let pairs = walls.flat_map(|&(plane, side)| {
                let parts = parts.iter().copied();
                let beyond =
                    parts.filter(move |&part| self.exact.walls[part].contains(&(plane, -side)));
                beyond.map(move |part| (plane, part))
            });
            // Of the parts beyond, the neighbour differs in the fewest sides.
            let plane = pairs.min_by_key(|&(_, part)| self.exact.sides_apart(piece.part, part));
            if let Some((plane, _)) = plane {
                labels[piece.part][*triangle as usize] = plane + 1;
            }
        }
    }

    /// Returns the side that a covered triangle in a plane faces.
    fn facing(&self, covered: &Covered<'_>, plane: u32) -> Side {
        let corners = covered
            .corners
            .each(|corner| &self.exact.input.positions()[corner as usize]);
        facing(self.exact.planes[plane as usize].plane(), corners)
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
}
