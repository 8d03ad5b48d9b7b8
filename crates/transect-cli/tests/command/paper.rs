//! Tests of `--paper`: the files, the title block and the errors.

use std::fs;
use std::path::Path;

use crate::run::{Outcome, asset, command, cut, folder, names, transect};
use crate::solids::brick;

/// Runs `cut` on a day that is fixed by `SOURCE_DATE_EPOCH`.
fn cut_on_a_fixed_day(folder: &Path, arguments: &[&str]) -> Outcome {
    let mut command = command(folder, arguments);
    command.env("SOURCE_DATE_EPOCH", "1767225600");
    Outcome::of(&command.output().expect("the command runs"))
}

#[test]
fn paper_adds_a_pdf_to_the_usual_files() {
    let folder = folder(&[("brick.obj", &brick())]);
    let arguments = ["brick.obj", "--plane", "z=1", "--unit", "m", "-o", "out"];
    cut(
        folder.path(),
        &[&arguments[..], &["--paper", "a4"]].concat(),
    )
    .fine();
    let out = folder.path().join("out");
    assert!(names(&out).contains(&"section.pdf".to_owned()));
    let svg = fs::read_to_string(out.join("section.svg")).expect("an SVG");
    assert!(svg.contains(r#"width="210mm" height="297mm""#), "{svg}");
    // The page for screens in the report is not the sheet of paper.
    let page = fs::read_to_string(out.join("report.html")).expect("a page");
    let screen = [
        "brick.obj",
        "--plane",
        "z=1",
        "--unit",
        "m",
        "-o",
        "screen",
        "--write",
        "section.svg",
    ];
    cut(folder.path(), &screen).fine();
    let screen = fs::read_to_string(folder.path().join("screen/section.svg")).expect("an SVG");
    assert!(page.contains(screen.trim_end()));
    assert!(page.contains("the section on paper, to scale"));
    assert!(!page.contains("210mm"));
}

/// The groups with all drawings have the PDF, too. Files that are named one by one stay alone.
#[test]
fn paper_adds_a_pdf_to_the_groups_with_drawings() {
    let folder = folder(&[("brick.obj", &brick())]);
    let written = |subcommand: &[&str], paper: &[&str], files: &str| {
        let rest = ["--unit", "m", "-o", "out", "--force", "--write", files];
        let _ = fs::remove_dir_all(folder.path().join("out"));
        transect(folder.path(), &[subcommand, &rest[..], paper].concat()).fine();
        names(&folder.path().join("out"))
    };
    let cut = ["cut", "brick.obj", "--plane", "z=1"];
    let slice = ["slice", "brick.obj", "--axis", "z", "--count", "2"];
    for (subcommand, pdf) in [(&cut[..], "section.pdf"), (&slice[..], "plans.pdf")] {
        let has_pdf = |paper: &[&str], files: &str| {
            let names = written(subcommand, paper, files);
            names.iter().any(|name| name == pdf)
        };
        for group in ["all", "DRAWINGS"] {
            assert!(has_pdf(&["--paper", "A3"], group), "{subcommand:?} {group}");
            assert!(!has_pdf(&[], group), "{subcommand:?} {group}");
        }
    }
    let alone = written(&cut, &["--paper", "a3"], "section.svg,objects.csv");
    assert_eq!(alone, ["objects.csv", "section.svg"]);
}

#[test]
fn a_pdf_alone_is_on_a4() {
    let folder = folder(&[("brick.obj", &brick())]);
    let arguments = ["brick.obj", "--plane", "z=1", "-o", "out"];
    cut(
        folder.path(),
        &[&arguments[..], &["--write", "section.pdf"]].concat(),
    )
    .fine();
    assert_eq!(names(&folder.path().join("out")), ["section.pdf"]);
    let pdf = fs::read(folder.path().join("out/section.pdf")).expect("a PDF");
    let text = String::from_utf8_lossy(&pdf);
    assert!(text.contains("/MediaBox[0 0 595.27"), "portrait A4");
}

#[test]
fn the_title_block_has_the_scale_the_date_and_north() {
    let folder = folder(&[("brick.obj", &brick())]);
    let arguments = [
        "brick.obj",
        "--plane",
        "z=1",
        "--unit",
        "m",
        "-o",
        "out",
        "--write",
        "section.svg",
        "--paper",
        "a3",
        "--scale",
        "1:20",
    ];
    let svg = |more: &[&str]| {
        cut_on_a_fixed_day(
            folder.path(),
            &[&arguments[..], &["--force"], more].concat(),
        )
        .fine();
        fs::read_to_string(folder.path().join("out/section.svg")).expect("an SVG")
    };
    let drawn = svg(&["--north", "12.5"]);
    for text in [">1:20<", ">2026-01-01<", ">A3<", ">1 of 1<", ">brick.obj<"] {
        assert!(drawn.contains(text), "{text} in {drawn}");
    }
    assert!(drawn.contains("rotate(12.5)"));
    let dated = svg(&["--date", "January"]);
    assert!(dated.contains(">January<") && !dated.contains(r#"id="north""#));
    // The section by −z = −1 is seen from below, so the north arrow turns the other way.
    for (plane, up, turned) in [
        ("-z=-1", "z", "rotate(-12.5)"),
        ("y=1", "y", "rotate(12.5)"),
        ("-y=-1", "y", "rotate(-12.5)"),
        ("x=1", "x", "rotate(12.5)"),
    ] {
        let mut other = arguments;
        other[2] = plane;
        cut(
            folder.path(),
            &[&other[..], &["--force", "--up", up, "--north", "12.5"]].concat(),
        )
        .fine();
        let svg = fs::read_to_string(folder.path().join("out/section.svg")).expect("an SVG");
        assert!(svg.contains(turned), "{plane}, --up {up}: {turned}");
    }
}

#[test]
fn mistakes_in_paper_are_named_and_write_nothing() {
    let folder = folder(&[("brick.obj", &brick())]);
    let usual = ["brick.obj", "--plane", "z=1", "-o", "out"];
    let cases: [(&[&str], &str, &str); 6] = [
        (
            &["--paper", "a4", "--scale", "1:100"],
            "error: a scale needs a known unit of length, and the file has none\n",
            "hint: name the unit of the coordinates, such as --unit mm, or leave --scale out\n",
        ),
        (
            &["--paper", "a4", "--scale", "1:100", "--unit", "cubit"],
            "error: --unit: \"cubit\" is not a known unit of length: known are mm, cm, dm, m, km, µm, nm, in, ft, yd, mi\n",
            "hint: leave --unit out for other units; lengths are then in file units\n",
        ),
        (
            &["--paper", "a4", "--scale", "1:1", "--unit", "km"],
            "sheets at this scale; the limit is 100\n",
            "hint: choose a smaller scale",
        ),
        (
            &["--paper", "a4", "--scale", "1/100", "--unit", "m"],
            "\"1/100\" is not a scale; a scale is two positive numbers, such as 1:100 or 5:1",
            "",
        ),
        (
            &["--paper", "a4", "--write", "report.json"],
            "error: --paper: --write leaves out section.svg, section.png and section.pdf\n",
            "hint: add section.pdf to --write, or leave --paper out\n",
        ),
        (
            &["--paper", "a4", "--north", "nan"],
            "error: --north NaN: not a finite number\n",
            "such as --north 12.5",
        ),
    ];
    for (more, message, hint) in cases {
        let outcome = cut(folder.path(), &[&usual[..], more].concat());
        assert_eq!(outcome.status, Some(2), "{more:?}");
        assert!(outcome.stderr.contains(message), "{}", outcome.stderr);
        assert!(outcome.stderr.contains(hint), "{}", outcome.stderr);
        assert_eq!(names(folder.path()), ["brick.obj"], "{more:?}");
    }
    let upright = ["brick.obj", "--plane", "x=1", "-o", "out", "--paper", "a4"];
    let outcome = cut(folder.path(), &[&upright[..], &["--north", "0"]].concat());
    assert_eq!(outcome.status, Some(2));
    assert!(
        outcome
            .stderr
            .contains("error: --north: the plane x = 1 is not level: z points up\n")
    );
    let planes = [
        "brick.obj",
        "--slab",
        "z=1..2",
        "-o",
        "out",
        "--paper",
        "a4",
    ];
    for (more, message) in [
        (
            &["--north", "10"][..],
            "--north: the section by the plane -z + 2 = 0 is seen from another side than that by z = 1",
        ),
        (
            &["--write", "parts"],
            "--paper: --write leaves out section.svg, section.png and section.pdf",
        ),
        (
            &["--write", "section.svg", "--scale", "1:100"],
            "a scale needs a known unit of length",
        ),
    ] {
        let outcome = cut(folder.path(), &[&planes[..], more].concat());
        assert_eq!(outcome.status, Some(2), "{more:?}");
        assert!(outcome.stderr.contains(message), "{}", outcome.stderr);
        assert!(!folder.path().join("out").exists(), "{more:?}");
    }
}

#[test]
fn each_cut_face_of_a_region_is_on_its_own_paper() {
    let folder = folder(&[("brick.obj", &brick())]);
    let arguments = ["brick.obj", "--slab", "z=1..2", "--unit", "m", "-o", "out"];
    let paper = ["--paper", "a4", "--scale", "1:20", "--dimension"];
    cut(folder.path(), &[&arguments[..], &paper].concat()).fine();
    let out = folder.path().join("out");
    let written = names(&out);
    for name in [
        "section-z-min.pdf",
        "section-z-max.pdf",
        "section-z-min.svg",
    ] {
        assert!(written.contains(&name.to_owned()), "{name} in {written:?}");
    }
    let svg = fs::read_to_string(out.join("section-z-max.svg")).expect("an SVG");
    for text in [
        "210mm",
        ">1:20<",
        ">A4<",
        ">2<",
        ">3<",
        r#"id="dimensions""#,
    ] {
        assert!(svg.contains(text), "{text} in {svg}");
    }
    // Without --paper, a PDF is on A4, and the SVG is for screens.
    let screens = ["--force", "--write", "section.svg,section.pdf"];
    cut(folder.path(), &[&arguments[..], &screens].concat()).fine();
    let svg = fs::read_to_string(out.join("section-z-max.svg")).expect("an SVG");
    // A page for screens has its size in px, not in millimetres.
    assert!(svg.starts_with("<svg ") && !svg.contains("mm\" height="));
}

#[test]
fn dimensions_are_in_all_drawings_of_a_cut() {
    let folder = folder(&[("brick.obj", &brick())]);
    let arguments = ["brick.obj", "--plane", "z=1", "-o", "out", "--dimension"];
    cut(
        folder.path(),
        &[&arguments[..], &["--write", "drawings"]].concat(),
    )
    .fine();
    let out = folder.path().join("out");
    let svg = fs::read_to_string(out.join("section.svg")).expect("an SVG");
    assert!(svg.contains(r#"<g id="dimensions""#));
    let dxf = fs::read_to_string(out.join("section.dxf")).expect("a DXF");
    assert!(dxf.contains("\n8\ndimensions\n"));
    let outcome = cut(
        folder.path(),
        &[&arguments[..], &["--force", "--write", "report.json"]].concat(),
    );
    assert_eq!(outcome.status, Some(2));
    assert!(
        outcome
            .stderr
            .contains("error: --dimension: --write leaves out section.svg")
    );
}

#[test]
fn the_plan_of_a_building_is_on_as_many_sheets_as_its_scale_needs() {
    let folder = folder(&[]);
    let office = asset("office.glb");
    let arguments = [
        &*office,
        "--plane",
        "z=1.2",
        "-o",
        "out",
        "--write",
        "section.svg",
        "--paper",
        "a3",
    ];
    let sheets = |more: &[&str]| {
        cut(
            folder.path(),
            &[&arguments[..], &["--force"], more].concat(),
        )
        .fine();
        let svg = fs::read_to_string(folder.path().join("out/section.svg")).expect("an SVG");
        svg.matches(r#"<svg id="sheet-"#).count()
    };
    // The building is 50.6 m × 36.9 m: 253 mm × 184 mm at 1:200, and 506 mm × 369 mm at 1:100.
    assert_eq!(sheets(&["--scale", "1:200"]), 0);
    assert_eq!(sheets(&["--scale", "1:100"]), 4);
}
