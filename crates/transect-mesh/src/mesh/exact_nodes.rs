//! Exact positions of the nodes of a section, and exact signs of their turns and of their order.

use core::cmp::Ordering;

use crate::mesh::exact_place::{Place, Space};
use transect::Shadow;
#[cfg(test)]
use transect_exact::Dyadic;
use transect_exact::Side;
use transect_exact::arrays::{Few as _, array};
use transect_exact::crossing::Affine;
use transect_exact::determinant::{determinant, difference, minor, numbers_of};
use transect_exact::number::Number;
use transect_exact::polynomial::{Polynomial, digits, sign};
use transect_exact::quotient::quotient;

/// The ends of an edge, as vertices: the end behind the plane, and the end in front of it. Twice a vertex stands for a
/// vertex in the plane.
pub(super) type Ends = [u32; 2];

/// The exact position of a node of a section.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Support {
    /// A vertex in the plane, or the crossing of an edge with the plane.
    Node(Ends),
    /// The common point of two segments of the section, which cross. The first end of the first segment lies on the left
    /// of the second segment.
    Meeting([[Ends; 2]; 2]),
    /// A point that is not a node of the exact cut: the sums of two floats, in the coordinates of the shadow.
    Written([[f64; 2]; 2]),
    /// A node at which the plane meets other planes.
    Place(Place),
}

/// The input and the plane from which the exact positions of nodes follow.
///
/// Let v be the function of the cutter, n·p + d or a determinant, and let a and b be the ends of an edge with
/// v(a) < 0 < v(b). The crossing of the edge is (v(b)·a − v(a)·b)/(v(b) − v(a)), and its denominator is positive.
/// Positions are compared in the two coordinates that the shadow of the plane keeps.
pub(super) struct ExactNodes<'m, C> {
    pub(super) positions: &'m [[f64; 3]],
    pub(super) cutter: C,
    pub(super) shadow: Shadow,
    /// The planes to which the indices in places refer. Empty if only one plane cuts.
    pub(super) cutters: &'m [C],
    /// The index of the cutter among `cutters`.
    pub(super) own: u32,
}

