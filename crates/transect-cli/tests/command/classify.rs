//! Tests of `transect classify`: tables of boxes and points, classified by planes, regions and cameras.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::run::{Outcome, folder, names, project};

const BOXES: &str = "name,xmin,ymin,zmin,xmax,ymax,zmax";
const ROOM: &str = "x=0\n12=x\ny=0\n8=y\nz=0\n2.75=z\n";

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_transect"));
    command.current_dir(folder).arg("classify").args(arguments);
    command.stdin(Stdio::null());
    command
}

/// Runs `transect classify …` in a folder.
pub(crate) fn classify(folder: &Path, arguments: &[&str]) -> Outcome {
    let output = command(folder, arguments).output();
    Outcome::of(&output.expect("the binary runs"))
}

/// Runs `transect classify … --json`, which must succeed and follow its schema, and returns the report.
pub(crate) fn report(folder: &Path, arguments: &[&str]) -> Value {
    let report = classify(folder, &[arguments, &["--json"]].concat())
        .fine()
        .report();
    let schema = fs::read_to_string(project("docs/classify.schema.json")).expect("the schema");
    let schema: Value = serde_json::from_str(&schema).expect("JSON");
    let validator = jsonschema::draft202012::new(&schema).expect("a schema of draft 2020-12");
    assert!(validator.is_valid(&report), "{report}");
    report
}

pub(crate) fn counts(report: &Value, keys: &[&str]) -> Vec<u64> {
    let count = |key: &&str| report["rows"][key].as_u64().expect("a count");
    keys.iter().map(count).collect()
}

pub(crate) const SIDES: [&str; 5] = ["total", "front", "on", "back", "touching"];

