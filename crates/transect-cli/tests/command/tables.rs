//! Tests of `transect classify`, `transect info` and `transect cut` with tables of boxes.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use dashu_ratio::RBig;
use serde_json::{Value, json};

use crate::classify::{SIDES, classify, counts, report};
use crate::run::{Outcome, command, cut, folder, report as cut_report, tenths};
use crate::solids::brick;

const HEAD: &str = "name,xmin,ymin,zmin,xmax,ymax,zmax";

/// Runs `transect cut` with bytes on standard input.
fn piped(folder: &Path, input: &[u8], arguments: &[&str]) -> Outcome {
    let mut command = command(folder, arguments);
    command.stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the binary runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A command that ends with an error may not read all of its input.
    let _ = stdin.write_all(input);
    drop(stdin);
    Outcome::of(&child.wait_with_output().expect("it ends"))
}

/// Returns the command `transect` with these arguments.
fn command_of(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_transect"));
    command.current_dir(folder).args(arguments);
    command.stdin(Stdio::null());
    command
}

fn sides(report: &Value) -> Vec<u64> {
    counts(report, &SIDES)
}

/// `transect cut` does not read tables. The error is one line with the command that classifies the rows.
#[test]
fn cut_names_the_command_for_a_table() {
    let text = format!("{HEAD}\na,0,0,0,1,2,3\n");
    let folder = folder(&[
        ("b c.csv", &text),
        ("b.csv", &text),
        ("p.csv", "x,y,z\n0,0,0\n"),
        ("r.txt", "z=1\n"),
    ]);
    let cases: [(&[&str], &str); 8] = [
        (&["b.csv", "--plane", "z=1"], "b.csv --plane z=1"),
        (
            &["b c.csv", "--plane", "z = 1", "--strict", "-o", "out"],
            "'b c.csv' --plane 'z = 1' -o out",
        ),
        (
            &[
                "p.csv", "--only", "a*", "--point", "0,0,1", "--normal", "0,0,2",
            ],
            "p.csv --point 0,0,1 --normal 0,0,2 --only 'a*'",
        ),
        (
            &[
                "b.csv",
                "--through",
                "0,0,1",
                "--through",
                "1,0,1",
                "--through",
                "0,1,1",
                "--unit",
                "m",
                "--why",
                "a",
            ],
            "b.csv --through 0,0,1 --through 1,0,1 --through 0,1,1 --unit m --why a",
        ),
        (&["b.csv", "--region", "r.txt"], "b.csv --region r.txt"),
        (&["p.csv", "--frustum", "c.json"], "p.csv --frustum c.json"),
        (&["b.csv", "--slab", "z=0..1"], "b.csv --region planes.txt"),
        (
            &["b.csv", "--plane", "z=1", "--plane", "x=1"],
            "b.csv --region planes.txt",
        ),
    ];
    let camera = r#"{"position": [0, 0, 0], "target": [1, 0, 0], "up": [0, 0, 1],
        "vertical_field_of_view_degrees": 60, "aspect": 1, "near": 1, "far": null}"#;
    fs::write(folder.path().join("c.json"), camera).expect("a file");
    for (arguments, expected) in cases {
        let outcome = cut(folder.path(), arguments);
        let file = arguments[0];
        assert_eq!(
            (outcome.status, outcome.stdout.as_str(), outcome.stderr),
            (
                Some(2),
                "",
                format!(
                    "error: {file} is a table, which has nothing to cut: run transect classify {expected}\n"
                )
            ),
            "{arguments:?}"
        );
    }
    assert!(!folder.path().join("out").exists());
    let piped = piped(folder.path(), text.as_bytes(), &["-", "--plane", "z=1"]);
    assert_eq!(
        (piped.status, piped.stderr.as_str()),
        (
            Some(2),
            "error: stdin is a table, which has nothing to cut: run transect classify - --plane z=1\n"
        )
    );
}

