//! Tests that damage halves on purpose. The certificate must find the damage, and exit status, table, JSON, page and
//! viewer must show it. Runs with `cargo test -p transect-cli --features sabotage --test sabotage`.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

#[path = "../command/solids.rs"]
#[expect(dead_code, reason = "other tests use the rest of the module")]
mod solids;

/// A plane that meets no vertex of the solids. The coordinates of its cut vertices are rounded.
const SLOPED: &str = "3x+5y+70z=130.7";

/// A prism over a dart (a quadrilateral with one reflex corner).
const DART: &str = "o Dart/d
v 0 0 0\nv 4 0 0\nv 1 1 0\nv 0 4 0\nv 0 0 4\nv 4 0 4\nv 1 1 4\nv 0 4 4
f 1 3 2\nf 1 4 3\nf 5 6 7\nf 5 7 8
f 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";

/// Returns a block with a closed room inside, above the plane.
fn hollow() -> String {
    let block = solids::boxes(&[
        ("Block/b", [0.0; 3], [2.0, 3.0, 5.0]),
        ("Room", [0.5, 0.5, 3.0], [1.5, 2.5, 4.0]),
    ]);
    let mut room = false;
    let mut text = String::new();
    for line in block.lines() {
        if line == "o Room" {
            room = true;
            continue;
        }
        let words: Vec<&str> = line.split(' ').collect();
        match words.as_slice() {
            ["f", a, b, c, d] if room => text += &format!("f {d} {c} {b} {a}\n"),
            _ => text += &format!("{line}\n"),
        }
    }
    text
}

fn folder(model: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a scratch folder");
    fs::write(folder.path().join("model.obj"), model).expect("a file can be written");
    folder
}

fn command(folder: &Path, sabotage: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_transect"));
    command
        .current_dir(folder)
        .args(arguments)
        .env("TRANSECT_SABOTAGE", sabotage)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .stdin(Stdio::null());
    command
}

/// Runs the command with damaged halves, and returns its exit status and its stdout.
fn run(folder: &Path, sabotage: &str, arguments: &[&str]) -> (Option<i32>, String) {
    let output = command(folder, sabotage, arguments)
        .output()
        .expect("the binary runs");
    let said = String::from_utf8(output.stdout).expect("UTF-8");
    (output.status.code(), said)
}

/// Returns the kinds of the errors in a report. Checks that each error has a count and an amount above zero, and a
/// place.
fn kinds(report: &Value) -> BTreeSet<String> {
    let findings = report["certificate"]["findings"].as_array();
    let findings = findings.expect("a list").iter();
    let errors = findings.filter(|finding| finding["severity"] == "error");
    errors
        .map(|finding| {
            assert!(finding["count"].as_u64() > Some(0), "{finding}");
            assert!(finding["amount"].as_f64() > Some(0.0), "{finding}");
            assert_eq!(
                finding["place"].as_array().map(Vec::len),
                Some(3),
                "{finding}"
            );
            finding["kind"].as_str().expect("a kind").to_string()
        })
        .collect()
}

/// Cuts a model, damages the halves as `sabotage` says, and writes them in each format. The exit status
/// and the outputs of the command must show exactly the `expected` kinds of errors.
fn expect(model: &str, sabotage: &str, expected: &[&str]) -> Value {
    expect_at(SLOPED, model, sabotage, expected)
}

