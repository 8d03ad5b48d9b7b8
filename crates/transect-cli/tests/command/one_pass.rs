//! Tests of `transect cut` in one pass over an STL file (`--memory`): the files and the report are those of a cut in
//! memory, but for what one pass does not know.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::run::{Outcome, asset, cut, folder, names, objects, report};

/// The files that are compared, and a small picture.
const FILES: &str =
    "section.svg,section.dxf,section.geojson,section.wkb,halves,objects.csv,report.json";

/// Cuts a file in memory into `memory` and in one pass into `pass`.
fn both(folder: &Path, model: &str, plane: &str) -> [Outcome; 2] {
    [("100GB", "memory"), ("0", "pass")].map(|(memory, out)| {
        let flags = ["--plane", plane, "--write", FILES, "--force"];
        let outcome = cut(
            folder,
            &[&[model, "-o", out, "--memory", memory][..], &flags].concat(),
        );
        assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
        outcome
    })
}

/// Returns the records of a binary STL file, sorted: normals, corners and attribute bytes.
fn records(path: &Path) -> Vec<Vec<u8>> {
    let bytes = fs::read(path).expect("a half");
    let count = u32::from_le_bytes(bytes[80..84].try_into().expect("four bytes"));
    assert_eq!(bytes.len(), 84 + 50 * count as usize);
    let mut records: Vec<Vec<u8>> = bytes[84..].chunks(50).map(<[u8]>::to_vec).collect();
    records.sort();
    records
}

/// Compares two values; numbers may differ by rounding.
fn agree(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => {
            let [one, other] = [one, other].map(|own| own.as_f64().expect("a number"));
            (one - other).abs() <= 1e-11 * (1.0 + one.abs().max(other.abs()))
        }
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| agree(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len()
                && one
                    .iter()
                    .all(|(key, one)| other.get(key).is_some_and(|other| agree(one, other)))
        }
        _ => one == other,
    }
}

/// Checks that one pass has written the same as a cut in memory.
fn same(folder: &Path, model: &str, plane: &str) {
    let [_, outcome] = both(folder, model, plane);
    assert!(
        outcome.stderr.contains("is read in one pass"),
        "{}",
        outcome.stderr
    );
    let [memory, pass] = ["memory", "pass"].map(|name| folder.join(name));
    assert_eq!(names(&memory), names(&pass), "{model}, {plane}");
    for name in names(&memory) {
        let [one, other] = [&memory, &pass].map(|folder| folder.join(&name));
        match &*name {
            "front.stl" | "back.stl" => {
                assert!(records(&one) == records(&other), "{name}, {plane}")
            }
            "report.json" => same_reports(&one, &other, plane),
            "objects.csv" => {}
            _ => {
                let [one, other] = [one, other].map(|path| fs::read(path).expect("a file"));
                assert!(one == other, "{name}, {plane}");
            }
        }
    }
    for folder in [memory, pass] {
        fs::remove_dir_all(folder).expect("removed");
    }
}

fn same_reports(memory: &Path, pass: &Path, plane: &str) {
    let [mut one, mut other] = [memory, pass].map(|path| -> Value {
        serde_json::from_slice(&fs::read(path).expect("a report")).expect("JSON")
    });
    assert_eq!(one["certificate"]["closed_by"], "counting");
    assert_eq!(other["certificate"]["closed_by"], "fingerprint");
    for report in [&mut one, &mut other] {
        report["written"] = Value::Null;
        // What one pass does not know, and what says how it was found out.
        for (residual, bound) in [
            ("area_residual", "area_bound"),
            ("volume_residual", "volume_bound"),
        ] {
            let [residual, bound] = [residual, bound].map(|key| report["certificate"][key].take());
            assert!(residual.as_f64() <= bound.as_f64(), "{residual} {bound}");
        }
        for key in ["closed_by", "assumptions"] {
            report["certificate"][key] = Value::Null;
        }
    }
    for object in other["objects_list"].as_array().expect("objects") {
        let reason = if object["closed"] == true {
            "one_pass"
        } else {
            "open"
        };
        assert_eq!(object["unknown_volume"], json!(reason));
    }
    for part in other["parts"].as_array().expect("parts") {
        assert_eq!(
            (&part["vertices"], &part["volume"]),
            (&Value::Null, &Value::Null)
        );
    }
    for report in [&mut one, &mut other] {
        for object in report["objects_list"].as_array_mut().expect("objects") {
            object["unknown_volume"] = Value::Null;
            for piece in object["pieces"].as_array_mut().expect("pieces") {
                piece["volume"] = Value::Null;
            }
        }
        for part in report["parts"].as_array_mut().expect("parts") {
            part["vertices"] = Value::Null;
            part["volume"] = Value::Null;
        }
    }
    assert!(agree(&one, &other), "{plane}:\n{one}\n{other}");
}

