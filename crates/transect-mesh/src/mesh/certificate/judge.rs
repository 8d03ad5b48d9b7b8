//! The verdict on one triangle of a part that is not a whole triangle of the input: of which triangle of the input it is a piece.
//!
//! A piece must have the orientation of its triangle, exactly, and lie on the sides of its part.

use alloc::vec::Vec;
use core::cell::OnceCell;
use core::ops::ControlFlow;

use transect::Aabb;
use transect::bvh::Bvh;
use transect_exact::Side;
use transect_exact::arrays::Few as _;

use crate::mesh::certificate::candidates::Candidates;
use crate::mesh::certificate::covered::{Covered, Points};
use crate::mesh::certificate::exact::Exact;
use crate::mesh::certificate::judged::Place as PartPlace;
use crate::mesh::certificate::kind::FindingKind;
use crate::mesh::exact_place::Place;
use crate::mesh::triple::is_distinct;

/// A triangle of a part that is not a whole triangle of the input.
pub(super) struct Piece {
    pub(super) part: usize,
    /// The positions of the corners in the file.
    pub(super) corners: [[f64; 3]; 3],
    /// The numbers of these positions.
    pub(super) numbers: [u32; 3],
}

impl Piece {
    /// Returns a triangle of a part. Returns `None` if two of its corners are equal: it has no area, and its boundary is zero.
    pub(super) fn of(
        exact: &Exact<'_>,
        candidates: &Candidates,
        part: usize,
        triangle: u32,
    ) -> Option<Self> {
        let mesh = exact.parts[part].mesh();
        let vertices = mesh.triangles()[triangle as usize];
        is_distinct(&vertices).then(|| Self {
            part,
            corners: mesh.corners(triangle as usize),
            numbers: candidates.corners_of(part, vertices),
        })
    }
}

/// The verdict on one piece.
#[derive(Clone, Copy)]
pub(super) enum Verdict {
    /// It is a piece of this covered triangle, by its index.
    Of(u32),
    /// It has no area, exactly.
    Thin,
    /// It is not a piece of its part. If it lies in a covered triangle, that is the second value.
    Wrong(FindingKind, Option<u32>),
}

impl Verdict {
    /// Returns the covered triangle of which the triangle is a piece.
    fn owner(self) -> Option<u32> {
        match self {
            Self::Of(index) => Some(index),
            _ => None,
        }
    }
}

/// The triangles that pieces must cover.
pub(super) struct Judge<'e> {
    exact: &'e Exact<'e>,
    candidates: &'e Candidates,
    pub(super) covered: Vec<Covered<'e>>,
    /// The bounding boxes of these triangles. `None` if they have no tree.
    boxes: OnceCell<Option<Bvh<f64, 3>>>,
    /// For each plane, `true` if one of these triangles lies in it.
    flat: OnceCell<Vec<bool>>,
}

impl<'e> Judge<'e> {
    pub(super) fn of(exact: &'e Exact<'e>, candidates: &'e Candidates) -> Self {
        let covered = 0..candidates.covered.len() as u32;
        let covered = covered.map(|index| Covered::of(exact, candidates, index));
        Self {
            exact,
            candidates,
            covered: covered.collect(),
            boxes: OnceCell::new(),
            flat: OnceCell::new(),
        }
    }

    /// Judges a piece by the positions of its corners in the file.
    pub(super) fn judge(&self, piece: &Piece) -> Verdict {
        let verdict = self.judge_among(piece, self.with_corners_of(piece));
        let Verdict::Wrong(..) = verdict else {
            return verdict;
        };
        // A seam may have nodes of other triangles that meet it.
        let near = self.near(piece);
        let other = self.judge_among(piece, near.iter().copied());
        if matches!(other, Verdict::Wrong(..)) && self.is_thin(piece, &near) {
            return Verdict::Thin;
        }
        match (other, verdict) {
            (Verdict::Wrong(_, None), own) => own,
            (Verdict::Wrong(_, Some(_)), own @ Verdict::Wrong(_, Some(_))) => own,
            (other, _) => other,
        }
    }

    /// Returns `true` if a piece has no area in one of these triangles. Then it bounds nothing, wherever it lies.
    fn is_thin(&self, piece: &Piece, triangles: &[u32]) -> bool {
        triangles.iter().any(|&index| {
            let own = &self.covered[index as usize];
            let points = piece.numbers.each(|number| own.points(number));
            let [a, b, c] = points.each_ref().each(Points::list);
            let mut all = a
                .iter()
                .flat_map(|a| b.iter().flat_map(move |b| c.iter().map(move |c| [a, b, c])));
            all.any(|points| own.turn(points) == Side::On)
        })
    }

    /// Returns a covered triangle that has exact points at all corners of a piece and of which it is a piece, if there is one.
    pub(super) fn owner(&self, piece: &Piece) -> Option<u32> {
        self.judge_among(piece, self.with_corners_of(piece)).owner()
    }

    /// Returns those of some covered triangles of which a triangle is a piece.
    pub(super) fn owners_among(&self, piece: &Piece, mut triangles: Vec<u32>) -> Vec<u32> {
        triangles.retain(|&index| {
            let verdict = self.judge_among(piece, core::iter::once(index));
            matches!(verdict, Verdict::Of(_))
        });
        triangles
    }

    /// Returns the covered triangle in a plane of which a triangle in this plane is a piece, if there is one. Verdicts on other
    /// triangles do not count.
    pub(super) fn in_plane(&self, piece: &Piece, plane: u32) -> Option<u32> {
        if !self.have_flat_triangles(plane) {
            return None;
        }
        let is_flat = |index: &u32| self.covered[*index as usize].lies_in(plane);
        let among = self.with_corners_of(piece).filter(is_flat);
        self.judge_among(piece, among).owner().or_else(|| {
            // As in `judge`: a seam may have nodes of other triangles that meet it.
            let near = self.near(piece).into_iter();
            self.judge_among(piece, near.filter(is_flat)).owner()
        })
    }

