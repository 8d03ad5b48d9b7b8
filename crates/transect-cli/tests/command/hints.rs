//! Tests of the hints about mistakes, and of `--quiet` and `--verbose`.

use std::fs;

use crate::run::{Outcome, asset, command, cut, folder};
use crate::solids::{boxes, brick};

/// Runs `transect` with these arguments and no others.
fn transect(folder: &std::path::Path, arguments: &[&str]) -> Outcome {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_transect"));
    command.current_dir(folder).args(arguments);
    Outcome::of(&command.output().expect("the binary runs"))
}

/// A mesh that exists only in Draco compression.
const DRACO: &str = r#"{
    "asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
    "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "extensions": {"KHR_draco_mesh_compression": {}}}]}],
    "accessors": [{"componentType": 5126, "count": 3, "type": "VEC3"}]
}"#;

#[test]
fn the_nearest_of_what_there_is_is_named() {
    let two = boxes(&[
        ("IfcWall/a", [0.0; 3], [1.0; 3]),
        ("IfcSlab/b", [2.0; 3], [3.0; 3]),
    ]);
    let folder = folder(&[
        ("brick.obj", &brick()),
        ("two.obj", &two),
        ("tower.gbl", "tower\n"),
        ("house.ifc", "ISO-10303-21;\n"),
        ("draco.gltf", DRACO),
    ]);
    let cases: [(&[&str], &str); 13] = [
        (&["brik.obj", "--plane", "z=1"], "hint: is brick.obj meant?"),
        (
            &["../nowhere/at.all", "--plane", "z=1"],
            "hint: is the path right?",
        ),
        (
            &["tower.gbl", "--plane", "z=1"],
            "hint: the extension .gbl looks like .glb, but",
        ),
        (
            &["house.ifc", "--plane", "z=1"],
            "hint: convert .ifc to GLB with docs/ifc_to_glb.py, which keeps classes and storeys",
        ),
        (
            &["draco.gltf", "--plane", "z=1"],
            "npx @gltf-transform/cli copy IN.glb OUT.glb",
        ),
        (
            &["brick.obj", "--plane", "z-1.2"],
            "\n    z-1.2\n         ^\n  hint: is --plane z=1.2 meant?\n",
        ),
        (
            &["brick.obj", "--plane", "z=1,2"],
            "hint: is --plane z=1.2 meant?",
        ),
        (
            &["two.obj", "--plane", "z=1", "--only", "IfcWal/*"],
            "hint: is --only 'IfcWall/*' meant?",
        ),
        (
            &["two.obj", "--plane", "z=1", "--why", "wall"],
            "hint: is --why 'IfcWall/*' meant?",
        ),
        (
            &["two.obj", "--plane", "z=1", "--only", "IfcSlab/a"],
            "hint: is --only 'IfcSlab/b' meant?",
        ),
        (
            &["two.obj", "--plane", "z=1", "--only", "Brick"],
            "hint: a pattern must match the whole name",
        ),
        (
            &["brick.obj", "--plan", "z=1"],
            "a similar argument exists: '--plane'",
        ),
        (
            &["brick.obj", "--plane", "z=1", "--format", "sdl"],
            "a similar value exists: 'stl'",
        ),
    ];
    for (arguments, said) in cases {
        let outcome = cut(folder.path(), arguments);
        assert_eq!((outcome.status, outcome.stdout.as_str()), (Some(2), ""));
        assert!(
            outcome.stderr.contains(said),
            "{said:?} in {}",
            outcome.stderr
        );
    }
    let hidden = [
        "two.obj", "--plane", "z=0.5", "--hide", "IfcWal", "-o", "out",
    ];
    assert_eq!(
        cut(folder.path(), &hidden).fine().stderr,
        "note: --hide IfcWal: no object has this class; is IfcWall meant? classes: IfcSlab, IfcWall\n"
    );
}

