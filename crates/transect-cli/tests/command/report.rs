//! Tests of the report for programs (`--json`): it is valid for docs/report.schema.json, and has the values computed by
//! hand.

use std::fs;

use jsonschema::Validator;
use serde_json::{Value, json};

use crate::run::{asset, cut, folder, project, report};
use crate::solids::{boxes, brick, open_brick, stairs};

fn schema() -> Value {
    let text = fs::read_to_string(project("docs/report.schema.json")).expect("the schema");
    serde_json::from_str(&text).expect("JSON")
}

fn validator() -> Validator {
    jsonschema::draft202012::new(&schema()).expect("a schema of draft 2020-12")
}

fn check(report: &Value) {
    let errors: Vec<String> = validator()
        .iter_errors(report)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert!(errors.is_empty(), "{errors:#?}");
}

#[test]
fn reports_follow_the_schema() {
    let folder = folder(&[
        ("open.obj", &open_brick()),
        ("brick.obj", &brick()),
        ("stairs.obj", &stairs()),
    ]);
    let cases: [&[&str]; 8] = [
        &["brick.obj", "--plane", "z=2"],
        &["brick.obj", "--plane", "z=9", "-o", "out"],
        &["open.obj", "--plane", "z=2"],
        &["open.obj", "brick.obj", "--plane", "z=2", "--unit", "mm"],
        &["stairs.obj", "--plane", "z=1", "--on-plane", "back"],
        &[&asset("gltf/nested.glb"), "--plane", "z=12"],
        &[&asset("spot.obj"), "--plane", "y=0.2", "--format", "stl"],
        &[&asset("cad_featuretype.stl"), "--plane", "z=1"],
    ];
    for arguments in cases {
        check(&report(folder.path(), arguments));
    }
    let written = fs::read_to_string(folder.path().join("out/report.json")).expect("a report");
    check(&serde_json::from_str(&written).expect("JSON"));
}

/// The schema rejects a report in which one value is wrong.
#[test]
fn the_schema_minds_what_is_wrong() {
    let folder = folder(&[("brick.obj", &brick())]);
    let right = report(folder.path(), &["brick.obj", "--plane", "z=2"]);
    let validator = validator();
    assert!(validator.is_valid(&right));
    let wrong: [fn(&mut Value); 8] = [
        |report| report["version"] = json!(1),
        |report| report["more"] = json!(1),
        |report| report["planes"][0]["section"]["area"] = Value::Null,
        |report| report["objects_list"][0]["pieces"][0]["volume"] = Value::Null,
        |report| report["objects"]["total"] = json!(1.5),
        |report| report["certificate"]["findings"] = json!([{}]),
        |report| {
            report["certificate"]["findings"] = json!([{
                "object": "Brick/b", "index": 0, "kind": "flipped", "part": "front", "plane": null, "place": null,
                "count": 1, "amount": 3.0, "severity": "note",
            }]);
        },
        |report| {
            report["certificate"]
                .as_object_mut()
                .expect("an object")
                .shift_remove("cap_area");
        },
    ];
    for (index, change) in wrong.into_iter().enumerate() {
        let mut report = right.clone();
        change(&mut report);
        assert!(!validator.is_valid(&report), "change {index}");
    }
}

