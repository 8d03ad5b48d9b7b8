//! Tests of the arguments of `transect cut` and their effects.

use std::process::Stdio;

use serde_json::Value;

use crate::run::{Outcome, asset, command, count, cut, folder, number, report, transect};
use crate::solids::{boxes, brick, open_brick, stairs};

#[test]
fn planes_as_equations_and_as_point_and_normal() {
    let folder = folder(&[("brick.obj", &brick())]);
    let plane = |arguments: &[&str]| {
        let report = report(folder.path(), &[&["brick.obj"], arguments].concat());
        (
            report["planes"][0]["normal"].clone(),
            number(&report, "/planes/0/offset"),
        )
    };
    let up = serde_json::json!([0.0, 0.0, 1.0]);
    let down = serde_json::json!([0.0, 0.0, -1.0]);
    assert_eq!(plane(&["--plane", "z=1.2"]), (up.clone(), -1.2));
    assert_eq!(plane(&["--plane", "-z=1.2"]), (down.clone(), -1.2));
    assert_eq!(plane(&["--plane=-z=1.2"]), (down.clone(), -1.2));
    assert_eq!(
        plane(&["--point", "-1,-2,3", "--normal", "0,0,-1"]),
        (down, 3.0)
    );
    assert_eq!(
        plane(&["--normal", "0 0 1", "--point", "-1, -2, -3"]),
        (up, 3.0)
    );
}

/// No plane with floats as coefficients contains this face exactly. The plane stored as the three corners contains it.
/// The plane with the equation that the report prints does not.
#[test]
fn a_plane_through_the_corners_of_a_face_contains_it() {
    let tetrahedron = "v 0.1 0.2 0.3\nv 0.7 0.1 0.2\nv 0.3 0.9 0.4\nv 0.2 0.3 5\n\
                       f 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";
    let folder = folder(&[("t.obj", tetrahedron)]);
    let [a, b, c] = ["0.1,0.2,0.3", "0.7 0.1 0.2", "0.3,0.9,0.4"];
    let through = |first: &str, second: &str, third: &str| {
        let points = ["--through", first, "--through", second, "--through", third];
        report(folder.path(), &[&["t.obj"], &points[..]].concat())
    };
    let snapped = through(a, b, c);
    assert_eq!(
        snapped["planes"][0]["through"],
        serde_json::json!([[0.1, 0.2, 0.3], [0.7, 0.1, 0.2], [0.3, 0.9, 0.4]])
    );
    assert_eq!(count(&snapped, "/planes/0/faces_on_plane"), 1);
    assert_eq!(count(&snapped, "/planes/0/vertices_on_plane"), 3);
    assert_eq!(count(&snapped, "/planes/0/objects/touching"), 1);
    assert_eq!(count(&snapped, "/parts/1/triangles"), 0);
    // An odd permutation of the three points exchanges the front and the back half. An even permutation leaves both
    // halves unchanged.
    let turned = through(b, a, c);
    assert_eq!(turned["parts"][1]["volume"], snapped["parts"][0]["volume"]);
    assert_eq!(turned["parts"][0]["volume"], snapped["parts"][1]["volume"]);
    assert_eq!(through(b, c, a)["parts"], snapped["parts"]);
    let text = snapped["planes"][0]["text"].as_str().expect("an equation");
    let rounded = report(folder.path(), &["t.obj", "--plane", text]);
    assert_eq!(count(&rounded, "/planes/0/faces_on_plane"), 0);
    let table = cut(
        folder.path(),
        &["t.obj", "--through", a, "--through", b, "--through", c],
    );
    let row = "through (0.1, 0.2, 0.3), (0.7, 0.1, 0.2), (0.3, 0.9, 0.4)\n";
    assert!(table.fine().stdout.contains(row));
}

