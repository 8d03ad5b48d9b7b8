//! Tables of boxes and points, sorted by planes, regions and cameras.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use dashu::rational::RBig;
use serde_json::{Value, json};

use crate::run::{Outcome, folder, names, project};

const BOXES: &str = "name,xmin,ymin,zmin,xmax,ymax,zmax";
const ROOM: &str = "x=0\n12=x\ny=0\n8=y\nz=0\n2.75=z\n";

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_transect"));
    command.current_dir(folder).arg("sort").args(arguments);
    command.stdin(Stdio::null());
    command
}

/// `transect sort …` in a folder.
pub(crate) fn sort(folder: &Path, arguments: &[&str]) -> Outcome {
    let output = command(folder, arguments).output();
    Outcome::of(&output.expect("the binary runs"))
}

/// `transect sort … --json`, which has to go well and to follow its schema.
pub(crate) fn report(folder: &Path, arguments: &[&str]) -> Value {
    let report = sort(folder, &[arguments, &["--json"]].concat())
        .fine()
        .report();
    let schema = fs::read_to_string(project("docs/sort.schema.json")).expect("the schema");
    let schema: Value = serde_json::from_str(&schema).expect("JSON");
    let validator = jsonschema::draft202012::new(&schema).expect("a schema of draft 2020-12");
    assert!(validator.is_valid(&report), "{report}");
    report
}

fn counts(report: &Value, keys: &[&str]) -> Vec<u64> {
    let count = |key: &&str| report["rows"][key].as_u64().expect("a count");
    keys.iter().map(count).collect()
}

const SIDES: [&str; 5] = ["total", "front", "cut", "back", "touching"];
const OVERLAPS: [&str; 4] = ["total", "outside", "meets", "inside"];

/// The examples in docs/sort.md: what is printed and what is written.
#[test]
fn the_documentation_shows_true_examples() {
    let page = fs::read_to_string(project("docs/sort.md")).expect("the page");
    let block = |language: &str, index: usize| {
        let opening = format!("```{language}\n");
        let rest = page.split(opening.as_str()).nth(index + 1);
        let rest = rest.expect("a block").split_once("```").expect("its end");
        rest.0.to_string()
    };
    let folder = folder(&[
        ("boxes.csv", &block("csv", 0)),
        ("planes.txt", &block("planes", 0)),
        ("camera.json", &block("json", 0)),
        ("matrix.json", &block("json", 1)),
    ]);
    for index in 0..2 {
        let line = block("sh", index);
        let words = line.split_whitespace().skip(2);
        let words: Vec<&str> = words.map(|word| word.trim_matches('\'')).collect();
        let outcome = sort(folder.path(), &words).fine();
        assert_eq!(outcome.stdout, block("text", index));
    }
    let out = folder.path().join("out");
    assert_eq!(names(&out), ["report.json", "sides.csv"]);
    let sides = fs::read_to_string(out.join("sides.csv")).expect("a table");
    assert_eq!(sides, block("csv", 1));
    for file in ["camera.json", "matrix.json"] {
        let told = report(folder.path(), &["boxes.csv", "--frustum", file]);
        assert_eq!(told["rows"]["total"], 5, "{file}");
        let planes = told["question"]["planes"].as_array().expect("planes");
        let count = if file == "camera.json" { 5 } else { 6 };
        assert_eq!(planes.len(), count, "{file}");
    }
}

