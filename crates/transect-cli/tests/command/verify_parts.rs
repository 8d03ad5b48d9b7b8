//! Tests of `transect verify` for the parts of regions, several planes and grids.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::run::{self, Outcome, asset, folder, names, project};
use crate::solids::{boxes, brick, open_brick, stairs};

/// Planes of all kinds, for solids of a few units at the origin.
const CUTS: [&[&str]; 7] = [
    &["--box", "0.5,0.5,0.5,9,2.5,3.25"],
    &["--slab", "x+y=0.75..2.5"],
    &["--plane", "z=2.3", "--plane", "x+y=1.75"],
    &[
        "--plane",
        "z=1",
        "--point",
        "1,1.1,1.2",
        "--normal",
        "0.3,0.1,0.7",
    ],
    &[
        "--plane",
        "x=1",
        "--plane",
        "y=0.75",
        "--plane",
        "x+y+z=2.6",
    ],
    &["--grid", "x=0..2/4", "--grid", "z=0.5..3 step 1.25"],
    &[
        "--through",
        "0.1,0.2,0.3",
        "--through",
        "1.7,0.1,1.2",
        "--through",
        "0.3,1.9,1.4",
        "--plane",
        "y=1",
    ],
];

fn verify(folder: &Path, arguments: &[&str]) -> Outcome {
    let output = Command::new(env!("CARGO_BIN_EXE_transect"))
        .current_dir(folder)
        .arg("verify")
        .args(arguments)
        .stdin(Stdio::null())
        .output();
    Outcome::of(&output.expect("the binary runs"))
}

/// Cuts a model into parts in a folder of its own. Returns the paths of the parts.
fn parts(folder: &Path, model: &str, planes: &[&str], format: &str) -> Vec<String> {
    let _ = fs::remove_dir_all(folder.join(format));
    let cut = [
        "--format", format, "-o", format, "--write", "parts", "--quiet",
    ];
    run::cut(folder, &[&[model], planes, &cut].concat()).fine();
    let files = names(&folder.join(format)).into_iter();
    let files = files.filter(|name| !name.ends_with(".mtl"));
    files.map(|name| format!("{format}/{name}")).collect()
}

/// Verifies parts, and checks the answer against its schema.
fn answer(folder: &Path, model: &str, planes: &[&str], parts: &[String]) -> (Option<i32>, Value) {
    let parts = parts.iter().map(String::as_str).collect::<Vec<_>>();
    let arguments = [&[model], planes, parts.as_slice(), &["--json"]].concat();
    let outcome = verify(folder, &arguments);
    let answer = outcome.report();
    let schema = fs::read_to_string(project("docs/verify.schema.json")).expect("the schema");
    let schema = serde_json::from_str(&schema).expect("JSON");
    let validator = jsonschema::draft202012::new(&schema).expect("a schema of draft 2020-12");
    let errors = validator
        .iter_errors(&answer)
        .map(|error| error.to_string());
    let errors: Vec<String> = errors.collect();
    assert!(errors.is_empty(), "{errors:#?}");
    (outcome.status, answer)
}

fn certified(folder: &Path, model: &str, planes: &[&str], format: &str) -> Value {
    let parts = parts(folder, model, planes, format);
    let (status, answer) = answer(folder, model, planes, &parts);
    assert_eq!(
        status,
        Some(0),
        "{model}, {planes:?} as {format}: {}",
        answer["certificate"]["findings"]
    );
    assert_eq!(
        answer["certificate"]["findings"],
        json!([]),
        "{model}, {planes:?}"
    );
    answer
}

/// Returns the kinds of the findings, each with its part.
fn findings(answer: &Value) -> Vec<(&str, Option<&str>)> {
    let findings = answer["certificate"]["findings"].as_array();
    let findings = findings.expect("a list").iter();
    let both = findings.map(|own| (own["kind"].as_str().expect("a kind"), own["part"].as_str()));
    both.collect()
}