#[test]
fn a_pattern_that_is_suggested_works() {
    let folder = folder(&[]);
    let office = asset("office.glb");
    let wrong = cut(
        folder.path(),
        &[&office, "--plane", "z=1.2", "--only", "Windows*"],
    );
    let (_, rest) = wrong
        .stderr
        .split_once("is --only '")
        .expect("a suggestion");
    let (pattern, _) = rest.split_once('\'').expect("its end");
    assert_eq!(pattern, "IfcWindow/*");
    let right = cut(
        folder.path(),
        &[&office, "--plane", "z=1.2", "--only", pattern],
    )
    .fine();
    assert!(
        right.stdout.starts_with("office.glb   69 objects"),
        "{}",
        right.stdout
    );
}

#[test]
fn a_forgotten_subcommand_is_named() {
    let folder = folder(&[("my brick.obj", &brick()), ("data", &brick())]);
    let said = |arguments: &[&str]| {
        let outcome = transect(folder.path(), arguments);
        assert_eq!((outcome.status, outcome.stdout.as_str()), (Some(2), ""));
        outcome.stderr
    };
    let error = "error: a model is given, but no subcommand\n";
    assert_eq!(
        said(&["my brick.obj", "--plane", "z=1"]),
        format!("{error}  hint: run transect cut 'my brick.obj' --plane z=1\n")
    );
    assert_eq!(
        said(&["--plane", "z=1", "data"]),
        format!("{error}  hint: run transect cut --plane z=1 data\n")
    );
    assert_eq!(
        said(&["data"]),
        format!(
            "{error}  hint: transect info data shows its contents; transect cut data --plane z=0 cuts it\n"
        )
    );
    let table = said(&["rows.csv", "--plane", "z=1"]);
    assert_eq!(
        table,
        "error: a table is given, but no subcommand\n  hint: run transect classify rows.csv --plane z=1\n"
    );
    assert!(said(&["cutt"]).contains("a similar subcommand exists: 'cut'"));
    assert!(said(&["cut", "data", "--plain", "z=1"]).contains("'--plane'"));
}

/// A case is a command line with a common mistake, the error message, and the suggested command line.
#[test]
fn a_wrong_line_is_answered_with_a_line_that_works() {
    let folder = folder(&[
        ("x.obj", &brick()),
        ("it's.obj", &brick()),
        ("rows.csv", "x,y,z\n1,2,3\n"),
    ]);
    let cases = [
        (
            "clip x.obj",
            "clip is not a subcommand",
            "cut x.obj --plane z=0",
        ),
        (
            "ct x.obj",
            "ct is not a subcommand",
            "cut x.obj --plane z=0",
        ),
        (
            "clip x.obj --plane z=1",
            "clip is not a subcommand",
            "cut x.obj --plane z=1",
        ),
        (
            "ct x.obj z=1",
            "ct is not a subcommand",
            "cut x.obj --plane z=1",
        ),
        (
            "inspect x.obj --json",
            "inspect is not a subcommand",
            "info x.obj --json",
        ),
        (
            "filter rows.csv --plane z=1",
            "filter is not a subcommand",
            "classify rows.csv --plane z=1",
        ),
        (
            "frobnicate x.obj --plane z=1",
            "frobnicate is not a subcommand",
            "cut x.obj --plane z=1",
        ),
        (
            "frobnicate x.obj",
            "frobnicate is not a subcommand",
            "info x.obj",
        ),
        (
            "--color never clip x.obj",
            "clip is not a subcommand",
            "--color never cut x.obj --plane z=0",
        ),
        ("help clip", "clip is not a subcommand", "help cut"),
        (
            "cut x.obj -plane z=1",
            "-plane has one dash, but --plane has two",
            "cut x.obj --plane z=1",
        ),
        (
            "cut x.obj -plane=z=1",
            "-plane has one dash, but --plane has two",
            "cut x.obj --plane=z=1",
        ),
        (
            "cut -plane z=1 it's.obj -json",
            "-plane has one dash, but --plane has two",
            r"cut --plane z=1 'it'\''s.obj' --json",
        ),
        (
            "info x.obj --plane",
            "transect info does not take a plane; transect cut does",
            "cut x.obj --plane z=0",
        ),
        (
            "info x.obj --plane z=1",
            "transect info does not take a plane; transect cut does",
            "cut x.obj --plane z=1",
        ),
        (
            "info rows.csv --plane z=1",
            "transect info does not take a plane; transect classify does",
            "classify rows.csv --plane z=1",
        ),
        (
            "cut x.obj z=1",
            "z=1 is an equation without --plane",
            "cut x.obj --plane z=1",
        ),
        (
            "cut x.obj -z=-1",
            "-z=-1 is an equation without --plane",
            "cut x.obj --plane -z=-1",
        ),
        (
            "slice x.obj --axis z --at 1,2",
            "--at is not a flag; --heights is",
            "slice x.obj --axis z --heights 1,2",
        ),
        (
            "classify rows.csv z=1/3",
            "z=1/3 is an equation without --plane",
            "classify rows.csv --plane z=1/3",
        ),
        (
            "cut x.obj --plane",
            "--plane has no equation",
            "cut x.obj --plane z=0",
        ),
    ];
    for (typed, message, line) in cases {
        let words: Vec<&str> = typed.split(' ').collect();
        let outcome = transect(folder.path(), &words);
        assert_eq!((outcome.status, outcome.stdout.as_str()), (Some(2), ""));
        let expected = format!("error: {message}\n  hint: run transect {line}\n");
        assert_eq!(outcome.stderr, expected, "{typed}");
        let line = line.replace(r"'it'\''s.obj'", "it's.obj");
        let words: Vec<&str> = line.split(' ').collect();
        transect(folder.path(), &words).fine();
    }
}

