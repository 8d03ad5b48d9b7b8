//! The nodes of a section, with exact comparisons of their unrounded positions.

use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;

use hashbrown::HashMap;

use crate::arrays::Few as _;
use crate::cutter::Cutter;
use crate::frame::Frame;
use crate::mesh::trace::{BACK, Node, Trace};
use crate::predicates::crossing::Affine;
use crate::predicates::determinant::{determinant, difference, minor};
use crate::predicates::polynomial::{Number, Polynomial, digits, sign};
use crate::predicates::unit::U;
use crate::shadow::Shadow;
use crate::side::Side;
use crate::triangulation::figure::{Nodes, SLANT};

/// Nodes of a section, numbered from 0 on in the order in which they are added.
///
/// The position of a node is that of a vertex in the plane, or the exact crossing of an edge with the plane. Let v be
/// the function of the cutter, n·p + d or a determinant, and let a and b be the ends of an edge with v(a) < 0 < v(b).
/// The crossing is (v(b)·a − v(a)·b)/(v(b) − v(a)), and its denominator is positive. Positions are compared in the two
/// coordinates that the shadow of the plane keeps.
pub(super) struct CapNodes<'t, 'm, C> {
    trace: &'t Trace<'m>,
    /// The cutter, seen from the canonical side of the trace.
    cutter: C,
    shadow: Shadow,
    /// The coordinates in which the shape of triangles is judged. `None` if the plane is perpendicular to an axis: then
    /// they are those of the shadow, up to a turn by a right angle.
    frame: Option<Frame>,
    nodes: Vec<Node>,
    /// For each node, the shadow of its rounded position.
    places: Vec<[f64; 2]>,
    /// The numbers of the nodes that are crossings, or [`NONE`].
    crossings: Vec<u32>,
    /// The numbers of the nodes that are vertices.
    vertices: HashMap<u32, u32>,
    margin: f64,
}

/// The value that marks a missing number.
const NONE: u32 = u32::MAX;

/// The support of a node: the ends of its edge behind the plane and in front of it, or twice a vertex in the plane.
type Support = [u32; 2];

impl<'t, 'm, C: Cutter> CapNodes<'t, 'm, C> {
    pub(super) fn new(trace: &'t Trace<'m>, cutter: &C) -> Self {
        Self {
            trace,
            cutter: if trace.flipped {
                cutter.turned()
            } else {
                *cutter
            },
            shadow: Shadow::of(&trace.plane.normal()),
            frame: match trace.plane.along_axis() {
                Some(_) => None,
                None => Some(Frame::of(&trace.plane)),
            },
            nodes: Vec::new(),
            places: Vec::new(),
            crossings: vec![NONE; trace.crossings.len()],
            vertices: HashMap::new(),
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
        let place = self.shadow.project(&self.trace.position(node));
        if let Node::Crossing(_) = node {
            // Each coordinate of a crossing is the nearest float.
            self.margin = self.margin.max(U * place[0].abs().max(place[1].abs()));
        }
        self.nodes.push(node);
        self.places.push(place);
        next
    }

    pub(super) fn count(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn node(&self, number: u32) -> Node {
        self.nodes[number as usize]
    }

    fn support(&self, number: u32) -> Support {
        match self.node(number) {
            Node::Vertex(vertex) => [vertex; 2],
            Node::Crossing(crossing) => {
                let [a, b] = self.trace.crossings[crossing as usize].ends;
                if self.trace.sides[a as usize] == BACK {
                    [a, b]
                } else {
                    [b, a]
                }
            }
        }
    }

    fn position(&self, vertex: u32) -> &[f64; 3] {
        &self.trace.mesh.positions[vertex as usize]
    }

    /// Returns a node for formulas in coordinates relative to `origin`.
    fn relative(&self, number: u32, origin: [f64; 2]) -> Relative<'_, C> {
        let [a, b] = self.support(number);
        let [a_place, b_place] = [a, b].each(|vertex| self.shadow.project(self.position(vertex)));
        Relative {
            places: [a_place, b_place],
            ends: (a != b).then(|| [a, b].each(|vertex| self.position(vertex))),
            origin,
            cutter: &self.cutter,
        }
    }

    /// Returns the side of the line from node a to node b on which node c lies, if a and b lie in the plane of three
    /// vertices that their supports consist of.
    ///
    /// Let p be the common end of the edges of a and b, and q and r the other ends. The line from a to b lies in the
    /// plane through p, q and r, whose normal is N = (q − p) × (r − p). With v as above, and a and b at p + α(q − p) and
    /// p + β(r − p), b − a is a multiple of N × n, and the factor has the sign of −v(p). So c lies on the left, as seen
    /// from the front, if it lies on the side of N and v(p) < 0, or on the other side and v(p) > 0. If a is a vertex in
    /// the plane, it takes the place of q, and p is the end of the other edge behind the plane; likewise for b.
    fn by_plane(&self, a: Support, b: Support, c: Support) -> Option<Side> {
        let is_vertex = |support: &Support| support[0] == support[1];
        let (corners, is_behind) = match (is_vertex(&a), is_vertex(&b)) {
            (true, true) => return None,
            (true, false) => ([b[0], a[0], b[1]], true),
            (false, true) => ([a[0], a[1], b[0]], true),
            (false, false) if a[0] == b[0] => ([a[0], a[1], b[1]], true),
            (false, false) if a[1] == b[1] => ([a[1], a[0], b[0]], false),
            (false, false) => return None,
        };
        let side = self.side_of_three(corners, c);
        Some(if is_behind { side } else { -side })
    }

    /// Returns the side of the plane through three vertices on which a node lies.
    fn side_of_three(&self, corners: [u32; 3], node: Support) -> Side {
        let on_plane = node.each(|vertex| corners.contains(&vertex));
        let corners = corners.each(|vertex| self.position(vertex));
        let [a, b] = node.each(|vertex| self.position(vertex));
        // If one end of the edge lies in the plane, the crossing lies on the side of the other end.
        match on_plane {
            [true, true] => Side::On,
            [true, false] => sign::<{ digits(3) }>(&OfVertex(corners, b)),
            [false, true] => sign::<{ digits(3) }>(&OfVertex(corners, a)),
            [false, false] if node[0] == node[1] => sign::<{ digits(3) }>(&OfVertex(corners, a)),
            [false, false] => sign::<{ digits(6) }>(&OfCrossing {
                corners,
                ends: [a, b],
                cutter: &self.cutter,
            }),
        }
    }
}

impl<C: Cutter> Nodes for CapNodes<'_, '_, C> {
    fn place(&self, node: u32) -> [f64; 2] {
        self.places[node as usize]
    }