fn expect_at(plane: &str, model: &str, sabotage: &str, expected: &[&str]) -> Value {
    let expected: BTreeSet<String> = expected.iter().map(|kind| (*kind).into()).collect();
    let folder = folder(model);
    let mut last = Value::Null;
    for format in ["obj", "stl", "ply", "off", "3mf", "glb"] {
        let what = format!("{sabotage} in {format}");
        let cut = ["cut", "model.obj", "--plane", plane, "--format", format];
        let (status, table) = run(folder.path(), sabotage, &cut);
        assert_eq!(status, Some(1), "{what}: {table}");
        assert!(table.contains("Error found"), "{what}: {table}");
        for word in ["Certified", "both closed"] {
            assert!(!table.contains(word), "{what}: {table}");
        }
        let written = [&cut[..], &["-o", format, "--size", "64x64", "--json"]].concat();
        let (status, report) = run(folder.path(), sabotage, &written);
        assert_eq!(status, Some(1), "{what}: {report}");
        let report: Value = serde_json::from_str(&report).expect("JSON");
        assert_eq!(kinds(&report), expected, "{what}: {report}");
        let page = folder.path().join(format).join("report.html");
        let page = fs::read_to_string(page).expect("a page");
        assert!(page.contains("<strong>Error found</strong>"), "{what}");
        assert!(page.contains("class=\"verdict bad\""), "{what}");
        assert!(!page.contains("Certified"), "{what}");
        // `transect verify` finds the same errors from the files alone, although the files do not mark which triangles
        // are caps.
        let halves = ["front", "back"].map(|half| format!("{format}/{half}.{format}"));
        let verify = [
            "verify",
            "model.obj",
            "--plane",
            plane,
            &halves[0],
            &halves[1],
        ];
        let (status, result) = run(
            folder.path(),
            sabotage,
            &[&verify[..], &["--json"]].concat(),
        );
        let result: Value = serde_json::from_str(&result).expect("JSON");
        if sabotage == "cap_mark" {
            assert_eq!(status, Some(0), "{what}: {result}");
        } else {
            assert_eq!(status, Some(1), "{what}: {result}");
            assert_eq!(result["certified"], false, "{what}");
            assert_eq!(kinds(&result), expected, "{what}: {result}");
            let (_, table) = run(folder.path(), sabotage, &verify);
            assert!(table.contains("Error found"), "{what}: {table}");
            assert!(!table.contains("Certified"), "{what}: {table}");
        }
        last = report;
    }
    last
}

#[test]
fn a_flipped_triangle_is_an_error() {
    expect(&solids::brick(), "flipped", &["flipped"]);
}

#[test]
fn a_dropped_triangle_is_an_error() {
    expect(&solids::brick(), "dropped", &["missing"]);
}

#[test]
fn a_doubled_triangle_is_an_error() {
    expect(&solids::brick(), "doubled", &["doubled"]);
}

#[test]
fn a_moved_triangle_is_an_error() {
    expect(&solids::brick(), "moved", &["missing", "surplus"]);
}

#[test]
fn errors_of_open_objects_are_errors() {
    let open = solids::open_brick();
    expect(&open, "flipped", &["flipped"]);
    expect(&open, "dropped", &["missing"]);
    expect(&open, "doubled", &["doubled"]);
    expect(&open, "crossing_off", &["vertex"]);
    expect(&open, "wrong_half", &["wrong_side"]);
}

/// A cap that is a folded fan is found: it has the right boundary, but a larger area.
#[test]
fn a_folded_cap_is_an_error() {
    expect(DART, "folded_cap", &["cap_overlap"]);
}

#[test]
fn a_shifted_cap_is_an_error() {
    // The damage moves the cap along one of its edges. The plane is perpendicular to an axis, so the cap stays exactly
    // on the plane.
    expect_at("z=1.9", &solids::brick(), "shifted_cap", &["cap_boundary"]);
}

#[test]
fn a_cap_loop_left_out_is_an_error() {
    let report = expect(&solids::brick(), "loop_left_out", &["cap_boundary"]);
    assert_eq!(report["certificate"]["caps_verified"], 0);
    let prongs = solids::boxes(&[
        ("Prong/a", [0.0; 3], [1.0, 1.0, 5.0]),
        ("Prong/b", [2.0, 0.0, 0.0], [3.0, 1.0, 5.0]),
    ]);
    // Without its second line that begins with `o`, the file has one object, whose section has two loops.
    let prongs = prongs.replace("o Prong/b\n", "");
    expect(&prongs, "loop_left_out", &["cap_boundary"]);
}

#[test]
fn an_inner_shell_turned_over_is_an_error() {
    expect(&hollow(), "inner_shell", &["flipped"]);
}

#[test]
fn a_crossing_two_units_off_is_an_error() {
    expect(&solids::brick(), "crossing_off", &["vertex"]);
}

/// The front half has an additional closed surface. Both halves are still closed, but their volumes do not add up to
/// the volume of the input.
#[test]
fn a_residual_of_ten_times_its_bound_is_an_error() {
    let report = expect(&solids::brick(), "residual", &["surplus"]);
    let certificate = &report["certificate"];
    let number = |key: &str| certificate[key].as_f64().expect("a number");
    assert!(number("volume_residual") >= 10.0 * number("volume_bound"));
    assert_eq!(report["parts"][0]["closed"], true);
}