/// Writes a mesh as an ASCII STL file.
fn ascii(path: &Path, triangles: &[[[f64; 3]; 3]]) {
    let mut text = String::from("solid a part\n");
    for corners in triangles {
        text += "facet normal 0 0 0\n outer loop\n";
        for [x, y, z] in corners {
            text += &format!("  vertex {x} {y} {z}\n");
        }
        text += " endloop\nendfacet\n";
    }
    fs::write(path, text + "endsolid a part\n").expect("written");
}

fn corners(path: &str) -> Vec<[[f64; 3]; 3]> {
    let all = objects(Path::new(path));
    let (_, mesh) = &all[0];
    (0..mesh.triangles().len())
        .map(|index| mesh.corners(index))
        .collect()
}

#[test]
fn binary_files_have_the_same_halves_sections_and_reports() {
    let folder = folder(&[]);
    let gear = asset("gear.stl");
    let bounds = *objects(Path::new(&gear))[0].1.bounds().expect("bounds");
    let [least, greatest] = [bounds.min(), bounds.max()];
    let middle = bounds.center();
    for plane in [
        format!("z={}", middle[2]),
        format!(
            "x+0.3y-0.7z={}",
            middle[0] + 0.3 * middle[1] - 0.7 * middle[2]
        ),
        format!("-x={}", -middle[0]),
        // The bottom and the top lie in the plane, and planes that miss the model.
        format!("z={}", least[2]),
        format!("z={}", greatest[2]),
        format!("z={}", greatest[2] + 1.0),
        format!("z={}", least[2] - 1.0),
    ] {
        same(folder.path(), &gear, &plane);
    }
}

#[test]
fn text_has_64_bits_and_is_rounded_when_it_is_written() {
    let folder = folder(&[]);
    let third = |triangle: &[[f64; 3]; 3]| triangle.map(|corner| corner.map(|c| c / 3.0));
    let triangles: Vec<_> = corners(&asset("gear.stl")).iter().map(third).collect();
    ascii(&folder.path().join("part.stl"), &triangles);
    // A model that is not cut has the area of its rounded triangles in one pass, and that of the input in memory.
    for plane in ["z=0.1", "x+y=0.123"] {
        same(folder.path(), "part.stl", plane);
    }
    // One line, and a name of many words.
    let text = fs::read_to_string(folder.path().join("part.stl")).expect("text");
    fs::write(folder.path().join("line.stl"), text.replace('\n', " ")).expect("written");
    same(folder.path(), "line.stl", "x=0.05");
}

#[test]
fn a_missing_triangle_is_found_and_said() {
    let folder = folder(&[]);
    let mut triangles = corners(&asset("gear.stl"));
    let far = triangles.len() / 2;
    triangles.remove(far);
    ascii(&folder.path().join("open.stl"), &triangles);
    for plane in ["x=0.01", "z=0.5", "x=100"] {
        same(folder.path(), "open.stl", plane);
    }
    let one = report(
        folder.path(),
        &["open.stl", "--plane", "x=0.01", "--memory", "0"],
    );
    assert_eq!(one["objects_list"][0]["closed"], false);
    let edges = |part: usize| one["parts"][part]["open_edges"].as_u64().expect("counted");
    assert_eq!(edges(0) + edges(1), 3);
    let strict = ["open.stl", "--plane", "x=0.01", "--memory", "0", "--strict"];
    assert_eq!(cut(folder.path(), &strict).status, Some(1));
}

