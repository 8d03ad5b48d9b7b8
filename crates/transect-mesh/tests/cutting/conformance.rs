//! Tests of the facts (expected results as data) in `section.jsonl`, `layers.jsonl`, `split.jsonl`, `curve.jsonl`,
//! `mass_properties.jsonl` and `region_cut.jsonl` of the folder conformance.

use serde_json::Value;
use transect::{Cutter, Overlap, Plane, PlaneAt, PlaneThrough, Region, Side};
use transect_mesh::{LayersError, Mesh, RawMesh, Section};

use crate::cutting::meshes::Grid;
use crate::cutting::regions::face_area;
use crate::random::Random;

const SECTIONS: &str = include_str!("../../../../conformance/section.jsonl");
const LAYERS: &str = include_str!("../../../../conformance/layers.jsonl");
const SPLITS: &str = include_str!("../../../../conformance/split.jsonl");
const CURVES: &str = include_str!("../../../../conformance/curve.jsonl");
const MASS_PROPERTIES: &str = include_str!("../../../../conformance/mass_properties.jsonl");
const REGION_CUTS: &str = include_str!("../../../../conformance/region_cut.jsonl");

#[test]
fn sections() {
    let facts = facts(SECTIONS, "section");
    assert!(facts.len() >= 70);
    for fact in &facts {
        let (mesh, plane) = (mesh(fact), plane(fact));
        let sections = mesh.sections(&plane);
        check_section(
            fact,
            &fact["on_front"],
            sections.counting_on_as(Side::Front),
        );
        check_section(fact, &fact["on_back"], sections.counting_on_as(Side::Back));
    }
}

#[test]
fn layers() {
    let facts = facts(LAYERS, "layers");
    assert!(facts.len() >= 18);
    for fact in &facts {
        let mesh = mesh(fact);
        let floats = |value| list(value, |number| number.as_f64().expect("a number"));
        let direction: [f64; 3] = floats(&fact["direction"]).try_into().expect("a direction");
        let layers = mesh.layers(direction, &floats(&fact["heights"]));
        if let Some(error) = fact["error"].as_str() {
            assert_eq!(error, "zero_direction", "{fact}");
            let found = layers.map(|_| ());
            assert_eq!(found, Err(LayersError::ZeroDirection), "{fact}");
            continue;
        }
        let layers: Vec<_> = layers.expect("finite numbers").collect();
        let expected = fact["layers"].as_array().expect("a list");
        assert_eq!(layers.len(), expected.len(), "{fact}");
        for (layer, expected) in layers.iter().zip(expected) {
            assert_eq!(Some(layer.height), expected["height"].as_f64(), "{fact}");
            for (key, side) in [("on_front", Side::Front), ("on_back", Side::Back)] {
                let section = layer.sections.counting_on_as(side);
                check_section(fact, &expected[key], section);
            }
        }
    }
}

/// Returns the meshes of all facts about sections, layers and halves.
pub(crate) fn meshes_of_facts() -> Vec<Mesh> {
    let facts = [
        facts(SECTIONS, "section"),
        facts(LAYERS, "layers"),
        facts(SPLITS, "split"),
    ];
    facts.concat().iter().map(mesh).collect()
}

fn check_section(fact: &Value, expected: &Value, section: &Section) {
    let holes = section.loops.iter().filter(|l| l.is_hole).count();
    let open = section.open_chains.len();
    assert_eq!(
        Some(section.loops.len() as u64),
        expected["loops"].as_u64(),
        "{fact}"
    );
    assert_eq!(Some(holes as u64), expected["holes"].as_u64(), "{fact}");
    assert_eq!(
        open as u64,
        expected["open_chains"].as_u64().unwrap_or(0),
        "{fact}"
    );
    for (key, found) in [("area", section.area()), ("perimeter", section.perimeter())] {
        if let Some(expected) = number(&expected[key]) {
            assert_eq!(found, expected, "{key}: {fact}");
        }
    }
}

#[test]
fn splits() {
    let facts = facts(SPLITS, "split");
    assert!(facts.len() >= 40);
    for fact in &facts {
        let mesh = mesh(fact);
        if let Some(at) = fact["plane"].get("at") {
            let vector = |key: &str| integers(&at[key]).map(|coordinate: i64| coordinate as f64);
            let plane = PlaneAt::new(vector("point"), vector("normal"));
            check_split(fact, &mesh, &plane.expect("a plane"));
        } else if fact["plane"].is_object() {
            let points = [0, 1, 2].map(|index| {
                let point: [i64; 3] = integers(&fact["plane"]["through"][index]);
                point.map(|coordinate| coordinate as f64)
            });
            check_split(fact, &mesh, &PlaneThrough::new(points).expect("a plane"));
        } else {
            check_split(fact, &mesh, &plane(fact));
        }
    }
}

