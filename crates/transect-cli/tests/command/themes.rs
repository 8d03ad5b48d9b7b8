//! Tests of `--theme`, the theme of the drawings.

use std::fs;

use crate::run::{command, cut, folder};
use crate::solids::boxes;

fn scene() -> String {
    boxes(&[
        ("IfcWall/a", [0.0; 3], [4.0, 0.5, 3.0]),
        ("IfcSpace/b", [0.0, 0.5, 0.0], [4.0, 4.0, 3.0]),
    ])
}

const ARGUMENTS: [&str; 5] = ["house.obj", "--plane", "z=1", "-o", "out"];

#[test]
fn a_theme_changes_the_drawings_alone() {
    let mine = "base = 'dark'\n[page]\nbackground = '#0a0b0c'\n";
    let folder = folder(&[("house.obj", &scene()), ("mine.toml", mine)]);
    let read = |name: &str| fs::read(folder.path().join("out").join(name)).expect("a file");
    let names = [
        "section.svg",
        "section.png",
        "section.dxf",
        "section.wkb",
        "front.obj",
        "report.json",
    ];
    cut(folder.path(), &ARGUMENTS).fine();
    let plain = names.map(read);
    for (theme, background) in [
        ("light", "#fff"),
        ("dark", "#14181d"),
        ("mine.toml", "#0a0b0c"),
    ] {
        let outcome = cut(
            folder.path(),
            &[&ARGUMENTS[..], &["--force", "--theme", theme]].concat(),
        );
        assert_eq!(outcome.fine().stderr, "");
        let svg = String::from_utf8(read("section.svg")).expect("UTF-8");
        // The first rectangle is the background.
        let (_, page) = svg.split_once("<rect width=\"").expect("a page");
        let (_, fill) = page.split_once("fill=\"").expect("a fill");
        assert!(fill.starts_with(&format!("{background}\"")), "{theme}");
        let drawn = names.map(read);
        assert_eq!(drawn[..2] == plain[..2], theme == "light", "{theme}");
        assert_eq!(drawn[2..], plain[2..], "{theme}");
    }
}

#[test]
fn a_bad_theme_ends_the_command_before_the_work() {
    let files = [
        ("typo.toml", "[page]\nbackgroud = '#fff'\n"),
        ("house.obj", "this is not read"),
    ];
    let folder = folder(&files);
    fs::write(folder.path().join("bytes.toml"), b"[page]\n\xff").expect("a file");
    fs::write(folder.path().join("large.toml"), vec![b'#'; 1_000_001]).expect("a file");
    for (theme, message) in [
        (
            "drak",
            "error: --theme drak: no such theme, and no such file\n  hint: --theme takes light, \
             dark, or the path of a theme file (docs/themes.md)\n",
        ),
        (
            "typo.toml",
            "error: typo.toml, line 2, column 1: unknown key `backgroud` in [page]; did you mean \
             `background`?\n  hint: docs/themes.md lists the keys and their values; nothing was written\n",
        ),
        (
            "bytes.toml",
            "error: bytes.toml, byte 7: not UTF-8 text\n  hint: --theme takes light, dark, or the path \
             of a theme file (docs/themes.md)\n",
        ),
        (
            "large.toml",
            "error: large.toml: 1000001 bytes; a theme file has at most 1000000\n  hint: --theme takes light, \
             dark, or the path of a theme file (docs/themes.md)\n",
        ),
    ] {
        let outcome = cut(
            folder.path(),
            &[&ARGUMENTS[..], &["--theme", theme]].concat(),
        );
        assert_eq!((outcome.status, outcome.stdout.as_str()), (Some(2), ""));
        assert_eq!(outcome.stderr, message);
        assert!(!folder.path().join("out").exists());
    }
}

#[test]
fn without_o_a_theme_does_nothing() {
    let folder = folder(&[("house.obj", &scene())]);
    let outcome = cut(
        folder.path(),
        &["house.obj", "--plane", "z=1", "--theme", "dark"],
    );
    assert_eq!(
        outcome.fine().stderr,
        "note: --theme does nothing without -o DIR: nothing is written or drawn\n"
    );
}

/// System fonts are not used: the picture is the same on a machine without fonts.
#[test]
fn a_picture_needs_no_fonts_of_the_machine() {
    let folder = folder(&[("house.obj", &scene())]);
    cut(folder.path(), &ARGUMENTS).fine();
    let path = folder.path().join("out/section.png");
    let picture = fs::read(&path).expect("a picture");
    assert_eq!(&picture[..8], b"\x89PNG\r\n\x1a\n");
    let mut bare = command(folder.path(), &[&ARGUMENTS[..], &["--force"]].concat());
    let status = bare.env_clear().status().expect("the binary runs");
    assert!(status.success());
    assert_eq!(fs::read(&path).expect("a picture"), picture);
}