#[test]
fn the_report_says_what_was_asked() {
    let text = "id,x,y\n1,0,3\n2,-1,5\n";
    let folder = folder(&[
        ("p.csv", text),
        ("r.txt", "# a quarter\nx=0 # right\n\n4=y\n"),
        ("none.csv", BOXES),
    ]);
    let region = ["p.csv", "--region", "r.txt", "--unit", "mm"];
    assert_eq!(
        report(folder.path(), &region),
        json!({
            "version": 1,
            "source": [{"path": "p.csv", "format": "csv", "bytes": text.len(), "unit": "mm"}],
            "shape": "points",
            "dimension": 2,
            "question": {
                "kind": "region",
                "file": "r.txt",
                "conservative": false,
                "planes": [
                    {"name": "line 2", "normal": [1.0, 0.0], "offset": 0.0, "text": "x = 0"},
                    {"name": "line 4", "normal": [0.0, -1.0], "offset": 4.0, "text": "-y + 4 = 0"},
                ],
            },
            "bounds": {"min": [-1.0, 3.0], "max": [0.0, 5.0]},
            "rows": {"total": 2, "outside": 1, "meets": 0, "inside": 1},
            "index": null,
            "rows_written": 0,
            "written": [],
        })
    );
    let none = ["none.csv", "--plane", "z=3", "-o", "out"];
    let none = report(folder.path(), &none);
    assert_eq!(
        (counts(&none, &SIDES), &none["bounds"]),
        (vec![0; 5], &Value::Null)
    );
    assert_eq!(none["question"]["planes"][0]["name"], Value::Null);
    let written = fs::read_to_string(folder.path().join("out/report.json")).expect("a report");
    assert_eq!(serde_json::from_str::<Value>(&written).expect("JSON"), none);
    let sides = fs::read_to_string(folder.path().join("out/sides.csv")).expect("a table");
    assert_eq!(sides, format!("{BOXES},side\n"));
}

/// Boxes on a grid of whole numbers, and what is on it in one, two or three dimensions.
fn cubes(dimension: usize, from: i64, to: i64) -> Vec<Vec<[i64; 2]>> {
    let mut cubes: Vec<Vec<[i64; 2]>> = vec![Vec::new()];
    for _ in 0..dimension {
        let ends = || (from..to).flat_map(|low| [[low, low], [low, low + 2]]);
        let longer = |cube: Vec<[i64; 2]>| {
            ends().map(move |ends| {
                let mut cube = cube.clone();
                cube.push(ends);
                cube
            })
        };
        cubes = cubes.into_iter().flat_map(longer).collect();
    }
    cubes
}

fn table(dimension: usize, cubes: &[Vec<[i64; 2]>]) -> String {
    let letters = &["x", "y", "z"][..dimension];
    let heads = ["min", "max"].iter();
    let heads = heads.flat_map(|end| letters.iter().map(move |letter| format!("{letter}{end}")));
    let mut text = heads.collect::<Vec<String>>().join(",") + "\n";
    for cube in cubes {
        let ends = [0, 1].into_iter();
        let cells = ends.flat_map(|end| cube.iter().map(move |ends| ends[end].to_string()));
        text += &(cells.collect::<Vec<String>>().join(",") + "\n");
    }
    text
}

/// Boxes on a lattice and the corner x, y, z ≥ 0, x + y + z ≤ 3: what lies where is sums of whole
/// numbers. Past the edges of the corner planes asked one after the other know less.
#[test]
fn regions_of_a_lattice_by_plain_arithmetic() {
    for (dimension, sum) in [(2, "3=x+y"), (3, "3=x+y+z")] {
        let cubes = cubes(dimension, -4, 5);
        let planes = ["x=0\n", "y=0\n", "z=0\n"][..dimension].concat() + sum;
        let text = table(dimension, &cubes);
        let folder = folder(&[("b.csv", &text), ("r.txt", &planes)]);
        for conservative in [false, true] {
            let mut expected = vec![cubes.len() as u64, 0, 0, 0];
            let mut lines = format!("{},side\n", text.lines().next().expect("a header"));
            for (cube, line) in cubes.iter().zip(text.lines().skip(1)) {
                let low = |[low, _]: &[i64; 2]| if conservative { *low } else { (*low).max(0) };
                let is_outside =
                    cube.iter().any(|[_, high]| *high < 0) || cube.iter().map(low).sum::<i64>() > 3;
                let is_inside = cube.iter().all(|[low, _]| *low >= 0)
                    && cube.iter().map(|[_, high]| high).sum::<i64>() <= 3;
                let (place, word) = match (is_outside, is_inside) {
                    (true, _) => (1, "outside"),
                    (_, true) => (3, "inside"),
                    _ => (2, "meets"),
                };
                expected[place] += 1;
                lines += &format!("{line},{word}\n");
            }
            let flag = if conservative {
                "--conservative"
            } else {
                "--verbose"
            };
            let arguments = ["b.csv", "--region", "r.txt", "-o", "out", "--force", flag];
            let told = report(folder.path(), &arguments);
            assert_eq!(counts(&told, &OVERLAPS), expected, "{dimension}D, {flag}");
            let written = fs::read_to_string(folder.path().join("out/sides.csv"));
            assert_eq!(written.expect("a table"), lines, "{dimension}D, {flag}");
        }
    }
}

