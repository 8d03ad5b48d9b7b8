//! Tests of `transect view`: it starts and ends correctly, and sends the same files as `transect cut` writes.
#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, ChildStderr, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::run::{Outcome, asset, cut, folder};

/// The time limit of each step, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// A running viewer.
struct Viewer {
    child: Child,
    /// The stream of the notes and errors that the viewer prints.
    stderr: BufReader<ChildStderr>,
    stdout: BufReader<ChildStdout>,
    url: String,
}

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_transect"));
    command
        .current_dir(folder)
        .args(arguments)
        .stdin(Stdio::null());
    // Without these variables there is no display, so the viewer opens no browser.
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    command
}

impl Viewer {
    fn start(folder: &Path, arguments: &[&str]) -> Self {
        let mut child = command(folder, arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary runs");
        let stdout = child.stdout.take().expect("a pipe");
        let stderr = child.stderr.take().expect("a pipe");
        Self {
            child,
            stderr: BufReader::new(stderr),
            stdout: BufReader::new(stdout),
            url: String::new(),
        }
    }

    /// Reads lines until one of them is the address of the page.
    fn with_url(mut self) -> Self {
        while !self.url.starts_with("http://") {
            self.url.clear();
            let read = self.stdout.read_line(&mut self.url).expect("text");
            assert!(read > 0, "it ended: {}", self.said());
        }
        self.url = self.url.trim_end().into();
        self
    }

    fn said(&mut self) -> String {
        let mut text = String::new();
        self.stderr.read_to_string(&mut text).expect("text");
        text
    }

    /// Returns the host and the cookie with the token, from the printed address. Requests need both.
    fn door(&self) -> (String, String) {
        let rest = self.url.strip_prefix("http://").expect("an address");
        let (host, token) = rest.split_once("/?token=").expect("a token");
        (host.into(), cookie_of(host, token))
    }

    fn ask(&self, method: &str, path: &str, body: &str) -> (u16, Vec<u8>) {
        let (host, cookie) = self.door();
        let mut stream = TcpStream::connect(&host).expect("it listens");
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\nConnection: close\r\n\
             Content-Length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(request.as_bytes()).expect("sent");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("an answer");
        let end = answer
            .windows(4)
            .position(|four| four == b"\r\n\r\n")
            .expect("a head");
        let status = String::from_utf8_lossy(&answer[9..12])
            .parse()
            .expect("a status");
        (status, answer.split_off(end + 4))
    }

    /// Returns the body of a response. Panics unless its status is 200.
    fn fine(&self, method: &str, path: &str, body: &str) -> Vec<u8> {
        let (status, bytes) = self.ask(method, path, body);
        assert_eq!(status, 200, "{path}: {}", String::from_utf8_lossy(&bytes));
        bytes
    }

    fn ready(self) -> Self {
        let since = Instant::now();
        loop {
            let state: Value =
                serde_json::from_slice(&self.fine("GET", "/api/state", "")).expect("JSON");
            match state["state"].as_str() {
                Some("loading") => assert!(since.elapsed() < PATIENCE, "{state}"),
                Some("ready") => return self,
                _ => panic!("{state}"),
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Ends the viewer with a signal. Returns its exit status and its stderr.
    fn end(mut self, signal: &str) -> (Option<i32>, String) {
        let id = self.child.id().to_string();
        let sent = Command::new("kill")
            .args([&format!("-{signal}"), &id])
            .status();
        assert!(sent.expect("kill is there").success());
        let since = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("a child") {
                return (status.code(), self.said());
            }
            // If the viewer does not end, the signal is ignored. For SIGINT, the cause may be that the tests run as a
            // background job.
            assert!(since.elapsed() < PATIENCE, "it ignores SIG{signal}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Viewer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Opens the address of the page, and returns the cookie that the server sets.
fn cookie_of(host: &str, token: &str) -> String {
    let mut stream = TcpStream::connect(host).expect("it listens");
    let request =
        format!("GET /?token={token} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    let (_, rest) = answer.split_once("set-cookie: ").expect("a cookie");
    rest.split(';').next().expect("a pair").to_string()
}

#[test]
fn it_prints_its_address_and_ends_by_a_signal() {
    let folder = folder(&[]);
    for (signal, example) in [("INT", true), ("TERM", false)] {
        let example_flag: &[&str] = if example { &["--example"] } else { &[] };
        let arguments = [&["view", "--port", "0", "--no-open"], example_flag].concat();
        let viewer = Viewer::start(folder.path(), &arguments);
        let viewer = viewer.with_url();
        let (host, cookie) = viewer.door();
        assert!(host.starts_with("127.0.0.1:"), "{host}");
        let token = cookie.split_once('=').expect("a token").1;
        assert_eq!(token.len(), 32, "random");
        let state: Value =
            serde_json::from_slice(&viewer.fine("GET", "/api/state", "")).expect("JSON");
        assert_eq!(state["example"], example);
        assert_eq!(viewer.ask("GET", "/", "").0, 200);
        let (status, said) = viewer.end(signal);
        assert_eq!(status, Some(0), "{said}");
        assert!(
            said.contains("Ctrl-C ends the viewer\nthe viewer has ended\n"),
            "{said}"
        );
    }
}

#[test]
fn a_missing_page_is_reported_and_no_browser_is_opened() {
    let folder = folder(&[]);
    for name in ["page", "nothing"] {
        fs::create_dir(folder.path().join(name)).expect("a folder");
    }
    fs::write(folder.path().join("page/index.html"), "page").expect("a file");
    for (page, is_missing) in [("nothing", true), ("page", false)] {
        // If the page is there, the command looks for a display to open the browser, and finds none.
        let mut child = command(folder.path(), &["view"])
            .env("TRANSECT_PAGE", folder.path().join(page))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary runs");
        let viewer = Viewer {
            stdout: BufReader::new(child.stdout.take().expect("a pipe")),
            stderr: BufReader::new(child.stderr.take().expect("a pipe")),
            child,
            url: String::new(),
        };
        let viewer = viewer.with_url();
        assert_eq!(viewer.ask("GET", "/api/state", "").0, 200);
        let (status, said) = viewer.end("TERM");
        assert_eq!(status, Some(0), "{said}");
        assert_eq!(
            said.contains("without the page of the viewer"),
            is_missing,
            "{said}"
        );
        assert_eq!(said.contains("`cargo xtask install`"), is_missing, "{said}");
        let looks_for_display =
            cfg!(not(target_os = "macos")) && said.contains("no display was found");
        assert_eq!(
            looks_for_display,
            cfg!(not(target_os = "macos")) && !is_missing,
            "{said}"
        );
    }
}

#[test]
fn it_ends_while_it_reads_and_while_it_answers() {
    let folder = folder(&[]);
    let office = asset("office.glb");
    let viewer = Viewer::start(folder.path(), &["view", &office, "--no-open"]).with_url();
    assert_eq!(viewer.end("TERM").0, Some(0));
    let viewer = Viewer::start(folder.path(), &["view", &office, "--no-open"])
        .with_url()
        .ready();
    let (host, cookie) = viewer.door();
    let mut stream = TcpStream::connect(&host).expect("it listens");
    let body = json!({"plane": {"text": "z=1.2"}}).to_string();
    let request = format!(
        "POST /api/certificate HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).expect("sent");
    let since = Instant::now();
    assert_eq!(viewer.end("TERM").0, Some(0));
    assert!(since.elapsed() < PATIENCE);
}

#[test]
fn files_are_those_of_the_command_byte_for_byte() {
    let folder = folder(&[]);
    let office = asset("office.glb");
    let through = ["0.1,0.2,1.3", "7.5,0.1,1.2", "0.3,9.1,1.4"];
    let points = format!("?through={}", through.join(","));
    let flagged: Vec<&str> = through
        .iter()
        .flat_map(|point| ["--through", point])
        .collect();
    let viewer = Viewer::start(folder.path(), &["view", &office, "--no-open"])
        .with_url()
        .ready();
    for (name, query, plane) in [
        (
            "level",
            "?plane=z%3D1.2".to_string(),
            vec!["--plane", "z=1.2"],
        ),
        ("points", points, flagged),
        (
            "flipped",
            "?plane=z%3D1.2&flip=1".into(),
            vec!["--plane", "-z=-1.2"],
        ),
        (
            "behind",
            "?plane=z%3D0&on_plane=back".into(),
            vec!["--plane", "z=0", "--on-plane", "back"],
        ),
    ] {
        let files = "section.svg,section.dxf,halves,objects.csv";
        let all = [office.as_str(), "-o", name, "--write", files];
        let arguments = [&all[..], plane.as_slice()].concat();
        cut(folder.path(), &arguments).fine();
        for file in [
            "section.svg",
            "section.dxf",
            "front.glb",
            "back.glb",
            "objects.csv",
        ] {
            let sent = viewer.fine("GET", &format!("/api/export/{file}{query}"), "");
            let written = fs::read(folder.path().join(name).join(file)).expect("it was written");
            assert!(
                sent == written,
                "{name}/{file}: {} bytes, not {}",
                sent.len(),
                written.len()
            );
        }
        // The viewer writes no files, so its report equals the one that is printed without -o. Its answers contain no
        // folders, so the command runs in the folder of the model.
        let arguments = [&["office.glb", "--json"], plane.as_slice()].concat();
        let assets = Path::new(&office).parent().expect("a folder");
        let printed = cut(assets, &arguments).fine().stdout;
        let sent = viewer.fine("GET", &format!("/api/export/report.json{query}"), "");
        assert!(sent == printed.as_bytes(), "{name}/report.json");
        if name == "level" {
            let body = json!({"plane": {"text": "z=1.2"}}).to_string();
            let result = viewer.fine("POST", "/api/certificate", &body);
            let result: Value = serde_json::from_slice(&result).expect("JSON");
            let printed: Value = serde_json::from_str(&printed).expect("JSON");
            assert_eq!(result["report"], printed);
        }
    }
}

#[test]
fn layers_are_those_of_the_command_byte_for_byte() {
    let folder = folder(&[]);
    let office = asset("office.glb");
    let viewer = Viewer::start(folder.path(), &["view", &office, "--no-open"])
        .with_url()
        .ready();
    let slice = |arguments: &[&str]| {
        let all = [&["slice"], arguments].concat();
        let output = command(folder.path(), &all).output().expect("it runs");
        Outcome::of(&output).fine()
    };
    for (direction, count, on_plane) in [("0,0,1", "5", "front"), ("1,2,0", "3", "back")] {
        let shared = [
            &*office,
            "--normal",
            direction,
            "--count",
            count,
            "--on-plane",
            on_plane,
        ];
        let query = format!("?normal={direction}&count={count}&on_plane={on_plane}");
        let body = format!(
            "{{\"normal\": [{direction}], \"count\": {count}, \"on_plane\": \"{on_plane}\"}}"
        );
        let answer: Value =
            serde_json::from_slice(&viewer.fine("POST", "/api/layers", &body)).expect("JSON");
        let out = format!("out-{count}");
        let files = [
            "sheet.svg",
            "contours.svg",
            "layers.dxf",
            "layers.geojson",
            "layers.csv",
        ];
        let mut arguments = [&shared[..], &["-o", &out]].concat();
        arguments.extend(files.iter().flat_map(|file| ["--write", file]));
        slice(&arguments);
        for file in files {
            let sent = viewer.fine("GET", &format!("/api/layers/{file}{query}"), "");
            let written = fs::read(folder.path().join(&out).join(file)).expect("a file");
            assert!(sent == written, "{file} {direction}");
        }
        // The report names the files of the model without their folders, so it is compared without its sources.
        let sent = viewer.fine("GET", &format!("/api/layers/layers.json{query}"), "");
        let mut sent: Value = serde_json::from_slice(&sent).expect("JSON");
        let mut report = slice(&[&shared[..], &["--json"]].concat()).report();
        for report in [&mut sent, &mut report] {
            report["source"] = Value::Null;
        }
        assert_eq!(sent, report);
        let heights = |report: &Value| -> Vec<Value> {
            let layers = report["layers"].as_array().expect("layers");
            layers.iter().map(|layer| layer["height"].clone()).collect()
        };
        assert_eq!(heights(&answer), heights(&report));
        for file in files {
            let listed = answer["files"].as_array().expect("files");
            assert!(listed.contains(&json!(file)), "{file}");
        }
    }
    for (query, status) in [
        ("layers.stl?normal=0,0,1&count=5", 404),
        ("sheet.svg?normal=0,0,0&count=5", 422),
        ("sheet.svg?normal=0,0&count=5", 400),
        ("sheet.svg?normal=0,0,1&count=0", 400),
        ("sheet.svg?normal=0,0,1&count=1001", 400),
        ("sheet.svg?normal=0,0,1", 400),
        ("sheet.svg?normal=0,0,1&count=5&on_plane=up", 400),
        ("sheet.svg?normal=0,0,1&count=5&step=1", 400),
    ] {
        let (found, _) = viewer.ask("GET", &format!("/api/layers/{query}"), "");
        assert_eq!(found, status, "{query}");
    }
}

#[test]
fn halves_of_other_formats_are_those_of_format_glb() {
    let folder = folder(&[]);
    let part = asset("cad_featuretype.stl");
    let viewer = Viewer::start(folder.path(), &["view", &part, "--no-open"])
        .with_url()
        .ready();
    let arguments = [&part, "--plane", "z=0.7", "-o", "out", "--format", "glb"];
    cut(folder.path(), &arguments).fine();
    for file in ["front.glb", "back.glb"] {
        let sent = viewer.fine("GET", &format!("/api/export/{file}?plane=z%3D0.7"), "");
        let written = fs::read(folder.path().join("out").join(file)).expect("it was written");
        assert!(sent == written, "{file}");
    }
    let (status, result) = viewer.ask("GET", "/api/export/front.glb?plane=z%3D1e9", "");
    assert_eq!(status, 404, "{}", String::from_utf8_lossy(&result));
    for wrong in [
        "?plane=z%3D1%2C2",
        "",
        "?plane=z%3D1&through=1",
        "?through=1,2",
        "?plan=z%3D1",
    ] {
        assert_eq!(
            viewer
                .ask("GET", &format!("/api/export/section.svg{wrong}"), "")
                .0,
            400,
            "{wrong}"
        );
    }
}

#[test]
fn what_is_typed_wrongly_is_said_before_anything_is_served() {
    let folder = folder(&[
        ("cube.stl", ""),
        ("house.ifc", "ISO-10303-21;\n"),
        ("scan.laz", "LASF\0\0"),
        ("points.csv", "x,y,z\n1,2,3\n"),
    ]);
    let taken = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = taken.local_addr().expect("an address").port().to_string();
    for (arguments, expected) in [
        (&["--plane", "z=1,2"][..], "is --plane z=1.2 meant?"),
        (&["--port", &port], "is a viewer running there already?"),
        (&["--port", "70000"], "70000"),
        (&["--host", "nowhere.example"], "127.0.0.1"),
        (&["--host", "192.0.2.1"], "use an address of this machine"),
        (&["--token", "short"], "at least 128 bits"),
        (
            &["--token", "with spaces in it"],
            "letters, digits, - and _ only",
        ),
        (
            &["--token-file", "nothing.txt"],
            "whose first line is the token",
        ),
        (&["--through", "0,0,0"], "not three times"),
        (&["cubes.stl"], "is cube.stl meant?"),
        (&["-"], "does not read standard input"),
        (
            &["house.ifc"],
            "convert .ifc to GLB with docs/ifc_to_glb.py",
        ),
        (&["scan.laz"], "points have no inside"),
        (
            &["points.csv"],
            "points.csv is a table, which has nothing to show",
        ),
    ] {
        let all = [&["view", "--no-open"], arguments].concat();
        let output = command(folder.path(), &all).output().expect("it runs");
        let outcome = Outcome::of(&output);
        assert_eq!(
            (outcome.status, outcome.stdout.as_str()),
            (Some(2), ""),
            "{arguments:?}"
        );
        let said = outcome
            .stderr
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        assert!(said.contains(expected), "{arguments:?}: {said}");
    }
}

#[test]
fn other_addresses_than_this_machine_are_warned_of() {
    let folder = folder(&[]);
    let token = "given-by-a-test-000123";
    let viewer = Viewer::start(
        folder.path(),
        &["view", "--no-open", "--host", "0.0.0.0", "--token", token],
    );
    let viewer = viewer.with_url();
    assert!(
        viewer.url.ends_with(&format!("/?token={token}")),
        "{}",
        viewer.url
    );
    let (status, said) = viewer.end("TERM");
    assert_eq!(status, Some(0));
    assert!(said.contains("other machines can reach 0.0.0.0"), "{said}");
}

#[test]
fn a_cut_opens_where_it_was_made() {
    let folder = folder(&[]);
    let part = asset("cad_featuretype.stl");
    for view in [&["--view"][..], &["--view", "--unit", "mm"]] {
        let arguments = [&["cut", &part, "--plane", "z=10"], view].concat();
        let viewer = Viewer::start(folder.path(), &arguments).with_url().ready();
        let state: Value =
            serde_json::from_slice(&viewer.fine("GET", "/api/state", "")).expect("JSON");
        assert_eq!(state["plane_request"], json!({"text": "z = 10"}));
        let (status, said) = viewer.end("TERM");
        assert_eq!(status, Some(0), "{said}");
        // Without a page, no display is searched for.
        let notes = [
            "no display was found",
            "built without the page of the viewer",
        ];
        assert!(notes.iter().any(|note| said.contains(note)), "{said}");
    }
}

/// The direction of a picture is a flag of its own. A direction after `--view` gives the command line that was meant.
#[test]
fn a_direction_is_not_a_value_of_view() {
    let folder = folder(&[]);
    let part = asset("cad_featuretype.stl");
    for (view, look) in [
        (&["--view", "iso"][..], "--look iso"),
        (&["--view=-30,20"], "--look -30,20"),
    ] {
        let arguments = [&[&part, "--plane", "z=10", "-o", "out"], view].concat();
        let outcome = cut(folder.path(), &arguments);
        assert_eq!((outcome.status, outcome.stdout.as_str()), (Some(2), ""));
        assert_eq!(
            outcome.stderr,
            format!(
                "error: --view opens the browser, and takes no direction\n  \
                 hint: run transect cut {part} --plane z=10 -o out {look}\n"
            )
        );
    }
    let outcome = cut(folder.path(), &[&part, "--plane", "z=10", "--look", "iso"]);
    assert_eq!(outcome.status, Some(2));
    assert!(
        outcome.stderr.contains("--output <DIR>"),
        "{}",
        outcome.stderr
    );
    assert!(!folder.path().join("out").exists());
}

#[test]
fn all_ways_to_name_a_plane_are_those_of_a_cut() {
    let folder = folder(&[]);
    let part = asset("cad_featuretype.stl");
    let corners = [
        "--through",
        "0,0,10",
        "--through",
        "1,0,10",
        "--through",
        "0,1,10",
    ];
    for (plane, expected) in [
        (
            &["--point", "1,2,10", "--normal", "0,0,1"][..],
            json!({"text": "z = 10"}),
        ),
        (
            &["--point", "0.1,0.2,10", "--normal", "0.1,0.3,0.7"],
            json!({"at": {"point": [0.1, 0.2, 10.0], "normal": [0.1, 0.3, 0.7]}}),
        ),
        (
            &corners,
            json!({"through": [[0.0, 0.0, 10.0], [1.0, 0.0, 10.0], [0.0, 1.0, 10.0]], "flip": false}),
        ),
    ] {
        let arguments = [&["view", &part][..], plane].concat();
        let viewer = Viewer::start(folder.path(), &arguments).with_url().ready();
        let state: Value =
            serde_json::from_slice(&viewer.fine("GET", "/api/state", "")).expect("JSON");
        assert_eq!(state["plane_request"], expected);
        if expected.get("at").is_none() {
            assert_eq!(state["plane"], "z = 10");
        }
        viewer.end("TERM");
    }
}
