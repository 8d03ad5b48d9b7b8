//! Tests of facts that hold, of facts that do not hold, and of lines that are not valid facts.

use serde_json::{Value, json};
use transect_check::Outcome;

fn checked(facts: &str) -> Outcome {
    let mut outcome = Outcome::default();
    outcome
        .add("facts", facts.as_bytes())
        .expect("there are facts");
    outcome
}

/// Returns three numbers: of facts that hold, of facts that do not hold, and of lines that are not valid facts.
fn counts(facts: &str) -> [usize; 3] {
    let outcome = checked(facts);
    [outcome.passed, outcome.failed, outcome.not_asked]
}

fn holds(fact: &Value) {
    let outcome = checked(&fact.to_string());
    assert_eq!(outcome.passed, 1, "{fact}: {}", outcome.to_json());
}

fn fails(fact: &Value) {
    let outcome = checked(&fact.to_string());
    assert_eq!(outcome.failed, 1, "{fact}: {}", outcome.to_json());
}

const FRONT: &str =
    r#"{"op": "point_side", "plane": "z=1", "point": [0, 0, 2], "side": "front", "why": "?"}"#;

#[test]
fn the_facts_of_the_project_hold() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../conformance");
    let files = std::fs::read_dir(folder).expect("a folder");
    let mut outcome = Outcome::default();
    for file in files {
        let path = file.expect("a file").path();
        if path
            .extension()
            .is_some_and(|extension| extension == "jsonl")
        {
            let bytes = std::fs::read(&path).expect("a file");
            outcome
                .add(&path.display().to_string(), &bytes)
                .expect("facts");
        }
    }
    assert!(outcome.passed > 1000);
    assert_eq!(
        (outcome.failed, outcome.not_asked),
        (0, 0),
        "{}",
        outcome.table()
    );
}

#[test]
fn a_line_that_cannot_be_asked_is_counted_and_named_and_the_run_goes_on() {
    let lines = [
        FRONT,
        "{\"op\": \"weigh\", \"why\": \"?\", \"id\": \"w-1\"}",
        "[1, 2]",
        FRONT,
    ];
    let outcome = checked(&lines.join("\n"));
    assert_eq!(
        (outcome.passed, outcome.failed, outcome.not_asked),
        (2, 0, 2)
    );
    let messages: Vec<String> = outcome.errors.iter().map(|error| error.message()).collect();
    assert!(
        messages[0].starts_with("facts, line 2 (w-1): unknown question"),
        "{messages:?}"
    );
    assert_eq!(messages[1], "facts, line 3: [1,2] is not a JSON object");
    assert!(outcome.errors.iter().all(|error| !error.hint.is_empty()));
    assert_eq!(outcome.table(), "2 passed, 0 failed, 2 not asked\n");
    assert_eq!(outcome.files[0].not_asked, 2);
    let bytes = [
        FRONT.as_bytes(),
        b"\n{\"op\": \"\xff\"}\n",
        FRONT.as_bytes(),
    ]
    .concat();
    let mut outcome = Outcome::default();
    outcome.add("facts", &bytes).expect("there are facts");
    assert_eq!((outcome.passed, outcome.not_asked), (2, 1));
    assert_eq!(
        outcome.errors[0].message(),
        "facts, line 2: byte 8 of the line is not UTF-8"
    );
}

#[test]
fn messages_name_the_id_of_a_fact() {
    let fact = FRONT
        .replace("front", "back")
        .replace('{', "{\"id\": \"corner-7\", ");
    let outcome = checked(&fact);
    assert!(
        outcome
            .table()
            .starts_with("facts, line 1 (corner-7): point_side: ?\n")
    );
    assert_eq!(outcome.failures[0].id.as_deref(), Some("corner-7"));
    let report: Value = serde_json::from_str(&outcome.to_json()).expect("JSON");
    assert_eq!(report["failures"][0]["id"], "corner-7");
    assert_eq!(counts(&FRONT.replace('{', "{\"id\": 7, ")), [0, 0, 1]);
}