#[test]
fn parts_of_all_cuts_verify_in_every_format() {
    let two = boxes(&[
        ("Brick/a", [0.0; 3], [2.0, 3.0, 5.0]),
        ("Brick/b", [0.5, 1.0, 1.0], [4.0, 4.0, 4.5]),
    ]);
    let folder = folder(&[
        ("brick.obj", &brick()),
        ("stairs.obj", &stairs()),
        ("two.obj", &two),
    ]);
    for planes in CUTS {
        for format in ["stl", "obj", "ply", "off", "3mf", "glb"] {
            for model in ["brick.obj", "stairs.obj", "two.obj"] {
                certified(folder.path(), model, planes, format);
            }
        }
    }
}

#[test]
fn parts_of_a_building_verify() {
    let folder = folder(&[]);
    let office = asset("office.glb");
    for planes in [
        &["--box", "5,-20,0,25,-5,8"][..],
        &["--plane", "z=1.2", "--plane", "x+y=3"],
    ] {
        // A PLY file holds one object.
        for (format, joined, objects) in [("glb", false, 1083), ("ply", true, 1)] {
            let answer = certified(folder.path(), &office, planes, format);
            assert_eq!(answer["joined"], joined, "{format}");
            assert_eq!(answer["objects"]["total"], objects, "{format}");
        }
    }
}

/// The numbers of objects are those that the cut reports.
#[test]
fn objects_are_counted_as_by_the_cut() {
    let folder = folder(&[]);
    let office = asset("office.glb");
    for planes in [
        &["--box", "5,-20,0,25,-5,8"][..],
        &["--plane", "z=1.2", "--plane", "x=9"],
    ] {
        let cut = [&[&*office], planes, &["--json"]].concat();
        let cut = run::cut(folder.path(), &cut).fine().report();
        let parts = parts(folder.path(), &office, planes, "glb");
        let (_, answer) = answer(folder.path(), &office, planes, &parts);
        for count in ["cut", "inside", "meets", "outside"] {
            assert_eq!(answer["objects"][count], cut["objects"][count], "{count}");
        }
        let sums = ["caps_verified", "cap_area"];
        for sum in sums {
            assert_eq!(answer["certificate"][sum], cut["certificate"][sum], "{sum}");
        }
    }
}

#[test]
fn damaged_exchanged_and_missing_parts_are_named() {
    let folder = folder(&[("brick.obj", &brick())]);
    for planes in [CUTS[0], CUTS[2], CUTS[5]] {
        let parts = parts(folder.path(), "brick.obj", planes, "obj");
        let [first, second] = [0, 1]
            .map(|index| fs::read_to_string(folder.path().join(&parts[index])).expect("a part"));
        let name = |index: usize| {
            let name = parts[index].strip_prefix("obj/").expect("a folder");
            name.strip_suffix(".obj").expect("a name").to_string()
        };
        let ask = |first: &str, second: &str| {
            for (part, text) in parts.iter().zip([first, second]) {
                fs::write(folder.path().join(part), text).expect("written");
            }
            answer(folder.path(), "brick.obj", planes, &parts)
        };
        // The last triangle of the first part is missing.
        let (kept, _) = first.trim_end().rsplit_once('\n').expect("lines");
        let (status, wrong) = ask(&format!("{kept}\n"), &second);
        assert_eq!(status, Some(1), "{planes:?}");
        let found = findings(&wrong);
        assert!(!found.is_empty(), "{planes:?}");
        assert!(
            found
                .iter()
                .all(|(_, part)| part.is_none_or(|part| part == name(0))),
            "{found:?}"
        );
        assert!(
            found.iter().any(|(_, part)| *part == Some(&name(0))),
            "{found:?}"
        );
        // The parts are exchanged.
        let (status, wrong) = ask(&second, &first);
        assert_eq!(status, Some(1), "{planes:?}");
        for index in [0, 1] {
            let own = findings(&wrong);
            assert!(
                own.iter().any(|(_, part)| *part == Some(&name(index))),
                "{planes:?}: {own:?}"
            );
        }
        let (status, _) = ask(&first, &second);
        assert_eq!(status, Some(0), "{planes:?}");
        // A part is not given, so it must be empty.
        let (status, wrong) = answer(folder.path(), "brick.obj", planes, &parts[1..]);
        assert_eq!(status, Some(1), "{planes:?}");
        assert!(
            findings(&wrong).iter().any(|(kind, _)| *kind == "missing"),
            "{wrong}"
        );
    }
}

