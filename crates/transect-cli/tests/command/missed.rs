//! Tests of a plane that misses the model: a note gives the range of the model along the plane's normal.

use crate::run::{asset, cut, folder};
use crate::solids::brick;

/// Returns the standard error of a call that must succeed, and the contents of the row `halves` in its table.
fn report(arguments: &[&str]) -> (String, String) {
    let folder = folder(&[("brick.obj", &brick())]);
    let outcome = cut(folder.path(), arguments).fine();
    let mut lines = outcome.stdout.lines();
    let halves = lines.find_map(|line| line.strip_prefix("halves "));
    (
        outcome.stderr,
        halves.unwrap_or_default().trim().to_string(),
    )
}

#[test]
fn a_plane_that_misses_the_model_is_reported_with_its_range() {
    for (plane, note, halves) in [
        (
            "z=9",
            "the plane z = 9 misses the model: z runs from 0.00 to 5.00",
            "front empty, back the whole model",
        ),
        (
            "z=-1e300",
            "the plane z = -1e300 misses the model: z runs from 0.00 to 5.00",
            "front the whole model",
        ),
        (
            "x+y=-1",
            "the plane misses the model, which lies from 0.70711 to 4.24264 m in front of it",
            "front the whole model",
        ),
        (
            "3x+4z=40",
            "the plane misses the model, which lies from 2.8 to 8 m behind it",
            "front empty",
        ),
    ] {
        let (stderr, line) = report(&["brick.obj", "--plane", plane, "--unit", "m"]);
        assert_eq!(stderr, format!("note: {note}\n"), "{plane}");
        assert!(line.starts_with(halves), "{plane}: {line}");
    }
}

#[test]
fn a_plane_that_touches_or_separates_misses_nothing() {
    let (stderr, halves) = report(&["brick.obj", "--plane", "z=5"]);
    assert_eq!(stderr, "");
    assert!(
        halves.starts_with("front empty, back the whole model"),
        "{halves}"
    );
    let between = cut(
        &std::env::temp_dir(),
        &[&asset("office.glb"), "--plane", "z=1.2"],
    )
    .fine();
    assert!(!between.stderr.contains("misses"), "{}", between.stderr);
    let two = [
        "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n",
        "v 0 0 2\nv 1 0 2\nv 0 1 2\nf 1 2 3\n",
    ];
    let scene = folder(&[("low.obj", two[0]), ("high.obj", two[1])]);
    let outcome = cut(scene.path(), &["low.obj", "high.obj", "--plane", "z=1"]).fine();
    assert_eq!(outcome.stderr, "");
    assert!(
        outcome.stdout.contains("front 1 triangle, back 1"),
        "{}",
        outcome.stdout
    );
}