/// The command has a second name, which no help shows.
#[test]
fn sort_is_another_name_of_classify() {
    let folder = folder(&[("b.csv", &format!("{HEAD}\na,0,0,0,1,2,3\n"))]);
    let run = |arguments: &[&str]| {
        let output = command_of(folder.path(), arguments).output();
        Outcome::of(&output.expect("it runs")).fine().stdout
    };
    let arguments = ["b.csv", "--plane", "z=1"];
    assert_eq!(
        run(&[&["sort"], &arguments[..]].concat()),
        run(&[&["classify"], &arguments[..]].concat())
    );
    assert!(!run(&["--help"]).contains("sort"));
    assert!(!run(&["classify", "--help"]).contains("transect sort"));
}

/// The table has the bounding boxes of the office's objects, and the planes are perpendicular to an axis. The counts
/// must equal the counts found by comparing coordinates with the plane's coordinate on that axis. The written rows must
/// equal the input rows.
#[test]
fn the_office_by_plain_arithmetic() {
    let folder = folder(&[]);
    let model = crate::run::asset("office.glb");
    let meshes = cut_report(folder.path(), &[&model, "--plane", "z=1.2", "-o", "out"]);
    let path = folder.path().join("out/objects.csv");
    let input = fs::read_to_string(&path).expect("a table");
    let mut table = csv::Reader::from_path(&path).expect("a table");
    let head = table.headers().expect("a header").clone();
    let column = |name: &str| head.iter().position(|c| c == name).expect("a column");
    let rows: Vec<csv::StringRecord> = table.records().map(|r| r.expect("a row")).collect();
    for (axis, height) in [
        ("z", 1.2),
        ("z", 0.0),
        ("x", 25.0),
        ("y", -20.25),
        ("z", -40.0),
    ] {
        let [low, high] = ["min", "max"].map(|end| column(&format!("{axis}{end}")));
        let mut expected = vec![rows.len() as u64, 0, 0, 0, 0];
        let mut lines = format!("{},side_2\n", input.lines().next().expect("a header"));
        for (row, line) in rows.iter().zip(input.lines().skip(1)) {
            let [low, high] = [low, high].map(|c| row[c].parse::<f64>().expect("a number"));
            let (place, side) = if low > height {
                (1, "front")
            } else if high < height {
                (3, "back")
            } else {
                (2, "on")
            };
            expected[place] += 1;
            expected[4] += u64::from(place == 2 && (low == height || high == height));
            lines += &format!("{line},{side}\n");
        }
        let plane = format!("{axis}={height}");
        let arguments = [
            "out/objects.csv",
            "--plane",
            &plane,
            "-o",
            "again",
            "--force",
        ];
        assert_eq!(
            sides(&report(folder.path(), &arguments)),
            expected,
            "{plane}"
        );
        let written = fs::read_to_string(folder.path().join("again/sides.csv"));
        assert_eq!(written.expect("a table"), lines, "{plane}");
    }
    // If the plane is perpendicular to an axis, an object has the same side as its bounding box.
    let boxes = report(folder.path(), &["out/objects.csv", "--plane", "z=1.2"]);
    for side in ["front", "on", "back"] {
        let objects = &meshes["planes"][0]["objects"];
        assert_eq!(boxes["rows"][side], objects[side], "{side}");
    }
}

