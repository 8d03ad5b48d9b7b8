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
use crate::mesh::measure::triangle_area;
use crate::mesh::triple::{is_distinct, least_first};
use crate::predicates::double_double::DoubleDouble;
use crate::predicates::polynomial::Number;
use crate::side::Side;
use crate::sorting::{ascending, sort, sort_by_key};
use crate::vector::{length, sub};

/// The triangles of one half, classified by comparing them with the expected surface: the uncut triangles of the input,
/// and the pieces of crossed triangles.
#[derive(Default)]
pub(super) struct Surface {
    /// The indices of the caps: triangles of the half that lie in the plane and are not part of the surface.
    pub(super) caps: Vec<u32>,
    /// The triangles of the expected surface that lie in the plane and that the half lacks, each as three nodes of the
    /// exact cut. Such a triangle may be missing without an error: the cut removes a triangle together with a cap that
    /// lies back to back with it.
    pub(super) folded: Vec<[u32; 3]>,
    /// The area of the surface triangles that the half lacks because rounding laid each of them back to back with
    /// another triangle.
    pub(super) folded_area: f64,
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
    input: &[[u32; 3]],
    nodes: &mut Nodes,
    half: &WrittenHalf<'_>,
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
        sort_by_key(&mut groups, |(corners, _)| *corners);
        for (corners, group) in groups {
            let area = triangle_area(&corners.each(|vertex| nodes.local(half, vertex)));
            let is_merged = corners.iter().any(|&vertex| merged[vertex as usize]);
            surface.tell_apart(group, area, is_flat(&corners), is_merged);
        }
        surface.name_surplus(half, keep, &vertices, cutter);
        surface
    }

    /// Classifies the missing and the surplus triangles on the same three vertices. If a vertex belongs to several
    /// nodes of the exact cut (`is_merged`), rounding may have laid two missing triangles back to back; the cut removes
    /// such pairs. In the plane (`is_flat`), surplus triangles are caps, and a missing triangle may have been removed
    /// together with a cap. All other missing and surplus triangles are faults.
    fn tell_apart(&mut self, group: Group, area: f64, is_flat: bool, is_merged: bool) {
        let Group { mut missing, left } = group;
        let pairs = missing[0].len().min(missing[1].len());
        if is_merged {
            self.folded_area += 2.0 * area * pairs as f64;
        }
        for missing in &mut missing {
            let paired = missing.split_off(missing.len() - pairs);
            // If rounding merged no vertices, two missing triangles with opposite orientations lie back to back in the
            // input itself, so the half must have both.
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

    /// Moves the triangles in `folded`, which lie in the plane and which the half lacks, to `missing`, or to `flipped`
    /// if the half has them in reversed orientation. Called if the boundary of the caps shows that the cut removed no
    /// triangle in `folded` together with a cap.
    pub(super) fn unfold(&mut self, nodes: &Nodes, half: &WrittenHalf<'_>) {
        let triangles = half.mesh.triangles();
        for triangle in core::mem::take(&mut self.folded) {
            let image = nodes.image(&triangle);
            self.folded_area -= triangle_area(&image.each(|vertex| nodes.local(half, vertex)));
            let (corners, turn) = turned(&image);
            let reverse = |&index: &u32| turned(&triangles[index as usize]) == (corners, 1 - turn);
            match self.caps.iter().position(reverse) {
                Some(place) => self.flipped.push(self.caps.remove(place)),
                None => self.missing.push(triangle),
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
    /// For each vertex, `true` if it belongs to a node in the plane, or if it belongs to no node and lies in the plane
    /// within rounding.
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
                if !vertices.is_node[vertex as usize] {
                    vertices.is_on[vertex as usize] = lies_on(half, vertex, cutter);
                }
            }
        }
        vertices
    }
}

/// Returns `true` if a vertex that belongs to no node of the exact cut lies in the plane within rounding. Such vertices
/// occur if another program adds vertices inside caps.
fn lies_on(half: &WrittenHalf<'_>, vertex: u32, cutter: &impl Cutter) -> bool {
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
        // A piece with four corners is divided along one of two diagonals. If the half has the triangles of neither
        // diagonal, the shorter one is assumed, which is the usual choice.
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

/// The triangles of a half that were not yet matched with an expected triangle, as a sorted list. The three vertices of
/// each triangle begin with the least id.
struct Free {
    triangles: Vec<FreeTriangle>,
    is_taken: Vec<bool>,
}

/// A triangle of a half: its three vertices, `true` if the triangle is not marked as a cap, and its index. In the
/// sorted list, triangles marked as caps come before others on the same vertices, and are matched after them.
type FreeTriangle = ([u32; 3], bool, u32);

impl Free {
    fn of(nodes: &Nodes, half: &WrittenHalf<'_>) -> Self {
        let is_surface = |index: usize| half.cap_part != Some(half.mesh.part(index));
        let mut triangles: Vec<FreeTriangle> = nodes
            .unknown(half)
            .map(|(index, triangle)| (least_first(triangle), is_surface(index), index as u32))
            .collect();
        sort(&mut triangles);
        Self {
            is_taken: vec![false; triangles.len()],
            triangles,
        }
    }

    /// Returns the position of the last triangle in the list that has the given vertices in the given orientation and
    /// was not matched yet.
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

/// Returns the vertices of a triangle in ascending order, and 0 if this order has the triangle's orientation, or else
/// 1.
fn turned(triangle: &[u32; 3]) -> ([u32; 3], usize) {
    let sorted = ascending(*triangle);
    (sorted, usize::from(least_first(*triangle) != sorted))
}
