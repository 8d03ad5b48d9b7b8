//! Bodies that are inside out, lie in each other, occur several times or overlap: what `info`, the notes and the
//! polygons say.

use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use crate::gaps::boxes;
use crate::run::{folder, transect};

/// Returns a folder with the model `boxes.stl`: boxes, given by their least and greatest corners; those from number
/// `turned` on are inside out.
fn model(ends: &[[[f32; 3]; 2]], turned: usize) -> TempDir {
    let path = folder(&[]);
    boxes(&path.path().join("boxes.stl"), ends, |triangles| {
        for triangle in &mut triangles[12 * turned..] {
            triangle.swap(1, 2);
        }
    });
    path
}

const LARGE: [[f32; 3]; 2] = [[0.0; 3], [4.0; 3]];
const SMALL: [[f32; 3]; 2] = [[1.0; 3], [3.0; 3]];
const BESIDE: [[f32; 3]; 2] = [[2.0, 2.0, 0.0], [6.0, 6.0, 4.0]];
const ACROSS: [[f32; 3]; 2] = [[1.0, 1.0, 1.0], [9.0, 2.0, 2.0]];

#[test]
fn info_and_cut_say_which_bodies_do_not_count_once() {
    for (name, ends, turned, kinds, overlapping, says) in [
        (
            "inward",
            &[LARGE][..],
            0,
            &["inside_out"][..],
            0,
            "the faces of a body point inward",
        ),
        (
            "nested",
            &[LARGE, SMALL],
            2,
            &["solid", "counted_again"],
            0,
            "a body lies in another one or occurs several times",
        ),
        (
            "twice",
            &[LARGE, LARGE],
            2,
            &["counted_again"],
            0,
            "a body lies in another one or occurs several times",
        ),
        (
            "across",
            &[LARGE, ACROSS],
            2,
            &["solid", "solid"],
            1,
            "two bodies overlap",
        ),
        ("cavity", &[LARGE, SMALL], 1, &["solid", "cavity"], 0, ""),
        ("plain", &[LARGE], 1, &["solid"], 0, ""),
    ] {
        let path = model(ends, turned);
        let info = |options: &[&str]| {
            let arguments = [&["info", "boxes.stl"], options].concat();
            transect(path.path(), &arguments).fine()
        };
        let json = info(&["--json"]).report();
        let listed = &json["bodies"];
        if kinds == ["solid"] {
            assert_eq!(listed, &serde_json::json!([]), "{name}");
        } else {
            let bodies = listed[0]["bodies"].as_array().expect("bodies");
            let found: Vec<&str> = bodies
                .iter()
                .filter_map(|body| body["kind"].as_str())
                .collect();
            assert_eq!(found, kinds, "{name}");
            assert_eq!(
                listed[0]["overlapping"].as_array().map(Vec::len),
                Some(overlapping),
                "{name}"
            );
        }
        assert!(info(&[]).stdout.contains(says), "{name}");
        for options in [&[][..], &["-o", "out", "--write", "halves"]] {
            let arguments = [&["cut", "boxes.stl", "--plane", "z=1.5"], options].concat();
            let said = transect(path.path(), &arguments).fine().stderr;
            let is_noted = said.contains("transect info lists the bodies");
            assert_eq!(is_noted, !says.is_empty(), "{name}: {said}");
            assert!(said.contains(says), "{name}: {said}");
        }
        let arguments = ["slice", "boxes.stl", "--axis", "z", "--step", "1"];
        let said = transect(path.path(), &arguments).fine().stderr;
        assert!(said.contains(says), "{name}: {said}");
    }
}

/// The common part of a box and of one that is inside out cancels by the nonzero rule, and is outside by the odd rule.
#[test]
fn polygons_and_masks_have_the_same_points() {
    let path = model(&[LARGE, BESIDE], 1);
    for rule in ["nonzero", "odd"] {
        let arguments = ["cut", "boxes.stl", "--plane", "z=1", "--inside", rule];
        let outputs = ["-o", rule, "--write", "section.geojson", "--json"];
        let report = transect(path.path(), &[&arguments[..], &outputs].concat())
            .fine()
            .report();
        let section = &report["planes"][0]["section"];
        assert_eq!(section["inside"], rule);
        assert_eq!(
            [
                &section["area"],
                &section["signed_area"],
                &section["perimeter"]
            ],
            [24.0, 0.0, 32.0]
        );
        let text =
            fs::read_to_string(path.path().join(rule).join("section.geojson")).expect("a file");
        let json: Value = serde_json::from_str(&text).expect("JSON");
        let properties = &json["features"][0]["properties"];
        assert_eq!(
            [&properties["area"], &properties["signed_area"]],
            [24.0, 0.0]
        );
    }
}