#[test]
fn exchanged_halves_are_an_error() {
    let folder = folder(&solids::brick());
    let cut = ["cut", "model.obj", "--plane", SLOPED];
    let (status, table) = run(folder.path(), "exchanged", &cut);
    assert_eq!(status, Some(1), "{table}");
    assert!(table.contains("Error found"), "{table}");
    let (_, report) = run(
        folder.path(),
        "exchanged",
        &[&cut[..], &["--json"]].concat(),
    );
    let report: Value = serde_json::from_str(&report).expect("JSON");
    assert!(kinds(&report).contains("wrong_side"), "{report}");
}

#[test]
fn a_piece_in_the_wrong_half_is_an_error() {
    expect(&solids::brick(), "wrong_half", &["wrong_side"]);
}

#[test]
fn a_cap_mark_swapped_is_an_error() {
    expect(&solids::brick(), "cap_mark", &["cap_part"]);
}

/// Damaged parts of a region or of a division are errors, in the table, in JSON and in the exit status.
#[test]
fn damaged_parts_are_errors() {
    let folder = folder(&solids::brick());
    for (sabotage, part_kinds) in [
        ("dropped", &["missing"][..]),
        ("doubled", &["doubled"]),
        ("flipped", &["flipped"]),
        ("residual", &["surplus"]),
    ] {
        for planes in [
            &["--slab", "x+y=0.7..3.1"][..],
            &["--plane", "x+y=0.7", "--plane", "z=2.3"],
        ] {
            let cut = [&["cut", "model.obj"], planes].concat();
            let (status, table) = run(folder.path(), sabotage, &cut);
            assert_eq!(status, Some(1), "{sabotage}: {table}");
            assert!(table.contains("Error found"), "{sabotage}: {table}");
            assert!(!table.contains("all parts closed"), "{sabotage}: {table}");
            let (status, report) = run(folder.path(), sabotage, &[&cut[..], &["--json"]].concat());
            assert_eq!(status, Some(1), "{sabotage}");
            let report: Value = serde_json::from_str(&report).expect("JSON");
            let findings = report["certificate"]["findings"]
                .as_array()
                .expect("a list");
            let kinds: BTreeSet<&str> =
                findings.iter().filter_map(|f| f["kind"].as_str()).collect();
            for kind in part_kinds {
                assert!(
                    kinds.contains(kind),
                    "{sabotage} {planes:?}: {kinds:?} lacks {kind}"
                );
            }
        }
    }
}

/// Damages of parts are named by their kinds, in every format.
#[test]
fn damages_of_parts_are_named() {
    let models = [("brick", solids::brick()), ("hollow", hollow())];
    for (sabotage, model, expected) in [
        ("divided", "brick", &["missing", "surplus"][..]),
        ("seam", "brick", &["missing", "surplus"]),
        ("inner_shell", "hollow", &["flipped"]),
        ("fin", "brick", &["surplus"]),
    ] {
        let (_, text) = models
            .iter()
            .find(|(name, _)| *name == model)
            .expect("a model");
        let folder = folder(text);
        // The part that is damaged is the second one: outside of the region, and behind the plane. The room of the
        // hollow block is in it.
        fs::write(folder.path().join("planes.txt"), "2=z\n").expect("a file can be written");
        // The second plane of the division does not meet the model.
        for planes in [
            &["--region", "planes.txt"][..],
            &["--plane", "2=z", "--plane", "9=x"],
        ] {
            let expected: BTreeSet<&str> = expected.iter().copied().collect();
            for format in ["obj", "stl", "ply", "off", "3mf", "glb"] {
                let what = format!("{sabotage}, {planes:?}, {format}");
                let cut = [&["cut", "model.obj"], planes, &["--format", format]].concat();
                let (status, table) = run(folder.path(), sabotage, &cut);
                assert_eq!(status, Some(1), "{what}: {table}");
                assert!(table.contains("Error found"), "{what}: {table}");
                let (status, report) =
                    run(folder.path(), sabotage, &[&cut[..], &["--json"]].concat());
                assert_eq!(status, Some(1), "{what}");
                let report: Value = serde_json::from_str(&report).expect("JSON");
                let findings = report["certificate"]["findings"].as_array();
                let findings = findings.expect("a list").iter();
                let kinds: BTreeSet<&str> = findings.filter_map(|f| f["kind"].as_str()).collect();
                assert_eq!(kinds, expected, "{what}: {report}");
            }
        }
    }
}