#[test]
fn errors_of_the_library_are_facts() {
    let line = |direction: Value, error: Value| {
        json!({"op": "line_meet", "why": "?", "plane": "z=1", "origin": [0, 0, 0],
            "direction": direction, "error": error})
    };
    holds(&line(json!([0, 0, 0]), json!("zero_direction")));
    fails(&line(json!([0, 0, 0]), json!("not_finite")));
    fails(&line(json!([0, 0, 1]), json!("zero_direction")));
    let message = "the direction is zero; a line needs a direction, or two different points";
    holds(&line(json!([0, 0, 0]), json!(message)));
    holds(
        &json!({"op": "point_side", "why": "?", "plane": [0, 0, 0, 1], "point": [0, 0, 0], "error": "zero_normal"}),
    );
    holds(
        &json!({"op": "aabb_extent", "why": "?", "plane": "z=1", "min": [0, 0, 1], "max": [1, 1, 0], "error": "inverted"}),
    );
    holds(
        &json!({"op": "passage", "why": "?", "plane": "z=1", "shape": "sphere", "center": [0, 0, 0], "radius": -1,
        "velocity": [0, 0, 1], "error": "radius"}),
    );
    // A fact that expects an error must still have all inputs. This fact has no `direction`.
    let incomplete = json!({"op": "line_meet", "why": "?", "plane": "z=1", "origin": [0, 0, 0], "error": "zero_direction"});
    assert_eq!(counts(&incomplete.to_string()), [0, 0, 1]);
}

#[test]
fn an_absent_key_is_not_asked() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../conformance");
    let mut asked = 0;
    for file in std::fs::read_dir(folder).expect("a folder") {
        let path = file.expect("a file").path();
        if path
            .extension()
            .is_none_or(|extension| extension != "jsonl")
        {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a file");
        for line in text.lines().step_by(3) {
            let fact: Value = serde_json::from_str(line).expect("JSON");
            for key in fact.as_object().expect("an object").keys() {
                let mut less = fact.clone();
                less.as_object_mut().expect("an object").remove(key);
                // If an input or all answers are removed, the line is not a valid fact. If one of several answers is
                // removed, the fact still holds. A fact may fail only if the removed key changes its question, such as
                // `infinite_far`.
                let outcome = checked(&less.to_string());
                let changes = ["infinite_far", "dimension", "error", "far"].contains(&key.as_str());
                assert!(
                    outcome.failed == 0 || changes,
                    "{less}: {}",
                    outcome.to_json()
                );
                asked += outcome.passed;
            }
        }
    }
    assert!(asked > 300, "{asked}");
    // A fact with only one of the possible answers is valid. Each pass of the loop checks a single answer.
    let fact = json!({"op": "line_meet", "why": "?", "plane": "z=1", "origin": [0, 0, 0], "direction": [0, 0, 2]});
    for (key, right, wrong) in [
        ("meet", json!("point"), json!("within")),
        ("t", json!(0.5), json!(0.25)),
        ("point", json!([0, 0, 1]), json!([0, 0, 2])),
        ("toward", json!("front"), json!("back")),
    ] {
        let mut fact = fact.clone();
        fact[key] = right;
        holds(&fact);
        fact[key] = wrong;
        fails(&fact);
    }
    // If the fact expects an answer that the library does not give, such as `side` here, the check reports a
    // difference.
    let mut beside = fact.clone();
    beside["side"] = json!("front");
    fails(&beside);
    assert_eq!(counts(&fact.to_string()), [0, 0, 1]);
}

