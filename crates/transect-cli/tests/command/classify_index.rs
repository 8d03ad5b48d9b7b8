//! Tests of `transect classify --index`: the index of a table is built once and used by later runs.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::classify::{classify, report};
use crate::long::is_long;
use crate::run::{folder, names};

/// The kind of the numbers in a table.
#[derive(Clone, Copy, Debug)]
enum Numbers {
    /// Multiples of 1/2. Each of them is exactly representable in f32.
    Singles,
    /// Multiples of 1/10. Most of them are not exactly representable in f32.
    Tenths,
    /// Multiples of 1/2, except for one number in a late row that is not exactly representable in f32.
    Mixed,
}

/// Returns a table of boxes on a lattice, so that many boxes touch the planes of the tests. Some boxes are flat, some
/// are points. The cells of the first column have quotes, commas and line breaks.
fn boxes(count: u64, numbers: Numbers) -> String {
    let mut text = String::from("note,xmin,ymin,zmin,xmax,ymax,zmax\n");
    let digit = match numbers {
        Numbers::Tenths => 3,
        _ => 5,
    };
    for row in 0..count {
        let [x, y, z] = [row * 7 % 101, row * 31 % 53, row * 13 % 29];
        let [dx, dy] = [row % 4, row % 3];
        let low = match (numbers, row) {
            (Numbers::Mixed, 2345) => "-0.1",
            (_, 17) => "-0",
            _ => "0",
        };
        let row = format!(
            "\"{row}, \"\"a\"\"\n\",{x},{y},{low},{}.{digit},{},{z}.{digit}\n",
            x + dx,
            y + dy
        );
        text += &row;
    }
    text
}

const CAMERA: &str = r#"{"position": [50, -40, 10], "target": [50, 40, 12], "up": [0, 0, 1],
    "vertical_field_of_view_degrees": 35, "aspect": 1.5, "near": 1, "far": 60}"#;

/// Returns the table with other column names, so that it is a table of another kind (2D boxes or points).
fn renamed(table: &str, names: &[(&str, &str)]) -> String {
    let (head, rows) = table.split_once('\n').expect("a header");
    let head = names
        .iter()
        .fold(head.to_string(), |head, (from, to)| head.replace(from, to));
    head + "\n" + rows
}

const FLAT: [(&str, &str); 2] = [("zmin", "a"), ("zmax", "b")];
const POINTS: [(&str, &str); 6] = [
    ("xmin", "x"),
    ("ymin", "y"),
    ("zmin", "z"),
    ("xmax", "a"),
    ("ymax", "b"),
    ("zmax", "c"),
];
const FLAT_POINTS: [(&str, &str); 6] = [
    ("xmin", "x"),
    ("ymin", "y"),
    ("zmin", "d"),
    ("xmax", "a"),
    ("ymax", "b"),
    ("zmax", "c"),
];

/// Checks that two runs with an index give the same output and files as a run without an index. The first of the two
/// runs builds the index if `is_there` is false.
fn compare(folder: &Path, table: &str, question: &[&str], is_there: &mut bool) {
    let out = folder.join("out");
    let plain = [&[table], question, &["-o", "out", "--force"]].concat();
    let mut expected = report(folder, &plain);
    let sides = fs::read(out.join("sides.csv")).expect("a table");
    let summary = classify(folder, &plain).fine().stdout;
    let with = [&plain[..], &["--index", "the.idx"]].concat();
    for _ in 0..2 {
        let built = !*is_there;
        let answer = report(folder, &with);
        expected["index"] = json!({"path": "the.idx", "built": built});
        let mut written = vec!["out/sides.csv", "out/report.json"];
        written.extend(built.then_some("the.idx"));
        expected["written"] = json!(written);
        assert_eq!(answer, expected, "{with:?}");
        let again = fs::read(out.join("sides.csv")).expect("a table");
        assert!(again == sides, "{with:?}");
        let kept = fs::read_to_string(out.join("report.json")).expect("a report");
        assert_eq!(serde_json::from_str::<Value>(&kept).expect("JSON"), answer);
        *is_there = true;
    }
    let with_index = classify(folder, &with).fine().stdout;
    let rest: Vec<&str> = with_index
        .lines()
        .filter(|line| !line.starts_with("index"))
        .collect();
    assert_eq!(rest, summary.lines().collect::<Vec<&str>>(), "{with:?}");
    // The following runs are without -o, because a run with an index and without -o does not parse the rows of the
    // table. The runs are also without `--side`, which selects rows to write.
    let only = question.iter().position(|word| *word == "--side");
    let question = &question[..only.unwrap_or(question.len())];
    let answer = report(
        folder,
        &[&[table], question, &["--index", "the.idx"]].concat(),
    );
    expected["index"]["built"] = json!(false);
    (expected["written"], expected["rows_written"]) = (json!([]), json!(0));
    assert_eq!(answer, expected, "{question:?}");
}

