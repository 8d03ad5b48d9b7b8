//! Tests of the drawing of the section, `section.svg`.

use std::collections::BTreeSet;
use std::fs;

use crate::run::{asset, cut, folder, transect};
use crate::slice::slice;
use crate::solids::{boxes, stairs};

fn scene() -> String {
    boxes(&[
        ("Wall/a", [0.0; 3], [4.0, 0.5, 3.0]),
        ("Space/b", [0.0, 0.5, 0.0], [4.0, 4.0, 3.0]),
        ("Roof/c", [0.0, 0.0, 3.0], [4.0, 4.0, 3.5]),
    ])
}

#[test]
fn a_group_for_each_cut_object() {
    let folder = folder(&[("house.obj", &scene())]);
    cut(folder.path(), &["house.obj", "--plane", "z=1", "-o", "out"]).fine();
    let svg = fs::read_to_string(folder.path().join("out/section.svg")).expect("a drawing");
    let document = roxmltree::Document::parse(&svg).expect("XML");
    let mut names: Vec<&str> = document
        .descendants()
        .filter_map(|node| node.attribute("data-name"))
        .collect();
    names.sort_unstable();
    assert_eq!(names, ["Space/b", "Wall/a"]);
}

/// The built-in font has no Chinese characters. PNG and PDF show them as boxes, which a note says, unless `--font`
/// names a font that has them.
#[test]
fn characters_without_a_glyph_are_a_note() {
    let scene = boxes(&[("IfcSpace/会议室 Ä", [0.0; 3], [4.0, 4.0, 3.0])]);
    let folder = folder(&[("house.obj", &scene)]);
    let arguments = [
        "house.obj",
        "--plane",
        "z=1",
        "-o",
        "out",
        "--force",
        "--write",
    ];
    let pictures = "section.svg,section.png,section.pdf";
    let told = cut(folder.path(), &[&arguments[..], &[pictures]].concat()).fine();
    let note = "note: section.png, section.pdf: no font has a glyph for 3 characters, drawn as boxes: 会室议; --font FILE";
    assert!(told.stderr.contains(note), "{}", told.stderr);
    let told = cut(folder.path(), &[&arguments[..], &["section.svg"]].concat()).fine();
    assert_eq!(told.stderr, "");
    let svg = fs::read_to_string(folder.path().join("out/section.svg")).expect("a drawing");
    assert!(svg.contains(">会议室 Ä</text>"));
    let arguments = [
        "house.obj",
        "--axis",
        "z",
        "--step",
        "1",
        "-o",
        "plans",
        "--write",
        "plans.pdf",
    ];
    let told = slice(folder.path(), &arguments).fine();
    let note = note.replace("section.png, section.pdf", "plans.pdf");
    assert!(told.stderr.contains(&note), "{}", told.stderr);

    fs::copy(asset("blocks.ttf"), folder.path().join("blocks.ttf")).expect("a copy");
    let told = slice(
        folder.path(),
        &[&arguments[..], &["--force", "--font", "blocks.ttf"]].concat(),
    )
    .fine();
    assert_eq!(told.stderr, "");
    let arguments = [
        "house.obj",
        "--plane",
        "z=1",
        "-o",
        "out",
        "--force",
        "--font",
        "blocks.ttf",
        "--write",
    ];
    let told = cut(folder.path(), &[&arguments[..], &[pictures]].concat()).fine();
    assert_eq!(told.stderr, "");
    let pdf = fs::read(folder.path().join("out/section.pdf")).expect("a document");
    let name = b"Blocks-Regular";
    assert!(pdf.windows(name.len()).any(|bytes| bytes == name));
}

#[test]
fn a_file_that_is_no_font_is_an_error() {
    let folder = folder(&[("house.obj", &scene()), ("notes.txt", "no font")]);
    let arguments = ["house.obj", "--plane", "z=1", "-o", "out", "--font"];
    for (file, why) in [
        ("notes.txt", "not a TrueType or OpenType font"),
        ("none.ttf", "No such file or directory"),
    ] {
        let told = cut(folder.path(), &[&arguments[..], &[file]].concat());
        assert_eq!(told.status, Some(2));
        assert!(
            told.stderr
                .contains(&format!("error: --font {file}: {why}")),
            "{}",
            told.stderr
        );
        assert!(
            told.stderr
                .contains("hint: --font takes a TrueType or OpenType file"),
            "{}",
            told.stderr
        );
        assert!(!folder.path().join("out").exists());
    }
    let told = cut(
        folder.path(),
        &[&arguments[..], &["notes.txt", "--write", "section.svg"]].concat(),
    );
    assert_eq!(told.status, Some(2));
    assert!(told.stderr.contains("--font"), "{}", told.stderr);
}

