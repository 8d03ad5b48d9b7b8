//! The nodes of caps, numbered, with exact comparisons of their unrounded positions.

use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;

use hashbrown::HashMap;
use transect::triangulation::Nodes;
use transect::{CuttingPlane, Frame, Shadow};
use transect_exact::Side;
use transect_exact::arrays::Few as _;
use transect_exact::unit::U;

use crate::mesh::exact_nodes::{Ends, ExactNodes, Support};
use crate::mesh::trace::{Node, Trace};

/// A node of caps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CapNode {
    /// A node of the section.
    Node(Node),
    /// The point where two segments of the section cross, or where several planes meet, by its index in
    /// [`CapNodes::meetings`].
    Meeting(u32),
}

/// Nodes of caps, numbered from 0 on in the order in which they are added.
pub(super) struct CapNodes<'t, 'm> {
    trace: &'t Trace<'m>,
    /// The exact positions, as seen from the canonical side of the trace.
    exact: ExactNodes<'m, CuttingPlane>,
    /// The coordinates in which the shape of triangles is judged. `None` if the plane is perpendicular to an axis: then
    /// they are those of the shadow, up to a turn by a right angle.
    frame: Option<Frame>,
    nodes: Vec<CapNode>,
    /// For each node, the shadow of its rounded position.
    places: Vec<[f64; 2]>,
    /// The numbers of the nodes that are crossings, or [`NONE`].
    crossings: Vec<u32>,
    /// The numbers of the nodes that are vertices.
    vertices: HashMap<u32, u32>,
    /// The exact and the rounded positions of the points where segments cross, and where several planes meet.
    meetings: Vec<(Support, [f64; 3])>,
    margin: f64,
}

/// The value that marks a missing number.
const NONE: u32 = u32::MAX;

impl<'t, 'm> CapNodes<'t, 'm> {
    /// Returns a list without nodes. `cutters` are the planes of a cut, and `own` is the index of that of the trace. Its front
    /// is the canonical side.
    pub(super) fn new(trace: &'t Trace<'m>, cutters: &'m [CuttingPlane], own: u32) -> Self {
        Self {
            trace,
            exact: ExactNodes {
                positions: &trace.mesh.positions,
                cutter: cutters[own as usize],
                shadow: Shadow::of_normal(&trace.plane.normal()),
                cutters,
                own,
            },
            frame: match trace.plane.along_axis() {
                Some(_) => None,
                None => Some(Frame::of(&trace.plane)),
            },
            nodes: Vec::new(),
            places: Vec::new(),
            crossings: vec![NONE; trace.crossings.len()],
            vertices: HashMap::new(),
            meetings: Vec::new(),
            margin: f64::MIN_POSITIVE,
        }
    }

    /// Returns the number of a node; adds the node if it is new.
    pub(super) fn add(&mut self, node: Node) -> u32 {
        let next = self.nodes.len() as u32;
        let number = match node {
            Node::Crossing(crossing) => &mut self.crossings[crossing as usize],
            Node::Vertex(vertex) => self.vertices.entry(vertex).or_insert(NONE),
        };
        if *number != NONE {
            return *number;
        }
        *number = next;
        let is_rounded = matches!(node, Node::Crossing(_));
        self.push(CapNode::Node(node), is_rounded);
        next
    }

    /// Returns the point where two segments cross, and its rounded position. Each segment is given by the edges of its ends.
    pub(super) fn meeting_of(&self, [first, second]: [[Ends; 2]; 2]) -> (Support, [f64; 3]) {
        self.exact.meeting(first, second)
    }

    /// Adds a node that is not a node of the section, and returns its number.
    pub(super) fn add_made(&mut self, support: Support, position: [f64; 3]) -> u32 {
        let meeting = self.meetings.len() as u32;
        self.meetings.push((support, position));
        self.push(CapNode::Meeting(meeting), true);
        self.nodes.len() as u32 - 1
    }

    fn push(&mut self, node: CapNode, is_rounded: bool) {
        let place = self.exact.shadow.cast(&self.position(node));
        if is_rounded {
            // Each coordinate is the nearest float.
            self.margin = self.margin.max(U * place[0].abs().max(place[1].abs()));
        }
        self.nodes.push(node);
        self.places.push(place);
    }

    pub(super) fn count(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn node(&self, number: u32) -> CapNode {
        self.nodes[number as usize]
    }

    fn position(&self, node: CapNode) -> [f64; 3] {
        match node {
            CapNode::Node(node) => self.trace.position(node),
            CapNode::Meeting(meeting) => self.meetings[meeting as usize].1,
        }
    }

    fn support(&self, number: u32) -> Support {
        match self.node(number) {
            CapNode::Node(node) => Support::Node(self.trace.ends(node)),
            CapNode::Meeting(meeting) => self.meetings[meeting as usize].0,
        }
    }
}

impl Nodes for CapNodes<'_, '_> {
    fn place(&self, node: u32) -> [f64; 2] {
        self.places[node as usize]
    }

    fn margin(&self) -> f64 {
        self.margin
    }

    fn turn(&self, a: u32, b: u32, c: u32) -> Side {
        let nodes = [a, b, c].each(|node| self.support(node));
        self.exact.turn(nodes.each_ref(), self.place(a))
    }

