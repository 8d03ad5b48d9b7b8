//! Matches the vertices of one half of a cut mesh with the nodes of the exact cut. The nodes are the vertices of the
//! input mesh and the points where its edges cross the plane.

use alloc::vec;
use alloc::vec::Vec;
use core::hash::BuildHasher;

use hashbrown::{DefaultHashBuilder, HashMap, HashSet, HashTable};

use crate::arrays::{Few as _, array};
use crate::cutter::Cutter;
use crate::mesh::certificate::expected::{Expected, Lie, NONE};
use crate::mesh::certificate::finding::{Finding, FindingKind};
use crate::mesh::certificate::nearest::{distance, nearest};
use crate::mesh::certificate::off_crossing::{Off, off_crossing};
use crate::mesh::certificate::written_half::{Precision, WrittenHalf, half_or_more};
use crate::mesh::weld::{Key, key};
use crate::side::Side;
use crate::vector::sub;

/// For each node of the exact cut, the vertex of a half that belongs to it, and the triangles found while searching for
/// these vertices.
pub(super) struct Nodes {
    /// For each node, the id of its vertex in the half. A node lacks a vertex if all its triangles lost their area or
    /// lie back to back. Such a node gets an id greater than all vertex ids; nodes at the same place share this id.
    pub(super) vertices: Vec<u32>,
    /// The positions of those nodes of the exact cut that lack a vertex in the half.
    pub(super) vanished: Vec<[f64; 3]>,
    /// For each triangle of the half, `true` if it is already known to be a triangle, or a piece of a triangle, of the
    /// input.
    pub(super) is_known: Vec<bool>,
    /// The known triangles of the half whose triangles of the input have the mark of a cap, from an earlier cut.
    pub(super) old_caps: HashSet<u32>,
    /// The nodes of the exact cut that were matched with a nearby vertex of the half, because no vertex is at their
    /// exact place.
    near: Vec<u32>,
    /// The uncut triangles of the input that were not found in the half yet.
    pub(super) pending: Vec<u32>,
    /// The finding (reported fault) about vertices that are farther from their nodes of the exact cut than rounding
    /// explains.
    pub(super) off: Finding,
    /// The largest distance of a vertex from its node of the exact cut, along an axis and including rounding.
    pub(super) displacement: f64,
}

impl Nodes {
    pub(super) fn of(
        expected: &Expected<'_>,
        half: &WrittenHalf<'_>,
        keep: Side,
        cutter: &impl Cutter,
        tolerance: f64,
    ) -> Self {
        let mut nodes = Self {
            vertices: vec![NONE; expected.nodes()],
            vanished: Vec::new(),
            near: Vec::new(),
            is_known: vec![false; half.mesh.triangles().len()],
            old_caps: HashSet::new(),
            pending: Vec::new(),
            off: Finding::new(FindingKind::Vertex, Some(keep)),
            displacement: 0.0,
        };
        nodes.walk(expected, half, keep);
        nodes.look_up(expected, half, keep, cutter, tolerance);
        nodes.measure(expected, half, cutter, tolerance);
        nodes
    }

    /// Returns the vertices of the half that belong to the three nodes of a triangle of the exact cut.
    pub(super) fn image(&self, triangle: &[u32; 3]) -> [u32; 3] {
        triangle.each(|node| self.vertices[node as usize])
    }

    /// Notes that a triangle of the half is one of the input, or a piece of one. `had_mark` is `true` if the triangle of the
    /// input has the mark of a cap.
    pub(super) fn find(&mut self, index: u32, had_mark: bool) {
        self.is_known[index as usize] = true;
        if had_mark {
            self.old_caps.insert(index);
        }
    }

    /// Returns the position of a vertex, or of a node of the exact cut without a vertex, in the coordinates of the
    /// half.
    pub(super) fn local(&self, half: &WrittenHalf<'_>, vertex: u32) -> [f64; 3] {
        let positions = half.mesh.positions();
        let beyond = vertex as usize - positions.len().min(vertex as usize);
        *positions
            .get(vertex as usize)
            .unwrap_or_else(|| &self.vanished[beyond])
    }

