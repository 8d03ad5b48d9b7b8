//! Surfaces that pass through each other.

use transect_exact::determinant::{cross as product, difference, dot};
use transect_exact::number::Number;
use transect_exact::polynomial::{Polynomial, digits, sign};
use transect_exact::{Side, orient2d, orient3d};

/// An infinitely small move of one of two surfaces: toward centers, if there are any, and by the much smaller (δ, ε, ε²)
/// with δ ≫ ε. After it, no edge of one surface meets an edge of the other, and no vertex lies on a triangle of the other
/// (Edelsbrunner, Mücke 1990, Simulation of simplicity). All these numbers are much larger than products of two of them.
#[derive(Clone, Copy)]
pub(super) enum Move<'c> {
    /// No move: surfaces that only touch do not cross.
    None,
    /// The first surface is moved.
    First(Toward<'c>),
    /// The second surface is moved.
    Second(Toward<'c>),
}

/// The points toward which the vertices of a surface move.
#[derive(Clone, Copy)]
pub(super) enum Toward<'c> {
    Nothing,
    /// All vertices move toward one point.
    Center([f64; 3]),
    /// The corners of each triangle move toward points of their own.
    Own(&'c [[[f64; 3]; 3]]),
}

impl Move<'_> {
    /// Returns the move with the surfaces exchanged.
    fn exchanged(self) -> Self {
        match self {
            Self::None => Self::None,
            Self::First(center) => Self::Second(center),
            Self::Second(center) => Self::First(center),
        }
    }
}

impl Toward<'_> {
    /// Returns the points toward which the corners of a triangle move.
    fn of(self, triangle: &Boxed) -> Option<[[f64; 3]; 3]> {
        match self {
            Self::Nothing => None,
            Self::Center(center) => Some([center; 3]),
            Self::Own(all) => all.get(triangle.place as usize).copied(),
        }
    }
}

/// Returns the first side that is not `On`.
fn first(sides: impl IntoIterator<Item = Side>) -> Side {
    let mut sides = sides.into_iter();
    sides.find(|side| *side != Side::On).unwrap_or(Side::On)
}

/// A triangle with its bounding box.
#[derive(Clone, Copy)]
pub(super) struct Boxed {
    pub(super) corners: [[f64; 3]; 3],
    /// The index of the triangle in its surface.
    place: u32,
    least: [f64; 3],
    most: [f64; 3],
}

impl Boxed {
    pub(super) fn new(corners: [[f64; 3]; 3], place: u32) -> Self {
        let [a, b, c] = corners;
        Self {
            corners,
            place,
            least: [0, 1, 2].map(|axis| a[axis].min(b[axis]).min(c[axis])),
            most: [0, 1, 2].map(|axis| a[axis].max(b[axis]).max(c[axis])),
        }
    }

    /// Returns `true` if the bounding boxes have a common point.
    fn meets(&self, other: &Self) -> bool {
        (0..3).all(|axis| {
            self.least[axis] <= other.most[axis] && other.least[axis] <= self.most[axis]
        })
    }
}

/// Returns the bounding box of triangles.
fn bounds(triangles: &[Boxed]) -> [[f64; 3]; 2] {
    let none = [[f64::INFINITY; 3], [f64::NEG_INFINITY; 3]];
    triangles.iter().fold(none, |[least, most], own| {
        [
            [0, 1, 2].map(|axis| least[axis].min(own.least[axis])),
            [0, 1, 2].map(|axis| most[axis].max(own.most[axis])),
        ]
    })
}

/// The number of triangles that are compared with each other rather than divided.
const FEW: usize = 8;

/// Returns `true` if an edge of one surface passes through the inside of a triangle of the other, after a move. The
/// order of the triangles changes.
///
/// Each list is halved, as long as the boxes of both lists have a common point.
pub(super) fn cross(one: &mut [Boxed], other: &mut [Boxed], way: Move<'_>) -> bool {
    let [[least, most], [other_least, other_most]] = [bounds(one), bounds(other)];
    if (0..3).any(|axis| most[axis] < other_least[axis] || other_most[axis] < least[axis]) {
        return false;
    }
    if one.len() <= FEW && other.len() <= FEW {
        let pierce = |a: &Boxed, b: &Boxed| {
            a.meets(b) && (pierces(a, b, way) || pierces(b, a, way.exchanged()))
        };
        return one.iter().any(|a| other.iter().any(|b| pierce(a, b)));
    }
    if one.len() < other.len() {
        return cross(other, one, way.exchanged());
    }
    let (low, high) = halves(one);
    cross(low, other, way) || cross(high, other, way)
}

/// Divides triangles at the median of the middles of their boxes, along the axis on which these middles are spread
/// most. Along the longest axis of the box of all, long triangles side by side would never be separated.
fn halves(triangles: &mut [Boxed]) -> (&mut [Boxed], &mut [Boxed]) {
    let key = |own: &Boxed, axis: usize| 0.5 * own.least[axis] + 0.5 * own.most[axis];
    let none = [f64::INFINITY, f64::NEG_INFINITY];
    let spreads = [0, 1, 2].map(|axis| {
        let keys = triangles.iter().map(|own| key(own, axis));
        let [least, most] = keys.fold(none, |[least, most], own| [least.min(own), most.max(own)]);
        most - least
    });
    let axis = (0..3)
        .max_by(|&a, &b| spreads[a].total_cmp(&spreads[b]))
        .unwrap_or(0);
    let middle = triangles.len() / 2;
    triangles.select_nth_unstable_by(middle, |a, b| key(a, axis).total_cmp(&key(b, axis)));
    triangles.split_at_mut(middle)
}

