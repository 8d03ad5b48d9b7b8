//! Units: on output in formats that have one, and in the planes that are typed.

use std::fs;
use std::path::Path;

use serde_json::Value;
use transect_io::{Document, leave_metres};
use transect_mesh::scene::world_mesh;

use crate::run::{asset, cut, cut_unseen, folder, report, transect};
use crate::solids::brick;

fn read(path: &Path) -> Document {
    transect_io::read(&[path.to_path_buf()]).expect("the file can be read")
}

/// Returns the least and the greatest coordinates in the world.
fn bounds(document: &Document) -> [[f64; 3]; 2] {
    let scene = &document.scene;
    let world = scene.world_transforms();
    let mut bounds = [[f64::INFINITY; 3], [f64::NEG_INFINITY; 3]];
    for node in scene.objects() {
        let mesh = &scene.meshes[scene.nodes[node].mesh.expect("an object")].mesh;
        let mesh = world_mesh(mesh, &world[node]).expect("finite");
        for position in mesh.positions() {
            for axis in 0..3 {
                bounds[0][axis] = bounds[0][axis].min(position[axis]);
                bounds[1][axis] = bounds[1][axis].max(position[axis]);
            }
        }
    }
    bounds
}

/// Asserts that coordinates are equal up to the rounding of f32.
fn assert_near(found: [[f64; 3]; 2], expected: [[f64; 3]; 2]) {
    for (found, expected) in found.as_flattened().iter().zip(expected.as_flattened()) {
        let off = (found - expected).abs();
        assert!(off <= 1e-6 * expected.abs().max(1e-3), "{found} {expected}");
    }
}

/// The brick has 2 × 3 × 5, cut at z = 2.
#[test]
fn halves_in_gltf_are_in_metres_with_y_up() {
    let folder = folder(&[("brick.obj", &brick())]);
    let at = |path: &str| folder.path().join(path);
    let arguments = |more: &[&str]| {
        let usual = ["brick.obj", "--plane", "z=2", "--format", "glb", "--json"];
        [&usual, more]
            .concat()
            .iter()
            .map(|text| (*text).to_owned())
            .collect::<Vec<_>>()
    };
    let run = |more: &[&str]| {
        let arguments = arguments(more);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        cut_unseen(folder.path(), &arguments).fine().report()
    };
    for (name, more, expected) in [
        ("plain", vec![], [[0.0, 0.0, 2.0], [2.0, 3.0, 5.0]]),
        (
            "mm",
            vec!["--unit", "mm"],
            [[0.0, 0.002, -0.003], [0.002, 0.005, 0.0]],
        ),
        (
            "m",
            vec!["--unit", "m"],
            [[0.0, 2.0, -3.0], [2.0, 5.0, 0.0]],
        ),
        (
            "in",
            vec!["--unit", "in", "--up", "y"],
            [[0.0, 0.0, 0.0508], [0.0508, 0.0762, 0.127]],
        ),
        (
            "x",
            vec!["--unit", "cm", "--up", "x"],
            [[0.02, 0.0, 0.0], [0.05, 0.02, 0.03]],
        ),
        (
            "my",
            vec!["--unit", "m", "--up", "y"],
            [[0.0, 0.0, 2.0], [2.0, 3.0, 5.0]],
        ),
    ] {
        let answer = run(&[&more[..], &["-o", name]].concat());
        assert_eq!(
            answer["certificate"]["findings"],
            Value::Array(Vec::new()),
            "{name}"
        );
        let mut document = read(&at(&format!("{name}/front.glb")));
        assert_near(bounds(&document), expected);
        assert_eq!(document.unit(), Some("m"));
        // The numbers of the mesh are those of the model.
        let has_frame = !["plain", "my"].contains(&name);
        assert_eq!(leave_metres(&mut document), has_frame, "{name}");
        assert_eq!(
            bounds(&document),
            [[0.0, 0.0, 2.0], [2.0, 3.0, 5.0]],
            "{name}"
        );
        let given = more.get(1).copied().unwrap_or("m");
        assert_eq!(document.unit(), Some(if has_frame { given } else { "m" }));
        let halves = ["front", "back"].map(|half| format!("{name}/{half}.glb"));
        let [front, back] = &halves;
        let verified = transect(
            folder.path(),
            &["verify", "brick.obj", front, back, "--plane", "z=2"],
        );
        assert_eq!(
            verified.status,
            Some(0),
            "{name}: {}{}",
            verified.stdout,
            verified.stderr
        );
    }
    // A cut of such a half is in metres, and so are its own halves.
    let again = ["mm/front.glb", "--plane", "y=0.003", "-o", "again"];
    let answer = report(folder.path(), &again);
    assert_eq!(answer["certificate"]["findings"], Value::Array(Vec::new()));
    assert_near(
        bounds(&read(&at("again/front.glb"))),
        [[0.0, 0.003, -0.003], [0.002, 0.005, 0.0]],
    );
    let halves = ["again/front.glb", "again/back.glb"];
    let verify = [
        "verify",
        "mm/front.glb",
        halves[0],
        halves[1],
        "--plane",
        "y=0.003",
    ];
    assert_eq!(transect(folder.path(), &verify).fine().status, Some(0));
}

