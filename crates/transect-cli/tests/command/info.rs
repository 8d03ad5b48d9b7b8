//! Tests of `transect info`: the contents of a model, and the planes that contain its faces.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::run::{Outcome, asset, count, folder, number, objects, project, report};
use crate::solids::{boxes, brick, open_brick};

fn info(folder: &Path, arguments: &[&str]) -> Outcome {
    let output = Command::new(env!("CARGO_BIN_EXE_transect"))
        .current_dir(folder)
        .arg("info")
        .args(arguments)
        .output();
    Outcome::of(&output.expect("the binary runs"))
}

fn answer(folder: &Path, arguments: &[&str]) -> Value {
    info(folder, &[arguments, &["--json"]].concat())
        .fine()
        .report()
}

#[test]
fn a_cube() {
    let cube = boxes(&[("Cube/c", [-1.0, 0.0, 0.25], [1.0, 2.0, 2.25])]);
    let folder = folder(&[("cube.obj", &cube)]);
    let face = |plane: &str, coordinate: f64| json!({ "plane": plane, "coordinate": coordinate, "area": 4.0, "triangles": 2 });
    let across = |low: Value, high: Value| json!({ "coordinates": 2, "largest": [low, high] });
    assert_eq!(
        answer(folder.path(), &["cube.obj"]),
        json!({
            "version": 1,
            "source": [{ "path": "cube.obj", "format": "obj", "bytes": cube.len(), "unit": null }],
            "objects": { "total": 1, "closed": 1, "open": 0 },
            "triangles": 12,
            "vertices": 8,
            "bounds": { "min": [-1.0, 0.0, 0.25], "max": [1.0, 2.0, 2.25] },
            "classes": [{ "name": "Cube", "objects": 1 }],
            "open": [],
            "bodies": [],
            "bent": [],
            "faces": {
                "x": across(face("x=-1", -1.0), face("x=1", 1.0)),
                "y": across(face("y=0", 0.0), face("y=2", 2.0)),
                "z": across(face("z=0.25", 0.25), face("z=2.25", 2.25)),
            },
        })
    );
    let table = info(folder.path(), &["cube.obj"]).fine().stdout;
    assert_eq!(
        table,
        format!(
            "\
read         cube.obj: obj, {} bytes, unit not known
objects      1 object, 12 triangles, 8 vertices, bounds (-1.00, 0.00, 0.25) – (1.00, 2.00, 2.25)
closed       the object is closed
classes      Cube 1

planes that contain faces, the largest first, as --plane reads them
across x     x=-1  area 4, 2 triangles
             x=1   area 4, 2 triangles
across y     y=0  area 4, 2 triangles
             y=2  area 4, 2 triangles
across z     z=0.25  area 4, 2 triangles
             z=2.25  area 4, 2 triangles
",
            cube.len()
        )
    );
}

#[test]
fn an_office() {
    let folder = folder(&[]);
    let office = answer(folder.path(), &[&asset("office.glb")]);
    assert_eq!(
        office["objects"],
        json!({ "total": 1083, "closed": 961, "open": 122 })
    );
    assert_eq!(office["triangles"], 57755);
    assert_eq!(office["source"][0]["unit"], "m");
    assert_eq!(office["open"].as_array().map(Vec::len), Some(122));
    let classes = office["classes"].as_array().expect("a list");
    assert_eq!(
        classes[0],
        json!({ "name": "IfcWallStandardCase", "objects": 487 })
    );
    let total: u64 = classes.iter().map(|class| count(class, "/objects")).sum();
    assert_eq!(total, 1083);
    let slabs = answer(folder.path(), &[&asset("office.glb"), "--only", "IfcSlab*"]);
    assert_eq!(count(&slabs, "/objects/total"), 2);
    let table = info(folder.path(), &[&asset("office.glb")]).fine().stdout;
    assert!(
        table.contains("closed       961 of 1,083; 122 open: Ifc"),
        "{table}"
    );
    assert!(table.contains("and 119 more\n"), "{table}");
}

/// The planes that `transect info` prints are exact: a cut at such a plane counts as many faces on the plane as `info`.
#[test]
fn the_planes_of_a_part_hit_its_faces() {
    let folder = folder(&[]);
    let model = asset("cad_featuretype.stl");
    let part = answer(folder.path(), &[&model]);
    let mesh = &objects(Path::new(&model))[0].1;
    for (axis, letter) in ["x", "y", "z"].into_iter().enumerate() {
        let largest = part["faces"][letter]["largest"].as_array().expect("a list");
        assert!(!largest.is_empty() && largest.len() <= 10);
        assert!(largest.is_sorted_by(|a, b| number(a, "/area") >= number(b, "/area")));
        for height in largest {
            let coordinate = number(height, "/coordinate");
            let lies = |triangle: &usize| {
                mesh.corners(*triangle)
                    .iter()
                    .all(|c| c[axis] == coordinate)
            };
            let found = (0..mesh.triangles().len()).filter(lies).count();
            assert_eq!(found as u64, count(height, "/triangles"), "{height}");
            let plane = height["plane"].as_str().expect("a text");
            let cut = report(folder.path(), &[&model, "--plane", plane]);
            assert_eq!(count(&cut, "/planes/0/faces_on_plane"), found as u64);
        }
    }
    let heights = part["faces"]["z"]["largest"].as_array().expect("a list");
    assert!(
        heights
            .iter()
            .any(|height| height["plane"] == "z=1.1749999523162842")
    );
}

#[test]
fn what_is_open_and_what_is_nothing() {
    let folder = folder(&[("open.obj", &open_brick()), ("brick.obj", &brick())]);
    let both = answer(folder.path(), &["open.obj", "brick.obj"]);
    assert_eq!(
        both["open"],
        json!([{
            "name": "open:Brick/b",
            "open_edges": 4,
            "gaps": [{
                "kind": "hole",
                "open_edges": 4,
                "size": 5.830951894845301,
                "bounds": { "min": [2.0, 0.0, 0.0], "max": [2.0, 3.0, 5.0] },
            }],
            "weld": null,
        }])
    );
    let alone = info(folder.path(), &["open.obj"]).fine().stdout;
    assert!(
        alone.contains("closed       the object is open (4 open edges)\n"),
        "{alone}"
    );
    let missing = info(folder.path(), &["none.obj"]);
    assert_eq!((missing.status, missing.stdout.as_str()), (Some(2), ""));
    let nothing = info(folder.path(), &["brick.obj", "--only", "Wall*"]);
    assert_eq!((nothing.status, nothing.stdout.as_str()), (Some(2), ""));
    assert!(
        nothing.stderr.contains("--only matches no object"),
        "{}",
        nothing.stderr
    );
}

/// Each field of the output is documented in docs/json.md.
#[test]
fn fields_are_documented() {
    let page = fs::read_to_string(project("docs/json.md")).expect("the page");
    let (_, page) = page
        .split_once("## `transect info --json`")
        .expect("a section");
    for field in [
        "version",
        "source",
        "objects.total",
        "objects.closed",
        "objects.open",
        "triangles",
        "vertices",
        "bounds",
        "classes",
        "open",
        "faces",
        "coordinates",
        "largest",
        "largest[].plane",
    ] {
        assert!(page.contains(&format!("`{field}`")), "{field}");
    }
    let help = info(Path::new("."), &["--help"]).fine().stdout;
    assert_eq!(help.matches("    transect info ").count(), 4, "{help}");
}
