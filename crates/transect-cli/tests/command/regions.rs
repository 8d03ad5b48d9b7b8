//! Tests of `transect cut` by several planes, which bound a region or divide the model (a division): known solids, the
//! files, and the messages.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::run::{
    Outcome, asset, cut, cut_unseen, folder, names, number, objects, project, report, volume,
};
use crate::solids::{boxes, brick, open_brick, stairs};

/// A box around a corner of the brick. The brick is 2 × 3 × 5, and its part inside the box is 1 × 2 × 4.
const CORNER: [&str; 2] = ["--box", "1,1,1,9,9,9"];

/// Runs `transect cut … --json`, which must succeed, and returns the report. Checks the report against its schema.
fn reported(folder: &Path, arguments: &[&str]) -> Value {
    let report = report(folder, arguments);
    let errors = faults(&report);
    assert!(errors.is_empty(), "{errors:#?}");
    report
}

/// Returns the places where a report does not follow the schema.
fn faults(report: &Value) -> Vec<String> {
    let schema = fs::read_to_string(project("docs/report.schema.json")).expect("the schema");
    let schema = serde_json::from_str(&schema).expect("JSON");
    let validator = jsonschema::draft202012::new(&schema).expect("a schema of draft 2020-12");
    let errors = validator.iter_errors(report);
    errors.map(|error| error.to_string()).collect()
}

/// Returns the volumes of the parts with their names.
fn volumes(report: &Value) -> Vec<(String, f64)> {
    let parts = report["parts"].as_array().expect("a list").iter();
    parts
        .map(|part| {
            let name = part["name"].as_str().expect("a name").to_string();
            (name, part["volume"].as_f64().expect("a volume"))
        })
        .collect()
}

fn named(list: &[(&str, f64)]) -> Vec<(String, f64)> {
    list.iter()
        .map(|(name, volume)| ((*name).into(), *volume))
        .collect()
}

#[test]
fn a_box_cuts_a_corner_out_of_a_brick() {
    let folder = folder(&[("brick.obj", &brick())]);
    let report = reported(folder.path(), &[&["brick.obj"][..], &CORNER].concat());
    assert_eq!(
        volumes(&report),
        named(&[("inside", 8.0), ("outside", 22.0)])
    );
    assert_eq!(
        report["objects"],
        json!({"total": 1, "inside": 0, "meets": 1, "outside": 0, "cut": 1})
    );
    let planes = report["planes"].as_array().expect("planes").iter();
    let areas: Vec<f64> = planes.map(|plane| number(plane, "/cap_area")).collect();
    // Areas of triangles are rounded.
    for (area, expected) in areas.iter().zip([8.0, 0.0, 4.0, 0.0, 2.0, 0.0]) {
        assert!((area - expected).abs() < 1e-14, "{areas:?}");
    }
    assert_eq!(areas.len(), 6);
    let met = report["objects_list"][0]["met"].as_array().expect("a list");
    let met: Vec<&Value> = met.iter().map(|own| &own["plane"]).collect();
    assert_eq!(met, [1, 3, 5]);
    assert_eq!(
        report["objects_list"][0]["sides"],
        json!(["on", "front", "on", "front", "on", "front"])
    );
    assert_eq!(number(&report, "/certificate/volume_residual"), 0.0);
    assert_eq!(report["certificate"]["findings"], json!([]));
}

#[test]
fn the_schema_rejects_what_is_wrong() {
    let folder = folder(&[("brick.obj", &brick())]);
    let good = reported(folder.path(), &[&["brick.obj"][..], &CORNER].concat());
    for (pointer, wrong) in [
        ("/version", json!(1)),
        ("/cut/kind", json!("ball")),
        ("/parts/0/volume", json!("8")),
        ("/planes/0/normal", json!([1, 0])),
        ("/objects_list/0/relation", json!("cut")),
    ] {
        let mut report = good.clone();
        *report.pointer_mut(pointer).expect("a field") = wrong;
        assert!(!faults(&report).is_empty(), "{pointer}");
    }
}

/// The same part is cut out by a box, by a file with the six planes of the box, and by six cuts in turn. The parts of
/// the box and of the file have the same bits. The part of the six cuts has their vertices, and more where later planes
/// crossed diagonals.
#[test]
fn a_box_equals_six_cuts() {
    let planes = "x=0.3\n1.7=x\ny=0.7\n2.9=y\nz=1.1\n4.3=z\n";
    let folder = folder(&[("brick.obj", &brick()), ("planes.txt", planes)]);
    let path = folder.path();
    let parts = ["--keep", "inside", "--write", "parts"];
    let of_box = ["brick.obj", "--box", "0.3,0.7,1.1,1.7,2.9,4.3", "-o", "box"];
    cut(path, &[&of_box[..], &parts].concat()).fine();
    let of_file = ["brick.obj", "--region", "planes.txt", "-o", "file"];
    cut(path, &[&of_file[..], &parts].concat()).fine();
    let mut left = String::from("brick.obj");
    for (index, plane) in planes.lines().enumerate() {
        let out = format!("cut{index}");
        cut(
            path,
            &[&left, "--plane", plane, "-o", &out, "--write", "front"],
        )
        .fine();
        left = format!("{out}/front.obj");
    }
    let [one, two, three] = ["box/inside.obj", "file/inside.obj", &left].map(|file| {
        let mut objects = objects(&path.join(file));
        let (_, mesh) = objects.pop().expect("an object");
        assert!(objects.is_empty());
        (mesh.positions().to_vec(), mesh.triangles().to_vec())
    });
    assert_eq!(one, two);
    assert_eq!(one.0.len(), 8);
    assert!(one.0.iter().all(|point| three.0.contains(point)));
}

