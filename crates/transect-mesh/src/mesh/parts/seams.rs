//! The same nodes on both sides of each seam: of each edge between pieces and faces.
//!
//! * A plane divides only what the planes before it left of a region. So a piece of the rest may have an edge on which a
//!   later plane made a node in the piece beside it.
//! * On the common line of two planes, faces of both planes and pieces of the surface may meet, each with nodes of its own.
//!
//! Each such node is inserted into all edges that contain it. So the boundaries add up to zero edge by edge, whatever
//! rounding does to the positions.

use alloc::vec::Vec;
use core::cmp::Ordering;

use hashbrown::HashMap;
use transect_exact::Side;

use crate::mesh::exact_place::Place;
use crate::mesh::parts::NONE;
use crate::mesh::parts::cells::Cells;
use crate::mesh::parts::nodes::{Kind, Nodes};
use crate::mesh::parts::outline::Outline;
use crate::mesh::parts::pieces::{Line, Pieces, Polygons, Step, ends_of, whole};
use crate::mesh::trace::ON;

/// The nodes on all seams.
pub(super) struct Seams<'n, 'a, 'm> {
    nodes: &'n Nodes<'a, 'm>,
    /// The nodes on edges of the mesh.
    edges: HashMap<[u32; 2], Vec<u32>>,
    /// The nodes on common lines of a triangle and a plane.
    sections: HashMap<(u32, u32), Vec<u32>>,
    /// The nodes on common lines of two planes.
    lines: HashMap<[u32; 2], Vec<u32>>,
    /// For each node that several planes contain, these planes in ascending order.
    planes: HashMap<u32, Vec<u32>>,
}

impl<'n, 'a, 'm> Seams<'n, 'a, 'm> {
    pub(super) fn of(nodes: &'n Nodes<'a, 'm>, pieces: &Pieces, cells: &Cells) -> Self {
        let mut seams = Self {
            nodes,
            edges: HashMap::new(),
            sections: HashMap::new(),
            lines: HashMap::new(),
            planes: planes_of_nodes(nodes),
        };
        if cells.has_rest() {
            for piece in &pieces.divided.pieces {
                for &(node, _) in pieces.divided.steps(piece) {
                    seams.add(piece.triangle, node);
                }
            }
        }
        let mut lines: HashMap<[u32; 2], Vec<u32>> = HashMap::new();
        for (&node, planes) in &seams.planes {
            for (place, &first) in planes.iter().enumerate() {
                for &second in &planes[place + 1..] {
                    lines.entry([first, second]).or_default().push(node);
                }
            }
        }
        seams.lines = lines;
        let Self {
            edges,
            sections,
            lines,
            ..
        } = &mut seams;
        let own = edges.values_mut().chain(sections.values_mut());
        for list in own.chain(lines.values_mut()) {
            list.sort_unstable();
            list.dedup();
        }
        seams
    }

    fn add(&mut self, triangle: u32, node: u32) {
        match (self.nodes.kind(node), self.nodes.place(node)) {
            (Kind::Crossing(..), Place::Edge { ends, .. }) => {
                self.edges.entry(ascending(ends)).or_default().push(node);
            }
            (_, Place::Face { planes, .. }) => {
                for plane in planes {
                    let key = (triangle, plane);
                    self.sections.entry(key).or_default().push(node);
                }
            }
            _ => {}
        }
    }

    /// Inserts nodes into the edges of pieces.
    pub(super) fn join_pieces(&self, pieces: &mut Pieces, cells: &Cells) {
        if self.edges.is_empty() && self.sections.is_empty() && self.lines.is_empty() {
            return;
        }
        let mut joined = Polygons::default();
        let mut added = Polygons::default();
        // A triangle that no plane divides has a seam with such nodes only in a plane.
        for trace in self.nodes.planes.contacts.iter().filter_map(|c| c.trace()) {
            for &triangle in &trace.contacts {
                let cell = &mut pieces.whole[triangle as usize];
                if *cell == NONE {
                    continue;
                }
                let steps = whole(self.nodes.mesh.triangles[triangle as usize]);
                let steps = self.steps(triangle, &steps, cells.is_final(*cell));
                if steps.len() > 3 {
                    added.push(*cell, triangle, &steps);
                    *cell = NONE;
                }
            }
        }
        for piece in &pieces.divided.pieces {
            let steps = pieces.divided.steps(piece);
            let steps = self.steps(piece.triangle, steps, cells.is_final(piece.cell));
            joined.push(piece.cell, piece.triangle, &steps);
        }
        for piece in &added.pieces {
            joined.push(piece.cell, piece.triangle, added.steps(piece));
        }
        // The added triangles are put to their places.
        joined.pieces.sort_by_key(|piece| piece.triangle);
        pieces.divided = joined;
    }

