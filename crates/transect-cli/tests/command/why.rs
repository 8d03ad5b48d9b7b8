//! Tests of `--why`: the vertices that decide the side of an object.

use crate::run::{cut, folder};
use crate::solids::{boxes, brick};

fn why(plane: &str, name: &str) -> String {
    let model = boxes(&[
        ("Low/a", [0.0; 3], [2.0, 3.0, 1.0]),
        ("High/b", [0.0, 0.0, 4.0], [2.0, 3.0, 4.5]),
        ("Flat/c", [0.0, 0.0, 2.0], [1.0, 1.0, 2.0]),
    ]);
    let folder = folder(&[("model.obj", &model)]);
    let table = cut(
        folder.path(),
        &["model.obj", "--plane", plane, "--why", name],
    );
    let table = table.fine().stdout;
    let (_, reasons) = table.split_once("\nwhy ").expect("a reason");
    reasons.to_string()
}

#[test]
fn in_front_behind_and_cut() {
    assert_eq!(
        why("z=3", "High/*"),
        "\
High/b is in front
  backmost vertex   (0, 0, 4) lies in front of the plane, 1 away
  frontmost vertex  (0, 0, 4.5) lies in front of the plane, 1.5 away
  its backmost vertex lies in front, so all of it lies in front
"
    );
    assert_eq!(
        why("z=3", "Low/a"),
        "\
Low/a is behind
  backmost vertex   (0, 0, 0) lies behind the plane, 3 away
  frontmost vertex  (0, 0, 1) lies behind the plane, 2 away
  its frontmost vertex lies behind, so all of it lies behind
"
    );
    assert_eq!(
        why("2z=0.5", "Low/a"),
        "\
Low/a is on the plane
  backmost vertex   (0, 0, 0) lies behind the plane, 0.25 away
  frontmost vertex  (0, 0, 1) lies in front of the plane, 0.75 away
  it has vertices on both sides of the plane
"
    );
}

#[test]
fn touching_from_either_side_and_flat() {
    let behind = why("z=1", "Low/a");
    assert!(
        behind.starts_with("Low/a is on the plane (touching)\n"),
        "{behind}"
    );
    assert!(
        behind.contains("(0, 0, 1) lies on the plane, exactly\n"),
        "{behind}"
    );
    assert!(
        behind.contains("it reaches the plane from behind"),
        "{behind}"
    );
    let front = why("z=4", "High/b");
    assert!(
        front.contains("it reaches the plane from the front"),
        "{front}"
    );
    let flat = why("z=2", "Flat/c");
    assert!(
        flat.contains("it is flat and lies on the plane; touching counts as on the plane"),
        "{flat}"
    );
}

/// A vertex that is one float step away from the plane is not on the plane, and its object does not touch the plane.
#[test]
fn a_rounding_is_told_from_touching() {
    let beside = why("z=1.0000000000000002", "Low/a");
    assert!(beside.starts_with("Low/a is behind\n"), "{beside}");
    assert!(
        beside.contains("lies behind the plane, 2.220e-16 away"),
        "{beside}"
    );
}

#[test]
fn parts_on_both_sides() {
    let first = boxes(&[("Pair/p", [0.0; 3], [1.0; 3])]);
    let second = boxes(&[("", [0.0, 0.0, 3.0], [1.0, 1.0, 4.0])]);
    // One object is made of two boxes: in the file, the vertices of both boxes come first, then the faces of both
    // boxes.
    let lines = |text: &str, kind: &str| {
        let lines = text.lines().filter(|line| line.starts_with(kind));
        lines.map(|line| format!("{line}\n")).collect::<String>()
    };
    let shifted: String = lines(&second, "f ")
        .lines()
        .map(|face| {
            let corners = face[2..].split(' ').map(|corner| {
                let vertex: usize = corner.parse().expect("an index");
                format!(" {}", vertex + 8)
            });
            format!("f{}\n", corners.collect::<String>())
        })
        .collect();
    let model = format!(
        "o Pair/p\n{}{}{}{shifted}",
        lines(&first, "v "),
        lines(&second, "v "),
        lines(&first, "f "),
    );
    let folder = folder(&[("pair.obj", &model)]);
    let table = cut(folder.path(), &["pair.obj", "--plane", "z=2", "--why", "*"]);
    let table = table.fine().stdout;
    assert!(
        table.contains("why Pair/p is on the plane (divided)\n"),
        "{table}"
    );
}

/// For a region, the first paragraph of an object explains its relation to the region.
#[test]
fn the_relation_to_a_region() {
    let model = boxes(&[
        ("In/a", [1.0; 3], [2.0; 3]),
        ("Edge/b", [1.0, 1.0, 3.0], [2.0, 5.0, 5.0]),
        ("Out/c", [6.0, 0.0, 0.0], [7.0; 3]),
        ("Touch/d", [1.0, 1.0, -1.0], [2.0, 2.0, 0.0]),
    ]);
    let folder = folder(&[("model.obj", &model)]);
    let arguments = ["model.obj", "--box", "0,0,0,4,4,4", "--why", "*"];
    let table = cut(folder.path(), &arguments).fine().stdout;
    for reason in [
        "why In/a is inside the region\n  it has no vertex behind a plane of the region\n\nwhy In/a, plane x-min",
        "why Edge/b meets the region\n  a part of it lies inside, and it has vertices behind the planes y-max, z-max\n",
        "why Out/c is outside the region\n  all of it lies behind the plane x-max\n",
        "why Touch/d is outside the region\n  no vertex of it lies in front of the plane z-min\n",
    ] {
        assert!(table.contains(reason), "{reason}: {table}");
    }
    // A model without a plane behind which all of it lies.
    let beside = "v 11 -2 1\nv -2 11 1\nv 11 -1 1\nv 11 -2 2\nf 1 2 3\nf 1 4 2\nf 2 4 3\nf 3 4 1\n";
    std::fs::write(folder.path().join("model.obj"), beside).expect("a file");
    let table = cut(folder.path(), &arguments).fine().stdout;
    assert!(
        table.contains("no part of it with thickness lies inside"),
        "{table}"
    );
}

#[test]
fn names_that_nothing_has_and_a_report_for_programs() {
    let folder = folder(&[("brick.obj", &brick())]);
    let none = cut(
        folder.path(),
        &["brick.obj", "--plane", "z=2", "--why", "Wall*"],
    );
    assert_eq!((none.status, none.stdout.as_str()), (Some(2), ""));
    assert!(
        none.stderr.contains("--why matches no object"),
        "{}",
        none.stderr
    );
    assert!(
        none.stderr.contains("names look like \"Brick/b\""),
        "{}",
        none.stderr
    );
    let json = cut(
        folder.path(),
        &["brick.obj", "--plane", "z=2", "--why", "*", "--json"],
    );
    assert_eq!(json.status, Some(2));
}
