//! Tests of `transect verify`: halves of every format are certified from the files alone, and errors in wrong halves
//! are reported.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use jsonschema::Validator;
use serde_json::{Value, json};

use crate::run::{self, Outcome, asset, cut_unseen, folder, names, number, project};
use crate::solids::{boxes, brick, open_brick, stairs};

const SLOPED: &str = "3x+5y+70z=130.7";

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_transect"));
    command
        .current_dir(folder)
        .arg("verify")
        .args(arguments)
        .stdin(Stdio::null());
    command
}

fn verify(folder: &Path, arguments: &[&str]) -> Outcome {
    let output = command(folder, arguments).output();
    Outcome::of(&output.expect("the binary runs"))
}

/// Cuts a model into a folder of its own, and verifies the halves.
fn cut_and_verify(folder: &Path, model: &str, plane: &str, format: &str) -> Value {
    let cut = [
        "--plane", plane, "--format", format, "-o", format, "--write", "halves", "--quiet",
    ];
    let _ = fs::remove_dir_all(folder.join(format));
    run::cut(folder, &[&[model], &cut[..]].concat()).fine();
    let halves = ["front", "back"].map(|half| {
        let path = format!("{format}/{half}.{format}");
        if folder.join(&path).is_file() {
            path
        } else {
            format!("--no-{half}")
        }
    });
    let arguments = [model, "--plane", plane, &halves[0], &halves[1], "--json"];
    let answer = verify(folder, &arguments).fine().report();
    assert_eq!(answer["certified"], true, "{model} as {format}: {answer}");
    answer
}

fn findings(answer: &Value) -> Vec<&str> {
    let findings = answer["certificate"]["findings"].as_array();
    let findings = findings.expect("a list").iter();
    findings
        .map(|finding| finding["kind"].as_str().expect("a kind"))
        .collect()
}

/// Returns the equation of an oblique plane near the middle of a model.
fn through_the_middle(folder: &Path, model: &str) -> String {
    let info = Command::new(env!("CARGO_BIN_EXE_transect"))
        .current_dir(folder)
        .args(["info", model, "--json"])
        .output()
        .expect("the binary runs");
    let info: Value = serde_json::from_slice(&info.stdout).expect("JSON");
    let offset: f64 = [3.0, 5.0, 7.0]
        .iter()
        .enumerate()
        .map(|(axis, factor)| {
            let [min, max] =
                ["min", "max"].map(|end| number(&info, &format!("/bounds/{end}/{axis}")));
            factor * (0.53 * min + 0.47 * max)
        })
        .sum();
    format!("3x+5y+7z={offset:?}")
}

#[test]
fn halves_of_small_assets_verify_in_every_format() {
    let folder = folder(&[]);
    for group in ["small", "gltf"] {
        for name in names(&project("assets").join(group)) {
            let model = asset(&format!("{group}/{name}"));
            let plane = through_the_middle(folder.path(), &model);
            for format in ["stl", "obj", "ply", "off", "3mf", "glb"] {
                let answer = cut_and_verify(folder.path(), &model, &plane, format);
                let expected: &[&str] = match name.as_str() {
                    // Outlines of the sections of these models cross. This finding is about the input, so it is a note
                    // and not an error.
                    "crossing.obj" | "overlapping.obj" => &["section_crosses"],
                    _ => &[],
                };
                assert_eq!(findings(&answer), expected, "{name} as {format}");
            }
        }
    }
}

#[test]
fn halves_of_large_assets_verify_in_every_format() {
    let folder = folder(&[]);
    for (name, plane) in [
        ("spot.obj", "y=0.2"),
        ("cad_featuretype.stl", "x+z=1"),
        ("office.glb", "z=1.2"),
    ] {
        for format in ["stl", "obj", "ply", "off", "3mf", "glb"] {
            let answer = cut_and_verify(folder.path(), &asset(name), plane, format);
            assert_eq!(findings(&answer), [""; 0], "{name} as {format}");
            // STL, PLY and OFF files hold one object, so all objects are verified as one mesh.
            let joined = name == "office.glb" && ["stl", "ply", "off"].contains(&format);
            assert_eq!(answer["joined"], joined, "{name} as {format}");
        }
    }
}

