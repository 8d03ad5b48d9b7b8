//! Tests of `transect slice`: its layers equal the sections of `transect cut`, and all its files agree with them.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::run::{Outcome, asset, count, folder, names, number, project, report};
use crate::solids::{boxes, brick, open_brick, stairs};

/// Runs `transect slice …` in a folder.
pub(crate) fn slice(folder: &Path, arguments: &[&str]) -> Outcome {
    let mut command = Command::new(env!("CARGO_BIN_EXE_transect"));
    command
        .current_dir(folder)
        .arg("slice")
        .args(arguments)
        .stdin(Stdio::null());
    Outcome::of(&command.output().expect("the binary runs"))
}

/// Runs `transect slice … --json`, which must succeed, and returns the report. Asserts that the report conforms to
/// docs/slice.schema.json.
pub(crate) fn sliced(folder: &Path, arguments: &[&str]) -> Value {
    let report = slice(folder, &[arguments, &["--json"]].concat())
        .fine()
        .report();
    let schema = fs::read_to_string(project("docs/slice.schema.json")).expect("the schema");
    let schema = serde_json::from_str(&schema).expect("JSON");
    let validator = jsonschema::draft202012::new(&schema).expect("a schema of draft 2020-12");
    let errors: Vec<String> = validator
        .iter_errors(&report)
        .map(|error| error.to_string())
        .collect();
    assert!(errors.is_empty(), "{errors:#?}");
    report
}

fn heights(report: &Value) -> Vec<f64> {
    let layers = report["layers"].as_array().expect("layers");
    layers
        .iter()
        .map(|layer| number(layer, "/height"))
        .collect()
}

#[test]
fn layers_are_the_sections_of_single_cuts() {
    let folder = folder(&[]);
    let office = asset("office.glb");
    let sliced = sliced(
        folder.path(),
        &[&office, "--axis", "z", "--heights", "1.2,4.9,-0.7"],
    );
    assert_eq!(heights(&sliced), [-0.7, 1.2, 4.9]);
    for (layer, plane) in sliced["layers"]
        .as_array()
        .expect("layers")
        .iter()
        .zip(["z=-0.7", "z=1.2", "z=4.9"])
    {
        let cut = report(folder.path(), &[&office, "--plane", plane]);
        for (own, other) in [
            ("/area", "/planes/0/section/area"),
            ("/area_other_limit", "/planes/0/section/area_other_limit"),
            ("/perimeter", "/planes/0/section/perimeter"),
        ] {
            assert_eq!(
                number(layer, own).to_bits(),
                number(&cut, other).to_bits(),
                "{plane} {own}"
            );
        }
        for (own, other) in [
            ("/loops", "/planes/0/section/loops"),
            ("/open_chains", "/planes/0/section/open_chains"),
            ("/objects", "/planes/0/objects/on"),
        ] {
            assert_eq!(count(layer, own), count(&cut, other), "{plane} {own}");
        }
        // The volume behind is that of the back half, up to the rounding of GLB to 32-bit floats.
        let half = number(&cut, "/parts/1/volume");
        assert!(
            (number(layer, "/volume_behind") - half).abs() < 1e-3,
            "{plane}"
        );
    }
}

#[test]
fn heights_of_a_step_are_decimals_rounded_once() {
    let folder = folder(&[("brick.obj", &brick())]);
    let heights = |arguments: &[&str]| {
        let fixed = ["brick.obj", "--axis", "z"];
        heights(&sliced(folder.path(), &[&fixed, arguments].concat()))
    };
    let tenths: Vec<f64> = (0..=50).map(|tenth| f64::from(tenth) / 10.0).collect();
    assert_eq!(heights(&["--step", "0.1"]), tenths);
    assert_eq!(
        heights(&["--step", "2", "--from", "0.5", "--to", "4.5"]),
        [0.5, 2.5, 4.5]
    );
    assert_eq!(heights(&["--count", "5"]), [0.5, 1.5, 2.5, 3.5, 4.5]);
    assert_eq!(heights(&["--count", "2", "--at-layer", "top"]), [2.5, 5.0]);
    assert_eq!(
        heights(&["--step", "2", "--at-layer", "middle"]),
        [1.0, 3.0, 5.0]
    );
    assert_eq!(heights(&["--heights", "-1,2"]), [-1.0, 2.0]);
}