impl<'m, C: Affine> ExactNodes<'m, C> {
    fn position(&self, vertex: u32) -> &'m [f64; 3] {
        &self.positions[vertex as usize]
    }

    /// Returns the exact side of the line from a to b on which c lies. `origin` is a point near the nodes, in the
    /// coordinates of the shadow.
    ///
    /// The plane of a triangle is compared first (docs/exactness.md): its polynomial has a lower degree, and flat faces
    /// make it exactly zero, which floats often prove. The pair of nodes is preferred whose plane contains an end of the
    /// third node's edge.
    pub(super) fn turn(&self, nodes: [&Support; 3], origin: [f64; 2]) -> Side {
        if let [
            Support::Node(first),
            Support::Node(second),
            Support::Node(third),
        ] = nodes
        {
            return self.turn_of_nodes([*first, *second, *third], origin);
        }
        if is_on_one_segment(nodes) || self.are_on_one_line(nodes) {
            return Side::On;
        }
        // Three meetings have coordinates of degree 15 and denominators of degree 14: 15 + 15 + 14.
        sign::<{ digits(44) }>(&Turn(nodes.each(|node| self.relative(node, origin))))
    }

    fn turn_of_nodes(&self, [first, second, third]: [Ends; 3], origin: [f64; 2]) -> Side {
        if self.are_on_one_level(&[first, second, third]) {
            return Side::On;
        }
        let shares = |one: &Ends, other: &Ends| one.iter().any(|end| other.contains(end));
        let turns = [
            [first, second, third],
            [second, third, first],
            [third, first, second],
        ];
        let meets = |[a, b, c]: &[Ends; 3]| shares(a, c) || shares(b, c);
        let near = turns.iter().filter(|turn| meets(turn));
        let far = turns.iter().filter(|turn| !meets(turn));
        near.chain(far)
            .find_map(|&[a, b, c]| self.by_plane(a, b, c))
            .unwrap_or_else(|| {
                // Crossings have coordinates of degree 4 and denominators of degree 3: 4 + 4 + 3.
                let nodes = [first, second, third].each(Support::Node);
                let nodes = nodes.each_ref().each(|node| self.relative(node, origin));
                sign::<{ digits(11) }>(&Turn(nodes))
            })
    }

    /// Returns `true` if another plane that made one of the nodes contains all of them: then they are on its common line
    /// with the cutter.
    fn are_on_one_line(&self, nodes: [&Support; 3]) -> bool {
        let contains = |plane: u32, node: &Support| match *node {
            Support::Node(ends) => {
                let cutters = [&self.cutter, &self.cutters[plane as usize]];
                let ends = ends.each(|end| self.position(end));
                sign::<{ digits(6) }>(&OfPlane { ends, cutters }) == Side::On
            }
            Support::Place(place) => place.planes().any(|own| own == plane),
            Support::Meeting(_) | Support::Written(_) => false,
        };
        let own = nodes.iter().filter_map(|node| match node {
            Support::Place(place) => Some(place.planes()),
            _ => None,
        });
        own.flatten()
            .filter(|&plane| plane != self.own)
            .any(|plane| nodes.iter().all(|node| contains(plane, node)))
    }

    /// Returns `true` if the ends of all edges have the same coordinate on an axis. Then the nodes have it, too, as those of
    /// walls that are parallel to an axis.
    fn are_on_one_level(&self, nodes: &[Ends; 3]) -> bool {
        self.shadow.axes().iter().any(|&axis| {
            let level = self.position(nodes[0][0])[axis];
            let mut ends = nodes.as_flattened().iter();
            ends.all(|&end| self.position(end)[axis] == level)
        })
    }

    /// Returns the exact order of two nodes along a direction. `origin` is a point near the nodes.
    pub(super) fn order(
        &self,
        a: &Support,
        b: &Support,
        direction: [f64; 2],
        origin: [f64; 2],
    ) -> Ordering {
        let nodes = [a, b].each(|node| self.relative(node, origin));
        let ahead = Ahead(&nodes, direction);
        // The degrees are those of a coordinate and of a denominator, and 1 for the direction.
        let side = match [a, b] {
            [Support::Node(_), Support::Node(_)] => sign::<{ digits(8) }>(&ahead),
            _ => sign::<{ digits(30) }>(&ahead),
        };
        match side {
            Side::Back => Ordering::Less,
            Side::On => Ordering::Equal,
            Side::Front => Ordering::Greater,
        }
    }

    /// Returns the common point of two segments that cross, and its position; each coordinate is the nearest float.
    pub(super) fn meeting(&self, first: [Ends; 2], second: [Ends; 2]) -> (Support, [f64; 3]) {
        let [from, to] = second.each(Support::Node);
        let start = Support::Node(first[0]);
        let is_left = self.turn([&from, &to, &start], [0.0; 2]) == Side::Front;
        let meeting = Meeting {
            exact: self,
            first: if is_left { first } else { [first[1], first[0]] },
            second,
        };
        let position = array(|axis| {
            quotient::<{ digits(15) }>(&Numerator(&meeting, axis), &Denominator(&meeting)) + 0.0
        });
        (Support::Meeting([meeting.first, second]), position)
    }

    /// Returns a node in homogeneous coordinates: the coordinate on an axis, and the positive number by which it is to be
    /// divided. Their degrees are 3 and 2 for a plane given by coefficients, 4 and 3 for a plane given by its points.
    fn coordinate<N: Number>(&self, [a, b]: Ends, axis: usize, origin: f64) -> [N; 2] {
        let [low, high] = [a, b].each(|end| self.position(end));
        let along = |end: &[f64; 3]| N::of(end[axis]).minus(&N::of(origin));
        if a == b {
            return [along(low), N::of(1.0)];
        }
        let [at_low, at_high]: [N; 2] = [self.cutter.at(low), self.cutter.at(high)];
        let between = minor(&along(low), &along(high), &at_low, &at_high);
        [between, at_high.minus(&at_low)]
    }

    /// Returns a node as two coordinates of the shadow, relative to `origin`, and their common positive denominator.
    fn homogeneous<N: Number>(&self, ends: Ends, origin: [f64; 2]) -> [N; 3] {
        let [first, second] = self.shadow.axes();
        let [x, weight] = self.coordinate(ends, first, origin[0]);
        let [y, _] = self.coordinate(ends, second, origin[1]);
        [x, y, weight]
    }

    /// Returns the turn of three nodes by the determinant in integers.
    #[cfg(test)]
    pub(super) fn turn_in_integers(&self, nodes: [&Support; 3], origin: [f64; 2]) -> Side {
        let turn = Turn(nodes.each(|node| self.relative(node, origin)));
        turn.evaluate::<Dyadic<{ digits(44) }>>().side()
    }

    /// Returns the order of two nodes along a direction, in integers.
    #[cfg(test)]
    pub(super) fn order_in_integers(
        &self,
        nodes: [&Support; 2],
        direction: [f64; 2],
        origin: [f64; 2],
    ) -> Side {
        let nodes = nodes.each(|node| self.relative(node, origin));
        let ahead = Ahead(&nodes, direction);
        ahead.evaluate::<Dyadic<{ digits(30) }>>().side()
    }

    /// Returns a node for formulas in coordinates relative to `origin`.
    fn relative<'a>(&'a self, node: &'a Support, origin: [f64; 2]) -> Relative<'a, 'm, C> {
        Relative {
            exact: self,
            node,
            origin,
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
    fn by_plane(&self, a: Ends, b: Ends, c: Ends) -> Option<Side> {
        let is_vertex = |ends: &Ends| ends[0] == ends[1];
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
    fn side_of_three(&self, corners: [u32; 3], node: Ends) -> Side {
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

/// Returns `true` if a segment that crosses others contains all three nodes: they are ends of it, or its meetings.
fn is_on_one_segment(nodes: [&Support; 3]) -> bool {
    let contains = |[from, to]: &[Ends; 2], node: &Support| match node {
        Support::Node(ends) => ends == from || ends == to,
        Support::Meeting(segments) => segments
            .iter()
            .any(|segment| segment == &[*from, *to] || segment == &[*to, *from]),
        Support::Written(_) | Support::Place(_) => false,
    };
    let segments = nodes.iter().flat_map(|node| match node {
        Support::Meeting(segments) => segments.as_slice(),
        _ => &[],
    });
    let mut segments = segments.filter(|segment| nodes.iter().all(|node| contains(segment, node)));
    segments.next().is_some()
}

/// A node for formulas in coordinates relative to an origin.
struct Relative<'a, 'm, C> {
    exact: &'a ExactNodes<'m, C>,
    node: &'a Support,
    origin: [f64; 2],
}

impl<C: Affine> Relative<'_, '_, C> {
    /// Returns the coordinates relative to the origin, and the positive number by which they are to be divided.
    fn homogeneous<N: Number>(&self) -> [N; 3] {
        match *self.node {
            Support::Node(ends) => self.exact.homogeneous(ends, self.origin),
            Support::Meeting([first, second]) => {
                let meeting = Meeting {
                    exact: self.exact,
                    first,
                    second,
                };
                let [a, b] = first.each(|ends| self.exact.homogeneous::<N>(ends, self.origin));
                let [of_a, of_b] = meeting.sides(self.origin);
                numbers_of(|place| minor(&b[place], &a[place], &of_b, &of_a))
            }
            Support::Written([high, low]) => {
                let along = |axis: usize| {
                    let sum = N::of(high[axis]).plus(&N::of(low[axis]));
                    sum.minus(&N::of(self.origin[axis]))
                };
                [along(0), along(1), N::of(1.0)]
            }
            Support::Place(ref place) => {
                let space = Space {
                    positions: self.exact.positions,
                    cutters: self.exact.cutters,
                };
                let numbers: [N; 4] = space.homogeneous(place);
                let [first, second] = self.exact.shadow.axes();
                let along = |axis: usize, origin: f64| {
                    numbers[axis].minus(&N::of(origin).times(&numbers[3]))
                };
                let [x, y] = self.origin;
                [along(first, x), along(second, y), numbers[3].clone()]
            }
        }
    }
}

/// The common point of two segments a, b and c, d.
///
/// Let L be twice the signed area of c, d and a point, multiplied by positive denominators. The point is
/// (L(a)·b − L(b)·a)/(L(a)·w(b) − L(b)·w(a)), where w is the denominator of a node. L(a) is positive and L(b) is negative,
/// so the denominator is positive. The degrees of L are 8 and 11, and those of the point 11/10 and 15/14.
struct Meeting<'a, 'm, C> {
    exact: &'a ExactNodes<'m, C>,
    first: [Ends; 2],
    second: [Ends; 2],
}

impl<C: Affine> Meeting<'_, '_, C> {
    /// Returns L(a) and L(b).
    fn sides<N: Number>(&self, origin: [f64; 2]) -> [N; 2] {
        let [c, d] = self
            .second
            .each(|ends| self.exact.homogeneous::<N>(ends, origin));
        self.first
            .each(|ends| determinant([&c, &d, &self.exact.homogeneous(ends, origin)]))
    }

    /// Returns L(a)·p(b) − L(b)·p(a), where p is a number of a node.
    fn between<N: Number>(&self, number: impl Fn(Ends) -> N) -> N {
        let [of_a, of_b] = self.sides([0.0; 2]);
        let [a, b] = self.first.each(number);
        minor(&b, &a, &of_b, &of_a)
    }
}

/// The numerator of a meeting's coordinate on an axis.
struct Numerator<'a, 'e, 'm, C>(&'a Meeting<'e, 'm, C>, usize);

impl<C: Affine> Polynomial for Numerator<'_, '_, '_, C> {
    fn evaluate<N: Number>(&self) -> N {
        let Self(meeting, axis) = *self;
        meeting.between(|ends| {
            let [numerator, _] = meeting.exact.coordinate::<N>(ends, axis, 0.0);
            numerator
        })
    }
}

/// The denominator of a meeting's coordinates.
struct Denominator<'a, 'e, 'm, C>(&'a Meeting<'e, 'm, C>);