/// Returns a ring of twelve rectangles in a circle around a place, like a thin washer that stands upright.
fn washer(center: [f64; 3], radius: f64) -> String {
    let corner = |turn: usize, radius: f64, x: f64| {
        let angle = std::f64::consts::TAU * (turn % 12) as f64 / 12.0;
        let [y, z] = [radius * angle.cos(), radius * angle.sin()];
        format!("v {} {} {}\n", center[0] + x, center[1] + y, center[2] + z)
    };
    let ends = [(1.0, -0.2), (1.0, 0.2), (0.7, 0.2), (0.7, -0.2)];
    let vertices =
        (0..12).flat_map(|turn| ends.map(|(share, x)| corner(turn, share * radius, x * radius)));
    let number = |turn: usize, end: usize| 4 * (turn % 12) + end % 4 + 1;
    let faces = (0..12).flat_map(|turn| {
        [0, 1, 2, 3].map(|end| {
            let corners = [
                (turn, end),
                (turn, end + 1),
                (turn + 1, end + 1),
                (turn + 1, end),
            ];
            let [a, b, c, d] = corners.map(|(turn, end)| number(turn, end));
            format!("f {a} {b} {c} {d}\n")
        })
    });
    vertices.chain(faces).collect()
}

/// The 32-bit numbers of STL and GLB move the corners by more than the size of the washer.
#[test]
fn halves_of_a_tiny_model_far_away_verify_in_every_format() {
    let folder = folder(&[("washer.obj", &washer([400_000.3, 5_000_000.7, 0.0], 0.046))]);
    for plane in [
        "z=0.01",
        "y=5000000.7",
        "x=400000.3",
        "z=0",
        "3x+5y+70z=26200004.4",
    ] {
        for format in ["stl", "obj", "ply", "off", "3mf", "glb"] {
            cut_and_verify(folder.path(), "washer.obj", plane, format);
        }
    }
}

fn validator() -> Validator {
    let text = fs::read_to_string(project("docs/verify.schema.json")).expect("the schema");
    let schema: Value = serde_json::from_str(&text).expect("JSON");
    jsonschema::draft202012::new(&schema).expect("a schema of draft 2020-12")
}

