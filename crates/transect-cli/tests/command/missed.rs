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
            "the plane z = 9 misses the model: z runs from 0.00 to 5.00 m",
            "front empty, back the whole model",
        ),
        (
            "z=-1e300",
            "the plane z = -1e300 misses the model: z runs from 0.00 to 5.00 m",
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

/// Cuts whose outputs are sections only have the notes of complete cuts, for all kinds of planes.
#[test]
fn sections_alone_have_the_same_notes() {
    let folder = folder(&[("brick.obj", &brick())]);
    let beside = "the plane x=9 misses the model: x runs from 0.00 to 2.00";
    for (planes, note) in [
        (&["--plane", "z=9"][..], "the plane z = 9 misses the model"),
        (&["--plane", "z=1", "--plane", "x=9"], beside),
        (&["--plane", "z=1", "--plane", "z=2"], ""),
        (
            &["--grid", "x=3..9/2"],
            "no plane of the grid cuts the model",
        ),
        (&["--grid", "x=0..2/2"], ""),
        (
            &["--slab", "z=6..9"],
            "the region misses the model, which lies behind the plane z-min",
        ),
        (
            &["--slab", "z=-1..9"],
            "the whole model lies inside the region",
        ),
        (&["--slab", "z=1..9"], ""),
    ] {
        let notes = |files: &str| {
            let files = ["-o", "out", "--force", "--write", files];
            cut(folder.path(), &[&["brick.obj"], planes, &files].concat())
                .fine()
                .stderr
        };
        let alone = notes("section.svg");
        assert_eq!(alone, notes("section.svg,report.json"), "{planes:?}");
        assert!(
            alone.contains(note) && alone.is_empty() == note.is_empty(),
            "{planes:?}: {alone}"
        );
    }
}
