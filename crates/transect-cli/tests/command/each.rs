//! Tests of `--each`: many files, each treated apart.

use std::fs;

use serde_json::Value;

use crate::run::{Outcome, folder, names, project, transect};

/// Returns the bytes of a binary STL file: a tetrahedron whose edges along the axes have these lengths.
pub(crate) fn tetrahedron([x, y, z]: [f32; 3]) -> Vec<u8> {
    let corners = [[0.0; 3], [x, 0.0, 0.0], [0.0, y, 0.0], [0.0, 0.0, z]];
    let mut bytes = vec![b' '; 80];
    bytes.extend(4_u32.to_le_bytes());
    for facet in [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]] {
        bytes.extend([0_u8; 12]);
        for corner in facet {
            bytes.extend(
                corners[corner]
                    .iter()
                    .flat_map(|number: &f32| number.to_le_bytes()),
            );
        }
        bytes.extend([0_u8; 2]);
    }
    bytes
}

/// Returns the lines of JSON.
pub(crate) fn lines(outcome: &Outcome) -> Vec<Value> {
    let lines = outcome.stdout.lines();
    lines
        .map(|line| serde_json::from_str(line).expect("a JSON object"))
        .collect()
}

#[test]
fn each_subcommand_answers_each_file_as_it_answers_one() {
    let models = [
        project("assets/spot.obj"),
        project("assets/gltf/nested.glb"),
        project("assets/small/open.obj"),
    ];
    let folder = folder(&[]);
    for model in &models {
        let name = model.file_name().expect("a name");
        fs::copy(model, folder.path().join(name)).expect("a copy");
    }
    let paths = ["nested.glb", "open.obj", "spot.obj"];
    for arguments in [
        &["info", "--json"][..],
        &["measure", "--json"],
        &["cut", "--plane", "z=0.25", "--json"],
        &["cut", "--box", "0,0,0,1,1,1", "--json", "--strict"],
        &[
            "slice", "--axis", "z", "--count", "3", "--json", "--weld", "0.001",
        ],
        &["measure", "--to-unit", "mm", "--unit", "m", "--json"],
    ] {
        let all = transect(folder.path(), &[arguments, &["--each"], &paths].concat());
        for (line, path) in lines(&all).iter().zip(paths) {
            let alone = transect(folder.path(), &[arguments, &[path]].concat());
            assert_eq!(line["file"], path);
            let status = alone.status.map(Value::from);
            assert_eq!(
                Some(&line["status"]),
                status.as_ref(),
                "{arguments:?} {path}"
            );
            if alone.stdout.is_empty() {
                assert!(line["answer"].is_null())
            } else {
                assert_eq!(line["answer"], alone.report(), "{arguments:?} {path}")
            }
            let notes = line["notes"].as_array().expect("a list").iter();
            for note in notes.filter_map(Value::as_str).flat_map(str::lines) {
                assert!(alone.stderr.contains(note), "{note}\n{}", alone.stderr);
            }
            if let Some(message) = line["error"]["message"].as_str() {
                assert!(
                    alone.stderr.contains(message),
                    "{message}\n{}",
                    alone.stderr
                );
            }
        }
    }
}

#[test]
fn lengths_with_a_unit_are_those_of_each_file() {
    let folder = folder(&[]);
    fs::write(folder.path().join("part.stl"), tetrahedron([2.0, 2.0, 2.0])).expect("a file");
    let convert = |to: &str, out: &str| {
        let convert = [
            "cut", "part.stl", "--plane", "z=9000", "--unit", to, "--format", "3mf",
        ];
        let written = ["-o", out, "--write", "back"];
        transect(folder.path(), &[&convert[..], &written].concat()).fine();
    };
    convert("m", "metres");
    convert("mm", "millimetres");
    let outcome = transect(
        folder.path(),
        &[
            "cut",
            "--each",
            "--plane",
            "z=500mm",
            "--json",
            "metres",
            "millimetres",
            "part.stl",
        ],
    );
    assert_eq!(outcome.status, Some(1));
    let lines = lines(&outcome);
    let offsets: Vec<&Value> = lines
        .iter()
        .map(|line| &line["answer"]["planes"][0]["offset"])
        .collect();
    assert_eq!(offsets[..2], [&Value::from(-0.5), &Value::from(-500.0)]);
    let message = lines[2]["error"]["message"].as_str().expect("a message");
    assert!(
        message.contains("the unit of the model is not known"),
        "{message}"
    );
}