    fn margin(&self) -> f64 {
        self.margin
    }

    /// The plane of a triangle is compared first (docs/exactness.md): its polynomial has a lower degree, and flat faces
    /// make it exactly zero, which floats often prove. The pair of nodes is preferred whose plane contains an end of the
    /// third node's edge.
    fn turn(&self, a: u32, b: u32, c: u32) -> Side {
        let [first, second, third] = [a, b, c].each(|node| self.support(node));
        let shares = |one: &Support, other: &Support| one.iter().any(|end| other.contains(end));
        let turns = [
            [first, second, third],
            [second, third, first],
            [third, first, second],
        ];
        let meets = |[a, b, c]: &[Support; 3]| shares(a, c) || shares(b, c);
        let near = turns.iter().filter(|turn| meets(turn));
        let far = turns.iter().filter(|turn| !meets(turn));
        near.chain(far)
            .find_map(|&[a, b, c]| self.by_plane(a, b, c))
            .unwrap_or_else(|| {
                let origin = self.place(a);
                let nodes = [a, b, c].each(|node| self.relative(node, origin));
                sign::<{ digits(11) }>(&Turn(nodes))
            })
    }

    fn order(&self, a: u32, b: u32) -> Ordering {
        if a == b {
            return Ordering::Equal;
        }
        let origin = self.place(a);
        let nodes = [a, b].each(|node| self.relative(node, origin));
        let along = sign::<{ digits(8) }>(&Ahead(&nodes, [1.0, SLANT]));
        let side = match along {
            Side::On => sign::<{ digits(8) }>(&Ahead(&nodes, [0.0, 1.0])),
            side => side,
        };
        match side {
            Side::Back => Ordering::Less,
            Side::On => Ordering::Equal,
            Side::Front => Ordering::Greater,
        }
    }

    fn shape(&self, node: u32) -> [f64; 2] {
        match &self.frame {
            Some(frame) => frame.to_2d(&self.trace.position(self.node(node))),
            None => self.place(node),
        }
    }
}

/// A node in homogeneous coordinates: a vertex in the plane, or the crossing of an edge.
struct Relative<'a, C> {
    /// The shadows of the ends of the edge behind the plane and in front of it, or twice the shadow of the vertex.
    places: [[f64; 2]; 2],
    /// The ends of the edge; `None` for a vertex.
    ends: Option<[&'a [f64; 3]; 2]>,
    origin: [f64; 2],
    cutter: &'a C,
}

impl<C: Affine> Relative<'_, C> {
    /// Returns the coordinates relative to the origin, and the positive denominator by which they are to be divided.
    /// Their degrees are 3 and 2 for a plane given by coefficients, 4 and 3 for a plane given by its points.
    fn homogeneous<N: Number>(&self) -> [N; 3] {
        let [[a_x, a_y], [b_x, b_y]]: [[N; 2]; 2] =
            self.places.each(|place| difference(&place, &self.origin));
        let Some([a, b]) = self.ends else {
            return [a_x, a_y, N::of(1.0)];
        };
        let [at_a, at_b]: [N; 2] = [self.cutter.at(a), self.cutter.at(b)];
        let between = |a: &N, b: &N| minor(a, b, &at_a, &at_b);
        [between(&a_x, &b_x), between(&a_y, &b_y), at_b.minus(&at_a)]
    }
}