#[test]
fn a_slab_and_its_rest_are_closed_in_each_format() {
    let folder = folder(&[("stairs.obj", &stairs())]);
    let path = folder.path();
    for format in ["stl", "obj", "ply", "off", "3mf", "glb"] {
        let slab = [
            "stairs.obj",
            "--slab",
            "z=0.3..1.7",
            "-o",
            format,
            "--format",
            format,
        ];
        let outcome = cut_unseen(path, &[&slab[..], &["--json"]].concat()).fine();
        // A note about lost names of cut faces would contain the word "part". No format causes such a note.
        assert!(!outcome.stderr.contains("part"), "{}", outcome.stderr);
        let report: Value = outcome.report();
        assert_eq!(faults(&report), [""; 0]);
        assert_eq!(report["certificate"]["findings"], json!([]));
        // The stairs have the floor area 6 up to z = 1, and 3 from there to z = 2.
        let mut sum = 0.0;
        for (part, expected) in [("inside", 4.2 + 2.1), ("outside", 1.8 + 0.9)] {
            let file = path.join(format).join(format!("{part}.{format}"));
            let volumes = objects(&file)
                .iter()
                .map(|(_, mesh)| volume(mesh))
                .sum::<f64>();
            assert!((volumes - expected).abs() < 1e-5, "{part}: {volumes}");
            sum += volumes;
        }
        let bound = number(&report, "/certificate/volume_bound");
        assert!((sum - 9.0).abs() <= bound, "{sum}, bound {bound}");
        let drawings: Vec<String> = names(&path.join(format))
            .into_iter()
            .filter(|name| name.ends_with(".svg"))
            .collect();
        assert_eq!(drawings, ["section-z-max.svg", "section-z-min.svg"]);
        let svg = fs::read_to_string(path.join(format).join("section-z-min.svg")).expect("a file");
        assert!(svg.contains("z-min: z = 0.3"), "{svg}");
    }
}

#[test]
fn keep_selects_the_parts_that_are_written() {
    let folder = folder(&[("brick.obj", &brick())]);
    let path = folder.path();
    for (keep, files) in [
        ("inside", vec!["inside.mtl", "inside.obj"]),
        ("outside", vec!["outside.mtl", "outside.obj"]),
        (
            "both",
            vec!["inside.mtl", "inside.obj", "outside.mtl", "outside.obj"],
        ),
    ] {
        let arguments = ["brick.obj", "--keep", keep, "-o", keep, "--write", "parts"];
        cut(path, &[&arguments[..], &CORNER].concat()).fine();
        let written: Vec<String> = names(&path.join(keep));
        let wanted: Vec<&String> = written
            .iter()
            .filter(|name| !name.ends_with(".mtl"))
            .collect();
        let expected: Vec<&&str> = files
            .iter()
            .filter(|name| !name.ends_with(".mtl"))
            .collect();
        assert_eq!(format!("{wanted:?}"), format!("{expected:?}"));
    }
}

