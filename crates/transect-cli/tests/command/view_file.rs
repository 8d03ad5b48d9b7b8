//! Tests of `transect view --export`: the file holds the answers of the command, and is written whole or not at all.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use flate2::read::GzDecoder;
use serde_json::Value;
use tempfile::TempDir;

use crate::run::{Outcome, asset, folder, names, report};

/// A template of the page, which tests use in place of the built one.
const TEMPLATE: &str = "<!doctype html><title>page</title><!--answers--><script>page()</script>";

/// Runs `transect view` in a folder, with the template in its folder `page`.
fn view(folder: &Path, arguments: &[&str]) -> Outcome {
    let page = folder.join("page");
    fs::create_dir_all(&page).expect("a folder");
    fs::write(page.join("file.html"), TEMPLATE).expect("a file");
    run(folder, &page, arguments)
}

fn run(folder: &Path, page: &Path, arguments: &[&str]) -> Outcome {
    let mut command = Command::new(env!("CARGO_BIN_EXE_transect"));
    command
        .current_dir(folder)
        .arg("view")
        .args(arguments)
        .env("TRANSECT_PAGE", page)
        .stdin(Stdio::null());
    Outcome::of(&command.output().expect("the binary runs"))
}

/// Returns the answers of a file by their names.
fn answers(html: &str) -> BTreeMap<String, Vec<u8>> {
    let (before, rest) = TEMPLATE.split_once("<!--answers-->").expect("a place");
    let inner = html.strip_prefix(before).expect("the template begins");
    let inner = inner.strip_suffix(rest).expect("the template ends");
    let elements = inner.split("<script type=\"application/gzip\" data-answer=\"");
    let answer = |element: &str| {
        let (name, text) = element.split_once("\">").expect("a name");
        let packed = text.trim_end().strip_suffix("</script>").expect("an end");
        let packed = BASE64_STANDARD.decode(packed).expect("base64");
        let mut bytes = Vec::new();
        GzDecoder::new(packed.as_slice())
            .read_to_end(&mut bytes)
            .expect("gzip");
        (name.to_string(), bytes)
    };
    elements.skip(1).map(answer).collect()
}

fn json(bytes: &[u8]) -> Value {
    serde_json::from_slice(bytes).expect("JSON")
}

/// Returns the JSON at the beginning of an answer about a section.
fn header(bytes: &[u8]) -> Value {
    let (size, rest) = bytes.split_first_chunk::<4>().expect("a size");
    json(&rest[..u32::from_le_bytes(*size) as usize])
}

fn with_model(model: &str) -> TempDir {
    let folder = folder(&[]);
    fs::copy(asset(model), folder.path().join(model)).expect("copied");
    folder
}

#[test]
fn the_file_holds_the_answers_of_the_command() {
    let folder = with_model("office.glb");
    let planes = ["z=1.2", "2x+3y=17"];
    let arguments = [
        "office.glb",
        "--plane",
        planes[0],
        "--plane",
        planes[1],
        "--export",
        "office.html",
    ];
    let outcome = view(folder.path(), &arguments).fine();
    let html = fs::read_to_string(folder.path().join("office.html")).expect("a file");
    assert!(
        outcome.stdout.starts_with("wrote office.html: "),
        "{}",
        outcome.stdout
    );
    assert!(outcome.stdout.contains("2 planes"), "{}", outcome.stdout);
    let size: String = outcome
        .stdout
        .split(' ')
        .nth(2)
        .expect("a size")
        .replace(',', "");
    assert_eq!(size, html.len().to_string());
    for secret in ["http", &*folder.path().display().to_string()] {
        assert!(!html.contains(secret), "{secret}");
    }
    let answers = answers(&html);
    let listed: Vec<&str> = answers.keys().map(String::as_str).collect();
    assert_eq!(
        listed,
        [
            "certificate-0-front",
            "certificate-1-front",
            "curve-0",
            "curve-1",
            "curves",
            "indices",
            "planes",
            "positions",
            "scene",
            "section-0-front",
            "section-1-front",
            "state",
        ]
    );
    for (index, plane) in planes.iter().enumerate() {
        let expected = report(folder.path(), &["office.glb", "--plane", plane]);
        let certificate = json(&answers[&format!("certificate-{index}-front")]);
        assert_eq!(certificate["report"], expected);
        assert_eq!(certificate["green"], true);
        let section = header(&answers[&format!("section-{index}-front")]);
        for side in ["front", "on", "back"] {
            assert_eq!(
                section["counts"][side], expected["planes"][0]["objects"][side],
                "{plane} {side}"
            );
        }
        assert_eq!(
            json(&answers["planes"])[index]["text"],
            section["plane"]["text"]
        );
    }
    assert_eq!(json(&answers["state"])["state"], "ready");
    let scene = json(&answers["scene"]);
    let bytes = |count: &str| 12 * scene[count].as_u64().expect("a number") as usize;
    assert_eq!(answers["positions"].len(), bytes("vertices"));
    assert_eq!(answers["indices"].len(), bytes("triangles"));
}

