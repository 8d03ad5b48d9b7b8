//! Tests the facts (expected results as data) of `conformance/cull.jsonl`.

use std::collections::BTreeMap;
use std::str::FromStr;

use dashu_ratio::RBig;
use serde_json::Value;
use transect::region::Decision;
use transect::{
    Aabb, ClipSpace, ConvexPolygon, Frustum, FrustumError, FrustumSide, Hull, Overlap,
    Parallelepiped, Plane, Polytope, Region, Segment, Sphere, Triangle,
};

const FACTS: &str = include_str!("../../../../conformance/cull.jsonl");

#[test]
fn facts() {
    let mut counts = BTreeMap::new();
    for line in FACTS.lines() {
        let fact: Value = serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"));
        assert!(fact["why"].is_string(), "{fact}");
        let op = fact["op"].as_str().expect("an op").to_owned();
        match op.as_str() {
            "region_overlap" | "region_boundary" => match dimension(&fact) {
                2 => check_region::<2>(&fact),
                _ => check_region::<3>(&fact),
            },
            "frustum_planes" => check_frustum_planes(&fact),
            "frustum_point" => {
                let frustum = frustum(&fact).expect("a frustum");
                let inside = frustum.region().contains(&point(&fact["point"]));
                assert_eq!(inside, fact["inside"], "{fact}");
            }
            _ => panic!("an unknown question: {fact}"),
        }
        *counts.entry(op).or_insert(0) += 1;
    }
    assert!(
        counts.len() == 4 && counts.values().sum::<i32>() >= 80,
        "{counts:?}"
    );
}

fn dimension(fact: &Value) -> usize {
    let length = |value: &Value| value.as_array().map(Vec::len);
    match length(&fact["planes"][0]) {
        Some(numbers) => numbers - 1,
        None => length(&fact["point"]).expect("a point"),
    }
}

fn check_region<const D: usize>(fact: &Value) {
    let planes: Vec<Plane<D>> = array(&fact["planes"]).iter().map(plane).collect();
    let region = Region::new(&planes);
    if fact["op"] == "region_boundary" {
        return check_boundary(fact, &region);
    }
    if let Some(name) = fact["shape"].as_str() {
        let center = || point::<D>(&fact["center"]);
        let points = |key: &str| -> Vec<[f64; D]> { array(&fact[key]).iter().map(point).collect() };
        return match name {
            "hull" => {
                let hull = Hull::new(points("points")).expect("points");
                check_shape(fact, &region, &hull);
            }
            "polygon" => {
                let polygon = ConvexPolygon::new(points("corners")).expect("a polygon");
                check_shape(fact, &region, &polygon);
            }
            "parallelepiped" => {
                let half_axes = std::array::from_fn(|axis| point(&fact["half_axes"][axis]));
                let solid = Parallelepiped::new(center(), half_axes).expect("finite numbers");
                check_shape(fact, &region, &solid);
            }
            "centered_box" => {
                let solid = Parallelepiped::from_center(center(), point(&fact["half_sizes"]));
                check_shape(fact, &region, &solid.expect("a box"));
            }
            _ => panic!("an unknown shape: {fact}"),
        };
    }
    if fact["radius"].is_number() {
        let sphere = Sphere::<D>::new(point(&fact["center"]), number(&fact["radius"]));
        let sphere = sphere.expect("a sphere");
        let decision = region.decide_sphere(&sphere);
        assert_eq!(region.overlap_sphere(&sphere), decision.overlap(), "{fact}");
        check_decision(fact, &decision);
    } else if fact["min"].is_array() {
        let aabb = Aabb::new(point(&fact["min"]), point(&fact["max"])).expect("a box");
        check_shape::<D>(fact, &region, &aabb);
    } else if fact["ends"].is_array() {
        let [start, end] = [0, 1].map(|end| point(&fact["ends"][end]));
        check_shape::<D>(
            fact,
            &region,
            &Segment::new(start, end).expect("finite points"),
        );
    } else if fact["corners"].is_array() {
        let corners = [0, 1, 2].map(|corner| point(&fact["corners"][corner]));
        check_shape::<D>(
            fact,
            &region,
            &Triangle::new(corners).expect("finite points"),
        );
    } else {
        check_shape::<D>(fact, &region, &point(&fact["point"]));
    }
}

fn check_shape<const D: usize>(fact: &Value, region: &Region<'_, D>, shape: &impl Polytope<D>) {
    let conservative = region.overlap_conservative(shape);
    assert_eq!(conservative, overlap(&fact["plane_by_plane"]), "{fact}");
    let decision = region.decide(shape);
    assert_eq!(region.overlap(shape), decision.overlap(), "{fact}");
    check_decision(fact, &decision);
}