/// No plane with this normal and a float as its offset contains the point, which has UTM coordinates. The plane stored
/// as the point and the normal contains it.
#[test]
fn a_plane_at_a_vertex_contains_it() {
    let tetrahedron = "v 691607.85 5334761.36 519.27\nv 691617.85 5334760.36 519.27\n\
                       v 691607.85 5334771.36 529.27\nv 691607.85 5334750.36 510.27\n\
                       f 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";
    let folder = folder(&[("t.obj", tetrahedron)]);
    let [point, normal] = ["691607.85,5334761.36,519.27", "0.31,-0.22,0.93"];
    let flags = ["t.obj", "--point", point, "--normal", normal];
    let kept = report(folder.path(), &flags);
    assert_eq!(
        kept["planes"][0]["at"],
        serde_json::json!({
            "point": [691_607.85, 5_334_761.36, 519.27], "normal": [0.31, -0.22, 0.93],
        })
    );
    assert_eq!(kept["planes"][0]["through"], serde_json::Value::Null);
    assert_eq!(count(&kept, "/planes/0/vertices_on_plane"), 1);
    assert_eq!(count(&kept, "/planes/0/objects/on"), 1);
    let text = kept["planes"][0]["text"].as_str().expect("an equation");
    let rounded = report(folder.path(), &["t.obj", "--plane", text]);
    assert_eq!(rounded["planes"][0]["at"], serde_json::Value::Null);
    assert_eq!(count(&rounded, "/planes/0/vertices_on_plane"), 0);
    let table = cut(folder.path(), &flags);
    let row = "at (691607.85, 5334761.36, 519.27), normal (0.31, -0.22, 0.93)\n";
    assert!(table.fine().stdout.contains(row));
    let exact = ["t.obj", "--point", "691610,0,0", "--normal", "0.1,0,0"];
    let table = cut(folder.path(), &exact);
    assert!(table.fine().stdout.contains("x = 691610\n"));
}

#[test]
fn the_other_limit_swaps_the_areas() {
    let folder = folder(&[("stairs.obj", &stairs())]);
    let with = |side: &str| {
        report(
            folder.path(),
            &["stairs.obj", "--plane", "z=1", "--on-plane", side],
        )
    };
    let (mut front, mut back) = (with("front"), with("back"));
    assert_eq!(number(&front, "/planes/0/section/area"), 6.0);
    assert_eq!(number(&front, "/planes/0/section/area_other_limit"), 3.0);
    assert_eq!(number(&front, "/planes/0/section/perimeter"), 10.0);
    assert_eq!(number(&back, "/planes/0/section/area"), 3.0);
    assert_eq!(number(&back, "/planes/0/section/area_other_limit"), 6.0);
    assert_eq!(number(&back, "/planes/0/section/perimeter"), 8.0);
    assert_eq!(front["objects_list"][0]["met"][0]["area"], 6.0);
    assert_eq!(back["objects_list"][0]["met"][0]["area"], 3.0);
    for report in [&mut front, &mut back] {
        report["planes"][0]["section"] = Value::Null;
        report["objects_list"] = Value::Null;
    }
    assert_eq!(front, back, "the halves and the certificate stay");
    // The lower step ends at the plane and lies behind it. So only the part under the upper step needs a cap. The area
    // of this cap is 1 × 3.
    assert_eq!(number(&front, "/parts/0/volume"), 3.0);
    assert_eq!(number(&front, "/parts/1/volume"), 6.0);
    assert_eq!(number(&front, "/certificate/cap_area"), 3.0);
}

#[test]
fn a_flipped_plane_exchanges_front_and_back() {
    let file = boxes(&[
        ("a", [0.0; 3], [1.0, 1.0, 1.0]),
        ("b", [2.0, 0.0, 0.0], [3.0, 1.0, 3.0]),
        ("c", [4.0, 0.0, 2.0], [5.0, 1.0, 3.0]),
        ("d", [6.0, 0.0, 2.0], [7.0, 1.0, 5.0]),
    ]);
    let folder = folder(&[("boxes.obj", &file)]);
    let up = report(folder.path(), &["boxes.obj", "--plane", "z=1.5"]);
    let down = report(
        folder.path(),
        &["boxes.obj", "--plane", "-z=-1.5", "--on-plane", "back"],
    );
    let counts = |report: &Value| report["planes"][0]["objects"].clone();
    for (here, there) in [("front", "back"), ("on", "on"), ("back", "front")] {
        assert_eq!(counts(&up)[here], counts(&down)[there]);
    }
    for (here, there) in [(0, 1), (1, 0)] {
        for key in ["triangles", "vertices", "area", "volume", "closed"] {
            assert_eq!(up["parts"][here][key], down["parts"][there][key], "{key}");
        }
    }
    assert_eq!(
        [
            count(&up, "/planes/0/objects/front"),
            count(&up, "/planes/0/objects/on"),
            count(&up, "/planes/0/objects/back")
        ],
        [2, 1, 1]
    );
    assert_eq!(
        up["planes"][0]["section"]["area"],
        down["planes"][0]["section"]["area"]
    );
    assert_eq!(
        up["certificate"]["cap_area"],
        down["certificate"]["cap_area"]
    );
}

