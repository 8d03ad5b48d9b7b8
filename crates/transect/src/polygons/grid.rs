//! Snap rounding of rings that cross: Hobby, "Practical segment intersection with finite precision output" (1999).
//!
//! A pixel is the half-open square around a point of a grid. A pixel is hot if it contains a vertex or a crossing of
//! two edges. Each edge is replaced by a path through the middles of all hot pixels that it meets, in the order along
//! the edge. The paths then meet only at middles of pixels. All decisions are exact, in integers of 128 bits.

use alloc::vec::Vec;

use crate::polygons::arrangement::order;
use crate::polygons::rings::{Points, Rings};

/// The number of bits of a coordinate in the finest grid: the rings extend over at most 2^40 grid steps. With 40 bits,
/// the numerators in the computation of a crossing fit into 128 bits.
const BITS: i32 = 40;
/// The number of bits per coordinate that are dropped from one grid to the next coarser grid.
const COARSER: i32 = 8;

/// A point of the grid, in grid steps from the origin of the grid.
type Place = [i64; 2];

/// A grid of floats: points whose coordinates are multiples of a power of two.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Grid {
    /// The exponent of the power of two. The exponent is so large that all grid coordinates within the bounding box of
    /// the rings are floats.
    exponent: i32,
    /// The lowest corner of the rings' bounding box, rounded to the grid, in grid steps from zero.
    origin: Place,
}

impl Grid {
    /// Returns the finest grid for rings with these points.
    pub(super) fn of<'a>(points: impl Iterator<Item = &'a [f64; 2]>) -> Self {
        let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        for point in points {
            for axis in 0..2 {
                low[axis] = low[axis].min(point[axis]);
                high[axis] = high[axis].max(point[axis]);
            }
        }
        let extent = f64::max(high[0] - low[0], high[1] - low[1]);
        let largest = low
            .iter()
            .chain(&high)
            .fold(0.0, |most: f64, value| most.max(value.abs()));
        Self::with_exponent(
            (exponent(extent) + 1 - BITS)
                .max(exponent(largest) - 52)
                .max(-1022),
            low,
        )
    }

    fn with_exponent(exponent: i32, low: [f64; 2]) -> Self {
        let origin = low.map(|value| multiple(value, exponent));
        Self { exponent, origin }
    }

    /// Returns a coarser grid, with `COARSER` fewer bits per coordinate.
    pub(super) fn coarser(self) -> Self {
        let low = self.point([0, 0]);
        Self::with_exponent(self.exponent + COARSER, low)
    }

    /// Returns the rings with rounded vertices, whose edges do not cross.
    pub(super) fn snapped(self, rings: &[Points]) -> Rings {
        let rings: Vec<Vec<Place>> = rings
            .iter()
            .map(|ring| ring.iter().map(|point| self.place(point)).collect())
            .collect();
        let mut hot: Vec<Place> = rings.iter().flatten().copied().collect();
        hot.extend(crossings(&rings));
        hot.sort_unstable();
        hot.dedup();
        let snapped = rings.iter().map(|ring| {
            let edges = edges(ring).flat_map(|edge| through(&hot, edge));
            edges.map(|place| self.point(place)).collect()
        });
        snapped.collect()
    }

    /// Returns the largest distance of the polygons' vertices from the given rings, rounded. The distance of a vertex
    /// is measured from the given point that was moved to it. A vertex to which no given point was moved is measured
    /// from the nearest edge.
    pub(super) fn displacement(self, given: &[Points], polygons: &[Rings]) -> f64 {
        let mut moved: Vec<([f64; 2], [f64; 2])> = Vec::new();
        for point in given.iter().flatten() {
            moved.push((self.point(self.place(point)), *point));
            moved.push((*point, *point));
        }
        moved.sort_unstable_by(|(a, _), (b, _)| order(a, b));
        let mut largest = 0.0;
        for vertex in polygons.iter().flatten().flatten() {
            let place = moved.partition_point(|(at, _)| order(at, vertex).is_lt());
            let origins = moved[place..].iter().take_while(|(at, _)| at == vertex);
            let origins = origins.map(|(_, from)| distance(vertex, [from, from]));
            let nearest = origins.reduce(f64::min);
            let distance = nearest.unwrap_or_else(|| to_edges(vertex, given, largest));
            largest = f64::max(largest, distance);
        }
        largest
    }

    /// Returns the point of the grid that is nearest to a point.
    fn place(self, point: &[f64; 2]) -> Place {
        [0, 1].map(|axis| multiple(point[axis], self.exponent) - self.origin[axis])
    }

    fn point(self, place: Place) -> [f64; 2] {
        let step = libm::ldexp(1.0, self.exponent);
        // The integers have at most 53 bits, so they are converted to floats exactly. Adding zero turns −0 into 0.
        [0, 1].map(|axis| (place[axis] + self.origin[axis]) as f64 * step + 0.0)
    }
}

