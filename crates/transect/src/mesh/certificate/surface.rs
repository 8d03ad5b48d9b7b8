//! Comparison of a half with the surface of the input: all whole triangles, and the pieces of crossed triangles.

use alloc::vec;
use alloc::vec::Vec;

use hashbrown::{HashMap, HashSet};

use crate::cutter::Cutter;
use crate::mesh::certificate::expected::{Expected, Flat, NONE};
use crate::mesh::certificate::nodes::Nodes;
use crate::mesh::certificate::written::Written;
use crate::mesh::measure::triangle_area;
use crate::mesh::triple::{is_distinct, least_first, sorted};
use crate::predicates::double_double::DoubleDouble;
use crate::predicates::polynomial::Number;
use crate::side::Side;
use crate::vector::{length, sub};

/// The triangles of one half, classified by the surface that is expected there.
#[derive(Default)]
pub(super) struct Surface {
    /// The remaining triangles in the plane: the caps.
    pub(super) caps: Vec<u32>,
    /// Input triangles in the plane that the half lacks, given by their nodes.
    /// Each may have been removed together with a cap on the same corners with opposite orientation.
    pub(super) folded: Vec<[u32; 3]>,
    /// The area of the triangles that are missing because rounding laid them back to back.
    pub(super) folded_area: f64,
    /// Triangles of the input, by their nodes, that the half lacks.
    pub(super) missing: Vec<[u32; 3]>,
    /// Triangles that occur with reversed orientation.
    pub(super) flipped: Vec<u32>,
    /// Triangles that occur more often than in the input.
    pub(super) doubled: Vec<u32>,
    /// Triangles that extend to the other side of the plane.
    pub(super) beyond: Vec<u32>,
    /// All other triangles.
    pub(super) surplus: Vec<u32>,
}

/// Assigns zero-area triangles in the plane to this half if the half contains them.
/// Triangles marked as caps do not count.
pub(super) fn claim_flat(
    flat: &mut [Flat],
    input: &[[u32; 3]],
    nodes: &mut Nodes,
    half: &Written<'_>,
    keep: Side,
) {
    if flat.iter().all(|flat| flat.half.is_some()) {
        return;
    }
    let mut free = Free::of(nodes, half);
    for flat in flat.iter_mut().filter(|flat| flat.half.is_none()) {
        let image = nodes.image(&input[flat.triangle as usize]);
        let is_surface = |index: &u32| half.cap_part != Some(half.mesh.part(*index as usize));
        if let Some(index) = free.take(&image).filter(is_surface) {
            nodes.is_known[index as usize] = true;
            flat.half = Some(keep);
            flat.is_there = Some(true);
        }
    }
}

impl Surface {
    /// Compares the triangles of a half with the expected triangles.
    pub(super) fn of(
        expected: &Expected<'_>,
        nodes: &mut Nodes,
        half: &Written<'_>,
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
        let merged = nodes.merged(half);
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
        groups.sort_unstable_by_key(|(corners, _)| *corners);
        for (corners, group) in groups {
            let area = triangle_area(&corners.map(|vertex| nodes.local(half, vertex)));
            let is_merged = corners.iter().any(|&vertex| merged[vertex as usize]);
            surface.tell_apart(group, area, is_flat(&corners), is_merged);
        }
        surface.name_surplus(half, keep, &vertices, cutter);
        surface
    }

