//! The comparison of a half with the expected surface: the uncut triangles of the input, and the pieces of crossed
//! triangles.

use alloc::vec;
use alloc::vec::Vec;

use hashbrown::{HashMap, HashSet};

use crate::arrays::Few as _;
use crate::cutter::Cutter;
use crate::mesh::certificate::expected::{Expected, Flat, NONE};
use crate::mesh::certificate::nodes::Nodes;
use crate::mesh::certificate::written_half::WrittenHalf;
use crate::mesh::indexed::Mesh;
use crate::mesh::triple::{is_distinct, least_first};
use crate::side::Side;
use crate::sorting::{ascending, sort, sort_by_key};
use crate::vector::{length, sub};

/// The triangles of one half, classified by comparing them with the expected surface: the uncut triangles of the input,
/// and the pieces of crossed triangles.
#[derive(Default)]
pub(super) struct Surface {
    /// The indices of the caps: triangles of the half that lie in the plane and are not part of the surface.
    pub(super) caps: Vec<u32>,
    /// The triangles of the expected surface that the half lacks. Each is given by three nodes: vertices or crossings
    /// of the exact cut.
    pub(super) missing: Vec<[u32; 3]>,
    /// The indices of the half's triangles that have the reverse of the expected orientation.
    pub(super) flipped: Vec<u32>,
    /// The indices of the half's triangles that occur more often than in the input.
    pub(super) doubled: Vec<u32>,
    /// The indices of the half's triangles that extend across the plane, to the side of the other half.
    pub(super) beyond: Vec<u32>,
    /// The indices of the half's unexpected triangles that are not in any of the other lists.
    pub(super) surplus: Vec<u32>,
}

/// Assigns each zero-area triangle of the input that lies in the plane to the half `half`, if this half contains the
/// triangle and does not mark it as a cap.
pub(super) fn claim_flat(
    flat: &mut [Flat],
    input: &Mesh,
    nodes: &mut Nodes,
    half: &WrittenHalf<'_>,
    keep: Side,
) {
    if flat.iter().all(|flat| flat.half.is_some()) {
        return;
    }
    let mut free = Free::of(nodes, half);
    for flat in flat.iter_mut().filter(|flat| flat.half.is_none()) {
        let image = nodes.image(&input.triangles()[flat.triangle as usize]);
        let had_mark = half.cap_part == Some(input.part(flat.triangle as usize));
        let is_surface =
            |index: &u32| had_mark || half.cap_part != Some(half.mesh.part(*index as usize));
        if let Some(index) = free.take(&image, had_mark).filter(is_surface) {
            nodes.find(index, had_mark);
            flat.half = Some(keep);
            flat.is_there = Some(true);
        }
    }
}

impl Surface {
    /// Compares the triangles of a half with the expected surface and classifies them.
    pub(super) fn of(
        expected: &Expected<'_>,
        nodes: &mut Nodes,
        half: &WrittenHalf<'_>,
        keep: Side,
        cutter: &impl Cutter,
    ) -> Self {
        let missing = take_all(expected, nodes, half, keep);
        let left: Vec<u32> = nodes.unknown(half).map(|(index, _)| index as u32).collect();
        let mut surface = Self::default();
        if missing.is_empty() && left.is_empty() {
            return surface;
        }
        let vertices = Vertices::of(expected, nodes, half, &left, cutter);
        let mut groups: HashMap<[u32; 3], Group> = HashMap::new();
        for triangle in &missing {
            let (corners, turn) = turned(&nodes.image(triangle));
            groups.entry(corners).or_default().missing[turn].push(*triangle);
        }
        let is_flat = |corners: &[u32; 3]| corners.iter().all(|&v| vertices.is_on[v as usize]);
        for &index in &left {
            let triangle = &half.mesh.triangles()[index as usize];
            let (corners, turn) = turned(triangle);
            match groups.get_mut(&corners) {
                Some(group) => group.left[turn].push(index),
                None if is_flat(triangle) => surface.caps.push(index),
                None => surface.surplus.push(index),
            }
        }
        let mut groups: Vec<([u32; 3], Group)> = groups.into_iter().collect();
        sort_by_key(&mut groups, |(corners, _)| *corners);
        for (corners, group) in groups {
            surface.tell_apart(group, is_flat(&corners));
        }
        surface.name_surplus(half, keep, &vertices, cutter);
        surface
    }

    /// Classifies the missing and the surplus triangles on the same three vertices. A surplus triangle with the opposite
    /// orientation of a missing one is that triangle, turned over. Further surplus triangles in the plane (`is_flat`) are
    /// caps.
    fn tell_apart(&mut self, group: Group, is_flat: bool) {
        let Group { mut missing, left } = group;
        for (turn, mut left) in left.into_iter().enumerate() {
            let missing = &mut missing[1 - turn];
            while let (Some(_), Some(index)) = (missing.last(), left.last()) {
                self.flipped.push(*index);
                missing.pop();
                left.pop();
            }
            self.missing.append(missing);
            let further = if is_flat {
                &mut self.caps
            } else {
                &mut self.surplus
            };
            further.append(&mut left);
        }
    }

