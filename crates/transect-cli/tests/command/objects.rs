//! Tests of `objects.csv`, which is compared with the report.

use std::collections::HashMap;
use std::path::Path;

use serde_json::Value;
use transect::{Plane, Side};

use crate::run::{asset, cut, folder, number, objects, report};
use crate::solids::{boxes, brick, open_brick};

/// Returns the rows of the table, each as a map from column names to cells.
fn rows(path: &Path) -> Vec<HashMap<String, String>> {
    let mut table = csv::Reader::from_path(path).expect("a table");
    let rows = table.deserialize().collect::<Result<Vec<_>, _>>();
    rows.expect("rows as long as the head")
}

fn value(row: &HashMap<String, String>, column: &str) -> f64 {
    let cell = &row[column];
    cell.parse()
        .unwrap_or_else(|_| panic!("{column} is {cell:?}"))
}

/// Spreadsheets take names such as `=1+1` for formulas. Names are written as they are, and a note says so.
#[test]
fn names_like_formulas_are_a_note() {
    let scene = boxes(&[
        ("=cmd|x/A1", [0.0; 3], [1.0; 3]),
        ("-minus/1", [2.0, 0.0, 0.0], [3.0, 1.0, 1.0]),
        ("Wall/=a", [4.0, 0.0, 0.0], [5.0, 1.0, 1.0]),
    ]);
    let folder = folder(&[("house.obj", &scene)]);
    let arguments = [
        "house.obj",
        "--plane",
        "z=0.5",
        "-o",
        "out",
        "--force",
        "--write",
    ];
    let told = cut(folder.path(), &[&arguments[..], &["objects.csv"]].concat()).fine();
    let note = "note: objects.csv: 2 names begin with =, +, - or @, such as =cmd|x/A1, which spreadsheets take";
    assert!(told.stderr.contains(note), "{}", told.stderr);
    let rows = rows(&folder.path().join("out/objects.csv"));
    let names: Vec<&str> = rows.iter().map(|row| &*row["name"]).collect();
    assert_eq!(names, ["=cmd|x/A1", "-minus/1", "Wall/=a"]);
    let told = cut(folder.path(), &[&arguments[..], &["section.svg"]].concat()).fine();
    assert_eq!(told.stderr, "");
}

#[test]
fn columns_stand_in_the_documented_order() {
    let folder = folder(&[("brick.obj", &brick())]);
    report(folder.path(), &["brick.obj", "--plane", "z=2", "-o", "out"]);
    let text = std::fs::read_to_string(folder.path().join("out/objects.csv")).expect("a table");
    assert_eq!(
        text,
        "index,name,class,relation,side,touching,divided,cut_by,closed,loops,section_area,\
         section_signed_area,volume_front,volume_back,signed_volume_front,signed_volume_back,\
         xmin,ymin,zmin,xmax,ymax,zmax,backmost_side,frontmost_side,backmost_distance,frontmost_distance\n\
         0,Brick/b,Brick,,on,false,false,1,true,1,6.0,6.0,18.0,12.0,18.0,12.0,0.0,0.0,0.0,2.0,3.0,5.0,back,front,\
         -2.0,3.0\n"
    );
    let page = crate::run::project("docs/json.md");
    let page = std::fs::read_to_string(page).expect("the page");
    let head = text.lines().next().expect("a head");
    for column in head.split(',') {
        assert!(page.contains(&format!("`{column}`")), "{column}");
    }
}

/// The sums over all rows equal the sums in the report. The bounds and sides in the rows equal bounds and sides
/// computed from the input's vertices.
#[test]
fn the_office_adds_up() {
    let folder = folder(&[]);
    let model = asset("office.glb");
    let report = report(folder.path(), &[&model, "--plane", "z=1.2", "-o", "out"]);
    let rows = rows(&folder.path().join("out/objects.csv"));
    let listed = report["objects_list"].as_array().expect("a list");
    assert_eq!(rows.len(), listed.len());

    let sum = |column: &str| {
        let cells = rows.iter().filter(|row| !row[column].is_empty());
        cells.map(|row| value(row, column)).sum::<f64>()
    };
    assert_eq!(
        sum("section_area"),
        number(&report, "/planes/0/section/area")
    );
    assert_eq!(sum("loops"), number(&report, "/planes/0/section/loops"));
    for half in ["front", "back"] {
        let volume = number(
            &report,
            &format!("/parts/{}/volume", usize::from(half == "back")),
        );
        assert_eq!(sum(&format!("volume_{half}")), volume);
    }
    for side in ["front", "on", "back"] {
        let count = rows.iter().filter(|row| row["side"] == side).count();
        assert_eq!(
            count as f64,
            number(&report, &format!("/planes/0/objects/{side}"))
        );
    }

    let plane: Plane = "z=1.2".parse().expect("a plane");
    let input = objects(Path::new(&model));
    for ((row, object), (name, mesh)) in rows.iter().zip(listed).zip(input) {
        assert_eq!(row["name"], name);
        assert_eq!(Value::from(row["side"].as_str()), object["sides"][0]);
        assert_eq!(row["class"], name.split('/').next().expect("a class"));
        let bounds = mesh.bounds().expect("triangles");
        for (axis, letter) in ["x", "y", "z"].into_iter().enumerate() {
            assert_eq!(value(row, &format!("{letter}min")), bounds.min()[axis]);
            assert_eq!(value(row, &format!("{letter}max")), bounds.max()[axis]);
        }
        let sides: Vec<Side> = mesh.positions().iter().map(|p| plane.side(p)).collect();
        let (least, greatest) = (sides.iter().min(), sides.iter().max());
        assert_eq!(row["backmost_side"], least.expect("one").to_string());
        assert_eq!(row["frontmost_side"], greatest.expect("one").to_string());
        assert_eq!(value(row, "backmost_distance"), bounds.min()[2] - 1.2);
        assert_eq!(value(row, "frontmost_distance"), bounds.max()[2] - 1.2);
    }
}

#[test]
fn touching_open_and_oddly_named_objects() {
    let below = boxes(&[("Slab, \"lower\"/s", [0.0; 3], [4.0, 4.0, 2.0])]);
    let folder = folder(&[("below.obj", &below), ("open.obj", &open_brick())]);
    let arguments = ["below.obj", "open.obj", "--plane", "z=2", "-o", "out"];
    report(folder.path(), &arguments);
    let rows = rows(&folder.path().join("out/objects.csv"));
    let [slab, open] = rows.as_slice() else {
        panic!("two objects, not {}", rows.len());
    };
    assert_eq!(slab["name"], "below:Slab, \"lower\"/s");
    assert_eq!(slab["class"], "below:Slab, \"lower\"");
    assert_eq!((&*slab["side"], &*slab["touching"]), ("on", "true"));
    assert_eq!(
        (&*slab["backmost_side"], &*slab["frontmost_side"]),
        ("back", "on")
    );
    assert_eq!(
        (&*slab["backmost_distance"], &*slab["frontmost_distance"]),
        ("-2.0", "0.0")
    );
    assert_eq!((&*open["closed"], &*open["volume_front"]), ("false", ""));
}
