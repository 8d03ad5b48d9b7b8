//! Tests of the errors of `transect classify`, with their messages and hints.

use crate::classify::classify;
use crate::run::{folder, names, project};

/// A case is a file, its invalid content, and parts of the expected message and hint.
#[test]
fn what_is_wrong_is_said_with_its_place() {
    let camera = |text: &str| ("camera.json", text.to_string());
    let planes = |text: &str| ("planes.txt", text.to_string());
    let table = |text: &str| ("t.csv", text.to_string());
    let view = r#""position": [0,0,0], "up": [0,0,1], "vertical_field_of_view_degrees": 60, "aspect": 1, "near": 1"#;
    let matrix = |order: &str, more: &str| {
        camera(&format!(
            r#"{{"matrix": [[1,0,0,0],[0,1,0,0],[0,0,1,0],[0,0,0,1]], "order": "{order}"{more}}}"#
        ))
    };
    let cases = [
        (
            planes("z=1\n\nz >= 2 # up\n"),
            "planes.txt, line 3: character 3:",
            "is z=2 meant?",
        ),
        (planes("z < 2\n"), "planes.txt, line 1: ", "is 2=z meant?"),
        (planes("z:1\n"), "    z:1\n     ^", "is z=1 meant?"),
        (
            planes("up\n"),
            "planes.txt, line 1: ",
            "each line is one equation",
        ),
        (
            planes("# nothing\n"),
            "planes.txt: no line holds a plane",
            "such as z=1.2",
        ),
        (
            camera("{"),
            "camera.json, line 1, column 1: EOF",
            "one JSON object",
        ),
        (
            camera("[1]"),
            "camera.json, line 1, column 0: invalid type: sequence",
            "one JSON object",
        ),
        (
            camera(r#"{"near": 1, "near": 2}"#),
            "the key \"near\" occurs twice",
            "remove one",
        ),
        (
            camera(r#"{"postion": [0,0,0]}"#),
            "unknown key \"postion\" in a camera",
            "is \"position\" meant?",
        ),
        (
            camera(&format!(
                r#"{{{view}, "orthographic_height": 2, "forward": [1,0,0], "far": 2}}"#
            )),
            "\"vertical_field_of_view_degrees\" and \"orthographic_height\" are both given",
            "remove one of them",
        ),
        (
            camera(r#"{"position": [0,0]}"#),
            "\"position\" is [0,0], not a list of three numbers",
            "docs/classify.md",
        ),
        (
            camera(&format!("{{{view}}}")),
            "neither \"target\" nor \"forward\" is given",
            "the required keys are: position",
        ),
        (
            camera(&format!(r#"{{{view}, "forward": [1,0,0]}}"#)),
            "the key \"far\" is missing",
            "far (null",
        ),
        (
            camera(&format!(
                r#"{{{view}, "far": 2, "forward": [1,0,0], "target": [1,0,0]}}"#
            )),
            "\"target\" and \"forward\" are both given",
            "remove one",
        ),
        (
            camera(&format!(r#"{{{view}, "far": 2, "target": [0,0,0]}}"#)),
            "\"target\" equals \"position\"",
            "another point that the camera looks at",
        ),
        (
            camera(&format!(r#"{{{view}, "far": 1, "forward": [1,0,0]}}"#)),
            "the far distance is 1;",
            "correct",
        ),
        (
            camera(&format!(r#"{{{view}, "far": 2, "forward": [0,0,3]}}"#)),
            "forward and up directions are parallel",
            "choose an \"up\"",
        ),
        (
            camera(&format!(r#"{{{view}, "far": 2, "forward": [1,0,0]}}"#).replace("60", "180")),
            "\"vertical_field_of_view_degrees\" is 180",
            "above 0 and below 180",
        ),
        (
            matrix("rows", ""),
            "\"order\" is \"rows\"",
            "row_major, column_major",
        ),
        (
            matrix("row-major", ""),
            "the key \"clip_space\" is missing",
            "matrix, order, clip_space",
        ),
        (
            matrix("row-major", r#", "near": 1"#),
            "\"near\" cannot be used with \"matrix\"",
            "not both",
        ),
        (
            matrix("row-major", r#", "clip_space": "zero-to-1""#),
            "\"clip_space\" is \"zero-to-1\"",
            "is \"zero_to_one\" meant?",
        ),
        (
            camera(r#"{"matrix": [[1,0,0,0]], "order": "row-major", "clip_space": "reversed-z"}"#),
            "\"matrix\" is [[1,0,0,0]], not four lists of four numbers",
            "docs/classify.md",
        ),
        (
            camera(&format!(
                r#"{{"matrix": {}, "order": "row-major", "clip_space": "reversed-z"}}"#,
                "[[0,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,1]]"
            )),
            "\"matrix\" bounds nothing",
            "projection times the view",
        ),
        (
            table("X,Y,Z\n1,2,3\n"),
            "t.csv, line 1: the header has no columns x, y, z",
            "a table of points",
        ),
        (
            table("x;y;z\n1;2;3\n"),
            "t.csv, line 1: the cells are separated by semicolons",
            "commas",
        ),
        (
            table("x,y,z\n1,2,3\n1,,3\n"),
            "t.csv, line 3 (row 2), column y: the cell is empty",
            "fill the cell",
        ),
        (
            table("xmin,ymin,xmax,ymax\n0,2,1,1\n"),
            "t.csv, line 2 (row 1), column ymin: ymin is 2, greater than ymax, 1",
            "swap",
        ),
        (
            table("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"),
            "t.csv is a model (obj)",
            "transect cut t.csv",
        ),
        (
            table("a,b\n1,2\n"),
            "t.csv, line 1: the header has no columns xmin",
            "also reads points",
        ),
    ];
    for ((file, text), message, hint) in cases {
        let folder = folder(&[("t.csv", "x,y,z\n0,0,0\n"), (file, &text)]);
        let question = match file {
            "planes.txt" => ["--region", file],
            "camera.json" => ["--frustum", file],
            _ => ["--plane", "x=0"],
        };
        let arguments = [&["t.csv"], &question[..], &["-o", "out"]].concat();
        let outcome = classify(folder.path(), &arguments);
        assert_eq!(
            (outcome.status, outcome.stdout.as_str()),
            (Some(2), ""),
            "{text}"
        );
        let (said, hinted) = outcome.stderr.split_once("\n  hint: ").expect("a hint");
        assert!(said.contains(message), "{text}: {}", outcome.stderr);
        assert!(hinted.contains(hint), "{text}: {}", outcome.stderr);
        assert!(said.contains(file), "{text}: {}", outcome.stderr);
        assert!(!folder.path().join("out").exists(), "{text}");
    }
}

/// A case is a file, its bytes, the kind that the message names, and the hint.
#[test]
fn a_file_that_is_not_a_table_is_named_with_the_command_that_reads_it() {
    let triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    let part = std::fs::read(project("assets/cad_featuretype.stl")).expect("an asset");
    assert!(
        part.len() > 1 << 16,
        "longer than the part that is examined"
    );
    let none = "no command of transect reads it";
    let cases: [(&str, &[u8], &str, &str); 10] = [
        (
            "part.stl",
            &part,
            "a model (stl)",
            "transect cut part.stl --plane 2x=3",
        ),
        ("data", &part, "a model (stl)", "transect cut data --plane"),
        (
            "my part.obj",
            triangle.as_bytes(),
            "a model (obj)",
            "transect cut 'my part.obj' --plane",
        ),
        (
            "scan.laz",
            b"LASF\0\0\x01\"\r",
            "a point cloud (LAS or LAZ)",
            none,
        ),
        (
            "scan.csv",
            b"LASF\0\0\x01\"\r",
            "a point cloud (LAS or LAZ)",
            none,
        ),
        (
            "t.csv.gz",
            b"\x1f\x8b\x08\0",
            "a compressed file (gzip)",
            "unpack it",
        ),
        (
            "t.parquet",
            b"PAR1\x15\0",
            "a file of another kind (Parquet)",
            "transect-sql and the Python package read it",
        ),
        (
            "t.npy",
            b"\x93NUMPY\x01\0",
            "a file of another kind (numpy array)",
            "the Python package reads it",
        ),
        (
            "office.ifc",
            b"ISO-10303-21;\nHEADER;",
            "a file of another kind (STEP or IFC)",
            none,
        ),
        (
            "t.dat",
            b"a\0\"b\r",
            "a file of another kind (binary)",
            none,
        ),
    ];
    for (name, bytes, what, hint) in cases {
        let folder = folder(&[]);
        std::fs::write(folder.path().join(name), bytes).expect("a file");
        let outcome = classify(folder.path(), &[name, "--plane", "2x=3", "-o", "out"]);
        assert_eq!((outcome.status, outcome.stdout.as_str()), (Some(2), ""));
        let (said, hinted) = outcome.stderr.split_once("\n  hint: ").expect("a hint");
        let expected = format!("error: {name} is {what}, not a table of boxes or points");
        assert_eq!(said.replace("\n       ", " "), expected);
        assert!(
            hinted.replace("\n        ", " ").contains(hint),
            "{name}: {hinted}"
        );
        assert!(!folder.path().join("out").exists(), "{name}");
    }
}

#[test]
fn what_does_not_go_together() {
    let folder = folder(&[
        ("p.csv", "x,y,z\n0,0,0\n"),
        ("flat.csv", "x,y\n0,0\n"),
        ("r.txt", "z=0\n"),
        (
            "m.json",
            r#"{"matrix": [[1,0,0,0],[0,1,0,0],[0,0,1,0],[0,0,0,1]], "order": "row-major", "clip_space": "zero-to-one"}"#,
        ),
    ]);
    let cases: [(&[&str], &str); 23] = [
        (
            &["p.csv"],
            "--plane <EXPR>|--point <P>|--through <P>|--region <FILE>|--frustum <FILE>",
        ),
        (
            &["p.csv", "--plane", "z=1", "--region", "r.txt"],
            "cannot be used with",
        ),
        (
            &["p.csv", "--plane", "z=1", "--plane", "z=2"],
            "several planes make a region",
        ),
        (
            &["p.csv", "--plane", "z=1", "--conservative"],
            "cannot be used with",
        ),
        (
            &["p.csv", "--plane", "z=1", "--side", "on"],
            "--output <DIR>",
        ),
        (
            &["p.csv", "--plane", "z=1", "-o", "out", "--side", "Wall*"],
            "front, on, back",
        ),
        (
            &["p.csv", "--plane", "z=1", "-o", "out", "--side", "inside"],
            "--side inside does not apply to a plane",
        ),
        (
            &["p.csv", "--region", "r.txt", "-o", "out", "--side", "on"],
            "use outside, meets or inside",
        ),
        (
            &["flat.csv", "--plane", "z=1"],
            "the table has no z columns",
        ),
        (
            &["flat.csv", "--region", "r.txt"],
            "r.txt, line 1: character 1: `z` is not a coordinate",
        ),
        (
            &["flat.csv", "--frustum", "m.json"],
            "a camera needs three dimensions",
        ),
        (
            &["p.csv", "--through", "0,0,0", "--through", "1,0,0"],
            "--through is given twice, not 3 times",
        ),
        (
            &[
                "p.csv",
                "--through",
                "0,0,0",
                "--through",
                "1,1,1",
                "--through",
                "2,2,2",
            ],
            "choose a third point that is not on the line",
        ),
        (
            &["flat.csv", "--through", "0,0", "--through", "0,0"],
            "a line goes through two different points",
        ),
        (
            &["flat.csv", "--through", "0,0"],
            "--through is given once, not twice",
        ),
        (
            &["flat.csv", "--point", "0,0,1", "--normal", "0,0,1"],
            "--point 0,0,1 is not two numbers",
        ),
        (
            &["p.csv", "--point", "0,0", "--normal", "0,1"],
            "--point 0,0 is not three numbers",
        ),
        (
            &["p.csv", "--point", "0,0,0", "--normal", "0,0,0"],
            "the normal is the direction to the front",
        ),
        (
            &["p.csv", "--through", "0,0,0", "--conservative"],
            "cannot be used with",
        ),
        (
            &["p.csv", "--plane", "z=1", "--only", "a", "--index", "i"],
            "cannot be used with",
        ),
        (
            &["p.csv", "--plane", "z=1", "--only", "a"],
            "--only needs a column \"name\", but p.csv has none",
        ),
        (
            &["p.csv", "--plane", "z=1", "--why", "a"],
            "--why needs a column \"name\"",
        ),
        (&["q.csv", "--plane", "z=1"], "is p.csv meant?"),
    ];
    for (arguments, message) in cases {
        let outcome = classify(folder.path(), arguments);
        assert_eq!(
            (outcome.status, outcome.stdout.as_str()),
            (Some(2), ""),
            "{arguments:?}"
        );
        assert!(
            outcome.stderr.contains(message),
            "{arguments:?}: {}",
            outcome.stderr
        );
        assert!(!folder.path().join("out").exists(), "{arguments:?}");
    }
}

/// If the last of many rows has an error, all rows that were already written are removed.
#[test]
fn nothing_is_half_written() {
    let mut text = String::from("x,y,z\n");
    (0..50_000).for_each(|row| text += &format!("{row},0,0\n"));
    text += "0,0\n";
    let folder = folder(&[("p.csv", &text)]);
    let outcome = classify(
        folder.path(),
        &["p.csv", "--plane", "z=1", "-o", "deep/out"],
    );
    assert_eq!((outcome.status, outcome.stdout.as_str()), (Some(2), ""));
    assert_eq!(
        outcome.stderr,
        "error: p.csv, line 50002 (row 50001): the row has 2 cells, the header has 3\n  \
         hint: put cells that contain commas in quotes\n"
    );
    assert_eq!(names(folder.path()), ["p.csv"]);
}
