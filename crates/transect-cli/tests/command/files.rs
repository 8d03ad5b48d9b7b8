//! Tests of outputs: all files or none are written, and existing files are replaced only with `--force`.

use std::fs;
use std::path::Path;
#[cfg(target_os = "linux")]
use std::process::Command;

#[cfg(target_os = "linux")]
use crate::run::{Outcome, asset};
use crate::run::{cut_unseen, folder, names};
use crate::solids::brick;

#[test]
fn everything_is_written_and_listed() {
    let folder = folder(&[("brick.obj", &brick())]);
    let outcome = cut_unseen(
        folder.path(),
        &["brick.obj", "--plane", "z=2", "-o", "deep/out", "--json"],
    )
    .fine();
    let out = folder.path().join("deep/out");
    assert_eq!(
        names(&out),
        [
            "back.mtl",
            "back.obj",
            "front.mtl",
            "front.obj",
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
    let written = outcome.report()["written"].clone();
    let listed = [
        "section.svg",
        "section.png",
        "section.dxf",
        "section.geojson",
        "section.wkt",
        "section.wkb",
        "preview.png",
        "front.mtl",
        "front.obj",
        "back.mtl",
        "back.obj",
        "objects.csv",
        "report.html",
        "report.json",
    ];
    let listed: Vec<String> = listed
        .iter()
        .map(|name| Path::new("deep/out").join(name).display().to_string())
        .collect();
    assert_eq!(written, serde_json::json!(listed));
    assert_eq!(
        fs::read_to_string(out.join("report.json")).expect("a report"),
        outcome.stdout
    );
    assert_eq!(outcome.stderr, "", "nothing is lost");
}

#[test]
fn existing_files_are_kept_without_force() {
    let folder = folder(&[("brick.obj", &brick())]);
    let out = folder.path().join("out");
    let all = [
        "section.svg",
        "section.png",
        "section.dxf",
        "section.geojson",
        "section.wkt",
        "section.wkb",
        "preview.png",
        "front.obj",
        "back.obj",
        "objects.csv",
        "report.html",
        "report.json",
    ];
    for name in all {
        fs::create_dir(&out).expect("a folder");
        fs::write(out.join(name), "mine").expect("a file can be written");
        let outcome = cut_unseen(folder.path(), &["brick.obj", "--plane", "z=2", "-o", "out"]);
        assert_eq!((outcome.status, outcome.stdout.as_str()), (Some(2), ""));
        assert!(
            outcome.stderr.contains(name) && outcome.stderr.contains("--force"),
            "{}",
            outcome.stderr
        );
        assert_eq!(names(&out), [name]);
        assert_eq!(fs::read_to_string(out.join(name)).expect("text"), "mine");
        cut_unseen(
            folder.path(),
            &["brick.obj", "--plane", "z=2", "-o", "out", "--force"],
        )
        .fine();
        assert_ne!(fs::read(out.join(name)).expect("a file"), b"mine");
        fs::remove_dir_all(&out).expect("removed");
    }
}

#[test]
fn a_file_is_no_folder() {
    let folder = folder(&[("brick.obj", &brick())]);
    let outcome = cut_unseen(
        folder.path(),
        &["brick.obj", "--plane", "z=2", "-o", "brick.obj"],
    );
    assert_eq!((outcome.status, outcome.stdout.as_str()), (Some(2), ""));
    assert!(
        outcome.stderr.contains("brick.obj is a file, not a folder"),
        "{}",
        outcome.stderr
    );
    assert!(
        outcome.stderr.contains("hint: name another folder with -o"),
        "{}",
        outcome.stderr
    );
    assert_eq!(
        fs::read_to_string(folder.path().join("brick.obj")).expect("text"),
        brick()
    );
}

/// An output folder in `/proc` is an error: no process can create a folder there, not even as root.
#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_cannot_be_made() {
    let folder = folder(&[("brick.obj", &brick())]);
    let outcome = cut_unseen(
        folder.path(),
        &["brick.obj", "--plane", "z=2", "-o", "/proc/out"],
    );
    assert_eq!((outcome.status, outcome.stdout.as_str()), (Some(2), ""));
    assert!(
        outcome.stderr.contains("error: /proc/out: "),
        "{}",
        outcome.stderr
    );
}

#[test]
fn a_folder_in_the_way_stays() {
    let folder = folder(&[("brick.obj", &brick())]);
    let out = folder.path().join("out");
    fs::create_dir_all(out.join("report.json")).expect("a folder in the way");
    let outcome = cut_unseen(
        folder.path(),
        &["brick.obj", "--plane", "z=2", "-o", "out", "--force"],
    );
    assert_eq!((outcome.status, outcome.stdout.as_str()), (Some(2), ""));
    assert!(
        outcome.stderr.contains("report.json is a folder"),
        "{}",
        outcome.stderr
    );
    assert_eq!(names(&out), ["report.json"]);
}

/// The size of files is limited in this test: the pictures fit, but a half does not, so nothing may be written.
#[cfg(target_os = "linux")]
#[test]
fn a_failing_write_leaves_nothing() {
    let folder = folder(&[]);
    let limited = "trap '' XFSZ; ulimit -f 400; exec \"$0\" \"$@\"";
    let output = Command::new("sh")
        .current_dir(folder.path())
        .args([
            "-c",
            limited,
            env!("CARGO_BIN_EXE_transect"),
            "cut",
            &asset("spot.obj"),
        ])
        .args(["--plane", "y=0.2", "-o", "deep/out", "--size", "200"])
        .output();
    let outcome = Outcome::of(&output.expect("the binary runs"));
    assert_eq!((outcome.status, outcome.stdout.as_str()), (Some(2), ""));
    assert!(
        outcome.stderr.contains("error: deep/out/front.obj: "),
        "{}",
        outcome.stderr
    );
    assert!(
        outcome.stderr.contains("hint: nothing was written"),
        "{}",
        outcome.stderr
    );
    assert!(names(folder.path()).is_empty());
}

#[test]
fn an_empty_half_has_no_file() {
    let folder = folder(&[("brick.obj", &brick())]);
    let outcome = cut_unseen(
        folder.path(),
        &["brick.obj", "--plane", "z=9", "-o", "out", "--json"],
    )
    .fine();
    assert_eq!(
        names(&folder.path().join("out")),
        [
            "back.obj",
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
    let front = &outcome.report()["halves"]["front"];
    let empty = serde_json::json!({
        "triangles": 0, "vertices": 0, "area": 0.0, "volume": 0.0, "closed": true, "open_edges": 0,
    });
    assert_eq!(*front, empty);
    cut_unseen(
        folder.path(),
        &["brick.obj", "--plane", "z=2", "-o", "out", "--force"],
    )
    .fine();
    let again = cut_unseen(
        folder.path(),
        &["brick.obj", "--plane", "z=9", "-o", "out", "--force"],
    )
    .fine();
    assert!(
        again.stderr.contains("front.obj is from an earlier cut"),
        "{}",
        again.stderr
    );
}
