//! Tests of planes in requests: errors have a position, and snapping to a face is exact.

use serde_json::{Value, json};
use transect::{PlaneThrough, Side};

use crate::client::{Running, options, showing};

#[test]
fn planes_are_returned_in_full() {
    let server = Running::new(&options(&[]));
    let result =
        |plane: Value| server.post("/api/plane", &json!({"plane": plane})).json()["plane"].clone();
    let plane = result(json!({"text": "2z=3"}));
    assert_eq!(plane["normal"], json!([0.0, 0.0, 2.0]));
    assert_eq!(
        (&plane["offset"], &plane["through"]),
        (&json!(-3.0), &json!(null))
    );
    assert_eq!(plane["unit_normal"], json!([0.0, 0.0, 1.0]));
    assert_eq!(plane["distance_from_origin"], 1.5);
    let again = result(json!({"text": plane["text"]}));
    assert_eq!(again, plane, "the answer describes the requested plane");
    assert_eq!(
        result(json!({"normal": [0.0, 0.0, 2.0], "offset": -3.0})),
        plane
    );
    let points = json!([[0.1, 0.2, 0.3], [0.7, 0.1, 0.2], [0.3, 0.9, 0.4]]);
    let through = result(json!({"through": points}));
    assert_eq!(through["through"], points);
    let flipped = result(json!({"through": points, "flip": true}));
    assert_eq!(flipped["through"], json!([points[1], points[0], points[2]]));
    assert_eq!(
        result(json!({"through": flipped["through"], "flip": true})),
        through
    );
}

#[test]
fn an_invalid_plane_has_an_error_with_a_position() {
    let server = Running::new(&options(&[]));
    let error = |status: u16, plane: Value| {
        server
            .post("/api/plane", &json!({"plane": plane}))
            .error(status)
    };
    let typed = error(400, json!({"text": "2x+3q=1"}));
    assert_eq!((&typed["at"], &typed["hint"]), (&json!(5), &json!(null)));
    let slip = error(400, json!({"text": "z=1,2"}));
    assert_eq!(slip["hint"], "is z=1.2 meant?");
    assert_eq!(slip["kind"], "argument");
    assert_eq!(error(400, json!({"text": "x=x"}))["at"], json!(null));
    let line = [[0.0, 0.0, 0.0], [1.0, 1.0, 1.0], [2.0, 2.0, 2.0]];
    assert!(error(422, json!({"through": line}))["hint"].is_string());
    error(422, json!({"normal": [0.0, 0.0, 0.0], "offset": 1.0}));
    for nonsense in [
        json!({}),
        json!({"text": "z=1", "normal": [0.0, 0.0, 1.0]}),
        json!({"normal": [0.0, 0.0, 1.0]}),
        json!({"text": 5}),
        json!({"txet": "z=1"}),
        json!("z=1"),
    ] {
        error(400, nonsense);
    }
    server
        .ask("POST", "/api/plane", &server.let_in(), b"{\"plane\": ")
        .error(400);
    server
        .ask("POST", "/api/plane", &server.let_in(), b"\xff\xfe")
        .error(400);
}

#[test]
fn a_plane_snapped_to_a_face_contains_it_exactly() {
    let server = showing(&["spot.obj"]);
    let document = transect_io::read(&[crate::client::asset("spot.obj")]).expect("an animal");
    let mesh = &document.scene.meshes[0].mesh;
    let mut sloping = 0;
    for triangle in (0..mesh.triangles().len()).step_by(211) {
        let result = server
            .post("/api/snap", &json!({"object": 0, "triangle": triangle}))
            .json();
        let through: [[f64; 3]; 3] =
            serde_json::from_value(result["through"].clone()).expect("points");
        let corners = mesh.corners(triangle);
        assert_eq!(through, corners, "to the last bit");
        let plane = PlaneThrough::new(through).expect("a plane");
        assert!(corners.iter().all(|corner| plane.side(corner) == Side::On));
        let normal = plane.plane().normal();
        sloping += usize::from(normal.iter().filter(|c| **c != 0.0).count() == 3);
        assert_eq!(result["plane"]["through"], result["through"]);
    }
    assert!(sloping > 10, "planes along axes are no test");
    let error = server
        .post("/api/snap", &json!({"triangle": mesh.triangles().len()}))
        .error(400);
    assert!(
        error["message"]
            .as_str()
            .is_some_and(|text| text.contains("there are"))
    );
    server
        .post("/api/snap", &json!({"object": 1, "triangle": 0}))
        .error(400);
}

#[test]
fn a_face_without_area_has_no_plane() {
    let server = showing(&["small/degenerate.obj"]);
    let scene = server.get("/api/scene").json();
    let count = scene["triangles"].as_u64().expect("a count");
    let snap = |triangle| {
        server
            .post("/api/snap", &json!({"triangle": triangle}))
            .status
    };
    let refused: Vec<u64> = (0..count)
        .filter(|&triangle| snap(triangle) == 422)
        .collect();
    assert!(!refused.is_empty() && refused.len() < count as usize);
    let error = server
        .post("/api/snap", &json!({"triangle": refused[0]}))
        .error(422);
    assert!(
        error["message"]
            .as_str()
            .is_some_and(|text| text.contains("no area"))
    );
}
