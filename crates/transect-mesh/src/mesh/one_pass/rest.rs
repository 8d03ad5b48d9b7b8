//! The facts that one pass knows of the triangles that it does not keep.

use alloc::vec::Vec;

use transect::Aabb;
use transect_exact::Side;
use transect_exact::vector::{cross, dot, length, sub};

use crate::mesh::indexed::Mesh;
use crate::mesh::measure::{Sum, triangle_area};
use crate::mesh::merge::Vanished;
use crate::mesh::one_pass::edge_sum::{EdgeSum, OpenEdge};
use crate::mesh::reach::Reach;

/// The facts that [`OnePass`](crate::OnePass) knows of a mesh beside the band: counts, sums, and whether edges match.
///
/// One pass does not know the number of different vertices, whether each edge has only two triangles, and which
/// triangles form a body.
#[derive(Clone, Debug)]
pub struct Rest {
    pub(super) triangles: usize,
    pub(super) bounds: Option<Aabb>,
    pub(super) reach: Option<Reach>,
    pub(super) largest_rounding: f64,
    /// The edges of all triangles as they came, also of those in the band.
    pub(super) edges: EdgeSum,
    /// The point about which volumes are summed up.
    pub(super) origin: [f64; 3],
    /// The whole triangles behind the plane and in front of it, as written.
    pub(super) whole: [Whole; 2],
}

/// A half of a mesh that was cut in one pass: whole triangles, and the half of the band.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct OnePassPart {
    /// The number of triangles, including cut faces.
    pub triangles: usize,
    /// The area of the triangles, including cut faces.
    pub area: f64,
    /// The enclosed volume. It is meaningful only if the half is closed.
    pub volume: f64,
    /// `true` if the half as written is closed, by its fingerprint ([`EdgeSum`]).
    pub is_closed: bool,
    /// The number of directed edges without a matching reverse edge, or `None` if there are more different ones than
    /// [`EdgeSum::MOST`].
    pub open_edges: Option<usize>,
}

impl Rest {
    /// Returns the number of all triangles, also of those in the band.
    #[must_use]
    pub fn triangles(&self) -> usize {
        self.triangles
    }

    /// Returns the bounding box of all triangles, or `None` without triangles.
    #[must_use]
    pub fn bounds(&self) -> Option<&Aabb> {
        self.bounds.as_ref()
    }

    /// Returns the backmost and the frontmost vertex of all triangles, or `None` without triangles.
    #[must_use]
    pub fn reach(&self) -> Option<&Reach> {
        self.reach.as_ref()
    }

    /// Returns the number of whole triangles on a side of the plane, as written.
    #[must_use]
    pub fn whole_triangles(&self, side: Side) -> usize {
        match side {
            Side::On => 0,
            _ => self.whole[half(side)].triangles,
        }
    }

    /// Returns the whole triangles of which rounding made two corners equal, so that they are not written.
    #[must_use]
    pub fn vanished(&self) -> Vanished {
        let [behind, in_front] = self.whole.each_ref().map(|whole| whole.vanished);
        behind.plus(in_front)
    }

    /// Returns the largest change of a coordinate of a whole triangle when it was rounded to the precision of the file.
    #[must_use]
    pub fn largest_rounding(&self) -> f64 {
        self.largest_rounding
    }

    /// Returns `true` if the mesh is closed, by its fingerprint ([`EdgeSum`]).
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.edges.is_closed()
    }

    /// Returns the open edges of the mesh, or `None` if there are more different ones than [`EdgeSum::MOST`].
    #[must_use]
    pub fn open_edges(&self) -> Option<Vec<OpenEdge>> {
        self.edges.open_edges()
    }

    /// Returns the number of directed edges of the mesh without a matching reverse edge. If there are too many for a
    /// list, it is [`EdgeSum::UNCOUNTED`].
    pub(crate) fn open_edge_count(&self) -> usize {
        count(self.open_edges())
    }

    /// Returns the half on a side of the plane. `cut` is the half of the band on this side, as written.
    ///
    /// # Panics
    /// Panics if the side is `On`.
    #[must_use]
    pub fn part(&self, side: Side, cut: &Mesh) -> OnePassPart {
        assert!(side != Side::On, "a half lies in front or behind");
        let mut whole = self.whole[half(side)].clone();
        for triangle in 0..cut.triangles().len() {
            whole.add(&cut.corners(triangle), &self.origin);
        }
        let open = whole.edges.open_edges();
        OnePassPart {
            triangles: whole.triangles,
            area: whole.area.total(),
            volume: whole.sixfold_volume.total() / 6.0,
            is_closed: whole.edges.is_closed(),
            open_edges: open.map(|open| times(&open)),
        }
    }
}

impl OnePassPart {
    /// Returns the number of directed edges without a matching reverse edge. If there are too many for a list, it is
    /// [`EdgeSum::UNCOUNTED`].
    pub(crate) fn open_edge_count(&self) -> usize {
        self.open_edges.unwrap_or(EdgeSum::UNCOUNTED)
    }
}

fn count(open: Option<Vec<OpenEdge>>) -> usize {
    open.map_or(EdgeSum::UNCOUNTED, |open| times(&open))
}

fn times(open: &[OpenEdge]) -> usize {
    open.iter().map(|edge| edge.times).sum()
}

/// Returns the index of the half on a side.
fn half(side: Side) -> usize {
    usize::from(side == Side::Front)
}

/// Whole triangles on one side, as written.
#[derive(Clone, Debug)]
pub(super) struct Whole {
    pub(super) triangles: usize,
    area: Sum,
    sixfold_volume: Sum,
    pub(super) edges: EdgeSum,
    vanished: Vanished,
}

impl Whole {
    pub(super) fn new(edges: EdgeSum) -> Self {
        Self {
            triangles: 0,
            area: Sum::default(),
            sixfold_volume: Sum::default(),
            edges,
            vanished: Vanished::default(),
        }
    }

    #[inline]
    pub(super) fn add(&mut self, triangle: &[[f64; 3]; 3], origin: &[f64; 3]) {
        self.triangles += 1;
        let [a, b, c] = triangle;
        // With the edges of the triangle, the error is small also if the triangle is small and far from the origin.
        let normal = cross(&sub(b, a), &sub(c, a));
        self.area.add(0.5 * length(&normal));
        self.sixfold_volume.add(dot(&sub(a, origin), &normal));
        self.edges.add(triangle);
    }

    pub(super) fn add_vanished(&mut self, triangle: &[[f64; 3]; 3]) {
        self.vanished.triangles += 1;
        self.vanished.area += triangle_area(triangle);
    }
}
