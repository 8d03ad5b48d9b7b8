//! Tests of the axis that points up: the drawings of a model do not change when the model is turned.

use std::fs;
use std::path::Path;

use crate::run::{asset, cut, folder, names};
use crate::slice::{slice, sliced};
use crate::solids::boxes;

/// Two floors with columns between them, in metres. All numbers are 32-bit floats.
fn house() -> String {
    boxes(&[
        ("ground", [0.0, 0.0, -0.5], [8.0, 4.0, 0.0]),
        ("west", [1.0, 1.0, 0.0], [1.5, 1.5, 2.75]),
        ("south", [6.0, 0.5, 0.0], [6.5, 1.0, 2.75]),
        ("ceiling", [0.0, 0.0, 2.75], [8.0, 4.0, 3.0]),
        ("attic", [0.0, 0.0, 3.0], [2.0, 1.0, 6.0]),
    ])
}

/// Returns an OBJ file turned from z up to y up: (x, y, z) becomes (x, z, −y).
fn turned(obj: &str) -> String {
    let mut text = String::new();
    for line in obj.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        match words.as_slice() {
            ["v", x, y, z] => {
                let y: f64 = y.parse().expect("a number");
                text += &format!("v {x} {z} {}\n", 0.0 - y);
            }
            _ => text += &format!("{line}\n"),
        }
    }
    text
}

/// Writes the models `name.obj` and `name.glb`.
fn model(folder: &Path, name: &str, obj: &str) {
    fs::write(folder.join(format!("{name}.obj")), obj).expect("a file");
    let file = format!("{name}.obj");
    let whole = ["--plane", "x=-100", "--format", "glb", "--write", "front"];
    let arguments = [&[&*file, "-o", "whole", "--force"], &whole[..]].concat();
    cut(folder, &arguments).fine();
    fs::rename(
        folder.join("whole/front.glb"),
        folder.join(format!("{name}.glb")),
    )
    .expect("a file");
}

