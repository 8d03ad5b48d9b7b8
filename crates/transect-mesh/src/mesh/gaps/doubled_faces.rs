//! Faces that occur several times, so that their outlines are open.

use alloc::vec::Vec;
use core::cmp::Ordering;

use hashbrown::{HashMap, HashSet};

use crate::mesh::gaps::chain::Chain;
use crate::mesh::gaps::gap::{Finder, GapKind};
use crate::mesh::gaps::sites::{Groups, compare};
use crate::mesh::triple::{is_distinct, least_first};

/// A triangle, its least vertex id first.
type Triangle = [u32; 3];

fn edges([a, b, c]: Triangle) -> [[u32; 2]; 3] {
    [[a, b], [b, c], [c, a]]
}

impl Finder<'_> {
    /// Finds faces that occur several times. All edges of the outline of a copy are open, in the direction of the copy.
    pub(super) fn doubled_faces(&mut self) {
        if !self.has_doubled_faces() {
            return;
        }
        let triangles = self.mesh.triangles.iter().copied();
        let mut all: Vec<Triangle> = triangles.filter(is_distinct).map(least_first).collect();
        all.sort_unstable();
        let copies = all.chunk_by(|a, b| a == b);
        let mut copies: Vec<(Triangle, usize)> = copies
            .filter(|same| same.len() > 1)
            .map(|same| (same[0], same.len() - 1))
            .collect();
        // First a second copy of each triangle, then a third one, and so on.
        while !copies.is_empty() {
            let layer: Vec<Triangle> = copies.iter().map(|(triangle, _)| *triangle).collect();
            for face in self.faces(&layer) {
                self.doubled_face(&face);
            }
            for (_, count) in &mut copies {
                *count -= 1;
            }
            copies.retain(|(_, count)| *count > 0);
        }
    }

    /// Returns `true` if a triangle with an open edge occurs several times. So few meshes need a list of all triangles.
    fn has_doubled_faces(&self) -> bool {
        let mut is_end = alloc::vec![false; self.mesh.positions.len()];
        for &vertex in self.left.keys().flatten() {
            is_end[vertex as usize] = true;
        }
        let is_open = |edge: &[u32; 2]| {
            edge.iter().all(|&end| is_end[end as usize]) && self.times(edge[0], edge[1]) > 0
        };
        let triangles = self.mesh.triangles.iter().copied();
        let mut known: HashSet<Triangle> = HashSet::new();
        let mut open = triangles.filter(|own| is_distinct(own) && edges(*own).iter().any(is_open));
        open.any(|triangle| !known.insert(least_first(triangle)))
    }

    /// Returns triangles in groups that common edges connect, in an order that depends on the positions only.
    fn faces(&self, triangles: &[Triangle]) -> Vec<Vec<Triangle>> {
        let mut of_edge: HashMap<[u32; 2], u32> = HashMap::new();
        let mut groups = Groups::new(triangles.len());
        for (&triangle, index) in triangles.iter().zip(0..) {
            for [from, to] in edges(triangle) {
                if let Some(&other) = of_edge.get(&[to, from]) {
                    groups.join([index, other]);
                }
                of_edge.insert([from, to], index);
            }
        }
        let mut faces = groups.of(triangles);
        let places = |face: &Vec<Triangle>| {
            let places = face.iter().flatten();
            let places = places.map(|&vertex| self.mesh.positions[vertex as usize]);
            let mut places: Vec<[f64; 3]> = places.collect();
            places.sort_unstable_by(compare);
            places
        };
        faces.sort_by(|one, other| {
            let [one, other] = [one, other].map(places);
            one.partial_cmp(&other).unwrap_or(Ordering::Equal)
        });
        faces
    }

    /// Adds the gap of one copy of a face, if all edges of its outline are open.
    fn doubled_face(&mut self, face: &[Triangle]) {
        let directed = face.iter().flat_map(|&triangle| edges(triangle));
        let outline = Chain::sum(directed.map(|[from, to]| (from, to, 1)));
        let runs = |&([a, b], times): &([u32; 2], i64)| {
            if times > 0 {
                (a, b, times)
            } else {
                (b, a, -times)
            }
        };
        let outline: Vec<(u32, u32, i64)> = outline.edges.iter().map(runs).collect();
        let is_open = |&(from, to, times): &(u32, u32, i64)| self.times(from, to) >= times;
        if outline.is_empty() || !outline.iter().all(is_open) {
            return;
        }
        let mut count = 0;
        for &(from, to, times) in &outline {
            self.remove(from, to, times);
            count += times as usize;
        }
        let vertices: Vec<u32> = outline.iter().flat_map(|own| [own.0, own.1]).collect();
        self.add(GapKind::DoubledFace, count, &vertices, None);
    }
}
