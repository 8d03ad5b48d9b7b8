//! Tests of the section files for other programs: `section.dxf`, `.geojson`, `.wkt` and `.wkb`, read by independent
//! libraries.

use std::fs;

use dxf::enums::Units;
use serde_json::Value;

use crate::readers::{
    Polyline, Shape, area, assert_near, dxf_drawing, features, objects, polylines, wkb_shapes,
    wkt_shapes,
};
use crate::run::{asset, cut, folder, number};
use crate::solids::{boxes, brick, open_brick, stairs};

/// The section files of a run, and its report.
struct Section {
    report: Value,
    units: Units,
    polylines: Vec<Polyline>,
    about: Value,
    from_geojson: Vec<Shape>,
    from_wkt: Vec<Shape>,
    from_wkb: Vec<Shape>,
}

impl Section {
    fn of(files: &[(&str, &str)], arguments: &[&str]) -> Self {
        let folder = folder(files);
        let report = cut(
            folder.path(),
            &[arguments, &["-o", "out", "--json"]].concat(),
        )
        .fine()
        .report();
        let read =
            |name: &str| fs::read_to_string(folder.path().join("out").join(name)).expect("a file");
        // The texts of a DXF file are not in UTF-8.
        let dxf = fs::read(folder.path().join("out/section.dxf")).expect("a file");
        let drawing = dxf_drawing(&dxf);
        let (collection, from_geojson) = features(&read("section.geojson"));
        let about = &collection.foreign_members.as_ref().expect("members")["section"];
        Self {
            report,
            units: drawing.header.default_drawing_units,
            polylines: polylines(&drawing),
            about: about.clone(),
            from_geojson: objects(from_geojson),
            from_wkt: wkt_shapes(&read("section.wkt")),
            from_wkb: wkb_shapes(&fs::read(folder.path().join("out/section.wkb")).expect("a file")),
        }
    }

    /// Checks that the section has in all files the same area as in the report, in total and for each object. Drawings
    /// have the outlines of each body, so the sum of their signed areas is that of the report.
    fn assert_areas(&self) {
        let closed = self.polylines.iter().filter(|line| line.is_closed);
        let dxf = closed.fold(0.0, |sum, line| sum + area(&line.points));
        let signed = number(&self.report, "/planes/0/section/signed_area");
        assert_near(dxf, signed, "DXF");
        let reported = number(&self.report, "/planes/0/section/area");
        let objects = self.report["objects_list"].as_array().expect("a list");
        let cut: Vec<&Value> = objects
            .iter()
            .filter(|object| object["sides"][0] == "on")
            .collect();
        assert_eq!(self.from_wkb.len(), self.from_wkt.len());
        for (binary, text) in self.from_wkb.iter().zip(&self.from_wkt) {
            assert_eq!(binary.polygons, text.polygons, "{}", text.name);
            assert_eq!(binary.lines, text.lines, "{}", text.name);
        }
        let own = cut
            .iter()
            .map(|object| object["met"][0]["area"].as_f64().expect("a number"));
        let own: Vec<f64> = own.collect();
        assert_near(own.iter().sum(), reported, "the objects");
        for shapes in [&self.from_geojson, &self.from_wkt] {
            assert_eq!(shapes.len(), cut.len());
            for ((shape, object), area) in shapes.iter().zip(&cut).zip(&own) {
                shape.assert_rings();
                assert_eq!(shape.name, object["name"]);
                assert_near(shape.area(), *area, &shape.name);
            }
        }
    }
}

#[test]
fn the_office() {
    let section = Section::of(&[], &[&asset("office.glb"), "--plane", "z=1.2"]);
    section.assert_areas();
    assert_eq!(section.units, Units::Meters);
    let closed = section.polylines.iter().filter(|line| line.is_closed);
    assert_eq!(closed.count(), 1003);
    let open = section.polylines.iter().filter(|line| !line.is_closed);
    let open: Vec<&str> = open.map(|line| line.layer.as_str()).collect();
    assert_eq!(open.len(), 66);
    assert!(open.iter().all(|layer| layer.ends_with("-open")));
    for shapes in [&section.from_geojson, &section.from_wkt] {
        let lines: usize = shapes.iter().map(|shape| shape.lines.len()).sum();
        assert_eq!(lines, 66);
    }
}