/// For oblique planes through corners, each box must have the side that exact rational arithmetic finds for its
/// corners.
#[test]
fn oblique_planes_by_rationals() {
    let mut random = tenths(0x2545_f491_4f6c_dd1d);
    let boxes: Vec<[[f64; 3]; 2]> = (0..2000)
        .map(|_| {
            let corners = [(); 2].map(|()| [(); 3].map(|()| random()));
            let [a, b] = corners;
            [
                std::array::from_fn(|axis| a[axis].min(b[axis])),
                std::array::from_fn(|axis| a[axis].max(b[axis])),
            ]
        })
        .collect();
    let mut text = String::from("zmax,xmin,ymin,zmin,xmax,ymax\n");
    for [min, max] in &boxes {
        let [x, y, z] = min;
        text += &format!("{:?},{x:?},{y:?},{z:?},{:?},{:?}\n", max[2], max[0], max[1]);
    }
    let folder = folder(&[("b.csv", &text)]);
    let exact = |value: f64| RBig::try_from(value).expect("finite");
    let mut touching = 0;
    for (normal, offset) in [
        ([0.1, 0.2, 0.3], -0.1),
        ([1.0, -1.0, 0.0], 0.0),
        ([-0.7, 0.1, 1e-3], 0.4),
        ([1.0, 1.0, 1.0], -0.6),
    ] {
        let mut expected = vec![boxes.len() as u64, 0, 0, 0, 0];
        for ends in &boxes {
            let values = (0..8).map(|corner: usize| {
                let terms =
                    (0..3).map(|axis| exact(normal[axis]) * exact(ends[corner >> axis & 1][axis]));
                terms.fold(exact(offset), |sum, term| sum + term)
            });
            let values: Vec<RBig> = values.collect();
            let least = values.iter().min().expect("eight");
            let greatest = values.iter().max().expect("eight");
            if *least > RBig::ZERO {
                expected[1] += 1;
            } else if *greatest < RBig::ZERO {
                expected[3] += 1;
            } else {
                expected[2] += 1;
                let touches = least.is_zero() || greatest.is_zero();
                expected[4] += u64::from(touches);
            }
        }
        let [a, b, c] = normal;
        let plane = format!("{a}x + {b}y + {c}z + {offset} = 0").replace("+ -", "- ");
        let answer = report(folder.path(), &["b.csv", "--plane", &plane]);
        assert_eq!(
            answer["question"]["planes"][0]["normal"],
            json!(normal),
            "{plane}"
        );
        assert_eq!(sides(&answer), expected, "{plane}");
        touching += expected[4];
    }
    assert!(touching > 0, "some boxes touch exactly");
}

#[test]
fn standard_input_holds_meshes() {
    let folder = folder(&[]);
    let arguments = ["-", "--plane", "z=1", "--json"];
    for name in ["cad_featuretype.stl", "gltf/nested.glb"] {
        let path = crate::run::asset(name);
        let bytes = fs::read(&path).expect("a file");
        let from_pipe = piped(folder.path(), &bytes, &arguments).fine().report();
        let from_file = cut_report(folder.path(), &[&path, "--plane", "z=1"]);
        assert_eq!(
            from_pipe["planes"][0]["section"], from_file["planes"][0]["section"],
            "{name}"
        );
        assert_eq!(from_pipe["parts"], from_file["parts"], "{name}");
    }
    let nothing = piped(folder.path(), b"", &arguments);
    assert_eq!(nothing.status, Some(2));
    assert!(
        nothing.stderr.contains("stdin: the file is empty"),
        "{}",
        nothing.stderr
    );
    let noise = piped(folder.path(), b"hello\n", &arguments);
    assert!(
        noise.stderr.contains("stdin: not a mesh format"),
        "{}",
        noise.stderr
    );
}

#[test]
fn what_does_not_go_together() {
    let text = format!("{HEAD}\na,0,0,0,1,2,3\n");
    let folder = folder(&[("a.csv", &text), ("b.csv", &text), ("brick.obj", &brick())]);
    let cases: [(&[&str], &str); 3] = [
        (
            &["a.csv", "brick.obj"],
            "a.csv is a table of boxes: boxes and meshes do not mix",
        ),
        (&["a.csv", "b.csv"], "b.csv: one table of boxes at a time"),
        (&["-", "a.csv"], "standard input cannot be one of several"),
    ];
    for (arguments, message) in cases {
        let all = [arguments, &["--plane", "z=1", "-o", "out"]].concat();
        let outcome = cut(folder.path(), &all);
        assert_eq!(
            (outcome.status, outcome.stdout.as_str()),
            (Some(2), ""),
            "{all:?}"
        );
        for part in [message, "hint: "] {
            assert!(outcome.stderr.contains(part), "{all:?}: {}", outcome.stderr);
        }
        assert!(!folder.path().join("out").exists(), "{all:?}");
    }
}

