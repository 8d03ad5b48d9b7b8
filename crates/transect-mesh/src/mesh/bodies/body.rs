//! Bodies: connected surfaces, and how they lie in each other.

use alloc::vec::Vec;
use core::mem;

use transect::Aabb;

use crate::mesh::bodies::crossing::{self, Boxed, Move};
use crate::mesh::bodies::relation::{Relation, near_pairs};
use crate::mesh::bodies::shell::Shell;
use crate::mesh::bodies::winding::winding;
use crate::mesh::indexed::Mesh;
use crate::mesh::measure::Moments;
use crate::mesh::shells::shells;

/// The kind of a body, from the winding numbers on both sides of its surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum BodyKind {
    /// Material with nothing around it: the surface winds once around its inside, and not around its outside.
    Solid,
    /// A hollow in a body: the surface faces into it, and nothing winds around its inside.
    Cavity,
    /// The faces point inward, and no other body is around it: its volume counts as negative.
    InsideOut,
    /// Its inside counts several times: it lies in another body, or its surface occurs several times.
    CountedAgain,
    /// A surface without an inside: both sides of it cancel.
    Flat,
    /// An open surface, which has no inside.
    Open,
}

impl BodyKind {
    /// Returns the name of the kind: `solid`, `cavity`, `inside_out`, `counted_again`, `flat` or `open`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Solid => "solid",
            Self::Cavity => "cavity",
            Self::InsideOut => "inside_out",
            Self::CountedAgain => "counted_again",
            Self::Flat => "flat",
            Self::Open => "open",
        }
    }
}

/// A connected surface: triangles that are connected over edges.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Body {
    /// The kind.
    pub kind: BodyKind,
    /// The number of triangles.
    pub triangles: usize,
    /// The bounding box.
    pub bounds: Aabb,
    /// The volume that the surface encloses, rounded: negative if its faces point inward, and 0 for an open surface.
    pub volume: f64,
    /// The winding numbers of the closed surfaces of the mesh around the points outside of this surface and inside of
    /// it. A surface that only touches this one counts for neither. Where a surface crosses this one, its number beside
    /// the vertex with the greatest coordinates (x first) counts. For an open surface, both numbers are that of the
    /// other surfaces at this vertex.
    pub windings: [i32; 2],
}

/// The bodies of a mesh.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Bodies {
    /// The bodies, in the order of their first triangles.
    pub bodies: Vec<Body>,
    /// The pairs of closed bodies that overlap: an edge of one passes through the inside of a triangle of the other, or
    /// each has points inside that are inside and outside of the other. Each pair in ascending order.
    pub crossing: Vec<[usize; 2]>,
}

impl Bodies {
    /// Returns `true` if no body is counted as negative or several times, and none crosses another: then areas and
    /// volumes are those of the material.
    #[must_use]
    pub fn count_once(&self) -> bool {
        let twice = |body: &Body| matches!(body.kind, BodyKind::InsideOut | BodyKind::CountedAgain);
        self.crossing.is_empty() && !self.bodies.iter().any(twice)
    }
}

impl Mesh {
    /// Returns the bodies of this mesh: its connected surfaces, and how they lie in each other. Edges are divided at
    /// vertices that lie exactly on them.
    ///
    /// All winding numbers are exact. Surfaces that only touch do not cross. Bodies that share an edge are one body.
    ///
    /// ```
    /// use transect_mesh::{BodyKind, Mesh, RawMesh};
    /// let corners = |from: f64, to: f64| [[from; 3], [to, from, from], [from, to, from], [from, from, to]];
    /// let positions = [corners(0.0, 9.0), corners(1.0, 3.0)].concat();
    /// let outward = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];
    /// let inward = outward.map(|[a, b, c]| [a + 4, c + 4, b + 4]);
    /// let mesh = Mesh::new(RawMesh { positions, triangles: [outward, inward].concat(), ..RawMesh::default() })?;
    /// let kinds: Vec<BodyKind> = mesh.bodies().bodies.iter().map(|body| body.kind).collect();
    /// assert_eq!(kinds, [BodyKind::Solid, BodyKind::Cavity]);
    /// # Ok::<(), transect_mesh::MeshError>(())
    /// ```
    #[must_use]
    pub fn bodies(&self) -> Bodies {
        let divided = self.with_divided_edges();
        let mesh = divided.as_ref().map_or(self, |own| &own.mesh);
        let shells = Shell::all(mesh, shells(mesh.positions().len(), mesh.triangles()));
        let Relations { outside, crossing } = Relations::of(&shells);
        let bodies = shells.iter().zip(outside);
        Bodies {
            bodies: bodies.map(|(own, outside)| body(own, outside)).collect(),
            crossing,
        }
    }
}