    /// Returns `true` if a covered triangle lies in a plane.
    fn have_flat_triangles(&self, plane: u32) -> bool {
        let flat = self.flat.get_or_init(|| {
            let is_flat = |plane: u32| self.covered.iter().any(|own| own.lies_in(plane));
            (0..self.exact.planes.len() as u32).map(is_flat).collect()
        });
        flat[plane as usize]
    }

    /// Returns the covered triangles that have exact points at all corners of a piece.
    fn with_corners_of<'s>(&'s self, piece: &'s Piece) -> impl Iterator<Item = u32> + use<'s, 'e> {
        self.candidates.triangles_with(self.exact, &piece.numbers)
    }

    /// Returns the covered triangles that may have exact points at all corners of a piece, also nodes of other triangles.
    pub(super) fn near(&self, piece: &Piece) -> Vec<u32> {
        let space = self.exact.space();
        let points = piece.numbers.each(|number| {
            let places = self.candidates.places(number);
            places.map(|place| space.position(place)).collect()
        });
        let points: [Vec<[f64; 3]>; 3] = points;
        let may_be_of = |index: u32| {
            let own = &self.covered[index as usize];
            let mut corners = points.iter();
            corners.all(|points| !points.iter().all(|point| own.is_apart_from(point)))
        };
        let boxes = self.boxes.get_or_init(|| {
            let corners = self.covered.iter();
            let corners = corners.map(|own| self.exact.input.corners(own.triangle as usize));
            let rows: Vec<[[f64; 3]; 2]> = corners.map(|corners| ends(&corners)).collect();
            Bvh::build_from_rows(&rows).ok()
        });
        // The triangle has a point at the first corner.
        // The point is rounded to the nearest float, so the box reaches one float further.
        let wider = |point: &[f64; 3]| {
            Aabb::new(
                point.each_ref().each(|c| c.next_down()),
                point.each_ref().each(|c| c.next_up()),
            )
        };
        let mut near = Vec::new();
        for point in &points[0] {
            match (boxes, wider(point)) {
                (Some(boxes), Ok(wider)) => {
                    let _ = boxes.visit_meeting(&wider, |index| {
                        near.push(index);
                        ControlFlow::Continue(())
                    });
                }
                _ => near.extend(0..self.covered.len() as u32),
            }
        }
        near.sort_unstable();
        near.dedup();
        near.retain(|&index| may_be_of(index));
        near
    }

    /// Judges a piece as a piece of one of these covered triangles.
    fn judge_among(&self, piece: &Piece, triangles: impl Iterator<Item = u32>) -> Verdict {
        let mut verdict = Verdict::Wrong(FindingKind::Surplus, None);
        for index in triangles {
            let own = &self.covered[index as usize];
            let by_floats = own.turn_by_floats(&piece.corners);
            let points = piece.numbers.each(|number| own.points(number));
            // Rounding may have brought several exact points to one position. One choice that is right is enough: the
            // others differ from it by rounding.
            for a in points[0].list() {
                for b in points[1].list() {
                    for c in points[2].list() {
                        let turn = by_floats.unwrap_or_else(|| own.turn([a, b, c]));
                        let is_there = self.lies_in(piece.part, index, [a, b, c]);
                        let wrong = |kind| Verdict::Wrong(kind, Some(index));
                        verdict = match (turn, verdict) {
                            (Side::Front, _) if is_there => return Verdict::Of(index),
                            (Side::On, _) if is_there => Verdict::Thin,
                            (_, Verdict::Thin) => Verdict::Thin,
                            (Side::Back, _) => wrong(FindingKind::Flipped),
                            (_, _) => wrong(FindingKind::WrongSide),
                        };
                    }
                }
            }
        }
        verdict
    }

    /// Returns `true` if a piece of a triangle lies in its part: on the closed sides of all planes.
    fn lies_in(&self, part: usize, index: u32, points: [&Place; 3]) -> bool {
        let exact = self.exact;
        let triangle = self.covered[index as usize].triangle;
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
            PartPlace::Outside => {
                walls.any(|&(plane, side)| is_on_side(plane, -side))
                    || self.is_beyond_region(part, index, points)
            }
            _ => walls.all(|&(plane, side)| is_on_side(plane, side)),
        }
    }
}

impl Judge<'_> {
    /// Returns `true` if a piece of a triangle and the part of the triangle in the region have no common area: if an edge of the
    /// piece has that part on its other side. Two convex figures in a plane have no common area exactly if an edge of one of
    /// them separates them. The edges of the part in the region lie on the planes of the region, which were asked before, and
    /// on the edges of the triangle, which do not separate.
    fn is_beyond_region(&self, part: usize, index: u32, points: [&Place; 3]) -> bool {
        let own = &self.covered[index as usize];
        let inside = own.points_within(&self.exact.walls[part]);
        [[0, 1], [1, 2], [2, 0]]
            .into_iter()
            .any(|[from, to]: [usize; 2]| {
                let mut inside = inside.iter();
                inside.all(|point| own.turn([points[from], points[to], point]) != Side::Front)
            })
    }
}

/// Returns the least and the greatest coordinates of three points.
fn ends([a, b, c]: &[[f64; 3]; 3]) -> [[f64; 3]; 2] {
    [
        [0, 1, 2].each(|axis: usize| a[axis].min(b[axis]).min(c[axis])),
        [0, 1, 2].each(|axis: usize| a[axis].max(b[axis]).max(c[axis])),
    ]
}
