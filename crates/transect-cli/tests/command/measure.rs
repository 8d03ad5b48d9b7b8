//! Tests of `transect measure`: measures of known solids, heights of volumes, its files, and its messages.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::run::{Outcome, asset, count, folder, names, number, project, report, transect};
use crate::solids::{boxes, brick, open_brick, stairs};

/// Runs `transect measure …` in a folder.
fn measure(folder: &Path, arguments: &[&str]) -> Outcome {
    transect(folder, &[&["measure"], arguments].concat())
}

/// Runs `transect measure … --json`, which must succeed, and returns the report. The report follows its schema.
fn measured(folder: &Path, arguments: &[&str]) -> Value {
    let report = measure(folder, &[arguments, &["--json"]].concat())
        .fine()
        .report();
    let errors = faults(&report);
    assert!(errors.is_empty(), "{errors:#?}");
    report
}

/// Returns the places where a report does not follow the schema.
fn faults(report: &Value) -> Vec<String> {
    let schema = fs::read_to_string(project("docs/measure.schema.json")).expect("the schema");
    let schema = serde_json::from_str(&schema).expect("JSON");
    let validator = jsonschema::draft202012::new(&schema).expect("a schema of draft 2020-12");
    let errors = validator.iter_errors(report);
    errors.map(|error| error.to_string()).collect()
}

fn close(report: &Value, pointer: &str, expected: f64) {
    let value = number(report, pointer);
    assert!(
        (value - expected).abs() <= 1e-12 * expected.abs().max(1.0),
        "{pointer}: {value}, not {expected}"
    );
}

#[test]
fn measures_of_a_brick_are_known() {
    let folder = folder(&[("brick.obj", &brick())]);
    let report = measured(folder.path(), &["brick.obj"]);
    assert_eq!(number(&report, "/total/volume"), 30.0);
    assert_eq!(number(&report, "/total/area"), 62.0);
    assert_eq!(
        report["total"]["centroid"],
        serde_json::json!([1.0, 1.5, 2.5])
    );
    for (axis, squares) in [34.0, 29.0, 13.0].into_iter().enumerate() {
        close(
            &report,
            &format!("/total/inertia/{axis}/{axis}"),
            2.5 * squares,
        );
        let other = number(
            &report,
            &format!("/total/inertia/{axis}/{}", (axis + 1) % 3),
        );
        assert!(other.abs() <= number(&report, "/total/inertia_error"));
    }
    assert_eq!(report["objects_list"][0]["name"], "Brick/b");
    assert_eq!(report["direction"], Value::Null);
    let table = measure(folder.path(), &["brick.obj", "--unit", "mm"])
        .fine()
        .stdout;
    for line in [
        "volume       30 mm³",
        "area         62 mm²",
        "centroid     (1, 1.5, 2.5) mm",
    ] {
        assert!(table.contains(line), "{table}");
    }
    let mut wrong = report;
    wrong["total"]["volume"] = "30".into();
    assert!(
        !faults(&wrong).is_empty(),
        "the schema accepts a text as a volume"
    );
    wrong["total"]["volume"] = 30.into();
    wrong["total"]["mass"] = 1.into();
    assert!(
        !faults(&wrong).is_empty(),
        "the schema accepts an unknown field"
    );
}