fn check_decision(fact: &Value, decision: &Decision) {
    assert_eq!(decision.overlap(), overlap(&fact["overlap"]), "{fact}");
    if let (Some(expected), Decision::Outside { planes }) = (fact.get("decided_by"), decision) {
        assert_eq!(*planes, indices(expected), "{fact}");
    }
}

fn check_boundary<const D: usize>(fact: &Value, region: &Region<'_, D>) {
    assert_eq!(region.is_empty(), fact["empty"], "{fact}");
    assert_eq!(region.is_bounded(), fact["bounded"], "{fact}");
    let boundary = region.boundary();
    let vertices = array(&fact["vertices"]);
    assert_eq!(boundary.vertices.len(), vertices.len(), "{fact}");
    for vertex in vertices {
        let planes = indices(&vertex["planes"]);
        let found = boundary
            .vertices
            .iter()
            .find(|found| found.planes == planes);
        let found = found.unwrap_or_else(|| panic!("no vertex on {planes:?}: {fact}"));
        let expected = array(&vertex["point"]).iter().map(|coordinate| {
            let text = coordinate
                .as_str()
                .map_or(coordinate.to_string(), str::to_owned);
            RBig::from_str(&text).expect("a fraction").to_f64().value()
        });
        assert!(expected.eq(found.point), "{:?}: {fact}", found.point);
    }
    for (key, count) in [
        ("edges", boundary.edges.len()),
        ("faces", boundary.faces.len()),
    ] {
        if let Some(expected) = fact.get(key) {
            assert_eq!(*expected, count, "{fact}");
        }
    }
}

const SIDES: [(&str, FrustumSide); 6] = [
    ("left", FrustumSide::Left),
    ("right", FrustumSide::Right),
    ("bottom", FrustumSide::Bottom),
    ("top", FrustumSide::Top),
    ("near", FrustumSide::Near),
    ("far", FrustumSide::Far),
];

fn check_frustum_planes(fact: &Value) {
    let frustum = match frustum(fact) {
        Ok(frustum) => frustum,
        Err(FrustumError::Empty { side, .. }) => {
            assert_eq!(fact["error"], "empty", "{fact}");
            let (name, _) = SIDES
                .iter()
                .find(|(_, known)| *known == side)
                .expect("a side");
            assert_eq!(fact["side"], *name, "{fact}");
            return;
        }
        Err(error) => panic!("{error}: {fact}"),
    };
    assert!(fact.get("error").is_none(), "{fact}");
    for (name, side) in SIDES {
        let expected = fact["planes"].get(name).map(plane);
        assert_eq!(frustum.plane(side).copied(), expected, "{name}: {fact}");
    }
}

fn frustum(fact: &Value) -> Result<Frustum, FrustumError> {
    let row = |row: usize| std::array::from_fn(|column| number(&fact["matrix"][row][column]));
    let matrix = [row(0), row(1), row(2), row(3)];
    let word = |key: &str| fact[key].as_str().expect("a word");
    let space: ClipSpace = word("clip_space").parse().expect("a clip space");
    assert_eq!(space.to_string(), word("clip_space"));
    match (fact["order"].as_str(), fact["infinite_far"] == true) {
        (Some("row_major"), false) => Frustum::from_row_major(&matrix, space),
        (Some("row_major"), true) => Frustum::from_row_major_with_infinite_far(&matrix, space),
        (Some("column_major"), false) => Frustum::from_column_major(&matrix, space),
        (Some("column_major"), true) => {
            Frustum::from_column_major_with_infinite_far(&matrix, space)
        }
        _ => panic!("no order: {fact}"),
    }
}

fn overlap(value: &Value) -> Overlap {
    match value.as_str() {
        Some("outside") => Overlap::Outside,
        Some("meets") => Overlap::Meets,
        Some("inside") => Overlap::Inside,
        _ => panic!("no overlap: {value}"),
    }
}

fn plane<const D: usize>(value: &Value) -> Plane<D> {
    assert_eq!(array(value).len(), D + 1, "{value}");
    let normal = std::array::from_fn(|axis| number(&value[axis]));
    Plane::new(normal, number(&value[D])).expect("a plane")
}

fn point<const D: usize>(value: &Value) -> [f64; D] {
    assert_eq!(array(value).len(), D, "{value}");
    std::array::from_fn(|axis| number(&value[axis]))
}

fn indices(value: &Value) -> Vec<usize> {
    array(value)
        .iter()
        .map(|index| index.as_u64().expect("an index") as usize)
        .collect()
}

fn array(value: &Value) -> &[Value] {
    value
        .as_array()
        .unwrap_or_else(|| panic!("no list: {value}"))
}

fn number(value: &Value) -> f64 {
    value
        .as_f64()
        .unwrap_or_else(|| panic!("no number: {value}"))
}
