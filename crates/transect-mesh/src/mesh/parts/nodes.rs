//! The nodes of the parts: vertices of the mesh, crossings of edges, and points where several planes meet.

use alloc::vec::Vec;
use core::cmp::Ordering;

use hashbrown::HashMap;
use transect::CuttingPlane;
use transect_exact::Side;
use transect_exact::arrays::Few as _;

use crate::mesh::exact_place::{Place, Space};
use crate::mesh::indexed::Mesh;
use crate::mesh::parts::planes::Planes;
use crate::mesh::trace::{BACK, Crossing, FRONT, Node, Trace};

/// The nodes of the parts. Vertices of the mesh keep their numbers. The crossings of each plane follow, and then the nodes
/// at which several planes meet.
pub(super) struct Nodes<'a, 'm> {
    pub(super) mesh: &'m Mesh,
    pub(super) planes: &'a Planes<'m>,
    /// For each plane, the number of its first crossing; and at the end, the number of the first further node.
    bases: Vec<u32>,
    further: Vec<(Place, [f64; 3])>,
    in_triangles: HashMap<(u32, [u32; 2]), u32>,
    meetings: HashMap<[u32; 3], u32>,
}

/// A node by its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A vertex of the mesh.
    Vertex(u32),
    /// The crossing of an edge, by the indices of the plane and of the crossing in its trace.
    Crossing(u32, u32),
    /// A node at which several planes meet, by its index.
    Further(u32),
}

impl<'a, 'm> Nodes<'a, 'm> {
    pub(super) fn new(mesh: &'m Mesh, planes: &'a Planes<'m>) -> Self {
        let mut next = mesh.positions.len() as u32;
        let mut bases = Vec::with_capacity(planes.contacts.len() + 1);
        for contact in &planes.contacts {
            bases.push(next);
            next += contact.trace().map_or(0, |trace| trace.crossings.len()) as u32;
        }
        bases.push(next);
        Self {
            mesh,
            planes,
            bases,
            further: Vec::new(),
            in_triangles: HashMap::new(),
            meetings: HashMap::new(),
        }
    }

    pub(super) fn space(&self) -> Space<'a, CuttingPlane>
    where
        'm: 'a,
    {
        Space {
            positions: &self.mesh.positions,
            cutters: &self.planes.cutters,
        }
    }

    pub(super) fn count(&self) -> usize {
        self.first_further() as usize + self.further.len()
    }

    fn first_further(&self) -> u32 {
        self.bases[self.planes.contacts.len()]
    }

    pub(super) fn kind(&self, node: u32) -> Kind {
        if node < self.bases[0] {
            return Kind::Vertex(node);
        }
        let first = self.first_further();
        if node >= first {
            return Kind::Further(node - first);
        }
        let plane = self.bases.partition_point(|&base| base <= node) - 1;
        Kind::Crossing(plane as u32, node - self.bases[plane])
    }

    /// Returns the numbers of the nodes at which several planes meet.
    pub(super) fn further(&self) -> core::ops::Range<u32> {
        self.first_further()..self.count() as u32
    }

    /// Returns the number of a crossing.
    pub(super) fn of_crossing(&self, plane: u32, crossing: u32) -> u32 {
        self.bases[plane as usize] + crossing
    }

    /// Returns `true` if two planes meet in a line.
    pub(super) fn do_meet(&self, planes: [u32; 2]) -> bool {
        (0..3).any(|axis| self.space().pivot(planes, axis) != Side::On)
    }

    /// Returns the number of a node of the section in a plane.
    pub(super) fn of_section(&self, plane: u32, node: Node) -> u32 {
        match node {
            Node::Vertex(vertex) => vertex,
            Node::Crossing(crossing) => self.of_crossing(plane, crossing),
        }
    }

    pub(super) fn place(&self, node: u32) -> Place {
        match self.kind(node) {
            Kind::Vertex(vertex) => Place::Vertex(vertex),
            Kind::Further(index) => self.further[index as usize].0,
            Kind::Crossing(plane, crossing) => Place::Edge {
                ends: self.trace(plane).ends(Node::Crossing(crossing)),
                plane,
            },
        }
    }

