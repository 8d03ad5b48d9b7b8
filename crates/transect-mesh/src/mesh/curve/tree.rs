//! A segment tree over the knots of a curve, which are the heights of a mesh's vertices. The tree adds up polynomials
//! that hold on ranges of heights, without any subtraction.

use alloc::vec;
use alloc::vec::Vec;

use transect_exact::arrays::Few as _;
use transect_exact::unit::{SMALLEST, U};

// # Pieces and their bounds
//
// Let ρ be the largest measure |x| + |y| of a vertex, where x and y are coordinates in the plane, relative to the
// centre of the bounding box, and ℓ the largest such measure of an edge. u is 2⁻⁵³, and η the smallest positive float.
//
// Pieces. A triangle has up to two pieces, below and above the height of its middle corner. Its long edge joins its
// lowest and its highest corner. In each piece, the long edge and one short edge meet at a corner a, the apex. Let E
// and F be their vectors from a. A plane at the height h meets a piece in a segment from q = a + t·E to a + s·F, with
// the vector g = s·F − t·E. Each of the shares t and s is |h − h(a)|, divided by the difference of height between the
// ends of its edge. The segment adds ±½·q × g to A, and ±(q × g)·(2q + g)/6 to the first moments: plus if it has the
// material on its left, seen with x to the right and y up. A horizontal triangle adds nothing; the area jumps at its
// height.
//
// Nothing is subtracted. If the heights of a triangle's corners differ by d, the coefficients of its pieces in powers
// of h grow like 1/d². A running sum, which adds a piece at its lower end and subtracts it at its upper end, would keep
// their rounding errors. Instead, a segment tree over the n knots stores each piece in O(log n) nodes, which together
// cover its heights. The polynomials of a node, in a variable τ from 0 to 1 over the heights of the node, are computed
// from the segments at its two ends. So |q| ≤ ρ, |g| ≤ ℓ, and the magnitudes of the coefficients of ½·q × g add up to
// at most 4.5·ρℓ, whatever d is. At the end, the polynomials are passed down to the intervals between knots, and added
// there. In an interval without pieces, such as between two bodies, A is exactly zero.
//
// The area of a piece. The quotient t has an error of 3u. The edge and the product add 2u·ℓ, and the sum adds u·ρ. With
// ℓ ≤ 2ρ, the error is ≤ 11uρ for q and 12uℓ for g. The differences of q and g over a node add 2uρ and 4uℓ. So the
// error of ½·q × g is ≤ ½·29uρℓ, and the rounding of its three coefficients adds ≤ ½·22uρℓ. Coordinates relative to the
// centre have errors of uρ, for an oblique direction 8uρ. They act like moved vertices, because all pieces at a vertex
// use the same rounded coordinates, and change the area by at most 9uρℓ per piece. The rounded directions of the axes x
// and y, which are not exactly perpendicular, add 5uρℓ. The bound of a piece is 64uρℓ, which is more than the sum. For
// the first moments, the same count gives ≤ 65uρ²ℓ for the coefficients and 28uρ²ℓ for the moved vertices and the
// directions; the bound is 192uρ²ℓ.
//
// Sums. Let Σ be the sum of the magnitudes of a polynomial's coefficients. After each addition in a node, u·Σ of the
// result is added to the bound. When a polynomial is passed down, τ is replaced by s + r·τ, where s and r are the start
// and the width of the child as shares of the node. The sum of all these terms for the area is `area_error`:
//
// | step | area | first moments |
// |---|---:|---:|
// | passing down | 23u·Σ (in the code 32) | 59u·Σ (in the code 64) |
// | evaluation | 12u·Σ | 24u·Σ |
//
// Underflow. In a piece, errors of η/2 of products are multiplied by numbers ≤ 2ρ, once or twice for the area and up to
// three times for the first moments. The bounds of a piece have 64η(1 + ρ)² and 2048η(1 + ρ)³ for them. Passing down
// and evaluation add ≤ 32η each, and the products with a difference of heights up to 16η.

