//! Tests that an input file is never replaced, whatever the flags.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::json;

use crate::classify::classify;
use crate::run::{Outcome, cut, cut_unseen, folder};
use crate::solids::brick;

/// Checks that a call is an error because it would replace the input file `input`, and that all files are unchanged.
fn is_refused(folder: &Path, call: impl Fn() -> Outcome, input: &str) {
    let before = contents(folder);
    let outcome = call();
    assert_eq!(outcome.status, Some(2), "{}", outcome.stderr);
    assert_eq!(
        outcome.stderr,
        format!(
            "error: {input} is an input of this call; an input is never replaced
  hint: name another folder with -o
"
        )
    );
    assert_eq!(contents(folder), before);
}

/// Returns the files below a folder, with their bytes.
fn contents(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            files.extend(contents(&path));
        } else {
            let bytes = fs::read(&path).expect("a file");
            files.push((path.display().to_string(), bytes));
        }
    }
    files.sort();
    files
}

#[test]
fn a_half_is_not_replaced_by_its_own_half() {
    let folder = folder(&[("brick.obj", &brick())]);
    let path = folder.path();
    cut_unseen(path, &["brick.obj", "--plane", "z=2", "-o", "chain"]).fine();
    let again = ["chain/front.obj", "--plane", "z=3", "-o", "chain"];
    is_refused(path, || cut(path, &again), "chain/front.obj");
    let forced = [&again[..], &["--force"]].concat();
    is_refused(path, || cut(path, &forced), "chain/front.obj");
    let elsewhere = [
        "chain/front.obj",
        "--plane",
        "z=3",
        "-o",
        "other",
        "--force",
    ];
    cut_unseen(path, &elsewhere).fine();
}

#[test]
fn a_classified_table_and_its_planes_are_not_replaced() {
    let points = "name,x,y,z\na,0,0,0\n";
    let folder = folder(&[
        ("sides.csv", points),
        ("report.json", "z = 1\n"),
        ("p.csv", points),
    ]);
    for (arguments, input) in [
        (["sides.csv", "--plane", "z=1"], "./sides.csv"),
        (["p.csv", "--region", "report.json"], "./report.json"),
    ] {
        let all = [&arguments[..], &["-o", ".", "--force"]].concat();
        is_refused(folder.path(), || classify(folder.path(), &all), input);
    }
}

#[cfg(unix)]
#[test]
fn links_to_an_input_are_not_replaced() {
    let folder = folder(&[("brick.obj", &brick())]);
    let path = folder.path();
    fs::create_dir(path.join("out")).expect("a folder");
    std::os::unix::fs::symlink("../brick.obj", path.join("out/front.obj")).expect("a link");
    let arguments = ["brick.obj", "--plane", "z=2", "-o", "out", "--force"];
    is_refused(path, || cut(path, &arguments), "out/front.obj");
    fs::remove_file(path.join("out/front.obj")).expect("a link");
    fs::hard_link(path.join("brick.obj"), path.join("out/front.obj")).expect("a link");
    is_refused(path, || cut(path, &arguments), "out/front.obj");
    // In this call, the input is itself a link to a file in the output folder.
    fs::remove_file(path.join("out/front.obj")).expect("a link");
    fs::rename(path.join("brick.obj"), path.join("out/back.obj")).expect("a file");
    std::os::unix::fs::symlink("out/back.obj", path.join("brick.obj")).expect("a link");
    is_refused(path, || cut(path, &arguments), "out/back.obj");
}

/// A glTF document has its data in a buffer, a second file. A call that would write `section.png` over this buffer is
/// refused.
#[test]
fn a_buffer_beside_a_document_is_not_replaced() {
    let positions = [[0_f32, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]];
    let bytes: Vec<u8> = positions
        .as_flattened()
        .iter()
        .flat_map(|c| c.to_le_bytes())
        .collect();
    let document = json!({
        "asset": {"version": "2.0"},
        "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3",
            "min": [0, 0, 0], "max": [4, 4, 0]}],
        "bufferViews": [{"buffer": 0, "byteLength": bytes.len()}],
        "buffers": [{"uri": "out/section.png", "byteLength": bytes.len()}],
    });
    let folder = folder(&[("triangle.gltf", &document.to_string())]);
    let path = folder.path();
    fs::create_dir(path.join("out")).expect("a folder");
    fs::write(path.join("out/section.png"), bytes).expect("a file");
    let arguments = ["triangle.gltf", "--plane", "x=1", "-o", "out", "--force"];
    is_refused(path, || cut(path, &arguments), "out/section.png");
}

/// The material library of an OBJ file is an input. No subcommand replaces the library, whatever its name.
#[test]
fn a_material_library_is_not_replaced() {
    let half = format!("mtllib front.mtl\nusemtl steel\n{}", brick());
    let steel = "newmtl steel\nKd 0.5 0.5 0.5\n";
    let half = folder(&[("part.obj", &half), ("front.mtl", steel)]);
    let path = half.path();
    let call = [
        "part.obj", "--plane", "z=2", "-o", ".", "--format", "obj", "--force",
    ];
    is_refused(path, || cut(path, &call), "./front.mtl");

    let libraries = ["report.json", "layers.json", "measure.json", "page.html"];
    let part = format!("mtllib {}\n{}", libraries.join(" "), brick());
    let mut files = vec![("part.obj", part.as_str()), ("planes.txt", "z = 2\n")];
    files.extend(libraries.map(|name| (name, steel)));
    let part = folder(&files);
    let path = part.path();
    let page = "<title>page</title><!--answers-->";
    fs::create_dir(path.join("page")).expect("a folder");
    fs::write(path.join("page/file.html"), page).expect("a file");
    let calls = [
        ("cut part.obj --plane z=2 -o .", "report.json"),
        (
            "cut part.obj --plane z=2 -o . --write report.json",
            "report.json",
        ),
        ("cut part.obj --region planes.txt -o .", "report.json"),
        ("slice part.obj --axis z --step 1 -o .", "layers.json"),
        ("measure part.obj --axis z -o .", "measure.json"),
        ("view part.obj --export page.html", "page.html"),
    ];
    for (call, library) in calls {
        let before = contents(path);
        let mut command = Command::new(env!("CARGO_BIN_EXE_transect"));
        command
            .current_dir(path)
            .args(call.split(' ').chain(["--force"]))
            .env("TRANSECT_PAGE", path.join("page"))
            .stdin(Stdio::null());
        let outcome = Outcome::of(&command.output().expect("the binary runs"));
        assert_eq!(outcome.status, Some(2), "{call}: {}", outcome.stderr);
        let message = format!("{library} is an input of this call; an input is never replaced");
        assert!(
            outcome.stderr.contains(&message),
            "{call}: {}",
            outcome.stderr
        );
        assert_eq!(contents(path), before, "{call}");
    }
}
