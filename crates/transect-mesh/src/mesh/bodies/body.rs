//! Bodies: connected surfaces, and how they lie in each other.

use alloc::vec::Vec;
use core::mem;

use transect::{Aabb, overlap};
use transect_exact::Side;
use transect_exact::determinant::{cross, difference, dot};
use transect_exact::number::Number;
use transect_exact::polynomial::{Polynomial, digits, sign};

use crate::mesh::bodies::crossing::{self, Boxed, Move};
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
    /// The winding numbers of the closed surfaces of the mesh around the points outside of this surface and inside of it, beside the
    /// vertex with the greatest coordinates (x first). For an open surface, both are the number of the other surfaces.
    pub windings: [i32; 2],
}

/// The bodies of a mesh.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Bodies {
    /// The bodies, in the order of their first triangles.
    pub bodies: Vec<Body>,
    /// The pairs of closed bodies of which an edge of one passes through the inside of a triangle of the other: they overlap.
    /// Each pair in ascending order.
    pub crossing: Vec<[usize; 2]>,
}

impl Bodies {
    /// Returns `true` if no body is counted as negative or several times, and none crosses another: then areas and volumes are
    /// those of the material.
    #[must_use]
    pub fn count_once(&self) -> bool {
        let twice = |body: &Body| matches!(body.kind, BodyKind::InsideOut | BodyKind::CountedAgain);
        self.crossing.is_empty() && !self.bodies.iter().any(twice)
    }
}

impl Mesh {
    /// Returns the bodies of this mesh: its connected surfaces, and how they lie in each other. Edges are divided at vertices that
    /// lie exactly on them.
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
        let bodies = shells.iter().map(|own| own.among(&shells)).collect();
        Bodies {
            bodies,
            crossing: crossings(&shells),
        }
    }
}

/// A connected surface of a mesh.
pub(super) struct Shell<'m> {
    mesh: &'m Mesh,
    pub(super) triangles: Vec<u32>,
    pub(super) bounds: Aabb,
    pub(super) is_closed: bool,
    /// The vertex with the greatest coordinates, by x first.
    pub(super) end: [f64; 3],
}

impl<'m> Shell<'m> {
    /// Returns the surfaces of a mesh with these triangles.
    pub(super) fn all(mesh: &'m Mesh, shells: Vec<Vec<u32>>) -> Vec<Self> {
        let mut open: Vec<[u32; 2]> = mesh.boundary().open.iter().map(|(edge, _)| *edge).collect();
        open.sort_unstable();
        let is_open = |corners: [u32; 3]| {
            let [a, b, c] = corners;
            let mut edges = [[a, b], [b, c], [c, a]].into_iter();
            !open.is_empty()
                && edges.any(|[from, to]| {
                    open.binary_search(&[from, to]).is_ok()
                        || open.binary_search(&[to, from]).is_ok()
                })
        };
        let shell = |triangles: Vec<u32>| {
            let corners = |own: u32| mesh.corners(own as usize);
            let points: Vec<[f64; 3]> = triangles.iter().flat_map(|&own| corners(own)).collect();
            let end = points
                .iter()
                .copied()
                .max_by(|a, b| a.partial_cmp(b).unwrap_or(core::cmp::Ordering::Equal))?;
            Some(Self {
                mesh,
                bounds: Aabb::of_points(&points).ok()?,
                is_closed: !triangles
                    .iter()
                    .any(|&own| is_open(mesh.triangles()[own as usize])),
                triangles,
                end,
            })
        };
        // A surface has triangles, and its coordinates are finite.
        shells.into_iter().filter_map(shell).collect()
    }

    /// Returns the middle of the bounding box.
    pub(super) fn center(&self) -> [f64; 3] {
        self.bounds.center()
    }

    pub(super) fn corners(&self) -> impl Iterator<Item = [&[f64; 3]; 3]> {
        let triangles = self
            .triangles
            .iter()
            .map(|&own| self.mesh.triangles()[own as usize]);
        triangles.map(|corners| corners.map(|corner| &self.mesh.positions()[corner as usize]))
    }

