//! Tests of `--crs`: the coordinate reference system in `section.geojson`, `.wkt` and `.wkb`.

use std::fs;

use serde_json::Value;

use crate::readers::wkb_shapes;
use crate::run::{cut, cut_unseen, folder};
use crate::solids::brick;

/// section.geojson, section.wkt and section.wkb name the reference system. Their coordinates are the same as without
/// `--crs`.
#[test]
fn the_reference_system_is_written_and_coordinates_stay() {
    let folder = folder(&[("brick.obj", &brick())]);
    let files = |out: &str, crs: &[&str]| {
        let arguments = ["brick.obj", "--plane", "z=1", "-o", out];
        cut_unseen(folder.path(), &[&arguments, crs].concat()).fine();
        let read = |name: &str| fs::read(folder.path().join(out).join(name)).expect("a file");
        let json: Value = serde_json::from_slice(&read("section.geojson")).expect("JSON");
        let wkt = String::from_utf8(read("section.wkt")).expect("UTF-8");
        (json, wkt, read("section.wkb"))
    };
    let (json, wkt, wkb) = files("plain", &[]);
    let (map_json, map_wkt, map_wkb) = files("map", &["--crs", "epsg:25832"]);
    // The page names the extended formats.
    for (out, is_extended) in [("plain", false), ("map", true)] {
        let page = fs::read_to_string(folder.path().join(out).join("report.html"));
        let page = page.expect("a page");
        for name in ["EWKT", "EWKB"] {
            assert_eq!(page.contains(name), is_extended, "{out}: {name}");
        }
    }
    assert_eq!(json["crs"], Value::Null);
    let name = &map_json["crs"]["properties"]["name"];
    assert_eq!(map_json["crs"]["type"], "name");
    assert_eq!(name, "urn:ogc:def:crs:EPSG::25832");
    assert_eq!(json["features"], map_json["features"]);
    assert_eq!(map_wkt, wkt.replace('\t', "\tSRID=25832;"));
    let code = 25832_u32.to_le_bytes();
    assert_eq!(map_wkb[..9], [&[1, 7, 0, 0, 0x20][..], &code].concat());
    assert_eq!(map_wkb[9..], wkb[5..]);
    assert_eq!(
        wkb_shapes(&map_wkb)[0].polygons,
        wkb_shapes(&wkb)[0].polygons
    );
}

/// `--crs` needs a plane z = h with its front above: for other planes, the coordinates in the section are not x and y.
#[test]
fn other_planes_are_refused() {
    let folder = folder(&[("brick.obj", &brick())]);
    for (plane, axes) in [
        ("x=1", "y and z"),
        ("-z=-1", "−x and y"),
        ("z=0.1x+1", "u and v"),
    ] {
        let arguments = [
            "brick.obj",
            "--plane",
            plane,
            "-o",
            "out",
            "--crs",
            "EPSG:25832",
        ];
        let outcome = cut(folder.path(), &arguments);
        assert_eq!(outcome.status, Some(2), "{plane}");
        let message = format!("--crs: the coordinates of the section are {axes}, not x and y");
        assert!(outcome.stderr.contains(&message), "{}", outcome.stderr);
        assert!(outcome.stderr.contains("hint: give a level plane"));
        assert!(!folder.path().join("out").exists());
    }
    let level = [
        "--through",
        "0,0,1",
        "--through",
        "1,0,1",
        "--through",
        "0,1,1",
    ];
    let arguments = [
        &["brick.obj", "-o", "out", "--crs", "EPSG:25832"],
        &level[..],
    ]
    .concat();
    cut_unseen(folder.path(), &arguments).fine();
}

#[test]
fn other_codes_and_runs_without_files_are_refused() {
    let folder = folder(&[("brick.obj", &brick())]);
    let refused = |arguments: &[&str], message: &str| {
        let outcome = cut(folder.path(), arguments);
        assert_eq!(outcome.status, Some(2), "{arguments:?}");
        assert!(outcome.stderr.contains(message), "{}", outcome.stderr);
    };
    for code in [
        "25832",
        "EPSG:12",
        "EPSG:+25832",
        "EPSG:325832",
        "ESRI:25832",
        "",
    ] {
        let arguments = ["brick.obj", "--plane", "z=1", "-o", "out", "--crs", code];
        refused(&arguments, "such as EPSG:25832");
    }
    let crs = ["--plane", "z=1", "--crs", "EPSG:25832"];
    refused(&[&["brick.obj"], &crs[..]].concat(), "--output");
}