#[test]
fn measures_of_a_brick_are_known() {
    let folder = folder(&[
        ("brick.obj", &brick()),
        ("stairs.obj", &stairs()),
        ("open.obj", &open_brick()),
    ]);
    let brick = sliced(
        folder.path(),
        &["brick.obj", "--axis", "z", "--heights", "2"],
    );
    let layer = &brick["layers"][0];
    assert_eq!(number(layer, "/area"), 6.0);
    assert_eq!(number(layer, "/perimeter"), 10.0);
    assert_eq!(number(layer, "/volume_behind"), 12.0);
    assert_eq!(layer["centroid_behind"], serde_json::json!([1.0, 1.5, 1.0]));
    // The tread of the lower step lies in the plane. Just below it, the section is that of both steps, with the area 6;
    // just above, it is that of the upper step, with the area 3.
    for (side, area, other) in [("front", 6.0, 3.0), ("back", 3.0, 6.0)] {
        let stairs = sliced(
            folder.path(),
            &[
                "stairs.obj",
                "--axis",
                "z",
                "--heights",
                "1",
                "--on-plane",
                side,
            ],
        );
        assert_eq!(number(&stairs, "/layers/0/area"), area);
        assert_eq!(number(&stairs, "/layers/0/area_other_limit"), other);
    }
    let open = sliced(
        folder.path(),
        &["open.obj", "--axis", "z", "--heights", "2"],
    );
    assert_eq!(open["layers"][0]["volume_behind"], Value::Null);
    assert_eq!(count(&open, "/layers/0/open_chains"), 1);
    let strict = slice(
        folder.path(),
        &["open.obj", "--axis", "z", "--heights", "2", "--strict"],
    );
    assert_eq!(strict.status, Some(1));
    assert!(
        strict.stderr.contains("1 object is open (--strict)"),
        "{}",
        strict.stderr
    );
}

#[test]
fn a_quiet_report_has_the_volumes_too() {
    let folder = folder(&[]);
    let part = asset("gear.stl");
    let arguments = [part.as_str(), "--axis", "z", "--count", "3"];
    let loud = sliced(folder.path(), &arguments);
    let quiet = sliced(folder.path(), &[&arguments[..], &["--quiet"]].concat());
    assert!(number(&quiet, "/layers/1/volume_behind") > 0.0);
    assert_eq!(quiet, loud);
}

#[test]
fn oblique_heights_are_distances() {
    let folder = folder(&[("brick.obj", &brick())]);
    let report = sliced(
        folder.path(),
        &["brick.obj", "--normal", "0,3,4", "--heights", "1"],
    );
    assert_eq!(report["axis"], Value::Null);
    // 0.6 y + 0.8 z = 1 cuts the rectangle of y and z from (0, 1.25) to (5/3, 0).
    let length = (1.25_f64 * 1.25 + 25.0 / 9.0).sqrt();
    assert!((number(&report, "/layers/0/area") - 2.0 * length).abs() < 1e-12);
    let exact = sliced(
        folder.path(),
        &["brick.obj", "--normal", "0,0,7", "--heights", "1"],
    );
    assert_eq!(exact["axis"], "z");
}

