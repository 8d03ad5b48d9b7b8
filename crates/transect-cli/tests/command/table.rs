//! Tests of the table of `transect cut` for people.

use crate::run::{asset, cut, cut_unseen, folder};
use crate::solids::{boxes, brick, open_brick, stairs};

#[test]
fn a_brick() {
    let folder = folder(&[("brick.obj", &brick())]);
    let outcome = cut(
        folder.path(),
        &["brick.obj", "--plane", "z=2", "--unit", "m", "-o", "out"],
    );
    let table = outcome.fine().stdout;
    // The number after "bound" is not compared, because it depends on details of the error analysis.
    let (before, rest) = table.split_once("(bound ").expect("a bound");
    let (_, after) = rest.split_once(')').expect("its end");
    assert_eq!(
        format!("{before}(bound …){after}"),
        "\
brick.obj    1 object, 12 triangles, bounds (0.00, 0.00, 0.00) – (2.00, 3.00, 5.00) m
plane        z = 2

front 0   on 1   back 0      (touching 0, divided 0)
section      1 loop, area 6 m², perimeter 10 m
halves       front 20 triangles, back 20; both closed
volumes      front 18 m³, back 12 m³; residual 0 m³ (bound …)
on the plane 0 vertices, 0 edges, 0 faces
written      in out: section.svg  section.png  section.dxf  section.geojson  section.wkt  section.wkb  preview.png  front.mtl  front.obj  back.mtl  back.obj  objects.csv  report.html  report.json
"
    );
}

#[test]
fn both_limits_where_they_differ() {
    let folder = folder(&[("stairs.obj", &stairs())]);
    let table = cut(folder.path(), &["stairs.obj", "--plane", "z=1"])
        .fine()
        .stdout;
    assert!(
        table.contains("area 6 (3 just in front of the plane), perimeter 10"),
        "{table}"
    );
    let table = cut(
        folder.path(),
        &["stairs.obj", "--plane", "z=1", "--on-plane", "back"],
    );
    let table = table.fine().stdout;
    assert!(
        table.contains("area 3 (6 just behind the plane), perimeter 8"),
        "{table}"
    );
}

#[test]
fn open_objects_are_named() {
    let folder = folder(&[("open.obj", &open_brick()), ("brick.obj", &brick())]);
    let alone = cut(folder.path(), &["open.obj", "--plane", "z=2"])
        .fine()
        .stdout;
    assert!(
        alone.contains("; the object is open, with 1 open chain in the section\n"),
        "{alone}"
    );
    assert!(alone.contains("; open, like the input ("), "{alone}");
    let both = cut(folder.path(), &["open.obj", "brick.obj", "--plane", "z=2"])
        .fine()
        .stdout;
    assert!(both.starts_with("2 files      2 objects, "), "{both}");
    let open = "; 1 of 2 cut objects is open, with 1 open chain in the section:\n             open:Brick/b\n";
    assert!(both.contains(open), "{both}");
    assert!(
        both.contains("; all halves of closed objects closed\n"),
        "{both}"
    );
}

#[test]
fn the_volumes_of_both_halves_are_shown() {
    let folder = folder(&[("brick.obj", &brick()), ("open.obj", &open_brick())]);
    let volumes = |arguments: &[&str]| {
        let table = cut(folder.path(), arguments).fine().stdout;
        let row = table.lines().find_map(|line| line.strip_prefix("volumes "));
        row.map(|row| row.trim_start().to_string())
    };
    let closed = volumes(&["brick.obj", "--plane", "z=2"]).expect("a row");
    let start = "front 18, back 12; residual 0 (bound ";
    assert!(closed.starts_with(start), "{closed}");
    let missed = volumes(&["brick.obj", "--plane", "z=9", "--unit", "m"]);
    assert_eq!(missed.as_deref(), Some("front 0 m³, back 30 m³"));
    let both = volumes(&["brick.obj", "open.obj", "--plane", "z=2"]).expect("a row");
    let start = "front 18, back 12 (closed objects only); residual 0 (bound ";
    assert!(both.starts_with(start), "{both}");
    let open = volumes(&["open.obj", "--plane", "z=2"]);
    assert_eq!(open, None, "an open surface encloses no volume");
}

