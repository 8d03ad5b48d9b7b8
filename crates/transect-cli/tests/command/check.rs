//! Tests of `transect check`, which compares facts (test cases with expected results) with the library: the project's
//! facts hold, changed facts fail, and invalid lines are errors.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::run::{Outcome, folder, project};

const FILES: [&str; 17] = [
    "batch",
    "chord",
    "clip",
    "construction",
    "cull",
    "curve",
    "distance",
    "layers",
    "mass_properties",
    "meet",
    "moving",
    "region_cut",
    "sat",
    "section",
    "shape",
    "side",
    "split",
];

/// Runs `transect check` with text on standard input.
fn check(arguments: &[&str], input: &str) -> Outcome {
    let mut child = Command::new(env!("CARGO_BIN_EXE_transect"))
        .arg("check")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A command that ends with an error may not read all of its input.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    Outcome::of(&child.wait_with_output().expect("the binary ends"))
}

fn path(name: &str) -> String {
    project("conformance")
        .join(format!("{name}.jsonl"))
        .display()
        .to_string()
}

fn facts(name: &str) -> Vec<Value> {
    let text = fs::read_to_string(path(name)).expect("a file of the project");
    let facts = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("a fact"));
    facts.collect()
}

#[test]
fn the_facts_of_the_project_hold() {
    let paths = FILES.map(path);
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    let listed = fs::read_dir(project("conformance")).expect("a folder");
    let names = listed.map(|file| file.expect("a file").file_name());
    let mut names: Vec<_> = names.filter_map(|name| name.into_string().ok()).collect();
    names.retain(|name| name.ends_with(".jsonl"));
    names.sort();
    assert_eq!(names, FILES.map(|name| format!("{name}.jsonl")));
    let count: usize = FILES.iter().map(|name| facts(name).len()).sum();
    assert!(count >= 1000, "{count}");
    let outcome = check(&paths, "").fine();
    assert_eq!(outcome.stdout, format!("{count} passed, 0 failed\n"));
    assert_eq!(outcome.stderr, "");
    let report = check(&[&paths[..], &["--json"]].concat(), "")
        .fine()
        .report();
    assert_eq!(report["version"], 1);
    assert_eq!(
        (&report["passed"], &report["failed"]),
        (&json!(count), &json!(0))
    );
    assert_eq!(report["failures"], json!([]));
    for (file, name) in report["files"]
        .as_array()
        .expect("a list")
        .iter()
        .zip(FILES)
    {
        let expected =
            json!({"path": path(name), "passed": facts(name).len(), "failed": 0, "not_asked": 0});
        assert_eq!(*file, expected);
    }
}