/// The input is a brick of 2 × 3 × 5, cut at z = 2. The plane crosses the 4 upright edges and the diagonals of the 4
/// walls, so the section has 8 vertices. Each half has 8 + 4 = 12 vertices, and a closed surface with 12 vertices has
/// 20 triangles.
#[test]
fn a_brick_by_hand() {
    let folder = folder(&[("brick.obj", &brick())]);
    let report = report(folder.path(), &["brick.obj", "--plane", "z=2"]);
    assert_eq!(
        report["cut"],
        json!({"kind": "plane", "text": "z = 2", "file": null, "bounded": null, "keep": null})
    );
    let section = &report["planes"][0]["section"];
    let moments = &section["moments"];
    assert_eq!(moments["centroid"], json!([1.0, 1.5, 2.0]));
    assert_eq!(
        moments["axes"],
        json!([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]),
        "{moments}"
    );
    // 2 · 3³ / 12 and 3 · 2³ / 12.
    let bound = moments["second_error"].as_f64().expect("a bound");
    assert!(bound < 1e-11, "{moments}");
    let near = |found: &serde_json::Value, expected: f64| {
        (found.as_f64().expect("a number") - expected).abs() <= 2.0 * bound
    };
    for (index, expected) in [4.5, 2.0, 0.0].into_iter().enumerate() {
        assert!(near(&moments["second"][index], expected), "{moments}");
    }
    assert!(
        near(&moments["principal"]["moments"][0], 4.5)
            && near(&moments["principal"]["moments"][1], 2.0)
    );
    assert_eq!(
        report["planes"],
        json!([{
            "number": 1, "name": "1", "normal": [0.0, 0.0, 1.0], "offset": -2.0, "text": "z = 2",
            "through": null, "at": null,
            "objects": {"front": 0, "on": 1, "back": 0, "cut": 1, "touching": 0, "divided": 0},
            "vertices_on_plane": 0, "edges_on_plane": 0, "faces_on_plane": 0, "cap_area": 6.0,
            "section": {
                "on_plane": "front", "inside": "nonzero", "loops": 1, "open_chains": 0, "area": 6.0,
                "area_other_limit": 6.0, "signed_area": 6.0, "perimeter": 10.0,
                "moments": section["moments"], "material": null
            },
        }])
    );
    assert_eq!(
        report["objects"],
        json!({"total": 1, "cut": 1, "inside": null, "meets": null, "outside": null})
    );
    let half = |name: &str, area: f64, volume: f64| json!({"name": name, "sides": [name], "objects": 1, "triangles": 20, "vertices": 12, "area": area, "volume": volume, "signed_volume": volume, "closed": true, "open_edges": 0, "manifold_as_written": null, "vertices_as_written": null});
    assert_eq!(
        report["parts"],
        json!([
            half("front", 12.0 + 30.0, 18.0),
            half("back", 12.0 + 20.0, 12.0)
        ])
    );
    let certificate = &report["certificate"];
    for (key, value) in [
        ("objects_closed", json!(1)),
        ("objects_open", json!(0)),
        ("cut_open", json!(0)),
        ("closed_by", json!("counting")),
        ("cap_area", json!(6.0)),
        ("caps_verified", json!(1)),
        ("caps_turned_over", json!(0)),
        ("turned_over_area", json!(0.0)),
        ("volume_residual", json!(0.0)),
        ("largest_rounding", json!(0.0)),
        ("findings", json!([])),
    ] {
        assert_eq!(certificate[key], value, "{key}");
    }
    assert_eq!(
        report["objects_list"],
        json!([{
            "name": "Brick/b", "index": 0, "relation": null, "sides": ["on"], "closed": true,
            "unknown_volume": null,
            "met": [{
                "plane": 1, "touching": false, "divided": false, "loops": 1, "open_chains": 0, "area": 6.0,
                "signed_area": 6.0
            }],
            "pieces": [
                {"part": "front", "triangles": 20, "volume": 18.0, "signed_volume": 18.0},
                {"part": "back", "triangles": 20, "volume": 12.0, "signed_volume": 12.0},
            ],
        }])
    );
    assert_eq!(report["written"], json!([]));
}

/// The brick touches the plane with four vertices, five edges and two triangles, and the report counts them.
#[test]
fn a_brick_that_touches() {
    let folder = folder(&[("brick.obj", &brick())]);
    let report = report(folder.path(), &["brick.obj", "--plane", "z=0"]);
    assert_eq!(
        report["planes"][0]["objects"],
        json!({"front": 0, "on": 1, "back": 0, "cut": 0, "touching": 1, "divided": 0})
    );
    let certificate = &report["certificate"];
    let on_plane = ["vertices_on_plane", "edges_on_plane", "faces_on_plane"];
    assert_eq!(
        on_plane.map(|key| report["planes"][0][key].as_u64()),
        [Some(4), Some(5), Some(2)]
    );
    assert_eq!(report["parts"][0]["volume"], 30.0);
    assert_eq!(report["parts"][1]["triangles"], 0);
    assert_eq!(report["planes"][0]["section"]["area"], 0.0);
    assert_eq!(report["planes"][0]["section"]["area_other_limit"], 6.0);
    assert_eq!(certificate["cap_area"], 0.0);
}

/// A wall of 1 × 4 and a room of 3 × 4 have areas of 4 and 12 and perimeters of 10 and 14.
#[test]
fn the_material_is_apart_from_rooms() {
    let parts = [
        ("IfcWall/w", [0.0; 3], [1.0, 4.0, 3.0]),
        ("IfcSpace/s", [1.0, 0.0, 0.0], [4.0, 4.0, 3.0]),
    ];
    let folder = folder(&[
        ("house.obj", &boxes(&parts)),
        ("wall.obj", &boxes(&parts[..1])),
    ]);
    let house = report(folder.path(), &["house.obj", "--plane", "z=1"]);
    check(&house);
    let section = &house["planes"][0]["section"];
    assert_eq!(section["moments"]["centroid"], json!([2.0, 2.0, 1.0]));
    assert_eq!(
        section["material"]["moments"]["centroid"],
        json!([0.5, 2.0, 1.0])
    );
    assert_eq!(
        *section,
        json!({
            "on_plane": "front", "inside": "nonzero", "loops": 2, "open_chains": 0, "area": 16.0,
            "area_other_limit": 16.0, "signed_area": 16.0, "perimeter": 24.0, "moments": section["moments"],
            "material": {
                "loops": 1, "open_chains": 0, "area": 4.0, "area_other_limit": 4.0, "signed_area": 4.0,
                "perimeter": 10.0, "moments": section["material"]["moments"],
            },
        })
    );
    let table = cut(folder.path(), &["house.obj", "--plane", "z=1"])
        .fine()
        .stdout;
    assert!(
        table
            .contains("section      2 loops, area 16, perimeter 24, rooms and openings included\n"),
        "{table}"
    );
    assert!(
        table.contains("material     1 loop, area 4, perimeter 10\n"),
        "{table}"
    );
    let wall = report(folder.path(), &["wall.obj", "--plane", "z=1"]);
    assert_eq!(wall["planes"][0]["section"]["material"], Value::Null);
}