/// Returns `true` if an edge of `one` passes through the inside of `other`, after a move.
fn pierces(one: &Boxed, other: &Boxed, way: Move<'_>) -> bool {
    let [a, b, c] = &other.corners;
    let sides = [0, 1, 2].map(|corner| match orient3d(a, b, c, &one.corners[corner]) {
        Side::On => side_after(one, corner, other, way),
        side => side,
    });
    [[0, 1], [1, 2], [2, 0]].into_iter().any(|edge| {
        let [from, to] = edge.map(|corner| &one.corners[corner]);
        let is_crossed = sides[edge[0]] != Side::On && sides[edge[1]] == -sides[edge[0]];
        let turn = |ends: [usize; 2]| {
            let [u, v] = ends.map(|corner| &other.corners[corner]);
            match orient3d(from, to, u, v) {
                Side::On => turn_after(one, edge, other, ends, way),
                side => side,
            }
        };
        is_crossed && {
            let first = turn([0, 1]);
            first != Side::On && turn([1, 2]) == first && turn([2, 0]) == first
        }
    })
}

/// Returns the side of a corner of `one` of the plane of `other` after a move, if it lies in the plane before.
fn side_after(one: &Boxed, corner: usize, other: &Boxed, way: Move<'_>) -> Side {
    let [a, b, c] = &other.corners;
    let p = &one.corners[corner];
    // By a move of the corner along an axis, the side changes as the normal of the triangle points.
    let along = || {
        (0..3).map(|axis| {
            let [a, b, c] = [a, b, c].map(|own| [own[(axis + 1) % 3], own[(axis + 2) % 3]]);
            orient2d(&a, &b, &c)
        })
    };
    match way {
        Move::None => Side::On,
        Move::First(toward) => {
            let toward = toward
                .of(one)
                .map(|centers| orient3d(a, b, c, &centers[corner]));
            first(toward.into_iter().chain(along()))
        }
        Move::Second(toward) => {
            let toward = toward.of(other).map(|centers| {
                let triangle = &other.corners;
                sign::<{ digits(3) }>(&MovedTriangle {
                    triangle,
                    centers: &centers,
                    p,
                })
            });
            first(toward.into_iter().chain(along().map(|side| -side)))
        }
    }
}

/// Returns the turn of an edge of `one` around an edge of `other` after a move, if they lie in a plane before.
fn turn_after(
    one: &Boxed,
    edge: [usize; 2],
    other: &Boxed,
    ends: [usize; 2],
    way: Move<'_>,
) -> Side {
    let edges = [
        edge.map(|corner| &one.corners[corner]),
        ends.map(|corner| &other.corners[corner]),
    ];
    // orient3d(p, q, u, v) changes by d·((q − p) × (v − u)) if p and q move by d.
    let along = || (0..3).map(|axis| sign::<{ digits(2) }>(&PartOfProduct { edges, axis }));
    let approach =
        |edges, centers: [&[f64; 3]; 2]| sign::<{ digits(3) }>(&Approach { edges, centers });
    match way {
        Move::None => Side::On,
        Move::First(toward) => {
            let toward = toward
                .of(one)
                .map(|centers| approach(edges, edge.each_ref().map(|corner| &centers[*corner])));
            first(toward.into_iter().chain(along()))
        }
        Move::Second(toward) => {
            // orient3d(p, q, u, v) equals orient3d(u, v, p, q).
            let toward = toward.of(other).map(|centers| {
                let exchanged = [edges[1], edges[0]];
                approach(exchanged, ends.each_ref().map(|corner| &centers[*corner]))
            });
            first(toward.into_iter().chain(along().map(|side| -side)))
        }
    }
}

/// A coordinate of the cross product of two edges.
struct PartOfProduct<'p> {
    edges: [[&'p [f64; 3]; 2]; 2],
    axis: usize,
}

impl Polynomial for PartOfProduct<'_> {
    fn evaluate<N: Number>(&self) -> N {
        let [one, other] = self.edges.map(|[from, to]| difference::<N, 3>(to, from));
        let [next, last] = [1, 2].map(|step| (self.axis + step) % 3);
        one[next]
            .times(&other[last])
            .minus(&one[last].times(&other[next]))
    }
}

/// The derivative of the volume between two edges, as the ends of the first move toward centers: [c, q, u, v] + [p, d, u, v].
struct Approach<'p> {
    edges: [[&'p [f64; 3]; 2]; 2],
    centers: [&'p [f64; 3]; 2],
}

/// Returns six times the signed volume of a tetrahedron, from the differences to the first corner.
fn volume<N: Number>([a, b, c, d]: [&[f64; 3]; 4]) -> N {
    let [b, c, d] = [b, c, d].map(|end| difference::<N, 3>(end, a));
    dot(&product(&b, &c), &d)
}

impl Polynomial for Approach<'_> {
    fn evaluate<N: Number>(&self) -> N {
        let [[p, q], [u, v]] = self.edges;
        let [c, d] = self.centers;
        volume::<N>([c, q, u, v]).plus(&volume([p, d, u, v]))
    }
}

/// The derivative of the volume between a triangle and a point p, as the corners move toward centers: the sum of the volumes
/// with one corner replaced.
struct MovedTriangle<'p> {
    triangle: &'p [[f64; 3]; 3],
    centers: &'p [[f64; 3]; 3],
    p: &'p [f64; 3],
}

impl Polynomial for MovedTriangle<'_> {
    fn evaluate<N: Number>(&self) -> N {
        let [a, b, c] = self.triangle;
        let [to_a, to_b, to_c] = self.centers;
        let sum = volume::<N>([to_a, b, c, self.p]).plus(&volume([a, to_b, c, self.p]));
        sum.plus(&volume([a, b, to_c, self.p]))
    }
}