#[test]
fn halves_in_3mf_have_the_unit() {
    let folder = folder(&[("brick.obj", &brick())]);
    for (unit, expected) in [(None, "mm"), (Some("ft"), "ft"), (Some("µm"), "µm")] {
        let mut arguments = vec!["brick.obj", "--plane", "z=2", "--format", "3mf", "-o"];
        arguments.push(expected);
        if let Some(unit) = unit {
            arguments.extend(["--unit", unit]);
        }
        cut_unseen(folder.path(), &arguments).fine();
        let document = read(&folder.path().join(expected).join("front.3mf"));
        assert_eq!(document.unit(), Some(expected));
        assert_eq!(bounds(&document), [[0.0, 0.0, 2.0], [2.0, 3.0, 5.0]]);
    }
    let arguments = [
        "brick.obj",
        "--plane",
        "z=2",
        "--format",
        "3mf",
        "--unit",
        "yd",
        "-o",
        "yd",
    ];
    let outcome = cut_unseen(folder.path(), &arguments);
    assert_eq!(outcome.status, Some(2));
    assert!(
        outcome
            .stderr
            .contains("3MF cannot hold coordinates in the unit yd"),
        "{}",
        outcome.stderr
    );
    assert!(!folder.path().join("yd").exists());
    // The unit of the file is not another one.
    let outcome = cut(
        folder.path(),
        &["ft/front.3mf", "--plane", "z=3", "--unit", "mm"],
    );
    assert_eq!(outcome.status, Some(2));
    let expected = "error: --unit mm: front.3mf has the unit ft already\n";
    assert!(outcome.stderr.starts_with(expected), "{}", outcome.stderr);
    // From 3MF, which has a unit, to glTF.
    let arguments = [
        "ft/front.3mf",
        "--plane",
        "z=3",
        "--format",
        "glb",
        "-o",
        "glb",
    ];
    cut_unseen(folder.path(), &arguments).fine();
    let document = read(&folder.path().join("glb/front.glb"));
    assert_near(
        bounds(&document),
        [[0.0, 0.9144, -0.9144], [0.6096, 1.524, 0.0]],
    );
}