#[test]
fn a_part_that_is_not_given_is_named_in_a_hint() {
    let folder = folder(&[("brick.obj", &brick())]);
    parts(folder.path(), "brick.obj", CUTS[0], "obj");
    let arguments = [&["brick.obj"], CUTS[0], &["obj/inside.obj"]].concat();
    let lacking = verify(folder.path(), &arguments);
    assert_eq!(lacking.status, Some(1));
    let hint = "hint: no file was given for outside, so it must be empty";
    assert!(lacking.stderr.contains(hint), "{}", lacking.stderr);
    let error =
        "these parts do not match the input cut by these planes: errors in 1 object: Brick/b";
    assert!(lacking.stderr.contains(error), "{}", lacking.stderr);
    assert!(
        lacking.stdout.contains("outside: nothing"),
        "{}",
        lacking.stdout
    );
}

/// Each part may have its own format, precision and origin.
#[test]
fn formats_may_be_mixed() {
    let far = boxes(&[("Brick", [5.0e5, 5.4e6, 0.0], [5.00002e5, 5.400003e6, 5.0])]);
    let folder = folder(&[("far.obj", &far)]);
    let planes = ["--plane", "z=2.3", "--plane", "x+y=5900002.4"];
    let mixed =
        ["glb", "obj", "stl", "ply"].map(|format| parts(folder.path(), "far.obj", &planes, format));
    assert_eq!(mixed[0].len(), 4);
    let mixed: Vec<String> = (0..4).map(|index| mixed[index][index].clone()).collect();
    let (status, answer) = answer(folder.path(), "far.obj", &planes, &mixed);
    assert_eq!(status, Some(0), "{answer}");
    let numbers = answer["objects_list"][0]["parts"]
        .as_array()
        .expect("a list")
        .iter();
    let bits: Vec<u64> = numbers
        .map(|own| own["bits"].as_u64().expect("bits"))
        .collect();
    assert_eq!(bits.len(), 4);
    assert!(bits.contains(&32) && bits.contains(&64), "{bits:?}");
}

/// Returns the number of vertices in OBJ text.
fn vertices(object: &str) -> i64 {
    let lines = object.lines().filter(|line| line.starts_with("v "));
    lines.count() as i64
}

/// Returns OBJ text whose faces have other indices.
fn renumbered(object: &str, by: i64) -> String {
    let corner = |corner: &str| {
        let vertex = corner.split('/').next().expect("an index");
        (vertex.parse::<i64>().expect("an index") + by).to_string()
    };
    let line = |line: &str| match line.strip_prefix("f ") {
        Some(corners) => {
            let corners: Vec<String> = corners.split(' ').map(corner).collect();
            format!("f {}\n", corners.join(" "))
        }
        None => format!("{line}\n"),
    };
    object.lines().map(line).collect()
}

/// Objects of the same name and place, so that only the certificate says which is which. In the files of some parts
/// they have another order than in the input.
#[test]
fn objects_at_one_place_are_told_apart_in_each_part() {
    let solid = boxes(&[("Brick", [0.0; 3], [4.0; 3])]);
    // The same box with a vertex in the middle of its upper face.
    let other = "o Brick\nv 0 0 0\nv 4 0 0\nv 4 4 0\nv 0 4 0\nv 0 0 4\nv 4 0 4\nv 4 4 4\nv 0 4 4\nv 2 2 4\n\
        f 1 3 2\nf 1 4 3\nf 1 2 6\nf 1 6 5\nf 2 3 7\nf 2 7 6\nf 3 4 8\nf 3 8 7\nf 4 1 5\nf 4 5 8\n\
        f 5 6 9\nf 6 7 9\nf 7 8 9\nf 8 5 9\n";
    let both = format!("{solid}{}", renumbered(other, vertices(&solid)));
    let folder = folder(&[("both.obj", &both)]);
    let planes = ["--plane", "z=1", "--plane", "x+y=3.3", "--plane", "z=3"];
    certified(folder.path(), "both.obj", &planes, "ply");
    let parts = parts(folder.path(), "both.obj", &planes, "obj");
    // The objects of every second part are exchanged.
    for path in parts.iter().step_by(2) {
        let path = folder.path().join(path);
        let text = fs::read_to_string(&path).expect("a part");
        let objects: Vec<&str> = text.split("o Brick").collect();
        let [_, one, other] = objects.as_slice() else {
            panic!("{text}");
        };
        let exchanged = format!(
            "o Brick{}o Brick{}",
            renumbered(other, -vertices(one)),
            renumbered(one, vertices(other))
        );
        fs::write(&path, exchanged).expect("written");
    }
    let (status, answer) = answer(folder.path(), "both.obj", &planes, &parts);
    assert_eq!(status, Some(0), "{answer}");
    assert_eq!(answer["joined"], false);
}