    /// Divides the surplus triangles (those that are neither expected nor caps) into those that occur too often, those
    /// that extend to the other side of the plane, and others.
    fn name_surplus(
        &mut self,
        half: &WrittenHalf<'_>,
        keep: Side,
        vertices: &Vertices,
        cutter: &impl Cutter,
    ) {
        if self.surplus.is_empty() {
            return;
        }
        let triangles = half.mesh.triangles();
        let surplus = core::mem::take(&mut self.surplus);
        let keys: HashSet<_> = surplus
            .iter()
            .map(|&t| turned(&triangles[t as usize]))
            .collect();
        let left: HashSet<u32> = surplus.iter().copied().collect();
        let known = (0..triangles.len() as u32).filter(|index| !left.contains(index));
        let known: HashSet<_> = known
            .map(|index| turned(&triangles[index as usize]))
            .filter(|key| keys.contains(key))
            .collect();
        for index in surplus {
            let triangle = &triangles[index as usize];
            let is_beyond = |&vertex: &u32| {
                !vertices.is_node[vertex as usize]
                    && cutter.side_of_point(&half.position(vertex)) == -keep
            };
            if known.contains(&turned(triangle)) {
                self.doubled.push(index);
            } else if triangle.iter().any(is_beyond) {
                self.beyond.push(index);
            } else {
                self.surplus.push(index);
            }
        }
    }
}

/// The missing and the surplus triangles on the same three vertices, with one list for each of the two orientations.
#[derive(Default)]
struct Group {
    missing: [Vec<[u32; 3]>; 2],
    left: [Vec<u32>; 2],
}

/// For each vertex of a half, and for each node without a vertex: its relation to the exact cut and to the plane.
struct Vertices {
    /// For each vertex, `true` if it belongs to a node of the exact cut.
    is_node: Vec<bool>,
    /// For each vertex, `true` if it belongs to a node in the plane, or lies in the plane within rounding. A point where
    /// segments of the section cross may be rounded to the position of a vertex beside the plane.
    is_on: Vec<bool>,
}

impl Vertices {
    fn of(
        expected: &Expected<'_>,
        nodes: &Nodes,
        half: &WrittenHalf<'_>,
        left: &[u32],
        cutter: &impl Cutter,
    ) -> Self {
        let count = half.mesh.positions().len() + nodes.vanished.len();
        let mut vertices = Self {
            is_node: vec![false; count],
            is_on: vec![false; count],
        };
        for (node, &vertex) in nodes.vertices.iter().enumerate() {
            if vertex != NONE {
                vertices.is_node[vertex as usize] = true;
                vertices.is_on[vertex as usize] |= expected.is_on(node as u32);
            }
        }
        for &index in left {
            for vertex in half.mesh.triangles()[index as usize] {
                let is_on = &mut vertices.is_on[vertex as usize];
                *is_on = *is_on || half.lies_on(vertex, cutter);
            }
        }
        vertices
    }
}

/// Searches the half for those expected triangles that were not found yet, and marks the triangles found as known.
/// Returns the expected triangles that the half lacks.
fn take_all(
    expected: &Expected<'_>,
    nodes: &mut Nodes,
    half: &WrittenHalf<'_>,
    keep: Side,
) -> Vec<[u32; 3]> {
    let mut free = Free::of(nodes, half);
    let (mut missing, mut absent) = (Vec::new(), Vec::new());
    let mut found = Vec::new();
    let mut take = |free: &mut Free<'_>, triangle: [u32; 3], source: u32| {
        let image = nodes.image(&triangle);
        if is_distinct(&triangle) && is_distinct(&image) {
            let had_mark = half.cap_part == Some(expected.input.part(source as usize));
            match free.take(&image, had_mark) {
                Some(index) => found.push((index, had_mark)),
                None => missing.push(triangle),
            }
        }
    };
    let triangles = expected.input.triangles();
    for &index in &nodes.pending {
        take(&mut free, triangles[index as usize], index);
    }
    for flat in expected.flat.iter().filter(|flat| flat.half == Some(keep)) {
        let triangle = triangles[flat.triangle as usize];
        match flat.is_there {
            None => take(&mut free, triangle, flat.triangle),
            Some(true) => {}
            Some(false) => absent.push(triangle),
        }
    }
    for crossed in &expected.crossed {
        let piece = expected.piece(crossed, keep);
        let [a, b, c, d] = match *piece.nodes() {
            [a, b, c, d] => [a, b, c, d],
            [a, b, c] => {
                take(&mut free, [a, b, c], crossed.triangle);
                continue;
            }
            _ => continue,
        };
        let (first, second) = ([[a, b, c], [a, c, d]], [[a, b, d], [b, c, d]]);
        let mut has = |triangles: &[[u32; 3]; 2]| {
            let images = triangles.each_ref().each(|triangle| nodes.image(triangle));
            free.has_all(images.iter().filter(|image| is_distinct(image)))
        };
        let span = |a, b| length(&sub(&expected.position(a), &expected.position(b)));
        // A piece with four corners is divided along one of two diagonals. The shorter one is the usual choice.
        let (usual, other) = if span(a, c) <= span(b, d) {
            (first, second)
        } else {
            (second, first)
        };
        let halves = if has(&usual) || !has(&other) {
            usual
        } else {
            other
        };
        for triangle in halves {
            take(&mut free, triangle, crossed.triangle);
        }
    }
    for (index, had_mark) in found {
        nodes.find(index, had_mark);
    }
    absent.retain(|triangle| is_distinct(triangle) && is_distinct(&nodes.image(triangle)));
    missing.append(&mut absent);
    missing
}