#[test]
fn totals_add_up_and_leave_open_objects_out() {
    let pair = boxes(&[
        ("Box/a", [0.0; 3], [1.0; 3]),
        ("Box/b", [4.0, 0.0, 0.0], [6.0, 1.0, 1.0]),
    ]);
    let folder = folder(&[("pair.obj", &pair), ("open.obj", &open_brick())]);
    let outcome = measure(folder.path(), &["pair.obj", "open.obj", "--json"]).fine();
    assert!(
        outcome
            .stderr
            .contains("1 object is open and not part of the totals: open:Brick/b"),
        "{}",
        outcome.stderr
    );
    let report = outcome.report();
    assert_eq!(
        report["objects"],
        serde_json::json!({"total": 3, "closed": 2, "open": 1, "unknown": 0})
    );
    assert_eq!(number(&report, "/total/volume"), 3.0);
    assert_eq!(number(&report, "/total/area"), 16.0);
    close(&report, "/total/centroid/0", (0.5 + 2.0 * 5.0) / 3.0);
    // The expected entry is the sum of the entries of both closed objects about the common centroid, by the parallel
    // axis theorem.
    let center: f64 = 3.5;
    let own = [(1.0, 1.0, 0.5), (2.0, 2.0, 5.0)];
    let about_z: f64 = own
        .iter()
        .map(|(volume, length, x): &(f64, f64, f64)| {
            volume * (length * length + 1.0) / 12.0 + volume * (x - center).powi(2)
        })
        .sum();
    close(&report, "/total/inertia/2/2", about_z);
    let open = &report["objects_list"][2];
    assert_eq!(open["closed"], false);
    assert_eq!(count(&report, "/objects_list/2/open_edges"), 4);
    assert_eq!(open["volume"], Value::Null);
    // The brick without its face at x = 2 has the area 62 − 15.
    assert_eq!(number(open, "/area"), 47.0);
    let alone = measured(folder.path(), &["open.obj"]);
    assert_eq!(alone["total"], Value::Null);
    let strict = measure(folder.path(), &["pair.obj", "open.obj", "--strict"]);
    assert_eq!(strict.status, Some(1));
    let error = measure(folder.path(), &["open.obj", "--axis", "z"]);
    assert_eq!(error.status, Some(2));
    assert!(
        error.stderr.contains("no object is closed"),
        "{}",
        error.stderr
    );
}

#[test]
fn heights_agree_with_slices_and_cuts() {
    let folder = folder(&[("stairs.obj", &stairs())]);
    let report = measured(
        folder.path(),
        &["stairs.obj", "--axis", "z", "--step", "0.5"],
    );
    let columns = |field: &str| -> Vec<f64> {
        let rows = report["heights"].as_array().expect("rows");
        rows.iter().map(|row| number(row, field)).collect()
    };
    assert_eq!(columns("/height"), [0.0, 0.5, 1.0, 1.5, 2.0]);
    assert_eq!(columns("/area"), [0.0, 6.0, 6.0, 3.0, 3.0]);
    assert_eq!(columns("/area_other_limit"), [6.0, 6.0, 3.0, 3.0, 0.0]);
    assert_eq!(columns("/volume_behind"), [0.0, 3.0, 6.0, 7.5, 9.0]);
    // With a count, the heights are the upper faces of the layers.
    let counted = measured(
        folder.path(),
        &["stairs.obj", "--axis", "z", "--count", "4"],
    );
    assert_eq!(number(&counted, "/heights/0/height"), 0.5);
    assert_eq!(number(&counted, "/heights/3/volume_behind"), 9.0);
    let office = asset("office.glb");
    let heights = measured(folder.path(), &[&office, "--axis", "z", "--heights", "1.2"]);
    let sliced = sliced_at_1_2(folder.path(), &office);
    let difference =
        number(&heights, "/heights/0/volume_behind") - number(&sliced, "/layers/0/volume_behind");
    assert!(difference.abs() < 1e-6, "{difference}");
    let single = cut_at_1(folder.path());
    assert_eq!(number(&single, "/parts/1/volume"), 6.0);
}

/// Returns the report of `transect slice` at z = 1.2.
fn sliced_at_1_2(folder: &Path, model: &str) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_transect"));
    command
        .current_dir(folder)
        .args(["slice", model, "--axis", "z", "--heights", "1.2", "--json"])
        .stdin(Stdio::null());
    Outcome::of(&command.output().expect("the binary runs"))
        .fine()
        .report()
}

/// Returns the report of `transect cut` at z = 1.
fn cut_at_1(folder: &Path) -> Value {
    report(folder, &["stairs.obj", "--plane", "z=1"])
}

#[test]
fn volumes_have_heights() {
    let folder = folder(&[("stairs.obj", &stairs())]);
    let report = measured(
        folder.path(),
        &["stairs.obj", "--axis", "z", "--volume", "3,50%,100%,0"],
    );
    let answer = |index: usize, field: &str| number(&report, &format!("/volumes/{index}/{field}"));
    assert_eq!([answer(0, "height"), answer(0, "volume")], [0.5, 3.0]);
    assert_eq!([answer(1, "height"), answer(1, "volume")], [0.75, 4.5]);
    assert_eq!([answer(2, "height"), answer(2, "volume")], [2.0, 9.0]);
    assert_eq!(answer(3, "height"), 0.0);
    assert_eq!(report["volumes"][1]["asked"], "50%");
    let table = measure(
        folder.path(),
        &["stairs.obj", "--axis", "z", "--volume", "50%"],
    )
    .fine();
    assert!(
        table.stdout.contains("50% = 4.5 lies behind z = 0.75"),
        "{}",
        table.stdout
    );
    // Along a direction that is not an axis, heights are distances.
    let oblique = measured(
        folder.path(),
        &["stairs.obj", "--normal", "0,-3,0", "--volume", "50%"],
    );
    close(&oblique, "/volumes/0/height", -1.5);
    assert_eq!(oblique["axis"], Value::Null);
}