#[test]
fn open_objects_verify_without_caps() {
    let folder = folder(&[("open.obj", &open_brick())]);
    for planes in CUTS {
        certified(folder.path(), "open.obj", planes, "obj");
    }
}

#[test]
fn files_say_which_parts_they_are() {
    let folder = folder(&[("brick.obj", &brick())]);
    let files = parts(folder.path(), "brick.obj", CUTS[2], "obj");
    assert_eq!(files.len(), 4);
    let other = |file: &str| folder.path().join(file);
    fs::rename(other(&files[0]), other("one=1.obj")).expect("renamed");
    let name = files[0]
        .strip_prefix("obj/")
        .and_then(|name| name.strip_suffix(".obj"));
    let first = format!("{}=one=1.obj", name.expect("a name"));
    let given = [&[first], &files[1..]].concat();
    let (status, _) = answer(folder.path(), "brick.obj", CUTS[2], &given);
    assert_eq!(status, Some(0));
    // Halves by one plane may have names, too, in any order.
    let halves = parts(folder.path(), "brick.obj", &["--plane", "z=2"], "obj");
    assert_eq!(halves, ["obj/back.obj", "obj/front.obj"]);
    let named = ["back=obj/back.obj", "front=obj/front.obj"].map(String::from);
    let (status, _) = answer(folder.path(), "brick.obj", &["--plane", "z=2"], &named);
    assert_eq!(status, Some(0));
}

#[test]
fn what_cannot_be_judged_is_refused_with_a_hint() {
    let folder = folder(&[("brick.obj", &brick()), ("front-back.obj", &brick())]);
    let two = ["--plane", "z=2", "--plane", "x=1"];
    let cases: [(&[&str], &[&str], &str); 9] = [
        (
            &two,
            &["brick.obj"],
            "the parts are front-front, front-back, back-front, back-back; NAME=FILE says",
        ),
        (
            &two,
            &["front-back.obj", "front-back=brick.obj"],
            "give one file per part",
        ),
        (
            &two,
            &["front-back.obj", "--no-front"],
            "leave --no-front out: parts without a file are empty",
        ),
        (
            &two,
            &["front-front=none.obj"],
            "if the part front-front is empty, leave its file out",
        ),
        (
            &two,
            &["front-back=-", "back-front=-"],
            "name the other files",
        ),
        (
            &["--plane", "z=2"],
            &["front=brick.obj", "brick.obj"],
            "write NAME=FILE for all files",
        ),
        (
            &["--plane", "z=2"],
            &["brick.obj", "brick.obj", "brick.obj"],
            "several --plane",
        ),
        (
            &["--box", "0,0,0,1,1,1", "--plane", "z=2"],
            &["brick.obj"],
            "write the planes of both to a file",
        ),
        (
            &["--grid", "x=0..40/64", "--grid", "y=0..40/64"],
            &["brick.obj"],
            "NAME=FILE says which part a file holds",
        ),
    ];
    for (planes, files, hint) in cases {
        let refused = verify(folder.path(), &[&["brick.obj"], planes, files].concat());
        assert_eq!(refused.status, Some(2), "{files:?}: {}", refused.stderr);
        assert_eq!(refused.stdout, "", "{files:?}");
        assert!(
            refused.stderr.contains(hint),
            "{files:?}: {}",
            refused.stderr
        );
    }
}