/// The examples in docs/classify.md are right: the printed output and the written files.
#[test]
fn the_documentation_shows_true_examples() {
    let page = fs::read_to_string(project("docs/classify.md")).expect("the page");
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
    for index in 0..4 {
        let line = block("sh", index);
        let words = line.split_whitespace().skip(2);
        let words: Vec<&str> = words.map(|word| word.trim_matches('\'')).collect();
        let outcome = classify(folder.path(), &words).fine();
        let shown = index + usize::from(index > 0);
        assert_eq!(outcome.stdout, block("text", shown));
    }
    let broken = block("csv", 0).replace("Door/a,4,7.7,0,5,8,2\n", "Door/a,4,7.7,0,5,8,\n");
    fs::create_dir(folder.path().join("broken")).expect("a folder");
    fs::write(folder.path().join("broken/boxes.csv"), broken).expect("a file");
    let outcome = classify(
        &folder.path().join("broken"),
        &["boxes.csv", "--plane", "z=1"],
    );
    assert_eq!((outcome.status, outcome.stdout.as_str()), (Some(2), ""));
    assert_eq!(outcome.stderr, block("text", 1));
    let out = folder.path().join("out");
    assert_eq!(names(&out), ["report.json", "sides.csv"]);
    let sides = fs::read_to_string(out.join("sides.csv")).expect("a table");
    assert_eq!(sides, block("csv", 1));
    for file in ["camera.json", "matrix.json"] {
        let answer = report(folder.path(), &["boxes.csv", "--frustum", file]);
        assert_eq!(answer["rows"]["total"], 5, "{file}");
        let planes = answer["question"]["planes"].as_array().expect("planes");
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
            "version": 2,
            "source": [{"path": "p.csv", "format": "csv", "bytes": text.len(), "unit": "mm"}],
            "shape": "points",
            "dimension": 2,
            "question": {
                "kind": "region",
                "file": "r.txt",
                "conservative": false,
                "planes": [
                    {"name": "line 2", "normal": [1.0, 0.0], "offset": 0.0, "text": "x = 0", "through": null, "at": null},
                    {"name": "line 4", "normal": [0.0, -1.0], "offset": 4.0, "text": "-y + 4 = 0", "through": null, "at": null},
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

#[test]
fn rows_are_written_as_they_came() {
    let text =
        "\u{feff}y,x,z,side,\"a \"\"b\"\"\"\r\n1,0,2,s,\"c, \nd\"\r\n\r\n3,0,1.5,,\n5,0,-2,,e\n";
    let folder = folder(&[("p.csv", text)]);
    let rows = [
        ("front", "1,0,2,s,\"c, \nd\",front\n"),
        ("on", "3,0,1.5,,,on\n"),
        ("back", "5,0,-2,,e,back\n"),
    ];
    let head = "y,x,z,side,\"a \"\"b\"\"\",side_2\n";
    for chosen in [vec![0, 1, 2], vec![0], vec![1], vec![2], vec![2, 0]] {
        let mut arguments = vec!["p.csv", "--plane", "z=1.5", "-o", "out", "--force"];
        if chosen.len() < 3 {
            let words = chosen
                .iter()
                .flat_map(|&row: &usize| ["--side", rows[row].0]);
            arguments.extend(words);
        }
        let answer = report(folder.path(), &arguments);
        assert_eq!(counts(&answer, &SIDES), [3, 1, 1, 1, 1], "{chosen:?}");
        assert_eq!(answer["rows_written"], chosen.len(), "{chosen:?}");
        let is_chosen = |&index: &usize| chosen.contains(&index);
        let lines = (0..3).filter(is_chosen).map(|row| rows[row].1);
        let written = fs::read_to_string(folder.path().join("out/sides.csv"));
        let expected = head.to_string() + &lines.collect::<String>();
        assert_eq!(written.expect("a table"), expected, "{chosen:?}");
    }
    let again = classify(folder.path(), &["p.csv", "--plane", "z=1", "-o", "out"]);
    assert_eq!(again.status, Some(2));
    assert!(
        again.stderr.contains("sides.csv exists already"),
        "{}",
        again.stderr
    );
    let quiet = classify(folder.path(), &["p.csv", "--plane", "z=1", "--quiet"]).fine();
    assert_eq!(quiet.stdout + &quiet.stderr, "");
}

#[test]
fn standard_input_is_classified() {
    let folder = folder(&[]);
    let mut command = command(folder.path(), &["-", "--plane", "z=1", "--json"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("the binary runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    // The input is longer than a buffer of the command. It is also longer than the first part, which the command reads
    // to find the kind of the table.
    stdin.write_all(b"x,y,z\n").expect("it reads");
    for row in 0..40_000 {
        writeln!(stdin, "0,0,{}", row % 4).expect("it reads");
    }
    drop(stdin);
    let answer = Outcome::of(&child.wait_with_output().expect("it ends"));
    let answer = answer.fine().report();
    assert_eq!(answer["source"][0]["path"], "stdin");
    assert_eq!(
        counts(&answer, &SIDES),
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
        let said = classify(folder.path(), &all).fine().stdout;
        said.split_once("\nwhy ").expect("paragraphs").1.to_string()
    };
    assert_eq!(
        why(&["b.csv", "--region", "room.txt"]),
        "in is inside\n  all of it is in front of or on all 6 planes\n\n\
         why low meets the region\n  part of it is inside, and part is behind z=0 (line 5)\n\n\
         why up is outside\n  all of it is behind 2.75=z (line 6)\n"
    );
    assert_eq!(
        why(&["c.csv", "--region", "wedge.txt"]),
        "past is outside\n  no point of it is in front of or on all of y=0 (line 2), 2=x+2y (line 3), \
         but it is not entirely behind any of them\n"
    );
    assert_eq!(
        why(&["p.csv", "--plane", "z=1"]),
        "a is in front\n  (0, 0, 5) lies in front of the plane, 4 away\n\n\
         why b is on the plane\n  (0, 0, 1) lies on the plane, exactly\n\n\
         why c is behind\n  (0, 0, 0) lies behind the plane, 1 away\n"
    );
    let nobody = classify(folder.path(), &["p.csv", "--plane", "z=1", "--why", "d"]);
    assert!(
        nobody.stderr.contains("--why matches no row"),
        "{}",
        nobody.stderr
    );
}

#[test]
fn regions_without_a_point_are_told() {
    let folder = folder(&[("p.csv", "x,y,z\n0,0,0\n"), ("r.txt", "x=0\nz=2\n1=z\n")]);
    let outcome = classify(folder.path(), &["p.csv", "--region", "r.txt"]).fine();
    assert_eq!(
        outcome.stderr,
        "note: r.txt: the region is empty, so every row is outside; these planes exclude one another: \
         z=2 (line 2), 1=z (line 3)\n"
    );
    assert!(
        outcome.stdout.contains("inside 0   meets 0   outside 1"),
        "{}",
        outcome.stdout
    );
}

/// A signal that arrives between rows removes the partial output.
#[cfg(unix)]
#[test]
fn signals_leave_nothing() {
    interrupt(&[]);
    interrupt(&["--index", "b/the.idx"]);
}

#[cfg(unix)]
fn interrupt(more: &[&str]) {
    use std::os::unix::process::ExitStatusExt;
    let folder = folder(&[]);
    let arguments = [&["-", "--plane", "z=1", "-o", "a/out"], more].concat();
    let mut command = command(folder.path(), &arguments);
    command.stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the binary runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(b"x,y,z\n").expect("it reads");
    let rows = b"0,0,0\n".repeat(100_000);
    // After this write, the command has read all rows except those still in the pipe or in buffers. So partial files
    // exist.
    stdin.write_all(&rows).expect("it reads");
    let out = folder.path().join("a/out");
    let begun = names(&out);
    assert!(begun[0].starts_with(".sides.csv."), "{begun:?}");
    if !more.is_empty() {
        let begun = names(&folder.path().join("b"));
        assert!(begun[0].starts_with(".the.idx."), "{begun:?}");
    }
    let sent = Command::new("kill")
        // The signal is TERM rather than INT: if the tests run in the background, they may ignore INT, and so would the
        // command that they start.
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