#[test]
fn reports_of_verify_follow_the_schema() {
    let folder = folder(&[
        ("brick.obj", &brick()),
        ("open.obj", &open_brick()),
        ("stairs.obj", &stairs()),
    ]);
    let validator = validator();
    let check = |answer: &Value| {
        let errors = validator.iter_errors(answer);
        let errors: Vec<String> = errors.map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{errors:#?} in {answer}");
    };
    for model in ["brick.obj", "open.obj", "stairs.obj"] {
        check(&cut_and_verify(folder.path(), model, "z=1", "stl"));
    }
    check(&cut_and_verify(folder.path(), "brick.obj", "z=9", "glb"));
    let right = cut_and_verify(folder.path(), "brick.obj", SLOPED, "obj");
    check(&right);
    let exchanged = verify(
        folder.path(),
        &[
            "brick.obj",
            "--plane",
            SLOPED,
            "obj/back.obj",
            "obj/front.obj",
            "--json",
        ],
    );
    assert_eq!(exchanged.status, Some(1));
    let hint = "hint: the halves are exchanged";
    assert!(exchanged.stderr.contains(hint), "{}", exchanged.stderr);
    let wrong = exchanged.report();
    check(&wrong);
    assert!(findings(&wrong).contains(&"wrong_side"));
    let changes: [fn(&mut Value); 4] = [
        |answer| answer["version"] = json!(1),
        |answer| answer["more"] = json!(1),
        |answer| answer["certified"] = json!(false),
        |answer| answer["objects_list"][0]["parts"][0]["bits"] = json!(16),
    ];
    for (index, change) in changes.into_iter().enumerate() {
        let mut answer = right.clone();
        change(&mut answer);
        assert!(!validator.is_valid(&answer), "change {index}");
    }
    let mut answer = wrong.clone();
    answer["certified"] = json!(true);
    assert!(!validator.is_valid(&answer), "certified with errors");
}

/// Verification succeeds although the halves have different formats, another order of vertices and triangles, and no
/// shared vertices.
#[test]
fn any_order_and_any_mix_of_formats_is_judged() {
    let folder = folder(&[("brick.obj", &brick())]);
    for format in ["obj", "stl"] {
        cut_and_verify(folder.path(), "brick.obj", SLOPED, format);
    }
    let front = fs::read_to_string(folder.path().join("obj/front.obj")).expect("a half");
    let positions: Vec<&str> = front
        .lines()
        .filter(|line| line.starts_with("v "))
        .collect();
    let mut soup = String::from("o other\n");
    let faces: Vec<&str> = front
        .lines()
        .filter(|line| line.starts_with("f "))
        .collect();
    for face in faces.iter().rev() {
        for corner in face.split(' ').skip(1) {
            let vertex = corner.split('/').next().expect("an index");
            let vertex: usize = vertex.parse().expect("an index");
            soup += &format!("{}\n", positions[vertex - 1]);
        }
        soup += "f -2 -1 -3\n";
    }
    fs::write(folder.path().join("soup.obj"), soup).expect("written");
    let arguments = ["brick.obj", "--plane", SLOPED, "soup.obj", "stl/back.stl"];
    let table = verify(folder.path(), &arguments).fine().stdout;
    for words in [
        "soup.obj, 64-bit numbers",
        "back.stl, 32-bit numbers",
        "object by object",
        "Certified: the halves match the input cut by this plane",
    ] {
        assert!(table.contains(words), "{words}: {table}");
    }
}

/// Returns the text of a half in which each vertex is moved by `by` along x, if `is_meant` returns true for its z
/// coordinate.
fn moved(text: &str, by: f64, is_meant: impl Fn(f64) -> bool) -> String {
    let line = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        match words.as_slice() {
            ["v", x, y, z] if is_meant(z.parse().expect("a number")) => {
                let x: f64 = x.parse().expect("a number");
                format!("v {} {y} {z}\n", x + by)
            }
            _ => format!("{line}\n"),
        }
    };
    text.lines().map(line).collect()
}

#[test]
fn tolerance_is_for_crossings_alone() {
    let folder = folder(&[("brick.obj", &brick())]);
    cut_and_verify(folder.path(), "brick.obj", SLOPED, "obj");
    let front = fs::read_to_string(folder.path().join("obj/front.obj")).expect("a half");
    let by = 2_f64.powi(-20);
    let crossings = moved(&front, by, |z| z < 4.0);
    let corners = moved(&front, by, |z| z > 4.0);
    fs::write(folder.path().join("crossings.obj"), crossings).expect("written");
    fs::write(folder.path().join("corners.obj"), corners).expect("written");
    let ask = |front: &str, tolerance: &str| {
        let tolerance = ["--tolerance", tolerance, "--json"];
        let files = ["brick.obj", "--plane", SLOPED, front, "obj/back.obj"];
        verify(folder.path(), &[&files[..], &tolerance].concat())
    };
    let strict = ask("crossings.obj", "0");
    assert_eq!(strict.status, Some(1));
    assert!(strict.stderr.contains("--tolerance"), "{}", strict.stderr);
    let answer = strict.report();
    assert_eq!(findings(&answer), ["vertex"]);
    let finding = &answer["certificate"]["findings"][0];
    assert_eq!(finding["part"], "front");
    assert_eq!(finding["count"], 8);
    let allowed = ask("crossings.obj", "1e-6").fine().report();
    assert_eq!(findings(&allowed), [""; 0]);
    assert_eq!(ask("crossings.obj", "9e-7").status, Some(1));
    // In this half, vertices of the input are moved, not only new vertices. The tolerance must not apply to vertices of
    // the input.
    let answer = ask("corners.obj", "1");
    assert_eq!(answer.status, Some(1));
    assert_eq!(findings(&answer.report()), ["vertex"]);
}