#[test]
fn regions_and_overlap_take_the_same_shapes() {
    let region = json!([[1, 0, 0], [0, 1, 0], [-1, -1, 4]]);
    let shapes = [
        json!({"shape": "point", "point": [2, 2]}),
        json!({"shape": "segment", "ends": [[2, 2], [5, 5]]}),
        json!({"shape": "triangle", "corners": [[2, 2], [5, 5], [5, 9]]}),
        json!({"shape": "box", "min": [2, 2], "max": [5, 5]}),
        json!({"shape": "sphere", "center": [-3, 0], "radius": 3}),
        json!({"shape": "parallelepiped", "center": [4, 4], "half_axes": [[2, 0], [0, 2]]}),
        json!({"shape": "centered_box", "center": [4, 4], "half_sizes": [2, 2]}),
        json!({"shape": "polygon", "corners": [[2, 2], [5, 5], [5, 9]]}),
        json!({"shape": "hull", "points": [[2, 2], [5, 5], [5, 9]]}),
    ];
    for shape in shapes {
        let mut fact = shape.clone();
        (fact["op"], fact["why"]) = (json!("region_overlap"), json!("?"));
        fact["planes"] = region.clone();
        let is_point = shape["shape"] == "point";
        fact["overlap"] = json!(if is_point { "inside" } else { "meets" });
        holds(&fact);
        fact["overlap"] = json!("outside");
        fails(&fact);
        let body = json!({"shape": "region", "planes": region});
        let pair = |a: &Value, b: &Value| json!({"op": "overlap", "why": "?", "a": a, "b": b, "overlap": true});
        holds(&pair(&shape, &body));
        holds(&pair(&body, &shape));
    }
}

#[test]
fn constructions_can_be_asked() {
    let ask = |op: &str, mut fact: Value, key: &str, right: Value, wrong: Value| {
        (fact["op"], fact["why"]) = (json!(op), json!("?"));
        fact[key] = right;
        holds(&fact);
        fact[key] = wrong;
        fails(&fact);
    };
    let plane = json!({"plane": [0, 3, 4, -10]});
    ask(
        "normalized",
        plane.clone(),
        "normalized",
        json!([0, "3/5", "4/5", -2]),
        json!([0, 0.6, 0.8, 2]),
    );
    ask(
        "flipped",
        plane.clone(),
        "flipped",
        json!([0, -3, -4, 10]),
        json!([0, 3, 4, -10]),
    );
    let up = json!({"plane": "z=1", "columns": [[1, 0, 0], [0, 1, 0], [0, 0, 2], [0, 0, 5]]});
    ask("transformed", up, "transformed", json!("z=7"), json!("7=z"));
    let point = json!({"plane": [0, 3, 4, -10], "point": [7, 3, 4]});
    ask(
        "project",
        point.clone(),
        "image",
        json!([7, "6/5", "8/5"]),
        json!([7, 3, 4]),
    );
    ask(
        "mirror",
        point,
        "image",
        json!([7, "-3/5", "-4/5"]),
        json!([7, 3, 4]),
    );
    let planes = json!({"planes": [[1, 0, 0, 5], [1, 1, 0, 5]]});
    ask("angle", planes, "degrees", json!(45), json!(135));
    let points = json!({"points": [[0, 0, 1], [2, 0, 3], [0, 2, 1], [2, 2, 3]]});
    ask(
        "best_fit",
        points.clone(),
        "plane",
        json!("z=x+1"),
        json!("z=x+2"),
    );
    ask(
        "best_fit",
        points.clone(),
        "centroid",
        json!([1, 1, 2]),
        json!([1, 1, 1]),
    );
    ask("best_fit", points, "largest_distance", json!(0), json!(1));
    holds(
        &json!({"op": "best_fit", "why": "?", "points": [[0, 0, 0], [1, 1, 1], [2, 2, 2]], "error": "dependent"}),
    );
    let flat = json!([[1, 0, 0], [0, 1, 0], [0, 0, 0], [0, 0, 0]]);
    assert_eq!(counts(&json!({"op": "transformed", "why": "?", "plane": "z=1", "columns": flat, "transformed": "z=1"}).to_string()), [0, 0, 1]);
}