    /// Searches the half for the uncut triangles of the input. The search walks along the triangles of the input and
    /// those of the half in parallel. If both have the same order, it finds nearly all uncut triangles. The remaining
    /// uncut triangles are searched for later.
    fn walk(&mut self, expected: &Expected<'_>, half: &WrittenHalf<'_>, keep: Side) {
        let triangles = half.mesh.triangles();
        // An uncut triangle of the input is searched for among at least this many next triangles of the half. The
        // number is more than one, because pieces of crossed triangles may come first.
        const AHEAD: usize = 3;
        let (mut next, mut ahead) = (0, AHEAD);
        for (index, triangle) in expected.input.triangles().iter().enumerate() {
            match expected.lie(triangle) {
                Lie::Whole(side) if side == keep => {}
                Lie::Crossed => {
                    ahead += 2;
                    continue;
                }
                _ => continue,
            }
            let end = triangles.len().min(next + ahead);
            let found = (next..end).find(|&place| self.binds(expected, half, triangle, place));
            if let Some(place) = found {
                let had_mark = half.cap_part == Some(expected.input.part(index));
                self.find(place as u32, had_mark);
                (next, ahead) = (place + 1, AHEAD);
            } else {
                self.pending.push(index as u32);
            }
        }
    }

    /// Returns `true` if the triangle of the half with the index `place` equals a triangle of the input, corner by
    /// corner. If so, matches the corners of the input's triangle with those of the half's triangle.
    fn binds(
        &mut self,
        expected: &Expected<'_>,
        half: &WrittenHalf<'_>,
        triangle: &[u32; 3],
        place: usize,
    ) -> bool {
        let vertices = half.mesh.triangles()[place];
        let is_same = |(&node, &vertex): (&u32, &u32)| match self.vertices[node as usize] {
            NONE => {
                let place = half.place(&expected.input.positions()[node as usize]);
                key(&place) == key(&half.mesh.positions()[vertex as usize])
            }
            known => known == vertex,
        };
        let is_same = triangle.iter().zip(&vertices).all(is_same);
        if is_same {
            for (&node, vertex) in triangle.iter().zip(vertices) {
                self.vertices[node as usize] = vertex;
            }
        }
        is_same
    }

    /// Matches the nodes of the exact cut that have no vertex yet: first with vertices at the same position, then with
    /// vertices near by.
    fn look_up(
        &mut self,
        expected: &Expected<'_>,
        half: &WrittenHalf<'_>,
        keep: Side,
        cutter: &impl Cutter,
        tolerance: f64,
    ) {
        let positions = half.mesh.positions();
        let mut is_seen = vec![false; positions.len()];
        let corners = self.unknown(half).flat_map(|(_, triangle)| triangle);
        let unseen = |&vertex: &u32| !core::mem::replace(&mut is_seen[vertex as usize], true);
        let there: Vec<u32> = corners.filter(unseen).collect();
        let places = Places::of(positions, &there);
        let mut lost: HashMap<Key, Vec<u32>> = HashMap::new();
        for node in self.needed(expected, keep) {
            let slot = &mut self.vertices[node as usize];
            if *slot == NONE {
                let place = key(&half.place(&expected.position(node)));
                match places.vertex(place) {
                    Some(vertex) => *slot = vertex,
                    None => lost.entry(place).or_default().push(node),
                }
            }
        }
        if lost.is_empty() {
            return;
        }
        // Rounding may have moved a node of the exact cut to the position of a vertex whose triangles were all found
        // already. The search by position above leaves out these vertices, so this second search includes them.
        for (vertex, position) in positions.iter().enumerate() {
            for node in lost.remove(&key(position)).into_iter().flatten() {
                self.vertices[node as usize] = vertex as u32;
            }
        }
        let mut lost: Vec<u32> = lost.into_values().flatten().collect();
        lost.sort_unstable();
        lost.dedup();
        let there = self.strangers(half, there.into_iter());
        let lost = self.bind_near(expected, half, &there, lost, cutter, tolerance);
        let there = self.strangers(half, there.into_iter());
        let there = self.beside_the_plane(half, &there, cutter);
        let lost = self.bind_nearest(expected, half, &there, lost);
        let mut places: HashMap<Key, u32> = HashMap::new();
        for node in lost {
            let place = half.place(&expected.position(node));
            let next = half.mesh.positions().len() + self.vanished.len();
            let id = *places.entry(key(&place)).or_insert(next as u32);
            if id as usize == next {
                self.vanished.push(place);
            }
            self.vertices[node as usize] = id;
        }
    }

