//! Tests of the buffers of a scene: the data for drawing equal the surfaces that are cut.

use std::io::Read;

use flate2::read::GzDecoder;
use serde_json::Value;

use crate::client::{Running, asset, showing};

fn numbers<const N: usize, T>(bytes: &[u8], number: impl Fn([u8; N]) -> T) -> Vec<T> {
    let (chunks, rest) = bytes.as_chunks::<N>();
    assert!(rest.is_empty());
    chunks.iter().map(|&chunk| number(chunk)).collect()
}

fn index(value: &Value) -> usize {
    value.as_u64().expect("a count") as usize
}

#[test]
fn buffers_hold_every_object_in_the_world() {
    for name in [
        "office.glb",
        "gltf/instanced.glb",
        "gltf/mirrored.glb",
        "cad_featuretype.stl",
    ] {
        let server = showing(&[name]);
        check(&server, name);
    }
}

fn check(server: &Running, name: &str) {
    let scene = server.get("/api/scene").json();
    let positions = server.get("/api/scene/positions");
    let positions = numbers(positions.fine(), f32::from_le_bytes);
    let indices = numbers(server.get("/api/scene/indices").fine(), u32::from_le_bytes);
    let ids = numbers(server.get("/api/scene/objects").fine(), u32::from_le_bytes);
    assert_eq!(positions.len(), 3 * index(&scene["vertices"]));
    assert_eq!(
        (indices.len(), ids.len()),
        (3 * index(&scene["triangles"]), positions.len() / 3)
    );
    let origin: Vec<f64> = serde_json::from_value(scene["origin"].clone()).expect("a point");

    let document = transect_io::read(&[asset(name)]).expect("a model");
    let world = document.scene.world_transforms();
    let listed = scene["objects"].as_array().expect("a list");
    let nodes: Vec<usize> = document.scene.objects().collect();
    assert_eq!(listed.len(), nodes.len());
    let (mut vertices, mut triangles) = (0, 0);
    for ((object, answer), &node) in listed
        .iter()
        .enumerate()
        .map(|(i, answer)| (i as u32, answer))
        .zip(&nodes)
    {
        // Objects are drawn as they are cut: the office has edges that are divided at vertices on them.
        let surface = document.scene.surface(node, &world[node]);
        let mesh = surface.expect("a place").mesh;
        assert_eq!(answer["name"], document.scene.nodes[node].name);
        assert_eq!(answer["closed"], mesh.boundary().is_closed());
        assert_eq!(
            (
                index(&answer["vertex_start"]),
                index(&answer["triangle_start"])
            ),
            (vertices, triangles)
        );
        assert_eq!(index(&answer["vertex_count"]), mesh.positions().len());
        for (point, drawn) in mesh
            .positions()
            .iter()
            .zip(positions[3 * vertices..].as_chunks::<3>().0)
        {
            let near = core::array::from_fn(|axis| (point[axis] - origin[axis]) as f32);
            assert_eq!(*drawn, near);
        }
        for (corners, drawn) in mesh
            .triangles()
            .iter()
            .zip(indices[3 * triangles..].as_chunks::<3>().0)
        {
            assert_eq!(*drawn, corners.map(|corner| corner + vertices as u32));
        }
        assert!(
            ids[vertices..vertices + mesh.positions().len()]
                .iter()
                .all(|id| *id == object)
        );
        vertices += mesh.positions().len();
        triangles += mesh.triangles().len();
    }
    assert_eq!((vertices, triangles), (ids.len(), indices.len() / 3));
}

#[test]
fn buffers_are_compressed_for_those_who_take_it() {
    let server = showing(&["cad_featuretype.stl"]);
    let plain = server.get("/api/scene/indices");
    assert_eq!(plain.header("content-encoding"), None);
    let mut headers = server.let_in();
    headers.push(("Accept-Encoding".into(), "deflate, gzip, br".into()));
    let packed = server.ask("GET", "/api/scene/indices", &headers, b"");
    assert_eq!(packed.header("content-encoding"), Some("gzip"));
    assert!(packed.body.len() < plain.body.len());
    let mut unpacked = Vec::new();
    GzDecoder::new(packed.fine())
        .read_to_end(&mut unpacked)
        .expect("gzip");
    assert!(unpacked == plain.body);
    let plainly = ("transect-plain".into(), "1".into());
    let nearby = [headers.as_slice(), &[plainly]].concat();
    let near = server.ask("GET", "/api/scene/indices", &nearby, b"");
    assert_eq!(near.header("content-encoding"), None);
    assert!(near.fine() == plain.body);
    headers.pop();
    headers.push(("Accept-Encoding".into(), "gzip;q=0, identity".into()));
    let refused = server.ask("GET", "/api/scene/indices", &headers, b"");
    assert_eq!(refused.header("content-encoding"), None);
}