#[test]
fn all_files_of_a_region_are_written_and_nothing_is_replaced() {
    let folder = folder(&[("brick.obj", &brick())]);
    let path = folder.path();
    let all = [
        "brick.obj",
        "--slab",
        "z=1..2",
        "-o",
        "out",
        "--write",
        "all",
    ];
    let outcome = cut_unseen(path, &[&all[..], &["--json"]].concat()).fine();
    let mut expected = vec![
        "inside.obj",
        "objects.csv",
        "outside.obj",
        "preview.png",
        "report.html",
        "report.json",
    ];
    let sections = ["dxf", "geojson", "png", "svg", "wkb", "wkt"]
        .map(|format| ["max", "min"].map(|end| format!("section-z-{end}.{format}")));
    expected.extend(sections.as_flattened().iter().map(String::as_str));
    expected.sort_unstable();
    let mut written = names(&path.join("out"));
    written.retain(|name| !name.ends_with(".mtl"));
    assert_eq!(written, expected);
    let listed = outcome.report()["written"].as_array().map(Vec::len);
    assert_eq!(listed, Some(names(&path.join("out")).len()));
    let saved: Value =
        serde_json::from_str(&fs::read_to_string(path.join("out/report.json")).expect("a file"))
            .expect("JSON");
    assert_eq!(saved, outcome.report());
    let table = fs::read_to_string(path.join("out/objects.csv")).expect("a file");
    let mut lines = table.lines();
    assert_eq!(
        lines.next(),
        Some(
            "index,name,class,relation,side,touching,divided,cut_by,closed,loops,section_area,\
             section_signed_area,volume_inside,volume_outside,signed_volume_inside,signed_volume_outside,\
             xmin,ymin,zmin,xmax,ymax,zmax,backmost_side,frontmost_side,backmost_distance,frontmost_distance"
        )
    );
    assert_eq!(
        lines.next(),
        Some(
            "0,Brick/b,Brick,meets,on on,false false,false false,1 2,true,,,,6.0,24.0,6.0,24.0,0.0,0.0,0.0,2.0,3.0,5.0,\
             back back,front front,-1.0 -3.0,4.0 2.0"
        )
    );
    let again = cut_unseen(path, &all);
    assert_eq!(again.status, Some(2));
    assert!(again.stderr.contains("--force"), "{}", again.stderr);
}

#[test]
fn several_planes_divide_into_parts_named_by_their_sides() {
    let folder = folder(&[("stairs.obj", &stairs())]);
    let path = folder.path();
    let planes = [
        "stairs.obj",
        "--plane",
        "z=1",
        "--plane",
        "x=1.5",
        "-o",
        "out",
    ];
    let outcome = cut_unseen(path, &[&planes[..], &["--json"]].concat()).fine();
    let report = outcome.report();
    assert_eq!(faults(&report), [""; 0]);
    // Nothing of the stairs lies above z = 1 and right of x = 1.5.
    assert_eq!(
        volumes(&report),
        named(&[("front-back", 3.0), ("back-front", 1.5), ("back-back", 4.5)])
    );
    assert_eq!(report["parts"][1]["sides"], json!(["back", "front"]));
    assert_eq!(report["cut"]["kind"], "division");
    assert_eq!(report["objects"]["meets"], Value::Null);
    for (name, expected) in volumes(&report) {
        let file = path.join("out").join(format!("{name}.obj"));
        let (_, mesh) = objects(&file).pop().expect("an object");
        assert_eq!(volume(&mesh), expected);
    }
    assert!(!path.join("out/front-front.obj").exists());
    assert!(path.join("out/section-1.svg").exists() && path.join("out/section-2.svg").exists());
}

/// With one plane, the command writes halves, as without any flag of regions.
#[test]
fn a_single_plane_gives_halves() {
    let folder = folder(&[("brick.obj", &brick())]);
    let report = report(folder.path(), &["brick.obj", "--plane", "z=1"]);
    assert_eq!(report["version"], 6);
    assert_eq!(number(&report, "/parts/0/volume"), 24.0);
}

#[test]
fn each_of_many_planes_divides() {
    let folder = folder(&[("brick.obj", &brick())]);
    let texts: Vec<String> = (1..=8)
        .map(|step| format!("z={}", f64::from(step) * 0.5))
        .collect();
    let mut arguments = vec!["brick.obj"];
    for text in &texts {
        arguments.extend(["--plane", text]);
    }
    let divided = reported(folder.path(), &arguments);
    let volumes: f64 = volumes(&divided).iter().map(|(_, volume)| volume).sum();
    assert_eq!(divided["parts"].as_array().map(Vec::len), Some(9));
    assert!((volumes - 30.0).abs() <= number(&divided, "/certificate/volume_bound"));
    // The parts of many planes are named by their places. The order of the planes changes nothing else.
    let mut reversed = vec!["brick.obj"];
    for text in texts.iter().rev() {
        reversed.extend(["--plane", text]);
    }
    let reversed = reported(folder.path(), &reversed);
    let places: Vec<String> = (0..9).map(|place| format!("z{place}")).collect();
    let names = |report: &Value| -> Vec<String> {
        let parts = report["parts"].as_array().expect("parts").iter();
        let names = parts.filter_map(|part| part["name"].as_str());
        let mut names: Vec<String> = names.map(String::from).collect();
        names.sort_unstable();
        names
    };
    assert_eq!(
        (names(&divided), names(&reversed)),
        (places.clone(), places)
    );
}