#[test]
fn empty_halves_are_said_to_be_empty() {
    let folder = folder(&[("brick.obj", &brick())]);
    let answer = cut_and_verify(folder.path(), "brick.obj", "z=-1", "obj");
    assert_eq!(answer["parts"][1]["file"], Value::Null);
    assert_eq!(answer["planes"][0]["objects"]["front"], 1);
    let answer = cut_and_verify(folder.path(), "brick.obj", "z=9", "obj");
    assert_eq!(answer["parts"][0]["file"], Value::Null);
    // A half that is declared empty but should not be is an error.
    cut_and_verify(folder.path(), "brick.obj", SLOPED, "obj");
    let arguments = [
        "brick.obj",
        "--plane",
        SLOPED,
        "obj/front.obj",
        "--no-back",
        "--json",
    ];
    let lacking = verify(folder.path(), &arguments);
    assert_eq!(lacking.status, Some(1));
    assert!(findings(&lacking.report()).contains(&"missing"));
}

#[test]
fn what_cannot_be_judged_is_refused_with_a_hint() {
    let folder = folder(&[
        ("brick.obj", &brick()),
        ("boxes.csv", "xmin,ymin,zmin,xmax,ymax,zmax\n0,0,0,1,1,1\n"),
        ("points.obj", "v 0 0 0\n"),
    ]);
    let cases: [(&[&str], &str); 9] = [
        (&["brick.obj", "brick.obj"], "--no-front or --no-back"),
        (&["brick.obj", "brick.obj", ""], "--no-front or --no-back"),
        (&["brick.obj", "brick.obj", "back.obj"], "--no-back"),
        (&["brick.obj", "front.obj", "brick.obj"], "--no-front"),
        (
            &["brick.obj", "brick.obj", "brick.obj", "--no-back"],
            "leave out --no-back",
        ),
        (
            &["brick.obj", "brick.obj", "--no-front", "--no-back"],
            "cannot be used with",
        ),
        (
            &["brick.obj", "boxes.csv", "brick.obj"],
            "only meshes have parts",
        ),
        (&["-", "-", "brick.obj"], "name the other files"),
        (
            &["brick.obj", "brick.obj", "brick.obj", "--tolerance", "-1"],
            "not negative",
        ),
    ];
    for (arguments, hint) in cases {
        let refused = verify(folder.path(), &[arguments, &["--plane", "z=2"]].concat());
        assert_eq!(refused.status, Some(2), "{arguments:?}: {}", refused.stdout);
        assert_eq!(refused.stdout, "", "{arguments:?}");
        assert!(
            refused.stderr.contains(hint),
            "{arguments:?}: {}",
            refused.stderr
        );
    }
    let nothing = ["points.obj", "brick.obj", "brick.obj", "--plane", "z=2"];
    assert_eq!(verify(folder.path(), &nothing).status, Some(2));
    let without = verify(folder.path(), &["brick.obj", "brick.obj", "brick.obj"]);
    assert_eq!(without.status, Some(2), "a plane is needed");
}

#[test]
fn one_half_may_come_from_standard_input() {
    let folder = folder(&[("brick.obj", &brick())]);
    cut_and_verify(folder.path(), "brick.obj", SLOPED, "stl");
    let file = fs::File::open(folder.path().join("stl/back.stl")).expect("a half");
    let output = command(
        folder.path(),
        &[
            "brick.obj",
            "--plane",
            SLOPED,
            "stl/front.stl",
            "-",
            "--json",
        ],
    )
    .stdin(file)
    .output();
    let answer = Outcome::of(&output.expect("the binary runs"))
        .fine()
        .report();
    assert_eq!(answer["parts"][1]["file"]["path"], "stdin");
}

