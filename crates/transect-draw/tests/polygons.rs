//! Tests of the polygons of bodies that touch, overlap and cross. The polygons must be valid as written, and cover the
//! same region as the bodies.

use serde_json::Value;
use transect_draw::{Drawing, Item};

use crate::readers::{Shape, area, assert_near, features, wkt_shapes};
use crate::validity::{exact, fault, holds};

type Ring = Vec<[f64; 2]>;

/// The random number generator `SplitMix64` (Steele, Lea, Flood 2014).
struct Random(u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: u64) -> f64 {
        (self.bits() % bound) as f64
    }

    fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * 2_f64.powi(-53)
    }
}

fn rectangle(left: f64, low: f64, right: f64, high: f64) -> Ring {
    vec![[left, low], [right, low], [right, high], [left, high]]
}

fn reversed(mut ring: Ring) -> Ring {
    ring.reverse();
    ring
}

/// Returns an object made of bodies. Each body is given as its outer ring and its holes.
fn item(bodies: &[Vec<Ring>]) -> Item {
    let mut item = Item {
        name: "Body/b".into(),
        ..Item::default()
    };
    for body in bodies {
        let first = item.loops.len();
        item.loops.extend(body.iter().cloned());
        item.polygons
            .push((first, (first + 1..item.loops.len()).collect()));
    }
    item
}

/// Returns the shape of an object and its properties in GeoJSON. The polygons must be valid, and equal to those in WKT.
fn written(item: &Item) -> (Shape, Value) {
    let drawing = Drawing {
        items: vec![item.clone()],
        ..Drawing::default()
    };
    let (mut json, mut wkt) = (Vec::new(), Vec::new());
    drawing
        .features()
        .write_geojson(&mut json)
        .expect("memory does not fail");
    drawing
        .features()
        .write_wkt(&mut wkt)
        .expect("memory does not fail");
    let json = String::from_utf8(json).expect("UTF-8");
    let mut shapes = features(&json).1;
    let table = String::from_utf8(wkt).expect("UTF-8");
    assert_eq!(wkt_shapes(&table)[0].polygons, shapes[0].polygons);
    assert_eq!(fault(&shapes[0].polygons), None, "{item:?}");
    let json: Value = serde_json::from_str(&json).expect("JSON");
    (shapes.remove(0), json["features"][0]["properties"].clone())
}

/// Asserts that random points are in the polygons exactly if the rings of all bodies together wind around them.
fn assert_same_region(bodies: &[Vec<Ring>], shape: &Shape, random: &mut Random) {
    let closed = |body: &Vec<Ring>| -> Vec<Ring> {
        let close = |ring: &Ring| ring.iter().chain(ring.first()).copied().collect();
        body.iter().map(close).collect()
    };
    let rings: Vec<Ring> = bodies.iter().flat_map(closed).collect();
    let points = || rings.iter().flatten();
    let range = |axis: usize| {
        let low = points()
            .map(|point| point[axis])
            .fold(f64::INFINITY, f64::min);
        let high = points()
            .map(|point| point[axis])
            .fold(f64::NEG_INFINITY, f64::max);
        [low, high - low]
    };
    for _ in 0..24 {
        let point = [0, 1].map(|axis| range(axis)[0] + random.unit() * range(axis)[1]);
        let at = exact(point);
        let given = holds(&rings, &at);
        let found = shape.polygons.iter().filter(|polygon| holds(polygon, &at));
        assert_eq!(found.count(), usize::from(given), "{point:?} of {rings:?}");
    }
}

/// Bodies that are valid polygons already are written with the same rings and points, in the same order.
#[test]
fn valid_polygons_are_written_as_given() {
    let outer = rectangle(0.1, 0.2, 9.3, 9.4);
    let hole = reversed(rectangle(1.0, 1.0, 3.0, 3.0));
    let island = rectangle(1.5, 1.5, 2.5, 2.5);
    let (shape, properties) = written(&item(&[
        vec![outer.clone(), hole.clone()],
        vec![island.clone()],
    ]));
    let rings: Vec<&[[f64; 2]]> = shape
        .polygons
        .iter()
        .flatten()
        .map(|ring| &ring[..4])
        .collect();
    assert_eq!(rings, [&outer[..], &hole[..], &island[..]]);
    assert_eq!(properties["united"], false);
    assert_eq!(properties.get("signed_area"), None);
    assert_eq!(properties.get("displacement"), None);
}

/// Two bodies that touch only at a vertex, or with a vertex on an edge, are written as they are, not united.
#[test]
fn bodies_that_touch_in_points_are_not_united() {
    let wedge = vec![[2.0, 1.5], [3.0, 1.0], [3.0, 2.0]];
    for other in [rectangle(2.0, 2.0, 3.0, 3.0), wedge] {
        let (shape, properties) = written(&item(&[
            vec![rectangle(0.0, 0.0, 2.0, 2.0)],
            vec![other.clone()],
        ]));
        assert_eq!(shape.polygons.len(), 2);
        assert_eq!(shape.polygons[1][0][..other.len()], other);
        assert_eq!(properties["united"], false);
    }
}

