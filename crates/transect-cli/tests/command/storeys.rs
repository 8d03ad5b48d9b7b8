//! Tests of `transect slice --storeys`: the storeys of a building, their plans, and the files.

use std::fs;

use serde_json::Value;

use crate::run::{asset, folder, names, number};
use crate::slice::{slice, sliced};
use crate::solids::{boxes, brick};

/// Returns the storeys of a report, each with its name, its floor and the height of its plan.
fn storeys(report: &Value) -> Vec<(String, f64, f64)> {
    let list = report["storeys"].as_array().expect("storeys");
    list.iter()
        .map(|own| {
            let name = own["name"].as_str().expect("a name").to_owned();
            (name, number(own, "/floor"), number(own, "/plan"))
        })
        .collect()
}

#[test]
fn an_office_has_the_storeys_of_its_ifc_file() {
    let folder = folder(&[]);
    for (model, names) in [
        ("office.glb", ["Storey 1", "Storey 2", "Storey 3"]),
        ("office_named.glb", ["Level 1", "Level 2", "Roof"]),
    ] {
        let report = sliced(folder.path(), &[&asset(model), "--storeys"]);
        assert_eq!(report["axis"], "z");
        let found = storeys(&report);
        // The storeys of office_a.ifc have these elevations: 0, 4.267220999999476 and 7.924820999999477.
        let expected = [(0.0, 1.2), (4.267_221, 5.467), (7.924_821, 9.125)];
        assert_eq!(found.len(), 3, "{found:?}");
        for ((own, name), (floor, plan)) in found.iter().zip(names).zip(expected) {
            assert_eq!(own.0, name);
            assert!((own.1 - floor).abs() < 1e-6, "{own:?}");
            assert_eq!(own.2, plan);
        }
        let heights: Vec<f64> = report["layers"]
            .as_array()
            .expect("layers")
            .iter()
            .map(|layer| number(layer, "/height"))
            .collect();
        assert_eq!(heights, [1.2, 5.467, 9.125]);
    }
    // The walls alone show the same floors.
    let walls = ["--storeys", "--only", "IfcWall*"];
    let report = sliced(
        folder.path(),
        &[&[&*asset("office.glb")], &walls[..]].concat(),
    );
    let floors: Vec<f64> = storeys(&report).iter().map(|own| own.1).collect();
    assert_eq!(floors.len(), 3, "{floors:?}");
    assert!((floors[1] - 4.267_221).abs() < 1e-6);
}

#[test]
fn plans_have_titles_and_room_names() {
    let folder = folder(&[]);
    let office = asset("office_named.glb");
    let arguments = [&*office, "--storeys", "-o", "out", "--paper", "a3"];
    let more = ["--dimension", "--date", "today"];
    slice(folder.path(), &[&arguments[..], &more].concat()).fine();
    let out = folder.path().join("out");
    assert_eq!(
        names(&out),
        [
            "layers",
            "layers.csv",
            "layers.json",
            "plans.dxf",
            "plans.pdf"
        ]
    );
    let svg = fs::read_to_string(out.join("layers/layer-2.svg")).expect("an SVG");
    for text in [
        ">Level 2, office_named.glb<",
        ">Section at z = 5.467, 1.2 m above the floor at z = 4.267<",
        ">203 OPEN OFFICE<",
        ">CONFERENCE<",
        ">2 of 3<",
        ">1:200<",
        ">50.53<",
        r#"id="dimensions""#,
    ] {
        assert!(svg.contains(text), "{text}");
    }
    let pdf = fs::read(out.join("plans.pdf")).expect("a PDF");
    let pages = String::from_utf8_lossy(&pdf).matches("/MediaBox").count();
    assert_eq!(pages, 3);
    let dxf = fs::read(out.join("plans.dxf")).expect("a DXF");
    let dxf = String::from_utf8_lossy(&dxf);
    for title in ["Level 1", "Level 2", "Roof"] {
        assert!(
            dxf.contains(&format!("\n1\n{title}, office_named.glb\n")),
            "{title}"
        );
    }
}