#[test]
fn far_more_open_edges_than_a_list_holds_are_not_counted() {
    let folder = folder(&[]);
    let apart = |index: usize| {
        let x = index as f64;
        [[x, 0.0, 0.0], [x + 0.5, 0.0, 0.0], [x, 1.0, 1.0]]
    };
    let triangles: Vec<_> = (0..3000).map(apart).collect();
    ascii(&folder.path().join("apart.stl"), &triangles);
    let arguments = [
        "apart.stl",
        "--plane",
        "x=10.25",
        "--memory",
        "0",
        "-o",
        "out",
    ];
    let outcome = cut(folder.path(), &arguments);
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    assert!(
        outcome.stdout.contains("more than 2,048"),
        "{}",
        outcome.stdout
    );
    let text = fs::read(folder.path().join("out/report.json")).expect("a report");
    let report: Value = serde_json::from_slice(&text).expect("JSON");
    assert_eq!(report["parts"][0]["open_edges"], Value::Null);
    assert_eq!(report["parts"][0]["closed"], false);
}

#[test]
fn what_one_pass_cannot_give_is_an_error_with_a_hint() {
    let folder = folder(&[]);
    let gear = asset("gear.stl");
    for (flags, what) in [
        (
            &["--plane", "z=1", "--plane", "x=1"][..],
            "by several planes",
        ),
        (&["--slab", "z=0..1"], "by a region"),
        (&["--plane", "z=1", "--weld", "1e-6"], "--weld"),
        (&["--plane", "z=1", "--why", "*"], "--why"),
        (
            &["--plane", "z=1", "-o", "out", "--format", "glb"],
            "another format than STL",
        ),
        (
            &["--plane", "z=1", "--format", "glb", "--json"],
            "another format than STL",
        ),
        (
            &["--plane", "z=1", "-o", "out", "--write", "preview"],
            "preview.png",
        ),
    ] {
        let arguments = [&[&*gear, "--memory", "0"], flags].concat();
        let outcome = cut(folder.path(), &arguments);
        assert_eq!(outcome.status, Some(2), "{}", outcome.stderr);
        assert!(outcome.stderr.contains(what), "{}", outcome.stderr);
        assert!(
            outcome.stderr.contains("hint: --memory "),
            "{}",
            outcome.stderr
        );
    }
    let outcome = cut(
        folder.path(),
        &[&asset("spot.obj"), "--plane", "y=0", "--memory", "1kB"],
    );
    assert_eq!(outcome.status, Some(2));
    assert!(
        outcome.stderr.contains("only STL that is not compressed"),
        "{}",
        outcome.stderr
    );
    let outcome = cut(folder.path(), &[&gear, "--plane", "z=1", "--memory", "2XB"]);
    assert_eq!(outcome.status, Some(2));
    assert!(
        outcome.stderr.contains("not an amount of memory"),
        "{}",
        outcome.stderr
    );
    assert!(names(folder.path()).is_empty());
}

#[test]
fn the_usual_files_are_written_without_the_preview() {
    let folder = folder(&[]);
    let gear = asset("gear.stl");
    let outcome = cut(
        folder.path(),
        &[&gear, "--plane", "x=0.1", "--memory", "0", "-o", "out"],
    );
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    assert!(
        outcome.stderr.contains("preview.png is left out"),
        "{}",
        outcome.stderr
    );
    assert!(
        outcome.stdout.contains("both closed, by fingerprint"),
        "{}",
        outcome.stdout
    );
    let expected = [
        "back.stl",
        "front.stl",
        "objects.csv",
        "report.html",
        "report.json",
        "section.dxf",
        "section.geojson",
        "section.png",
        "section.svg",
        "section.wkb",
        "section.wkt",
    ];
    assert_eq!(names(&folder.path().join("out")), expected);
}