/// A plane of each kind, and a grid whose inner cells are named by their places.
#[test]
fn planes_of_every_kind_and_grids_divide() {
    let folder = folder(&[("brick.obj", &brick())]);
    let path = folder.path();
    let mixed = [
        "brick.obj",
        "--plane",
        "z=1.5",
        "--point",
        "0.5,0.5,0",
        "--normal",
        "3,1,0",
        "--through",
        "0,0,3",
        "--through",
        "2,0,4",
        "--through",
        "0,3,3.5",
    ];
    let report = reported(path, &mixed);
    assert_eq!(report["planes"].as_array().map(Vec::len), Some(3));
    assert_eq!(report["certificate"]["findings"], json!([]));
    let total: f64 = volumes(&report).iter().map(|(_, volume)| volume).sum();
    assert!((total - 30.0).abs() < 1e-9);
    let grid = [
        "brick.obj",
        "--grid",
        "x=0..2/2",
        "--grid",
        "z=0..5 step 2.5",
    ];
    let report = reported(path, &grid);
    let expected = ["x2-z2", "x2-z1", "x1-z2", "x1-z1"].map(|name| (name.to_string(), 7.5));
    assert_eq!(volumes(&report), expected);
    assert_eq!(report["cut"]["kind"], "grid");
    for (wrong, message) in [
        ("x=0..2", "the number of cells is missing"),
        ("x=2..0/2", "the range does not ascend"),
        ("x=0..2/0", "not a number above 0"),
        ("q=0..2/2", "q"),
    ] {
        let outcome = cut(path, &["brick.obj", "--grid", wrong]);
        assert_eq!(outcome.status, Some(2), "{wrong}");
        assert!(outcome.stderr.contains(message), "{}", outcome.stderr);
    }
}

#[test]
fn a_frustum_cuts_what_a_camera_sees() {
    let camera = r#"{"position": [1, 1.5, 10], "forward": [0, 0, -1], "up": [0, 1, 0],
        "vertical_field_of_view_degrees": 90, "aspect": 1, "near": 6, "far": 8}"#;
    let folder = folder(&[("brick.obj", &brick()), ("camera.json", camera)]);
    let report = reported(folder.path(), &["brick.obj", "--frustum", "camera.json"]);
    // The near plane is z = 4 and the far plane z = 2; the other planes miss the brick. So the part inside has the
    // sides 2, 3 and 2.
    let inside = &volumes(&report)[0];
    assert!((inside.1 - 12.0).abs() < 1e-9, "{inside:?}");
    let names: Vec<&str> = report["planes"]
        .as_array()
        .expect("planes")
        .iter()
        .filter_map(|plane| plane["name"].as_str())
        .collect();
    assert_eq!(names, ["left", "right", "bottom", "top", "near", "far"]);
}

#[test]
fn an_orthographic_camera_cuts_a_box() {
    // The picture is 2 high and 1 wide, around (1, 1.5). The view goes from z = 1 to above the brick, which ends at z =
    // 5.
    let camera = r#"{"position": [1, 1.5, 3], "forward": [0, 0, -1], "up": [0, 1, 0],
        "orthographic_height": 2, "aspect": 0.5, "near": -5, "far": 2}"#;
    let folder = folder(&[("brick.obj", &brick()), ("camera.json", camera)]);
    let report = reported(folder.path(), &["brick.obj", "--frustum", "camera.json"]);
    let inside = &volumes(&report)[0];
    assert_eq!(inside.1, 8.0, "{inside:?}");
}

#[test]
fn objects_are_inside_or_outside_or_meet_the_region() {
    let model = boxes(&[
        ("In/a", [0.0; 3], [1.0; 3]),
        ("Meets/b", [0.0, 0.0, 1.5], [1.0, 1.0, 2.5]),
        ("Touches/c", [0.0, 0.0, 2.0], [1.0, 1.0, 3.0]),
        ("Out/d", [5.0; 3], [6.0; 3]),
    ]);
    let folder = folder(&[("model.obj", &model)]);
    let report = reported(folder.path(), &["model.obj", "--box", "0,0,0,2,2,2"]);
    let objects = report["objects_list"].as_array().expect("a list").iter();
    let relations: Vec<&str> = objects
        .filter_map(|object| object["relation"].as_str())
        .collect();
    // A body that only touches the region from outside has no part with thickness inside.
    assert_eq!(relations, ["inside", "meets", "outside", "outside"]);
}

#[test]
fn open_objects_are_cut_and_named_with_strict() {
    let folder = folder(&[("open.obj", &open_brick())]);
    let path = folder.path();
    let arguments = [&["open.obj"][..], &CORNER].concat();
    let report = reported(path, &arguments);
    assert_eq!(report["parts"][0]["volume"], Value::Null);
    assert_eq!(report["certificate"]["findings"], json!([]));
    let strict = cut(path, &[&arguments[..], &["--strict"]].concat());
    assert_eq!(strict.status, Some(1));
    assert!(
        strict
            .stderr
            .contains("1 object is open (--strict): Brick/b"),
        "{}",
        strict.stderr
    );
    assert!(
        strict.stdout.contains("open, like the input"),
        "{}",
        strict.stdout
    );
}