#[test]
fn only_looks_at_what_matches() {
    let file = boxes(&[
        ("Wall/a", [0.0; 3], [1.0; 3]),
        ("Wall/b", [2.0, 0.0, 0.0], [3.0, 1.0, 1.0]),
        ("Space/c", [4.0, 0.0, 0.0], [5.0, 1.0, 1.0]),
    ]);
    let folder = folder(&[("boxes.obj", &file)]);
    let walls = report(
        folder.path(),
        &["boxes.obj", "--plane", "z=0.5", "--only", "Wall/*"],
    );
    assert_eq!(count(&walls, "/objects/total"), 2);
    assert_eq!(number(&walls, "/planes/0/section/area"), 2.0);
    let two = [
        "boxes.obj",
        "--plane",
        "z=0.5",
        "--only",
        "*b",
        "--only",
        "Sp*",
    ];
    let two = report(folder.path(), &two);
    assert_eq!(two["objects_list"][0]["name"], "Wall/b");
    assert_eq!(two["objects_list"][1]["name"], "Space/c");
}

#[test]
fn several_models_make_one_scene() {
    let folder = folder(&[("a.obj", &brick()), ("b.obj", &brick())]);
    let report = report(
        folder.path(),
        &["a.obj", "b.obj", &asset("spot.obj"), "--plane", "z=2"],
    );
    let objects = report["objects_list"].as_array().expect("a list");
    let names: Vec<&str> = objects
        .iter()
        .filter_map(|object| object["name"].as_str())
        .collect();
    assert_eq!(names, ["a:Brick/b", "b:Brick/b", "spot"]);
    assert_eq!(report["source"].as_array().map(Vec::len), Some(3));
    assert_eq!(number(&report, "/planes/0/section/area"), 12.0);
}

#[test]
fn units_are_the_files_or_as_named() {
    let folder = folder(&[("brick.obj", &brick())]);
    let glb = asset("gltf/primitives.glb");
    let unit = |arguments: &[&str]| {
        let arguments = [&["--plane", "z=2"], arguments].concat();
        report(folder.path(), &arguments)["source"][0]["unit"].clone()
    };
    assert_eq!(unit(&[&glb]), "m");
    assert_eq!(unit(&["brick.obj"]), Value::Null);
    assert_eq!(unit(&["brick.obj", "--unit", "mm"]), "mm");
    for (name, symbol) in [
        ("MM", "mm"),
        ("Inches", "in"),
        ("foot", "ft"),
        ("Micron", "µm"),
    ] {
        assert_eq!(unit(&["brick.obj", "--unit", name]), symbol);
    }
    for arguments in [
        &["cut", "brick.obj", "--plane", "z=2"][..],
        &["slice", "brick.obj", "--axis", "z", "--step", "1"],
        &["measure", "brick.obj"],
        &["classify", "b.csv", "--plane", "z=2"],
    ] {
        let arguments = [arguments, &["--unit", "parsec"]].concat();
        let refused = transect(folder.path(), &arguments);
        assert_eq!(refused.status, Some(2), "{arguments:?}");
        let expected = "error: --unit: \"parsec\" is not a known unit of length: known are mm, ";
        assert!(refused.stderr.starts_with(expected), "{}", refused.stderr);
    }
    let table = cut(folder.path(), &[&glb, "brick.obj", "--plane", "z=2"])
        .fine()
        .stdout;
    assert!(
        table.contains("area 18, perimeter 24\n"),
        "one file in metres, one without a unit: the table has no unit: {table}"
    );
}

/// The specification of glTF says that lengths are in metres, so another `--unit` is an error. Other formats have no
/// unit.
#[test]
fn gltf_is_in_metres() {
    let folder = folder(&[("brick.obj", &brick())]);
    let glb = asset("gltf/primitives.glb");
    for models in [&[&*glb][..], &["brick.obj", &glb]] {
        let arguments = [models, &["--plane", "z=2", "--unit", "mm", "-o", "out"]].concat();
        let refused = cut(folder.path(), &arguments);
        assert_eq!(
            (
                refused.status,
                refused.stdout.as_str(),
                refused.stderr.as_str()
            ),
            (
                Some(2),
                "",
                "error: --unit mm: primitives.glb is glTF, whose unit is the metre\n  \
                 hint: leave --unit out; the name of a unit does not convert coordinates, so scale the model instead\n"
            )
        );
        assert_eq!(crate::run::names(folder.path()), ["brick.obj"]);
    }
    for unit in ["m", "metres", "Meter"] {
        let report = report(folder.path(), &[&glb, "--plane", "z=2", "--unit", unit]);
        assert_eq!(report["source"][0]["unit"], "m");
    }
}