/// The rule decides about a body within another one, in the table, the polygons, the masks and the layers for machines
/// of a run.
#[test]
fn all_files_of_a_slice_follow_the_rule() {
    let path = model(&[LARGE, SMALL], 2);
    for (rule, area) in [("nonzero", 16.0), ("odd", 12.0)] {
        let arguments = [
            "slice",
            "boxes.stl",
            "--axis",
            "z",
            "--heights",
            "2",
            "--inside",
            rule,
        ];
        let files = "layers.csv,layers.json,layers.geojson,masks,layers.cli";
        let outputs = [
            "-o",
            rule,
            "--write",
            files,
            "--resolution",
            "0.5",
            "--cli",
            "ascii",
        ];
        transect(path.path(), &[&arguments[..], &outputs].concat()).fine();
        let read =
            |name: &str| fs::read_to_string(path.path().join(rule).join(name)).expect("a file");
        let table = read("layers.csv");
        let row = table.lines().nth(1).expect("a row");
        assert!(row.contains(&format!(",{area:?},20.0,")), "{row}");
        let report: Value = serde_json::from_str(&read("layers.json")).expect("JSON");
        assert_eq!(report["inside"], rule);
        assert_eq!(report["layers"][0]["area"], area);
        let polygons: Value = serde_json::from_str(&read("layers.geojson")).expect("JSON");
        assert_eq!(polygons["features"][0]["properties"]["area"], area);
        // An outline for machines is external (direction 1) or internal (0).
        let contours = read("layers.cli");
        let outlines = contours
            .lines()
            .filter(|line| line.starts_with("$$POLYLINE"));
        assert_eq!(
            outlines.count(),
            if rule == "odd" { 2 } else { 1 },
            "{contours}"
        );
    }
}

/// The volumes of parts follow the rule where it is known which points are inside, in the report, the table and `objects.csv`.
/// The signed volumes are columns of their own.
#[test]
fn volumes_of_parts_follow_the_rule() {
    for (ends, turned, rule, volume, signed, reason) in [
        ([LARGE, SMALL], 1, "nonzero", Some(28.0), 28.0, None),
        ([LARGE, SMALL], 2, "nonzero", Some(32.0), 36.0, None),
        ([LARGE, SMALL], 2, "odd", Some(28.0), 36.0, None),
        ([LARGE, SMALL], 0, "nonzero", Some(32.0), -36.0, None),
        ([LARGE, BESIDE], 2, "nonzero", None, 64.0, Some("crossing")),
    ] {
        let path = model(&ends, turned);
        let outcome = transect(
            path.path(),
            &[
                "cut",
                "boxes.stl",
                "--plane",
                "z=2",
                "--inside",
                rule,
                "--json",
                "-o",
                "out",
                "--write",
                "objects.csv",
            ],
        );
        let outcome = outcome.fine();
        let report = outcome.report();
        let object = &report["objects_list"][0];
        assert_eq!(object["unknown_volume"], serde_json::json!(reason));
        for half in 0..2 {
            for own in [&report["parts"][half], &object["pieces"][half]] {
                assert_eq!(own["volume"], serde_json::json!(volume), "{rule}: {own}");
                assert_eq!(own["signed_volume"], signed, "{rule}: {own}");
            }
        }
        let table = fs::read_to_string(path.path().join("out/objects.csv")).expect("a table");
        let cell = volume.map_or(String::new(), |volume| format!("{volume:?}"));
        let cells = format!(",{cell},{cell},{signed:?},{signed:?},");
        assert!(table.contains(&cells), "{table}");
        assert_eq!(
            outcome
                .stderr
                .contains("is not known, because bodies cross"),
            volume.is_none(),
            "{}",
            outcome.stderr
        );
        let table = transect(
            path.path(),
            &["cut", "boxes.stl", "--plane", "z=2", "--inside", rule],
        );
        let says = match volume {
            Some(28.0) if signed == 28.0 => "front 28, back 28;",
            Some(28.0) => "front 28 (signed 36), back 28 (signed 36);",
            Some(_) if signed < 0.0 => "front 32 (signed -36), back 32 (signed -36);",
            Some(_) => "front 32 (signed 36), back 32 (signed 36);",
            None => "front 64, back 64 (signed: the points inside are not known);",
        };
        assert!(table.stdout.contains(says), "{}", table.stdout);
    }
}