#[test]
fn planes_are_typed_with_units() {
    let folder = folder(&[("brick.obj", &brick())]);
    let plane = |arguments: &[&str]| {
        let answer = report(folder.path(), arguments);
        answer["planes"][0]["text"].as_str().map(str::to_owned)
    };
    let office = asset("office.glb");
    let folder_text = |text: &str| Some(text.to_owned());
    assert_eq!(
        plane(&[&office, "--plane", "z = 1200 mm"]),
        folder_text("z = 1.2")
    );
    assert_eq!(
        plane(&["brick.obj", "--unit", "mm", "--plane", "z=0.3cm"]),
        folder_text("z = 3")
    );
    let slab = [
        "brick.obj",
        "--unit",
        "cm",
        "--slab",
        "z=20mm..0.03m",
        "--json",
    ];
    let answer = cut(folder.path(), &slab).fine().report();
    assert_eq!(answer["planes"][1]["offset"], 3.0);
    let outcome = cut(folder.path(), &["brick.obj", "--plane", "z=3mm"]);
    assert_eq!(outcome.status, Some(2));
    let expected =
        "error: --plane z=3mm: the unit of the model is not known\n  hint: name it with --unit";
    assert!(outcome.stderr.starts_with(expected), "{}", outcome.stderr);
    // The same plane for verify, from the unit of the file.
    cut_unseen(
        folder.path(),
        &[
            "brick.obj",
            "--plane",
            "z=9",
            "--unit",
            "mm",
            "--format",
            "3mf",
            "-o",
            "a",
            "--write",
            "halves,preview",
        ],
    )
    .fine();
    cut_unseen(
        folder.path(),
        &["a/back.3mf", "--plane", "z=0.2cm", "-o", "b"],
    )
    .fine();
    let verify = [
        "verify",
        "a/back.3mf",
        "b/front.3mf",
        "b/back.3mf",
        "--plane",
        "z=2000µm",
    ];
    transect(folder.path(), &verify).fine();
    fs::write(folder.path().join("broken.glb"), "glTF").expect("a file");
    let outcome = cut(folder.path(), &["broken.glb", "--plane", "z=1m"]);
    assert_eq!(outcome.status, Some(2));
    assert!(
        outcome.stderr.starts_with("error: broken.glb"),
        "{}",
        outcome.stderr
    );
}

