//! Meshes of glTF in the compression of meshoptimizer.

use std::path::Path;

use serde_json::{Value, json};
use transect_io::{Document, ReadError, read_bytes};

/// Returns the view with a name that the encoder of meshoptimizer wrote.
fn case(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models/meshopt.json");
    let text = std::fs::read_to_string(path).expect("the cases");
    let cases: Vec<Value> = serde_json::from_str(&text).expect("a list");
    let found = cases.into_iter().find(|case| case["name"] == name);
    found.expect("a case")
}

/// Reads a mesh of 13 × 13 points in compressed views. `change` changes the document.
fn read(change: impl FnOnce(&mut Value)) -> Result<Document, ReadError> {
    let [points, indices] = [case("floats_v0"), case("grid32")];
    let size = |case: &Value, key: &str| {
        let text = case[key].as_str().expect("base64");
        text.trim_end_matches('=').len() * 3 / 4
    };
    let view = |index: usize, case: &Value| {
        let length = size(case, "decoded");
        json!({"buffer": 2, "byteLength": length, "extensions": {"EXT_meshopt_compression": {
            "buffer": index, "byteLength": size(case, "encoded"), "byteStride": case["stride"],
            "count": case["count"], "mode": case["mode"],
        }}})
    };
    let buffer = |case: &Value| {
        let text = case["encoded"].as_str().expect("base64");
        json!({
            "byteLength": size(case, "encoded"),
            "uri": format!("data:application/octet-stream;base64,{text}"),
        })
    };
    let mut document = json!({
        "asset": {"version": "2.0"},
        "extensionsUsed": ["EXT_meshopt_compression"],
        "extensionsRequired": ["EXT_meshopt_compression"],
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"name": "grid", "mesh": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 169, "type": "VEC3"},
            {"bufferView": 1, "componentType": 5125, "count": 864, "type": "SCALAR"},
        ],
        "bufferViews": [view(0, &points), view(1, &indices)],
        "buffers": [
            buffer(&points),
            buffer(&indices),
            {"byteLength": 100_000, "extensions": {"EXT_meshopt_compression": {"fallback": true}}},
        ],
    });
    change(&mut document);
    read_bytes("grid.gltf".as_ref(), document.to_string().as_bytes())
}

#[test]
fn a_compressed_grid_has_its_points_and_triangles() {
    let document = read(|_| ()).expect("a document");
    assert_eq!(document.notes, []);
    let mesh = &document.scene.meshes[0].mesh;
    assert_eq!((mesh.positions().len(), mesh.triangles().len()), (169, 288));
    let mut seen = [false; 169];
    for &[x, y, z] in mesh.positions() {
        let index = (13.0 * y + x) as usize;
        let height = (index as f64 / 9.0).sin() as f32;
        assert_eq!(
            [x, y, z],
            [(index % 13) as f64, (index / 13) as f64, f64::from(height)]
        );
        seen[index] = true;
    }
    assert_eq!(seen, [true; 169]);
    // The triangles cover the square of 12 × 12, each upward.
    let area: f64 = mesh
        .triangles()
        .iter()
        .map(|corners| {
            let [a, b, c] = corners.map(|corner| mesh.positions()[corner as usize]);
            0.5 * ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))
        })
        .sum();
    assert_eq!(area, 144.0);
}

#[test]
fn damaged_views_are_errors_with_their_place() {
    let error = |change: &dyn Fn(&mut Value)| {
        let error = read(change).expect_err("damage");
        error.to_string()
    };
    let place = "bufferViews[0].extensions.EXT_meshopt_compression";
    for (key, value, expected) in [
        ("count", json!(300), "the compressed data"),
        (
            "byteStride",
            json!(13),
            "the byteStride is not a multiple of 4",
        ),
        (
            "mode",
            json!("TRIANGLES"),
            "the byteStride of indices is neither 2 nor 4",
        ),
        (
            "filter",
            json!("QUATERNION"),
            "the byteStride does not fit the filter",
        ),
        (
            "byteLength",
            json!(1_u64 << 40),
            "the file ends inside the buffer",
        ),
        ("buffer", json!(2), "the compressed bytes are missing, too"),
        ("count", json!(1_u64 << 50), "need more than"),
        ("mode", json!("OTHER"), "unknown variant `OTHER`"),
    ] {
        let text = error(&|document| {
            document["bufferViews"][0]["extensions"]["EXT_meshopt_compression"][key] =
                value.clone();
        });
        assert!(
            text.contains(place) && text.contains(expected),
            "{key}: {text}"
        );
    }
    let text = error(&|document| document["bufferViews"][0]["byteLength"] = json!(2029));
    assert!(text.contains("the decoded view"), "{text}");
}