/// Objects of halves may have names that the input does not have, and may be merged. Errors are still found.
#[test]
fn objects_with_other_names_are_judged() {
    let two = boxes(&[
        ("Brick/a", [0.0; 3], [2.0, 3.0, 5.0]),
        ("Brick/b", [1.0, 1.0, 1.0], [4.0, 4.0, 4.5]),
    ]);
    let folder = folder(&[("two.obj", &two)]);
    let answer = cut_and_verify(folder.path(), "two.obj", SLOPED, "obj");
    assert_eq!(answer["joined"], false);
    assert_eq!(answer["objects"]["total"], 2);
    let path = folder.path().join("obj/front.obj");
    let front = fs::read_to_string(&path).expect("a half");
    let judge = |front: &str| {
        fs::write(&path, front).expect("written");
        let arguments = [
            "two.obj",
            "--plane",
            SLOPED,
            "obj/front.obj",
            "obj/back.obj",
        ];
        verify(folder.path(), &arguments)
    };
    for (name, checked) in [
        ("o Stone", "object by object"),
        ("# merged", "all objects as one mesh"),
    ] {
        let front = front.replace("o Brick/b", name);
        let table = judge(&front).fine().stdout;
        assert!(table.contains(checked), "{table}");
        let (kept, _) = front.trim_end().rsplit_once('\n').expect("lines");
        let lacking = judge(kept);
        assert_eq!(lacking.status, Some(1), "{}", lacking.stdout);
        assert!(lacking.stdout.contains("Error found"), "{}", lacking.stdout);
    }
}

/// Objects of the same name are matched by their place, even if some of them are on one side of the plane only.
#[test]
fn objects_of_one_name_are_matched_by_place() {
    let three = boxes(&[
        ("Brick", [0.0; 3], [2.0, 3.0, 1.0]),
        ("Brick", [0.0; 3], [2.0, 3.0, 5.0]),
        ("Brick", [0.0, 0.0, 4.0], [2.0, 3.0, 6.0]),
    ]);
    let folder = folder(&[("three.obj", &three)]);
    for format in ["obj", "glb"] {
        let answer = cut_and_verify(folder.path(), "three.obj", "z=2.3", format);
        assert_eq!(answer["joined"], false, "{format}");
        let objects = &answer["planes"][0]["objects"];
        let counts = ["front", "on", "back"].map(|side| objects[side].as_u64());
        assert_eq!(counts, [Some(1); 3], "{format}");
    }
}

/// Returns a glTF document of two unit boxes named `Cube` that share a mesh. They are children of groups, and the
/// second box is 2 lower than the first one.
fn boxes_in_groups(names: [&str; 2]) -> String {
    let corners = (0..8).flat_map(|corner| [corner & 1, corner >> 1 & 1, corner >> 2]);
    let mut bytes: Vec<u8> = corners.flat_map(|bit| (bit as f32).to_le_bytes()).collect();
    let faces = "021123456576014154263367042246135375";
    bytes.extend(faces.bytes().map(|digit| digit - b'0'));
    let [upper, lower] = names;
    json!({
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0, 2]}],
        "nodes": [
            {"name": upper, "children": [1]},
            {"name": "Cube", "mesh": 0},
            {"name": lower, "children": [3]},
            {"name": "Cube", "mesh": 0, "translation": [0, 0, -2]},
        ],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
        "buffers": [{
            "byteLength": bytes.len(),
            "uri": format!("data:application/octet-stream;base64,{}", BASE64_STANDARD.encode(&bytes)),
        }],
        "bufferViews": [
            {"buffer": 0, "byteOffset": 0, "byteLength": 96},
            {"buffer": 0, "byteOffset": 96, "byteLength": 36},
        ],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 8, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 1]},
            {"bufferView": 1, "componentType": 5121, "count": 36, "type": "SCALAR"},
        ],
    })
    .to_string()
}

