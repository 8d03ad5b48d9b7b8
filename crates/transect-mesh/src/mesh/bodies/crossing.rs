//! Surfaces that pass through each other.

use transect_exact::determinant::difference;
use transect_exact::number::Number;
use transect_exact::polynomial::{Polynomial, digits, sign};
use transect_exact::{Side, orient2d, orient3d};

/// An infinitely small move of one of two surfaces, by (δ, ε, ε²) with δ ≫ ε: then no edge of one meets an edge of the other, and
/// no vertex lies on a triangle of the other (Edelsbrunner, Mücke 1990, Simulation of simplicity).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Move {
    /// No move: surfaces that only touch do not cross.
    None,
    /// The first surface is moved.
    First,
    /// The second surface is moved.
    Second,
}

impl Move {
    /// Returns the move with the surfaces exchanged.
    fn exchanged(self) -> Self {
        match self {
            Self::None => Self::None,
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// Returns the sign of a number that is 0 without the move, from the derivatives along the axes by a move of the first surface.
    fn sign(self, derivative: impl Fn(usize) -> Side) -> Side {
        let first = || {
            let mut derivatives = (0..3).map(derivative);
            derivatives
                .find(|side| *side != Side::On)
                .unwrap_or(Side::On)
        };
        match self {
            Self::None => Side::On,
            Self::First => first(),
            Self::Second => -first(),
        }
    }
}

/// A triangle with its bounding box.
#[derive(Clone, Copy)]
pub(super) struct Boxed {
    pub(super) corners: [[f64; 3]; 3],
    least: [f64; 3],
    most: [f64; 3],
}

impl Boxed {
    pub(super) fn new(corners: [[f64; 3]; 3]) -> Self {
        let [a, b, c] = corners;
        Self {
            corners,
            least: [0, 1, 2].map(|axis| a[axis].min(b[axis]).min(c[axis])),
            most: [0, 1, 2].map(|axis| a[axis].max(b[axis]).max(c[axis])),
        }
    }
}

/// The bounding box of triangles.
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

/// Returns `true` if an edge of one surface passes through the inside of a triangle of the other, after a move. The order of the
/// triangles changes.
///
/// Each list is halved at the median of its longer extent, as long as the boxes of both lists have a common point.
pub(super) fn cross(one: &mut [Boxed], other: &mut [Boxed], way: Move) -> bool {
    let [[least, most], [other_least, other_most]] = [bounds(one), bounds(other)];
    if (0..3).any(|axis| most[axis] < other_least[axis] || other_most[axis] < least[axis]) {
        return false;
    }
    if one.len() <= FEW && other.len() <= FEW {
        let meets = |a: &Boxed| {
            let pierce = |b: &Boxed| pierces(a, b, way) || pierces(b, a, way.exchanged());
            other.iter().any(pierce)
        };
        return one.iter().any(meets);
    }
    if one.len() < other.len() {
        return cross(other, one, way.exchanged());
    }
    let extent = |axis: usize| most[axis] - least[axis];
    let axis = (0..3)
        .max_by(|&a, &b| extent(a).total_cmp(&extent(b)))
        .unwrap_or(0);
    let middle = one.len() / 2;
    let key = |own: &Boxed| 0.5 * own.least[axis] + 0.5 * own.most[axis];
    one.select_nth_unstable_by(middle, |a, b| key(a).total_cmp(&key(b)));
    let (low, high) = one.split_at_mut(middle);
    cross(low, other, way) || cross(high, other, way)
}

/// Returns `true` if an edge of `one` passes through the inside of `other`, after a move.
fn pierces(one: &Boxed, other: &Boxed, way: Move) -> bool {
    if (0..3).any(|axis| one.most[axis] < other.least[axis] || other.most[axis] < one.least[axis]) {
        return false;
    }
    let [a, b, c] = &other.corners;
    let [p, q, r] = &one.corners;
    let sides = [p, q, r].map(|point| match orient3d(a, b, c, point) {
        // By a move of the point along an axis, the side changes as the normal of the triangle points.
        Side::On => way.sign(|axis| {
            let [a, b, c] = [a, b, c].map(|own| [own[(axis + 1) % 3], own[(axis + 2) % 3]]);
            orient2d(&a, &b, &c)
        }),
        side => side,
    });
    let edges = [
        ([p, q], [sides[0], sides[1]]),
        ([q, r], [sides[1], sides[2]]),
        ([r, p], [sides[2], sides[0]]),
    ];
    edges.into_iter().any(|([from, to], sides)| {
        let is_crossed = sides[0] != Side::On && sides[1] == -sides[0];
        // orient3d(p, q, u, v) changes by d·((q − p) × (v − u)) if p and q move by d.
        let turn = |u, v| match orient3d(from, to, u, v) {
            Side::On => way.sign(|axis| {
                let edges = [[from, to], [u, v]];
                sign::<{ digits(2) }>(&PartOfProduct { edges, axis })
            }),
            side => side,
        };
        is_crossed && turn(a, b) != Side::On && turn(a, b) == turn(b, c) && turn(b, c) == turn(c, a)
    })
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