    /// Classifies the missing and the remaining triangles on the same three vertices.
    /// Either all three vertices lie in the plane, or one of them is made of several nodes.
    /// Only in the second case does rounding lay triangles back to back.
    fn tell_apart(&mut self, group: Group, area: f64, is_flat: bool, is_merged: bool) {
        let Group { mut missing, left } = group;
        let pairs = missing[0].len().min(missing[1].len());
        if is_merged {
            self.folded_area += 2.0 * area * pairs as f64;
        }
        for missing in &mut missing {
            let paired = missing.split_off(missing.len() - pairs);
            // Pairs that lie back to back in the input itself must be in the half.
            if !is_merged {
                self.missing.extend(paired);
            }
        }
        for (turn, mut left) in left.into_iter().enumerate() {
            let missing = &mut missing[1 - turn];
            if is_flat {
                self.folded_area += area * missing.len() as f64;
                self.folded.append(missing);
                self.caps.append(&mut left);
                continue;
            }
            while let (Some(_), Some(index)) = (missing.last(), left.last()) {
                self.flipped.push(*index);
                missing.pop();
                left.pop();
            }
            self.missing.append(missing);
            self.surplus.append(&mut left);
        }
    }

    /// Classifies the remaining triangles: on the other side of the plane, doubled, or neither.
    fn name_surplus(
        &mut self,
        half: &Written<'_>,
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

    /// Reclassifies the triangles in `folded` as missing or as turned over: no cap was removed together with them.
    pub(super) fn unfold(&mut self, nodes: &Nodes, half: &Written<'_>) {
        let triangles = half.mesh.triangles();
        for triangle in core::mem::take(&mut self.folded) {
            let image = nodes.image(&triangle);
            self.folded_area -= triangle_area(&image.map(|vertex| nodes.local(half, vertex)));
            let (corners, turn) = turned(&image);
            let reverse = |&index: &u32| turned(&triangles[index as usize]) == (corners, 1 - turn);
            match self.caps.iter().position(reverse) {
                Some(place) => self.flipped.push(self.caps.remove(place)),
                None => self.missing.push(triangle),
            }
        }
    }
}

/// The missing and the remaining triangles on the same three vertices, by orientation.
#[derive(Default)]
struct Group {
    missing: [Vec<[u32; 3]>; 2],
    left: [Vec<u32>; 2],
}

/// Facts about the vertices of a half.
struct Vertices {
    /// For each vertex, `true` if it has a node.
    is_node: Vec<bool>,
    /// For each vertex, `true` if it has a node in the plane,
    /// or if it has no node and lies in the plane within rounding.
    is_on: Vec<bool>,
}

impl Vertices {
    fn of(
        expected: &Expected<'_>,
        nodes: &Nodes,
        half: &Written<'_>,
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
                if !vertices.is_node[vertex as usize] {
                    vertices.is_on[vertex as usize] = lies_on(half, vertex, cutter);
                }
            }
        }
        vertices
    }
}

/// Returns `true` if a vertex without a node lies in the plane within rounding.
/// Other programs add vertices of their own to caps.
fn lies_on(half: &Written<'_>, vertex: u32, cutter: &impl Cutter) -> bool {
    let plane = cutter.measuring_plane();
    let normal = plane.normal();
    let local = half.mesh.positions()[vertex as usize];
    let mut value = DoubleDouble::of(plane.offset());
    let mut slack = 0.0;
    for axis in 0..3 {
        let number = DoubleDouble::of;
        let coordinate = number(local[axis]).plus(&number(half.origin[axis]));
        value = value.plus(&number(normal[axis]).times(&coordinate));
        let [below, above] = half.slack(axis, local[axis], 0.0);
        slack += normal[axis].abs() * below.max(above);
    }
    let size = half
        .position(vertex)
        .iter()
        .fold(0.0, |m: f64, c| m.max(c.abs()));
    value.high.abs() <= slack + length(&normal) * cutter.gap(size) + value.error
}