/// The labels of coordinates beside a drawing, and the names of its axes: they name coordinates in space, such as −z.
const LABELS: [&str; 2] = [r#"font-size="9""#, r#"font-weight="bold" text-anchor"#];

/// Returns the names and the bytes of the files in a folder, without the labels of coordinates. The texts in `instead` are replaced in SVG files, which name
/// the plane and the axes.
fn files(folder: &Path, instead: &[(&str, &str)]) -> Vec<(String, Vec<u8>)> {
    let read = |name: String| {
        let mut bytes = fs::read(folder.join(&name)).expect("a file");
        if name.ends_with(".svg") {
            let text = String::from_utf8(bytes).expect("text");
            let mut kept = String::new();
            for line in text
                .lines()
                .filter(|line| !LABELS.iter().any(|label| line.contains(label)))
            {
                kept += &instead
                    .iter()
                    .fold(line.to_owned(), |line, (from, to)| line.replace(from, to));
                kept += "\n";
            }
            let text = kept;
            bytes = text.into_bytes();
        }
        (name, bytes)
    };
    names(folder).into_iter().map(read).collect()
}

/// Returns the lines of a text in ascending order.
fn sorted(text: &[u8]) -> Vec<&[u8]> {
    let mut lines: Vec<&[u8]> = text.split(|byte| *byte == b'\n').collect();
    lines.sort_unstable();
    lines
}

#[test]
fn a_model_with_y_up_has_the_drawings_of_the_same_model_with_z_up() {
    let folder = folder(&[]);
    model(folder.path(), "model", &house());
    let z_up = folder.path().join("z");
    fs::create_dir(&z_up).expect("a folder");
    fs::rename(folder.path().join("model.obj"), z_up.join("model.obj")).expect("a file");
    model(folder.path(), "model", &turned(&house()));
    let all = "section.svg,section.dxf,section.wkt,section.wkb";
    // In the last two planes, outlines begin at other corners.
    for (plane, turned, written) in [
        ("z = 1", "y = 1", all),
        ("-z = -1", "-y = -1", all),
        ("x = 1.25", "x = 1.25", all),
        ("-x = -1.25", "-x = -1.25", all),
        ("y = 0.75", "-z = 0.75", "section.dxf"),
        ("-y = -0.75", "z = -0.75", "section.dxf"),
    ] {
        let options = ["--write", written, "-o", "out", "--force", "--unit", "m"];
        let run = |place: &Path, file: &str, plane: &str, more: &[&str]| {
            let arguments = [&[file, "--plane", plane], &options[..], more].concat();
            fs::remove_dir_all(place.join("out")).ok();
            cut(place, &arguments).fine();
        };
        run(&z_up, "model.obj", plane, &[]);
        let expected = files(&z_up.join("out"), &[]);
        assert_eq!(expected.len(), written.split(',').count());
        let text = |plane: &str| {
            let plane: transect::Plane = plane.parse().expect("a plane");
            plane.to_string()
        };
        let (own_plane, other_plane) = (text(turned), text(plane));
        let instead = [(&*own_plane, &*other_plane), ("model.glb", "model.obj")];
        run(folder.path(), "model.obj", turned, &["--up", "y"]);
        let obj = files(&folder.path().join("out"), &instead);
        run(folder.path(), "model.glb", turned, &[]);
        let glb = files(&folder.path().join("out"), &instead);
        for (found, of) in [(obj, "OBJ"), (glb, "GLB")] {
            for ((name, expected), (own, found)) in expected.iter().zip(&found) {
                assert_eq!(name, own);
                assert!(
                    expected == found || written != all && sorted(expected) == sorted(found),
                    "{of}, {turned}, {name}:\n{}\n{}",
                    String::from_utf8_lossy(expected),
                    String::from_utf8_lossy(found),
                );
            }
        }
    }
}

#[test]
fn storeys_of_gltf_are_found_along_y_unless_the_model_has_its_floors_along_z() {
    let folder = folder(&[]);
    model(folder.path(), "z", &house());
    model(folder.path(), "y", &turned(&house()));
    let arguments = ["--storeys", "--write", "plans.dxf", "--force", "-o"];
    for (file, axis) in [("z.glb", "z"), ("y.glb", "y")] {
        let report = sliced(folder.path(), &[&[file], &arguments[..], &[axis]].concat());
        assert_eq!(report["axis"], axis, "{file}");
    }
    let [z, y] = ["z", "y"].map(|axis| files(&folder.path().join(axis), &[]));
    let text = |files: &[(String, Vec<u8>)]| {
        String::from_utf8_lossy(&files[0].1)
            .replace("z.glb", "y.glb")
            .replace("z = ", "y = ")
    };
    assert_eq!(text(&z), text(&y));
    // Other layers are seen in the same way.
    let plan = [
        "--axis",
        "y",
        "--heights",
        "1.5",
        "-o",
        "plan",
        "--force",
        "--write",
    ];
    for file in ["z.glb", "y.glb"] {
        let arguments = [&[file], &plan[..], &["layers"]].concat();
        let outcome = slice(folder.path(), &arguments).fine();
        let is_noted = outcome
            .stderr
            .contains("in glTF, y points up, but in this model z does: ");
        assert_eq!(is_noted, file == "z.glb", "{}", outcome.stderr);
    }
}

#[test]
fn maps_and_north_are_those_of_the_axis_that_points_up() {
    let folder = folder(&[]);
    model(folder.path(), "y", &turned(&house()));
    let map = [
        "--crs",
        "EPSG:25832",
        "--write",
        "section.wkt",
        "-o",
        "out",
        "--force",
    ];
    let outcome = cut(
        folder.path(),
        &[&["y.glb", "--plane", "z=-1"], &map[..]].concat(),
    );
    assert_eq!(outcome.status, Some(2));
    assert!(
        outcome
            .stderr
            .contains("are x and y, not x and −z: the plane is z = -1, and y points up"),
        "{}",
        outcome.stderr
    );
    assert!(!folder.path().join("out").exists());
    cut(
        folder.path(),
        &[&["y.glb", "--plane", "y=1"], &map[..]].concat(),
    )
    .fine();
    let text = fs::read_to_string(folder.path().join("out/section.wkt")).expect("a file");
    assert!(text.contains("6.5 1") && !text.contains('-'), "{text}");
    let map = ["--heights", "1", "--crs", "EPSG:25832", "-o", "maps"];
    slice(
        folder.path(),
        &[&["y.glb", "--axis", "y"], &map[..]].concat(),
    )
    .fine();
    let outcome = slice(
        folder.path(),
        &[&["y.glb", "--axis", "z"], &map[..]].concat(),
    );
    assert_eq!(outcome.status, Some(2));
    // The office has its rooms on floors along z.
    let plan = [
        "--plane",
        "z=1.2",
        "--crs",
        "EPSG:25832",
        "--write",
        "section.wkt",
        "-o",
        "plan",
    ];
    let outcome = cut(
        folder.path(),
        &[&[&*asset("office.glb")], &plan[..]].concat(),
    )
    .fine();
    assert!(
        outcome
            .stderr
            .contains("note: in glTF, y points up, but in this model z does: 98 rooms on 3 floors along z, 70 rooms on "),
        "{}",
        outcome.stderr
    );
}

#[test]
fn floors_that_cover_little_of_the_building_are_named() {
    // The hall has no floor. The platform in it has 2 m² of 100 m².
    let hall = boxes(&[
        ("wall", [0.0, 0.0, 0.0], [0.25, 10.0, 6.0]),
        ("other", [9.75, 0.0, 0.0], [10.0, 10.0, 6.0]),
        ("platform", [4.0, 4.0, 1.0], [6.0, 5.0, 1.25]),
    ]);
    let folder = folder(&[("hall.obj", &hall)]);
    let arguments = ["hall.obj", "--storeys", "--unit", "m", "--axis", "z"];
    let outcome = slice(folder.path(), &arguments).fine();
    let note = "note: the largest floor has 2 m², less than a twentieth of the 100 m² of the building seen along z\n";
    assert!(outcome.stderr.contains(note), "{}", outcome.stderr);
    let outcome = slice(folder.path(), &[&arguments[..], &["--strict"]].concat());
    assert_eq!(outcome.status, Some(1), "{}", outcome.stderr);
    assert!(
        outcome
            .stderr
            .contains("error: the floors cover little of the building (--strict)")
    );
}