/// For each question (the `op` of a fact), the keys of a fact that hold the expected answer.
const ANSWERS: [(&str, &[&str]); 41] = [
    ("point_side", &["side"]),
    ("aabb_extent", &["extent", "side"]),
    ("segment_extent", &["extent", "side"]),
    ("triangle_extent", &["extent", "side"]),
    ("plane_through", &["plane"]),
    ("plane_text", &["plane", "printed", "error"]),
    ("sphere_extent", &["extent", "side", "error"]),
    ("capsule_extent", &["extent", "side", "error"]),
    ("cylinder_extent", &["extent", "side", "error"]),
    ("cone_extent", &["extent", "side", "error"]),
    ("ellipsoid_extent", &["extent", "side", "error"]),
    ("parallelepiped_extent", &["extent", "side", "error"]),
    ("centered_box_extent", &["extent", "side", "error"]),
    ("polygon_extent", &["extent", "side", "error"]),
    ("hull_extent", &["extent", "side", "error"]),
    ("interval", &["interval"]),
    ("contact", &["depth", "deepest"]),
    ("closest", &["point", "signed_distance"]),
    ("line_meet", &["meet", "t", "point", "toward", "side"]),
    (
        "ray_meet",
        &["meet", "start", "t", "point", "toward", "parallel"],
    ),
    ("segment_meet", &["meet", "sides", "t", "point", "parallel"]),
    (
        "planes_meet",
        &["meet", "point", "origin", "direction", "flipped", "side"],
    ),
    ("kept_extent", &["extent", "side", "error"]),
    ("meeting_point_side", &["side", "error"]),
    ("section", &["on_front", "on_back"]),
    (
        "split",
        &[
            "front", "back", "cap_area", "touching", "divided", "vertices", "edges", "faces",
        ],
    ),
    (
        "curve",
        &["area", "area_from_front", "volume", "centroid", "error"],
    ),
    ("height_of_volume", &["height"]),
    ("mass_properties", &["volume", "centroid", "inertia"]),
    (
        "region_overlap",
        &["overlap", "plane_by_plane", "decided_by"],
    ),
    (
        "region_boundary",
        &["empty", "bounded", "vertices", "edges", "faces"],
    ),
    ("frustum_point", &["inside"]),
    ("segment_split", &PARTS),
    ("ray_split", &PARTS),
    ("line_split", &PARTS),
    ("triangle_split", &PARTS),
    ("polygon_split", &PARTS),
    ("polyhedron_split", &PARTS),
    (
        "overlap",
        &["overlap", "depth_squared", "translation", "distance"],
    ),
    ("convex_pieces", &["pieces", "error"]),
    (
        "passage",
        &[
            "passage", "touches", "leaves", "from", "toward", "side", "parallel",
        ],
    ),
];

/// The keys of the expected answer, for each question that splits a shape.
const PARTS: [&str; 6] = ["split", "side", "touching", "front", "back", "cut"];

/// Lists of words that may answer the same question. `wrong_word` replaces a word by the next one in its list.
const WORDS: [&[&str]; 12] = [
    &["back", "on", "front", "back"],
    &["outside", "meets", "inside", "outside"],
    &["radius", "no_axis", "radius"],
    &[
        "negative_half_size",
        "too_few_points",
        "not_convex",
        "winding",
        "no_area",
        "radius",
    ],
    &["dependent", "no single point", "zero_normal", "dependent"],
    &["same", "parallel", "same"],
    &["within", "apart", "within"],
    &["whole", "divided", "within"],
    &["crossing", "clockwise", "too_few_corners", "crossing"],
    &["through", "leaving", "along", "never", "through"],
    &["inf", "1/2"],
    &["point", "within"],
];

/// Returns the largest absolute value of all numbers in a fact.
fn largest(value: &Value) -> f64 {
    let all = leaves(value, String::new());
    let numbers = all
        .iter()
        .filter_map(|place| value.pointer(place)?.as_f64());
    numbers.fold(0.0, |largest, number| largest.max(number.abs()))
}

/// Returns a wrong value in place of a value of an expected answer. It has the same type, and differs by more than
/// rounding allows.
fn wrong(value: &Value, fact: &Value) -> Value {
    match value {
        Value::Null => json!(7),
        Value::Bool(truth) => json!(!truth),
        Value::Number(number) => {
            let float = number.as_f64().expect("a number");
            let counts = fact["op"] == "region_overlap" || fact["op"] == "region_boundary";
            let largest = if counts { 0.0 } else { largest(fact) };
            match number.as_i64() {
                // In `planes_meet`, a direction that differs from the expected one by a positive factor is right. So
                // the signs of its numbers are changed.
                _ if fact["op"] == "planes_meet" && float != 0.0 => json!(-float),
                _ if largest > 1e9 && float.abs() < 1e-9 * largest => json!(largest / 2.0),
                Some(integer) if integer.abs() < 1 << 60 => json!(3 * integer + 7),
                _ => json!(float / 2.0 + 7.0),
            }
        }
        Value::String(text) => other_fraction(text).unwrap_or_else(|| wrong_word(text, fact)),
        other => panic!("{other} is no leaf"),
    }
}