/// Asks each question of tables with each kind of numbers if the tests are long, and otherwise of tables with one kind.
#[test]
fn trees_answer_as_rows_do() {
    let all = [Numbers::Singles, Numbers::Tenths, Numbers::Mixed];
    for (kind, (numbers, count)) in all.into_iter().zip([6000, 5000, 5500]).enumerate() {
        let solid = boxes(count, numbers);
        let folder = folder(&[
            ("boxes.csv", &solid),
            ("points.csv", &renamed(&solid, &POINTS)),
            ("flat.csv", &renamed(&solid, &FLAT)),
            ("flat_points.csv", &renamed(&solid, &FLAT_POINTS)),
            ("one.csv", &boxes(1, numbers)),
            ("none.csv", "x,y,z\n"),
            ("space.txt", "x=20\n60=x\n40=y\nx+2y+3z=90\n"),
            ("plane.txt", "x=20\n60=x\n40=y\nx+2y=90\n"),
            ("camera.json", CAMERA),
        ]);
        for (table, region) in [
            ("boxes.csv", "space.txt"),
            ("points.csv", "space.txt"),
            ("flat.csv", "plane.txt"),
            ("flat_points.csv", "plane.txt"),
            ("one.csv", "space.txt"),
            ("none.csv", "space.txt"),
        ] {
            let mut questions = vec![
                vec!["--plane", "x=50"],
                vec!["--plane", "2x-3y=17", "--side", "on", "--side", "back"],
                vec!["--region", region],
                vec!["--region", region, "--conservative", "--unit", "mm"],
            ];
            if region == "space.txt" {
                questions.push(vec!["--frustum", "camera.json", "--side", "inside"]);
                questions.push(vec!["--plane", "0.1x+0.2y-0.3z=0.1", "--side", "front"]);
                questions.push(vec![
                    "--through",
                    "0.1,0.2,0.3",
                    "--through",
                    "50,3,1",
                    "--through",
                    "7,40,2",
                    "--side",
                    "on",
                    "--side",
                    "back",
                ]);
            } else {
                questions.push(vec!["--through", "50,0.1", "--through", "7,30"]);
            }
            let mut is_there = false;
            let step = if is_long() { 1 } else { all.len() };
            for question in questions.into_iter().skip(kind % step).step_by(step) {
                compare(folder.path(), table, &question, &mut is_there);
            }
            fs::remove_file(folder.path().join("the.idx")).expect("removed");
        }
    }
}