    fn order(&self, a: u32, b: u32, direction: [f64; 2]) -> Ordering {
        if a == b {
            return Ordering::Equal;
        }
        let [first, second] = [a, b].each(|node| self.support(node));
        let along = |direction| self.exact.order(&first, &second, direction, self.place(a));
        along(direction).then_with(|| along([0.0, 1.0]))
    }

    fn shapes(&self, nodes: impl Iterator<Item = u32>) -> Option<Vec<[f64; 2]>> {
        let frame = self.frame.as_ref()?;
        let shape = |node: u32| frame.to_2d(&self.position(self.node(node)));
        Some(nodes.map(shape).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::indexed::{Mesh, RawMesh};
    use transect::Cutter;
    use transect::Plane;
    use transect::PlaneThrough;
    use transect_exact::SplitMix64;

    /// Compares turns and orders of random nodes with those of determinants in integers. Returns the number of turns that
    /// are exactly zero, of nodes at the same place, and of all trials.
    fn compare(mesh: &Mesh, cutter: &impl Cutter, random: &mut SplitMix64) -> [usize; 3] {
        let trace = Trace::new(mesh, cutter);
        let plane = cutter.as_given();
        let cutters = [if trace.flipped {
            plane.flipped()
        } else {
            plane
        }];
        let mut nodes = CapNodes::new(&trace, &cutters, 0);
        for crossing in 0..trace.crossings.len() as u32 {
            nodes.add(Node::Crossing(crossing));
        }
        for (vertex, &side) in trace.sides.iter().enumerate() {
            if side == crate::mesh::trace::ON {
                nodes.add(Node::Vertex(vertex as u32));
            }
        }
        let count = nodes.count();
        let mut counts = [0; 3];
        if count < 3 {
            return counts;
        }
        for _ in 0..300 {
            let [a, b, c] = [(); 3].map(|()| random.below(count) as u32);
            if a == b || b == c || c == a {
                continue;
            }
            // Relative to another origin, the determinant is the same polynomial, but its terms are others.
            let origin = [1.0, -2.0];
            let supports = [a, b, c].map(|node| nodes.support(node));
            let exact = nodes.exact.turn_in_integers(supports.each_ref(), origin);
            let found = nodes.turn(a, b, c);
            assert_eq!(found, exact, "{:?}", [a, b, c].map(|node| nodes.node(node)));
            let along = |direction: [f64; 2]| {
                let [first, second, _] = &supports;
                nodes
                    .exact
                    .order_in_integers([first, second], direction, origin)
            };
            let direction = [[1.0, 0.34375], [0.046875, 1.0]][random.below(2)];
            let order = match nodes.order(a, b, direction) {
                Ordering::Less => Side::Back,
                Ordering::Equal => Side::On,
                Ordering::Greater => Side::Front,
            };
            let [x, y] = [along([1.0, 0.0]), along([0.0, 1.0])];
            assert_eq!(order == Side::On, x == Side::On && y == Side::On);
            let expected = match along(direction) {
                Side::On => y,
                side => side,
            };
            assert_eq!(order, expected);
            counts[0] += usize::from(found == Side::On);
            counts[1] += usize::from(order == Side::On);
            counts[2] += 1;
        }
        counts
    }

    #[test]
    fn turns_by_planes_are_those_of_determinants() {
        let mut random = SplitMix64::new(1);
        let mut totals = [0; 3];
        for trial in 0..60 {
            let range = [3, 5, 1000][trial % 3];
            let scale = [1.0, 0.1, 0.1][trial / 3 % 3];
            let mut float = || (random.below(range) as f64 - 1.0) * scale;
            let positions: Vec<[f64; 3]> = (0..30).map(|_| [(); 3].map(|()| float())).collect();
            let triangles = (0..40)
                .map(|_| [(); 3].map(|()| random.below(30) as u32))
                .collect();
            let raw = RawMesh {
                positions,
                triangles,
                ..RawMesh::default()
            };
            let mesh = Mesh::new(raw).expect("a mesh");
            let mut add = |counts: [usize; 3]| {
                for (total, count) in totals.iter_mut().zip(counts) {
                    *total += count;
                }
            };
            let plane =
                |normal: [f64; 3], offset: f64| Plane::new(normal, offset).expect("a plane");
            let middle = -0.5 * scale;
            add(compare(&mesh, &plane([0.0, 0.0, 1.0], middle), &mut random));
            add(compare(&mesh, &plane([0.0, -1.0, 0.0], 0.0), &mut random));
            add(compare(
                &mesh,
                &plane([1.0, 2.0, -3.0], middle),
                &mut random,
            ));
            add(compare(&mesh, &plane([-0.1, 0.7, 0.3], 0.05), &mut random));
            let points = [[0.1, 0.2, 0.3], [0.7, 0.1, 0.2], [0.3, 0.9, 0.4]];
            let through = PlaneThrough::new(points).expect("a plane");
            add(compare(&mesh, &through, &mut random));
            if let Ok(through) = PlaneThrough::new([0, 1, 2].map(|v| mesh.positions()[v])) {
                add(compare(&mesh, &through, &mut random));
            }
        }
        let [zeros, same, all] = totals;
        assert!(all > 20_000 && zeros > 500 && same > 20, "{totals:?}");
    }
}