/// A cut object is written beside the groups of its tree, so it comes after or before whole objects with the same name.
#[test]
fn objects_of_one_name_in_groups_are_matched_by_place() {
    for names in [["group", "group"], ["upper", "lower"]] {
        let folder = folder(&[("groups.gltf", &boxes_in_groups(names))]);
        for plane in ["z=0.5", "z=-1.5", "x+y+z=0"] {
            for format in ["stl", "obj", "ply", "off", "3mf", "glb"] {
                cut_and_verify(folder.path(), "groups.gltf", plane, format);
            }
        }
        // One of the two objects of the back half is missing.
        cut_and_verify(folder.path(), "groups.gltf", "z=0.5", "obj");
        let path = folder.path().join("obj/back.obj");
        let back = fs::read_to_string(&path).expect("a half");
        let (kept, _) = back.rsplit_once("o Cube").expect("two objects");
        fs::write(&path, kept).expect("written");
        let halves = ["obj/front.obj", "obj/back.obj", "--json"];
        let arguments = [&["groups.gltf", "--plane", "z=0.5"], &halves[..]].concat();
        let lacking = verify(folder.path(), &arguments);
        assert_eq!(lacking.status, Some(1), "{}", lacking.stdout);
        assert!(findings(&lacking.report()).contains(&"missing"));
    }
}

#[test]
fn a_plane_kept_as_its_points_is_judged_by_these() {
    let folder = folder(&[("brick.obj", &brick())]);
    let through = ["0.1,0.2,1.3", "1.7,0.1,1.2", "0.3,2.1,1.4"];
    let flags: Vec<&str> = through
        .iter()
        .flat_map(|point| ["--through", point])
        .collect();
    let cut = [&["brick.obj", "-o", "out", "--quiet"], flags.as_slice()].concat();
    cut_unseen(folder.path(), &cut).fine();
    let verify_out = [
        &["brick.obj", "out/front.obj", "out/back.obj"],
        flags.as_slice(),
    ]
    .concat();
    verify(folder.path(), &verify_out).fine();
    let moved = ["0.1,0.2,1.3", "1.7,0.1,1.2", "0.3,2.1,1.45"];
    let flags: Vec<&str> = moved
        .iter()
        .flat_map(|point| ["--through", point])
        .collect();
    let other = [
        &["brick.obj", "out/front.obj", "out/back.obj"],
        flags.as_slice(),
    ]
    .concat();
    assert_eq!(verify(folder.path(), &other).status, Some(1));
}

#[test]
fn the_table_names_each_finding_with_its_place() {
    let folder = folder(&[("brick.obj", &brick())]);
    cut_and_verify(folder.path(), "brick.obj", "z=2", "obj");
    let path = folder.path().join("obj/front.obj");
    let front = fs::read_to_string(&path).expect("a half");
    let (kept, _) = front.split_once("\nf ").expect("faces");
    let (_, rest) = front[kept.len() + 1..].split_once('\n').expect("faces");
    fs::write(&path, format!("{kept}\n{rest}")).expect("written");
    let lacking = verify(
        folder.path(),
        &[
            "brick.obj",
            "--plane",
            "z=2",
            "obj/front.obj",
            "obj/back.obj",
        ],
    );
    assert_eq!(lacking.status, Some(1));
    let table = &lacking.stdout;
    for words in [
        "findings     Brick/b: front half: A triangle of the input, or a piece of one, is missing (area ",
        ", at (",
        "verdict      Error found: A triangle of the input, or a piece of one, is missing",
    ] {
        assert!(table.contains(words), "{words}: {table}");
    }
    assert!(!table.contains("Certified"), "{table}");
    let said = "these halves do not match the input cut by this plane: errors in 1 object: Brick/b";
    assert!(lacking.stderr.contains(said), "{}", lacking.stderr);
}