fn other_fraction(text: &str) -> Option<Value> {
    let (above, below) = text.split_once('/')?;
    let (above, below): (i64, i64) = (above.parse().ok()?, below.parse().ok()?);
    Some(json!(format!("{}/{below}", 3 * above.abs() + below)))
}

fn wrong_word(text: &str, fact: &Value) -> Value {
    if fact["op"] == "planes_meet" && ["point", "line", "plane", "nothing"].contains(&text) {
        let others = match (fact["planes"].as_array().map(Vec::len), text) {
            (Some(3), "nothing") => "line",
            (Some(3), _) => "nothing",
            _ => "same",
        };
        return json!(others);
    }
    if fact["split"] == "within" && text == "within" {
        return json!("whole");
    }
    let next = WORDS.iter().find_map(|words| {
        let place = words[..words.len() - 1]
            .iter()
            .position(|word| *word == text)?;
        Some(words[place + 1])
    });
    next.map_or_else(|| json!(format!("{text}!")), |next| json!(next))
}

/// Returns the JSON pointers to all leaves of `value`: its strings, numbers, booleans and nulls. `place` is the pointer
/// to `value`.
fn leaves(value: &Value, place: String) -> Vec<String> {
    match value {
        Value::Array(values) => values
            .iter()
            .enumerate()
            .flat_map(|(index, value)| leaves(value, format!("{place}/{index}")))
            .collect(),
        Value::Object(object) => object
            .iter()
            .flat_map(|(key, value)| leaves(value, format!("{place}/{key}")))
            .collect(),
        _ => vec![place],
    }
}

#[test]
fn every_wrong_answer_fails() {
    for (op, keys) in ANSWERS {
        let facts: Vec<Value> = FILES.iter().flat_map(|name| facts(name)).collect();
        let mut sabotaged = Vec::new();
        for fact in facts.iter().filter(|fact| fact["op"] == op) {
            for key in keys.iter().filter(|key| fact.get(**key).is_some()) {
                for place in leaves(&fact[*key], format!("/{key}")) {
                    let mut copy = fact.clone();
                    let value = copy.pointer_mut(&place).expect("a leaf");
                    *value = wrong(value, fact);
                    sabotaged.push((place, copy));
                }
            }
        }
        assert!(!sabotaged.is_empty(), "{op}");
        let lines: Vec<String> = sabotaged.iter().map(|(_, copy)| copy.to_string()).collect();
        let outcome = check(&["-", "--json"], &lines.join("\n"));
        assert_eq!(outcome.status, Some(1), "{op}: {}", outcome.stderr);
        let report = outcome.report();
        let failures = report["failures"].as_array().expect("a list");
        for (index, (place, copy)) in sabotaged.iter().enumerate() {
            let line = json!(index + 1);
            let failure = failures.iter().find(|failure| failure["line"] == line);
            let failure = failure.unwrap_or_else(|| panic!("{place} is wrong, and passes: {copy}"));
            assert_eq!(
                (&failure["op"], &failure["why"]),
                (&copy["op"], &copy["why"])
            );
            let differences = failure["differences"].as_array().expect("a list");
            assert!(!differences.is_empty());
            for difference in differences {
                assert!(difference["key"].is_string(), "{failure}");
                assert_ne!(difference["expected"], difference["received"], "{failure}");
            }
        }
        assert_eq!(report["failed"], json!(sabotaged.len()), "{op}");
    }
}

#[test]
fn a_frustum_with_a_wrong_plane_fails() {
    for fact in facts("cull")
        .iter()
        .filter(|fact| fact["op"] == "frustum_planes")
    {
        let mut copies = Vec::new();
        if fact["error"].is_string() {
            for other in ["left", "near"]
                .iter()
                .filter(|side| fact["side"] != **side)
            {
                let mut copy = fact.clone();
                copy["side"] = json!(other);
                copies.push(copy);
            }
        } else {
            for (side, plane) in fact["planes"].as_object().expect("planes") {
                let mut copy = fact.clone();
                copy["planes"][side][3] = json!(plane[3].as_f64().expect("a number") + 1.0);
                copies.push(copy);
                let mut copy = fact.clone();
                copy["planes"].as_object_mut().expect("planes").remove(side);
                copies.push(copy);
            }
        }
        for copy in copies {
            let outcome = check(&["-"], &copy.to_string());
            assert_eq!(outcome.status, Some(1), "{copy}");
            assert!(
                outcome.stdout.ends_with("0 passed, 1 failed\n"),
                "{}",
                outcome.stdout
            );
        }
    }
}

