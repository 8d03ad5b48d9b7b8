//! Tests of invalid files and arguments: exit status 2, nothing on stdout, and on stderr an error that names the file
//! and the place in it.

use std::fs;

use crate::run::{asset, cut, folder};
use crate::solids::brick;

/// Returns an OBJ file: three vertices, and then `line`.
fn corner(line: &str) -> String {
    format!("v 0 0 0\nv 1 0 0\nv 0 1 0\n{line}\n")
}

#[test]
fn files_that_cannot_be_read() {
    let folder = folder(&[
        ("empty.stl", ""),
        ("nan.obj", &corner("v 0 nan 0\nf 1 2 3")),
        ("index.obj", &corner("f 1 2 9")),
        ("points.obj", &corner("")),
        ("hello.txt", "hello\n"),
        ("huge.obj", &corner("v 0 0 1e200\nf 1 2 4")),
        (
            "list.ply",
            "ply\nformat ascii 1.0\nelement vertex 1000000000\nproperty float x\nend_header\n",
        ),
    ]);
    for (name, from) in [
        ("short.glb", "office.glb"),
        ("short.stl", "cad_featuretype.stl"),
    ] {
        let bytes = fs::read(asset(from)).expect("an asset");
        fs::write(folder.path().join(name), &bytes[..1000]).expect("a file can be written");
    }
    let cases: [(&str, &[&str]); 11] = [
        (
            "missing.glb",
            &["missing.glb: ", "hint: is the path right?"],
        ),
        (
            ".",
            &[
                ". is a folder, not a file",
                "hint: name one or several of the 8 models in it",
            ],
        ),
        ("empty.stl", &["empty.stl: the file is empty", "hint: "]),
        ("nan.obj", &["nan.obj, line 4: y is NaN", "hint: "]),
        (
            "index.obj",
            &[
                "index.obj, line 4: vertex index 9 is out of range, there are 3",
                "hint: ",
            ],
        ),
        ("points.obj", &["there are no triangles to cut", "hint: "]),
        (
            "hello.txt",
            &[
                "hello.txt: not a mesh format",
                "STL, OBJ, PLY, OFF, 3MF, glTF, GLB",
                "hint: ",
            ],
        ),
        (
            "huge.obj",
            &["object \"huge\": coordinates of 1e200", "hint: "],
        ),
        ("list.ply", &["list.ply, "]),
        (
            "short.glb",
            &[
                "short.glb, byte 8: ",
                "1168200 bytes are needed, 1000 are available",
                "hint: ",
            ],
        ),
        (
            "short.stl",
            &[
                "short.stl, byte 80: ",
                "3476 triangles, which need 173884 bytes; the file has 1000 bytes, which is enough for 18",
                "hint: ",
            ],
        ),
    ];
    for (name, said) in cases {
        let outcome = cut(folder.path(), &[name, "--plane", "z=0.5", "-o", "out"]);
        assert_eq!(
            (outcome.status, outcome.stdout.as_str()),
            (Some(2), ""),
            "{name}"
        );
        assert!(
            outcome.stderr.contains("error: "),
            "{name}: {}",
            outcome.stderr
        );
        for part in said {
            assert!(
                outcome.stderr.contains(part),
                "{name}: {part:?} in {}",
                outcome.stderr
            );
        }
        assert!(
            !folder.path().join("out").exists(),
            "{name}: nothing is written"
        );
    }
}

