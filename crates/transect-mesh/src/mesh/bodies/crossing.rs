//! Surfaces that pass through each other.

use transect_exact::determinant::{cross as product, difference, dot};
use transect_exact::number::Number;
use transect_exact::polynomial::{Polynomial, digits, sign};
use transect_exact::{Side, orient2d, orient3d};

/// An infinitely small move of one of two surfaces: toward a center, if there is one, and by the much smaller (δ, ε,
/// ε²) with δ ≫ ε. After it, no edge of one surface meets an edge of the other, and no vertex lies on a triangle of the
/// other (Edelsbrunner, Mücke 1990, Simulation of simplicity).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Move {
    /// No move: surfaces that only touch do not cross.
    None,
    /// The first surface is moved.
    First(Option<[f64; 3]>),
    /// The second surface is moved.
    Second(Option<[f64; 3]>),
}

impl Move {
    /// Returns the move with the surfaces exchanged.
    fn exchanged(self) -> Self {
        match self {
            Self::None => Self::None,
            Self::First(center) => Self::Second(center),
            Self::Second(center) => Self::First(center),
        }
    }

    /// Returns the sign of a number that is 0 without the move, from its derivatives by moves of the first surface:
    /// toward a center, and along each axis. By moves of the second surface, they are opposite.
    fn sign(self, toward: impl Fn(&[f64; 3]) -> Side, along: impl Fn(usize) -> Side) -> Side {
        let first = |center: Option<[f64; 3]>| {
            let toward = center.iter().map(toward);
            let mut derivatives = toward.chain((0..3).map(along));
            derivatives
                .find(|side| *side != Side::On)
                .unwrap_or(Side::On)
        };
        match self {
            Self::None => Side::On,
            Self::First(center) => first(center),
            Self::Second(center) => -first(center),
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
pub(super) fn cross(one: &mut [Boxed], other: &mut [Boxed], way: Move) -> bool {
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
fn pierces(one: &Boxed, other: &Boxed, way: Move) -> bool {
    let [a, b, c] = &other.corners;
    let [p, q, r] = &one.corners;
    let sides = [p, q, r].map(|point| match orient3d(a, b, c, point) {
        // By a move along an axis, the side changes as the normal of the triangle points.
        Side::On => way.sign(
            |center| orient3d(a, b, c, center),
            |axis| {
                let [a, b, c] = [a, b, c].map(|own| [own[(axis + 1) % 3], own[(axis + 2) % 3]]);
                orient2d(&a, &b, &c)
            },
        ),
        side => side,
    });
    let edges = [
        ([p, q], [sides[0], sides[1]]),
        ([q, r], [sides[1], sides[2]]),
        ([r, p], [sides[2], sides[0]]),
    ];
    edges.into_iter().any(|([from, to], sides)| {
        let is_crossed = sides[0] != Side::On && sides[1] == -sides[0];
        let turn = |u, v| match orient3d(from, to, u, v) {
            Side::On => {
                let edges = [[from, to], [u, v]];
                way.sign(
                    |center| sign::<{ digits(3) }>(&Approach { edges, center }),
                    // orient3d(p, q, u, v) changes by d·((q − p) × (v − u)) if p and q move by d.
                    |axis| sign::<{ digits(2) }>(&PartOfProduct { edges, axis }),
                )
            }
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

/// The derivative of the volume between two edges, as the first moves toward a center c: [c, q, u, v] + [p, c, u, v].
struct Approach<'p> {
    edges: [[&'p [f64; 3]; 2]; 2],
    center: &'p [f64; 3],
}

impl Polynomial for Approach<'_> {
    fn evaluate<N: Number>(&self) -> N {
        let [[p, q], [u, v]] = self.edges;
        let volume = |a: &[f64; 3], b: &[f64; 3]| {
            let [b, u, v] = [b, u, v].map(|end| difference::<N, 3>(end, a));
            dot(&product(&b, &u), &v)
        };
        volume(self.center, q).plus(&volume(p, self.center))
    }
}