fn check_split(fact: &Value, mesh: &Mesh, plane: &impl Cutter) {
    let split = mesh.split(plane);
    for (half, expected) in [(&split.front, &fact["front"]), (&split.back, &fact["back"])] {
        assert_eq!(
            Some(half.boundary().is_closed()),
            expected["closed"].as_bool(),
            "{fact}"
        );
        for (key, found) in [("volume", half.volume()), ("area", half.area())] {
            if let Some(expected) = number(&expected[key]) {
                assert_eq!(found, expected, "{key}: {fact}");
            }
        }
    }
    let certificate = split.certificate(mesh, plane);
    assert_eq!(certificate.errors().count(), 0, "{fact}");
    if let Some(expected) = number(&fact["cap_area"]) {
        assert_eq!(certificate.face_areas, [expected], "cap_area: {fact}");
    }
    let contact = split.contact;
    assert_eq!(
        Some(contact.touching()),
        fact["touching"].as_bool(),
        "{fact}"
    );
    assert_eq!(Some(contact.divided()), fact["divided"].as_bool(), "{fact}");
    let counts = [("edges", contact.edges), ("faces", contact.faces)];
    for (key, found) in counts.iter().filter(|(key, _)| !fact[key].is_null()) {
        assert_eq!(Some(*found as u64), fact[key].as_u64(), "{key}: {fact}");
    }
    if let Some(expected) = fact["vertices"].as_array() {
        let expected: Vec<usize> = expected
            .iter()
            .map(|count| count.as_u64().expect("a count") as usize)
            .collect();
        assert_eq!(contact.vertices.as_slice(), expected, "{fact}");
    }
    for expected in fact["crossings"].as_array().into_iter().flatten() {
        let coordinate = |axis: usize| expected[axis].as_f64().expect("a coordinate");
        let expected = [0, 1, 2].map(coordinate);
        for half in [&split.front, &split.back] {
            assert!(half.positions().contains(&expected), "{expected:?}: {fact}");
        }
    }
}

#[test]
fn curves() {
    let is_measure = |line: &&str| line.contains("\"op\": \"curve\"");
    let (measures, heights): (Vec<&str>, Vec<&str>) = CURVES.lines().partition(is_measure);
    let (measures, heights) = (
        facts(&measures.join("\n"), "curve"),
        facts(&heights.join("\n"), "height_of_volume"),
    );
    assert!(measures.len() >= 30 && heights.len() >= 10);
    for fact in &measures {
        let curve = mesh(fact).curve(direction(fact));
        if let Some(expected) = fact["error"].as_str() {
            let error = format!("{:?}", curve.expect_err("an error")).to_lowercase();
            assert!(error.starts_with(expected), "{error}: {fact}");
            continue;
        }
        let curve = curve.unwrap_or_else(|error| panic!("{error}: {fact}"));
        let point = curve.at(number(&fact["height"]).expect("a height"));
        // Heights along an oblique direction are rounded. The test allows 1000 times this rounding error for each
        // measure, which is more than the small meshes of the facts need.
        let rounding = 1e3 * curve.height_error();
        for (key, found, bound) in [
            ("area", point.area, point.area_error),
            ("area_from_front", point.area_from_front, point.area_error),
            ("volume", point.volume, point.volume_error),
        ] {
            let expected = number(&fact[key]).expect("a measure");
            let error = (found - expected).abs();
            assert!(error <= bound + rounding, "{key}: {found}: {fact}");
            assert!(bound < 1e-10, "{key}: {bound}: {fact}");
        }
        for (axis, expected) in fact["centroid"]
            .as_array()
            .into_iter()
            .flatten()
            .enumerate()
        {
            let found = point.centroid.expect("a centroid")[axis];
            let error = (found - number(expected).expect("a coordinate")).abs();
            let bound = point.centroid_error + rounding;
            assert!(error <= bound, "{found}: {fact}");
        }
    }
    for fact in &heights {
        let curve = mesh(fact).curve(direction(fact)).expect("a curve");
        let volume = number(&fact["volume"]).expect("a volume");
        let found = curve.height_of_volume(volume).expect("a height");
        let expected = number(&fact["height"]).expect("a height");
        assert!((found - expected).abs() < 1e-13, "{found}: {fact}");
    }
}

#[test]
fn mass_properties() {
    let facts = facts(MASS_PROPERTIES, "mass_properties");
    assert!(facts.len() >= 17);
    for fact in &facts {
        let found = mesh(fact).mass_properties().expect("a closed mesh");
        let (centroid, inertia) = (found.centroid, found.inertia);
        let near = |found: f64, expected: &Value, bound: f64| {
            let expected = number(expected).expect("a number");
            let error = (found - expected).abs() - f64::EPSILON * expected.abs();
            assert!(error <= bound, "{found}, not {expected}: {fact}");
        };
        near(found.volume, &fact["volume"], found.volume_error);
        for axis in 0..3 {
            let coordinate = centroid.expect("a volume")[axis];
            near(coordinate, &fact["centroid"][axis], found.centroid_error);
            for other in 0..3 {
                let entry = inertia.expect("a volume")[axis][other];
                near(entry, &fact["inertia"][axis][other], found.inertia_error);
            }
        }
        let size = found.volume.abs().max(1.0);
        assert!(found.volume_error < 1e-12 * size, "{found:?}: {fact}");
    }
}