#[test]
fn usage() {
    let folder = folder(&[("brick.obj", &brick())]);
    let cases: [(&[&str], &[&str]); 20] = [
        (
            &["--format", "stl"],
            &[
                "no plane is given",
                "hint: run transect cut brick.obj --format stl --plane z=0; transect info brick.obj lists",
            ],
        ),
        (
            &["--point", "0,0,0", "--normal", "0,0,1", "--normal", "1,0,0"],
            &["--point is given once, and --normal twice", "hint: "],
        ),
        (&["--plane", "z=1", "--normal", "0,0,1"], &["--point <P>"]),
        (&["--point", "0,0,0"], &["--normal <N>"]),
        (&["--normal", "0,0,1"], &["--point <P>"]),
        (
            &["--point", "0,0", "--normal", "0,0,1"],
            &["--point \"0,0\" is not three numbers", "hint: "],
        ),
        (
            &["--point", "0,,0", "--normal", "0,0,1"],
            &["--point \"0,,0\" is not three numbers"],
        ),
        (
            &["--point", "0,0,0", "--normal", "0,0,0"],
            &["the normal is zero", "hint: "],
        ),
        (
            &["--point", "0,inf,0", "--normal", "0,0,1"],
            &["point y is inf"],
        ),
        (&["--plane", "x=x"], &["no coordinate is left"]),
        (
            &["--plane", "z=1", "--through", "0,0,0"],
            &[
                "--through is given once, not three times per plane",
                "hint: ",
            ],
        ),
        (
            &[
                "--point",
                "0,0,0",
                "--normal",
                "0,0,1",
                "--through",
                "0,0,0",
            ],
            &["--through is given once"],
        ),
        (
            &["--through", "0,0,0", "--through", "1,0,0"],
            &["--through is given twice, not three times", "hint: "],
        ),
        (
            &[
                "--through",
                "0,0,0",
                "--through",
                "1,0",
                "--through",
                "0,1,0",
            ],
            &["--through \"1,0\" is not three numbers"],
        ),
        (
            &[
                "--through",
                "0,0,0",
                "--through",
                "1,1,1",
                "--through",
                "-3,-3,-3",
            ],
            &["--through: the points lie on one line", "hint: "],
        ),
        (
            &["--plane", "z=1", "--format", "dxf"],
            &["'dxf'", "stl, obj, ply, off, 3mf, glb"],
        ),
        (
            &["--plane", "z=1", "--on-plane", "top"],
            &["'top'", "front, back"],
        ),
        (
            &["--plane", "z=1", "--only", "Wall*"],
            &["--only matches no object", "look like \"Brick/b\""],
        ),
        (
            &["--plane", "z=1", "--only", "a["],
            &["--only \"a[\": unclosed character class", "hint: "],
        ),
        (
            &["--plane", "z=1", "--verbose", "--quiet"],
            &["'--verbose' cannot be used with '--quiet'"],
        ),
    ];
    for (arguments, said) in cases {
        let outcome = cut(folder.path(), &[&["brick.obj"], arguments].concat());
        assert_eq!(
            (outcome.status, outcome.stdout.as_str()),
            (Some(2), ""),
            "{arguments:?}"
        );
        for part in said {
            assert!(
                outcome.stderr.contains(part),
                "{arguments:?}: {part:?} in {}",
                outcome.stderr
            );
        }
    }
}

#[test]
fn equations_are_shown_with_a_mark_under_the_place() {
    let folder = folder(&[("brick.obj", &brick())]);
    let error = |equation: &str| cut(folder.path(), &["brick.obj", "--plane", equation]).stderr;
    assert_eq!(
        error("2x + 3q = 1"),
        "error: --plane: character 7: `q` is not a coordinate; they are x, y and z, e.g. `2x+3y+6z-17=0`\n    \
         2x + 3q = 1\n          ^\n"
    );
    assert!(
        error("z").contains("    z\n     ^\n"),
        "at the end of the text"
    );
    assert!(
        error("x=x").ends_with("does not describe a plane\n    x=x\n"),
        "without a place"
    );
}

#[test]
fn numbers_that_the_output_does_not_hold() {
    let tetrahedron = corner("v 0 0 1e39\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4");
    let folder = folder(&[("tall.obj", &tetrahedron)]);
    cut(folder.path(), &["tall.obj", "--plane", "z=1"]).fine();
    let outcome = cut(
        folder.path(),
        &["tall.obj", "--plane", "z=1", "--format", "stl", "-o", "out"],
    );
    assert_eq!((outcome.status, outcome.stdout.as_str()), (Some(2), ""));
    assert!(
        outcome.stderr.contains("1e39 do not fit 32-bit floats"),
        "{}",
        outcome.stderr
    );
    assert!(outcome.stderr.contains("hint: ") && outcome.stderr.contains("--format ply"));
    assert!(!folder.path().join("out").exists());
}
