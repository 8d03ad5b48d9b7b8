//! Tests of the endpoints for curves and certificates.

use serde_json::{Value, json};
use transect::Plane;

use crate::client::{asset, showing};

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
            assert_eq!(*area, mesh.section(&plane).area());
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
    let counts = &answer["report"]["objects"];
    assert_eq!(
        [&counts["front"], &counts["cut"], &counts["back"]],
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