/// The brick has 2 × 3 × 5 cm. Each argument has the same meaning with another unit.
#[test]
fn lengths_of_all_arguments_are_typed_with_units() {
    let folder = folder(&[("brick.obj", &brick())]);
    let answer = |line: &str| {
        let mut arguments: Vec<&str> = line.split(' ').collect();
        arguments.extend(["--unit", "cm", "--json"]);
        let arguments: Vec<String> = arguments.iter().map(|own| own.replace('_', " ")).collect();
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let outcome = transect(folder.path(), &arguments);
        assert_eq!(outcome.status, Some(0), "{line}: {}", outcome.stderr);
        outcome.report()
    };
    for (typed, same) in [
        (
            "cut brick.obj --box 0,0,0,10mm,0.02m,3",
            "cut brick.obj --box 0,0,0,1,2,3",
        ),
        (
            "cut brick.obj --point 0,0,20mm --normal 0,0,1",
            "cut brick.obj --point 0,0,2 --normal 0,0,1",
        ),
        (
            "cut brick.obj --through 0,0,2_cm --through 10mm,0,2 --through 0,1,20mm",
            "cut brick.obj --through 0,0,2 --through 1,0,2 --through 0,1,2",
        ),
        (
            "cut brick.obj --slab z=10mm..20mm",
            "cut brick.obj --slab z=1..2",
        ),
        (
            "cut brick.obj --grid z=0..50mm/5",
            "cut brick.obj --grid z=0..5/5",
        ),
        (
            "cut brick.obj --grid z=0..0.05m_step_5mm",
            "cut brick.obj --grid z=0..5_step_0.5",
        ),
        (
            "slice brick.obj --axis z --step 5mm --from 10mm --to 0.04m",
            "slice brick.obj --axis z --step 0.5 --from 1 --to 4",
        ),
        (
            "slice brick.obj --axis z --count 4 --to 40mm",
            "slice brick.obj --axis z --count 4 --to 4",
        ),
        (
            "slice brick.obj --axis z --heights 1,20mm,0.03m",
            "slice brick.obj --axis z --heights 1,2,3",
        ),
        (
            "measure brick.obj --axis z --heights 25mm",
            "measure brick.obj --axis z --heights 2.5",
        ),
    ] {
        let [mut typed, mut same] = [answer(typed), answer(same)];
        for own in [&mut typed, &mut same] {
            if let Some(own) = own.as_object_mut() {
                own.remove("milliseconds");
            }
        }
        assert_eq!(typed, same);
    }
    for (line, message, hint) in [
        (
            "slice brick.obj --unit in --axis z --step 10mm",
            "error: --step 10mm: the length is not a decimal number in in",
            "convert the model with --to-unit mm",
        ),
        (
            "cut brick.obj --unit in --grid z=0..5_step_1mm",
            "error: --grid 1mm: the length is not a decimal number in in",
            "convert the model with --to-unit mm",
        ),
        (
            "slice brick.obj --axis z --step 10mm",
            "error: --step 10mm: the unit of the model is not known",
            "name it with --unit",
        ),
        (
            "cut brick.obj --unit mm --point 0,0,2 --normal 0,0,1mm",
            "error: --normal \"0,0,1mm\" is not three numbers",
            "",
        ),
        (
            "slice brick.obj --unit mm --axis z --heights 1 -o out --write masks --resolution 1cubit",
            "error: --resolution \"1cubit\" is not a length",
            "with or without a unit: --resolution 0.25",
        ),
    ] {
        let arguments: Vec<String> = line.split(' ').map(|own| own.replace('_', " ")).collect();
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let outcome = transect(folder.path(), &arguments);
        assert_eq!(outcome.status, Some(2), "{line}");
        assert!(outcome.stderr.starts_with(message), "{}", outcome.stderr);
        assert!(outcome.stderr.contains(hint), "{}", outcome.stderr);
    }
    let masks = "slice brick.obj --unit cm --axis z --heights 1 -o masks --write masks --resolution 1mm --mask-frame 0,0,40mm,0.05m --quiet";
    let arguments: Vec<&str> = masks.split(' ').collect();
    transect(folder.path(), &arguments).fine();
    let mask = fs::read_dir(folder.path().join("masks/masks")).expect("masks");
    let mask = mask.flatten().next().expect("a mask").path();
    let mask = fs::read(mask).expect("a mask");
    // The header of PNG has the width and the height in pixels.
    let size = |at: usize| u32::from_be_bytes(mask[at..at + 4].try_into().expect("four bytes"));
    assert_eq!([size(16), size(20)], [40, 50]);
    // The unit of a table is the named one.
    fs::write(folder.path().join("points.csv"), "x,y,z\n0,0,1\n0,0,3\n").expect("a file");
    let table = [
        "classify",
        "points.csv",
        "--plane",
        "z=20mm",
        "--unit",
        "cm",
        "--json",
    ];
    let counts = transect(folder.path(), &table).fine().report();
    assert_eq!(
        (&counts["rows"]["front"], &counts["rows"]["back"]),
        (&1.into(), &1.into())
    );
}