/// The areas are also right for models in STL and OBJ, and for a plane that is not horizontal.
#[test]
fn a_part_and_an_animal() {
    let part = asset("cad_featuretype.stl");
    let part = Section::of(&[], &[&part, "--plane", "z=0.5", "--unit", "in"]);
    part.assert_areas();
    assert_eq!(part.units, Units::Inches);
    let animal = [
        &asset("spot.obj"),
        "--point",
        "0,0,0",
        "--normal",
        "1,0.2,0",
    ];
    let animal = Section::of(&[], &animal);
    animal.assert_areas();
    assert_eq!(animal.units, Units::Unitless);
    assert_eq!(animal.about["unit"], Value::Null);
    assert_eq!(animal.about["axes"], serde_json::json!(["u", "v"]));
}

#[test]
fn the_limit_that_was_asked_for() {
    for (side, area) in [("front", 6.0), ("back", 3.0)] {
        let arguments = ["stairs.obj", "--plane", "z=1", "--on-plane", side];
        let section = Section::of(&[("stairs.obj", &stairs())], &arguments);
        section.assert_areas();
        assert_near(
            number(&section.report, "/planes/0/section/area"),
            area,
            side,
        );
    }
}

#[test]
fn the_frame_leads_back_into_space() {
    let section = Section::of(&[("brick.obj", &brick())], &["brick.obj", "--plane", "y=1"]);
    section.assert_areas();
    let direction = |name: &str| -> Vec<f64> {
        let list = section.about["frame"][name].as_array().expect("a list");
        list.iter().filter_map(Value::as_f64).collect()
    };
    let [origin, u, v] = ["origin", "u", "v"].map(direction);
    // All points of the section, moved back into space, must be on the boundary of the brick. Some of these points are
    // where the plane crosses a diagonal of a face.
    for [a, b] in &section.from_geojson[0].polygons[0][0] {
        let point: Vec<f64> = (0..3).map(|i| origin[i] + a * u[i] + b * v[i]).collect();
        assert!(
            [0.0, 2.0].contains(&point[0]) || [0.0, 5.0].contains(&point[2]),
            "{point:?}"
        );
        assert_eq!(point[1], 1.0);
    }
}

#[test]
fn open_objects_are_lines() {
    let section = Section::of(
        &[("open.obj", &open_brick())],
        &["open.obj", "--plane", "z=2"],
    );
    let [line] = &section.polylines[..] else {
        panic!("one open chain");
    };
    assert!(!line.is_closed);
    assert_eq!(line.layer, "Brick-open");
    for shape in [&section.from_geojson[0], &section.from_wkt[0]] {
        assert!(shape.polygons.is_empty());
        assert_eq!(shape.lines, std::slice::from_ref(&line.points));
    }
}

#[test]
fn nothing_cut() {
    let section = Section::of(
        &[("brick.obj", &brick())],
        &["brick.obj", "--plane", "z=9", "--write", "all"],
    );
    assert!(section.polylines.is_empty());
    assert!(section.from_geojson.is_empty() && section.from_wkt.is_empty());
}

/// `--hide` changes only the drawing: hidden classes are written to the other files.
#[test]
fn hidden_classes_are_written() {
    let house = boxes(&[
        ("Wall/a", [0.0; 3], [4.0, 0.5, 3.0]),
        ("Space/b", [0.0, 0.5, 0.0], [4.0, 4.0, 3.0]),
    ]);
    let arguments = ["house.obj", "--plane", "z=1", "--hide", "Space"];
    let section = Section::of(&[("house.obj", &house)], &arguments);
    section.assert_areas();
    assert_eq!(section.from_geojson.len(), 2);
}