/// The polynomials of one node of the tree. Their variable τ runs from 0 at the node's lowest height to 1 at its
/// highest. So the magnitude of each coefficient is at most a small multiple of the polynomial's largest value between
/// these two heights, however close they are.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Node {
    /// The signed area of the section.
    pub(super) area: [f64; 3],
    /// The first moments of the section along the two directions of the plane.
    pub(super) first: [[f64; 4]; 2],
    /// A bound on the error of the area.
    pub(super) area_error: f64,
    /// A bound on the error of each first moment.
    pub(super) first_error: f64,
}

impl Node {
    /// Returns `true` if no piece of a triangle was added: then the polynomials are zero, without an error.
    pub(super) fn is_zero(&self) -> bool {
        self.area_error == 0.0
    }

    /// Returns the sum of the magnitudes of the coefficients of the area.
    pub(super) fn area_size(&self) -> f64 {
        self.area.iter().map(|part| part.abs()).sum()
    }

    /// Returns the sum of the magnitudes of the coefficients of both first moments.
    pub(super) fn first_size(&self) -> f64 {
        let parts = self.first.as_flattened().iter();
        parts.map(|part| part.abs()).sum()
    }

    /// Adds other polynomials on the same heights, and bounds the rounding errors of the sums.
    fn add(&mut self, other: &Self) {
        for (sum, part) in self.area.iter_mut().zip(other.area) {
            *sum += part;
        }
        let sums = self.first.as_flattened_mut().iter_mut();
        for (sum, part) in sums.zip(other.first.as_flattened()) {
            *sum += part;
        }
        self.area_error += other.area_error + U * self.area_size();
        self.first_error += other.first_error + U * self.first_size();
    }

    /// Returns the same polynomials on a part of the heights: τ becomes `start` + `share`·τ.
    fn on_part(&self, start: f64, share: f64) -> Self {
        if self.is_zero() {
            return Self::default();
        }
        let [a, b, c] = self.area;
        Self {
            area: [
                a + start * (b + start * c),
                share * (b + 2.0 * start * c),
                share * share * c,
            ],
            first: self.first.each(|[a, b, c, d]| {
                [
                    a + start * (b + start * (c + start * d)),
                    share * (b + start * (2.0 * c + 3.0 * start * d)),
                    share * share * (c + 3.0 * start * d),
                    share * share * share * d,
                ]
            }),
            area_error: self.area_error + 32.0 * U * self.area_size() + 8.0 * SMALLEST,
            first_error: self.first_error + 64.0 * U * self.first_size() + 32.0 * SMALLEST,
        }
    }
}

/// The part of a triangle below or above the height of its middle corner. The section of this part is a segment. One
/// end of the segment is on the triangle's long edge, which joins its lowest and its highest corner. The other end is
/// on one of the two short edges. The long edge and this short edge meet at the apex.
pub(super) struct Piece {
    pub(super) apex: [f64; 2],
    /// The vectors of the long and of the short edge from the apex, in the two coordinates of the plane.
    pub(super) edges: [[f64; 2]; 2],
    pub(super) apex_height: f64,
    /// The difference of height between the ends of each edge; positive.
    pub(super) rises: [f64; 2],
    /// 1 if the segment that runs from the long to the short edge has the material on its left, otherwise −1.
    pub(super) sign: f64,
    /// The largest length of an edge of the triangle, measured as the sum of the magnitudes of its two coordinates.
    pub(super) longest: f64,
}

impl Piece {
    /// Returns the section at a height: its end on the long edge, and the vector to its other end.
    fn segment(&self, height: f64) -> [[f64; 2]; 2] {
        let above = (height - self.apex_height).abs();
        let [long, short] = [0, 1].each(|edge| above / self.rises[edge]);
        let on_long = self.edges[0].each(|part| long * part);
        [
            [self.apex[0] + on_long[0], self.apex[1] + on_long[1]],
            [
                short * self.edges[1][0] - on_long[0],
                short * self.edges[1][1] - on_long[1],
            ],
        ]
    }