/// The brick has 2 × 3 × 5 inches, which are 50.8 × 76.2 × 127 mm.
#[test]
fn models_are_converted() {
    let folder = folder(&[("brick.obj", &brick())]);
    let at = |path: &str| folder.path().join(path);
    let to = ["--unit", "in", "--to-unit", "mm"];
    for (format, out) in [("obj", "obj"), ("3mf", "3mf"), ("glb", "glb")] {
        let usual = [
            "brick.obj",
            "--plane",
            "z=10.16cm",
            "--format",
            format,
            "-o",
            out,
            "--json",
        ];
        let answer = cut_unseen(folder.path(), &[&usual[..], &to].concat())
            .fine()
            .report();
        assert_eq!(answer["planes"][0]["text"], "z = 101.6");
        assert_eq!(answer["source"][0]["unit"], "mm");
        let area = answer["planes"][0]["cap_area"].as_f64().expect("an area");
        assert!((area - 50.8 * 76.2).abs() < 1e-3, "{area}");
        let half = format!("{out}/front.{format}");
        let mut document = read(&at(&half));
        if format == "glb" {
            let metres = [[0.0, 0.1016, -0.0762], [0.0508, 0.127, 0.0]];
            assert_near(bounds(&document), metres);
            assert!(leave_metres(&mut document));
        }
        assert_near(bounds(&document), [[0.0, 0.0, 101.6], [50.8, 76.2, 127.0]]);
        let back = format!("{out}/back.{format}");
        let verify = ["verify", "brick.obj", &half, &back, "--plane", "z=101.6"];
        transect(folder.path(), &[&verify[..], &to].concat()).fine();
        let unconverted = transect(folder.path(), &verify);
        assert_eq!(unconverted.status, Some(1));
    }
    // The drawing for CAD has millimetres: $INSUNITS 4.
    let dxf = fs::read_to_string(at("obj/section.dxf")).expect("a drawing");
    let dxf = dxf.replace("\r\n", "\n");
    assert!(dxf.contains("$INSUNITS\n70\n4\n") || dxf.contains("$INSUNITS\n 70\n4\n"));
    assert!(dxf.contains("\n50.8\n") && dxf.contains("\n76.2\n"));
    let table = fs::read_to_string(at("obj/objects.csv")).expect("a table");
    assert!(table.contains("76.2"), "{table}");
    // glTF stays in metres, with its axes.
    let office = asset("seams.glb").replace("seams", "gltf/nested");
    let arguments = [&office, "--plane", "z=8m", "--to-unit", "cm", "-o", "again"];
    let outcome = cut_unseen(folder.path(), &arguments).fine();
    let note = "note: coordinates are converted from m to cm\n";
    assert!(outcome.stderr.contains(note), "{}", outcome.stderr);
    let mut document = read(&at("again/front.glb"));
    let metres = bounds(&document);
    assert_eq!(metres[0][2].min(8.0), 8.0_f64.min(metres[0][2]));
    assert!(leave_metres(&mut document));
    assert_eq!(document.unit(), Some("cm"));
    assert_near(
        bounds(&document).map(|corner| corner.map(|c| c / 100.0)),
        metres,
    );
    let verify = [
        "verify",
        &office,
        "again/front.glb",
        "again/back.glb",
        "--plane",
        "z=800",
        "--to-unit",
        "cm",
    ];
    transect(folder.path(), &verify).fine();
    // Layers and curves.
    let measured = [
        "measure",
        "brick.obj",
        "--axis",
        "z",
        "--heights",
        "50.8",
        "--json",
    ];
    let answer = transect(folder.path(), &[&measured[..], &to].concat())
        .fine()
        .report();
    assert_eq!(answer["source"][0]["unit"], "mm");
    let sliced = [
        "slice",
        "brick.obj",
        "--axis",
        "z",
        "--heights",
        "50.8",
        "--json",
    ];
    let answer = transect(folder.path(), &[&sliced[..], &to].concat())
        .fine()
        .report();
    assert_eq!(answer["source"][0]["unit"], "mm");
}

#[test]
fn conversions_that_cannot_be_made_are_errors() {
    let text = "v 1e307 0 0\nv 0 1e307 0\nv 0 0 1e307\nf 1 2 3\n";
    let folder = folder(&[("brick.obj", &brick()), ("far.obj", text)]);
    for (arguments, expected) in [
        (
            vec!["brick.obj", "--to-unit", "mm"],
            "error: --to-unit mm: the unit of the model is not known\n  hint: name it with --unit\n",
        ),
        (
            vec!["brick.obj", "--unit", "in", "--to-unit", "cubit"],
            "error: --to-unit: \"cubit\" is not a known unit of length",
        ),
        (
            vec!["brick.obj", "--unit", "in", "--to-unit", "mm", "--view"],
            "error: --to-unit and --view: ",
        ),
        (
            vec!["far.obj", "--unit", "km", "--to-unit", "nm"],
            "error: --to-unit nm: from km: ",
        ),
    ] {
        let arguments = [&arguments[..], &["--plane", "z=1"]].concat();
        let outcome = cut(folder.path(), &arguments);
        assert_eq!(outcome.status, Some(2), "{}", outcome.stderr);
        assert!(outcome.stderr.starts_with(expected), "{}", outcome.stderr);
    }
}