/// As in memory, a plane that misses the model writes the reports and the table only, unless files are named.
#[test]
fn a_plane_that_misses_the_model_writes_no_copy_of_it() {
    let folder = folder(&[]);
    let gear = asset("gear.stl");
    let plane = ["--plane", "z=1000", "--quiet"];
    for (memory, out) in [("100GB", "memory"), ("0", "pass")] {
        let arguments = [&[&*gear, "--memory", memory, "-o", out][..], &plane].concat();
        let outcome = cut(folder.path(), &arguments);
        assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
        assert_eq!(
            names(&folder.path().join(out)),
            ["objects.csv", "report.html", "report.json"]
        );
    }
    let named = ["--memory", "0", "-o", "named", "--write", "halves"];
    let outcome = cut(folder.path(), &[&[&*gear][..], &named, &plane].concat());
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    assert_eq!(names(&folder.path().join("named")), ["back.stl"]);
}

#[test]
fn a_second_solid_names_the_memory_that_reads_the_file() {
    let folder = folder(&[]);
    let path = folder.path().join("two.stl");
    ascii(&path, &corners(&asset("gear.stl"))[..4]);
    let one = fs::read(&path).expect("a text");
    fs::write(&path, [&one[..], &one].concat()).expect("a file");
    let arguments = ["two.stl", "--plane", "z=1", "--memory", "0"];
    let outcome = cut(folder.path(), &arguments);
    assert_eq!(outcome.status, Some(2), "{}", outcome.stderr);
    assert!(
        outcome.stderr.contains("a second solid"),
        "{}",
        outcome.stderr
    );
    assert!(
        outcome.stderr.contains("hint: --memory "),
        "{}",
        outcome.stderr
    );
}

#[test]
fn errors_in_the_file_have_their_place_and_leave_nothing() {
    let folder = folder(&[]);
    let mut bytes = fs::read(asset("gear.stl")).expect("a sample");
    let place = 84 + 50 * 700 + 12;
    bytes[place..place + 4].copy_from_slice(&f32::NAN.to_le_bytes());
    fs::write(folder.path().join("nan.stl"), &bytes).expect("written");
    fs::write(folder.path().join("cut.stl"), &bytes[..bytes.len() - 10]).expect("written");
    fs::write(
        folder.path().join("word.stl"),
        "solid a\nfacet normal 0 0 1\nouter lop\n",
    )
    .expect("written");
    fs::write(
        folder.path().join("two.stl"),
        "solid a\nendsolid a\nsolid b\nendsolid b\n",
    )
    .expect("written");
    for name in ["nan.stl", "cut.stl", "word.stl"] {
        let flags = ["--plane", "x=0.1", "-o", "out", "--memory"];
        let [one, other] = ["100GB", "0"]
            .map(|memory| cut(folder.path(), &[&[name][..], &flags, &[memory]].concat()));
        assert_eq!((one.status, other.status), (Some(2), Some(2)));
        let error = |text: &str| {
            text.lines()
                .find(|line| line.starts_with("error"))
                .map(String::from)
        };
        assert_eq!(error(&one.stderr), error(&other.stderr), "{name}");
    }
    let outcome = cut(
        folder.path(),
        &["two.stl", "--plane", "x=0.1", "--memory", "0"],
    );
    assert!(
        outcome.stderr.contains("line 3: a second solid"),
        "{}",
        outcome.stderr
    );
    assert!(!folder.path().join("out").exists());
}

/// The test limits the size of files, as if the disk were full.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_nothing() {
    let folder = folder(&[]);
    let triangles = corners(&asset("gear.stl"));
    let many: Vec<_> = (0..60).flat_map(|_| triangles.clone()).collect();
    ascii(&folder.path().join("many.stl"), &many);
    let limited = "trap '' XFSZ; ulimit -f 100; exec \"$0\" \"$@\"";
    let output = Command::new("sh")
        .current_dir(folder.path())
        .args([
            "-c",
            limited,
            env!("CARGO_BIN_EXE_transect"),
            "cut",
            "many.stl",
        ])
        .args(["--plane", "x=0.1", "-o", "deep/out", "--memory", "0"])
        .output();
    let outcome = Outcome::of(&output.expect("the binary runs"));
    assert_eq!((outcome.status, outcome.stdout.as_str()), (Some(2), ""));
    assert!(
        outcome.stderr.contains("hint: nothing was written"),
        "{}",
        outcome.stderr
    );
    assert_eq!(names(folder.path()), ["many.stl"]);
}