/// Returns the exponent of a number: floor(log₂ |value|). Zero and subnormal numbers get the exponent of the least
/// normal float.
fn exponent(value: f64) -> i32 {
    let biased = i32::try_from(value.abs().to_bits() >> 52).unwrap_or_default();
    biased.max(1) - 1023
}

/// Returns the multiple of 2^exponent that is nearest to a value.
fn multiple(value: f64, exponent: i32) -> i64 {
    libm::round(value / libm::ldexp(1.0, exponent)) as i64
}

/// Returns the edges of a ring.
fn edges(ring: &[Place]) -> impl Iterator<Item = [Place; 2]> {
    let next = ring.iter().cycle().skip(1);
    ring.iter().zip(next).map(|(from, to)| [*from, *to])
}

/// Returns the pixels that contain a crossing of two edges.
fn crossings(rings: &[Vec<Place>]) -> Vec<Place> {
    let mut sorted: Vec<[Place; 2]> = rings.iter().flat_map(|ring| edges(ring)).collect();
    sorted.sort_unstable_by_key(|edge| edge[0][0].min(edge[1][0]));
    let mut active: Vec<[Place; 2]> = Vec::new();
    let mut found = Vec::new();
    for edge in sorted {
        let [left, low] = [0, 1].map(|axis| edge[0][axis].min(edge[1][axis]));
        let high = edge[0][1].max(edge[1][1]);
        active.retain(|[a, b]| a[0].max(b[0]) >= left);
        let near = active
            .iter()
            .filter(|[a, b]| a[1].min(b[1]) <= high && a[1].max(b[1]) >= low);
        found.extend(near.filter_map(|other| crossing(edge, *other)));
        active.push(edge);
    }
    found
}

/// Returns the pixel of the point where two edges cross. Returns `None` if the edges do not cross at an interior point
/// of each edge.
fn crossing([a, b]: [Place; 2], [c, d]: [Place; 2]) -> Option<Place> {
    let [from, to] = [determinant(c, d, a), determinant(c, d, b)];
    let is_crossing = |one: i128, other: i128| one.signum() * other.signum() < 0;
    if !is_crossing(from, to) || !is_crossing(determinant(a, b, c), determinant(a, b, d)) {
        return None;
    }
    // `from` and `to` are twice the signed areas of the triangles c, d, a and c, d, b. So the point of the crossing is
    // a + (b − a) · from / (from − to). The fraction is written as `above / below`, with a positive `below`.
    let (above, below) = if from > to {
        (from, from - to)
    } else {
        (-from, to - from)
    };
    let coordinate = |axis: usize| {
        let way = i128::from(b[axis] - a[axis]) * above;
        let steps = (2 * way + below).div_euclid(2 * below);
        // The crossing lies between a and b, so `steps` is at most the length of the edge and fits into 64 bits.
        Some(a[axis] + i64::try_from(steps).ok()?)
    };
    Some([coordinate(0)?, coordinate(1)?])
}