/// A ring that returns to one of its points is split at this point: into two polygons, or into an outer ring and a
/// hole.
#[test]
fn a_ring_that_touches_itself_is_split() {
    let hourglass = vec![
        [0.0, 0.0],
        [1.0, 1.0],
        [0.0, 2.0],
        [2.0, 2.0],
        [1.0, 1.0],
        [2.0, 0.0],
    ];
    let (shape, properties) = written(&item(&[vec![reversed(hourglass)]]));
    assert_eq!(
        shape.polygons.iter().map(Vec::len).collect::<Vec<_>>(),
        [1, 1]
    );
    assert_eq!(properties["united"], false);
    // The outline of a square with a triangular bay cut into its lower edge. The bay touches that edge in a single
    // point, so it becomes a hole.
    let bay = vec![
        [0.0, 0.0],
        [2.0, 0.0],
        [1.0, 1.0],
        [3.0, 1.0],
        [2.0, 0.0],
        [4.0, 0.0],
        [4.0, 4.0],
        [0.0, 4.0],
    ];
    let (shape, properties) = written(&item(&[vec![bay]]));
    assert_eq!(shape.polygons.iter().map(Vec::len).collect::<Vec<_>>(), [2]);
    assert_near(shape.area(), 15.0, "a bay");
    assert_eq!(properties["united"], false);
}

/// If holes touch the outer ring and each other so that they divide the interior, each connected piece of the interior
/// becomes a polygon.
#[test]
fn an_interior_that_holes_divide_becomes_several_polygons() {
    let diamond = |y: f64| vec![[1.0, y], [0.0, y + 1.0], [1.0, y + 2.0], [2.0, y + 1.0]];
    let body = vec![rectangle(-1.0, 0.0, 3.0, 4.0), diamond(0.0), diamond(2.0)];
    let (shape, properties) = written(&item(&[body]));
    assert_eq!(shape.polygons.len(), 2);
    assert_near(shape.area(), 12.0, "two parts");
    assert_eq!(properties["united"], false);
}

/// Bodies that share an edge, or a part of one, are united exactly: no vertex moves, and no area is lost.
#[test]
fn bodies_that_share_an_edge_are_united() {
    let third = 1.0 / 3.0;
    for other in [
        rectangle(third, 0.0, 1.0, 1.0),
        rectangle(third, 0.1, 1.0, 0.7),
    ] {
        let mut item = item(&[vec![rectangle(0.0, 0.0, third, 1.0)], vec![other]]);
        item.area = 0.75;
        let (shape, properties) = written(&item);
        assert_eq!(shape.polygons.len(), 1);
        assert_eq!(properties["united"], true);
        assert_eq!(properties["displacement"], 0.0);
        assert_eq!(properties["area"], 0.75);
        assert_eq!(properties.get("signed_area"), None);
        let rectangles: f64 = item.loops.iter().map(|ring| area(ring)).sum();
        assert_near(rectangles, shape.area(), "the union");
    }
}

/// For two crossing rectangles, both the area of the union and the sum of the areas are written. Where the coordinates
/// of crossings are floats, no vertex is displaced.
#[test]
fn bodies_that_cross_are_united() {
    let mut cross = item(&[
        vec![rectangle(0.0, 1.0, 3.0, 2.0)],
        vec![rectangle(1.0, 0.0, 2.0, 3.0)],
    ]);
    (cross.area, cross.signed_area) = (5.0, Some(6.0));
    let (shape, properties) = written(&cross);
    assert_eq!(shape.polygons.len(), 1);
    assert_near(shape.area(), 5.0, "the union");
    assert_eq!(
        [&properties["area"], &properties["signed_area"]],
        [5.0, 6.0]
    );
    assert_eq!(properties["displacement"], 0.0);
    let triangles = [
        [[0.0, 0.0], [7.0, 1.0], [0.0, 2.0]],
        [[5.0, 0.0], [6.0, 2.0], [-3.0, 1.1]],
    ];
    let (_, properties) = written(&item(&triangles.map(|ring| vec![ring.to_vec()])));
    let displacement = properties["displacement"].as_f64().expect("a number");
    assert!(displacement > 0.0 && displacement < 1e-11, "{displacement}");
}

/// If a body lies within another body or coincides with it, the common area counts once. A body that is inside out is
/// filled, too, and cancels the bodies of the other orientation.
#[test]
fn nested_and_coincident_bodies_count_once() {
    let outer = rectangle(0.0, 0.0, 4.0, 4.0);
    let inner = rectangle(1.0, 1.0, 2.0, 2.0);
    let apart = reversed(rectangle(5.0, 0.0, 6.0, 1.0));
    let across = reversed(rectangle(2.0, 2.0, 6.0, 6.0));
    for (other, area, is_united) in [
        (inner.clone(), 16.0, true),
        (outer.clone(), 16.0, true),
        (apart, 17.0, true),
        (reversed(inner), 15.0, false),
        (across, 24.0, true),
        (reversed(outer.clone()), 0.0, true),
    ] {
        let (shape, properties) = written(&item(&[vec![outer.clone()], vec![other]]));
        assert_near(
            shape.area(),
            area,
            "points with another winding number than 0",
        );
        assert_eq!(properties["united"], is_united);
    }
}

