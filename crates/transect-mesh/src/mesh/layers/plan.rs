//! The order in which a rising plane begins to cross the edges and triangles of a mesh. The plane rises from level to
//! level; a level stands for a plane just below or just above the plane of a layer (see [`Ranks`]). Each crossed edge
//! has a slot, an index.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::RangeInclusive;

use hashbrown::HashMap;
use transect_exact::arrays::Few as _;

use crate::mesh::indexed::Mesh;
use crate::mesh::layers::ranks::Ranks;
use crate::mesh::layers::slots::Slots;

/// An edge that some level crosses.
#[derive(Clone, Copy, Debug)]
pub(super) struct CrossedEdge {
    /// The id of the vertex with the lesser rank.
    pub(super) lower: u32,
    /// The id of the vertex with the greater rank.
    pub(super) upper: u32,
    /// The index of the edge's slot. Edges that a common level crosses have different slots.
    pub(super) slot: u32,
}

/// The edges and triangles that levels cross, in the order of the first such level.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    edges: Sorted<CrossedEdge>,
    /// A triangle occurs once for the levels between its lowest and its middle vertex, and once for those between its
    /// middle and its highest vertex.
    triangles: Sorted<u32>,
    /// For each triangle and each of its corners, the slot of the edge from this corner to the next corner, or `NONE`
    /// if no level crosses the edge.
    slots: Vec<[u32; 3]>,
    /// For each level, the index after the last slot in use, or 0 if no slot is in use.
    used: Vec<u32>,
    /// For each level, `true` if it crosses an edge of more than two triangles, or of two triangles that have the edge
    /// in the same direction. Such an edge in the plane of a layer counts for both levels of the layer.
    is_irregular: Vec<bool>,
    /// For each half-edge that lies in the plane of a layer, the other triangle at its edge. Half-edge 3t + k belongs
    /// to triangle t and runs from its corner k to the next corner.
    neighbors: HashMap<u32, u32>,
    /// `true` if some crossed edge belongs to a single triangle.
    is_open: bool,
}

/// Stands for a slot, an edge, a triangle or a level that does not exist.
pub(super) const NONE: u32 = u32::MAX;

/// A list of items, each with the level at which it begins, in the order of these levels.
#[derive(Clone, Debug)]
struct Sorted<T> {
    items: Vec<T>,
    /// For each level, the index after the last item that begins at this level.
    ends: Vec<u32>,
}

impl<T> Sorted<T> {
    /// Returns the items that begin at these levels.
    fn at(&self, levels: RangeInclusive<usize>) -> &[T] {
        let first = levels.start().checked_sub(1);
        let start = first.map_or(0, |level| self.ends[level] as usize);
        &self.items[start..self.ends[*levels.end()] as usize]
    }
}

/// Given the number of items in each group of a sorted list, returns the index of each group's first item, and the
/// number of all items.
fn starts(mut counts: Vec<u32>) -> (Vec<u32>, usize) {
    let mut total = 0;
    for count in &mut counts {
        total += core::mem::replace(count, total);
    }
    (counts, total as usize)
}

/// Returns `true` if a triangle has a vertex twice.
fn is_degenerate([a, b, c]: &[u32; 3]) -> bool {
    a == b || b == c || c == a
}

impl Plan {
    pub(super) fn new(mesh: &Mesh, ranks: &Ranks) -> Self {
        let half_edges = HalfEdges::of(mesh, ranks);
        let mut edges = Edges {
            slots: vec![[NONE; 3]; mesh.triangles.len()],
            changes: vec![0; ranks.levels() + 1],
            begin: vec![0; ranks.levels()],
            ..Edges::default()
        };
        half_edges.for_each_edge(|lesser, greater, around| {
            edges.add(ranks, [lesser, greater], around);
        });
        edges.plan(mesh, ranks)
    }

    /// Returns the edges whose lowest crossing level is one of these levels.
    pub(super) fn edges(&self, levels: RangeInclusive<usize>) -> &[CrossedEdge] {
        self.edges.at(levels)
    }

    /// Returns the triangles that levels begin to cross at these levels, and those in which the pair of crossed edges
    /// changes because the middle vertex is passed.
    pub(super) fn triangles(&self, levels: RangeInclusive<usize>) -> &[u32] {
        self.triangles.at(levels)
    }

    /// Returns the slots of a triangle's three edges. The edge k runs from the corner k to the next corner.
    #[inline]
    pub(super) fn slots(&self, triangle: u32) -> &[u32; 3] {
        &self.slots[triangle as usize]
    }

    /// Returns the index after the last slot in use at a level, or 0 if no slot is in use.
    pub(super) fn used(&self, level: usize) -> usize {
        self.used[level] as usize
    }