#[test]
fn regions_that_miss_or_contain_the_model_get_a_note() {
    let folder = folder(&[("brick.obj", &brick())]);
    let path = folder.path();
    for (arguments, note) in [
        (
            &["--box", "7,0,0,8,9,9"][..],
            "the region misses the model, which lies behind the plane x-min (x = 7): x runs from 0.00 to 2.00",
        ),
        (
            &["--slab", "z=-1..9"],
            "the whole model lies inside the region, so nothing is cut",
        ),
        (
            &["--plane", "z=1", "--plane", "y=7"],
            "the plane y=7 misses the model: y runs from 0.00 to 3.00",
        ),
    ] {
        let outcome = cut(path, &[&["brick.obj"], arguments].concat()).fine();
        assert_eq!(outcome.stderr.trim(), format!("note: {note}"));
    }
    // The brick touches the slab from below and has no thickness in it.
    let touching = cut(path, &["brick.obj", "--slab", "z=5..6"]).fine();
    assert!(
        touching
            .stderr
            .contains("no object has a part with thickness inside the region"),
        "{}",
        touching.stderr
    );
    assert!(
        touching.stdout.contains("inside: empty"),
        "{}",
        touching.stdout
    );
}

/// Wrong input ends with status 2, a message and a hint, and nothing is written.
#[test]
fn likely_mistakes_get_a_hint() {
    let folder = folder(&[
        ("brick.obj", &brick()),
        ("empty.txt", "z=2 # above\n1=z\n"),
        ("flat.txt", "z=2\n2=z\n"),
        ("slip.txt", "# planes\nz<=2\n"),
        ("none.txt", "# nothing\n"),
        ("camera.json", "{\"position\": [0, 0, 0]}"),
    ]);
    let path = folder.path();
    for (arguments, message, hint) in [
        (
            &["--slab", "z=2..1"][..],
            "the slab is empty",
            "is --slab z=1..2 meant?",
        ),
        (&["--slab", "z=1..1"], "no thickness", "--plane z=1 cuts"),
        (&["--slab", "z=1"], "has no range", "--plane z=1 is a plane"),
        (&["--slab", "q=1..2"], "q=1", "--slab z=1..2"),
        (
            &["--box", "0,0,0,1,1"],
            "is not six numbers",
            "--box 0,0,0,4,3,2.5",
        ),
        (
            &["--box", "0,0,2,1,1,1"],
            "z runs from 2 to 1",
            "is --box 0,0,1,1,1,2 meant?",
        ),
        (
            &["--box", "0,0,1,1,1,1"],
            "no thickness along z",
            "--plane z=1 cuts",
        ),
        (
            &["--box", "0,0,0,1,1,1", "--plane", "z=1"],
            "--plane gives a plane",
            "--region",
        ),
        (
            &["--box", "0,0,0,1,1,1", "--slab", "z=0..1"],
            "both give a region",
            "--region",
        ),
        (
            &["--plane", "z=1", "--keep", "inside"],
            "not a region",
            "--write front",
        ),
        (
            &["--plane", "z=1", "--plane", "2z=2"],
            "are the same",
            "leave one",
        ),
        (
            &["--plane", "z=1", "--plane", "x=1", "--keep", "inside"],
            "not a region",
            "--region",
        ),
        (
            &["--region", "empty.txt"],
            "z=2 (line 1), 1=z (line 2)",
            "is inside",
        ),
        (&["--region", "flat.txt"], "has no thickness", "is inside"),
        (
            &["--region", "slip.txt"],
            "slip.txt, line 2",
            "is 2=z meant?",
        ),
        (
            &["--region", "none.txt"],
            "no line holds a plane",
            "one equation per line",
        ),
        (&["--region", "nowhere.txt"], "nowhere.txt", "is "),
        (
            &["--frustum", "camera.json"],
            "camera.json",
            "the required keys are",
        ),
        (
            &["--slab", "z=0..1", "--crs", "EPSG:25832"],
            "--crs",
            "leave --crs out",
        ),
        (
            &["--slab", "z=0..1", "--write", "halves"],
            "halves",
            "inside, outside",
        ),
        (
            &["--box=-inf,-inf,-inf,inf,inf,inf"],
            "all ends are infinite",
            "finite end",
        ),
        (
            &["--slab", "z=0..1", "--keep", "inside", "--write", "outside"],
            "--write does not name the part inside",
            "leave one",
        ),
        (
            &["--slab", "z=0..1", "--write", "section.sgv"],
            "section.sgv",
            "is section.svg meant?",
        ),
    ] {
        let outcome: Outcome = cut(path, &[&["brick.obj", "-o", "out"], arguments].concat());
        assert_eq!(outcome.status, Some(2), "{arguments:?}: {}", outcome.stdout);
        let (said, hinted) = outcome.stderr.split_once("hint: ").unwrap_or_default();
        assert!(said.contains(message), "{arguments:?}: {}", outcome.stderr);
        assert!(hinted.contains(hint), "{arguments:?}: {}", outcome.stderr);
        assert!(!path.join("out").exists(), "{arguments:?}");
    }
}