/// Far from the origin, neighbouring 32-bit floats are far apart: at 10,000,000, their distance is 1.
#[test]
fn stl_says_how_far_it_moves_vertices() {
    let far = 1e7;
    let far = boxes(&[("Box/far", [far, 0.0, 0.0], [far + 10.0, 10.0, 10.0])]);
    let folder = folder(&[("far.obj", &far), ("brick.obj", &brick())]);
    let rounding = |arguments: &[&str]| {
        let table = cut(folder.path(), arguments).fine().stdout;
        let row = table
            .lines()
            .find_map(|line| line.strip_prefix("rounding "));
        row.map(|row| row.trim_start().to_string())
    };
    let plane = ["--plane", "x-z=10000000.25", "--unit", "m"];
    let stl = rounding(&[&["far.obj", "--format", "stl"], &plane[..]].concat());
    assert_eq!(
        stl.as_deref(),
        Some(
            "the 32-bit floats of STL move vertices of cut objects by up to 0.25 m along an axis; \
             obj and ply hold 64-bit floats"
        )
    );
    let formats = ["obj", "ply", "glb"];
    for format in formats {
        let other = rounding(&[&["far.obj", "--format", format], &plane[..]].concat());
        assert_eq!(other, None, "{format}");
    }
    let near = rounding(&["brick.obj", "--plane", "z=2", "--format", "stl"]);
    assert_eq!(near, None, "close to the origin");
    let exact = ["far.obj", "--format", "stl", "--plane", "x=10000005"];
    assert_eq!(rounding(&exact), None, "no coordinate changes");
}

/// The office has open objects that the plane misses, cut open objects with closed sections, and cut open objects with
/// several open chains. The table, the drawing and the page each say which of these objects or chains they count.
#[test]
fn counts_of_what_is_open_name_what_they_count() {
    let folder = folder(&[]);
    let office = asset("office.glb");
    let arguments = [&office, "--plane", "z=1.2", "-o", "out"];
    let table = cut_unseen(folder.path(), &arguments).fine().stdout;
    let said = "11 of 519 cut objects are open, with 66 open chains in the section:\n";
    assert!(table.contains(said), "{table}");
    let read = |name: &str| {
        let text = std::fs::read_to_string(folder.path().join("out").join(name));
        text.expect("a file")
    };
    let legend = ">66 open chains in 7 objects<";
    assert!(read("section.svg").contains(legend));
    let page = read("report.html");
    for said in [
        "122 of 1,083 objects are open in the file, 11 of them cut.",
        "; 66 open chains in 7 objects: outlines that do not close, with red dots at their open ends.</figcaption>",
    ] {
        assert!(page.contains(said), "{said}");
    }
}

#[test]
fn wide_names_of_files_move_the_column() {
    let table = cut(
        folder(&[]).path(),
        &[&asset("cad_featuretype.stl"), "--plane", "z=1"],
    );
    let table = table.fine().stdout;
    let lines: Vec<&str> = table.lines().collect();
    assert!(
        lines[0].starts_with("cad_featuretype.stl 1 object, 3,476 triangles"),
        "{table}"
    );
    assert!(lines[0].contains("(-2.50, -1.25, 0.00)"), "{table}");
    assert!(lines[1].starts_with("plane               z = 1"), "{table}");
}

#[test]
fn quiet_prints_nothing() {
    let folder = folder(&[("brick.obj", &brick())]);
    let outcome = cut(
        folder.path(),
        &["brick.obj", "--plane", "z=2", "--quiet", "-o", "out"],
    )
    .fine();
    assert_eq!((outcome.stdout.as_str(), outcome.stderr.as_str()), ("", ""));
}
