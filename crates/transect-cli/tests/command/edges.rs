//! Tests of the files of halves: each edge belongs to exactly two faces. An edge is identified by the indices of its
//! two vertices, not by their positions.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::run::{Outcome, cut, cut_unseen, folder, names, project, report};

/// Returns `true` if each edge of these faces occurs once in each direction. A face is a list of vertex indices.
fn each_edge_has_two_faces(faces: &[Vec<usize>]) -> bool {
    let mut edges: BTreeMap<(usize, usize), [u32; 2]> = BTreeMap::new();
    for face in faces {
        for (place, &from) in face.iter().enumerate() {
            let to = face[(place + 1) % face.len()];
            edges.entry((from.min(to), from.max(to))).or_default()[usize::from(from < to)] += 1;
        }
    }
    !faces.is_empty() && edges.values().all(|counts| *counts == [1, 1])
}

/// Returns the faces of an OBJ file, by the indices of positions.
fn obj(path: &Path) -> Vec<Vec<usize>> {
    let text = fs::read_to_string(path).expect("a file");
    let faces = text.lines().filter_map(|line| line.strip_prefix("f "));
    let index = |corner: &str| {
        let first = corner
            .split('/')
            .next()
            .and_then(|index| index.parse().ok());
        first.expect("an index")
    };
    faces
        .map(|face| face.split(' ').map(index).collect())
        .collect()
}

/// A cube whose corners have one normal per face. PLY has the vertices of each face, or one per position without normals.
#[test]
fn vertices_of_normals_are_said_and_left_out_if_asked() {
    let mut text = String::new();
    for corner in 0..8 {
        let [x, y, z] = [corner & 1, corner >> 1 & 1, corner >> 2];
        text += &format!("v {x} {y} {z}\n");
    }
    text += "vn 0 0 -1\nvn 0 0 1\nvn 0 -1 0\nvn 0 1 0\nvn -1 0 0\nvn 1 0 0\n";
    for (normal, face) in [
        [1, 3, 4, 2],
        [5, 6, 8, 7],
        [1, 2, 6, 5],
        [3, 7, 8, 4],
        [1, 5, 7, 3],
        [2, 4, 8, 6],
    ]
    .iter()
    .enumerate()
    {
        let corners = face.map(|vertex| format!("{vertex}//{}", normal + 1));
        text += &format!("f {}\n", corners.join(" "));
    }
    let folder = folder(&[("cube.obj", &text)]);
    let arguments = [
        "cube.obj", "--plane", "z=0.5", "--format", "ply", "-o", "out", "--force",
    ];
    let with = cut(folder.path(), &arguments).fine();
    let row = "front 32 for 12 positions, back 32 for 12 positions; by indices, the files are open";
    assert!(with.stdout.contains(row), "{}", with.stdout);
    let header = |name: &str| {
        let bytes = fs::read(folder.path().join("out").join(name)).expect("a file");
        String::from_utf8_lossy(&bytes).into_owned()
    };
    assert!(header("front.ply").contains("element vertex 32\n"));
    let without = cut(folder.path(), &[&arguments[..], &["--no-normals"]].concat()).fine();
    assert!(!without.stdout.contains("vertices  "), "{}", without.stdout);
    for half in ["front.ply", "back.ply"] {
        let header = header(half);
        assert!(header.contains("element vertex 12\n") && !header.contains("nx"));
        assert!(each_edge_has_two_faces(&ply(&folder
            .path()
            .join("out")
            .join(half))));
    }
    let report = report(folder.path(), &[&arguments[..], &["--no-normals"]].concat());
    assert_eq!(report["parts"][0]["vertices_as_written"], 12);
}

/// Returns the faces of a PLY file.
fn ply(path: &Path) -> Vec<Vec<usize>> {
    let bytes = fs::read(path).expect("a file");
    let end = b"end_header\n";
    let at = bytes.windows(end.len()).position(|window| window == end);
    let (header, body) = bytes.split_at(at.expect("a header") + end.len());
    let header = String::from_utf8_lossy(header);
    // The bytes of a face are: its number of corners (1), three indices (4 each), and its colour (1 per component).
    let size = 13 + header.matches("property uchar ").count();
    let count = |element: &str| -> usize {
        let mut lines = header.lines();
        let line = lines.find_map(|line| line.strip_prefix(element));
        line.and_then(|count| count.trim().parse().ok())
            .expect("a count")
    };
    let width = header.matches("property double").count() * 8
        + header.matches("property float").count() * 4;
    let faces = &body[width * count("element vertex")..];
    let faces = faces.chunks_exact(size).take(count("element face"));
    let index = |bytes: &[u8]| u32::from_le_bytes(bytes.try_into().expect("four bytes")) as usize;
    faces
        .map(|face| face[1..13].chunks_exact(4).map(index).collect())
        .collect()
}