/// A frustum of 90° from z = −1 to z = −3 and points on a lattice: |x|, |y| ≤ −z.
#[test]
fn frustums_of_a_lattice_by_plain_arithmetic() {
    let range = || -4..=4;
    let points = range().flat_map(|x| range().flat_map(move |y| range().map(move |z| [x, y, z])));
    let points: Vec<[i32; 3]> = points.collect();
    let mut text = String::from("z,what,x,y\n");
    let mut shifted = text.clone();
    for [x, y, z] in &points {
        text += &format!("{z},\"a, b\",{x},{y}\n");
        shifted += &format!("{z}.5,,{x}.25,{y}.25\n");
    }
    let rows = "[[1,0,0,0],[0,1,0,0],[0,0,-2,-3],[0,0,-1,0]]";
    let columns = "[[1,0,0,0],[0,1,0,0],[0,0,-2,-1],[0,0,-3,0]]";
    let matrix = |matrix: &str, order: &str, more: &str| {
        format!(
            r#"{{"matrix": {matrix}, "order": "{order}", "clip_space": "minus-one-to-one"{more}}}"#
        )
    };
    let camera = |towards: &str, far: &str| {
        format!(
            r#"{{"position": [0, 0, 0], {towards}, "up": [0, 2, 0], "field_of_view_degrees": 90,
                "aspect": 1, "near": 1, "far": {far}}}"#
        )
    };
    let folder = folder(&[
        ("p.csv", &text),
        ("s.csv", &shifted),
        ("rows.json", &matrix(rows, "row-major", "")),
        ("columns.json", &matrix(columns, "column-major", "")),
        (
            "infinite.json",
            &matrix(rows, "row-major", r#", "infinite_far": true"#),
        ),
        ("camera.json", &camera(r#""target": [0, 0, -7]"#, "3")),
        ("all.json", &camera(r#""direction": [0, 0, -0.5]"#, "null")),
    ]);
    let inside = |farthest: f64, [x, y, z]: [f64; 3]| {
        x.abs() <= -z && y.abs() <= -z && (-farthest..=-1.0).contains(&z)
    };
    let whole = |farthest: f64| {
        let points = points.iter().map(|point| point.map(f64::from));
        points.filter(|&point| inside(farthest, point)).count() as u64
    };
    let total = points.len() as u64;
    for (file, farthest) in [("rows", 3.0), ("columns", 3.0), ("infinite", 9.0)] {
        let told = report(
            folder.path(),
            &["p.csv", "--frustum", &format!("{file}.json")],
        );
        let expected = whole(farthest);
        let all = vec![total, total - expected, 0, expected];
        assert_eq!(counts(&told, &OVERLAPS), all, "{file}");
    }
    // The planes of a camera are rounded: points beside them. "-3.25" is 3.25 below zero.
    let text_of =
        |number: i32, rest: f64| f64::from(number) + if number < 0 { -rest } else { rest };
    for (file, farthest) in [("camera", 3.0), ("all", 9.0)] {
        let told = report(
            folder.path(),
            &["s.csv", "--frustum", &format!("{file}.json")],
        );
        let points = points.iter();
        let points = points.map(|&[x, y, z]| [text_of(x, 0.25), text_of(y, 0.25), text_of(z, 0.5)]);
        let expected = points.filter(|&point| inside(farthest, point)).count() as u64;
        assert!(expected > 0);
        let all = vec![total, total - expected, 0, expected];
        assert_eq!(counts(&told, &OVERLAPS), all, "{file}");
    }
    let names = report(folder.path(), &["p.csv", "--frustum", "rows.json"]);
    let names = names["question"]["planes"]
        .as_array()
        .expect("planes")
        .iter();
    let names: Vec<&Value> = names.map(|plane| &plane["name"]).collect();
    assert_eq!(names, ["left", "right", "bottom", "top", "near", "far"]);
}

/// Points beside and on oblique planes, against rationals.
#[test]
fn points_by_rationals() {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut random = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        // Multiples of 0.1, so that sums that are equal in decimals are not in floats.
        (state % 41) as f64 / 10.0 - 2.0
    };
    let points: Vec<[f64; 3]> = (0..4000).map(|_| [(); 3].map(|()| random())).collect();
    let exact = |value: f64| RBig::try_from(value).expect("finite");
    let mut on = 0;
    for dimension in [2, 3] {
        let head = ["x,y", "x,y,z"][dimension - 2];
        let mut text = format!("{head}\n");
        for point in &points {
            let cells = point[..dimension]
                .iter()
                .map(|number| format!("{number:?}"));
            text += &(cells.collect::<Vec<String>>().join(",") + "\n");
        }
        let folder = folder(&[("p.csv", &text)]);
        for normal in [[0.1, 0.2, 0.3], [1.0, -1.0, 0.5], [-0.7, 0.1, 1e-3]] {
            let mut expected = vec![points.len() as u64, 0, 0, 0, 0];
            for point in &points {
                let terms = (0..dimension).map(|axis| exact(normal[axis]) * exact(point[axis]));
                let value = terms.fold(exact(-0.1), |sum, term| sum + term);
                let place = match value.cmp(&RBig::ZERO) {
                    std::cmp::Ordering::Greater => 1,
                    std::cmp::Ordering::Equal => 2,
                    std::cmp::Ordering::Less => 3,
                };
                expected[place] += 1;
            }
            expected[4] = expected[2];
            on += expected[4];
            let terms = normal[..dimension].iter().zip(["x", "y", "z"]);
            let terms: Vec<String> = terms
                .map(|(factor, axis)| format!("{factor}{axis}"))
                .collect();
            let plane = format!("{} - 0.1 = 0", terms.join(" + ")).replace("+ -", "- ");
            let told = report(folder.path(), &["p.csv", "--plane", &plane]);
            assert_eq!(counts(&told, &SIDES), expected, "{plane}");
        }
    }
    assert!(on > 0, "some points are on the plane exactly");
}

#[test]
fn rows_are_written_as_they_came() {
    let text =
        "\u{feff}y,x,z,side,\"a \"\"b\"\"\"\r\n1,0,2,s,\"c, \nd\"\r\n\r\n3,0,1.5,,\n5,0,-2,,e\n";
    let folder = folder(&[("p.csv", text)]);
    let rows = [
        ("front", "1,0,2,s,\"c, \nd\",front\n"),
        ("cut", "3,0,1.5,,,cut\n"),
        ("back", "5,0,-2,,e,back\n"),
    ];
    let head = "y,x,z,side,\"a \"\"b\"\"\",side_2\n";
    for chosen in [vec![0, 1, 2], vec![0], vec![1], vec![2], vec![2, 0]] {
        let mut arguments = vec!["p.csv", "--plane", "z=1.5", "-o", "out", "--force"];
        if chosen.len() < 3 {
            let words = chosen
                .iter()
                .flat_map(|&row: &usize| ["--only", rows[row].0]);
            arguments.extend(words);
        }
        let told = report(folder.path(), &arguments);
        assert_eq!(counts(&told, &SIDES), [3, 1, 1, 1, 1], "{chosen:?}");
        assert_eq!(told["rows_written"], chosen.len(), "{chosen:?}");
        let is_chosen = |&index: &usize| chosen.contains(&index);
        let lines = (0..3).filter(is_chosen).map(|row| rows[row].1);
        let written = fs::read_to_string(folder.path().join("out/sides.csv"));
        let expected = head.to_string() + &lines.collect::<String>();
        assert_eq!(written.expect("a table"), expected, "{chosen:?}");
    }
    let again = sort(folder.path(), &["p.csv", "--plane", "z=1", "-o", "out"]);
    assert_eq!(again.status, Some(2));
    assert!(
        again.stderr.contains("sides.csv exists already"),
        "{}",
        again.stderr
    );
    let quiet = sort(folder.path(), &["p.csv", "--plane", "z=1", "--quiet"]).fine();
    assert_eq!(quiet.stdout + &quiet.stderr, "");
}

#[test]
fn standard_input_is_sorted() {
    let folder = folder(&[]);
    let mut command = command(folder.path(), &["-", "--plane", "z=1", "--json"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("the binary runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    // More than a buffer, and than what is looked at first.
    stdin.write_all(b"x,y,z\n").expect("it reads");
    for row in 0..40_000 {
        writeln!(stdin, "0,0,{}", row % 4).expect("it reads");
    }
    drop(stdin);
    let told = Outcome::of(&child.wait_with_output().expect("it ends"));
    let told = told.fine().report();
    assert_eq!(told["source"][0]["path"], "stdin");
    assert_eq!(
        counts(&told, &SIDES),
        [40_000, 20_000, 10_000, 10_000, 10_000]
    );
}

#[test]
fn why_rows_lie_where_they_do() {
    let boxes = format!("{BOXES}\nin,1,1,1,2,2,2\nlow,1,1,-1,2,2,2\nup,1,1,9,2,2,10\n");
    let corner = "name,xmin,ymin,xmax,ymax\npast,2.5,-1,3.5,0.25\n";
    let folder = folder(&[
        ("b.csv", &boxes),
        ("c.csv", corner),
        ("p.csv", "name,x,y,z\na,0,0,5\nb,0,0,1\nc,0,0,0\n"),
        ("room.txt", ROOM),
        ("wedge.txt", "# it ends at (2, 0)\ny=0\n2=x+2y\n"),
    ]);
    let why = |arguments: &[&str]| {
        let all = [arguments, &["--why", "*"]].concat();
        let said = sort(folder.path(), &all).fine().stdout;
        said.split_once("\nwhy ").expect("paragraphs").1.to_string()
    };
    assert_eq!(
        why(&["b.csv", "--region", "room.txt"]),
        "in is inside\n  all of it is in front of all 6 planes, or on them\n\n\
         why low meets the region\n  part of it is inside, and part behind z=0 (line 5)\n\n\
         why up is outside\n  all of it is behind 2.75=z (line 6)\n"
    );
    assert_eq!(
        why(&["c.csv", "--region", "wedge.txt"]),
        "past is outside\n  none of it is in front of all of y=0 (line 2), 2=x+2y (line 3), \
         though no one of them has all of it behind\n"
    );
    assert_eq!(
        why(&["p.csv", "--plane", "z=1"]),
        "a is in front\n  (0, 0, 5) lies in front of the plane, 4 away\n\n\
         why b is cut (on the plane)\n  (0, 0, 1) lies on the plane, exactly\n\n\
         why c is behind\n  (0, 0, 0) lies behind the plane, 1 away\n"
    );
    let nobody = sort(folder.path(), &["p.csv", "--plane", "z=1", "--why", "d"]);
    assert!(
        nobody.stderr.contains("--why matches no row"),
        "{}",
        nobody.stderr
    );
}

#[test]
fn regions_without_a_point_are_told() {
    let folder = folder(&[("p.csv", "x,y,z\n0,0,0\n"), ("r.txt", "x=0\nz=2\n1=z\n")]);
    let outcome = sort(folder.path(), &["p.csv", "--region", "r.txt"]).fine();
    assert_eq!(
        outcome.stderr,
        "note: r.txt: the region has no point, all is outside of it: z=2 (line 2), 1=z (line 3) \
         exclude one another\n"
    );
    assert!(
        outcome.stdout.contains("inside 0   meets 0   outside 1"),
        "{}",
        outcome.stdout
    );
}

/// A signal while rows are still coming: what was begun is taken away.
#[cfg(unix)]
#[test]
fn signals_leave_nothing() {
    use std::os::unix::process::ExitStatusExt;
    let folder = folder(&[]);
    let mut command = command(folder.path(), &["-", "--plane", "z=1", "-o", "a/out"]);
    command.stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the binary runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(b"x,y,z\n").expect("it reads");
    let rows = b"0,0,0\n".repeat(100_000);
    // All but what fits into pipes and buffers has been read, and written, when this is done.
    stdin.write_all(&rows).expect("it reads");
    let out = folder.path().join("a/out");
    assert!(
        names(&out)[0].starts_with(".sides.csv."),
        "{:?}",
        names(&out)
    );
    let sent = Command::new("kill")
        // Not INT: who runs the tests in the background leaves that ignored, and so does the command.
        .args(["-TERM", &child.id().to_string()])
        .status();
    assert!(sent.expect("kill is there").success());
    let output = child.wait_with_output().expect("it ends");
    drop(stdin);
    assert_eq!(output.status.signal(), Some(15));
    let said = Outcome::of(&output).stderr;
    assert_eq!(said, "interrupted: nothing was written\n");
    assert!(
        names(folder.path()).is_empty(),
        "{:?}",
        names(folder.path())
    );
}