fn direction(fact: &Value) -> [f64; 3] {
    let numbers: [i64; 3] = integers(&fact["direction"]);
    numbers.map(|n| n as f64)
}

#[test]
fn region_cuts() {
    let facts = facts(REGION_CUTS, "region_cut");
    assert!(facts.len() >= 45);
    for fact in &facts {
        let mesh = mesh(fact);
        let planes: Vec<Plane> = list(&fact["planes"], |plane| {
            let numbers: [i64; 4] = integers(plane);
            Plane::try_from(numbers.map(|n| n as f64)).expect("a normal that is not zero")
        });
        let region = Region::new(&planes);
        let cut = mesh.cut_by_region(region);
        let relation = match cut.relation {
            Overlap::Inside => "inside",
            Overlap::Meets => "meets",
            Overlap::Outside => "outside",
        };
        assert_eq!(Some(relation), fact["relation"].as_str(), "{fact}");
        for (key, part) in [("inside", &cut.inside.mesh), ("outside", &cut.outside.mesh)] {
            let expected = &fact[key];
            assert_eq!(
                Some(part.boundary().is_closed()),
                expected["closed"].as_bool(),
                "{fact}"
            );
            near(fact, &expected["volume"], part.volume());
            if !expected["area"].is_null() {
                near(fact, &expected["area"], part.area());
            }
        }
        for (plane, expected) in fact["faces"].as_array().into_iter().flatten().enumerate() {
            near(fact, expected, face_area(&cut.inside, plane));
        }
        assert!(cut.certificate(&mesh, region).is_correct(), "{fact}");
    }
}

/// Checks that a computed number differs from a fraction by rounding only.
fn near(fact: &Value, expected: &Value, found: f64) {
    let expected = match expected.as_str() {
        Some(fraction) => {
            let (numerator, denominator) = fraction.split_once('/').expect("p/q");
            let integer = |text: &str| text.parse::<f64>().expect("an integer");
            integer(numerator) / integer(denominator)
        }
        None => expected.as_f64().expect("a number"),
    };
    assert!(
        (found - expected).abs() <= 1e-12 * expected.abs(),
        "{found}, not {expected}: {fact}"
    );
}

fn facts(lines: &str, op: &str) -> Vec<Value> {
    let fact = |line: &str| -> Value {
        let fact: Value =
            serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        assert!(fact["why"].is_string() && fact["op"] == op, "{fact}");
        fact
    };
    lines.lines().map(fact).collect()
}

/// Parses a number, or a fraction "p/q" as its nearest float.
fn number(value: &Value) -> Option<f64> {
    match value.as_str() {
        Some(fraction) => {
            let (numerator, denominator) = fraction.split_once('/').expect("p/q");
            let integer = |text: &str| text.parse::<i32>().map(f64::from).expect("an integer");
            Some(integer(numerator) / integer(denominator))
        }
        None => value.as_f64(),
    }
}

fn plane(fact: &Value) -> Plane {
    let numbers: [i64; 4] = integers(&fact["plane"]);
    Plane::try_from(numbers.map(|n| n as f64)).expect("a normal that is not zero")
}

fn integers<const N: usize>(value: &Value) -> [i64; N] {
    core::array::from_fn(|index| {
        value[index]
            .as_i64()
            .unwrap_or_else(|| panic!("{N} integers, not {value}"))
    })
}

fn list<'v, T>(value: &'v Value, read: impl Fn(&'v Value) -> T) -> Vec<T> {
    value.as_array().expect("a list").iter().map(read).collect()
}

fn mesh(fact: &Value) -> Mesh {
    let grid = grid(&fact["mesh"]);
    Mesh::new(RawMesh {
        positions: grid.positions.iter().map(|p| p.map(|c| c as f64)).collect(),
        triangles: grid.triangles,
        ..RawMesh::default()
    })
    .unwrap_or_else(|error| panic!("{error}: {fact}"))
}

fn grid(value: &Value) -> Grid {
    let (name, input) = value
        .as_object()
        .and_then(|object| {
            object
                .iter()
                .find(|(name, _)| *name != "triangles" && *name != "size")
        })
        .expect("a construction");
    match name.as_str() {
        "box" => Grid::cuboid(integers(&input[0]), integers(&input[1])),
        "tetrahedron" => Grid::tetrahedron([0, 1, 2, 3].map(|corner| integers(&input[corner]))),
        "cells" => {
            let size = value["size"].as_i64().expect("a size");
            Grid::voxels(&list(input, integers), size, &mut Random::new(1))
        }
        "inverted" => grid(input).inverted(),
        "union" => Grid::union(&list(input, grid)),
        "positions" => Grid {
            positions: list(input, integers),
            triangles: list(&value["triangles"], |t| integers(t).map(|v| v as u32)),
        },
        other => panic!("no construction is called {other}"),
    }
}
