//! An exact check of polygons by the rules of OGC 06-103r4, section 6.1.11. It shares no code with the functions that
//! write the polygons, and computes with rational numbers.

use std::collections::HashMap;

use dashu_ratio::RBig;

/// A point with rational coordinates.
type Exact = [RBig; 2];
type Point = [f64; 2];
type Segment = [Point; 2];

/// Returns the first fault of a multipolygon, or `None` if it is valid. The last point of a ring repeats its first.
pub(crate) fn fault(polygons: &[Vec<Vec<Point>>]) -> Option<String> {
    let rings: Vec<&Vec<Point>> = polygons.iter().flatten().collect();
    let bad_ring = rings.iter().position(|ring| {
        let repeats = ring.windows(2).any(|pair| pair[0] == pair[1]);
        ring.len() < 4 || ring.first() != ring.last() || repeats
    });
    if let Some(ring) = bad_ring {
        return Some(format!(
            "ring {ring} is not closed, is too short or repeats a point"
        ));
    }
    segments_fault(&rings)
        .or_else(|| polygons.iter().find_map(|polygon| polygon_fault(polygon)))
        .or_else(|| overlap(polygons))
}

/// Returns `true` if the point is inside the polygon. For a point on one of its rings, the result is arbitrary.
pub(crate) fn holds(polygon: &[Vec<Point>], point: &Exact) -> bool {
    let winding: i32 = polygon.iter().map(|ring| winding(ring, point)).sum();
    winding != 0
}

/// Returns a point with float coordinates as a point with rational coordinates. The conversion is exact.
pub(crate) fn exact(point: Point) -> Exact {
    point.map(|value| RBig::try_from(value).expect("a finite number"))
}

/// Returns a fault if two segments cross or share more than a point, or if a ring touches itself.
fn segments_fault(rings: &[&Vec<Point>]) -> Option<String> {
    let mut segments: Vec<(usize, usize, Segment)> = Vec::new();
    for (ring, points) in rings.iter().enumerate() {
        let pairs = points.windows(2).enumerate();
        segments.extend(pairs.map(|(place, pair)| (ring, place, [pair[0], pair[1]])));
    }
    let low = |segment: &Segment, axis: usize| segment[0][axis].min(segment[1][axis]);
    let high = |segment: &Segment, axis: usize| segment[0][axis].max(segment[1][axis]);
    segments.sort_by(|a, b| low(&a.2, 0).total_cmp(&low(&b.2, 0)));
    for (index, (ring, place, one)) in segments.iter().enumerate() {
        let near = segments[index + 1..].iter();
        for (other_ring, other_place, other) in near.take_while(|s| low(&s.2, 0) <= high(one, 0)) {
            if low(other, 1) > high(one, 1) || high(other, 1) < low(one, 1) {
                continue;
            }
            let edges = rings[*ring].len() - 1;
            let step = place.abs_diff(*other_place);
            let is_next = ring == other_ring && (step == 1 || step == edges - 1);
            match meeting(one, other) {
                Meeting::Apart => {}
                Meeting::Touch if is_next || ring != other_ring => {}
                meeting => return Some(format!("{meeting:?} of {one:?} and {other:?}")),
            }
        }
    }
    None
}

#[derive(Debug)]
enum Meeting {
    Apart,
    Touch,
    Crossing,
    Overlap,
}

fn meeting(one: &Segment, other: &Segment) -> Meeting {
    let [a, b] = other.map(|point| side(one[0], one[1], point));
    let [c, d] = one.map(|point| side(other[0], other[1], point));
    if a * b > 0 || c * d > 0 {
        return Meeting::Apart;
    }
    if a * b < 0 && c * d < 0 {
        return Meeting::Crossing;
    }
    if [a, b, c, d] != [0; 4] {
        return Meeting::Touch;
    }
    // Both segments lie on one line. The order of points by x and then y is their order along this line.
    let ends = |segment: &Segment| {
        let mut ends = *segment;
        ends.sort_by(|p, q| p[0].total_cmp(&q[0]).then(p[1].total_cmp(&q[1])));
        ends
    };
    let before = |p: Point, q: Point| p[0] < q[0] || p[0] == q[0] && p[1] < q[1];
    let ([low, high], [from, to]) = (ends(one), ends(other));
    let start = if before(low, from) { from } else { low };
    let end = if before(high, to) { high } else { to };
    match (before(start, end), start == end) {
        (true, _) => Meeting::Overlap,
        (_, true) => Meeting::Touch,
        _ => Meeting::Apart,
    }
}

/// Returns 1 if `c` is to the left of the directed line from `a` to `b`, −1 if it is to the right, and 0 if it is on
/// the line.
fn side(a: Point, b: Point, c: Point) -> i32 {
    let (left, right) = ((b[0] - a[0]) * (c[1] - a[1]), (b[1] - a[1]) * (c[0] - a[0]));
    // The rounding error of the difference is far below this bound. The constant covers underflow of tiny numbers.
    if (left - right).abs() > 1e-14 * (left.abs() + right.abs()) + 1e-280 {
        return if left > right { 1 } else { -1 };
    }
    exact_side(&exact(a), &exact(b), &exact(c))
}

fn exact_side(a: &Exact, b: &Exact, c: &Exact) -> i32 {
    let from_a = |point: &Exact, axis: usize| &point[axis] - &a[axis];
    let left = from_a(b, 0) * from_a(c, 1);
    let right = from_a(b, 1) * from_a(c, 0);
    left.cmp(&right) as i32
}

