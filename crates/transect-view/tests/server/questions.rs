//! Tests of the endpoints for curves and certificates.

use serde_json::{Value, json};
use transect::Plane;
use transect::polygons::InsideRule;

use crate::client::{Running, asset, options, showing};

#[test]
fn the_curve_has_the_areas_of_sections() {
    let server = showing(&["cad_featuretype.stl"]);
    let mesh = &transect_io::read(&[asset("cad_featuretype.stl")])
        .expect("a part")
        .scene
        .meshes[0]
        .mesh;
    for normal in [[0.0, 0.0, 1.0], [1.0, 2.0, -0.5]] {
        let answer = server
            .post("/api/curve", &json!({"normal": normal, "samples": 33}))
            .json();
        let numbers = |key: &str| -> Vec<f64> {
            serde_json::from_value(answer[key].clone()).expect("numbers")
        };
        let (offsets, areas) = (numbers("offsets"), numbers("areas"));
        assert_eq!((offsets.len(), areas.len()), (33, 33));
        assert_eq!(
            (&answer["from"], &answer["to"]),
            (&json!(offsets[0]), &json!(offsets[32]))
        );
        for (offset, area) in offsets.iter().zip(&areas) {
            let plane = Plane::from_normal_and_distance(normal, *offset).expect("a plane");
            let section = mesh.section(&plane);
            assert_eq!(*area, section.inside(InsideRule::Nonzero).section.area());
        }
        assert!(areas.iter().filter(|area| **area > 0.0).count() > 5);
        let [low, high] =
            mesh.positions()
                .iter()
                .fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], p| {
                    let height = (0..3).fold(0.0, |sum, axis| sum + normal[axis] * p[axis]);
                    [low.min(height), high.max(height)]
                });
        assert_eq!([low, high], [offsets[0], offsets[32]]);
    }
    for wrong in [
        json!({"normal": [0.0, 0.0, 0.0]}),
        json!({"normal": [0.0, 0.0, 1.0], "samples": 1}),
        json!({"normal": [0.0, 0.0, 1.0], "samples": 100_000}),
    ] {
        assert!(matches!(
            server.post("/api/curve", &wrong).status,
            400 | 422
        ));
    }
}

#[test]
fn certificates_are_sentences_with_places() {
    let server = showing(&["office.glb"]);
    let answer = server
        .post("/api/certificate", &json!({"plane": {"text": "z=1.2"}}))
        .json();
    assert_eq!(answer["green"], true);
    let counts = &answer["report"]["planes"][0]["objects"];
    assert_eq!(
        [&counts["front"], &counts["on"], &counts["back"]],
        [549, 519, 15]
    );
    let sentences = answer["sentences"].as_array().expect("a list");
    assert!(sentences.iter().all(|sentence| sentence["ok"] == true));
    let open: &Value = sentences
        .iter()
        .find(|sentence| {
            sentence["text"]
                .as_str()
                .is_some_and(|text| text.contains("122 objects are open, 11"))
        })
        .expect("it is said what is open");
    let places = open["places"].as_array().expect("a list");
    assert_eq!(places.len(), 122);
    let objects = answer["report"]["objects_list"].as_array().expect("a list");
    for place in places {
        let object = place["object"].as_u64().expect("an index") as usize;
        assert_eq!(objects[object]["closed"], false);
        assert_eq!(place["point"].as_array().map(Vec::len), Some(3));
    }
}

#[test]
fn vertices_on_the_plane_and_beside_it_have_places() {
    let server = showing(&["cad_featuretype.stl"]);
    let document = transect_io::read(&[asset("cad_featuretype.stl")]).expect("a part");
    let mesh = &document.scene.meshes[0].mesh;
    let inner = |coordinate: f64| {
        let bounds = mesh.bounds().expect("triangles");
        coordinate > bounds.min()[0]
            && coordinate < bounds.max()[0]
            && coordinate != coordinate.round()
    };
    let point = mesh
        .positions()
        .iter()
        .find(|point| inner(point[0]))
        .expect("a vertex inside");
    let ask = |x: f64| {
        let plane = Plane::from_normal_and_distance([1.0, 0.0, 0.0], x).expect("a plane");
        server
            .post(
                "/api/certificate",
                &json!({"plane": {"text": plane.to_string()}}),
            )
            .json()
    };
    let places = |answer: &Value, words: &str| -> Vec<Value> {
        let sentences = answer["sentences"].as_array().expect("a list");
        let said = sentences.iter().find(|sentence| {
            sentence["text"]
                .as_str()
                .is_some_and(|text| text.contains(words))
        });
        said.map_or(Vec::new(), |said| {
            said["places"].as_array().expect("a list").clone()
        })
    };
    let on = places(&ask(point[0]), "lie exactly on the plane");
    assert_eq!(on[0]["point"][0], json!(point[0]));
    // This plane misses the vertex `point` by one f64 step. A note of the answer suggests the plane through the vertex.
    let beside = ask(f64::from_bits(point[0].to_bits() + 1));
    let near = places(&beside, "passes exactly through the nearest");
    assert_eq!(near[0]["point"][0], json!(point[0]));
}

#[test]
fn a_newer_certificate_overtakes_older_ones() {
    let server = showing(&["small/stair.obj"]);
    let request = |sequence: u64| {
        let body = json!({"plane": {"text": "z=0.5"}, "client": "a", "sequence": sequence});
        server.post("/api/certificate", &body).status
    };
    assert_eq!([request(3), request(2), request(4)], [200, 409, 200]);
}