#[test]
fn all_files_are_written_or_none() {
    let folder = folder(&[("brick.obj", &brick())]);
    let fixed = [
        "brick.obj",
        "--axis",
        "z",
        "--step",
        "2",
        "-o",
        "out",
        "--unit",
        "mm",
    ];
    let report = sliced(folder.path(), &fixed);
    let out = folder.path().join("out");
    assert_eq!(
        names(&out),
        ["contours.svg", "layers.csv", "layers.json", "sheet.svg"]
    );
    assert_eq!(report["written"].as_array().map(Vec::len), Some(4));
    let written: Value =
        serde_json::from_str(&fs::read_to_string(out.join("layers.json")).expect("text"))
            .expect("JSON");
    assert_eq!(written, report);
    let again = slice(folder.path(), &fixed);
    assert_eq!(again.status, Some(2));
    assert!(again.stderr.contains("--force"), "{}", again.stderr);
    let masks = [
        "--force",
        "--write",
        "all,masks,masks.zip",
        "--resolution",
        "0.5",
    ];
    slice(folder.path(), &[&fixed[..], &masks].concat()).fine();
    assert_eq!(
        names(&out),
        [
            "contours.geojson",
            "contours.svg",
            "layers",
            "layers.cli",
            "layers.csv",
            "layers.dxf",
            "layers.geojson",
            "layers.json",
            "layers.wkb",
            "masks",
            "masks.zip",
            "sheet.svg"
        ]
    );
    assert_eq!(
        names(&out.join("layers")),
        ["layer-1.svg", "layer-2.svg", "layer-3.svg"]
    );
    assert_eq!(
        names(&out.join("masks")),
        ["mask-0001.png", "mask-0002.png", "mask-0003.png"]
    );
    let table = fs::read_to_string(out.join("layers.csv")).expect("the table");
    assert_eq!(
        table.lines().nth(2),
        Some("2,2.0,,,1,1,0,0,6.0,6.0,10.0,12.0,1.0,1.5,1.0")
    );
}

#[test]
fn drawings_of_layers_share_their_window() {
    let two = boxes(&[
        ("low", [0.0; 3], [9.0, 9.0, 1.0]),
        ("high", [4.0, 4.0, 1.0], [5.0, 5.0, 2.0]),
    ]);
    let folder = folder(&[("two.obj", &two)]);
    let arguments = [
        "two.obj",
        "--axis",
        "z",
        "--heights",
        "0.5,1.5,7",
        "-o",
        "out",
        "--write",
        "layers,sheet.svg",
    ];
    let outcome = slice(folder.path(), &arguments).fine();
    assert_eq!(
        outcome.stderr,
        "note: the plane z = 7.0 misses the model: z runs from 0.00 to 2.00\n"
    );
    let grid = |name: &str| {
        let text =
            fs::read_to_string(folder.path().join("out/layers").join(name)).expect("a drawing");
        roxmltree::Document::parse(&text).expect("XML");
        let (_, rest) = text.split_once("<g id=\"grid\"").expect("a grid");
        rest.split_once("</g>").expect("its end").0.to_string()
    };
    assert_eq!(grid("layer-1.svg"), grid("layer-2.svg"));
    assert_eq!(grid("layer-1.svg"), grid("layer-3.svg"));
    let sheet = fs::read_to_string(folder.path().join("out/sheet.svg")).expect("the sheet");
    roxmltree::Document::parse(&sheet).expect("XML");
    assert_eq!(sheet.matches("<g class=\"layer\"").count(), 3);
}

/// Returns an OBJ file of a hill over a square of 8 × 8: a closed solid with walls, or only its upper surface.
fn hill(is_closed: bool) -> String {
    let mut text = String::from("o hill\n");
    let height = |i: usize, j: usize| {
        let [x, y] = [i, j].map(|place| (place as f64 - 4.0) / 4.0);
        2.0 * (1.0 - x * x) * (1.0 - y * y) + 1.0
    };
    let vertex = |i: usize, j: usize, is_top: bool| 1 + i * 9 + j + if is_top { 81 } else { 0 };
    for is_top in [false, true] {
        for i in 0..9 {
            for j in 0..9 {
                let z = if is_top { height(i, j) } else { 0.0 };
                text += &format!("v {i} {j} {z}\n");
            }
        }
    }
    for i in 0..8 {
        for j in 0..8 {
            let corners = |is_top| {
                [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)].map(|(i, j)| vertex(i, j, is_top))
            };
            let [a, b, c, d] = corners(true);
            text += &format!("f {a} {b} {c}\nf {a} {c} {d}\n");
            if is_closed {
                let [a, b, c, d] = corners(false);
                text += &format!("f {c} {b} {a}\nf {d} {c} {a}\n");
            }
        }
    }
    let mut wall = |from: (usize, usize), to: (usize, usize)| {
        let [a, b] = [from, to].map(|(i, j)| vertex(i, j, false));
        let [d, c] = [from, to].map(|(i, j)| vertex(i, j, true));
        if is_closed {
            text += &format!("f {a} {b} {c}\nf {a} {c} {d}\n");
        }
    };
    for i in 0..8 {
        wall((i, 0), (i + 1, 0));
        wall((8, i), (8, i + 1));
        wall((i + 1, 8), (i, 8));
        wall((0, i + 1), (0, i));
    }
    text
}