/// Returns the faces of a GLB file. Each primitive has indices of its own.
fn glb(path: &Path) -> Vec<Vec<usize>> {
    let bytes = fs::read(path).expect("a file");
    let word = |bytes: &[u8], at: usize| {
        u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes")) as usize
    };
    let length = word(&bytes, 12);
    let json: Value = serde_json::from_slice(&bytes[20..20 + length]).expect("JSON");
    let binary = &bytes[28 + length..];
    let number = |value: &Value| value.as_u64().unwrap_or_default() as usize;
    let mut faces = Vec::new();
    let mut start = 0;
    for mesh in json["meshes"].as_array().expect("meshes") {
        for primitive in mesh["primitives"].as_array().expect("primitives") {
            let accessor = &json["accessors"][number(&primitive["indices"])];
            let view = &json["bufferViews"][number(&accessor["bufferView"])];
            let at = number(&view["byteOffset"]) + number(&accessor["byteOffset"]);
            let wide = match number(&accessor["componentType"]) {
                5123 => 2,
                5125 => 4,
                other => panic!("component type {other}"),
            };
            let index = |k: usize| {
                let place = at + k * wide;
                let low = usize::from(binary[place]) + 256 * usize::from(binary[place + 1]);
                start + if wide == 2 { low } else { word(binary, place) }
            };
            let all: Vec<usize> = (0..number(&accessor["count"])).map(index).collect();
            faces.extend(all.chunks_exact(3).map(<[usize]>::to_vec));
            start += 1_000_000;
        }
    }
    faces
}

/// The input object is two boxes that touch along an edge, so four faces meet at this edge. Each half has such an edge,
/// too.
#[test]
fn halves_with_an_edge_of_four_faces_have_two_faces_at_each_edge_by_index() {
    let edge = fs::read_to_string(project("assets/small/edge.obj")).expect("an asset");
    let folder = folder(&[("edge.obj", &edge)]);
    type Reader = fn(&Path) -> Vec<Vec<usize>>;
    let readers: [(&str, Reader); 3] = [("obj", obj), ("ply", ply), ("glb", glb)];
    for (format, read) in readers {
        let arguments = [
            "edge.obj", "--plane", "z=1", "--format", format, "-o", format, "--json",
        ];
        let report = cut_unseen(folder.path(), &arguments).fine().report();
        for half in ["front", "back"] {
            let path = folder.path().join(format!("{format}/{half}.{format}"));
            let faces = read(&path);
            assert_eq!(faces.len(), 40, "{format} {half}");
            let expected = format != "glb";
            assert_eq!(each_edge_has_two_faces(&faces), expected, "{format} {half}");
            let reported = &report["parts"][usize::from(half == "back")]["manifold_as_written"];
            assert_eq!(*reported, expected, "{format} {half}");
            assert_eq!(report["parts"][usize::from(half == "back")]["closed"], true);
            assert_eq!(
                report["parts"][usize::from(half == "back")]["vertices"],
                22,
                "by position"
            );
        }
        let [front, back] = ["front", "back"].map(|half| format!("{format}/{half}.{format}"));
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_transect"));
        command.current_dir(folder.path());
        command.args(["verify", "edge.obj", "--plane", "z=1", &front, &back]);
        Outcome::of(&command.output().expect("the binary runs")).fine();
    }
    // In the GLB file of a cut object, caps have vertices of their own, so `manifold_as_written` is false. An object
    // that is not cut has no caps, so here it is true.
    let arguments = [
        "edge.obj",
        "--plane",
        "z=-1",
        "--format",
        "glb",
        "-o",
        "whole",
        "--json",
        "--write",
        "halves,preview",
    ];
    let report = cut_unseen(folder.path(), &arguments).fine().report();
    let whole = glb(&folder.path().join("whole/front.glb"));
    assert!(each_edge_has_two_faces(&whole));
    assert_eq!(report["parts"][0]["manifold_as_written"], true);
    assert_eq!(report["parts"][1]["manifold_as_written"], Value::Null);
}

#[test]
fn without_indices_or_files_there_is_no_answer_about_edges() {
    let edge = fs::read_to_string(project("assets/small/edge.obj")).expect("an asset");
    let folder = folder(&[("edge.obj", &edge)]);
    for more in [&[][..], &["--format", "stl", "-o", "out"]] {
        let arguments = [&["edge.obj", "--plane", "z=1", "--json"], more].concat();
        let report = cut(folder.path(), &arguments).fine().report();
        assert_eq!(report["parts"][0]["manifold_as_written"], Value::Null);
    }
}

