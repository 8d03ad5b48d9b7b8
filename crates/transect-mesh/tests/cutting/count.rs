//! Counts directed edges and triangles by their exact positions, independently of the library.

use std::collections::{BTreeMap, BTreeSet};

use transect_mesh::{CAP, Mesh};

pub(crate) type Key = [u64; 3];

pub(crate) fn key(position: &[f64; 3]) -> Key {
    position.map(|c| (c + 0.0).to_bits())
}

/// A set of directed edges with multiplicity, keyed with the lesser end first. A value is the number of runs from the
/// lesser end to the greater, minus the number of runs back.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Edges(BTreeMap<[Key; 2], i32>);

impl Edges {
    pub(crate) fn add(&mut self, from: &[f64; 3], to: &[f64; 3], times: i32) {
        let [from, to] = [key(from), key(to)];
        let (edge, times) = match from.cmp(&to) {
            std::cmp::Ordering::Less => ([from, to], times),
            std::cmp::Ordering::Greater => ([to, from], -times),
            std::cmp::Ordering::Equal => return,
        };
        let count = self.0.entry(edge).or_default();
        *count += times;
        if *count == 0 {
            self.0.remove(&edge);
        }
    }

    pub(crate) fn add_loop(&mut self, points: &[[f64; 3]], times: i32) {
        for (index, from) in points.iter().enumerate() {
            self.add(from, &points[(index + 1) % points.len()], times);
        }
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.0.is_empty()
    }
}

/// Returns the boundary edges of the triangles for which `wanted` is `true`.
pub(crate) fn boundary(mesh: &Mesh, wanted: impl Fn(usize) -> bool) -> Edges {
    let mut edges = Edges::default();
    for index in (0..mesh.triangles().len()).filter(|&index| wanted(index)) {
        edges.add_loop(&mesh.corners(index), 1);
    }
    edges
}

pub(crate) fn is_closed(mesh: &Mesh) -> bool {
    boundary(mesh, |_| true).is_zero()
}

/// Returns `true` if the boundary edges of a half's caps are exactly the edges of the loops, reversed if `sign` is −1.
/// Cap triangles that were removed because they lay on the surface (`folded`) count as caps too.
pub(crate) fn caps_fill(half: &Mesh, loops: &[Vec<[f64; 3]>], sign: i32) -> bool {
    let mut edges = boundary(half, |index| half.part(index) == CAP);
    for points in loops {
        edges.add_loop(points, -sign);
    }
    edges.is_zero()
}

pub(crate) fn vertices(mesh: &Mesh) -> BTreeSet<Key> {
    mesh.positions().iter().map(key).collect()
}

/// Counts pairs of caps that lie back to back on the same three positions.
pub(crate) fn opposite_caps(mesh: &Mesh) -> usize {
    let mut counts: BTreeMap<[u32; 3], [usize; 2]> = BTreeMap::new();
    for (index, &[a, b, c]) in mesh.triangles().iter().enumerate() {
        if a == b || b == c || c == a || mesh.part(index) != CAP {
            continue;
        }
        let mut sorted = [a, b, c];
        sorted.sort_unstable();
        let even = [[a, b, c], [b, c, a], [c, a, b]].contains(&sorted);
        counts.entry(sorted).or_default()[usize::from(even)] += 1;
    }
    counts.values().map(|[odd, even]| odd.min(even)).sum()
}

/// Counts triangles that have a vertex twice.
pub(crate) fn collapsed(mesh: &Mesh) -> usize {
    let repeats = |&&[a, b, c]: &&[u32; 3]| a == b || b == c || c == a;
    mesh.triangles().iter().filter(repeats).count()
}

/// Counts triangles without area. The result is exact for small integer coordinates.
pub(crate) fn flat(mesh: &Mesh) -> usize {
    use transect::vector::{cross, sub};
    (0..mesh.triangles().len())
        .filter(|&index| {
            let [a, b, c] = mesh.corners(index);
            cross(&sub(&b, &a), &sub(&c, &a)) == [0.0; 3]
        })
        .count()
}