/// Contour lines of terrain are those of its upper surface: the closed solid and the open surface have the same lines.
#[test]
fn contours_of_closed_and_open_terrain_are_the_same() {
    let folder = folder(&[("solid.obj", &hill(true)), ("sheet.obj", &hill(false))]);
    let lines = |model: &str, more: &[&str]| {
        let fixed = [
            model, "--axis", "z", "--step", "0.25", "-o", "out", "--force", "--write",
        ];
        slice(
            folder.path(),
            &[&fixed[..], &["contours.geojson,contours.svg"], more].concat(),
        )
        .fine();
        let svg = fs::read_to_string(folder.path().join("out/contours.svg")).expect("the drawing");
        roxmltree::Document::parse(&svg).expect("XML");
        let text =
            fs::read_to_string(folder.path().join("out/contours.geojson")).expect("the lines");
        let json: geojson::GeoJson = text.parse().expect("GeoJSON");
        let geojson::GeoJson::FeatureCollection(all) = json else {
            panic!("a collection");
        };
        (svg.contains("id=\"hill-shading\""), all.features)
    };
    let (is_shaded, solid) = lines("solid.obj", &[]);
    assert!(is_shaded);
    assert!(solid.len() >= 7, "{} lines", solid.len());
    let (_, sheet) = lines("sheet.obj", &[]);
    // The properties contain the name of the file, so only the geometries and heights are compared.
    let contents = |features: &[geojson::Feature]| -> Vec<_> {
        let elevation = |feature: &geojson::Feature| feature.property("elevation").cloned();
        features
            .iter()
            .map(|feature| (feature.geometry.clone(), elevation(feature)))
            .collect()
    };
    assert_eq!(contents(&solid), contents(&sheet));
    for feature in &solid {
        let height = feature
            .property("elevation")
            .and_then(Value::as_f64)
            .expect("an elevation");
        assert_eq!(height % 0.25, 0.0);
    }
    let (is_shaded, whole) = lines("solid.obj", &["--terrain", "never"]);
    assert!(!is_shaded);
    // The sections of the solid are closed loops, which follow its walls.
    let closed =
        |feature: &geojson::Feature| feature.property("closed") == Some(&Value::Bool(true));
    assert!(whole.iter().all(closed));
}