/// The coordinates are multiples of the least float, or near the greatest floats. The planes touch some boxes, and others
/// are the least distance away from a plane.
#[test]
fn trees_of_the_least_and_the_greatest_numbers_answer_as_rows_do() {
    for (unit, flat, oblique) in [
        (
            "4.9406564584124654e-324",
            "x=1.23516411460311636e-322",
            "x-2y+z=4.9406564584124654e-323",
        ),
        ("1e-308", "x=2.5e-307", "x-2y+z=1e-307"),
        ("1e-300", "x=2.5e-299", "x-2y+z=1e-299"),
        ("1e306", "x=2.5e307", "x-2y+z=1e307"),
    ] {
        let unit: f64 = unit.parse().expect("a number");
        let mut text = String::from("xmin,ymin,zmin,xmax,ymax,zmax\n");
        for row in 0..600_u32 {
            let low = [row % 40, row / 3 % 30, row * 7 % 50].map(f64::from);
            let [x, y, z] = low.map(|c| c * unit);
            let [dx, dy] = [row % 3, row % 2].map(|size| f64::from(size) * unit);
            text += &format!("{x:e},{y:e},{z:e},{:e},{:e},{z:e}\n", x + dx, y + dy);
        }
        let folder = folder(&[("boxes.csv", &text)]);
        let mut is_there = false;
        for plane in [flat, oblique] {
            compare(
                folder.path(),
                "boxes.csv",
                &["--plane", plane],
                &mut is_there,
            );
        }
    }
}

/// The table has more rows than one tree of the index holds. (The tests of transect-io check trees of full size, and a
/// last tree of one row.)
#[test]
fn a_long_table_is_kept_in_parts() {
    let rows = (1 << 18) + 3;
    let mut text = String::from("x,y\n");
    for row in 0..rows {
        text += &format!("{},{}\n", row % 1000, row / 1000);
    }
    let folder = folder(&[("p.csv", &text)]);
    let question = ["--plane", "x=y", "--side", "on"];
    compare(folder.path(), "p.csv", &question, &mut false);
    let answer = report(
        folder.path(),
        &["p.csv", "--plane", "x=y", "--index", "the.idx"],
    );
    let lines = text.lines().skip(1).map(|line| line.split_once(','));
    let on = lines.flatten().filter(|(x, y)| x == y).count();
    assert_eq!(answer["rows"]["on"], on);
    assert_eq!(answer["rows"]["total"], rows);
}

#[test]
fn an_index_that_does_not_fit_is_refused_and_left_alone() {
    let text = boxes(300, Numbers::Tenths);
    let same_length = text.replacen("\"7, ", "\"8, ", 1);
    // The changed table has the same number of bytes, but no z columns.
    let flat = text.replacen("zmin", "amin", 1).replacen("zmax", "amax", 1);
    let folder = folder(&[
        ("boxes.csv", &text),
        ("same.csv", &same_length),
        ("longer.csv", &boxes(301, Numbers::Tenths)),
        ("flat.csv", &flat),
    ]);
    let path = folder.path().join("the.idx");
    let arguments = ["boxes.csv", "--plane", "x=50", "--index", "the.idx"];
    report(folder.path(), &arguments);
    let good = fs::read(&path).expect("an index");
    let refused = |table: &str, message: &str, hint: &str| {
        let before = fs::read(&path).expect("an index");
        for more in [&["-o", "out"][..], &[]] {
            let arguments = [&[table, "--plane", "x=50", "--index", "the.idx"], more].concat();
            let outcome = classify(folder.path(), &arguments);
            let status = (outcome.status, outcome.stdout.as_str());
            assert_eq!(status, (Some(2), ""), "{message}");
            let said = outcome.stderr;
            assert!(said.starts_with("error: the.idx: "), "{message}: {said}");
            // Messages may have line breaks, so all white space becomes one space.
            let words = said.split_whitespace().collect::<Vec<&str>>().join(" ");
            assert!(words.contains(message), "{message}: {said}");
            assert!(words.contains(hint), "{said}");
            assert!(!folder.path().join("out").exists(), "{message}");
            assert!(fs::read(&path).expect("an index") == before, "{message}");
        }
    };
    let delete = "hint: delete it, and the next run builds it again";
    let changed = "the index belongs to another table, or the table has changed: ";
    let of_checksum = format!("{changed}its checksum differs");
    refused("same.csv", &of_checksum, delete);
    refused("longer.csv", &format!("{changed}it had "), delete);
    let of_kind = format!("{changed}the index holds boxes, the table holds boxes in the plane");
    refused("flat.csv", &of_kind, delete);
    let places = (0..good.len()).step_by(97);
    for place in places.chain([8, 12, 16, 24, 32, good.len() - 72, good.len() - 1]) {
        let mut bad = good.clone();
        bad[place] ^= 0x10;
        fs::write(&path, &bad).expect("written");
        let hint = if place < 8 {
            "a file of its own"
        } else {
            delete
        };
        refused("boxes.csv", "", hint);
    }
    for length in [17, 31, 80, 100, good.len() - 73, good.len() - 1] {
        fs::write(&path, &good[..length]).expect("written");
        refused("boxes.csv", "the index is damaged: ", delete);
    }
    // The next two index files are wrong, although their checksums are right: in the first, the tree over the rows is
    // missing, and in the second, this tree occurs twice.
    let (parts, foot) = good.split_at(good.len() - 72);
    fs::write(&path, [&parts[..16], foot].concat()).expect("written");
    refused("boxes.csv", "do not hold the rows", delete);
    fs::write(&path, [parts, &parts[16..], foot].concat()).expect("written");
    refused("boxes.csv", "do not hold the rows", delete);
    let next = [&good[..8], &2_u32.to_le_bytes(), &good[12..]].concat();
    fs::write(&path, next).expect("written");
    refused("boxes.csv", "version 2 of its format", delete);
    for notes in ["", "not an index, but somebody's notes"] {
        fs::write(&path, notes).expect("written");
        refused("boxes.csv", "not an index of a table", "a file of its own");
    }
    fs::write(&path, &good).expect("written");
    let answer: Value = report(folder.path(), &arguments);
    assert_eq!(answer["index"]["built"], json!(false));
}