/// If no model was typed, the suggested command line has the word MODEL in its place.
#[test]
fn a_line_without_a_model_is_completed_too() {
    let folder = folder(&[]);
    let said = |arguments: &[&str]| transect(folder.path(), arguments).stderr;
    assert_eq!(
        said(&["-plane", "z=1"]),
        "error: no subcommand is given\n  hint: run transect cut MODEL --plane z=1\n"
    );
    assert_eq!(
        said(&["clip"]),
        "error: clip is not a subcommand\n  hint: run transect cut MODEL --plane z=0\n"
    );
    assert!(said(&["frobnicate", "--nonsense"]).contains("unrecognized subcommand"));
}

#[test]
fn planes_without_an_equation_are_answered_with_one() {
    let folder = folder(&[("x.obj", &brick())]);
    let said = |arguments: &[&str]| {
        let outcome = transect(folder.path(), arguments);
        assert_eq!(outcome.status, Some(2));
        outcome.stderr
    };
    assert!(
        said(&["cut", "x.obj", "--plane", "0,0,1,-1.2"])
            .ends_with("hint: is --plane z=1.2 meant?\n")
    );
    assert!(
        said(&["view", "x.obj", "z=1"]).ends_with("hint: an equation needs a flag: --plane z=1\n")
    );
    assert!(
        said(&["cut", "x.obj", "z=1", "--plane", "z=2"])
            .ends_with("hint: an equation needs a flag: --plane z=1\n")
    );
    assert!(
        said(&["cut", "x.obj", "--plane", "--json"])
            .ends_with("hint: write an equation after --plane, such as --plane z=0 --json\n")
    );
    let large = said(&["cut", "x.obj", "--plane", "z=1e-400"]);
    assert!(large.contains("too small for a 64-bit float"), "{large}");
}