/// Two parts may divide the cut face between them along different diagonals: as a surface, it is the same.
#[test]
fn a_cap_divided_differently_is_no_error() {
    let folder = folder(&solids::brick());
    for planes in [
        &["--plane", "z=2"][..],
        &["--plane", "z=2", "--plane", "x=9"],
    ] {
        for format in ["obj", "stl", "ply", "off", "3mf", "glb"] {
            let cut = [
                &["cut", "model.obj"],
                planes,
                &["--format", format, "--json"],
            ]
            .concat();
            let (status, report) = run(folder.path(), "other_cap", &cut);
            assert_eq!(status, Some(0), "{report}");
            let report: Value = serde_json::from_str(&report).expect("JSON");
            assert_eq!(report["certificate"]["findings"], serde_json::json!([]));
        }
    }
}

/// If `TRANSECT_SABOTAGE` is not set, the same build reports no findings.
#[test]
fn halves_left_alone_are_certified() {
    for model in [solids::brick(), hollow(), DART.into()] {
        let folder = folder(&model);
        let mut command = command(folder.path(), "", &["cut", "model.obj", "--plane", SLOPED]);
        command.arg("--json").env_remove("TRANSECT_SABOTAGE");
        let output = command.output().expect("the binary runs");
        assert_eq!(output.status.code(), Some(0));
        let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(report["certificate"]["findings"], serde_json::json!([]));
        assert_eq!(report["certificate"]["caps_verified"], 1);
    }
}

/// The viewer shows the errors of damaged halves with their places.
#[test]
fn the_viewer_shows_errors_with_their_places() {
    let folder = folder(DART);
    let arguments = ["view", "model.obj", "--no-open"];
    let mut child = command(folder.path(), "folded_cap", &arguments)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut url = String::new();
    while !url.starts_with("http://") {
        url.clear();
        assert!(stdout.read_line(&mut url).expect("text") > 0, "it ended");
    }
    let address = url.trim_end().strip_prefix("http://").expect("an address");
    let (host, token) = address.split_once("/?token=").expect("a token");
    let mut first = TcpStream::connect(host).expect("it listens");
    let request =
        format!("GET /?token={token} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    first.write_all(request.as_bytes()).expect("sent");
    let mut answer = String::new();
    first.read_to_string(&mut answer).expect("an answer");
    let (_, cookie) = answer.split_once("set-cookie: ").expect("a cookie");
    let cookie = cookie.split(';').next().expect("a pair");
    let body = serde_json::json!({"plane": {"text": SLOPED}}).to_string();
    let request = format!(
        "POST /api/certificate HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\n\
         Connection: close\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let since = Instant::now();
    // The viewer does not answer with 200 until the model is loaded, so the request is repeated.
    let result = loop {
        let mut stream = TcpStream::connect(host).expect("it listens");
        stream.write_all(request.as_bytes()).expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        if answer.starts_with("HTTP/1.1 200") {
            let (_, body) = answer.split_once("\r\n\r\n").expect("a head");
            break serde_json::from_str::<Value>(body).expect("JSON");
        }
        assert!(since.elapsed() < Duration::from_secs(120), "{answer}");
        std::thread::sleep(Duration::from_millis(20));
    };
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    assert_eq!(result["green"], false);
    let sentences = result["sentences"].as_array().expect("a list");
    let verdict = &sentences[0];
    assert_eq!(verdict["kind"], "bad");
    assert_eq!(verdict["title"], "Error found");
    let caps = sentences
        .iter()
        .find(|sentence| sentence["title"] == "Error: caps fill the section")
        .expect("a sentence about caps");
    assert_eq!(caps["kind"], "bad");
    let text = caps["text"].as_str().expect("text");
    assert!(text.contains("Caps are folded, or overlap"), "{text}");
    let places = caps["places"].as_array().expect("places");
    let findings = result["report"]["certificate"]["findings"].as_array();
    let findings = findings.expect("a list");
    assert_eq!(places.len(), findings.len());
    for (place, finding) in places.iter().zip(findings) {
        assert_eq!(place["point"], finding["place"]);
    }
    assert!(sentences.iter().all(|sentence| {
        let text = sentence["text"].as_str().unwrap_or_default();
        !text.contains("Certified") && sentence["title"] != "Certified"
    }));
}