#[test]
fn other_subcommands_take_one_plane() {
    let folder = folder(&[("brick.obj", &brick())]);
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_transect"))
        .current_dir(folder.path())
        .args([
            "view",
            "brick.obj",
            "--plane",
            "z=1",
            "--plane",
            "z=2",
            "--no-open",
        ])
        .output()
        .expect("the binary runs");
    let outcome = Outcome::of(&output);
    assert_eq!(outcome.status, Some(2));
    assert!(
        outcome
            .stderr
            .contains("--plane is given 2 times, not once")
    );
}

/// The office in the examples: all parts of closed objects are closed, and the volumes of the parts add up.
#[test]
fn a_box_of_the_office_is_certified() {
    let folder = folder(&[]);
    let model = asset("office.glb");
    let arguments = [
        &model,
        "--box",
        "5,-20,0,25,-5,8",
        "-o",
        "out",
        "--write",
        "parts,report.json",
    ];
    let report = reported(folder.path(), &arguments);
    assert_eq!(report["certificate"]["findings"], json!([]));
    let residual = number(&report, "/certificate/volume_residual");
    assert!(residual <= number(&report, "/certificate/volume_bound"));
    let objects = &report["objects"];
    let counts = ["inside", "meets", "outside"].map(|key| objects[key].as_u64().unwrap_or(0));
    assert_eq!(Some(counts.iter().sum()), objects["total"].as_u64());
    let whole = volumes(&report)
        .iter()
        .map(|(_, volume)| volume)
        .sum::<f64>();
    let plain = crate::run::report(folder.path(), &[&model, "--plane", "z=99"]);
    let expected = number(&plain, "/parts/1/volume");
    assert!(
        (whole - expected).abs() < 1e-6 * expected,
        "{whole}, not {expected}"
    );
}

#[test]
fn a_region_of_too_many_planes_says_that_it_is_not_checked() {
    let planes = |count: usize| -> String {
        let planes = (1..=count).map(|step| format!("x = -{step}\n"));
        planes.collect()
    };
    let folder = folder(&[
        ("brick.obj", &brick()),
        ("64.txt", &planes(64)),
        ("65.txt", &planes(65)),
    ]);
    for (file, said) in [
        ("64.txt", "64 planes, unbounded"),
        (
            "65.txt",
            "65 planes; too many to check if the region is empty or unbounded",
        ),
    ] {
        let outcome = cut_unseen(
            folder.path(),
            &[
                "brick.obj",
                "--region",
                file,
                "-o",
                file.trim_end_matches(".txt"),
            ],
        )
        .fine();
        let expected = format!("{file}: {said}");
        assert!(outcome.stdout.contains(&expected), "{}", outcome.stdout);
    }
}

/// The options of one plane work with several planes: the page, the reasons, maps, north, single parts and sections
/// alone.
#[test]
fn every_option_works_with_several_planes() {
    let folder = folder(&[("stairs.obj", &stairs()), ("planes.txt", "z=0.5\nz=-3\n")]);
    let path = folder.path();
    for (out, planes, drawn) in [
        ("two", &["--plane", "z=0.5", "--plane", "x=1.5"][..], 2),
        ("box", &["--box", "0.5,-1,0.5,9,9,9"], 2),
        ("slab", &["--slab", "x=0.5..1.5"], 2),
        ("file", &["--region", "planes.txt"], 1),
        ("grid", &["--grid", "z=0..2/4"], 3),
    ] {
        let shared = ["stairs.obj", "-o", out, "--size", "64", "--why", "*"];
        let outcome = cut(path, &[&shared[..], planes].concat()).fine();
        assert!(
            outcome.stdout.contains("backmost vertex"),
            "{}",
            outcome.stdout
        );
        let page = fs::read_to_string(path.join(out).join("report.html")).expect("the page");
        assert_eq!(
            page.matches("class=\"plate drawing\"").count(),
            drawn,
            "{out}"
        );
        let ids = page.split(" id=\"").skip(1);
        let ids: Vec<&str> = ids.filter_map(|rest| rest.split('"').next()).collect();
        let different: BTreeSet<&str> = ids.iter().copied().collect();
        assert_eq!(different.len(), ids.len(), "{out}: each id occurs once");
        assert!(
            page.contains("parts closed again") && page.contains("Certified"),
            "{out}"
        );
        let sections = names(&path.join(out)).into_iter();
        let sections: Vec<String> = sections
            .filter(|name| name.starts_with("section-"))
            .collect();
        assert_eq!(sections.len(), drawn, "{out}: {sections:?}");
        // The sections alone are the same, and no part is computed.
        let alone = format!("{out}-alone");
        let arguments = ["stairs.obj", "-o", &alone, "--write", "section.svg"];
        let outcome = cut(path, &[&arguments[..], planes].concat()).fine();
        assert!(
            outcome.stdout.contains("not computed"),
            "{}",
            outcome.stdout
        );
        assert_eq!(names(&path.join(&alone)), sections);
        for name in sections {
            let [one, other] = [out, &alone].map(|out| fs::read(path.join(out).join(&name)));
            let [one, other] = [one, other].map(|file| file.expect("it can be read"));
            assert_eq!(one, other, "{name}");
        }
    }
    let map = [
        "stairs.obj",
        "--plane",
        "z=0.5",
        "--plane",
        "z=1.5",
        "-o",
        "map",
    ];
    let more = [
        "--write",
        "section.geojson,section.pdf,back-back",
        "--crs",
        "EPSG:25832",
    ];
    let paper = ["--paper", "a4", "--north", "10", "--dimension"];
    cut(path, &[&map[..], &more, &paper].concat()).fine();
    let mut written = names(&path.join("map"));
    written.retain(|name| !name.ends_with(".mtl"));
    assert_eq!(
        written,
        [
            "back-back.obj",
            "section-1.geojson",
            "section-1.pdf",
            "section-2.geojson",
            "section-2.pdf"
        ]
    );
    let map = fs::read_to_string(path.join("map/section-2.geojson")).expect("a map");
    assert!(map.contains("25832"), "{map}");
    // Planes that are seen from different sides have no common direction of north.
    let turned = [
        "stairs.obj",
        "--plane",
        "z=0.5",
        "--plane",
        "1.5=z",
        "-o",
        "turned",
    ];
    let turned = cut(
        path,
        &[&turned[..], &["--paper", "a4", "--north", "10"]].concat(),
    );
    assert_eq!(turned.status, Some(2));
    assert!(
        turned.stderr.contains("from another side"),
        "{}",
        turned.stderr
    );
}