    /// Returns the number of slots that suffice for every level.
    pub(super) fn most_used(&self) -> usize {
        self.used.iter().max().map_or(0, |&most| most as usize)
    }

    /// Returns `true` if a level crosses an edge of more than two triangles, or of two triangles that have the edge in
    /// the same direction. Such an edge in the plane of a layer counts for both levels of the layer.
    pub(super) fn is_irregular(&self, level: usize) -> bool {
        self.is_irregular[level]
    }

    /// Returns `true` if [`Self::is_irregular`] holds for some level.
    pub(super) fn has_irregular_levels(&self) -> bool {
        self.is_irregular.iter().any(|&irregular| irregular)
    }

    /// Returns `true` if some crossed edge belongs to a single triangle.
    pub(super) fn is_open(&self) -> bool {
        self.is_open
    }

    /// Returns the other triangle at an edge in the plane of a layer, or `None` if no level crosses another triangle at
    /// this edge. The edge belongs to `triangle`, and runs from this corner to the next.
    pub(super) fn neighbor(&self, triangle: u32, corner: usize) -> Option<u32> {
        let half_edge = 3 * triangle + corner as u32;
        self.neighbors.get(&half_edge).copied()
    }
}

/// The half-edges of the triangles that some level crosses, grouped by the end of their edge with the lesser vertex id.
/// A half-edge is a side of a triangle, with a direction. Half-edge 3t + k belongs to triangle t and runs from its
/// corner k to the next corner. Triangles that have a vertex twice are left out.
struct HalfEdges {
    /// From the highest bit to the lowest: the greater vertex id of the edge, one bit that is 1 if the half-edge runs
    /// from the lesser id to the greater, and the number of the half-edge in 32 bits.
    sorted: Vec<u64>,
    /// For each vertex, the index in `sorted` after the last half-edge whose edge has this vertex as its lesser id.
    ends: Vec<u32>,
}

impl HalfEdges {
    fn of(mesh: &Mesh, ranks: &Ranks) -> Self {
        let is_crossed = |triangle: &[u32; 3]| {
            let [least, greatest] = ranks.range(triangle);
            least < greatest && (least as usize) < ranks.levels() && !is_degenerate(triangle)
        };
        let mut counts = vec![0; mesh.positions.len()];
        let crossed: Vec<bool> = mesh.triangles.iter().map(is_crossed).collect();
        let triangles = || {
            let triangles = mesh.triangles.iter().enumerate().zip(&crossed);
            triangles.filter_map(|(triangle, &crossed)| crossed.then_some(triangle))
        };
        for (_, [a, b, c]) in triangles() {
            for vertex in [a.min(b), b.min(c), c.min(a)] {
                counts[*vertex as usize] += 1;
            }
        }
        let (mut ends, total) = starts(counts);
        let mut sorted = vec![0; total];
        for (index, &[a, b, c]) in triangles() {
            for (corner, (from, to)) in [(a, b), (b, c), (c, a)].into_iter().enumerate() {
                let end = &mut ends[from.min(to) as usize];
                let head = from.max(to) << 1 | u32::from(from < to);
                sorted[*end as usize] = u64::from(head) << 32 | (3 * index + corner) as u64;
                *end += 1;
            }
        }
        Self { sorted, ends }
    }

    /// Calls a function for each edge with its lesser and its greater vertex id, and the half-edges of the edge.
    fn for_each_edge(mut self, mut each: impl FnMut(u32, u32, &[u64])) {
        let mut start = 0;
        for (lesser, &end) in self.ends.iter().enumerate() {
            let around = &mut self.sorted[start..end as usize];
            around.sort_unstable();
            for edge in around.chunk_by(|a, b| a >> 33 == b >> 33) {
                each(lesser as u32, (edge[0] >> 33) as u32, edge);
            }
            start = end as usize;
        }
    }
}

/// The crossed edges, before they are sorted.
#[derive(Default)]
struct Edges {
    /// The ids of the lower and the upper vertex of each edge.
    ends: Vec<[u32; 2]>,
    /// For each level, the number of edges whose lowest crossing level it is.
    begin: Vec<u32>,
    /// For each triangle and each of its corners, the index in `ends` of the edge from this corner to the next, or
    /// `NONE`.
    slots: Vec<[u32; 3]>,
    /// For each level, the number of irregular edges (see [`Plan::is_irregular`]) whose lowest crossing level it is,
    /// minus the number of those that the level below is the last to cross.
    changes: Vec<i32>,
    neighbors: HashMap<u32, u32>,
    is_open: bool,
}