/// Finds the expected triangles that are not known yet. Returns those that the half lacks.
fn take_all(
    expected: &Expected<'_>,
    nodes: &mut Nodes,
    half: &Written<'_>,
    keep: Side,
) -> Vec<[u32; 3]> {
    let mut free = Free::of(nodes, half);
    let (mut missing, mut absent) = (Vec::new(), Vec::new());
    let mut found = Vec::new();
    let mut take = |free: &mut Free, triangle: [u32; 3]| {
        let image = nodes.image(&triangle);
        if is_distinct(&triangle) && is_distinct(&image) {
            match free.take(&image) {
                Some(index) => found.push(index),
                None => missing.push(triangle),
            }
        }
    };
    let triangles = expected.input.triangles();
    for &index in &nodes.pending {
        take(&mut free, triangles[index as usize]);
    }
    for flat in expected.flat.iter().filter(|flat| flat.half == Some(keep)) {
        let triangle = triangles[flat.triangle as usize];
        match flat.is_there {
            None => take(&mut free, triangle),
            Some(true) => {}
            Some(false) => absent.push(triangle),
        }
    }
    for crossed in &expected.crossed {
        let piece = expected.piece(crossed, keep);
        let [a, b, c, d] = match *piece.nodes() {
            [a, b, c, d] => [a, b, c, d],
            [a, b, c] => {
                take(&mut free, [a, b, c]);
                continue;
            }
            _ => continue,
        };
        let (first, second) = ([[a, b, c], [a, c, d]], [[a, b, d], [b, c, d]]);
        let has = |triangles: &[[u32; 3]; 2]| {
            let mut images = triangles.iter().map(|triangle| nodes.image(triangle));
            images.all(|image| !is_distinct(&image) || free.has(&image))
        };
        let span = |a, b| length(&sub(&expected.position(a), &expected.position(b)));
        // If the half has both triangles for neither diagonal,
        // the shorter diagonal is assumed, which is the usual choice.
        let is_shorter = || span(a, c) <= span(b, d);
        let halves = if has(&first) || (!has(&second) && is_shorter()) {
            first
        } else {
            second
        };
        for triangle in halves {
            take(&mut free, triangle);
        }
    }
    for index in found {
        nodes.is_known[index as usize] = true;
    }
    absent.retain(|triangle| is_distinct(triangle) && is_distinct(&nodes.image(triangle)));
    missing.append(&mut absent);
    missing
}

/// The triangles of a half that are not known yet. Each starts at its least vertex, and the list is sorted.
struct Free {
    triangles: Vec<FreeTriangle>,
    is_taken: Vec<bool>,
}

/// The vertices, `true` if the triangle is not marked as a cap, and the index. Marked triangles are taken last.
type FreeTriangle = ([u32; 3], bool, u32);

impl Free {
    fn of(nodes: &Nodes, half: &Written<'_>) -> Self {
        let is_surface = |index: usize| half.cap_part != Some(half.mesh.part(index));
        let mut triangles: Vec<FreeTriangle> = nodes
            .unknown(half)
            .map(|(index, triangle)| (least_first(triangle), is_surface(index), index as u32))
            .collect();
        triangles.sort_unstable();
        Self {
            is_taken: vec![false; triangles.len()],
            triangles,
        }
    }

    /// Returns the place of the last triangle with these vertices and this orientation that is not taken.
    fn place(&self, triangle: &[u32; 3]) -> Option<usize> {
        let wanted = least_first(*triangle);
        let end = self
            .triangles
            .partition_point(|(vertices, ..)| *vertices <= wanted);
        let places = (0..end).rev();
        let mut same = places.take_while(|&place| self.triangles[place].0 == wanted);
        same.find(|&place| !self.is_taken[place])
    }

    fn has(&self, triangle: &[u32; 3]) -> bool {
        self.place(triangle).is_some()
    }

    fn take(&mut self, triangle: &[u32; 3]) -> Option<u32> {
        let place = self.place(triangle)?;
        self.is_taken[place] = true;
        Some(self.triangles[place].2)
    }
}

/// Returns the vertices in ascending order, and 0 if the triangle has that orientation or 1 if not.
fn turned(triangle: &[u32; 3]) -> ([u32; 3], usize) {
    let sorted = sorted(triangle);
    (sorted, usize::from(least_first(*triangle) != sorted))
}
