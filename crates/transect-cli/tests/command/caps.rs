//! Tests that caps cover what the section covers, for sections and polygons of any size.

use std::fmt::Write as _;
use std::process::Command;

use crate::run::{folder, number, report};
use crate::solids::grille;

/// Cuts a model in the plane, and returns the area of its section and the area of its caps.
fn areas(obj: &str, plane: &str, format: &str) -> [f64; 2] {
    let folder = folder(&[("model.obj", obj)]);
    let arguments = [
        "model.obj",
        "--plane",
        plane,
        "--format",
        format,
        "--write",
        "halves",
        "-o",
        "out",
    ];
    let report = report(folder.path(), &arguments);
    assert_eq!(number(&report, "/certificate/caps_verified"), 1.0);
    ["/planes/0/section/area", "/certificate/cap_area"].map(|pointer| number(&report, pointer))
}

#[test]
fn caps_of_a_grille_have_the_area_of_its_section() {
    // With earlier versions, the caps of 25 holes per side were 17 times too large, and those of 44 holes per side had
    // an area of 9,857, which was certified.
    for (holes, format) in [
        (24, "stl"),
        (25, "glb"),
        (35, "ply"),
        (44, "obj"),
        (44, "stl"),
    ] {
        for diagonal in [false, true] {
            let side = f64::from(2 * holes + 1);
            let expected = side * side - f64::from(holes * holes);
            let found = areas(&grille(holes, diagonal), "z=0.5", format);
            assert_eq!(found, [expected; 2], "{holes} holes per side, {format}");
        }
    }
}

/// Returns a box from 0 to 3 with a cavity, which pokes out of it by a distance.
fn box_with_cavity(out: f64) -> String {
    let mut obj = String::new();
    let bodies = [
        ([0.0, 0.0, 0.0], [3.0, 3.0, 3.0], false),
        ([1.0, 1.0, 0.25], [3.0 + out, 2.0, 2.75], true),
    ];
    for (body, (min, max, is_cavity)) in bodies.into_iter().enumerate() {
        for z in [min[2], max[2]] {
            for [x, y] in [[0, 0], [1, 0], [1, 1], [0, 1]] {
                let _ = writeln!(obj, "v {} {} {z}", [min, max][x][0], [min, max][y][1]);
            }
        }
        let faces = [
            [0, 3, 2, 1],
            [4, 5, 6, 7],
            [0, 1, 5, 4],
            [1, 2, 6, 5],
            [2, 3, 7, 6],
            [3, 0, 4, 7],
        ];
        for mut face in faces {
            if is_cavity {
                face.reverse();
            }
            let [a, b, c, d] = face.map(|corner| 8 * body + corner + 1);
            let _ = writeln!(obj, "f {a} {b} {c} {d}");
        }
    }
    obj
}

#[test]
fn a_cavity_crosses_its_box_only_if_it_pokes_out() {
    for (out, format) in [
        (0.0, "obj"),
        (0.0, "stl"),
        (1e-9, "obj"),
        (1e-9, "ply"),
        (0.125, "obj"),
        (0.125, "stl"),
        (0.125, "glb"),
    ] {
        let folder = folder(&[("box.obj", &box_with_cavity(out))]);
        let arguments = [
            "box.obj", "--plane", "z=1", "--format", format, "--write", "halves", "-o", "out",
        ];
        let report = report(folder.path(), &arguments);
        assert_eq!(number(&report, "/planes/0/section/signed_area"), 7.0 - out);
        // Outside of the box, the cavity winds around points, too. Where outlines cross, points are rounded to a grid.
        let area = number(&report, "/planes/0/section/area");
        assert!((area - (7.0 + out)).abs() < 1e-11, "{area}, {out}");
        // The caps cover the part of the cavity outside of the box, too, with the opposite orientation.
        let caps = number(&report, "/certificate/cap_area");
        assert!((caps - (7.0 + out)).abs() < 1e-15 * 8.0, "{caps}, {out}");
        let findings = report["certificate"]["findings"].as_array();
        let findings = findings.expect("a list");
        assert_eq!(findings.len(), usize::from(out != 0.0), "{out}, {format}");
        for finding in findings {
            assert_eq!(finding["kind"], "section_crosses");
            let amount = number(finding, "/amount");
            assert!((amount - out).abs() < 1e-15, "{amount}, {out}");
        }
    }
}