/// Corners keep their texture coordinates and materials where the vertices of an edge with four faces are written
/// twice.
#[test]
fn attributes_and_materials_stay_where_vertices_are_written_twice() {
    let edge = fs::read_to_string(project("assets/small/edge.obj")).expect("an asset");
    let mut text = String::from("mtllib m.mtl\nusemtl red\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\n");
    for line in edge.lines() {
        match line.strip_prefix("f ") {
            Some(face) => {
                let corners = face.split(' ').zip(1..);
                let corners: Vec<String> = corners.map(|(v, t)| format!("{v}/{t}")).collect();
                text += &format!("f {}\n", corners.join(" "));
            }
            None => text += &format!("{line}\n"),
        }
    }
    let library = "newmtl red\nKd 1 0 0\nnewmtl unused\nKd 0 1 0\n";
    let folder = folder(&[("edge.obj", &text), ("m.mtl", library)]);
    let arguments = ["edge.obj", "--plane", "z=1", "-o", "out", "--json"];
    let report = cut_unseen(folder.path(), &arguments).fine().report();
    assert_eq!(report["parts"][0]["manifold_as_written"], true);
    let written = fs::read_to_string(folder.path().join("out/front.obj")).expect("a file");
    assert_eq!(written.matches("usemtl red").count(), 1);
    let with_texture = |line: &&str| line.starts_with("f ") && line.contains('/');
    assert_eq!(
        written.lines().filter(with_texture).count(),
        28,
        "all but the caps"
    );
    assert!(each_edge_has_two_faces(&obj(&folder
        .path()
        .join("out/front.obj"))));
}

/// A half keeps only the materials of its own faces, also when a half is cut again.
#[test]
fn chained_cuts_do_not_collect_materials() {
    let mut text = String::from("mtllib m.mtl\n");
    let mut library = String::new();
    for (number, name) in (0..3).zip(["red", "green", "blue"]) {
        library += &format!("newmtl {name}\nKd 1 0 0\n");
        let x = 10 * number;
        text += &format!(
            "o {name}\nusemtl {name}\nv {x} 0 0\nv {} 0 0\nv {x} 1 0\nv {x} 0 1\n",
            x + 1
        );
        for face in [[1, 3, 2], [1, 2, 4], [2, 3, 4], [1, 4, 3]] {
            let [a, b, c] = face.map(|vertex: i32| vertex + 4 * number);
            text += &format!("f {a} {b} {c}\n");
        }
    }
    let folder = folder(&[("three.obj", &text), ("m.mtl", &library)]);
    let materials = |path: &str| -> Vec<String> {
        let text = fs::read_to_string(folder.path().join(path)).expect("a library");
        let names = text.lines().filter_map(|line| line.strip_prefix("newmtl "));
        names.map(String::from).collect()
    };
    cut_unseen(folder.path(), &["three.obj", "--plane", "x=5", "-o", "a"]).fine();
    assert_eq!(materials("a/front.mtl"), ["green", "blue"]);
    assert_eq!(materials("a/back.mtl"), ["red"]);
    cut_unseen(
        folder.path(),
        &["a/front.obj", "--plane", "x=15", "-o", "b"],
    )
    .fine();
    assert_eq!(materials("b/front.mtl"), ["blue"]);
    assert_eq!(materials("b/back.mtl"), ["green"]);
}

/// A killed run leaves partial files. The next run removes them, and leaves all other files.
#[test]
fn partial_files_of_a_killed_run_are_removed_by_the_next_one() {
    let edge = fs::read_to_string(project("assets/small/edge.obj")).expect("an asset");
    let folder = folder(&[("edge.obj", &edge)]);
    let out = folder.path().join("out");
    fs::create_dir(&out).expect("a folder");
    let kept = [
        ".front.obj.4000000001.backup",
        ".notes.txt.4000000001.partial",
    ];
    for name in kept.iter().chain(&[
        ".front.obj.4000000001.partial",
        ".report.json.4000000001.partial",
    ]) {
        fs::write(out.join(name), "left").expect("a file");
    }
    cut_unseen(folder.path(), &["edge.obj", "--plane", "z=1", "-o", "out"]).fine();
    let names = names(&out);
    let hidden: Vec<&String> = names.iter().filter(|name| name.starts_with('.')).collect();
    assert_eq!(hidden, kept);
}
