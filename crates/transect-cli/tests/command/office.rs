//! Tests of a cut of a real building: `transect cut office.glb --plane z=1.2 -o out`.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use serde_json::Value;
use tempfile::TempDir;
use transect_mesh::Mesh;

use crate::run::{asset, count, cut, folder, number, objects, volume};

/// Returns the folder and the report of one run that all tests share.
fn office() -> (&'static Path, &'static Value) {
    static OFFICE: OnceLock<(TempDir, Value)> = OnceLock::new();
    let (folder, report) = OFFICE.get_or_init(|| {
        let folder = folder(&[]);
        let model = asset("office.glb");
        let run = cut(
            folder.path(),
            &[
                &model, "--plane", "z=1.2", "-o", "out", "--json", "--strict",
            ],
        );
        assert_eq!(
            run.status,
            Some(1),
            "some of the building's objects are open"
        );
        let open = "error: 122 objects are open (--strict): ";
        assert!(run.stderr.contains(open), "{}", run.stderr);
        let report = run.report();
        (folder, report)
    });
    (folder.path(), report)
}

fn listed() -> &'static [Value] {
    office().1["objects_list"].as_array().expect("a list")
}

#[test]
fn counts() {
    let (_, report) = office();
    let objects = ["front", "on", "back"];
    let objects = objects.map(|side| count(report, &format!("/planes/0/objects/{side}")));
    assert_eq!(
        (count(report, "/objects/total"), objects),
        (1083, [549, 519, 15])
    );
    assert_eq!(count(report, "/certificate/objects_closed"), 961);
    assert_eq!(count(report, "/certificate/objects_open"), 122);
    assert_eq!(count(report, "/certificate/cut_open"), 11);
    for element in ["vertices", "edges", "faces"] {
        assert_eq!(count(report, &format!("/planes/0/{element}_on_plane")), 0);
    }
    let residual = number(report, "/certificate/volume_residual");
    assert!(residual <= number(report, "/certificate/volume_bound"));
}

#[test]
fn each_cut_object_has_a_loop_or_is_listed_as_open() {
    let cut: Vec<&Value> = listed()
        .iter()
        .filter(|object| object["sides"][0] == "on")
        .collect();
    assert_eq!(cut.len(), 519);
    for object in &cut {
        let has_loop = object["met"][0]["loops"]
            .as_u64()
            .is_some_and(|loops| loops > 0);
        assert!(has_loop || object["closed"] == false, "{object}");
    }
    assert_eq!(
        cut.iter()
            .filter(|object| object["closed"] == false)
            .count(),
        11
    );
    for (index, object) in listed().iter().enumerate() {
        assert_eq!(object["index"].as_u64(), Some(index as u64));
        assert!(object["sides"][0] == "on" || object["met"] == Value::Array(Vec::new()));
    }
}

#[test]
fn the_drawing_has_a_group_for_each_object() {
    let (folder, _) = office();
    let svg = fs::read_to_string(folder.join("out/section.svg")).expect("a drawing");
    let document = roxmltree::Document::parse(&svg).expect("XML");
    let drawn: Vec<&str> = document
        .descendants()
        .filter_map(|node| node.attribute("data-name"))
        .collect();
    let cut: HashSet<&str> = listed()
        .iter()
        .filter(|object| object["sides"][0] == "on")
        .filter_map(|object| object["name"].as_str())
        .collect();
    assert_eq!(drawn.len(), 519);
    assert_eq!(drawn.into_iter().collect::<HashSet<_>>(), cut);
}

/// The written halves are closed where the input is closed, and their volumes add up to the volume of the input.
#[test]
fn halves_are_closed_and_add_up() {
    let (folder, report) = office();
    let read = |path: &Path| objects(path).into_iter().collect::<HashMap<String, Mesh>>();
    let input = read(Path::new(&asset("office.glb")));
    let [front, back] = ["front.glb", "back.glb"].map(|half| read(&folder.join("out").join(half)));
    assert_eq!((front.len(), back.len()), (549 + 519, 519 + 15));
    let mut difference = 0.0;
    for object in listed().iter().filter(|object| object["closed"] == true) {
        let name = object["name"].as_str().expect("a name");
        let halves = [front.get(name), back.get(name)];
        if object["sides"][0] == "on" {
            let [front, back] = halves.map(|half| volume(half.expect("both halves are there")));
            difference += (front + back - volume(&input[name])).abs();
        } else {
            let whole =
                halves[usize::from(object["sides"][0] == "back")].expect("it is on its side");
            assert_eq!(
                whole.positions(),
                input[name].positions(),
                "{name} is as it was"
            );
            assert_eq!(
                whole.triangles(),
                input[name].triangles(),
                "{name} is as it was"
            );
        }
    }
    let bound = number(report, "/certificate/volume_bound");
    assert!(difference <= bound, "{difference} is more than {bound}");
}

#[test]
fn all_files() {
    let (folder, report) = office();
    assert_eq!(
        crate::run::names(&folder.join("out")),
        [
            "back.glb",
            "front.glb",
            "objects.csv",
            "preview.png",
            "report.html",
            "report.json",
            "section.dxf",
            "section.geojson",
            "section.png",
            "section.svg",
            "section.wkb",
            "section.wkt"
        ]
    );
    let text = fs::read_to_string(folder.join("out/report.json")).expect("a report");
    let written: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(written, *report);
}