/// Returns the body of a surface, around which the other surfaces wind so often.
fn body(own: &Shell<'_>, outside: i32) -> Body {
    let inside = outside + if own.is_closed { own.own_winding() } else { 0 };
    let kind = match (own.is_closed, outside, inside) {
        (false, ..) => BodyKind::Open,
        (_, outside, inside) if outside == inside => BodyKind::Flat,
        (_, _, 0) => BodyKind::Cavity,
        (_, 0, 1) => BodyKind::Solid,
        (_, outside, inside) if inside < 0 && outside <= 0 => BodyKind::InsideOut,
        (_, outside, 1) if outside > 1 => BodyKind::Cavity,
        _ => BodyKind::CountedAgain,
    };
    let middle = own.bounds.center();
    let moments = || {
        Moments::of(
            own.corners().map(|corners| corners.map(|corner| *corner)),
            &middle,
        )
    };
    Body {
        kind,
        triangles: own.triangles.len(),
        bounds: own.bounds,
        volume: if own.is_closed { moments().volume } else { 0.0 },
        windings: [outside, inside],
    }
}

/// The relations of the surfaces of a mesh.
struct Relations {
    /// The number of times that the closed surfaces wind around each other surface.
    outside: Vec<i32>,
    /// The pairs of closed surfaces that cross.
    crossing: Vec<[usize; 2]>,
}

impl Relations {
    /// Compares all pairs of surfaces.
    ///
    /// Closed surfaces that only touch do not lie in each other. Where surfaces cross, the winding number is that beside the
    /// vertex with the greatest coordinates, and so it is around open surfaces. No infinitely small move parts surfaces
    /// that cross, so none is tried.
    fn of(shells: &[Shell<'_>]) -> Self {
        let beside = |own: &Shell<'_>, other: &Shell<'_>| {
            if other.is_closed && other.bounds.contains(&own.end) {
                winding(other.corners(), &own.end)
            } else {
                0
            }
        };
        let boxed = |corners: [&[f64; 3]; 3]| Boxed::new(corners.map(|corner| *corner), 0);
        // Most surfaces are far from all others, and some are near many. So each list is made once, when it is needed.
        let mut lists: Vec<Vec<Boxed>> = alloc::vec![Vec::new(); shells.len()];
        let mut outside = alloc::vec![0; shells.len()];
        let mut crossing = Vec::new();
        for [one, other] in near_pairs(shells, |own| &own.bounds) {
            let (a, b) = (&shells[one], &shells[other]);
            let mut known = None;
            if a.is_closed && b.is_closed {
                let mut taken = |own: usize| match mem::take(&mut lists[own]) {
                    none if none.is_empty() => shells[own].corners().map(boxed).collect(),
                    list => list,
                };
                let (mut first, mut second) = (taken(one), taken(other));
                let is_crossed = crossing::cross(&mut first, &mut second, Move::None);
                let relation = (!is_crossed).then(|| Relation::of(a, b));
                known = relation.as_ref().and_then(Relation::windings);
                if is_crossed || matches!(relation, Some(Relation::Overlapping)) {
                    crossing.push([one.min(other), one.max(other)]);
                }
                (lists[one], lists[other]) = (first, second);
            }
            let [of_other, of_one] = known.unwrap_or_else(|| [beside(a, b), beside(b, a)]);
            outside[one] += of_other;
            outside[other] += of_one;
        }
        crossing.sort_unstable();
        Self { outside, crossing }
    }
}
