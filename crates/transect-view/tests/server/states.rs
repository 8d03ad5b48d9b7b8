//! Tests of the states of the viewer: no model, loading, ready, and invalid file. Each state has a message, and the
//! server keeps running.

use std::fs::{self, File};

use serde_json::json;
use transect::{Plane, PlaneThrough};

use crate::client::{Running, asset, options, showing};

#[test]
fn without_a_model_the_state_is_empty() {
    let mut wanted = options(&[]);
    wanted.example = true;
    let server = Running::new(&wanted);
    let state = server.get("/api/state").json();
    assert_eq!(
        (&state["state"], &state["example"]),
        (&json!("empty"), &json!(true))
    );
    assert_eq!(
        (&state["sources"], &state["plane"]),
        (&json!([]), &json!(null))
    );
    let error = server.get("/api/scene").error(503);
    assert!(
        error["hint"]
            .as_str()
            .is_some_and(|hint| hint.contains("transect view"))
    );
}

#[test]
fn the_state_has_the_model_the_plane_and_the_unit() {
    let mut wanted = options(&[asset("office.glb")]);
    let plane: Plane = "z=1.2".parse().expect("a plane");
    wanted.plane = Some(plane.into());
    let server = Running::new(&wanted);
    let state = server.settled();
    assert_eq!(state["state"], "ready");
    assert_eq!(
        (&state["unit"], &state["plane"]),
        (&json!("m"), &json!("z = 1.2"))
    );
    assert_eq!(state["plane_request"], json!({"text": "z = 1.2"}));
    let source = &state["sources"][0];
    assert_eq!(
        (&source["format"], &source["bytes"]),
        (&json!("glb"), &json!(1_168_200))
    );
}

#[test]
fn a_plane_of_points_stays_one() {
    let points = [[0.1, 0.2, 0.3], [0.7, 0.1, 0.2], [0.3, 0.9, 0.4]];
    let mut wanted = options(&[asset("small/stair.obj")]);
    wanted.plane = Some(PlaneThrough::new(points).expect("a plane").into());
    let state = Running::new(&wanted).settled();
    assert_eq!(
        state["plane_request"],
        json!({"through": points, "flip": false})
    );
}

#[test]
fn damaged_files_are_reported_and_the_server_keeps_running() {
    let folder = tempfile::tempdir().expect("a folder");
    let office = fs::read(asset("office.glb")).expect("the building");
    let files: [(&str, &[u8], &str); 5] = [
        (
            "truncated.glb",
            &office[..office.len() / 2],
            "bytes are needed",
        ),
        (
            "broken.obj",
            b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n",
            "line 4",
        ),
        ("empty.stl", b"", "the file is empty"),
        ("text.txt", b"this is no model", "not a mesh format"),
        (
            "points.obj",
            b"v 0 0 0\nv 1 0 0\n",
            "there are no triangles",
        ),
    ];
    for (name, bytes, expected) in files {
        let path = folder.path().join(name);
        fs::write(&path, bytes).expect("a file");
        let server = Running::new(&options(&[path]));
        let state = server.settled();
        assert_eq!(state["state"], "error", "{name}: {state}");
        let message = state["error"]["message"].as_str().expect("a sentence");
        assert!(message.contains(expected), "{name}: {message}");
        assert!(state["error"]["hint"].is_string(), "{name}: {state}");
        let kind = match expected {
            "there are no triangles" => "model",
            _ => "input_file",
        };
        assert_eq!(state["error"]["kind"], kind, "{name}: {state}");
        // Requests for the model get the message of the failed reading, and requests about planes still work.
        let error = server.get("/api/scene").error(503);
        assert_eq!(
            (&error["message"], &error["kind"]),
            (&json!(message), &json!(kind))
        );
        server
            .post("/api/plane", &json!({"plane": {"text": "z=1"}}))
            .fine();
        assert_eq!(server.get("/").status, 200);
    }
}

#[test]
fn a_file_beyond_the_memory_is_refused_before_it_is_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("huge.stl");
    // The file is sparse: its size is a tebibyte, but it takes no space on the disk.
    File::create(&path)
        .and_then(|file| file.set_len(1 << 40))
        .expect("a sparse file");
    let server = Running::new(&options(&[path]));
    let state = server.settled();
    let message = state["error"]["message"].as_str().expect("a sentence");
    assert!(
        message.contains("huge.stl") || message.contains("too large"),
        "{message}"
    );
    assert_eq!(server.get("/api/state").status, 200);
}

#[test]
fn several_files_are_one_scene() {
    let server = showing(&["small/stair.obj", "small/edge.obj"]);
    let scene = server.get("/api/scene").json();
    let names = scene["objects"].as_array().expect("a list");
    assert!(
        names.len() >= 2
            && names[0]["name"]
                .as_str()
                .is_some_and(|name| name.starts_with("stair:"))
    );
}