#[test]
fn open_objects_have_no_volume() {
    let folder = folder(&[("open.obj", &open_brick()), ("brick.obj", &brick())]);
    let open = report(folder.path(), &["open.obj", "--plane", "z=2"]);
    for pointer in [
        "/parts/0/volume",
        "/parts/1/volume",
        "/certificate/volume_residual",
        "/certificate/volume_bound",
        "/objects_list/0/pieces/0/volume",
        "/objects_list/0/pieces/1/volume",
    ] {
        assert_eq!(open.pointer(pointer), Some(&Value::Null), "{pointer}");
    }
    assert_eq!(open["planes"][0]["section"]["open_chains"], 1);
    assert_eq!(
        open["planes"][0]["section"]["perimeter"], 0.0,
        "the perimeter of loops, and the section has no loop"
    );
    assert_eq!(open["certificate"]["cut_open"], 1);
    assert_eq!(open["parts"][0]["closed"], false);
    let both = report(folder.path(), &["open.obj", "brick.obj", "--plane", "z=2"]);
    assert_eq!(
        both["parts"][0]["volume"], 18.0,
        "the volume of the closed object"
    );
    assert_eq!(both["certificate"]["volume_residual"], 0.0);
    // The plane cuts no object, so the difference of the volumes (the residual) is zero.
    let front = report(folder.path(), &["open.obj", "--plane", "z=-1"]);
    assert_eq!(front["certificate"]["volume_residual"], 0.0);
    assert_eq!(front["parts"][0]["volume"], Value::Null);
}

/// The example in docs/json.md is the output of the command.
#[test]
fn the_documentation_shows_a_true_report() {
    let page = fs::read_to_string(project("docs/json.md")).expect("the page");
    let (_, rest) = page.split_once("```json\n").expect("an example");
    let (example, _) = rest.split_once("```").expect("its end");
    let mut example: Value = serde_json::from_str(example).expect("JSON");
    check(&example);
    let folder = folder(&[("brick.obj", &brick())]);
    let run = cut(
        folder.path(),
        &[
            "brick.obj",
            "--plane",
            "z=2",
            "--unit",
            "m",
            "-o",
            "out",
            "--json",
        ],
    );
    let mut report = run.fine().report();
    for either in [&mut example, &mut report] {
        // These values change with details of the rounding or with the length of the input file, so they are not
        // compared.
        either["certificate"]["volume_bound"] = Value::Null;
        either["certificate"]["area_bound"] = Value::Null;
        either["certificate"]["assumptions"] = Value::Null;
        either["source"][0]["bytes"] = Value::Null;
        let moments = &mut either["planes"][0]["section"]["moments"];
        moments["centroid_error"] = Value::Null;
        moments["second_error"] = Value::Null;
    }
    assert_eq!(example, report);
}

/// If all findings of the certificate are about the input, they are notes: the status is 0, and the table, the page and
/// JSON show the notes.
#[test]
fn notes_leave_the_status_0() {
    let folder = folder(&[]);
    // The input is a prism over a bow tie. Two of its sides cross in their interiors, where neither has a vertex.
    let tie = "o Prism/tie\n\
        v 0 0 0\nv 7 5 0\nv 7 0 0\nv 0 4 0\nv 0 0 2\nv 7 5 2\nv 7 0 2\nv 0 4 2\n\
        f 1 2 6\nf 1 6 5\nf 2 3 7\nf 2 7 6\nf 3 4 8\nf 3 8 7\nf 4 1 5\nf 4 5 8\n\
        f 1 3 2\nf 1 4 3\nf 5 6 7\nf 5 7 8\n";
    fs::write(folder.path().join("tie.obj"), tie).expect("a file");
    let arguments = ["tie.obj", "--plane", "z=1", "-o", "out", "--size", "64x64"];
    let table = cut(folder.path(), &arguments).fine().stdout;
    assert!(
        table.contains("note: Prism/tie: Outlines of the section cross"),
        "{table}"
    );
    assert!(!table.contains("Error"), "{table}");
    let text = fs::read_to_string(folder.path().join("out/report.json")).expect("a report");
    let report: Value = serde_json::from_str(&text).expect("JSON");
    check(&report);
    let findings = report["certificate"]["findings"]
        .as_array()
        .expect("a list");
    let parts: Vec<&Value> = findings.iter().map(|finding| &finding["part"]).collect();
    assert_eq!(parts, [&Value::Null]);
    for finding in findings {
        assert_eq!(finding["kind"], "section_crosses");
        assert_eq!(finding["severity"], "note");
    }
    assert_eq!(report["certificate"]["caps_verified"], 0);
    let page = fs::read_to_string(folder.path().join("out/report.html")).expect("a page");
    assert!(page.contains("class=\"verdict good\"") && !page.contains("Error"));
}