    /// Returns the trace of a plane that meets the mesh.
    fn trace(&self, plane: u32) -> &'a Trace<'m> {
        let trace = self.planes.contacts[plane as usize].trace();
        trace.expect("a plane with crossings meets the mesh")
    }

    /// Returns a crossing by the indices of its plane and of its place in the trace.
    pub(super) fn crossing(&self, plane: u32, crossing: u32) -> &'a Crossing {
        &self.trace(plane).crossings[crossing as usize]
    }

    /// Returns the position of a node; each coordinate is the nearest float.
    pub(super) fn position(&self, node: u32) -> [f64; 3] {
        match self.kind(node) {
            Kind::Vertex(vertex) => self.mesh.positions[vertex as usize],
            Kind::Further(index) => self.further[index as usize].1,
            Kind::Crossing(plane, crossing) => self.crossing(plane, crossing).position,
        }
    }

    /// Returns the side of a plane that meets the mesh on which a node lies.
    pub(super) fn side(&self, node: u32, plane: u32) -> Side {
        let trace = self.trace(plane);
        let side = |vertex: u32| trace.sides[vertex as usize];
        let place = match self.kind(node) {
            Kind::Vertex(vertex) => return of_bits(side(vertex)),
            Kind::Crossing(own, _) if own == plane => return Side::On,
            _ => self.place(node),
        };
        // A node strictly inside of an edge or a triangle lies on a side if no corner lies on the other side.
        let corners = match place {
            Place::Edge { ends, .. } => ends.iter().fold(0, |all, &end| all | side(end)),
            Place::Face { corners, planes } if !planes.contains(&plane) => {
                corners.iter().fold(0, |all, &corner| all | side(corner))
            }
            Place::Face { .. } => return Side::On,
            Place::Meeting(planes) if planes.contains(&plane) => return Side::On,
            _ => FRONT | BACK,
        };
        match corners & (FRONT | BACK) {
            0 => Side::On,
            FRONT => Side::Front,
            BACK => Side::Back,
            _ => self.space().side(&place, plane),
        }
    }

    /// Returns the node where the plane crosses an edge of the mesh.
    pub(super) fn on_edge(&self, [from, to]: [u32; 2], plane: u32) -> u32 {
        self.of_crossing(plane, self.trace(plane).crossing_of(from, to))
    }

    /// Returns the node where two planes meet a triangle.
    pub(super) fn in_triangle(&mut self, triangle: u32, planes: [u32; 2]) -> u32 {
        let [a, b] = planes;
        let ordered = [a.min(b), a.max(b)];
        if let Some(&known) = self.in_triangles.get(&(triangle, ordered)) {
            return known;
        }
        let corners = self.mesh.triangles[triangle as usize];
        let node = self.add(self.space().face(corners, ordered));
        self.in_triangles.insert((triangle, ordered), node);
        node
    }

    /// Returns the node where three planes meet.
    pub(super) fn meeting(&mut self, mut planes: [u32; 3]) -> u32 {
        planes.sort_unstable();
        if let Some(&known) = self.meetings.get(&planes) {
            return known;
        }
        let node = self.add(self.space().meeting(planes));
        self.meetings.insert(planes, node);
        node
    }

    /// Adds a node at which several planes meet, or at which outlines cross.
    pub(super) fn add(&mut self, place: Place) -> u32 {
        let node = self.count() as u32;
        self.further.push((place, self.space().position(&place)));
        node
    }

    /// Returns the order of two nodes along an axis.
    pub(super) fn order(&self, [a, b]: [u32; 2], axis: usize) -> Ordering {
        if a == b {
            return Ordering::Equal;
        }
        // Rounding to the nearest float keeps the order.
        let [near_a, near_b] = [a, b].each(|node| self.position(node)[axis]);
        let near = near_a.partial_cmp(&near_b).unwrap_or(Ordering::Equal);
        near.then_with(|| {
            let [a, b] = [a, b].each(|node| self.place(node));
            self.space().order([&a, &b], axis)
        })
    }
}

/// Returns the side that a bit of a trace stands for.
pub(super) fn of_bits(side: u8) -> Side {
    match side {
        BACK => Side::Back,
        FRONT => Side::Front,
        _ => Side::On,
    }
}