/// The turn of three nodes.
struct Turn<'a, C>([Relative<'a, C>; 3]);

impl<C: Affine> Polynomial for Turn<'_, C> {
    fn evaluate<N: Number>(&self) -> N {
        let [a, b, c]: [[N; 3]; 3] = self.0.each_ref().each(Relative::homogeneous);
        determinant([&a, &b, &c])
    }
}

/// The difference of two nodes along a direction.
struct Ahead<'a, C>(&'a [Relative<'a, C>; 2], [f64; 2]);

impl<C: Affine> Polynomial for Ahead<'_, C> {
    fn evaluate<N: Number>(&self) -> N {
        let [a, b]: [[N; 3]; 2] = self.0.each_ref().each(Relative::homogeneous);
        let along = |[x, y, _]: &[N; 3]| {
            let [on_x, on_y] = self.1.each(N::of);
            x.times(&on_x).plus(&y.times(&on_y))
        };
        along(&a).times(&b[2]).minus(&along(&b).times(&a[2]))
    }
}

/// The position of a point relative to the plane through three points.
struct OfVertex<'a>([&'a [f64; 3]; 3], &'a [f64; 3]);

impl Polynomial for OfVertex<'_> {
    fn evaluate<N: Number>(&self) -> N {
        volume(self.0, self.1)
    }
}

/// The position of the crossing of an edge relative to the plane through three points.
struct OfCrossing<'a, C> {
    corners: [&'a [f64; 3]; 3],
    /// The ends of the edge behind the cutter and in front of it.
    ends: [&'a [f64; 3]; 2],
    cutter: &'a C,
}

impl<C: Affine> Polynomial for OfCrossing<'_, C> {
    fn evaluate<N: Number>(&self) -> N {
        let [of_a, of_b]: [N; 2] = self.ends.each(|end| volume(self.corners, end));
        let [at_a, at_b]: [N; 2] = self.ends.each(|end| self.cutter.at(end));
        minor(&of_a, &of_b, &at_a, &at_b)
    }
}

/// Returns six times the signed volume of the tetrahedron with the corners p, q, r and the given point. It is positive
/// if the point lies on the side from which p, q and r are counter-clockwise.
fn volume<N: Number>([p, q, r]: [&[f64; 3]; 3], point: &[f64; 3]) -> N {
    determinant([&difference(q, p), &difference(r, p), &difference(point, p)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::indexed::{Mesh, RawMesh};
    use crate::plane::Plane;
    use crate::plane_through::PlaneThrough;
    use crate::predicates::dyadic::Dyadic;
    use crate::random::SplitMix64;

    /// Compares turns and orders of random nodes with those of determinants in integers. Returns the number of turns that
    /// are exactly zero, of nodes at the same place, and of all trials.
    fn compare(mesh: &Mesh, cutter: &impl Cutter, random: &mut SplitMix64) -> [usize; 3] {
        let trace = Trace::new(mesh, cutter);
        let mut nodes = CapNodes::new(&trace, cutter);
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
            let relative = [a, b, c].map(|node| nodes.relative(node, [1.0, -2.0]));
            let exact = Turn(relative).evaluate::<Dyadic<{ digits(11) }>>().side();
            let found = nodes.turn(a, b, c);
            assert_eq!(found, exact, "{:?}", [a, b, c].map(|node| nodes.node(node)));
            let [first, second] = [a, b].map(|node| nodes.relative(node, [1.0, -2.0]));
            let both = [first, second];
            let along = |direction: [f64; 2]| {
                Ahead(&both, direction)
                    .evaluate::<Dyadic<{ digits(8) }>>()
                    .side()
            };
            let order = match nodes.order(a, b) {
                Ordering::Less => Side::Back,
                Ordering::Equal => Side::On,
                Ordering::Greater => Side::Front,
            };
            let [x, y] = [along([1.0, 0.0]), along([0.0, 1.0])];
            assert_eq!(order == Side::On, x == Side::On && y == Side::On);
            let expected = match along([1.0, SLANT]) {
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