    /// Returns the polynomials of this piece between two heights. `radius` is at least |x| + |y| of every vertex.
    fn node(&self, low: f64, high: f64, radius: f64) -> Node {
        let ([from, along], [last, last_along]) = (self.segment(low), self.segment(high));
        let from_change = [last[0] - from[0], last[1] - from[1]];
        let along_change = [last_along[0] - along[0], last_along[1] - along[1]];
        let cross = |a: &[f64; 2], b: &[f64; 2]| a[0] * b[1] - a[1] * b[0];
        let doubled = [
            self.sign * cross(&from, &along),
            self.sign * (cross(&from, &along_change) + cross(&from_change, &along)),
            self.sign * cross(&from_change, &along_change),
        ];
        let first = [0, 1].each(|axis| {
            let sum = 2.0 * from[axis] + along[axis];
            let change = 2.0 * from_change[axis] + along_change[axis];
            [
                doubled[0] * sum / 6.0,
                (doubled[0] * change + doubled[1] * sum) / 6.0,
                (doubled[1] * change + doubled[2] * sum) / 6.0,
                doubled[2] * change / 6.0,
            ]
        });
        // Products that underflow have errors of up to half the least float. These are multiplied by coordinates, which
        // are at most `radius`, twice for an area and three times for a first moment.
        let beyond = 1.0 + radius;
        let below_floats = 64.0 * SMALLEST * beyond * beyond;
        Node {
            area: doubled.each(|part| 0.5 * part),
            first,
            area_error: 64.0 * U * radius * self.longest + below_floats,
            first_error: 192.0 * U * radius * radius * self.longest + 32.0 * below_floats * beyond,
        }
    }
}

/// The tree. The left child of node i is node i + 1. A subtree over n intervals has 2n − 1 nodes, so the right child of
/// node i is node i + 2m if the left child covers m intervals.
pub(super) struct Tree<'a> {
    knots: &'a [f64],
    nodes: Vec<Node>,
    radius: f64,
}

/// A node of the tree, and the intervals between knots that it covers.
#[derive(Clone, Copy)]
struct Place {
    node: usize,
    from: usize,
    to: usize,
}

impl Place {
    fn children(self) -> [Self; 2] {
        let middle = self.from.midpoint(self.to);
        [
            Self {
                node: self.node + 1,
                from: self.from,
                to: middle,
            },
            Self {
                node: self.node + 2 * (middle - self.from),
                from: middle,
                to: self.to,
            },
        ]
    }
}

impl<'a> Tree<'a> {
    /// Returns an empty tree over at least two ascending knots.
    pub(super) fn new(knots: &'a [f64], radius: f64) -> Self {
        Self {
            knots,
            nodes: vec![Node::default(); 2 * knots.len() - 3],
            radius,
        }
    }

    fn root(&self) -> Place {
        Place {
            node: 0,
            from: 0,
            to: self.knots.len() - 1,
        }
    }

    /// Adds a piece that reaches from one knot to a later one.
    pub(super) fn add(&mut self, piece: &Piece, from: usize, to: usize) {
        self.add_at(self.root(), piece, from, to);
    }

    fn add_at(&mut self, place: Place, piece: &Piece, from: usize, to: usize) {
        if from <= place.from && place.to <= to {
            let [low, high] = [self.knots[place.from], self.knots[place.to]];
            self.nodes[place.node].add(&piece.node(low, high, self.radius));
            return;
        }
        for child in place.children() {
            if from < child.to && child.from < to {
                self.add_at(child, piece, from, to);
            }
        }
    }

    /// Returns, for each interval between knots in ascending order, the sum of the polynomials of all nodes that cover
    /// it.
    pub(super) fn intervals(mut self) -> Vec<Node> {
        let mut result = Vec::with_capacity(self.knots.len() - 1);
        self.push_down(self.root(), &mut result);
        result
    }

    fn push_down(&mut self, place: Place, result: &mut Vec<Node>) {
        let node = self.nodes[place.node];
        if place.to - place.from == 1 {
            result.push(node);
            return;
        }
        let [low, high] = [self.knots[place.from], self.knots[place.to]];
        for child in place.children() {
            let [start, end] = [self.knots[child.from], self.knots[child.to]];
            let part = node.on_part((start - low) / (high - low), (end - start) / (high - low));
            self.nodes[child.node].add(&part);
            self.push_down(child, result);
        }
    }
}