#[test]
fn files_of_equal_names_have_folders_of_their_own() {
    let folder = folder(&[]);
    for path in ["m/a.stl", "m/b/a.stl", "m/b.stl", "m/c.stl"] {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, tetrahedron([1.0, 1.0, 1.0])).expect("a file");
    }
    fs::write(folder.path().join("m/bad.stl"), "").expect("a file");
    let text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";
    fs::write(folder.path().join("m/c.obj"), text).expect("a file");
    let arguments = [
        "cut", "m", "--each", "--plane", "z=0.25", "-o", "out", "--write", "halves",
    ];
    let outcome = transect(folder.path(), &arguments);
    assert_eq!(outcome.status, Some(1), "{}", outcome.stderr);
    let out = folder.path().join("out");
    assert_eq!(
        names(&out),
        ["a", "b", "b.stl", "c.obj", "c.stl", "each.jsonl"]
    );
    assert_eq!(names(&out.join("b")), ["a"]);
    for own in ["a", "b/a", "b.stl", "c.stl"] {
        assert_eq!(names(&out.join(own)), ["back.stl", "front.stl"], "{own}");
    }
    assert_eq!(
        names(&out.join("c.obj")),
        ["back.mtl", "back.obj", "front.mtl", "front.obj"]
    );
    // Folders of files that all fail are not left behind.
    let arguments = [
        "cut",
        "m/bad.stl",
        "--each",
        "--plane",
        "z=0.25",
        "-o",
        "none",
    ];
    assert_eq!(transect(folder.path(), &arguments).status, Some(1));
    assert_eq!(names(&folder.path().join("none")), ["each.jsonl"]);
}

#[test]
fn a_file_in_place_of_a_folder_fails_alone() {
    let folder = folder(&[]);
    for name in ["a.stl", "b.stl", "c.stl"] {
        fs::write(folder.path().join(name), tetrahedron([1.0, 1.0, 1.0])).expect("a file");
    }
    fs::create_dir(folder.path().join("out")).expect("a folder");
    fs::write(folder.path().join("out/b"), "content").expect("a file");
    let cut = [
        "cut", "--each", "--plane", "z=0.25", "-o", "out", "--write", "halves",
    ];
    let outcome = transect(
        folder.path(),
        &[&cut[..], &["a.stl", "b.stl", "c.stl"]].concat(),
    );
    assert_eq!(outcome.status, Some(1));
    assert!(
        outcome.stderr.contains("    b.stl: out/b/: "),
        "{}",
        outcome.stderr
    );
    assert_eq!(
        names(&folder.path().join("out")),
        ["a", "b", "c", "each.jsonl"]
    );
    assert_eq!(
        fs::read_to_string(folder.path().join("out/b")).expect("text"),
        "content"
    );
}

