//! Polygons of files that are not flat: the note, `info`, and the reports for programs.

use std::fs;

use serde_json::Value;

use crate::run::{folder, number, project, report, transect};

/// A box whose upper face has one corner at z = 6 instead of 4.
const HULL: &str = "\
o hull\nv 0 0 0\nv 4 0 0\nv 4 4 0\nv 0 4 0\nv 0 0 4\nv 4 0 4\nv 4 4 6\nv 0 4 4\n\
f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";

const NOTE: &str =
    "1 polygon is not flat; in hull, a corner is 0.471 from the plane of its polygon";

/// Returns the places where a report does not follow a schema.
fn faults(report: &Value, schema: &str) -> Vec<String> {
    let schema = fs::read_to_string(project(schema)).expect("the schema");
    let schema = serde_json::from_str(&schema).expect("JSON");
    let validator = jsonschema::draft202012::new(&schema).expect("a schema of draft 2020-12");
    let errors = validator.iter_errors(report);
    errors.map(|error| error.to_string()).collect()
}

#[test]
fn a_bent_polygon_is_noted_everywhere() {
    let folder = folder(&[("hull.obj", HULL)]);
    let run = |arguments: &[&str]| transect(folder.path(), arguments).fine();
    let distance = 2.0 / 18.0_f64.sqrt();
    for (arguments, pointer, schema) in [
        (
            &["cut", "hull.obj", "--plane", "z=2"][..],
            "/objects_list/0/bent",
            Some("docs/report.schema.json"),
        ),
        (
            &["measure", "hull.obj"],
            "/objects_list/0/bent",
            Some("docs/measure.schema.json"),
        ),
        (&["info", "hull.obj"], "/bent/0", None),
    ] {
        let outcome = run(&[arguments, &["--json"]].concat());
        let note = format!("note: hull.obj: {NOTE}\n");
        assert_eq!(
            outcome.stderr.matches(&note).count(),
            1,
            "{}",
            outcome.stderr
        );
        let report = outcome.report();
        let bent = report.pointer(pointer).expect("an entry");
        assert_eq!(bent["polygons"], 1);
        assert!(
            (number(bent, "/distance") - distance).abs() < 1e-15,
            "{bent}"
        );
        if let Some(schema) = schema {
            assert_eq!(faults(&report, schema), Vec::<String>::new());
        }
    }
    assert!(
        run(&["slice", "hull.obj", "--axis", "z", "--step", "1"])
            .stderr
            .contains(NOTE)
    );
    let table = run(&["info", "hull.obj"]).stdout;
    let line = "not flat     hull: 1 polygon, a corner 0.4714 from the plane\n";
    assert!(table.contains(line), "{table}");
}

#[test]
fn all_formats_with_polygons_are_checked() {
    let faces = "4 0 3 2 1\n4 4 5 6 7\n4 0 1 5 4\n4 1 2 6 5\n4 2 3 7 6\n4 3 0 4 7\n";
    let vertices = "0 0 0\n4 0 0\n4 4 0\n0 4 0\n0 0 4\n4 0 4\n4 4 6\n0 4 4\n";
    let vertex = "element vertex 8\nproperty float x\nproperty float y\nproperty float z\n";
    let face = "element face 6\nproperty list uchar int vertex_indices\n";
    let head = "ply\nformat ascii 1.0\n";
    let ply = format!("{head}{vertex}{face}end_header\n{vertices}{faces}");
    let faces_first = format!("{head}{face}{vertex}end_header\n{faces}{vertices}");
    let off = format!("OFF\n8 6 0\n{vertices}{faces}");
    let folder = folder(&[
        ("hull.ply", &ply),
        ("first.ply", &faces_first),
        ("hull.off", &off),
    ]);
    for name in ["hull.ply", "first.ply", "hull.off"] {
        let outcome = transect(folder.path(), &["info", name, "--json"]).fine();
        let report = outcome.report();
        assert_eq!(report["bent"][0]["polygons"], 1, "{name}: {report}");
        assert!(
            outcome.stderr.contains("1 polygon is not flat"),
            "{name}: {}",
            outcome.stderr
        );
    }
}

#[test]
fn rounded_and_flat_polygons_have_no_note() {
    // A cylinder with 3 decimal places in an oblique direction: its quadrilaterals are flat up to rounding.
    let mut round = String::from("o round\n");
    for ring in [-1.0, 1.0] {
        for step in 0..100 {
            let (sin, cos) = (f64::from(step) * std::f64::consts::TAU / 100.0).sin_cos();
            let [x, y, z] = [
                30.0 * cos - 7.3 * ring,
                30.0 * sin + 11.1 * ring,
                20.0 * ring + 9.0 * cos,
            ];
            round += &format!("v {x:.3} {y:.3} {z:.3}\n");
        }
    }
    for step in 0..100 {
        let next = (step + 1) % 100;
        round += &format!(
            "f {} {} {} {}\n",
            step + 1,
            next + 1,
            next + 101,
            step + 101
        );
    }
    let folder = folder(&[
        ("round.obj", &round),
        ("flat.obj", &HULL.replace("4 4 6", "4 4 4")),
    ]);
    for name in ["round.obj", "flat.obj"] {
        let outcome = transect(folder.path(), &["info", name, "--json"]).fine();
        assert!(
            !outcome.stderr.contains("not flat"),
            "{name}: {}",
            outcome.stderr
        );
        assert_eq!(outcome.report()["bent"], serde_json::json!([]));
    }
    let report = report(folder.path(), &["flat.obj", "--plane", "z=2"]);
    assert_eq!(report["objects_list"][0].get("bent"), None);
}

#[test]
fn objects_of_groups_and_of_several_files_keep_their_own() {
    let second = HULL.replace("o hull", "o lid").replace("4 4 6", "4 4 5");
    let flat = "v 9 0 0\nv 10 0 0\nv 10 1 0\nv 9 1 0\n";
    let groups = format!(
        "{HULL}o two\n{flat}g flat\nf -4 -3 -2 -1\nv 20 0 0\nv 21 0 0\nv 21 1 1\nv 20 1 0\ng bent\nf -4 -3 -2 -1\n"
    );
    let folder = folder(&[("a.obj", &groups), ("b.obj", &second)]);
    let outcome = transect(folder.path(), &["info", "a.obj", "b.obj", "--json"]).fine();
    let report = outcome.report();
    let names: Vec<&str> = report["bent"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|bent| bent["name"].as_str())
        .collect();
    assert_eq!(names, ["a:hull", "a:bent/two", "b:lid"]);
    assert!(
        outcome
            .stderr
            .contains("a.obj: 2 polygons are not flat; in hull, a corner is 0.471"),
        "{}",
        outcome.stderr
    );
}