#[test]
fn equal_commands_write_equal_files_and_replace_only_by_force() {
    let folder = with_model("office.glb");
    let arguments = [
        "office.glb",
        "--plane",
        "z=1.2",
        "--export",
        "out/page.html",
    ];
    view(folder.path(), &arguments).fine();
    let path = folder.path().join("out/page.html");
    let first = fs::read(&path).expect("a file");
    let refused = view(folder.path(), &arguments);
    assert_eq!(refused.status, Some(2));
    assert!(
        refused.stderr.contains("exists already; pass --force"),
        "{}",
        refused.stderr
    );
    view(folder.path(), &[&arguments[..], &["--force"]].concat()).fine();
    assert_eq!(fs::read(&path).expect("a file"), first);
    assert_eq!(names(&folder.path().join("out")), ["page.html"]);
}

#[test]
fn parallel_planes_share_a_curve_and_faces_in_the_plane_have_both_limits() {
    let folder = with_model("cad_featuretype.stl");
    let plane = "z=0";
    let arguments = [
        "cad_featuretype.stl",
        "--plane",
        plane,
        "--plane",
        "z=0.123",
        "--export",
        "page.html",
    ];
    view(folder.path(), &arguments).fine();
    let answers = answers(&fs::read_to_string(folder.path().join("page.html")).expect("a file"));
    assert_eq!(
        json(&answers["planes"])[0]["limits"],
        serde_json::json!(["front", "back"])
    );
    assert_eq!(
        json(&answers["planes"])[1]["limits"],
        serde_json::json!(["front"])
    );
    assert_eq!(json(&answers["curves"]).as_array().map(Vec::len), Some(1));
    assert!(answers.contains_key("section-0-back") && !answers.contains_key("curve-1"));
    let back = [
        "cad_featuretype.stl",
        "--plane",
        plane,
        "--on-plane",
        "back",
    ];
    let expected = report(folder.path(), &back);
    assert_eq!(json(&answers["certificate-0-back"])["report"], expected);
}

#[test]
fn without_a_plane_the_file_holds_a_level_one() {
    let folder = with_model("office.glb");
    let outcome = view(folder.path(), &["office.glb", "--export", "page.html"]).fine();
    assert!(outcome.stdout.contains("1 plane (z"), "{}", outcome.stdout);
    view(
        folder.path(),
        &["office.glb", "--up", "x", "--export", "x.html"],
    )
    .fine();
    let answers = answers(&fs::read_to_string(folder.path().join("x.html")).expect("a file"));
    let section = header(&answers["section-0-front"]);
    assert_eq!(
        section["plane"]["normal"],
        serde_json::json!([1.0, 0.0, 0.0])
    );
}

#[test]
fn errors_are_reported_and_nothing_is_written() {
    let folder = folder(&[("broken.obj", "v 0\nf 1 2 3\n"), ("file", "")]);
    fs::copy(asset("small/stair.obj"), folder.path().join("stair.obj")).expect("copied");
    let nothing = folder.path().join("nothing");
    fs::create_dir(&nothing).expect("a folder");
    let before = names(folder.path());
    let missing = run(
        folder.path(),
        &nothing,
        &["stair.obj", "--export", "page.html"],
    );
    assert_eq!(missing.status, Some(2));
    assert!(
        missing.stderr.contains("without the page of the viewer"),
        "{}",
        missing.stderr
    );
    assert!(
        missing.stderr.contains("`cargo xtask install`"),
        "{}",
        missing.stderr
    );
    assert_eq!(names(folder.path()), before);
    for (arguments, expected) in [
        (
            &["broken.obj", "--export", "page.html"][..],
            "broken.obj, line 1",
        ),
        (
            &["stair.obj", "--plane", "z=1,2", "--export", "page.html"],
            "is --plane z=1.2 meant?",
        ),
        (
            &["stairs.obj", "--export", "page.html"],
            "is stair.obj meant?",
        ),
        (
            &["stair.obj", "--export", "stair.obj", "--force"],
            "stair.obj",
        ),
        (&["stair.obj", "--export", "file/page.html"], "file"),
        (
            &["stair.obj", "--export", "-"],
            "name a file, such as page.html",
        ),
        (
            &["stair.obj", "--export", ".."],
            "name a file, such as page.html",
        ),
        (
            &["stair.obj", "--export", "page.html", "--port", "80"],
            "cannot be used with",
        ),
        (&["--export", "page.html"], "MODEL"),
        (&["stair.obj", "--force"], "--export"),
    ] {
        let outcome = view(folder.path(), arguments);
        let said = outcome
            .stderr
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        assert_eq!(
            (outcome.status, &*outcome.stdout),
            (Some(2), ""),
            "{arguments:?}: {said}"
        );
        assert!(said.contains(expected), "{arguments:?}: {said}");
        fs::remove_dir_all(folder.path().join("page")).expect("the template");
        assert_eq!(names(folder.path()), before, "{arguments:?}");
    }
}