#[test]
fn wrong_usage_ends_the_call_before_any_file() {
    let folder = folder(&[("notes.txt", "text")]);
    fs::create_dir_all(folder.path().join("empty")).expect("a folder");
    fs::create_dir_all(folder.path().join("in/out")).expect("a folder");
    for name in ["a.stl", "in/out/b.stl"] {
        fs::write(folder.path().join(name), tetrahedron([1.0, 1.0, 1.0])).expect("a file");
    }
    let before = names(folder.path());
    for (arguments, error) in [
        ("info --each *.ply", "*.ply: no file matches this pattern"),
        ("info *.ply", "*.ply: no file matches this pattern"),
        ("info --each [.stl", "[.stl: unclosed character class"),
        ("info --each empty", "empty: the folder has no model"),
        (
            "info --each -",
            "-: standard input is one file, and --each treats many",
        ),
        (
            "info --each a.stl --resume",
            "--resume: there is no record to continue",
        ),
        (
            "info a.stl --jobs 2",
            "required arguments were not provided",
        ),
        (
            "info --each a.stl --jobs 0",
            "invalid value '0' for '--jobs <N>'",
        ),
        ("cut --each a.stl --plane z=0.25=1", "--plane: character 7"),
        (
            "cut --each a.stl --plane z=0.25 --view",
            "cannot be used with",
        ),
        (
            "cut --each a.stl --plane z=0.25 -o x.svg",
            "-o takes a folder",
        ),
        (
            "cut --each a.stl --plane z=0.25mm -o o --write nothing",
            "\"nothing\"",
        ),
        (
            "slice --each a.stl --axis z --step 0",
            "--step 0 is not greater than 0",
        ),
        (
            "cut --each a.stl in/out/b.stl --plane z=0.25 -o in/out",
            "1 of 2 files, such as in/out/b.stl, lies in the folder of -o",
        ),
        (
            "info --each a.stl --record notes.txt",
            "notes.txt exists: it is the record of an earlier call",
        ),
        (
            "info --each a.stl --record notes.txt --resume",
            "notes.txt: this is not a record of transect",
        ),
        (
            "info --each a.stl --record a.stl --force",
            "a.stl is an input",
        ),
    ] {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let outcome = transect(folder.path(), &arguments);
        let stderr = &outcome.stderr;
        assert_eq!(
            (outcome.status, outcome.stdout.as_str()),
            (Some(2), ""),
            "{stderr}"
        );
        assert!(stderr.contains(error), "{arguments:?}: {stderr}");
    }
    assert_eq!(names(folder.path()), before, "nothing is written");
    assert_eq!(
        fs::read_to_string(folder.path().join("notes.txt")).expect("text"),
        "text"
    );
}

#[test]
fn more_than_twenty_files_of_one_scene_get_a_hint() {
    let folder = folder(&[]);
    for index in 0..21 {
        let path = folder.path().join(format!("{index:02}.stl"));
        fs::write(path, tetrahedron([1.0, 1.0, 1.0])).expect("a file");
    }
    let hint = "note: the 21 files are one scene\n  hint: --each treats each file apart\n";
    let outcome = transect(folder.path(), &["measure", "*.stl"]).fine();
    assert!(outcome.stderr.starts_with(hint), "{}", outcome.stderr);
    assert!(outcome.stdout.contains("21 objects"), "{}", outcome.stdout);
    for arguments in [
        &["*.stl", "--quiet"][..],
        &["[01]?.stl"],
        &["*.stl", "--each"],
    ] {
        let outcome = transect(folder.path(), &[&["measure"], arguments].concat()).fine();
        assert!(!outcome.stderr.contains("one scene"), "{}", outcome.stderr);
    }
}

#[test]
fn flags_without_effect_are_noted_once() {
    let folder = folder(&[]);
    for name in ["a.stl", "b.stl"] {
        fs::write(folder.path().join(name), tetrahedron([1.0, 1.0, 1.0])).expect("a file");
    }
    let outcome = transect(
        folder.path(),
        &["measure", "--each", "a.stl", "b.stl", "--force"],
    )
    .fine();
    let note = "note: --force does nothing without -o DIR: nothing is written or drawn\n";
    assert_eq!(outcome.stderr, note);
    let record = [
        "measure", "--each", "a.stl", "b.stl", "--force", "--record", "r.jsonl",
    ];
    assert_eq!(transect(folder.path(), &record).fine().stderr, "");
    let quiet = transect(
        folder.path(),
        &["measure", "--each", "a.stl", "b.stl", "-q"],
    )
    .fine();
    assert_eq!((quiet.stdout, quiet.stderr), (String::new(), String::new()));
}