#[test]
fn the_table_explains_the_choice() {
    let folder = folder(&[]);
    let outcome = slice(folder.path(), &[&asset("office.glb"), "--storeys"]).fine();
    for text in [
        "storeys      3; floors are undersides of rooms, and undersides of walls and columns\n",
        "up axis      z: 98 rooms stand on floors",
        "not floors   z = -1.220 (5.35483 m², too small)\n",
        "  storey   floor   plan z   objects",
    ] {
        assert!(
            outcome.stdout.contains(text),
            "{text} in {}",
            outcome.stdout
        );
    }
    let given = slice(
        folder.path(),
        &[&asset("office.glb"), "--storeys", "--axis", "z"],
    )
    .fine();
    assert!(!given.stdout.contains("up axis"));
}

#[test]
fn other_layers_go_on_paper_too() {
    let folder = folder(&[("brick.obj", &brick())]);
    let usual = [
        "brick.obj",
        "--axis",
        "z",
        "--heights",
        "1,2",
        "--unit",
        "m",
        "-o",
        "out",
    ];
    slice(
        folder.path(),
        &[&usual[..], &["--paper", "a4", "--north", "0"]].concat(),
    )
    .fine();
    let out = folder.path().join("out");
    assert!(names(&out).contains(&"plans.pdf".to_owned()));
    let layers = [
        "--force", "--write", "layers", "--paper", "a4", "--scale", "1:50",
    ];
    slice(folder.path(), &[&usual[..], &layers].concat()).fine();
    let svg = fs::read_to_string(out.join("layers/layer-2.svg")).expect("an SVG");
    for text in ["mm\" height=", ">1:50<", ">2 of 2<"] {
        assert!(svg.contains(text), "{text} in {svg}");
    }
}

#[test]
fn mistakes_about_storeys_are_explained() {
    let y_up = boxes(&[
        ("floor", [0.0, -0.3, 0.0], [9.0, 0.0, 9.0]),
        ("wall", [0.0, 0.0, 0.0], [0.3, 2.7, 9.0]),
    ]);
    let folder = folder(&[("brick.obj", &brick()), ("y-up.obj", &y_up)]);
    for (arguments, message, hint) in [
        (
            "brick.obj --storeys",
            "--storeys needs a known unit of length, and the file has no unit",
            "such as --unit m",
        ),
        (
            "brick.obj --storeys --unit m",
            "--storeys: no floors are found",
            "give heights with --heights",
        ),
        (
            "brick.obj --storeys --unit m --above 0",
            "--above 0 is not a height greater than 0",
            "such as --above 1.2",
        ),
        (
            "brick.obj --storeys --normal 0,0,1",
            "cannot be used with",
            "",
        ),
        (
            "brick.obj --storeys --axis z --step 1",
            "cannot be used with",
            "",
        ),
        (
            "brick.obj --axis z --heights 1 --above 2",
            "--above: the heights of the planes are given",
            "add --storeys",
        ),
        (
            "brick.obj --axis z --heights 1 -o out --paper a4 --write sheet.svg",
            "--paper: --write leaves out layers and plans.pdf",
            "add plans.pdf",
        ),
        (
            "brick.obj --axis z --heights 1 -o out --dimension --write sheet.svg",
            "--dimension: --write leaves out layers, plans.pdf and plans.dxf",
            "add plans.pdf",
        ),
        ("y-up.obj --storeys --up y", "cannot be used with", ""),
    ] {
        let words: Vec<&str> = arguments.split(' ').collect();
        let outcome = slice(folder.path(), &words);
        assert_eq!(outcome.status, Some(2), "{arguments}");
        assert!(
            outcome.stderr.contains(message),
            "{arguments}: {}",
            outcome.stderr
        );
        assert!(
            outcome.stderr.contains(hint),
            "{arguments}: {}",
            outcome.stderr
        );
        assert!(!folder.path().join("out").exists(), "{arguments}");
    }
}