fn winding(ring: &[Point], point: &Exact) -> i32 {
    let pairs = ring.windows(2).map(|pair| [exact(pair[0]), exact(pair[1])]);
    pairs
        .map(|[a, b]| {
            let rises = a[1] <= point[1] && b[1] > point[1];
            let falls = b[1] <= point[1] && a[1] > point[1];
            match exact_side(&a, &b, point) {
                1 if rises => 1,
                -1 if falls => -1,
                _ => 0,
            }
        })
        .sum()
}

/// Returns a fault of a single polygon whose segments do not cross.
fn polygon_fault(polygon: &[Vec<Point>]) -> Option<String> {
    for (place, ring) in polygon.iter().enumerate() {
        let is_counter_clockwise = doubled_area(ring) > RBig::ZERO;
        if is_counter_clockwise != (place == 0) {
            return Some(format!("ring {place} runs the wrong way"));
        }
    }
    for (place, hole) in polygon.iter().enumerate().skip(1) {
        let point = free_point(hole, polygon, place);
        let others = polygon.iter().enumerate().skip(1);
        let mut others = others.filter(|(other, _)| *other != place);
        if winding(&polygon[0], &point) == 0 {
            return Some(format!("hole {place} lies outside"));
        }
        if others.any(|(_, other)| winding(other, &point) != 0) {
            return Some(format!("hole {place} lies in another hole"));
        }
    }
    is_divided(polygon).then(|| "the interior is divided".into())
}

fn doubled_area(ring: &[Point]) -> RBig {
    ring.windows(2).fold(RBig::ZERO, |sum, pair| {
        let [[ax, ay], [bx, by]] = [exact(pair[0]), exact(pair[1])];
        sum + ax * by - bx * ay
    })
}

/// Returns a point on the first edge of a ring. This point lies on no other ring of the polygon.
fn free_point(ring: &[Point], rings: &[Vec<Point>], own: usize) -> Exact {
    let [a, b] = [exact(ring[0]), exact(ring[1])];
    let mut parts = 2_u32;
    loop {
        let part = RBig::from(parts);
        let point: Exact = std::array::from_fn(|i| &a[i] + (&b[i] - &a[i]) / &part);
        let others = rings.iter().enumerate().filter(|(other, _)| *other != own);
        let mut edges = others.flat_map(|(_, ring)| ring.windows(2));
        if !edges.any(|pair| is_between(&exact(pair[0]), &exact(pair[1]), &point)) {
            return point;
        }
        parts += 1;
    }
}

fn is_between(a: &Exact, b: &Exact, point: &Exact) -> bool {
    let within = |axis: usize| {
        let (low, high) = (
            a[axis].clone().min(b[axis].clone()),
            a[axis].clone().max(b[axis].clone()),
        );
        low <= point[axis] && point[axis] <= high
    };
    within(0) && within(1) && exact_side(a, b, point) == 0
}

/// Returns `true` if touching rings form a cycle, which divides the interior of the polygon. A cycle leads from a ring
/// over other rings back to the first ring, each time through a different touching point.
fn is_divided(polygon: &[Vec<Point>]) -> bool {
    let mut group: Vec<usize> = (0..polygon.len()).collect();
    let mut touched: HashMap<[u64; 2], Vec<usize>> = HashMap::new();
    for (place, ring) in polygon.iter().enumerate() {
        for point in &ring[1..] {
            for (other, points) in polygon.iter().enumerate() {
                let touches = |pair: &[Point]| {
                    let apart = (0..2).any(|axis| {
                        point[axis] < pair[0][axis].min(pair[1][axis])
                            || point[axis] > pair[0][axis].max(pair[1][axis])
                    });
                    !apart && side(pair[0], pair[1], *point) == 0
                };
                if other != place && points.windows(2).any(touches) {
                    let at = touched.entry(point.map(f64::to_bits)).or_default();
                    for ring in [place, other] {
                        if !at.contains(&ring) {
                            at.push(ring);
                        }
                    }
                }
            }
        }
    }
    for rings in touched.values() {
        for pair in rings.windows(2) {
            let [one, other] = [group[pair[0]], group[pair[1]]];
            if one == other {
                return true;
            }
            group
                .iter_mut()
                .filter(|g| **g == other)
                .for_each(|g| *g = one);
        }
    }
    false
}

/// Returns a fault if a polygon lies in another polygon. The caller has already checked that the segments of the
/// polygons do not cross.
fn overlap(polygons: &[Vec<Vec<Point>>]) -> Option<String> {
    let mut pairs = (0..polygons.len()).flat_map(|a| (0..polygons.len()).map(move |b| (a, b)));
    pairs.find_map(|(a, b)| {
        let (one, other) = (&polygons[a], &polygons[b]);
        let bounds = |polygon: &[Vec<Point>], axis: usize| {
            let values = polygon[0].iter().map(|point| point[axis]);
            values.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], value| {
                [low.min(value), high.max(value)]
            })
        };
        let is_apart = (0..2).any(|axis| {
            let ([low, high], [from, to]) = (bounds(one, axis), bounds(other, axis));
            high < from || to < low
        });
        if a == b || is_apart {
            return None;
        }
        let point = free_point(&one[0], other, usize::MAX);
        holds(other, &point).then(|| format!("polygon {a} lies in polygon {b}"))
    })
}