/// The triangles of a half that were not known before its expected triangles are searched for.
///
/// Most halves have the pieces of crossed triangles in the order of the input. So each expected triangle is first compared
/// with the one after the last triangle that was found. The others are sorted when the first of them is searched for.
struct Free<'h> {
    half: &'h WrittenHalf<'h>,
    /// The indices of the triangles, in ascending order.
    indices: Vec<u32>,
    is_taken: Vec<bool>,
    /// The place in `indices` after the last triangle that was taken.
    next: usize,
    sorted: Option<Vec<FreeTriangle>>,
}

/// A triangle of a half: its three vertices, beginning with the least id, `true` if the triangle is not marked as a cap, and
/// its place in [`Free::indices`]. In the sorted list, triangles marked as caps come before others on the same vertices,
/// and are matched after them.
type FreeTriangle = ([u32; 3], bool, u32);

impl<'h> Free<'h> {
    fn of(nodes: &Nodes, half: &'h WrittenHalf<'h>) -> Self {
        let indices: Vec<u32> = nodes.unknown(half).map(|(index, _)| index as u32).collect();
        Self {
            half,
            is_taken: vec![false; indices.len()],
            indices,
            next: 0,
            sorted: None,
        }
    }

    fn is_surface(&self, place: usize) -> bool {
        self.half.cap_part != Some(self.half.mesh.part(self.indices[place] as usize))
    }

    /// Returns the vertices of a triangle, beginning with the least id.
    fn vertices(&self, place: usize) -> [u32; 3] {
        least_first(self.half.mesh.triangles()[self.indices[place] as usize])
    }

    /// Returns `true` if the triangle at a place has the given vertices in the given orientation, and is not taken.
    fn is_at(&self, place: usize, triangle: &[u32; 3]) -> bool {
        place < self.indices.len()
            && !self.is_taken[place]
            && self.vertices(place) == least_first(*triangle)
    }

    /// Sorts the triangles, if they are not sorted yet.
    fn sort(&mut self) {
        if self.sorted.is_none() {
            let places = 0..self.indices.len();
            let mut triangles: Vec<FreeTriangle> = places
                .map(|place| (self.vertices(place), self.is_surface(place), place as u32))
                .collect();
            sort(&mut triangles);
            self.sorted = Some(triangles);
        }
    }

    /// Returns the places of the triangles that have the given vertices in the given orientation and are not taken, from
    /// the last one on, and `true` for each without the mark of a cap. The list is sorted.
    fn places(&self, triangle: &[u32; 3]) -> impl Iterator<Item = (usize, bool)> {
        let wanted = least_first(*triangle);
        let sorted = self.sorted.as_deref().unwrap_or_default();
        let end = sorted.partition_point(|(vertices, ..)| *vertices <= wanted);
        let same = sorted[..end].iter().rev();
        same.take_while(move |(vertices, ..)| *vertices == wanted)
            .map(|&(_, is_surface, place)| (place as usize, is_surface))
            .filter(|&(place, _)| !self.is_taken[place])
    }

    /// Returns `true` if the half has each of the given triangles, and it is not taken.
    fn has_all<'t>(&mut self, mut triangles: impl Iterator<Item = &'t [u32; 3]> + Clone) -> bool {
        let mut next = (self.next..).zip(triangles.clone());
        if next.all(|(place, triangle)| self.is_at(place, triangle)) {
            return true;
        }
        self.sort();
        triangles.all(|triangle| self.places(triangle).next().is_some())
    }

    /// Takes a triangle with the given vertices, if possible one with the mark of a cap or without, as `is_marked` says.
    fn take(&mut self, triangle: &[u32; 3], is_marked: bool) -> Option<u32> {
        let mut place = self.next;
        if !self.is_at(place, triangle) || self.is_surface(place) == is_marked {
            self.sort();
            let has_mark = |&(_, is_surface): &(usize, bool)| is_surface != is_marked;
            (place, _) = self
                .places(triangle)
                .find(has_mark)
                .or_else(|| self.places(triangle).next())?;
        }
        self.is_taken[place] = true;
        self.next = place + 1;
        Some(self.indices[place])
    }
}

/// Returns the vertices of a triangle in ascending order, and 0 if this order has the triangle's orientation, or else
/// 1.
fn turned(triangle: &[u32; 3]) -> ([u32; 3], usize) {
    let sorted = ascending(*triangle);
    (sorted, usize::from(least_first(*triangle) != sorted))
}