#[test]
fn words_may_have_capital_letters() {
    let folder = folder(&[("brick.obj", &brick())]);
    for arguments in [
        &[
            "cut",
            "brick.obj",
            "--plane",
            "z=2",
            "-o",
            "1",
            "--format",
            "STL",
            "--paper",
            "A3",
            "--orientation",
            "Portrait",
            "--on-plane",
            "Back",
            "--up",
            "Y",
        ][..],
        &[
            "cut",
            "brick.obj",
            "--box",
            "0,0,0,1,1,1",
            "-o",
            "2",
            "--keep",
            "INSIDE",
        ],
        &[
            "slice",
            "brick.obj",
            "--axis",
            "Z",
            "--step",
            "1",
            "-o",
            "3",
            "--at-layer",
            "Top",
            "--terrain",
            "Never",
            "--cli",
            "ASCII",
            "--write",
            "masks.zip,layers.cli,contours.svg",
            "--resolution",
            "0.5",
            "--mirror",
            "XY",
        ],
    ] {
        let done = transect(folder.path(), arguments);
        assert_eq!(done.status, Some(0), "{arguments:?}: {}", done.stderr);
    }
    assert!(folder.path().join("1/front.stl").exists());
    let near = transect(
        folder.path(),
        &["cut", "brick.obj", "--plane", "z=2", "--format", "STK"],
    );
    assert_eq!(near.status, Some(2));
    assert!(
        near.stderr
            .contains("[possible values: stl, obj, ply, off, 3mf, glb]"),
        "{}",
        near.stderr
    );
}

#[test]
fn strict_minds_open_objects() {
    let folder = folder(&[("open.obj", &open_brick()), ("brick.obj", &brick())]);
    let open = cut(
        folder.path(),
        &["open.obj", "--plane", "z=2", "--strict", "--json"],
    );
    assert_eq!(open.status, Some(1));
    assert_eq!(open.stderr, "error: 1 object is open (--strict): Brick/b\n");
    assert_eq!(open.report()["certificate"]["objects_open"], 1);
    cut(folder.path(), &["open.obj", "--plane", "z=2"]).fine();
    cut(folder.path(), &["brick.obj", "--plane", "z=2", "--strict"]).fine();
}

#[test]
fn near_misses_are_said_with_the_plane_that_hits() {
    let folder = folder(&[]);
    let office = asset("office.glb");
    let missed = cut(folder.path(), &[&office, "--plane", "z=0.915", "--json"]).fine();
    assert_eq!(count(&missed.report(), "/planes/0/vertices_on_plane"), 0);
    assert!(
        missed
            .stderr
            .starts_with("note: 308 vertices of 48 objects lie within one 32-bit step")
    );
    let (_, hint) = missed.stderr.split_once("hint: --plane ").expect("a hint");
    let (text, _) = hint.split_once(' ').expect("a sentence");
    assert_eq!(text, "z=0.9150000214576721");
    let hit = cut(folder.path(), &[&office, "--plane", text, "--json"]).fine();
    assert_eq!(count(&hit.report(), "/planes/0/vertices_on_plane"), 308);
    assert_eq!(hit.stderr, "");
}

#[test]
fn a_reader_that_leaves_is_no_error() {
    let folder = folder(&[("brick.obj", &brick())]);
    for more in [&[][..], &["--json"]] {
        let mut command = command(
            folder.path(),
            &[&["brick.obj", "--plane", "z=2"], more].concat(),
        );
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the binary runs");
        drop(child.stdout.take());
        let outcome = Outcome::of(&child.wait_with_output().expect("it ends"));
        assert_eq!((outcome.status, outcome.stderr.as_str()), (Some(0), ""));
    }
}

#[test]
fn what_needs_a_folder_says_so() {
    let folder = folder(&[("brick.obj", &brick())]);
    let outcome = cut(folder.path(), &["brick.obj", "--plane", "z=2", "--force"]).fine();
    assert!(
        outcome.stderr.contains("without -o DIR"),
        "{}",
        outcome.stderr
    );
    assert_eq!(
        crate::run::names(folder.path()),
        ["brick.obj"],
        "nothing is written without -o"
    );
}