    /// Returns those vertices in the list `there` that are not matched with a node of the exact cut.
    fn strangers(&self, half: &WrittenHalf<'_>, there: impl Iterator<Item = u32>) -> Vec<u32> {
        let mut is_bound = vec![false; half.mesh.positions().len()];
        for &vertex in self.vertices.iter().filter(|&&vertex| vertex != NONE) {
            is_bound[vertex as usize] = true;
        }
        let mut strangers: Vec<u32> = there.filter(|&v| !is_bound[v as usize]).collect();
        strangers.sort_unstable();
        strangers
    }

    /// Returns those vertices in the list `there` that belong to a triangle with a corner outside of the plane. The others
    /// are vertices of caps only.
    fn beside_the_plane(
        &self,
        half: &WrittenHalf<'_>,
        there: &[u32],
        cutter: &impl Cutter,
    ) -> Vec<u32> {
        if there.is_empty() {
            return Vec::new();
        }
        let mut is_beside = vec![false; half.mesh.positions().len()];
        for (_, triangle) in self.unknown(half) {
            if triangle.iter().any(|&vertex| !half.lies_on(vertex, cutter)) {
                triangle.each(|vertex| is_beside[vertex as usize] = true);
            }
        }
        let there = there.iter().copied();
        there.filter(|&vertex| is_beside[vertex as usize]).collect()
    }