#[test]
fn only_and_why_choose_rows() {
    let mut text = format!("{HEAD}\n\"Wall/a, b\",0,0,0,1,2,3\n");
    (0..12).for_each(|row| text += &format!("Lamp/{row},0,0,5,1,2,6\n"));
    let folder = folder(&[("b.csv", &text)]);
    let arguments = ["b.csv", "--plane", "z=1", "--only", "Wall/*", "-o", "out"];
    assert_eq!(sides(&report(folder.path(), &arguments)), [1, 0, 1, 0, 0]);
    let written = fs::read_to_string(folder.path().join("out/sides.csv")).expect("a table");
    assert_eq!(
        written,
        format!("{HEAD},side\n\"Wall/a, b\",0,0,0,1,2,3,on\n")
    );
    let why = classify(
        folder.path(),
        &["b.csv", "--plane", "z=1", "--why", "Lamp/*"],
    )
    .fine();
    assert_eq!(
        why.stdout.matches("\nwhy Lamp/").count(),
        10,
        "{}",
        why.stdout
    );
    assert!(
        why.stdout.ends_with("\n… and 2 more boxes\n"),
        "{}",
        why.stdout
    );
    assert!(why.stdout.contains(
        "why Lamp/0 is in front\n  backmost corner   (0, 0, 5) lies in front of the plane, 4 away\n"
    ));
}

/// Runs `transect info`, which must succeed.
fn info(folder: &Path, arguments: &[&str]) -> Outcome {
    let mut command = Command::new(env!("CARGO_BIN_EXE_transect"));
    command.current_dir(folder).arg("info").args(arguments);
    Outcome::of(&command.stdin(Stdio::null()).output().expect("it runs")).fine()
}

#[test]
fn info_reads_every_table_that_sort_reads() {
    let folder = folder(&[
        (
            "points.csv",
            "id,x,y,z\n1,1.5,2,3\n2,,5,6\n3,-4,0.1,1e3\n4,7,8, \n",
        ),
        ("flat.txt", "y,x\n1,2\n"),
        ("areas.csv", "xmin,ymin,xmax,ymax\n0,0,1,2\n,,,\n"),
        ("none.csv", "x,y,z\n"),
    ]);
    let size = fs::metadata(folder.path().join("points.csv"))
        .expect("a file")
        .len();
    assert_eq!(
        info(folder.path(), &["points.csv"]).stdout,
        format!(
            "\
read         points.csv: csv, {size} bytes, a table of points
rows         4 points, bounds (-4.00, 0.10, 3.00) – (1.50, 2.00, 1000.00)
columns      id, x, y, z
nulls        2 rows have an empty coordinate cell; transect classify stops at the first of them
range        x from -4 to 1.5
             y from 0.1 to 2
             z from 3 to 1000
"
        )
    );
    let report = |file: &str| info(folder.path(), &[file, "--json"]).report();
    let points = report("points.csv");
    assert_eq!(points["version"], 1);
    assert_eq!(points["shape"], "points");
    assert_eq!(points["rows"], 4);
    assert_eq!(points["nulls"], 2);
    assert_eq!(points["bounds"]["min"], json!([-4.0, 0.1, 3.0]));
    assert_eq!(
        report("flat.txt")["bounds"],
        json!({"min": [2.0, 1.0], "max": [2.0, 1.0]})
    );
    let areas = report("areas.csv");
    assert_eq!(
        (&areas["shape"], &areas["nulls"]),
        (&json!("boxes"), &json!(1))
    );
    assert_eq!(areas["bounds"]["max"], json!([1.0, 2.0]));
    assert_eq!(report("none.csv")["bounds"], Value::Null);
}

#[test]
fn info_tells_rows_columns_and_bounds() {
    let text = format!("{HEAD},\"a, b\"\na,0,0,0,1,2,3,\nb,-1,0,0,1,2,3,x\n");
    let folder = folder(&[("b.csv", &text)]);
    let info = |arguments: &[&str]| info(folder.path(), arguments);
    assert_eq!(
        info(&["b.csv"]).stdout,
        format!(
            "\
read         b.csv: csv, {} bytes, a table of boxes
rows         2 boxes, bounds (-1.00, 0.00, 0.00) – (1.00, 2.00, 3.00)
columns      name, xmin, ymin, zmin, xmax, ymax, zmax, a, b
nulls        none
range        x from -1 to 1
             y from 0 to 2
             z from 0 to 3
",
            text.len()
        )
    );
    let answer = info(&["b.csv", "--only", "a", "--json"]).report();
    assert_eq!(answer["rows"], 1);
    assert_eq!(answer["columns"][7], "a, b");
    assert_eq!(
        answer["bounds"],
        json!({"min": [0.0, 0.0, 0.0], "max": [1.0, 2.0, 3.0]})
    );
}