/// Files of parts that an earlier cut left are named, since they do not belong to this cut.
#[test]
fn parts_of_an_earlier_cut_are_named() {
    let folder = folder(&[("brick.obj", &brick())]);
    let path = folder.path();
    let cut_at = |plane: &str| {
        let arguments = ["brick.obj", "--plane", "z=1", "--plane", plane];
        cut(
            path,
            &[
                &arguments[..],
                &["-o", "out", "--force", "--write", "parts"],
            ]
            .concat(),
        )
        .fine()
    };
    assert_eq!(cut_at("x=1").stderr, "");
    let notes = cut_at("x=7").stderr;
    let note = "front-front.obj is from an earlier cut; in this cut, that part is empty";
    assert!(notes.contains(note), "{notes}");
    let sections = |plane: &str, more: &[&str]| {
        let arguments = ["brick.obj", "--plane", "z=1", "--plane", plane];
        let outputs = ["-o", "drawn", "--force", "--write"];
        cut(path, &[&arguments[..], &outputs, more].concat())
            .fine()
            .stderr
    };
    assert_eq!(sections("x=1", &["svg"]), "");
    let note = "section-2.svg is from an earlier cut; in this cut, that plane cuts no object";
    assert!(sections("x=7", &["svg"]).contains(note));
    // A selected part in which nothing lies is named.
    let note = "front-front is not written: nothing of the model lies in this part";
    assert!(sections("x=7", &["svg,front-front"]).contains(note));
}

/// Along an axis, the planes and the cells of a grid are numbered in the direction of the axis, however the expression
/// is written: plane i lies between the cells i - 1 and i.
#[test]
fn planes_and_cells_of_a_grid_have_one_numbering() {
    let folder = folder(&[("brick.obj", &brick())]);
    let path = folder.path();
    let numbers = |grid: &str| {
        let report = reported(path, &["brick.obj", "--grid", grid]);
        let planes = report["planes"].as_array().expect("planes").iter();
        let named = planes.map(|plane| (plane["name"].clone(), plane["objects"]["cut"].clone()));
        let mut volumes = volumes(&report);
        volumes.sort_by(|(one, _), (other, _)| one.cmp(other));
        (named.collect::<Vec<_>>(), volumes)
    };
    // The brick reaches from x = 0 to x = 2.
    let planes = [("x-1", 0), ("x-2", 1), ("x-3", 1), ("x-4", 0)];
    let planes = planes.map(|(name, cut)| (json!(name), json!(cut)));
    let cells = [("x1", 7.5), ("x2", 15.0), ("x3", 7.5)];
    let cells = cells.map(|(name, volume)| (name.to_string(), volume));
    for grid in ["x=-0.5..2.5/3", "-x=-2.5..0.5/3", "-2x=-5..1/3"] {
        assert_eq!(numbers(grid), (planes.to_vec(), cells.to_vec()), "{grid}");
    }
}