    /// Returns the edges of a piece with the nodes that are inserted. `is_rest` is `true` if it belongs to a part that no
    /// later plane divides.
    fn steps(&self, triangle: u32, steps: &[Step], is_rest: bool) -> Vec<Step> {
        let nexts = steps.iter().skip(1).chain(steps.first());
        let mut joined = Vec::with_capacity(steps.len());
        for (&(from, line), &(to, _)) in steps.iter().zip(nexts) {
            joined.push((from, line));
            let own = match line {
                _ if !is_rest => None,
                Line::Side(side) => {
                    let corners = self.nodes.mesh.triangles[triangle as usize];
                    self.edges.get(&ascending(ends_of(corners, side)))
                }
                Line::Plane(plane) => self.sections.get(&(triangle, plane)),
            };
            let between = self.between(own, [from, to]);
            joined.extend(between.into_iter().map(|node| (node, line)));
        }
        joined
    }

    /// Inserts nodes into the segments of an outline.
    pub(super) fn join_outline(&self, outline: &mut Outline) {
        if self.lines.is_empty() {
            return;
        }
        let segments = core::mem::take(&mut outline.segments);
        for segment in segments {
            let [mut from, to] = segment.ends;
            for node in self.between(None, segment.ends) {
                let ends = [from, node];
                outline.segments.push(segment.with_ends(ends));
                from = node;
            }
            outline.segments.push(segment.with_ends([from, to]));
        }
    }

    /// Returns the nodes strictly between two nodes, in this direction: those of the list `own`, and those on the common line
    /// of two planes that contain both nodes. Of equal nodes, one is returned.
    fn between(&self, own: Option<&Vec<u32>>, [from, to]: [u32; 2]) -> Vec<u32> {
        let line = self.common_line([from, to]);
        let line = line.and_then(|planes| self.lines.get(&planes));
        let known = || own.into_iter().chain(line).flatten().copied();
        if known().next().is_none() {
            return Vec::new();
        }
        let order = |a: u32, b: u32, axis: usize| self.nodes.order([a, b], axis);
        let ways = (0..3).map(|axis| (axis, order(from, to, axis)));
        let Some((axis, way)) = ways.into_iter().find(|(_, way)| way.is_ne()) else {
            return Vec::new();
        };
        let is_between =
            |node: &u32| order(from, *node, axis) == way && order(*node, to, axis) == way;
        let mut between: Vec<u32> = known().filter(is_between).collect();
        between.sort_by(|&a, &b| match way {
            Ordering::Less => order(a, b, axis),
            _ => order(b, a, axis),
        });
        between.dedup_by(|a, b| order(*a, *b, axis).is_eq());
        between
    }

    /// Returns two planes that contain both nodes, if there are two.
    fn common_line(&self, [a, b]: [u32; 2]) -> Option<[u32; 2]> {
        let [of_a, of_b] = [self.planes.get(&a)?, self.planes.get(&b)?];
        let mut common = of_a.iter().copied().filter(|plane| of_b.contains(plane));
        Some([common.next()?, common.next()?])
    }
}

fn ascending([a, b]: [u32; 2]) -> [u32; 2] {
    [a.min(b), a.max(b)]
}

/// Returns the planes of each node that several planes contain.
fn planes_of_nodes(nodes: &Nodes<'_, '_>) -> HashMap<u32, Vec<u32>> {
    let traces = || {
        let contacts = (0_u32..).zip(&nodes.planes.contacts);
        contacts.filter_map(|(plane, contact)| Some((plane, contact.trace()?)))
    };
    let mut found: Vec<(u32, u32)> = Vec::new();
    for (plane, trace) in traces() {
        let corners = trace.contacts.iter();
        let corners = corners.flat_map(|&triangle| trace.mesh.triangles[triangle as usize]);
        let on_plane = corners.filter(|&vertex| trace.sides[vertex as usize] == ON);
        found.extend(on_plane.map(|vertex| (vertex, plane)));
    }
    for (plane, trace) in traces() {
        let others: Vec<u32> = traces()
            .map(|(other, _)| other)
            .filter(|&other| other != plane && nodes.do_meet([plane, other]))
            .collect();
        for crossing in 0..trace.crossings.len() as u32 {
            let node = nodes.of_crossing(plane, crossing);
            let on = others
                .iter()
                .filter(|&&other| nodes.side(node, other) == Side::On);
            found.extend(on.flat_map(|&other| [(node, plane), (node, other)]));
        }
    }
    for node in nodes.further() {
        let on = traces().filter(|&(plane, _)| nodes.side(node, plane) == Side::On);
        found.extend(on.map(|(plane, _)| (node, plane)));
    }
    found.sort_unstable();
    found.dedup();
    let several = found
        .chunk_by(|a, b| a.0 == b.0)
        .filter(|chunk| chunk.len() > 1);
    several
        .map(|chunk| (chunk[0].0, chunk.iter().map(|&(_, plane)| plane).collect()))
        .collect()
}