#[test]
fn verbose_tells_each_step_and_quiet_none() {
    let folder = folder(&[("brick.obj", &brick())]);
    let arguments = ["brick.obj", "--plane", "z=2", "-o", "out"];
    let verbose = cut(folder.path(), &[&arguments[..], &["-v"]].concat()).fine();
    assert!(
        verbose.stdout.starts_with("brick.obj    1 object"),
        "the table comes all the same"
    );
    let steps: Vec<&str> = verbose
        .stderr
        .lines()
        .map(|line| line[11..].trim_start())
        .collect();
    let words: Vec<&str> = steps
        .iter()
        .filter_map(|step| step.split(' ').next())
        .collect();
    let mut expected = vec![
        "read",
        "counted",
        "classified",
        "cut",
        "certified",
        "gathered",
    ];
    let written = fs::read_dir(folder.path().join("out"))
        .expect("a folder")
        .count();
    expected.extend(vec!["wrote"; written]);
    expected.extend(["moved", "done"]);
    assert_eq!(words, expected, "{}", verbose.stderr);
    let bytes = brick().len();
    assert_eq!(steps[0], format!("read brick.obj: obj, {bytes} bytes"));
    assert_eq!(
        steps[1],
        "counted 1 object, 12 triangles; largest object: Brick/b with 12"
    );
    assert_eq!(steps[2], "classified 1 object: front 0, cut 1, back 0");
    let report = folder.path().join("out/report.json");
    let size = fs::metadata(report).expect("a file").len();
    let size = format!(
        "wrote out/report.json: {},{:03} bytes",
        size / 1000,
        size % 1000
    );
    assert!(
        steps.contains(&size.as_str()),
        "{size} in {}",
        verbose.stderr
    );
    for line in verbose.stderr.lines().filter(|line| !line.contains(".mtl")) {
        let seconds = line[..9].trim().parse::<f64>();
        assert!(seconds.is_ok() && &line[9..11] == " s", "{line}");
    }
    let both = cut(folder.path(), &["brick.obj", "--plane", "z=2", "-v", "-q"]);
    assert_eq!(both.status, Some(2));

    // The note that `--force` does nothing without -o must be printed, except with -q.
    let arguments = ["brick.obj", "--plane", "z=2", "--force"];
    assert!(
        cut(folder.path(), &arguments)
            .fine()
            .stderr
            .starts_with("note: --force")
    );
    let quiet = cut(folder.path(), &[&arguments[..], &["-q"]].concat()).fine();
    assert_eq!((quiet.stdout.as_str(), quiet.stderr.as_str()), ("", ""));
    let wrong = cut(folder.path(), &["none.obj", "--plane", "z=2", "-q"]);
    assert!(
        wrong.stderr.starts_with("error: none.obj: "),
        "{}",
        wrong.stderr
    );

    let info = transect(folder.path(), &["info", "-v", "brick.obj", "brick.obj"]).fine();
    assert_eq!(
        info.stderr.matches("  read brick.obj: obj").count(),
        2,
        "{}",
        info.stderr
    );
    assert!(
        info.stderr
            .contains("  inspected 2 objects: 2 closed, 0 open\n"),
        "{}",
        info.stderr
    );
}

#[test]
fn pipes_are_plain_unless_colours_are_asked_for() {
    let folder = folder(&[("brick.obj", &brick())]);
    let said = |arguments: &[&str], variable: &str| {
        let mut command = command(folder.path(), &["brick.obj", "--plane", "z=2"]);
        let output = command.args(arguments).env(variable, "1").output();
        Outcome::of(&output.expect("the binary runs")).fine().stdout
    };
    let plain = said(&[], "NOTHING");
    assert!(!plain.contains('\u{1b}'), "{plain}");
    assert_eq!(said(&["--color", "never"], "CLICOLOR_FORCE"), plain);
    assert_eq!(said(&[], "NO_COLOR"), plain);
    for coloured in [
        said(&["--color=always"], "NO_COLOR"),
        said(&[], "CLICOLOR_FORCE"),
    ] {
        assert!(
            coloured.contains("\u{1b}[32mboth closed\u{1b}[0m"),
            "{coloured}"
        );
        let mut stripped = coloured;
        while let Some((before, rest)) = stripped.split_once('\u{1b}') {
            let (_, after) = rest.split_once('m').expect("the end of a colour");
            stripped = format!("{before}{after}");
        }
        assert_eq!(stripped, plain, "colours are all that differs");
    }
    let json = said(&["--json", "--color=always"], "CLICOLOR_FORCE");
    assert!(!json.contains('\u{1b}'), "programs get no colours");
}