#[test]
fn all_files_are_written_or_none() {
    let folder = folder(&[("stairs.obj", &stairs())]);
    let fixed = [
        "stairs.obj",
        "--axis",
        "z",
        "--step",
        "1",
        "--volume",
        "50%",
        "-o",
        "out",
    ];
    let report = measured(folder.path(), &fixed);
    let out = folder.path().join("out");
    assert_eq!(
        names(&out),
        ["curve.svg", "heights.csv", "measure.json", "objects.csv"]
    );
    let written = fs::read_to_string(out.join("measure.json")).expect("text");
    assert_eq!(
        serde_json::from_str::<Value>(&written).expect("JSON"),
        report
    );
    let heights = fs::read_to_string(out.join("heights.csv")).expect("the table");
    let lines: Vec<&str> = heights.lines().collect();
    assert_eq!(
        lines[0],
        "height,area,area_other_limit,volume_behind,centroid_x,centroid_y,centroid_z"
    );
    assert_eq!(lines[2], "1.0,6.0,3.0,6.0,1.0,1.5,0.5");
    assert_eq!(lines.len(), 4);
    let objects = fs::read_to_string(out.join("objects.csv")).expect("the table");
    let row = objects.lines().nth(1).expect("a row");
    assert!(row.starts_with("Stair/s,true,0,"), "{row}");
    assert_eq!(row.split(',').count(), 15);
    let svg = fs::read_to_string(out.join("curve.svg")).expect("the chart");
    let chart = roxmltree::Document::parse(&svg).expect("XML");
    let ids: Vec<&str> = chart
        .descendants()
        .filter_map(|node| node.attribute("id"))
        .collect();
    assert_eq!(ids, ["area", "volume", "marks", "labels"]);
    assert!(svg.contains("50% = 4.5 at z = 0.75"), "{svg}");
    let again = measure(folder.path(), &fixed);
    assert_eq!(again.status, Some(2));
    assert!(again.stderr.contains("--force"), "{}", again.stderr);
    measure(
        folder.path(),
        &[&fixed[..], &["--force", "--write", "data"]].concat(),
    )
    .fine();
    // Without a direction, there is neither a chart nor a table against height.
    measure(folder.path(), &["stairs.obj", "-o", "plain"]).fine();
    assert_eq!(
        names(&folder.path().join("plain")),
        ["measure.json", "objects.csv"]
    );
    // An output must not replace an input.
    let input = folder.path().join("measure.json");
    fs::write(&input, stairs()).expect("a copy");
    let arguments = ["stairs.obj", "measure.json", "-o", ".", "--force"];
    let refused = measure(folder.path(), &arguments);
    assert_eq!(refused.status, Some(2));
    assert_eq!(fs::read_to_string(&input).expect("the input"), stairs());
}

#[test]
fn mistakes_are_explained() {
    let folder = folder(&[
        ("brick.obj", &brick()),
        ("boxes.csv", "xmin,ymin,zmin,xmax,ymax,zmax\n0,0,0,1,1,1\n"),
    ]);
    for (arguments, error) in [
        ("brick.obj --step 1", "--step: heights need a direction"),
        (
            "brick.obj --volume 50%",
            "--volume: heights need a direction",
        ),
        (
            "brick.obj --axis z --from 1",
            "--from: neither --step nor --count is given",
        ),
        (
            "brick.obj --axis z --volume 31",
            "--volume 31 is more than the volume of the model, 30",
        ),
        ("brick.obj --axis z --volume 120%", "more than 100%"),
        ("brick.obj --axis z --volume -1", "is not negative"),
        ("brick.obj --axis z --volume half", "not a number"),
        ("brick.obj --axis z --step 1e-7", "the limit is 100,000"),
        ("brick.obj --normal 0,0,0", "the direction is zero"),
        (
            "brick.obj --write objects.csv",
            "nothing is written without -o DIR",
        ),
        (
            "brick.obj -o out --write curve.svg",
            "add --axis z, or leave curve.svg out",
        ),
        (
            "brick.obj -o out --axis z --write curv.svg",
            "is curve.svg meant?",
        ),
        ("brick.obj --only Wall/*", "--only matches no object"),
        (
            "boxes.csv",
            "is a table of boxes, which has no surface to measure",
        ),
        (
            "brick.obj --axis z --step 1 --count 2",
            "cannot be used with",
        ),
    ] {
        let words: Vec<&str> = arguments.split(' ').collect();
        let outcome = measure(folder.path(), &words);
        assert_eq!(outcome.status, Some(2), "{arguments}");
        assert!(
            outcome.stderr.contains(error),
            "{arguments}: {}",
            outcome.stderr
        );
        assert!(!folder.path().join("out").exists(), "{arguments}");
    }
    let inverted = measure(folder.path(), &[&asset("small/inside-out.obj")]).fine();
    assert!(
        inverted.stderr.contains("a negative signed volume"),
        "{}",
        inverted.stderr
    );
}