/// Missing cells, empty cells, and boxes with min > max give the same errors with an index as without an index.
#[test]
fn an_error_in_the_table_leaves_no_index() {
    for row in ["x,0,0,0,1,1\n", "x,0,0,0,1,,1\n", "x,0,0,9,1,1,1\n"] {
        let text = boxes(300, Numbers::Singles) + row;
        let folder = folder(&[("boxes.csv", &text)]);
        let plain = ["boxes.csv", "--plane", "x=5", "-o", "out"];
        let expected = classify(folder.path(), &plain);
        let with = [&plain[..], &["--index", "a/the.idx"]].concat();
        let outcome = classify(folder.path(), &with);
        assert_eq!((outcome.status, &outcome.stdout), (Some(2), &String::new()));
        assert_eq!(outcome.stderr, expected.stderr);
        assert_eq!(names(folder.path()), ["boxes.csv"]);
    }
}

#[test]
fn where_an_index_may_stand() {
    let text = boxes(3, Numbers::Singles);
    let folder = folder(&[("boxes.csv", &text)]);
    let cases = [
        (vec!["--index", "i", "--why", "a"], "cannot be used with"),
        (
            vec!["--index", "out/sides.csv", "-o", "out"],
            "is the path of the output sides.csv",
        ),
        (vec!["--index", "boxes.csv"], "not an index of a table"),
        (vec!["--index", ".."], "is not the name of a file"),
        (vec!["--index", "boxes.csv/i"], "boxes.csv"),
    ];
    for (arguments, message) in cases {
        let arguments = [&["boxes.csv", "--plane", "x=5"], &arguments[..]].concat();
        let outcome = classify(folder.path(), &arguments);
        assert_eq!(outcome.status, Some(2), "{arguments:?}");
        assert!(outcome.stderr.contains(message), "{}", outcome.stderr);
        assert_eq!(names(folder.path()), ["boxes.csv"]);
    }
    let arguments = [
        "boxes.csv",
        "--plane",
        "x=5",
        "--index",
        "a/i",
        "--force",
        "--verbose",
    ];
    for step in ["built a/i", "queried a/i: 3 boxes"] {
        let said = classify(folder.path(), &arguments).fine().stderr;
        assert!(said.contains(step), "{said}");
        assert!(said.contains("an index is never replaced"), "{said}");
        assert_eq!(names(&folder.path().join("a")), ["i"]);
    }
    let left = fs::read_to_string(folder.path().join("boxes.csv")).expect("the table");
    assert_eq!(left, text);
}