#[test]
fn the_table_lists_the_parts() {
    let folder = folder(&[("brick.obj", &brick())]);
    let files = parts(folder.path(), "brick.obj", CUTS[2], "stl");
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let table = verify(folder.path(), &[&["brick.obj"], CUTS[2], &files].concat())
        .fine()
        .stdout;
    for words in [
        "planes       z=2.3, x+y=1.75",
        "cut 1   whole 0",
        "parts        front-front: front-front.stl, 32-bit numbers",
        "             back-back: back-back.stl, 32-bit numbers",
        "verified for 1 of 1 cut object",
        "verdict      Certified: the parts match the input cut by these planes",
    ] {
        assert!(table.contains(words), "{words}: {table}");
    }
}

/// Boxes of one object share faces, and these lie in the planes. Faces of the surface, pieces of them and cut faces lie
/// upon each other.
#[test]
fn parts_of_boxes_that_share_faces_in_the_planes_verify() {
    let three = [
        ("Brick/b", [1.0, 1.0, 0.0], [2.0, 2.0, 2.0]),
        ("Brick/b", [1.0, 0.0, 0.0], [2.0, 2.0, 1.0]),
        ("Brick/b", [1.0, 1.0, 1.0], [2.0, 2.0, 2.0]),
    ];
    let (first, rest) = boxes(&three)
        .split_once('\n')
        .map(|(a, b)| (a.to_string(), b.to_string()))
        .expect("lines");
    let merged: String = rest
        .lines()
        .filter(|line| !line.starts_with("o "))
        .map(|line| format!("{line}\n"))
        .collect();
    let folder = folder(&[("three.obj", &format!("{first}\n{merged}"))]);
    for format in ["obj", "stl", "ply", "off", "3mf", "glb"] {
        certified(
            folder.path(),
            "three.obj",
            &["--plane", "z=1", "--plane", "y=1"],
            format,
        );
    }
}

/// A merged object that lies outside of the box reaches across two of its planes.
#[test]
fn an_object_beside_a_corner_of_a_region_verifies_in_one_mesh() {
    let tetrahedra = "o A\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 2\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n\
        o B\nv 4 7 0\nv 7 4 0\nv 7 7 0\nv 7 7 2\nf 5 7 6\nf 5 6 8\nf 6 7 8\nf 5 8 7\n";
    let folder = folder(&[("corner.obj", tetrahedra)]);
    for format in ["obj", "stl", "ply", "off", "3mf", "glb"] {
        certified(
            folder.path(),
            "corner.obj",
            &["--box", "0,0,0,5,5,1"],
            format,
        );
    }
}

/// All coordinates are integers, so rounding to 32-bit numbers explains nothing, and its larger bounds must not hide a
/// fold.
#[test]
fn a_fold_far_from_the_origin_is_named_in_64_bit_files() {
    let far = 131_072.0;
    let solid = boxes(&[("Box", [far; 3], [far + 4.0; 3])]);
    let folder = folder(&[("far.obj", &solid)]);
    let plane = ["--plane", "z=131073"];
    let halves = parts(folder.path(), "far.obj", &plane, "obj");
    let [back, front] = halves.as_slice() else {
        panic!("{halves:?}");
    };
    let right = [front.clone(), back.clone()];
    let (status, _) = answer(folder.path(), "far.obj", &plane, &right);
    assert_eq!(status, Some(0));
    let path = folder.path().join(back);
    let mut text = fs::read_to_string(&path).expect("a half");
    text += "v 131073 131073 131073\nv 131074 131073 131073\nv 131073 131074 131073\nf -3 -2 -1\nf -3 -1 -2\n";
    fs::write(&path, text).expect("written");
    let (status, wrong) = answer(folder.path(), "far.obj", &plane, &right);
    assert_eq!(status, Some(1));
    assert_eq!(findings(&wrong), [("cap_overlap", Some("back"))]);
}