#[test]
fn sheets_and_walls_stay_in_all_formats() {
    let panel = "v 0 0 0\nv 2 0 0\nv 0 0 2\nv 2 0 2\nf 1 2 3\nf 2 4 3\nf 4 2 1\nf 3 4 1\n";
    let fold = "v 2 0 0\nv 1 1 0\nv 0 0 0\nv 4 0 0\nf 1 2 3\nf 4 3 2\n";
    let boxes = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 2\nv 1 0 2\nv 1 1 2\nv 0 1 2\n\
        v 1 0 0\nv 2 0 0\nv 2 1 0\nv 1 1 0\nv 1 0 2\nv 2 0 2\nv 2 1 2\nv 1 1 2\n\
        f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n\
        f 12 11 10 9\nf 13 14 15 16\nf 9 10 14 13\nf 10 11 15 14\nf 11 12 16 15\nf 9 13 16 12\n";
    for (obj, plane, [front, back]) in [
        (panel, "x=1", [4.0, 4.0]),
        // Each half has a face of the sheet and its reversed cap.
        (panel, "y=0", [8.0, 8.0]),
        (fold, "x=1", [2.0, 1.0]),
        // With the caps, of 2 in all.
        (boxes, "z=1", [12.0, 12.0]),
    ] {
        for format in ["obj", "stl", "ply", "off", "3mf", "glb"] {
            let folder = folder(&[("model.obj", obj)]);
            let arguments = [
                "model.obj",
                "--plane",
                plane,
                "--format",
                format,
                "--write",
                "halves",
                "-o",
                "out",
            ];
            let report = report(folder.path(), &arguments);
            let areas = ["front", "back"]
                .map(|half| number(&report["parts"][usize::from(half == "back")], "/area"));
            assert_eq!(areas, [front, back], "{plane}, {format}");
            let findings = report["certificate"]["findings"].as_array();
            assert!(findings.is_some_and(Vec::is_empty), "{plane}, {format}");
            // The written files pass as well.
            let files = ["front", "back"].map(|half| format!("out/{half}.{format}"));
            let verify = [
                "verify",
                "model.obj",
                "--plane",
                plane,
                &files[0],
                &files[1],
            ];
            let output = Command::new(env!("CARGO_BIN_EXE_transect"))
                .current_dir(folder.path())
                .args(verify)
                .output()
                .expect("the binary runs");
            assert!(output.status.success(), "{plane}, {format}");
        }
    }
}

#[test]
fn polygons_of_files_have_any_number_of_corners() {
    // The bottom and the top of a comb with 300 teeth are polygons of 1,200 corners. Teeth are 1 wide and 4 high, and
    // the bar that joins them is 1 high.
    let teeth = 300;
    let mut outline = vec![[f64::from(2 * teeth - 1), 0.0], [0.0, 0.0]];
    outline.reverse();
    for tooth in (0..teeth).rev() {
        let x = f64::from(2 * tooth);
        outline.extend([[x + 1.0, 5.0], [x, 5.0]]);
        if tooth > 0 {
            outline.extend([[x, 1.0], [x - 1.0, 1.0]]);
        }
    }
    let count = outline.len();
    let mut obj = String::new();
    for z in [0.0, 2.0] {
        for [x, y] in &outline {
            let _ = writeln!(obj, "v {x} {y} {z}");
        }
    }
    let polygon = |corners: &mut dyn Iterator<Item = usize>| {
        corners.fold(String::from("f"), |text, corner| {
            format!("{text} {}", corner + 1)
        })
    };
    let _ = writeln!(obj, "{}", polygon(&mut (0..count).rev()));
    let _ = writeln!(obj, "{}", polygon(&mut (count..2 * count)));
    for corner in 0..count {
        let next = (corner + 1) % count;
        let _ = writeln!(
            obj,
            "{}",
            polygon(&mut [corner, next, count + next, count + corner].into_iter())
        );
    }
    let teeth = f64::from(teeth);
    // Through the teeth, through the bar, and through one tooth along its height.
    for (plane, area) in [
        ("y=3", 2.0 * teeth),
        ("y=0.5", 2.0 * (2.0 * teeth - 1.0)),
        ("x=0.5", 10.0),
        ("z=1", 4.0 * teeth + 2.0 * teeth - 1.0),
    ] {
        assert_eq!(areas(&obj, plane, "obj"), [area; 2], "{plane}");
    }
}
