//! Connected surfaces of a mesh.

use alloc::vec::Vec;

use transect::Aabb;
use transect_exact::Side;
use transect_exact::determinant::{cross, difference, dot};
use transect_exact::number::Number;
use transect_exact::polynomial::{Polynomial, digits, sign};

use crate::mesh::indexed::Mesh;

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

    /// Returns the vertices of the triangles.
    pub(super) fn ids(&self) -> impl Iterator<Item = [u32; 3]> {
        let triangles = self.triangles.iter();
        triangles.map(|&own| self.mesh.triangles()[own as usize])
    }

    /// Returns the vertex with the greatest coordinates.
    pub(super) fn end_id(&self) -> u32 {
        let mut ids = self.ids().flatten();
        let is_end = |id: &u32| self.mesh.positions()[*id as usize] == self.end;
        ids.find(is_end).unwrap_or_default()
    }

    pub(super) fn corners(&self) -> impl Iterator<Item = [&[f64; 3]; 3]> {
        self.ids()
            .map(|corners| corners.map(|corner| &self.mesh.positions()[corner as usize]))
    }

    /// Returns how often this closed surface winds around its inside: the sign of its volume, times the number of
    /// copies of its triangles.
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

    /// Returns the triangles, turned so that the least corner comes first, in ascending order. Equal triangles follow
    /// each other.
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