#[test]
fn a_failure_says_what_was_expected_and_received() {
    let right = r#"{"op": "point_side", "plane": "z=1.2", "point": [0, 0, 2], "side": "front", "why": "above"}"#;
    let wrong = r#"{"op": "point_side", "plane": "z=1.2", "point": [0, 0, 1.2], "side": "front", "why": "the doorstep"}"#;
    let folder = folder(&[("facts.jsonl", &format!("{right}\n\n{wrong}\n{right}\n"))]);
    let path = folder.path().join("facts.jsonl").display().to_string();
    let outcome = check(&[&path], "");
    assert_eq!(outcome.status, Some(1));
    let expected = format!(
        "{path}, line 3: point_side: the doorstep\n  side\n    expected  \"front\"\n    \
         received  \"on\"\n\n2 passed, 1 failed\n"
    );
    assert_eq!(outcome.stdout, expected);
    let report = check(&["-", &path, "--json"], right).report();
    let failure = json!({
        "path": path, "line": 3, "op": "point_side", "why": "the doorstep",
        "differences": [{"key": "side", "expected": "front", "received": "on"}],
    });
    let files = json!([
        {"path": "standard input", "passed": 1, "failed": 0, "not_asked": 0},
        {"path": path, "passed": 2, "failed": 1, "not_asked": 0},
    ]);
    let expected = json!({
        "version": 1, "passed": 3, "failed": 1, "not_asked": 0, "files": files, "failures": [failure],
        "errors": [],
    });
    assert_eq!(report, expected);
}

#[test]
fn shapes_that_no_fact_of_the_project_asks_for() {
    let lines = [
        // A horizontal cylinder from z = 2 to z = 4 falls onto the plane and through it.
        r#"{"op": "passage", "why": "?", "plane": "z=1", "shape": "cylinder", "ends": [[0, 0, 3], [5, 0, 3]], "radius": 1, "velocity": [0, 0, -1], "passage": "through", "touches": 1, "leaves": 3, "from": "front"}"#,
        r#"{"op": "passage", "why": "?", "plane": "x=1", "shape": "segment", "ends": [[0, 3], [5, 3]], "velocity": [0, 1], "passage": "along"}"#,
        r#"{"op": "overlap", "why": "?", "a": {"shape": "centered_box", "center": [0, 0], "half_sizes": [1, 2]}, "b": {"shape": "box", "corners": [[3, 0], [1, 9]]}, "overlap": true, "depth_squared": 0}"#,
        // The second shape is a polygon that is not convex, and the point lies in its notch.
        r#"{"op": "overlap", "why": "?", "a": {"shape": "point", "point": [2, 2]}, "b": {"shape": "simple_polygon", "corners": [[0, 0], [4, 0], [4, 1], [1, 1], [1, 4], [0, 4]]}, "overlap": false}"#,
        // The expected polygons begin at other corners than the polygons that the library returns.
        r#"{"op": "polygon_split", "why": "?", "plane": "x=1", "corners": [[0, 0], [2, 0], [2, 2], [0, 2]], "split": "divided", "front": [[1, 2], [1, 0], [2, 0], [2, 2]], "back": [[0, 2], [0, 0], [1, 0], [1, 2]], "cut": [[1, 0], [1, 2]]}"#,
    ];
    let outcome = check(&["-"], &lines.join("\n")).fine();
    assert_eq!(outcome.stdout, "5 passed, 0 failed\n");
    let turned = lines[4].replace(
        "[[1, 2], [1, 0], [2, 0], [2, 2]]",
        "[[1, 0], [1, 2], [2, 0], [2, 2]]",
    );
    let outcome = check(&["-"], &turned);
    let expected = "standard input, line 1: polygon_split: ?\n  front\n    \
        expected  [[1,0],[1,2],[2,0],[2,2]]\n    \
        received  [[1.0,0.0],[2.0,0.0],[2.0,2.0],[1.0,2.0]]\n\n0 passed, 1 failed\n";
    assert_eq!(
        (outcome.status, outcome.stdout.as_str()),
        (Some(1), expected)
    );
}