impl Edges {
    fn add(&mut self, ranks: &Ranks, [a, b]: [u32; 2], around: &[u64]) {
        let half_edge = |entry: u64| entry as u32;
        let rises = |entry: u64| entry >> 32 & 1;
        let is_irregular = match *around {
            [_] => false,
            [first, second] => rises(first) == rises(second),
            _ => true,
        };
        let [rank_a, rank_b] = [a, b].each(|vertex| ranks.of(vertex));
        if rank_a == rank_b {
            // An odd rank is that of a layer's plane, so the edge lies in this plane.
            if rank_a % 2 == 1 {
                let level = rank_a as usize - 1;
                match *around {
                    _ if is_irregular => {
                        self.changes[level] += 1;
                        self.changes[level + 2] -= 1;
                    }
                    [first, second] => {
                        let [first, second] = [first, second].each(half_edge);
                        self.neighbors.insert(first, second / 3);
                        self.neighbors.insert(second, first / 3);
                    }
                    _ => {}
                }
            }
            return;
        }
        let (ends, first, end) = if rank_a < rank_b {
            ([a, b], rank_a as usize, rank_b as usize)
        } else {
            ([b, a], rank_b as usize, rank_a as usize)
        };
        let levels = self.begin.len();
        if first >= levels {
            return;
        }
        if is_irregular {
            self.changes[first] += 1;
            self.changes[end.min(levels)] -= 1;
        }
        self.is_open |= around.len() == 1;
        self.begin[first] += 1;
        for &entry in around {
            let half_edge = half_edge(entry) as usize;
            self.slots[half_edge / 3][half_edge % 3] = self.ends.len() as u32;
        }
        self.ends.push(ends);
    }

    fn plan(mut self, mesh: &Mesh, ranks: &Ranks) -> Plan {
        let (mut edge_ends, _) = starts(self.begin);
        let mut sorted = vec![0; self.ends.len()];
        for (edge, [lower, _]) in self.ends.iter().enumerate() {
            let end = &mut edge_ends[ranks.of(*lower) as usize];
            sorted[*end as usize] = edge as u32;
            *end += 1;
        }
        let mut slots = Slots::new(ranks.levels());
        let mut slot_of = vec![0; self.ends.len()];
        let mut edges = Vec::with_capacity(self.ends.len());
        let mut used = Vec::with_capacity(ranks.levels());
        for (level, &end) in edge_ends.iter().enumerate() {
            // Edges that end at this level free their slots before others take them.
            slots.release(level);
            for &edge in &sorted[edges.len()..end as usize] {
                let [lower, upper] = self.ends[edge as usize];
                let slot = slots.take(ranks.of(upper) as usize);
                slot_of[edge as usize] = slot;
                edges.push(CrossedEdge { lower, upper, slot });
            }
            used.push(slots.used());
        }
        for entry in self.slots.as_flattened_mut() {
            if *entry != NONE {
                *entry = slot_of[*entry as usize];
            }
        }
        let mut irregular = 0;
        let is_irregular = self.changes[..ranks.levels()].iter().map(|change| {
            irregular += change;
            irregular > 0
        });
        Plan {
            edges: Sorted {
                items: edges,
                ends: edge_ends,
            },
            triangles: changing(mesh, ranks, &self.slots),
            slots: self.slots,
            used,
            is_irregular: is_irregular.collect(),
            neighbors: self.neighbors,
            is_open: self.is_open,
        }
    }
}

/// Returns the triangles in the order of the levels at which the pair of their crossed edges changes.
fn changing(mesh: &Mesh, ranks: &Ranks, slots: &[[u32; 3]]) -> Sorted<u32> {
    let levels = ranks.levels();
    // The levels at which the pair of crossed edges changes: the first level above the lowest vertex and the first
    // level above the middle vertex. Each is left out if no level lies between the vertex and the next higher vertex of
    // the triangle.
    let changes = |(triangle, slots): (&[u32; 3], &[u32; 3])| {
        if *slots == [NONE; 3] {
            return [NONE; 2];
        }
        let [a, b, c] = triangle.each(|vertex| ranks.of(vertex));
        let (least, greatest) = (a.min(b).min(c), a.max(b).max(c));
        // The median of the three ranks.
        let middle = a.max(b).min(a.min(b).max(c));
        let begins = |rank: u32, end: u32| {
            if rank < end && (rank as usize) < levels {
                rank
            } else {
                NONE
            }
        };
        [begins(least, middle), begins(middle, greatest)]
    };
    let triangles = || mesh.triangles.iter().zip(slots).map(changes);
    let mut counts = vec![0; levels];
    for level in triangles().flatten().filter(|&level| level != NONE) {
        counts[level as usize] += 1;
    }
    let (mut ends, total) = starts(counts);
    let mut items = vec![0; total];
    for (triangle, levels) in triangles().enumerate() {
        for level in levels.into_iter().filter(|&level| level != NONE) {
            let end = &mut ends[level as usize];
            items[*end as usize] = triangle as u32;
            *end += 1;
        }
    }
    Sorted { items, ends }
}