/// The volume of bodies that cross is not known, and only the signed volume is given.
#[test]
fn bodies_that_cross_have_a_signed_volume_only() {
    let folder = folder(&[("brick.obj", &brick())]);
    let models = [&*asset("small/overlapping.obj"), "brick.obj"];
    let outcome = measure(
        folder.path(),
        &[&models[..], &["--json", "--axis", "z"]].concat(),
    )
    .fine();
    assert!(
        outcome
            .stderr
            .contains("the volume of 1 object is not known"),
        "{}",
        outcome.stderr
    );
    let report = outcome.report();
    assert_eq!(
        report["objects"],
        serde_json::json!({"total": 2, "closed": 2, "open": 0, "unknown": 1})
    );
    assert_eq!(
        [
            number(&report, "/total/volume"),
            number(&report, "/total/signed_volume")
        ],
        [30.0; 2]
    );
    let crossing = &report["objects_list"][0];
    assert_eq!(
        [&crossing["volume"], &crossing["centroid"]],
        [&Value::Null; 2]
    );
    assert_eq!(crossing["signed_volume"], 48.0);
    let alone = measure(
        folder.path(),
        &[models[0], "--axis", "z", "--volume", "50%"],
    );
    assert_eq!(alone.status, Some(2));
    assert!(
        alone
            .stderr
            .contains("so the volume behind a plane is not known"),
        "{}",
        alone.stderr
    );
}

/// A body that is inside out has a volume, and the rule decides about a body within another one.
#[test]
fn the_rule_decides_about_volumes() {
    let folder = folder(&[]);
    for (model, rule, volumes) in [
        ("small/inside-out.obj", "nonzero", [24.0, -24.0]),
        ("small/inside-out.obj", "odd", [24.0, -24.0]),
    ] {
        let report = measured(folder.path(), &[&asset(model), "--inside", rule]);
        let own = [
            number(&report, "/total/volume"),
            number(&report, "/total/signed_volume"),
        ];
        assert_eq!(own, volumes, "{model}, {rule}");
        assert_eq!(report["inside"], rule);
    }
}

/// Returns a tank of the width 2, the depth 3 and the height 4, without its lid, and lifted by a height.
fn tank(lift: i32) -> String {
    let mut text = String::from("o tank\n");
    for z in [lift, lift + 4] {
        for [x, y] in [[0, 0], [2, 0], [2, 3], [0, 3]] {
            text += &format!("v {x} {y} {z}\n");
        }
    }
    text + "f -8 -5 -6 -7\nf -8 -7 -3 -4\nf -7 -6 -2 -3\nf -6 -5 -1 -2\nf -5 -8 -4 -1\n"
}

