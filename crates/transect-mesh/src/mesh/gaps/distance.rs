//! Exact comparisons of distances: between points, and between a point and a line.

use core::cmp::Ordering;

use transect_exact::Side;
use transect_exact::determinant::{cross, difference, dot};
use transect_exact::number::Number;
use transect_exact::polynomial::{Polynomial, digits, sign};

/// A pair of points.
pub(super) type Pair<'p> = [&'p [f64; 3]; 2];

fn square<N: Number>([a, b]: Pair<'_>) -> N {
    let vector: [N; 3] = difference(b, a);
    dot(&vector, &vector)
}

/// |b − a|² − limit².
struct Excess<'p>(Pair<'p>, f64);

impl Polynomial for Excess<'_> {
    fn evaluate<N: Number>(&self) -> N {
        let limit = N::of(self.1);
        square::<N>(self.0).minus(&limit.times(&limit))
    }
}

/// Returns `true` if the distance of two points is at most `limit`, which is not negative and may be infinite.
pub(super) fn is_within(pair: Pair<'_>, limit: f64) -> bool {
    limit == f64::INFINITY || sign::<{ digits(2) }>(&Excess(pair, limit)) <= Side::On
}

/// |b − a|² − |d − c|².
struct Longer<'p>(Pair<'p>, Pair<'p>);

impl Polynomial for Longer<'_> {
    fn evaluate<N: Number>(&self) -> N {
        square::<N>(self.0).minus(&square(self.1))
    }
}

/// Compares the distance between two points with the distance between two others.
pub(super) fn compare_distances(one: Pair<'_>, other: Pair<'_>) -> Ordering {
    sign::<{ digits(2) }>(&Longer(one, other)).cmp(&Side::On)
}

/// (p − q)·(b − a).
struct Along<'p>(Pair<'p>, Pair<'p>);

impl Polynomial for Along<'_> {
    fn evaluate<N: Number>(&self) -> N {
        let ([a, b], [p, q]) = (self.0, self.1);
        dot::<N, 3>(&difference(p, q), &difference(b, a))
    }
}

/// Compares the feet of two points on the line from a to b: `Less` if the foot of `p` comes before that of `q`.
pub(super) fn compare_along(line: Pair<'_>, p: &[f64; 3], q: &[f64; 3]) -> Ordering {
    sign::<{ digits(2) }>(&Along(line, [p, q])).cmp(&Side::On)
}

/// |(p − a) × (b − a)|² − limit²·|b − a|².
struct Beside<'p>(Pair<'p>, &'p [f64; 3], f64);

impl Polynomial for Beside<'_> {
    fn evaluate<N: Number>(&self) -> N {
        let Self([a, b], p, limit) = *self;
        let direction: [N; 3] = difference(b, a);
        let moment = cross(&difference(p, a), &direction);
        let limit = N::of(limit);
        let allowed = limit.times(&limit).times(&dot(&direction, &direction));
        dot(&moment, &moment).minus(&allowed)
    }
}

/// Returns `true` if the distance of `p` from the line through two different points is at most `limit`.
pub(super) fn is_near_line(line: Pair<'_>, p: &[f64; 3], limit: f64) -> bool {
    limit == f64::INFINITY || sign::<{ digits(4) }>(&Beside(line, p, limit)) <= Side::On
}

/// The dot product of the normals of two triangles.
struct Turned<'p>([&'p [f64; 3]; 3], [&'p [f64; 3]; 3]);

impl Polynomial for Turned<'_> {
    fn evaluate<N: Number>(&self) -> N {
        let normal = |[a, b, c]: [&[f64; 3]; 3]| cross::<N>(&difference(b, a), &difference(c, a));
        dot(&normal(self.0), &normal(self.1))
    }
}

/// Returns `true` if the normals of two triangles form an angle of more than 90°.
pub(super) fn is_turned(before: [&[f64; 3]; 3], after: [&[f64; 3]; 3]) -> bool {
    sign::<{ digits(4) }>(&Turned(before, after)) == Side::Back
}

/// Returns the least float that is not less than the distance of two points: infinity if all finite floats are less.
pub(super) fn distance_rounded_up(pair: Pair<'_>) -> f64 {
    let [a, b] = pair;
    let mut limit = transect_exact::vector::length(&transect_exact::vector::sub(a, b));
    // The rounded length is a few floats away from the result, so the loops are short.
    while limit > 0.0 && is_within(pair, limit.next_down()) {
        limit = limit.next_down();
    }
    while !is_within(pair, limit) {
        limit = limit.next_up();
    }
    limit
}
