//! T-junctions, cracks, holes and welds, and layers that show no solid.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::run::{Outcome, asset, cut, folder, names, project, transect};

/// A box with two vertices exactly on edges of other faces.
const JUNCTIONS: &str = "\
v 0 0 0\nv 4 0 0\nv 4 4 0\nv 0 4 0\nv 0 0 4\nv 4 0 4\nv 4 4 4\nv 0 4 4\nv 4 2 0\nv 4 2 4\n\
f 1 3 2\nf 1 4 3\nf 5 6 7\nf 5 7 8\nf 1 2 6\nf 1 6 5\nf 3 4 8\nf 3 8 7\nf 4 1 5\nf 4 5 8\n\
f 2 9 10\nf 2 10 6\nf 9 3 7\nf 9 7 10\n";

/// Two boxes, of the heights 1 and 3. A corner of the upper face of the first box exists twice, 1e-9 apart.
fn cracked() -> String {
    let first = "o low\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\nv 1 1 1.000000001\n\
                 f 1 3 2\nf 1 4 3\nf 5 6 9\nf 5 9 8\nf 1 2 6\nf 1 6 5\nf 3 4 8\nf 3 8 7\nf 4 1 5\nf 4 5 8\nf 2 3 7\nf 2 7 6\n";
    let second = "o high\nv 5 0 0\nv 6 0 0\nv 6 1 0\nv 5 1 0\nv 5 0 3\nv 6 0 3\nv 6 1 3\nv 5 1 3\n\
                  f 10 12 11\nf 10 13 12\nf 14 15 16\nf 14 16 17\nf 10 11 15\nf 10 15 14\nf 12 13 17\nf 12 17 16\n\
                  f 13 10 14\nf 13 14 17\nf 11 12 16\nf 11 16 15\n";
    format!("{first}{second}")
}

/// Writes a binary STL file with a box per entry, given by its least and its greatest corner.
pub(crate) fn boxes(
    path: &Path,
    boxes: &[[[f32; 3]; 2]],
    change: impl Fn(&mut Vec<[[f32; 3]; 3]>),
) {
    let mut triangles: Vec<[[f32; 3]; 3]> = Vec::new();
    for ends in boxes {
        let corner = |index: usize| [0, 1, 2].map(|axis| ends[index >> axis & 1][axis]);
        for [a, b, c, d] in [
            [0, 2, 3, 1],
            [4, 5, 7, 6],
            [0, 1, 5, 4],
            [2, 6, 7, 3],
            [0, 4, 6, 2],
            [1, 3, 7, 5],
        ] {
            triangles.push([a, b, c].map(corner));
            triangles.push([a, c, d].map(corner));
        }
    }
    change(&mut triangles);
    let mut bytes = vec![0; 80];
    bytes.extend((triangles.len() as u32).to_le_bytes());
    for triangle in triangles {
        bytes.extend([0; 12]);
        for coordinate in triangle.as_flattened() {
            bytes.extend(coordinate.to_le_bytes());
        }
        bytes.extend([0; 2]);
    }
    fs::write(path, bytes).expect("a file can be written");
}

fn json(outcome: Outcome) -> Value {
    outcome.fine().report()
}

#[test]
fn vertices_on_edges_are_no_gaps() {
    let folder = folder(&[("box.obj", JUNCTIONS)]);
    let run = |arguments: &[&str]| transect(folder.path(), arguments).fine();
    let outcome = run(&["cut", "box.obj", "--plane", "y=1.5", "--json", "-o", "out"]);
    let note = "note: box: 2 open edges are divided at vertices that lie exactly on them";
    assert!(outcome.stderr.contains(note), "{}", outcome.stderr);
    let report = outcome.report();
    assert_eq!(report["planes"][0]["section"]["area"], 16.0);
    assert_eq!(report["objects_list"][0]["changes"]["divided_edges"], 2);
    assert!(
        report["parts"]
            .as_array()
            .expect("parts")
            .iter()
            .all(|part| part["closed"] == true)
    );
    run(&[
        "verify",
        "box.obj",
        "--plane",
        "y=1.5",
        "out/front.obj",
        "out/back.obj",
    ]);
    let measures = json(run(&["measure", "box.obj", "--json"]));
    assert_eq!(measures["total"]["volume"], 64.0);
    let info = json(run(&["info", "box.obj", "--json"]));
    assert_eq!(info["objects"]["closed"], 1);
}

