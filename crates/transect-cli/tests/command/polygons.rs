//! Tests of the polygons in `section.geojson`, `.wkt` and `.wkb`: they are valid as written, for bodies that touch and
//! overlap too.

#[path = "../../../transect-draw/tests/validity.rs"]
mod validity;

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::readers::{features, objects, wkb_shapes, wkt_shapes};
use crate::run::{asset, cut_unseen, folder};
use crate::solids::{boxes, brick, cuboid, open_brick};
use validity::fault;

/// Cuts a model, checks that the polygons in section.geojson, .wkt and .wkb are valid and equal, and returns the
/// properties of the GeoJSON features.
fn checked(folder: &Path, arguments: &[&str]) -> Vec<Value> {
    cut_unseen(folder, &[arguments, &["-o", "out", "--force"]].concat()).fine();
    let out = folder.join("out");
    let read = |name: &str| fs::read_to_string(out.join(name)).expect("a file");
    let json = read("section.geojson");
    let (_, shapes) = features(&json);
    let shapes = objects(shapes);
    let from_wkt = wkt_shapes(&read("section.wkt"));
    let from_wkb = wkb_shapes(&fs::read(out.join("section.wkb")).expect("a file"));
    assert_eq!(
        (shapes.len(), shapes.len()),
        (from_wkt.len(), from_wkb.len())
    );
    for ((shape, text), binary) in shapes.iter().zip(&from_wkt).zip(&from_wkb) {
        assert_eq!(fault(&shape.polygons), None, "{}", shape.name);
        assert_eq!(shape.polygons, text.polygons);
        assert_eq!(shape.polygons, binary.polygons);
    }
    let json: Value = serde_json::from_str(&json).expect("JSON");
    let features = json["features"].as_array().expect("a list").iter();
    features
        .map(|feature| feature["properties"].clone())
        .collect()
}

fn united(properties: &[Value]) -> usize {
    let united = properties
        .iter()
        .filter(|feature| feature["united"] == true);
    united.count()
}

/// Windows and fittings of the office are bodies that share edges and overlap.
#[test]
fn polygons_of_the_office_are_valid() {
    let folder = folder(&[]);
    for (plane, is_united) in [("z=1.2", true), ("z=4", false)] {
        let properties = checked(folder.path(), &[&asset("office.glb"), "--plane", plane]);
        assert_eq!(united(&properties) > 0, is_united, "{plane}");
        for feature in &properties {
            let area = |key: &str| feature[key].as_f64();
            if let Some(signed) = area("signed_area") {
                assert!(
                    area("area") <= Some(signed.abs() * (1.0 + 1e-12)),
                    "{feature}"
                );
            }
            if feature["united"] == true {
                assert!(area("displacement") < Some(1e-13), "{feature}");
            } else {
                assert_eq!(area("displacement"), None);
            }
        }
    }
}

/// The input has 80 objects of up to seven boxes, from a fixed seed. The corners lie on a grid, so boxes share faces,
/// edges and corners, nest and coincide. In every other object, each box is rotated. The planes pass between and
/// through the faces of the boxes.
#[test]
fn polygons_of_touching_and_overlapping_boxes_are_valid() {
    let mut state = 7_u64;
    let mut below = |bound: u64| {
        // A linear congruential generator with the constants of Knuth's MMIX.
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % bound
    };
    let (mut text, mut before) = (String::new(), 0);
    for object in 0..80 {
        text += &format!("o Assembly/{object}\n");
        for _ in 0..=below(7) {
            let mut min = [0.0; 3];
            let mut max = [0.0; 3];
            for axis in 0..3 {
                min[axis] = below(4) as f64;
                max[axis] = min[axis] + 1.0 + below(3) as f64;
            }
            let angle = if object % 2 == 0 {
                0.0
            } else {
                below(1000) as f64
            };
            let (sine, cosine) = angle.sin_cos();
            for line in cuboid("", min, max, before).lines().skip(1) {
                let words: Vec<&str> = line.split(' ').collect();
                if let ["v", x, y, z] = words[..] {
                    let [x, y] = [x, y].map(|word| word.parse::<f64>().expect("a number"));
                    let [u, v] = [x * cosine - y * sine, x * sine + y * cosine];
                    text += &format!("v {u} {v} {z}\n");
                } else {
                    text += &format!("{line}\n");
                }
            }
            before += 8;
        }
    }
    let folder = folder(&[("assemblies.obj", &text)]);
    for plane in ["z=1.5", "z=2", "x=1.5"] {
        let properties = checked(folder.path(), &["assemblies.obj", "--plane", plane]);
        assert!(united(&properties) > 10, "{plane}");
    }
}

/// Each line of section.wkt holds a multipolygon, a multilinestring, a collection of both, or an empty geometry.
#[test]
fn kinds_of_geometry() {
    let closed = brick();
    // This box becomes a second, open body in the object of `closed`: its last face is removed.
    let body = cuboid("", [4.0, 0.0, 0.0], [5.0, 1.0, 5.0], 8);
    let (body, _) = body.trim_end().rsplit_once('\n').expect("several lines");
    let (_, body) = body.split_once('\n').expect("several lines");
    let both = format!("{closed}{body}\n");
    let touched = boxes(&[("Touched/t", [0.0, 0.0, 2.0], [1.0, 1.0, 3.0])]);
    let files = [
        (closed, "MULTIPOLYGON((("),
        (open_brick(), "MULTILINESTRING(("),
        (both, "GEOMETRYCOLLECTION(MULTIPOLYGON((("),
        (touched, "MULTIPOLYGON EMPTY"),
    ];
    for (text, kind) in files {
        let folder = folder(&[("part.obj", &text)]);
        checked(folder.path(), &["part.obj", "--plane", "z=2"]);
        let wkt = fs::read_to_string(folder.path().join("out/section.wkt")).expect("a file");
        let (_, geometry) = wkt.split_once('\t').expect("two columns");
        assert!(geometry.starts_with(kind), "{kind}: {geometry}");
    }
}
