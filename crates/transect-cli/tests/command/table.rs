//! Tests of the table of `transect cut` for people.

use crate::run::{asset, cut, folder};
use crate::solids::{brick, open_brick, stairs};

#[test]
fn a_brick() {
    let folder = folder(&[("brick.obj", &brick())]);
    let outcome = cut(
        folder.path(),
        &["brick.obj", "--plane", "z=2", "--unit", "m", "-o", "out"],
    );
    let table = outcome.fine().stdout;
    // The size of the bound is left out, because it depends on details of the error analysis.
    let (before, rest) = table.split_once("(bound ").expect("a bound");
    let (_, after) = rest.split_once(')').expect("its end");
    assert_eq!(
        format!("{before}(bound …){after}"),
        "\
brick.obj    1 object, 12 triangles, bounds (0.00, 0.00, 0.00) – (2.00, 3.00, 5.00) m
plane        z = 2

front 0   cut 1   back 0      (touching 0, divided 0)
section      1 loop, area 6 m², perimeter 10 m
halves       front 20 triangles, back 20; both closed; volume residual 0 m³ (bound …)
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
        alone.contains("; the object is open (1 open chain)\n"),
        "{alone}"
    );
    assert!(alone.contains("; open, like the input ("), "{alone}");
    let both = cut(folder.path(), &["open.obj", "brick.obj", "--plane", "z=2"])
        .fine()
        .stdout;
    assert!(both.starts_with("2 files      2 objects, "), "{both}");
    let open = "; 1 of 2 objects open (1 open chain):\n             open:Brick/b\n";
    assert!(both.contains(open), "{both}");
    assert!(
        both.contains("; all halves of closed objects closed; volume residual 0 ("),
        "{both}"
    );
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