#[test]
fn the_crack_of_the_sample_closes_with_the_distance_that_info_names() {
    let folder = folder(&[]);
    let part = asset("cad_featuretype.stl");
    let run = |arguments: &[&str]| transect(folder.path(), arguments);
    let info = json(run(&["info", &part, "--json"]));
    let open = &info["open"][0];
    assert_eq!(open["open_edges"], 576);
    let gaps = open["gaps"].as_array().expect("gaps");
    assert!(gaps.iter().all(|gap| gap["kind"] == "crack"), "{gaps:?}");
    assert_eq!(open["weld"]["open_edges"], 0);
    let distance = open["weld"]["distance"].as_f64().expect("a distance");
    let distance = format!("{distance:e}");
    let plane = ["--plane", "x=0"];
    let as_it_is = cut(folder.path(), &[&[&*part], &plane[..]].concat()).fine();
    let hint = format!("--weld {distance} closes it");
    assert!(as_it_is.stderr.contains(&hint), "{}", as_it_is.stderr);
    let weld = ["--weld", &distance];
    let welded = [&["cut", &part], &plane[..], &weld, &["--json", "-o", "out"]].concat();
    let report = json(run(&welded));
    assert_eq!(report["certificate"]["objects_closed"], 1);
    assert_eq!(report["objects_list"][0]["changes"]["merged_vertices"], 288);
    assert_eq!(report["planes"][0]["section"]["open_chains"], 0);
    let halves = ["out/front.stl", "out/back.stl"];
    run(&[&["verify", &part], &plane[..], &halves, &weld].concat()).fine();
    // Halves of the welded part are not those of the part as it is.
    assert_eq!(
        run(&[&["verify", &part], &plane[..], &halves].concat()).status,
        Some(1)
    );
    let volume =
        &json(run(&[&["measure", &part, "--json"], &weld[..]].concat()))["total"]["volume"];
    let parts = report["parts"].as_array().expect("parts").iter();
    let sum: f64 = parts
        .map(|part| part["volume"].as_f64().expect("a volume"))
        .sum();
    assert!(
        (volume.as_f64().expect("a volume") - sum).abs() < 1e-4,
        "{volume} {sum}"
    );
    run(&[
        &["slice", &part, "--axis", "z", "--step", "0.3", "--strict"],
        &weld[..],
    ]
    .concat())
    .fine();
    // A distance that is too small changes nothing.
    let narrow = json(run(&[
        "cut", &part, "--plane", "x=0", "--weld", "1e-16", "--json",
    ]));
    assert_eq!(narrow["certificate"]["objects_open"], 1);
}

#[test]
fn objects_that_are_not_cut_are_written_as_they_were() {
    let folder = folder(&[("two.obj", &cracked())]);
    let run = |arguments: &[&str]| transect(folder.path(), arguments).fine();
    run(&[
        "cut", "two.obj", "--plane", "z=2", "--weld", "1e-8", "-o", "out", "--write", "halves",
    ]);
    let back = fs::read_to_string(folder.path().join("out/back.obj")).expect("the half");
    assert!(back.contains("1.000000001"), "{back}");
    run(&[
        "cut", "two.obj", "--plane", "z=0.5", "--weld", "1e-8", "-o", "cut", "--write", "halves",
    ]);
    let front = fs::read_to_string(folder.path().join("cut/front.obj")).expect("the half");
    assert!(!front.contains("1.000000001"), "{front}");
    run(&[
        "verify",
        "two.obj",
        "--plane",
        "z=0.5",
        "cut/front.obj",
        "cut/back.obj",
        "--weld",
        "1e-8",
    ]);
    run(&[
        "verify",
        "two.obj",
        "--plane",
        "z=2",
        "out/front.obj",
        "out/back.obj",
        "--weld",
        "1e-8",
    ]);
}

#[test]
fn holes_have_no_distance() {
    let path = project("assets/small/lidless.obj").display().to_string();
    let folder = folder(&[]);
    let info = json(transect(folder.path(), &["info", &path, "--json"]));
    assert_eq!(info["open"][0]["gaps"][0]["kind"], "hole");
    assert_eq!(info["open"][0]["weld"], Value::Null);
    let table = transect(folder.path(), &["info", &path]).fine().stdout;
    assert!(table.contains("4 open edges: 1 hole"), "{table}");
    let outcome = cut(folder.path(), &[&path, "--plane", "z=1"]).fine();
    assert!(!outcome.stderr.contains("--weld"), "{}", outcome.stderr);
    for wrong in ["0", "-1", "wide", "nan", "inf"] {
        let outcome = cut(
            folder.path(),
            &[&path, "--plane", "z=1", &format!("--weld={wrong}")],
        );
        assert_eq!(outcome.status, Some(2), "{wrong}: {}", outcome.stderr);
    }
}