/// Families with similar expressions have different names, and a grid may have one plane.
#[test]
fn names_of_grids_differ() {
    let folder = folder(&[("brick.obj", &brick())]);
    let path = folder.path();
    let similar = [
        "brick.obj",
        "--grid",
        "1/3x+y=0..3/2",
        "--grid",
        "13x+y=1..20/2",
    ];
    let report = reported(
        path,
        &[&similar[..], &["-o", "out", "--write", "svg,report.json"]].concat(),
    );
    let planes = report["planes"].as_array().expect("planes").iter();
    let names: BTreeSet<&str> = planes.filter_map(|plane| plane["name"].as_str()).collect();
    assert_eq!(names.len(), 6);
    let report = reported(path, &["brick.obj", "--grid", "z=0.5..2 step 5"]);
    assert_eq!(report["planes"].as_array().map(Vec::len), Some(1));
    let missed = cut(path, &["brick.obj", "--grid", "x=10..20/2"]).fine();
    assert!(
        missed
            .stderr
            .contains("no plane of the grid cuts the model"),
        "{}",
        missed.stderr
    );
}

/// An object that planes only touch is not cut, with any number of planes.
#[test]
fn touched_objects_are_not_cut() {
    let folder = folder(&[("brick.obj", &brick()), ("open.obj", &open_brick())]);
    let path = folder.path();
    for (planes, cut) in [
        (&["--plane", "z=5"][..], 0),
        (&["--plane", "z=5", "--plane", "x=0"], 0),
        (&["--plane", "z=5", "--plane", "x=1"], 1),
        (&["--grid", "z=0..5/1"], 0),
        (&["--slab", "z=5..9"], 0),
        (&["--plane", "z=2"], 1),
    ] {
        for model in ["brick.obj", "open.obj"] {
            let report = reported(path, &[&[model], planes].concat());
            assert_eq!(report["objects"]["cut"], cut, "{model} {planes:?}");
            let is_open = model == "open.obj";
            let open = if is_open { cut } else { 0 };
            assert_eq!(
                report["certificate"]["cut_open"], open,
                "{model} {planes:?}"
            );
            let of_planes = report["planes"].as_array().expect("planes").iter();
            let most = of_planes
                .filter_map(|plane| plane["objects"]["cut"].as_i64())
                .max();
            assert_eq!(most, Some(cut), "{model} {planes:?}");
        }
    }
}

/// The tables name the open objects, also if only sections are computed.
#[test]
fn open_objects_are_named() {
    let model = boxes(&[
        ("Low/a", [0.0; 3], [1.0; 3]),
        ("High/b", [0.0, 0.0, 3.0], [1.0, 1.0, 4.0]),
    ]);
    let (rest, _) = model.trim_end().rsplit_once('\n').expect("several lines");
    let folder = folder(&[("model.obj", rest)]);
    let table = |more: &[&str]| {
        let planes = ["model.obj", "--plane", "z=0.5", "--plane", "x=0.5"];
        cut(folder.path(), &[&planes, more].concat()).fine().stdout
    };
    let named = "1 of 2 objects is open:\n             High/b\n";
    let parts = format!("all parts of closed objects closed; {named}");
    assert!(table(&[]).contains(&parts), "{}", table(&[]));
    let sections = table(&["-o", "out", "--write", "section.svg"]);
    assert!(
        sections.contains(&format!("2 objects cut\n             {named}")),
        "{sections}"
    );
    fs::write(folder.path().join("model.obj"), open_brick()).expect("a file");
    assert!(
        table(&[]).contains("             open, like the input\n"),
        "{}",
        table(&[])
    );
}

/// A second cut gives its faces names of their own, so that they stay apart from the faces of the first cut.
#[test]
fn faces_of_a_second_cut_have_their_own_names() {
    let folder = folder(&[("brick.obj", &brick())]);
    let path = folder.path();
    let groups = |name: &str| {
        let text = fs::read_to_string(path.join(name)).expect("a file");
        let lines = text.lines().filter(|line| line.starts_with("g "));
        lines.map(String::from).collect::<BTreeSet<_>>()
    };
    let cut = |model: &str, planes: [&str; 2], out: &str| {
        let [one, other] = planes;
        let arguments = [
            model, "--plane", one, "--plane", other, "-o", out, "--write", "parts",
        ];
        let outcome = cut(path, &arguments).fine();
        assert_eq!(outcome.stderr, "");
    };
    cut("brick.obj", ["z=2", "x=1"], "first");
    assert_eq!(
        groups("first/front-front.obj"),
        named_groups(&["plane 1", "plane 2"])
    );
    cut("first/front-front.obj", ["z=3", "y=1"], "second");
    let names = ["plane 1 (cut 2)", "plane 2", "plane 2 (cut 2)"];
    assert_eq!(groups("second/front-front.obj"), named_groups(&names));
    cut("second/front-front.obj", ["z=4", "y=2"], "third");
    let names = [
        "plane 1 (cut 3)",
        "plane 2",
        "plane 2 (cut 2)",
        "plane 2 (cut 3)",
    ];
    assert_eq!(groups("third/front-back.obj"), named_groups(&names));
}

fn named_groups(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(|name| format!("g {name}")).collect()
}