#[test]
fn a_tank_without_its_lid_has_a_volume_below_the_rim() {
    let folder = folder(&[("tank.obj", &tank(0)), ("brick.obj", &brick())]);
    let report = measured(
        folder.path(),
        &[
            "tank.obj",
            "--axis",
            "z",
            "--heights",
            "1,4,5",
            "--volume",
            "50%,12,30",
        ],
    );
    assert_eq!(
        (&report["range"], &report["total"]),
        (&Value::Null, &Value::Null)
    );
    let open = &report["objects_list"][0]["open"];
    assert_eq!(number(open, "/rims"), 1.0);
    assert_eq!(number(open, "/volume_rims_filled"), 24.0);
    // The open volume is the sum about the middle of the bounding box: 24 without the pyramid of the lid.
    assert_eq!(number(open, "/volume_rims_left"), 20.0);
    assert_eq!(number(open, "/closed_below"), 4.0);
    let rows = open["heights"].as_array().expect("rows");
    let rows: Vec<[f64; 2]> = rows
        .iter()
        .map(|row| [number(row, "/height"), number(row, "/volume_behind")])
        .collect();
    assert_eq!(rows, [[1.0, 6.0], [4.0, 24.0]]);
    let heights: Vec<&Value> = (0..3)
        .map(|index| &open["volumes"][index]["height"])
        .collect();
    assert_eq!(
        heights,
        [&Value::from(2.0), &Value::from(2.0), &Value::Null]
    );
    let outcome = measure(
        folder.path(),
        &["tank.obj", "--axis", "z", "--step", "2", "--volume", "50%"],
    )
    .fine();
    for line in [
        "open         tank\n",
        "rims         1 rim: volume 24 with it filled by a fan, 20 as it is\n",
        "closed       below z = 4\n",
        "height       50% = 12 lies behind z = 2\n",
        "2      6              12         1, 1.5, 1\n",
    ] {
        assert!(outcome.stdout.contains(line), "{}", outcome.stdout);
    }
    // Upside down, the tank is open at its lowest height.
    let error = measure(
        folder.path(),
        &["tank.obj", "--normal", "0,0,-1", "--step", "1"],
    );
    assert_eq!(error.status, Some(2));
    assert!(
        error.stderr.contains("no object is closed"),
        "{}",
        error.stderr
    );
    let error = measure(folder.path(), &["tank.obj", "--axis", "z", "-o", "out"]);
    assert!(
        error.stderr.contains("curve.svg is about closed objects"),
        "{}",
        error.stderr
    );
    assert!(
        error.stderr.contains("--write objects.csv,measure.json"),
        "{}",
        error.stderr
    );
    assert!(!folder.path().join("out").exists());
    // Beside a closed object, the totals are those of the closed one, at the same heights.
    let both = measured(
        folder.path(),
        &["brick.obj", "tank.obj", "--axis", "z", "--count", "5"],
    );
    let alone = measured(folder.path(), &["brick.obj", "--axis", "z", "--count", "5"]);
    assert_eq!(
        (&both["heights"], &both["total"]),
        (&alone["heights"], &alone["total"])
    );
    let below = both["objects_list"][1]["open"]["heights"]
        .as_array()
        .expect("rows");
    let volumes: Vec<f64> = below
        .iter()
        .map(|row| number(row, "/volume_behind"))
        .collect();
    assert_eq!(volumes, [6.0, 12.0, 18.0, 24.0]);
}

#[test]
fn the_closed_bodies_of_a_half_open_object_have_a_volume() {
    // One object of three boxes, of which the last has lost a triangle.
    let text = boxes(&[
        ("a", [0.0; 3], [1.0, 1.0, 1.0]),
        ("b", [5.0, 0.0, 0.0], [7.0, 1.0, 1.0]),
        ("c", [9.0, 0.0, 0.0], [10.0, 4.0, 1.0]),
    ]);
    let (text, _) = text.trim_end().rsplit_once('\n').expect("several lines");
    let one: Vec<&str> = text
        .lines()
        .filter(|line| !line.starts_with("o "))
        .collect();
    let folder = folder(&[("three.obj", &one.join("\n"))]);
    let report = measured(folder.path(), &["three.obj"]);
    let open = &report["objects_list"][0]["open"];
    assert_eq!(
        (count(open, "/closed_bodies"), count(open, "/open_bodies")),
        (2, 1)
    );
    assert_eq!(number(open, "/closed_bodies_measures/volume"), 3.0);
    assert_eq!(
        open["open_bodies_list"][0]["bounds"],
        serde_json::json!({ "min": [9.0, 0.0, 0.0], "max": [10.0, 4.0, 1.0] })
    );
    let table = measure(folder.path(), &["three.obj"]).fine().stdout;
    assert!(
        table.contains("bodies       2 closed bodies: volume 3\n"),
        "{table}"
    );
    assert!(table.contains("left out     1 open body: "), "{table}");
    assert!(table.contains("from (9, 0, 0) to (10, 4, 1)\n"), "{table}");
}