impl<C: Affine> Polynomial for Denominator<'_, '_, '_, C> {
    fn evaluate<N: Number>(&self) -> N {
        let Self(meeting) = *self;
        meeting.between(|ends| {
            let [_, weight] = meeting.exact.coordinate::<N>(ends, 0, 0.0);
            weight
        })
    }
}

/// The turn of three nodes.
struct Turn<'a, 'm, C>([Relative<'a, 'm, C>; 3]);

impl<C: Affine> Polynomial for Turn<'_, '_, C> {
    fn evaluate<N: Number>(&self) -> N {
        let [a, b, c]: [[N; 3]; 3] = self.0.each_ref().each(Relative::homogeneous);
        determinant([&a, &b, &c])
    }
}

/// The difference of two nodes along a direction.
struct Ahead<'a, 'm, C>(&'a [Relative<'a, 'm, C>; 2], [f64; 2]);

impl<C: Affine> Polynomial for Ahead<'_, '_, C> {
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

/// The value of a second plane at the point where the first crosses an edge. For a vertex in the first plane, which is both
/// ends of the edge, the value is that of the vertex.
struct OfPlane<'a, C> {
    ends: [&'a [f64; 3]; 2],
    cutters: [&'a C; 2],
}

impl<C: Affine> Polynomial for OfPlane<'_, C> {
    fn evaluate<N: Number>(&self) -> N {
        let [own, other] = self.cutters;
        let [a, b] = self.ends;
        if core::ptr::eq(a, b) {
            return other.at(a);
        }
        minor(&other.at::<N>(a), &other.at(b), &own.at(a), &own.at(b))
    }
}

/// Returns six times the signed volume of the tetrahedron with the corners p, q, r and the given point. It is positive
/// if the point lies on the side from which p, q and r are counter-clockwise.
fn volume<N: Number>([p, q, r]: [&[f64; 3]; 3], point: &[f64; 3]) -> N {
    determinant([&difference(q, p), &difference(r, p), &difference(point, p)])
}