#[test]
fn the_common_layer_interface_gets_the_middles_of_layers() {
    // A wedge whose width at height z is 4 − z: the section in the middle of the layer from 0 to 2 is 3 wide.
    let wedge = "v 0 0 0\nv 4 0 0\nv 4 1 0\nv 0 1 0\nv 0 0 4\nv 0 1 4\n\
                 f 4 3 2 1\nf 1 2 5\nf 3 4 6\nf 2 3 6 5\nf 1 5 6 4\n";
    let folder = folder(&[("wedge.obj", wedge)]);
    let fixed = [
        "wedge.obj",
        "--axis",
        "z",
        "--step",
        "2",
        "--unit",
        "mm",
        "-o",
        "out",
        "--force",
    ];
    let cli = [
        "--write",
        "layers.cli",
        "--cli",
        "ascii",
        "--cli-unit",
        "0.01",
    ];
    let outcome = slice(folder.path(), &[&fixed[..], &cli].concat()).fine();
    assert_eq!(outcome.stderr, "");
    let text = fs::read_to_string(folder.path().join("out/layers.cli")).expect("ASCII");
    let layers: Vec<&str> = text
        .lines()
        .filter(|line| line.starts_with("$$LAYER/"))
        .collect();
    assert_eq!(layers, ["$$LAYER/0", "$$LAYER/200", "$$LAYER/400"]);
    let widths: Vec<i64> = text
        .lines()
        .filter_map(|line| line.strip_prefix("$$POLYLINE/1,1,"))
        .map(|line| {
            let numbers: Vec<i64> = line
                .split(',')
                .skip(1)
                .map(|n| n.parse().expect("a number"))
                .collect();
            numbers.iter().step_by(2).max().copied().expect("points")
        })
        .collect();
    assert_eq!(widths, [300, 100]);
    // The masks show the same sections, 3 and 1 wide. So 6 and 2 pixels of the size 0.5 are on in each row.
    let masks = ["--write", "masks", "--resolution", "0.5"];
    slice(folder.path(), &[&fixed[..], &masks].concat()).fine();
    for (name, on) in [("mask-0001.png", 6 * 2), ("mask-0002.png", 2 * 2)] {
        let file = fs::File::open(folder.path().join("out/masks").join(name)).expect("a mask");
        let mut reader = png::Decoder::new(std::io::BufReader::new(file))
            .read_info()
            .expect("PNG");
        let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
        let info = reader.next_frame(&mut pixels).expect("pixels");
        assert_eq!((info.width, info.height), (8, 2));
        assert_eq!(
            pixels.iter().filter(|&&pixel| pixel == 255).count(),
            on,
            "{name}"
        );
    }
}

#[test]
fn mistakes_are_explained() {
    let folder = folder(&[
        ("brick.obj", &brick()),
        ("boxes.csv", "xmin,ymin,zmin,xmax,ymax,zmax\n0,0,0,1,1,1\n"),
    ]);
    for (arguments, error) in [
        (
            "brick.obj --axis z --step 0",
            "--step 0 is not greater than 0",
        ),
        (
            "brick.obj --axis z --step 1,5",
            "--step \"1,5\": not a number",
        ),
        (
            "brick.obj --axis z --step 1e-7",
            "layers are too many; the limit is 100,000",
        ),
        (
            "brick.obj --axis z --step 7 --from 8 --to 9 --at-layer top",
            "there are no layers",
        ),
        (
            "brick.obj --axis z --count 0",
            "give the number of layers, at least 1",
        ),
        (
            "brick.obj --axis z --heights 1 --at-layer top",
            "planes without thickness",
        ),
        (
            "brick.obj --normal 0,0,0 --heights 1",
            "the direction is zero",
        ),
        (
            "brick.obj --axis z --heights 1 --write sheet.svg",
            "nothing is written without -o DIR",
        ),
        (
            "brick.obj --axis z --heights 1 -o out --write shet.svg",
            "is sheet.svg meant?",
        ),
        (
            "brick.obj --axis z --heights 1 -o out --write masks",
            "masks need the size of a pixel",
        ),
        (
            "brick.obj --axis z --heights 1 -o out --resolution 1",
            "no masks are written",
        ),
        (
            "brick.obj --axis x --heights 1 -o out --crs EPSG:25832",
            "the coordinates of the section are y and z, not x and y",
        ),
        (
            "boxes.csv --axis z --heights 1",
            "is a table of boxes, which has no sections",
        ),
        ("brick.obj --axis z", "--step"),
        ("brick.obj --step 1", "--axis"),
    ] {
        let words: Vec<&str> = arguments.split(' ').collect();
        let outcome = slice(folder.path(), &words);
        assert_eq!(outcome.status, Some(2), "{arguments}");
        assert!(
            outcome.stderr.contains(error),
            "{arguments}: {}",
            outcome.stderr
        );
        assert!(!folder.path().join("out").exists(), "{arguments}");
    }
}