/// Rings without area, lines whose points all coincide, and loops with a NaN coordinate are not written. Triangles near
/// the limits of floats become valid polygons.
#[test]
fn odd_outlines_are_valid_too() {
    let flat = vec![[0.0, 0.0], [2.0, 2.0], [1.0, 1.0]];
    let mut odd = item(&[
        vec![flat],
        vec![vec![[0.0, 0.0], [f64::NAN, 1.0], [1.0, 0.0]]],
    ]);
    odd.chains = vec![
        vec![[1.0, 1.0], [1.0, 1.0]],
        vec![[0.0, 0.0], [0.0, 0.0], [1.0, 0.0]],
    ];
    let (shape, _) = written(&odd);
    assert!(shape.polygons.is_empty());
    assert_eq!(shape.lines, [[[0.0, 0.0], [1.0, 0.0]]]);
    for scale in [1e-320, 1e-160, 1e70] {
        let at = |x: f64, y: f64| {
            vec![
                [x * scale, y * scale],
                [(x + 3.0) * scale, y * scale],
                [x * scale, (y + 7.0) * scale],
            ]
        };
        written(&item(&[
            vec![at(0.0, 0.0)],
            vec![at(1.0, 1.0)],
            vec![at(0.3, -1.0)],
        ]));
    }
}

/// Tests 600 generated objects of up to nine bodies, or up to 24 in family 1, from the seeds 0 to 599. The four
/// families (kinds of bodies) are described at `body`. They include bodies that share edges and corners, nest, coincide
/// and cross.
#[test]
fn generated_assemblies_are_valid_and_keep_their_region() {
    for seed in 0..600 {
        let random = &mut Random(seed);
        let family = seed % 4;
        let angle = random.unit() * 6.0;
        let count = 1 + random.bits() % if family == 1 { 24 } else { 9 };
        let bodies: Vec<Vec<Ring>> = (0..count).map(|_| body(random, family, angle)).collect();
        let (shape, properties) = written(&item(&bodies));
        let far = bodies.iter().flatten().flatten().flatten();
        let far = far.fold(0.0, |far: f64, value| far.max(value.abs()));
        let step = (20.0 * 2_f64.powi(-39)).max(far * 2_f64.powi(-52));
        let displacement = properties["displacement"].as_f64().unwrap_or_default();
        assert!(displacement <= step, "{displacement}");
        assert_same_region(&bodies, &shape, random);
    }
}

/// Returns a random triangle or rectangle; some rectangles have a hole. In family 0, outer corners have integer
/// coordinates from 0 to 7. In family 1, the bodies of family 0 are rotated by `common_angle`. In family 2, each body
/// of family 0 is rotated by a random angle. In family 3, the coordinates are random and far from the origin.
fn body(random: &mut Random, family: u64, common_angle: f64) -> Vec<Ring> {
    let mut at = || match family {
        3 => 4.5e6 + 6.0 * random.unit(),
        _ => random.below(7),
    };
    let corners = [at(), at(), at(), at(), at(), at()];
    let [left, low, right, high, ..] = corners;
    let (left, right) = (left.min(right), left.max(right) + 1.0);
    let (low, high) = (low.min(high), low.max(high) + 1.0);
    let mut rings = match random.bits() % 4 {
        0 => vec![vec![
            [corners[0], corners[1]],
            [corners[2], corners[3]],
            [corners[4], corners[5]],
        ]],
        1 => {
            let [x, y] = [(right - left) / 4.0, (high - low) / 4.0];
            // Half of the holes are rectangles inside the outer ring. The other holes are triangles with a corner on
            // the outer ring.
            let inner = if random.bits().is_multiple_of(2) {
                rectangle(left + x, low + y, right - x, high - y)
            } else {
                vec![
                    [left, low + y],
                    [right - x, low + 2.0 * y],
                    [left + x, high - y],
                ]
            };
            vec![rectangle(left, low, right, high), reversed(inner)]
        }
        _ => vec![rectangle(left, low, right, high)],
    };
    let angle = match family {
        1 => common_angle,
        2 => random.unit() * 6.0,
        _ => 0.0,
    };
    if angle != 0.0 {
        let (sine, cosine) = angle.sin_cos();
        for point in rings.iter_mut().flatten() {
            *point = [
                point[0] * cosine - point[1] * sine,
                point[0] * sine + point[1] * cosine,
            ];
        }
    }
    if random.bits().is_multiple_of(8) {
        rings.iter_mut().for_each(|ring| ring.reverse());
    }
    rings
}