    /// Returns what this surface is among all surfaces.
    fn among(&self, all: &[Self]) -> Body {
        let others = all
            .iter()
            .filter(|other| !core::ptr::eq(*other, self) && other.is_closed);
        let around = others.filter(|other| other.bounds.contains(&self.end));
        let outside: i32 = around
            .map(|other| winding(other.corners(), &self.end))
            .sum();
        let inside = outside
            + if self.is_closed {
                self.own_winding()
            } else {
                0
            };
        let kind = match (self.is_closed, outside, inside) {
            (false, ..) => BodyKind::Open,
            (_, outside, inside) if outside == inside => BodyKind::Flat,
            (_, _, 0) => BodyKind::Cavity,
            (_, 0, 1) => BodyKind::Solid,
            (_, outside, inside) if inside < 0 && outside <= 0 => BodyKind::InsideOut,
            (_, outside, 1) if outside > 1 => BodyKind::Cavity,
            _ => BodyKind::CountedAgain,
        };
        let middle = self.bounds.center();
        let moments = || {
            Moments::of(
                self.corners().map(|corners| corners.map(|corner| *corner)),
                &middle,
            )
        };
        Body {
            kind,
            triangles: self.triangles.len(),
            bounds: self.bounds,
            volume: if self.is_closed {
                moments().volume
            } else {
                0.0
            },
            windings: [outside, inside],
        }
    }

    /// Returns how often this closed surface winds around its inside: the sign of its volume, times the number of copies of its
    /// triangles.
    pub(super) fn own_winding(&self) -> i32 {
        let copies = || self.copies() as i32;
        match sign::<{ digits(3) }>(&SixfoldVolume(self)) {
            Side::Front => copies(),
            Side::On => 0,
            Side::Back => -copies(),
        }
    }

    /// Returns the greatest number of copies of which each triangle of the surface consists.
    fn copies(&self) -> usize {
        if self.mesh.boundary().manifold {
            return 1;
        }
        let all = self.sorted();
        let counts = all.chunk_by(|a, b| a == b).map(<[_]>::len);
        counts.fold(0, greatest_common_divisor)
    }

    /// Returns the triangles, turned so that the least corner comes first, in ascending order. Equal triangles follow each other.
    pub(super) fn sorted(&self) -> Vec<[u32; 3]> {
        // The orientation stays.
        let turned = |own: &u32| {
            let [a, b, c] = self.mesh.triangles()[*own as usize];
            match a.min(b).min(c) {
                least if least == a => [a, b, c],
                least if least == b => [b, c, a],
                _ => [c, a, b],
            }
        };
        let mut all: Vec<[u32; 3]> = self.triangles.iter().map(turned).collect();
        all.sort_unstable();
        all
    }
}

fn greatest_common_divisor(a: usize, b: usize) -> usize {
    if b == 0 {
        a
    } else {
        greatest_common_divisor(b, a % b)
    }
}

/// Six times the volume that a closed surface encloses.
struct SixfoldVolume<'s>(&'s Shell<'s>);

impl Polynomial for SixfoldVolume<'_> {
    fn evaluate<N: Number>(&self) -> N {
        let zero = N::of(0.0);
        self.0.corners().fold(zero, |sum, corners| {
            let [a, b, c] = corners.map(|corner| difference::<N, 3>(corner, &self.0.end));
            sum.plus(&dot(&a, &cross(&b, &c)))
        })
    }
}

/// Returns the pairs of closed surfaces that cross.
fn crossings(shells: &[Shell<'_>]) -> Vec<[usize; 2]> {
    let mut closed: Vec<usize> = (0..shells.len())
        .filter(|&own| shells[own].is_closed)
        .collect();
    closed.sort_by(|&a, &b| shells[a].bounds.min()[0].total_cmp(&shells[b].bounds.min()[0]));
    let boxed = |corners: [&[f64; 3]; 3]| Boxed::new(corners.map(|corner| *corner));
    // Most surfaces are far from all others, and some are near many. So each list is made once, when it is needed.
    let mut lists: Vec<Vec<Boxed>> = alloc::vec![Vec::new(); shells.len()];
    let mut pairs = Vec::new();
    for (place, &one) in closed.iter().enumerate() {
        let end = shells[one].bounds.max()[0];
        let near = closed[place + 1..].iter();
        let near = near.take_while(|&&other| shells[other].bounds.min()[0] <= end);
        for &other in near.filter(|&&other| overlap(&shells[one].bounds, &shells[other].bounds)) {
            let mut taken = |own: usize| match mem::take(&mut lists[own]) {
                none if none.is_empty() => shells[own].corners().map(boxed).collect(),
                list => list,
            };
            let (mut a, mut b) = (taken(one), taken(other));
            if crossing::cross(&mut a, &mut b, Move::None) {
                pairs.push([one.min(other), one.max(other)]);
            }
            (lists[one], lists[other]) = (a, b);
        }
    }
    pairs.sort_unstable();
    pairs
}