/// The plane cuts the diagonals of the faces of the boxes in the middle of straight edges.
#[test]
fn collinear_points_are_kept_on_request() {
    let folder = folder(&[("house.obj", &scene())]);
    let arguments = [
        "house.obj",
        "--plane",
        "z=1",
        "--only",
        "Wall*",
        "-o",
        "out",
        "--force",
    ];
    let corners = |flags: &[&str]| {
        cut(folder.path(), &[&arguments[..], flags].concat()).fine();
        let read =
            |name: &str| fs::read_to_string(folder.path().join("out").join(name)).expect("a file");
        let halves = ["front.obj", "back.obj"].map(read);
        (read("section.wkt").matches(',').count(), halves)
    };
    let (few, halves) = corners(&[]);
    let (all, same) = corners(&["--keep-collinear"]);
    // A ring repeats its first point.
    assert_eq!((few, all), (4, 8));
    assert_eq!(halves, same);
}

#[test]
fn a_hidden_class_is_missing_from_the_drawing_alone() {
    let folder = folder(&[("house.obj", &scene())]);
    let arguments = ["house.obj", "--plane", "z=1", "--json", "-o"];
    let all = cut(folder.path(), &[&arguments[..], &["out"]].concat()).fine();
    let read =
        |name: &str| fs::read_to_string(folder.path().join("out").join(name)).expect("a file");
    let before = ["front.obj", "back.obj", "report.json"].map(read);
    assert!(read("section.svg").contains("data-name=\"Space/b\""));
    let hidden = cut(
        folder.path(),
        &[&arguments[..], &["out", "--force", "--hide", "Space"]].concat(),
    );
    let hidden = hidden.fine();
    assert_eq!(hidden.stdout, all.stdout);
    assert_eq!(hidden.stderr, "");
    assert_eq!(["front.obj", "back.obj", "report.json"].map(read), before);
    let svg = read("section.svg");
    assert!(!svg.contains("data-name=\"Space/b\"") && svg.contains("data-name=\"Wall/a\""));
}

#[test]
fn a_class_that_is_not_there_is_a_note() {
    let folder = folder(&[("house.obj", &scene())]);
    let arguments = [
        "house.obj",
        "--plane",
        "z=1",
        "-o",
        "out",
        "--hide",
        "Spaces",
    ];
    assert_eq!(
        cut(folder.path(), &arguments).fine().stderr,
        "note: --hide Spaces: no object has this class; is Space meant? classes: Roof, Space, Wall\n"
    );
}

/// The tread of the stairs lies in the plane z = 1, so the section just below it differs from that just above it.
#[test]
fn a_drawing_says_which_one_sided_limit_it_shows() {
    let folder = folder(&[("stairs.obj", &stairs())]);
    let svg = |plane: &str, side: &str| {
        let arguments = [
            "stairs.obj",
            "--plane",
            plane,
            "--on-plane",
            side,
            "-o",
            "out",
            "--write",
            "section.svg",
            "--force",
        ];
        cut(folder.path(), &arguments).fine();
        fs::read_to_string(folder.path().join("out/section.svg")).expect("an SVG")
    };
    assert!(svg("z=1", "front").contains(">Section just behind z = 1  ·  "));
    assert!(svg("z=1", "back").contains(">Section just in front of z = 1  ·  "));
    for side in ["front", "back"] {
        assert!(svg("z=0.5", side).contains(">Section at z = 0.5  ·  "));
    }
}

/// The styles of classes are chosen once for all drawings of a run: for several planes, for layers, and with more
/// classes than have a style of their own.
#[test]
fn a_class_has_one_style_in_all_drawings() {
    // The first classes have objects in the upper half only, so the two sections have other classes.
    let names: Vec<String> = (0..30).map(|class| format!("class {class:02}/a")).collect();
    let places = names.iter().enumerate().map(|(index, name)| {
        let (x, floor) = (2.0 * index as f64, if index < 12 { 1.0 } else { 0.0 });
        (name.as_str(), [x, 0.0, floor], [x + 1.0, 1.0, 3.0])
    });
    let places: Vec<_> = places.collect();
    let folder = folder(&[
        ("many.obj", &boxes(&places)),
        ("few.obj", &boxes(&places[11..13])),
    ]);
    let styles = |svg: &str| {
        let text = fs::read_to_string(folder.path().join(svg)).expect("a drawing");
        let document = roxmltree::Document::parse(&text).expect("XML");
        let classes = document.descendants().filter_map(|node| {
            let fill = node.parent()?.attribute("fill")?;
            Some((node.attribute("data-class")?.to_owned(), fill.to_owned()))
        });
        classes.collect::<BTreeSet<_>>()
    };
    let two = [
        "--plane", "z=0.5", "--plane", "z=2", "-o", "out", "--force", "--write", "svg",
    ];
    let layers = [
        "--axis",
        "z",
        "--heights",
        "0.5,2",
        "-o",
        "out",
        "--force",
        "--write",
        "layers",
    ];
    for model in ["few.obj", "many.obj"] {
        transect(folder.path(), &[&["cut", model], &two[..]].concat()).fine();
        transect(folder.path(), &[&["slice", model], &layers[..]].concat()).fine();
        for [low, high] in [
            ["out/section-1.svg", "out/section-2.svg"],
            ["out/layers/layer-1.svg", "out/layers/layer-2.svg"],
        ] {
            let (low, high) = (styles(low), styles(high));
            assert!(
                !low.is_empty() && low.is_subset(&high),
                "{model}: {low:?} {high:?}"
            );
        }
    }
}