/// Returns the middles of the hot pixels that an edge meets, in order along the edge. The pixel of the edge's first
/// point is included, the pixel of its last point is not. `hot` is sorted.
fn through(hot: &[Place], [from, to]: [Place; 2]) -> Vec<Place> {
    let [left, right] = [from[0].min(to[0]), from[0].max(to[0])];
    let first = hot.partition_point(|pixel| pixel[0] < left);
    let near = hot[first..].iter().take_while(|pixel| pixel[0] <= right);
    let mut met: Vec<Place> = near
        .copied()
        .filter(|&pixel| pixel != to && meets([from, to], pixel))
        .collect();
    // Along the edge, x never turns back, and neither does y. So sorting by x and then y gives the order along the
    // edge.
    let [u, v] = [0, 1].map(|axis| if from[axis] <= to[axis] { 1 } else { -1 });
    met.sort_unstable_by_key(|[x, y]| (u * x, v * y));
    met
}

/// Returns `true` if an edge meets a pixel. A pixel is a square of side 1 that includes its left and its lower side,
/// but not its right and its upper side.
fn meets(edge: [Place; 2], [x, y]: Place) -> bool {
    // All lengths are doubled, so that the coordinates of the pixel's sides are integers.
    let [mut a, mut b] = edge.map(|place| place.map(|value| 2 * value));
    let [left, right, low, high] = [2 * x - 1, 2 * x + 1, 2 * y - 1, 2 * y + 1];
    if a[0] > b[0] {
        (a, b) = (b, a);
    }
    let is_apart = a[0] >= right || b[0] < left || a[1].min(b[1]) >= high || a[1].max(b[1]) < low;
    if is_apart || a[0] == b[0] || a[1] == b[1] {
        return !is_apart;
    }
    let side = |x: i64, y: i64| determinant(a, b, [x, y]).signum();
    let rises = a[1] < b[1];
    // Three corners of the square do not belong to the pixel. If the line of the edge passes through such a corner, the
    // edge meets the pixel only if the line also passes through the inside of the square.
    let [upper_left, upper_right, lower_left, lower_right] = [
        side(left, high),
        side(right, high),
        side(left, low),
        side(right, low),
    ];
    if lower_left == 0 {
        return true;
    }
    if upper_right == 0 {
        return rises;
    }
    if upper_left == 0 || lower_right == 0 {
        return !rises;
    }
    [upper_right, lower_left, lower_right]
        .iter()
        .any(|side| *side != upper_left)
}

/// Returns twice the signed area of a triangle.
fn determinant(a: Place, b: Place, c: Place) -> i128 {
    let way = |to: Place, axis: usize| i128::from(to[axis] - a[axis]);
    way(b, 0) * way(c, 1) - way(b, 1) * way(c, 0)
}

/// Returns the distance of a vertex from the nearest edge of the rings. If an edge at most `enough` away is found, the
/// search stops and returns the distance from that edge.
fn to_edges(vertex: &[f64; 2], rings: &[Points], enough: f64) -> f64 {
    let mut nearest = f64::INFINITY;
    for ring in rings {
        let next = ring.iter().cycle().skip(1);
        for (a, b) in ring.iter().zip(next) {
            nearest = nearest.min(distance(vertex, [a, b]));
            if nearest <= enough {
                return nearest;
            }
        }
    }
    nearest
}

/// Returns the distance of a point from a segment, rounded.
fn distance(&[x, y]: &[f64; 2], [a, b]: [&[f64; 2]; 2]) -> f64 {
    let [ux, uy] = [b[0] - a[0], b[1] - a[1]];
    let [vx, vy] = [x - a[0], y - a[1]];
    let length = libm::hypot(ux, uy);
    if length == 0.0 {
        return libm::hypot(vx, vy);
    }
    let [ux, uy] = [ux / length, uy / length];
    let along = (ux * vx + uy * vy).clamp(0.0, length);
    if along > 0.0 && along < length {
        return (ux * vy - uy * vx).abs();
    }
    libm::hypot(vx - along * ux, vy - along * uy)
}