    /// Returns the triangles of the half that are not yet known to be triangles of the input, with their indices.
    pub(super) fn unknown<'h>(
        &'h self,
        half: &'h WrittenHalf<'_>,
    ) -> impl Iterator<Item = (usize, [u32; 3])> + 'h {
        let triangles = half.mesh.triangles().iter().copied().enumerate();
        triangles.filter(|&(index, _)| !self.is_known[index])
    }

    /// Returns the nodes (corners) of all triangles and pieces of the exact cut that were not found in the half yet.
    /// Shared nodes occur several times.
    fn needed(&self, expected: &Expected<'_>, keep: Side) -> Vec<u32> {
        let triangles = expected.input.triangles();
        let flat = expected.flat.iter().map(|flat| flat.triangle);
        let whole = self.pending.iter().copied().chain(flat);
        let mut needed: Vec<u32> = whole.flat_map(|t| triangles[t as usize]).collect();
        for crossed in &expected.crossed {
            needed.extend_from_slice(expected.piece(crossed, keep).nodes());
        }
        needed
    }

    /// Matches each unmatched crossing of an edge with the nearest vertex of the half, if rounding and the tolerance
    /// explain the distance between them. Returns the nodes that stay unmatched.
    fn bind_near(
        &mut self,
        expected: &Expected<'_>,
        half: &WrittenHalf<'_>,
        there: &[u32],
        mut lost: Vec<u32>,
        cutter: &impl Cutter,
        tolerance: f64,
    ) -> Vec<u32> {
        if there.is_empty() {
            return lost;
        }
        let local = |vertex: u32| half.mesh.positions()[vertex as usize];
        let coordinates = there.iter().flat_map(|&vertex| local(vertex));
        let size = coordinates.fold(0.0, |m: f64, c| m.max(c.abs()));
        // Grid cells are wider than any distance that rounding and the tolerance explain, so a near vertex lies in the
        // same cell or in a neighbouring cell.
        let width = (0..3).fold(0.0, |m: f64, axis| {
            m.max(2.0 * half.doubled_slack(axis, size, tolerance)[1])
        });
        let cell = |point: &[f64; 3]| point.each(|c| libm::floor(c / width));
        let mut cells: HashMap<Key, Vec<u32>> = HashMap::new();
        for &vertex in there {
            cells
                .entry(key(&cell(&local(vertex))))
                .or_default()
                .push(vertex);
        }
        lost.retain(|&node| {
            let Some(crossing) = expected.crossing(node) else {
                return true;
            };
            let place = half.place(&expected.position(node));
            let middle = cell(&place);
            let near = (0..27).filter_map(|index| {
                let step = [index % 3, index / 3 % 3, index / 9].each(|s| f64::from(s) - 1.0);
                let cell: [f64; 3] = array(|axis| middle[axis] + step[axis]);
                cells.get(&key(&cell))
            });
            let nearest = near.flatten().map(|&v| (distance(&local(v), &place), v));
            let nearest = nearest.min_by(|a, b| a.0.total_cmp(&b.0));
            let ends = expected.ends(crossing);
            let explained = nearest.filter(|&(_, vertex)| {
                let off = off_crossing(cutter, ends, half, &local(vertex), tolerance);
                matches!(off, Off::Explained)
            });
            if let Some((_, vertex)) = explained {
                self.vertices[node as usize] = vertex;
            }
            explained.is_none()
        });
        lost
    }

    /// Matches an unmatched node of the exact cut with an unmatched vertex of the half if each of the two is the
    /// nearest to the other. Returns the nodes that stay unmatched.
    fn bind_nearest(
        &mut self,
        expected: &Expected<'_>,
        half: &WrittenHalf<'_>,
        there: &[u32],
        lost: Vec<u32>,
    ) -> Vec<u32> {
        if there.is_empty() {
            return lost;
        }
        let places = lost
            .iter()
            .map(|&node| half.place(&expected.position(node)));
        let places: Vec<[f64; 3]> = places.collect();
        let positions = there.iter().map(|&v| half.mesh.positions()[v as usize]);
        let positions: Vec<[f64; 3]> = positions.collect();
        let backwards = nearest(&positions, &places);
        for (index, found) in nearest(&places, &positions).into_iter().enumerate() {
            if let Some(vertex) = found.filter(|&vertex| backwards[vertex] == Some(index)) {
                self.vertices[lost[index] as usize] = there[vertex];
            }
        }
        let is_lost = |&node: &u32| self.vertices[node as usize] == NONE;
        let (lost, near) = lost.into_iter().partition(is_lost);
        self.near = near;
        lost
    }

    /// Measures the distances of the half's vertices from their nodes of the exact cut. Adds a vertex to the finding
    /// `off` if rounding does not explain its distance.
    fn measure(
        &mut self,
        expected: &Expected<'_>,
        half: &WrittenHalf<'_>,
        cutter: &impl Cutter,
        tolerance: f64,
    ) {
        let positions = expected.input.positions();
        if half.precision == Precision::Single || half.origin != [0.0; 3] {
            let rounding =
                |position: &[f64; 3]| distance(&sub(position, &half.origin), &half.place(position));
            self.displacement = positions.iter().map(rounding).fold(0.0, f64::max);
        }
        // Of the input's vertices, only those in `near` can be away from their places in the input. All others were
        // found in the half at exactly the right place.
        for &node in &self.near {
            let Some(position) = positions.get(node as usize) else {
                continue;
            };
            let local = self.local(half, self.vertices[node as usize]);
            let amount = distance(&half.place(position), &local);
            if amount > 0.0 {
                self.displacement = self.displacement.max(amount);
                self.off.add_larger(*position, amount);
            }
        }
        for (crossing, &vertex) in self.vertices[positions.len()..].iter().enumerate() {
            if vertex == NONE {
                continue;
            }
            for (axis, coordinate) in self.local(half, vertex).into_iter().enumerate() {
                let [below, above] = half.doubled_slack(axis, coordinate, tolerance);
                self.displacement = self.displacement.max(half_or_more(below.max(above)));
            }
            let is_there = (vertex as usize) < half.mesh.positions().len();
            let ends = expected.ends(crossing);
            if is_there
                && let Off::Unexplained(amount) =
                    off_crossing(cutter, ends, half, &self.local(half, vertex), tolerance)
            {
                self.displacement = self.displacement.max(amount);
                self.off.add_larger(half.position(vertex), amount);
            }
        }
    }
}

/// A hash table of vertices by their positions. It holds only vertex ids, because a table with the positions would be
/// eight times as large.
struct Places<'p> {
    hasher: DefaultHashBuilder,
    positions: &'p [[f64; 3]],
    table: HashTable<u32>,
}

impl<'p> Places<'p> {
    /// Returns the table of some vertices. `positions` has the position of each vertex.
    fn of(positions: &'p [[f64; 3]], vertices: &[u32]) -> Self {
        let mut places = Self {
            hasher: DefaultHashBuilder::default(),
            positions,
            table: HashTable::with_capacity(vertices.len()),
        };
        let key_of = |&vertex: &u32| key(&positions[vertex as usize]);
        for &vertex in vertices {
            let hasher = &places.hasher;
            let hash = |vertex: &u32| hasher.hash_one(key_of(vertex));
            places.table.insert_unique(hash(&vertex), vertex, hash);
        }
        places
    }

    /// Returns the vertex at the position with these bits.
    fn vertex(&self, place: Key) -> Option<u32> {
        let is_there = |&vertex: &u32| key(&self.positions[vertex as usize]) == place;
        self.table
            .find(self.hasher.hash_one(place), is_there)
            .copied()
    }
}