#[test]
fn batches_can_be_asked() {
    for (key, shapes) in [
        ("points", json!([[0, 0], [1, 0], [2, 0]])),
        (
            "boxes",
            json!([[[-1, 0], [0, 1]], [[0, 0], [1, 1]], [[2, 0], [3, 1]]]),
        ),
        ("spheres", json!([[[-1, 0], 1], [[1, 0], 1], [[5, 0], 1]])),
    ] {
        let mut fact = json!({"op": "batch_sides", "why": "?", "plane": [1, 0, -1], "sides": ["back", "on", "front"]});
        fact[key] = shapes.clone();
        holds(&fact);
        fact["sides"] = json!(["back", "on", "back"]);
        fails(&fact);
        let mut fact = json!({"op": "batch_overlap", "why": "?", "planes": [[-1, 0, 0.5], [1, 0, 9]],
            "overlaps": ["inside", if key == "points" { "outside" } else { "meets" }, "outside"]});
        fact[key] = shapes;
        holds(&fact);
        fact["overlaps"] = json!(["inside"]);
        fails(&fact);
    }
    let null = json!({"op": "batch_sides", "why": "?", "plane": [1, 0, -1], "spheres": [[[0, 0], -1]], "error": "radius"});
    holds(&null);
}

#[test]
fn chords_can_be_asked() {
    let fact = |body: Value| json!({"op": "ray_chord", "why": "?", "body": body, "origin": [-1, 0], "direction": [3, 0]});
    let aabb = json!({"shape": "box", "min": [0, 0], "max": [1, 1]});
    for (key, right, wrong) in [
        ("chord", json!("part"), json!("point")),
        ("t", json!(["1/3", "2/3"]), json!([0, "2/3"])),
        ("faces", json!([0, 1]), json!([1, 0])),
        ("whole", json!(false), json!(true)),
        ("grazing", json!(true), json!(false)),
    ] {
        let mut fact = fact(aabb.clone());
        fact[key] = right;
        holds(&fact);
        fact[key] = wrong;
        fails(&fact);
    }
    for body in [
        json!({"shape": "region", "planes": [[1, 0, 0], [-1, 0, 1]]}),
        json!({"shape": "segment", "ends": [[0, 0], [1, 0]]}),
        json!({"shape": "triangle", "corners": [[0, 0], [1, 0], [0, 1]]}),
        json!({"shape": "sphere", "center": [0.5, 0], "radius": 0.5}),
        json!({"shape": "parallelepiped", "center": [0.5, 0], "half_axes": [[0.5, 0], [0, 1]]}),
        json!({"shape": "centered_box", "center": [0.5, 0], "half_sizes": [0.5, 2]}),
        json!({"shape": "polygon", "corners": [[0, 0], [1, 0], [0, 1]]}),
        json!({"shape": "hull", "points": [[0, 0], [1, 0], [0, 1]]}),
    ] {
        let mut fact = fact(body);
        fact["t"] = json!(["1/3", "2/3"]);
        holds(&fact);
    }
}

#[test]
fn distances_can_be_asked() {
    let fact = json!({"op": "box_distance", "why": "?", "min": [0, 0], "max": [4, 2], "point": [7, -4], "length": 5});
    for (key, right, wrong) in [
        ("closest", json!([4, 0]), json!([4, 1])),
        ("distance", json!(5), json!("26/5")),
        ("relation", json!("equal"), json!("less")),
    ] {
        let mut fact = fact.clone();
        fact[key] = right;
        holds(&fact);
        fact[key] = wrong;
        fails(&fact);
    }
    let ball = json!({"shape": "sphere", "center": [0, 0], "radius": 2});
    for other in [
        json!({"shape": "sphere", "center": [3, 4], "radius": 1}),
        json!({"shape": "point", "point": [0, -4]}),
        json!({"shape": "segment", "ends": [[4, 1], [4, -1]]}),
        json!({"shape": "box", "min": [4, -1], "max": [5, 1]}),
    ] {
        for [a, b] in [[&ball, &other], [&other, &ball]] {
            let mut fact = json!({"op": "overlap", "why": "?", "a": a, "b": b, "overlap": false, "distance": 2});
            holds(&fact);
            fact["distance"] = json!(0);
            fails(&fact);
        }
    }
}
