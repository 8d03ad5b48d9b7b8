//! Surfaces that pass through each other.

use transect_exact::{Side, orient3d};

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

/// Returns `true` if an edge of one surface passes through the inside of a triangle of the other. The order of the triangles
/// changes.
///
/// Each list is halved at the median of its longer extent, as long as the boxes of both lists have a common point.
pub(super) fn cross(one: &mut [Boxed], other: &mut [Boxed]) -> bool {
    let [[least, most], [other_least, other_most]] = [bounds(one), bounds(other)];
    if (0..3).any(|axis| most[axis] < other_least[axis] || other_most[axis] < least[axis]) {
        return false;
    }
    if one.len() <= FEW && other.len() <= FEW {
        let meets = |a: &Boxed| other.iter().any(|b| pierces(a, b) || pierces(b, a));
        return one.iter().any(meets);
    }
    if one.len() < other.len() {
        return cross(other, one);
    }
    let extent = |axis: usize| most[axis] - least[axis];
    let axis = (0..3)
        .max_by(|&a, &b| extent(a).total_cmp(&extent(b)))
        .unwrap_or(0);
    let middle = one.len() / 2;
    let key = |own: &Boxed| 0.5 * own.least[axis] + 0.5 * own.most[axis];
    one.select_nth_unstable_by(middle, |a, b| key(a).total_cmp(&key(b)));
    let (low, high) = one.split_at_mut(middle);
    cross(low, other) || cross(high, other)
}

/// Returns `true` if an edge of `one` passes through the inside of `other`.
fn pierces(one: &Boxed, other: &Boxed) -> bool {
    if (0..3).any(|axis| one.most[axis] < other.least[axis] || other.most[axis] < one.least[axis]) {
        return false;
    }
    let [a, b, c] = &other.corners;
    let [p, q, r] = &one.corners;
    let sides = [p, q, r].map(|point| orient3d(a, b, c, point));
    let edges = [
        ([p, q], [sides[0], sides[1]]),
        ([q, r], [sides[1], sides[2]]),
        ([r, p], [sides[2], sides[0]]),
    ];
    edges.into_iter().any(|([from, to], sides)| {
        let is_crossed = sides[0] != Side::On && sides[1] == -sides[0];
        let turn = |u, v| orient3d(from, to, u, v);
        is_crossed && turn(a, b) != Side::On && turn(a, b) == turn(b, c) && turn(b, c) == turn(c, a)
    })
}