#[test]
fn why_names_the_two_vertices_that_decide() {
    let server = showing(&["office.glb"]);
    let sorted = server
        .post("/api/sort", &json!({"plane": {"text": "z=1.2"}}))
        .json();
    let sides = sorted["sides"].as_str().expect("letters").to_string();
    let scene = server.get("/api/scene").json();
    for (letter, verdict) in [
        ('f', "is in front"),
        ('o', "is on the plane"),
        ('b', "is behind"),
    ] {
        let object = sides.find(letter).expect("an object on this side");
        let question = json!({"plane": {"text": "z=1.2"}, "object": object});
        let why = server.post("/api/why", &question).json();
        assert!(
            why["verdict"].as_str().expect("text").starts_with(verdict),
            "{why}"
        );
        let bounds = &scene["objects"][object]["bounds"];
        for (vertex, end) in [(0, "min"), (1, "max")] {
            let height = why["vertices"][vertex]["point"][2].as_f64().expect("z");
            assert_eq!(json!(height), bounds[end][2], "{why}");
            let side = match height.total_cmp(&1.2) {
                std::cmp::Ordering::Less => "back",
                std::cmp::Ordering::Equal => "on",
                std::cmp::Ordering::Greater => "front",
            };
            assert_eq!(why["vertices"][vertex]["side"], side, "{why}");
        }
    }
    let question = json!({"plane": {"text": "z=1.2"}, "object": 1083});
    let refused = server.post("/api/why", &question).error(400);
    let message = refused["message"].as_str().expect("a sentence");
    assert!(message.contains("there are 1083 objects"), "{message}");
}

#[test]
fn the_curve_has_the_heights_of_large_faces_and_the_areas_of_rooms() {
    let server = showing(&["office.glb"]);
    let curve = server
        .post("/api/curve", &json!({"normal": [0, 0, 1], "samples": 33}))
        .json();
    let scene = server.get("/api/scene").json();
    let levels = curve["levels"].as_array().expect("levels");
    assert!(2 <= levels.len() && levels.len() <= 12, "{curve}");
    let mut last = f64::NEG_INFINITY;
    for level in levels {
        let height = level["height"].as_f64().expect("a height");
        assert!(last < height);
        last = height;
        // The plane at this height contains at least one face, and this is decided exactly.
        let question = json!({"plane": {"normal": [0, 0, 1], "offset": -height}});
        let certificate = server.post("/api/certificate", &question).json();
        assert!(
            certificate["report"]["planes"][0]["faces_on_plane"]
                .as_u64()
                .is_some_and(|count| 0 < count),
            "{height}"
        );
        let object = level["object"].as_u64().expect("an object") as usize;
        assert_eq!(scene["objects"][object]["air"], false);
    }
    let numbers =
        |key: &str| -> Vec<f64> { serde_json::from_value(curve[key].clone()).expect("numbers") };
    let (areas, air) = (numbers("areas"), numbers("air"));
    assert_eq!(areas.len(), air.len());
    assert!(air.iter().zip(&areas).all(|(air, area)| air <= area));
    // Most of a storey is rooms, and the roof has none.
    assert!(
        10.0 * (areas[5] - air[5]) < air[5],
        "{} of {}",
        air[5],
        areas[5]
    );
    assert_eq!(air[32], 0.0);
}

#[test]
fn the_first_plane_lies_in_a_storey_or_a_large_section_and_up_is_suggested_by_faces() {
    let server = showing(&["office.glb"]);
    let start = server.get("/api/scene").json()["start"].clone();
    assert_eq!(start["up"], "z");
    // The plan of the lowest storey, whose floor has the height 0.
    assert_eq!(start["heights"][2], 1.2);

    let server = showing(&["spot.obj"]);
    let start = server.get("/api/scene").json()["start"].clone();
    let curve = server
        .post("/api/curve", &json!({"normal": [0, 0, 1], "samples": 257}))
        .json();
    let numbers =
        |key: &str| -> Vec<f64> { serde_json::from_value(curve[key].clone()).expect("numbers") };
    let (areas, air) = (numbers("areas"), numbers("air"));
    let material: Vec<f64> = areas
        .iter()
        .zip(&air)
        .map(|(area, air)| area - air)
        .collect();
    let height = start["heights"][2].as_f64().expect("a height");
    let offsets = numbers("offsets");
    let at = offsets.partition_point(|offset| *offset < height);
    let largest = material.iter().copied().fold(0.0, f64::max);
    assert!(
        0.7 * largest < material[at],
        "{} of {largest}",
        material[at]
    );

    // A table whose plate is perpendicular to y, as if y pointed up.
    let folder = tempfile::tempdir().expect("a folder");
    let table = folder.path().join("table.obj");
    let mut text = String::new();
    for x in [0, 4] {
        for y in [0, 1] {
            for z in [0, 6] {
                text += &format!("v {x} {y} {z}\n");
            }
        }
    }
    for face in [
        "1 2 4 3", "5 7 8 6", "1 5 6 2", "3 4 8 7", "1 3 7 5", "2 6 8 4",
    ] {
        text += &format!("f {face}\n");
    }
    std::fs::write(&table, text).expect("a file");
    let server = Running::new(&options(&[table]));
    server.settled();
    assert_eq!(server.get("/api/scene").json()["start"]["up"], "y");
}