#[test]
fn rounding_makes_no_layer_of_its_own() {
    let folder = folder(&[]);
    let path = folder.path();
    let steps = [
        [[0.0, 0.0, 0.0], [1.0, 3.0, 0.2]],
        [[1.0, 0.0, 0.0], [2.0, 3.0, 0.4]],
        [[2.0, 0.0, 0.0], [3.0, 3.0, 0.6]],
    ];
    boxes(&path.join("steps.stl"), &steps, |_| ());
    let middle = [
        "--axis",
        "z",
        "--step",
        "0.2",
        "--at-layer",
        "middle",
        "--json",
    ];
    let outcome = transect(path, &[&["slice", "steps.stl"], &middle[..]].concat()).fine();
    let note = "no layer covers z from 0.6 to 0.6000000238418579";
    assert!(outcome.stderr.contains(note), "{}", outcome.stderr);
    let layers = &outcome.report()["layers"];
    let areas = layers
        .as_array()
        .expect("layers")
        .iter()
        .map(|layer| layer["area"].as_f64());
    assert!(areas.eq([Some(9.0), Some(6.0), Some(3.0)]), "{layers}");
    boxes(
        &path.join("floor.stl"),
        &[[[0.0; 3], [1.0; 3]]],
        |triangles| {
            for corner in triangles.as_flattened_mut() {
                if *corner == [0.0; 3] {
                    corner[2] = -1e-7;
                }
            }
        },
    );
    let masks = [
        "--step",
        "0.25",
        "--write",
        "masks",
        "--resolution",
        "0.1",
        "-o",
        "masks",
    ];
    transect(
        path,
        &[&["slice", "floor.stl", "--axis", "z"], &masks[..]].concat(),
    )
    .fine();
    assert_eq!(names(&path.join("masks/masks")).len(), 4);
    // A whole layer that --from asks for is made.
    let from = [
        "slice",
        "steps.stl",
        "--axis",
        "z",
        "--step",
        "0.2",
        "--at-layer",
        "middle",
        "--from=-0.2",
        "--json",
    ];
    let report = json(transect(path, &from));
    assert_eq!(report["layers"].as_array().map(Vec::len), Some(4));
}

#[test]
fn layers_without_a_solid_are_named() {
    let folder = folder(&[]);
    let path = folder.path();
    boxes(
        &path.join("hole.stl"),
        &[[[0.0; 3], [1.0; 3]]],
        |triangles| {
            triangles.pop();
        },
    );
    let slice = [
        "slice",
        "hole.stl",
        "--axis",
        "z",
        "--step",
        "0.25",
        "--at-layer",
        "middle",
    ];
    let outcome = transect(path, &slice).fine();
    let note = "note: 4 layers, the first of them layer 1 (z = 0.125), have open outlines, which are not filled: hole";
    assert!(outcome.stderr.contains(note), "{}", outcome.stderr);
    let strict = transect(path, &[&slice[..], &["--strict"]].concat());
    assert_eq!(strict.status, Some(1));
    assert!(
        strict
            .stderr
            .contains("4 layers blank or with open outlines"),
        "{}",
        strict.stderr
    );
    boxes(
        &path.join("gap.stl"),
        &[[[0.0; 3], [1.0; 3]], [[0.0, 0.0, 2.0], [1.0, 1.0, 3.0]]],
        |_| (),
    );
    let gap = [
        "slice",
        "gap.stl",
        "--axis",
        "z",
        "--step",
        "1",
        "--at-layer",
        "middle",
        "--strict",
    ];
    let outcome = transect(path, &gap);
    assert_eq!(outcome.status, Some(1));
    let note = "layer 2 (z = 1.5) has no closed outline, although the plane meets the model: gap";
    assert!(outcome.stderr.contains(note), "{}", outcome.stderr);
    boxes(
        &path.join("flat.stl"),
        &[[[0.0; 3], [1.0; 3]]],
        |triangles| {
            triangles.retain(|corners| corners.iter().all(|corner| corner[2] == 0.0));
        },
    );
    let flat = transect(path, &["slice", "flat.stl", "--axis", "z", "--count", "3"]);
    assert_eq!(flat.status, Some(2));
    assert!(
        flat.stderr.contains("the model is flat: z is 0"),
        "{}",
        flat.stderr
    );
}