#[test]
fn what_is_no_fact_is_refused() {
    let cases = [
        ("", "standard input: no facts found"),
        (
            "{\"op\": \"point_side\",, }",
            "standard input, line 1: column 21: ",
        ),
        (
            "\n[1, 2]",
            "standard input, line 2: [1,2] is not a JSON object",
        ),
        (r#"{"why": "?"}"#, "line 1: the key \"op\" is missing"),
        (
            r#"{"op": "point_side"}"#,
            "line 1: the key \"why\" is missing",
        ),
        (
            r#"{"op": "weigh", "why": "?"}"#,
            "line 1: unknown question: \"op\" is \"weigh\"",
        ),
        (
            r#"{"op": "point_side", "why": "?", "plane": "z=1"}"#,
            "the key \"point\" is missing",
        ),
        (
            r#"{"op": "point_side", "why": "?", "plane": "z=1", "point": [0, 0, 1]}"#,
            "line 1: the line has no expected answer",
        ),
        (
            r#"{"op": "point_side", "why": "?", "plane": "z=1", "point": [0, 0, 1], "side": "left"}"#,
            "\"side\" is \"left\", not one of back, on, front",
        ),
        (
            r#"{"op": "point_side", "why": "?", "plane": [1, 0, 0], "point": [0, 0, 1], "side": "on"}"#,
            "\"plane\" is [1,0,0], not 4 numbers, as points have 3",
        ),
        (
            r#"{"op": "point_side", "why": "?", "plane": [0, 0, 0, 1], "point": [0, 0, 1], "side": "on"}"#,
            "\"plane\": the normal is zero",
        ),
        (
            r#"{"op": "point_side", "why": "?", "plane": "z=1", "point": [0], "side": "on"}"#,
            "\"point\" is of 1 numbers, not of 2 (2D) or 3 (3D)",
        ),
        (
            r#"{"op": "point_side", "why": "?", "plane": "z=1", "point": [0, 0, 1e999], "side": "on"}"#,
            "line 1: column ",
        ),
        (
            r#"{"op": "point_side", "why": "?", "plane": "z=1", "point": [0, 0, 1], "sides": "on"}"#,
            "unknown key \"sides\" in point_side",
        ),
        (
            r#"{"op": "section", "why": "?", "plane": "z=1", "mesh": {"ball": 1}, "on_front": {}, "on_back": {}}"#,
            "\"mesh\" is {\"ball\":1}, not an object with one of the keys box",
        ),
        (
            r#"{"op": "section", "why": "?", "plane": "z=1", "mesh": {"box": [[0, 0, 2], [1, 1, 0]]}, "on_front": {}, "on_back": {}}"#,
            "\"box\" is [[0,0,2],[1,1,0]], not the least and the greatest corner",
        ),
        (
            r#"{"op": "section", "why": "?", "plane": "z=1", "mesh": {"box": [[0, 0, 0], [1, 1, 0.5]]}, "on_front": {}, "on_back": {}}"#,
            "\"mesh\" is 0.5, not an integer",
        ),
        (
            r#"{"op": "section", "why": "?", "plane": "z=1", "mesh": {"positions": [[0, 0, 0]], "triangles": [[0, 1, 2]]}, "on_front": {}, "on_back": {}}"#,
            "\"mesh\": ",
        ),
        (
            r#"{"op": "split", "why": "?", "plane": "z=1", "mesh": {"box": [[0, 0, 0], [1, 1, 2]]}, "front": {"volum": 1}, "back": {}}"#,
            "unknown key \"volum\" in front",
        ),
        (
            r#"{"op": "segment_split", "why": "?", "plane": "z=1", "ends": [[0, 0, 0], [0, 0, 2]], "split": "divided", "front": [[0, 0, 1], [0, 0]], "back": [], "cut": []}"#,
            "line 1: \"front\" is [0,0], not 3 numbers",
        ),
        (
            r#"{"op": "ray_split", "why": "?", "plane": "z=1", "origin": [0, 0, 0], "direction": [0, 0, 0], "split": "within"}"#,
            "line 1: \"direction\": ",
        ),
        (
            r#"{"op": "ray_split", "why": "?", "plane": "z=1", "origin": [0, 0, 0], "direction": [0, 0, 1], "split": "divided", "front": [[0, 0, 1], [0, 0, 1]], "back": {}, "cut": []}"#,
            "line 1: \"front\" is [[0,0,1],[0,0,1]], not an object",
        ),
        (
            r#"{"op": "line_split", "why": "?", "plane": "z=1", "origin": [0, 0, 0], "direction": [0, 0, 1], "split": "divided", "front": {"ray": [[0, 0, 1], [0, 0, 1]], "segment": []}, "back": {}, "cut": []}"#,
            "not an object with the key segment or the key ray",
        ),
        (
            r#"{"op": "line_split", "why": "?", "plane": "z=1", "origin": [0, 0, 0], "direction": [0, 0, 1], "split": "divided", "front": {"rays": []}, "back": {}, "cut": []}"#,
            "unknown key \"rays\" in the part \"front\"",
        ),
        (
            r#"{"op": "triangle_split", "why": "?", "plane": "z=1", "corners": [[0, 0, 0], [1, 0, 0]], "split": "within"}"#,
            "line 1: \"corners\" is [[0,0,0],[1,0,0]], not 3 points",
        ),
        (
            r#"{"op": "polygon_split", "why": "?", "plane": "x=y", "corners": [[0, 0], [0, 1], [1, 0]], "split": "within"}"#,
            "line 1: \"corners\": the polygon turns right",
        ),
        (
            r#"{"op": "polygon_split", "why": "?", "plane": "x=y", "corners": [], "split": "within"}"#,
            "line 1: \"corners\": 0 points are too few",
        ),
        (
            r#"{"op": "polyhedron_split", "why": "?", "plane": "z=1", "points": [[0, 0, 0], [1, 0, 0], [0, 1, 0]], "split": "within"}"#,
            "line 1: \"points\": ",
        ),
        (
            r#"{"op": "polyhedron_split", "why": "?", "plane": "z=1", "points": [[0, 0], [1, 0], [0, 1]], "split": "within"}"#,
            "line 1: \"points\" is [0,0], not 3 numbers",
        ),
        (
            r#"{"op": "overlap", "why": "?", "a": {"shape": "ball"}, "b": {"shape": "point", "point": [0, 0]}, "overlap": true}"#,
            "line 1: \"shape\" is \"ball\", not one of point, segment",
        ),
        (
            r#"{"op": "overlap", "why": "?", "a": {"shape": "point", "point": [0, 0], "radius": 1}, "b": {"shape": "point", "point": [0, 0]}, "overlap": true}"#,
            "line 1: unknown key \"radius\" in the point \"a\"",
        ),
        (
            r#"{"op": "overlap", "why": "?", "a": {"shape": "point", "point": [0, 0]}, "b": {"shape": "box", "min": [0, 0, 0], "max": [1, 1, 1]}, "overlap": true}"#,
            "line 1: \"min\" is [0,0,0], not 2 numbers",
        ),
        (
            r#"{"op": "overlap", "why": "?", "a": {"shape": "hull", "points": []}, "b": {"shape": "point", "point": [0, 0, 0]}, "overlap": true}"#,
            "line 1: \"a\": 0 points are too few for a hull",
        ),
        (
            r#"{"op": "overlap", "why": "?", "a": {"shape": "point", "point": [0, 0]}, "b": {"shape": "simple_polygon", "corners": [[0, 0], [0, 1], [1, 0]]}, "overlap": true}"#,
            "line 1: \"b\": the corners go around clockwise",
        ),
        (
            r#"{"op": "overlap", "why": "?", "a": {"shape": "point", "point": [0, 0]}, "b": {"shape": "simple_polygon", "corners": [[0, 0], [1, 0], [0, 1]]}, "overlap": true, "depth_squared": 0}"#,
            "line 1: \"depth_squared\": a simple_polygon has only an answer for \"overlap\"",
        ),
        (
            r#"{"op": "overlap", "why": "?", "a": {"shape": "point", "point": [0, 0]}, "b": {"shape": "point", "point": [0, 0]}, "overlap": "yes"}"#,
            "line 1: \"overlap\" is \"yes\", not true or false",
        ),
        (
            r#"{"op": "convex_pieces", "why": "?", "corners": [[0, 0], [1, 0], [0, 1]], "pieces": 1.5}"#,
            "line 1: \"pieces\" is 1.5, not a count",
        ),
        (
            r#"{"op": "convex_pieces", "why": "?", "corners": [[0, 0], [1, 0]], "error": "crosing"}"#,
            "line 1: \"error\" is \"crosing\", not one of crossing, clockwise",
        ),
        (
            r#"{"op": "passage", "why": "?", "plane": "z=1", "shape": "sphere", "center": [0, 0, 0], "radius": -1, "velocity": [0, 0, 1], "passage": "along"}"#,
            "line 1: \"shape\": the radius is -1",
        ),
        (
            r#"{"op": "passage", "why": "?", "plane": "x=1", "shape": "cone", "apex": [0, 0], "base": [0, 1], "radius": 1, "velocity": [0, 1], "passage": "along"}"#,
            "a cone is three-dimensional",
        ),
        (
            r#"{"op": "passage", "why": "?", "plane": "z=1", "shape": "point", "point": [0, 0, 0], "velocity": [0, 0, 1], "passage": "through", "touches": "soon", "leaves": 1, "from": "back"}"#,
            "line 1: \"touches\" is \"soon\", not a number",
        ),
    ];
    for (input, said) in cases {
        let outcome = check(&["-"], input);
        let counted = if input.is_empty() {
            ""
        } else {
            "0 passed, 0 failed, 1 not asked\n"
        };
        assert_eq!(
            (outcome.status, outcome.stdout.as_str()),
            (Some(2), counted),
            "{input}"
        );
        assert!(outcome.stderr.starts_with("error: "), "{}", outcome.stderr);
        assert!(
            outcome.stderr.contains(said),
            "{said:?} in {}",
            outcome.stderr
        );
        assert!(outcome.stderr.contains("\n  hint: "), "{}", outcome.stderr);
    }
    let fact =
        r#"{"op": "point_side", "plane": "z=1", "point": [0, 0, 2], "side": "front", "why": "?"}"#;
    let between = [fact, r#"{"op": "weigh", "why": "?", "id": "w-1"}"#, fact].join("\n");
    let outcome = check(&["-"], &between);
    assert_eq!(outcome.status, Some(2));
    assert_eq!(outcome.stdout, "2 passed, 0 failed, 1 not asked\n");
    let said = "error: standard input, line 2 (w-1): unknown question";
    assert!(outcome.stderr.starts_with(said), "{}", outcome.stderr);
    let missing = check(&["missing.jsonl"], "");
    assert_eq!(missing.status, Some(2));
    assert!(
        missing.stderr.contains("missing.jsonl: "),
        "{}",
        missing.stderr
    );
    assert_eq!(check(&[], "").status, Some(2));
}
