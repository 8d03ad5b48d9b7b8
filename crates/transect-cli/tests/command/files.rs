//! Tests of outputs: all files or none are written, and existing files are replaced only with `--force`.

use std::fs;
use std::path::Path;
#[cfg(target_os = "linux")]
use std::process::Command;

#[cfg(target_os = "linux")]
use crate::run::{Outcome, asset, cut, cut_unseen, folder, names};
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
    let folder = folder(&[("brick.obj", &brick()), ("brick", &brick())]);
    let outcome = cut_unseen(
        folder.path(),
        &["brick.obj", "--plane", "z=2", "-o", "brick"],
    );
    assert_eq!((outcome.status, outcome.stdout.as_str()), (Some(2), ""));
    assert!(
        outcome.stderr.contains("brick is a file, not a folder"),
        "{}",
        outcome.stderr
    );
    assert!(
        outcome.stderr.contains("hint: name another folder with -o"),
        "{}",
        outcome.stderr
    );
    assert_eq!(
        fs::read_to_string(folder.path().join("brick")).expect("text"),
        brick()
    );
}

/// The path of a file after `-o` is an error, unless the folder exists or the path ends with a slash.
#[test]
fn the_name_of_a_file_is_no_folder() {
    let folder = folder(&[("brick.obj", &brick())]);
    let status = |out: &str| {
        let arguments = ["brick.obj", "--plane", "z=2", "-o", out, "--write", "data"];
        let outcome = cut(folder.path(), &arguments);
        (outcome.status, outcome.stderr)
    };
    let (wrong, said) = status("plan.svg");
    assert_eq!(wrong, Some(2), "{said}");
    assert!(
        said.contains("-o plan --write section.svg writes only section.svg"),
        "{said}"
    );
    assert_eq!(names(folder.path()), ["brick.obj"]);
    assert_eq!(status("plan.svg/").0, Some(0));
    fs::create_dir(folder.path().join("half.stl")).expect("a folder");
    assert_eq!(status("half.stl").0, Some(0));
    assert_eq!(status("version.2").0, Some(0));
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

/// The test limits the size of files. The pictures are smaller than the limit, but a half is larger. So writing fails,
/// and no file may remain.
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

/// Printing to `/dev/full` always fails. The files are in place before the table is printed, and they stay there.
#[cfg(target_os = "linux")]
#[test]
fn a_full_stdout_leaves_the_files_and_says_so() {
    let csv = "name,xmin,ymin,zmin,xmax,ymax,zmax\na,0,0,0,1,1,1\n";
    let folder = folder(&[("brick.obj", &brick()), ("boxes.csv", csv)]);
    let run = |arguments: &[&str]| {
        let full = fs::File::options().write(true).open("/dev/full");
        let mut command = Command::new(env!("CARGO_BIN_EXE_transect"));
        command.current_dir(folder.path()).args(arguments);
        let output = command.stdout(full.expect("a device")).output();
        let outcome = Outcome::of(&output.expect("the binary runs"));
        assert_eq!(outcome.status, Some(2));
        let error = "error: standard output: No space left on device (os error 28)\n";
        let hint = outcome.stderr.strip_prefix(error);
        hint.unwrap_or_else(|| panic!("{}", outcome.stderr))
            .to_string()
    };
    let only = "only the printed report is incomplete\n";
    let cut = [
        "cut",
        "brick.obj",
        "--plane",
        "z=2",
        "--size",
        "320x240",
        "-o",
    ];
    for (out, more) in [("a", &[][..]), ("b", &["--json"])] {
        assert_eq!(
            run(&[&cut[..], &[out], more].concat()),
            format!(
                "  hint: all files are written: {out}/section.svg, {out}/section.png, {out}/section.dxf and 11 \
                 more; {only}"
            )
        );
        assert_eq!(names(&folder.path().join(out)).len(), 14);
    }
    assert_eq!(
        run(&[
            "cut",
            "brick.obj",
            "--plane",
            "z=2",
            "-o",
            "c",
            "--write",
            "section.svg"
        ]),
        format!("  hint: c/section.svg is written; {only}")
    );
    let hint = run(&["classify", "boxes.csv", "--plane", "z=2", "-o", "d"]);
    assert!(
        hint.starts_with("  hint: all files are written: "),
        "{hint}"
    );
    assert_eq!(names(&folder.path().join("d")).len(), 2);
    assert_eq!(
        run(&["cut", "brick.obj", "--plane", "z=2"]),
        "",
        "nothing to write"
    );
}

#[test]
fn an_empty_half_has_no_file() {
    let folder = folder(&[("brick.obj", &brick())]);
    let outcome = cut_unseen(
        folder.path(),
        &[
            "brick.obj",
            "--plane",
            "z=9",
            "-o",
            "out",
            "--json",
            "--write",
            "all",
        ],
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
        ],
        "files that are named are written"
    );
    let front = &outcome.report()["parts"][0];
    let empty = serde_json::json!({
        "name": "front", "sides": ["front"], "objects": 0, "triangles": 0, "vertices": 0, "area": 0.0, "volume": 0.0,
        "signed_volume": 0.0, "closed": true, "open_edges": 0, "manifold_as_written": null, "vertices_as_written": null,
    });
    assert_eq!(*front, empty);
    cut_unseen(
        folder.path(),
        &["brick.obj", "--plane", "z=2", "-o", "out", "--force"],
    )
    .fine();
    let missed = |more: &[&str]| {
        let arguments = ["brick.obj", "--plane", "z=9", "-o", "out", "--force"];
        cut_unseen(folder.path(), &[&arguments, more].concat()).fine()
    };
    let again = missed(&["--write", "all"]);
    assert!(
        again.stderr.contains("front.obj is from an earlier cut"),
        "{}",
        again.stderr
    );
    // Without names, the reports and the table are written. A note names the files that are not of this cut.
    let again = missed(&[]);
    assert!(
        again.stderr.contains("there is nothing to draw")
            && again
                .stderr
                .contains("files in out are from an earlier cut: section.svg"),
        "{}",
        again.stderr
    );
    let written = again
        .stdout
        .lines()
        .find(|line| line.starts_with("written"));
    assert_eq!(
        written,
        Some("written      in out: objects.csv  report.html  report.json")
    );
    let others: [&[&str]; 4] = [
        &["--plane", "x=9", "--plane", "z=9"],
        &["--box", "7,0,0,8,9,9"],
        &["--grid", "x=7..9/2"],
        &["--plane", "z=9", "--paper", "a4", "--unit", "m"],
    ];
    for (index, planes) in others.iter().enumerate() {
        let out = format!("missed-{index}");
        let arguments = [&["brick.obj", "-o", &out], *planes].concat();
        let missed = cut_unseen(folder.path(), &arguments).fine();
        assert!(
            missed.stderr.contains("there is nothing to draw"),
            "{planes:?}: {}",
            missed.stderr
        );
        let files = names(&folder.path().join(out));
        assert_eq!(files, ["objects.csv", "report.html", "report.json"]);
    }
}

/// `--strict` fails if nothing is cut, also if the files show sections only.
#[test]
fn a_cut_that_misses_fails_if_strict() {
    let folder = folder(&[("brick.obj", &brick())]);
    for (planes, status) in [
        (&["--plane", "z=9"][..], 1),
        (&["--plane", "z=9", "--plane", "z=8"], 1),
        (&["--plane", "z=9", "--plane", "z=2"], 0),
        (&["--slab", "z=6..9"], 1),
        (&["--plane", "z=2"], 0),
    ] {
        for more in [&[][..], &["-o", "out", "--force", "--write", "section.svg"]] {
            let arguments = [&["brick.obj", "--strict"], planes, more].concat();
            let outcome = cut(folder.path(), &arguments);
            assert_eq!(outcome.status, Some(status), "{arguments:?}");
            let said = outcome.stderr.contains("error: nothing is cut (--strict)");
            assert_eq!(said, status == 1, "{arguments:?}: {}", outcome.stderr);
        }
    }
}
