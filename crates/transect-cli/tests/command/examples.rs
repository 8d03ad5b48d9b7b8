//! Tests that each example in the help runs.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::run::{Outcome, asset, cut, folder, project};

/// Runs `transect`, which must succeed, and returns its stdout.
pub(crate) fn transect(arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_transect"));
    let output = command.args(arguments).stdin(Stdio::null()).output();
    Outcome::of(&output.expect("the binary runs")).fine().stdout
}

/// Returns the names of all subcommands in the help.
pub(crate) fn subcommands() -> Vec<String> {
    let help = transect(&["--help"]);
    let (_, rest) = help.split_once("Commands:\n").expect("commands");
    let (list, _) = rest.split_once("\n\n").expect("their end");
    let names = list
        .lines()
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names = names.filter_map(|line| line.split_whitespace().next());
    names
        .filter(|&name| name != "help")
        .map(String::from)
        .collect()
}

/// Returns the command lines of the examples in a help text.
fn examples(help: &str) -> Vec<&str> {
    let lines = help.lines().filter_map(|line| line.strip_prefix("    "));
    lines.filter(|line| line.starts_with("transect ")).collect()
}

fn is_there(program: &str) -> bool {
    let found = Command::new(program).arg("--version").output();
    found.is_ok_and(|output| output.status.success())
}

/// Runs an example in a folder with the files that it names.
fn run(example: &str) {
    let page = fs::read_to_string(project("docs/classify.md")).expect("the page");
    let block = |language: &str| {
        let rest = page
            .split_once(&format!("```{language}\n"))
            .expect("a block")
            .1;
        rest.split_once("```").expect("its end").0.to_string()
    };
    let folder = folder(&[
        ("boxes.csv", &block("csv")),
        ("points.csv", "x,y,z\n1,2,3\n"),
        ("planes.txt", &block("planes")),
        ("camera.json", &block("json")),
    ]);
    for (name, file) in [
        ("office.glb", "office.glb"),
        ("part.stl", "cad_featuretype.stl"),
        ("tank.obj", "small/stair.obj"),
        ("models/part.stl", "cad_featuretype.stl"),
        ("models/more/tank.obj", "small/stair.obj"),
    ] {
        let place = folder.path().join(name);
        fs::create_dir_all(place.parent().expect("a folder")).expect("made");
        fs::copy(asset(file), place).expect("copied");
    }
    // These copies of the parts of `transect cut` stand for parts that another program made.
    /// A file of an example, the cut that makes it, and the copies of the parts.
    type Made<'m> = (&'m str, &'m [&'m str], &'m [[&'m str; 2]]);
    let parts: &[Made<'_>] = &[
        (
            "upper.stl",
            &["part.stl", "--plane", "z=1"],
            &[["front.stl", "upper.stl"], ["back.stl", "lower.stl"]],
        ),
        (
            "pieces/*.stl",
            &[
                "part.stl", "--plane", "z=0.5", "--plane", "x=1", "--write", "parts",
            ],
            &[],
        ),
        (
            "room.glb",
            &["office.glb", "--box", "5,-20,0,25,-5,8"],
            &[["inside.glb", "room.glb"], ["outside.glb", "rest.glb"]],
        ),
    ];
    for (name, arguments, copies) in parts {
        if example.contains(name) {
            cut(
                folder.path(),
                &[arguments, &["-o", "pieces", "--quiet"][..]].concat(),
            )
            .fine();
            for [part, copy] in *copies {
                let part = folder.path().join("pieces").join(part);
                fs::copy(part, folder.path().join(copy)).expect("copied");
            }
        }
    }
    let facts = folder.path().join("conformance");
    fs::create_dir(&facts).expect("made");
    for file in fs::read_dir(project("conformance")).expect("facts") {
        let file = file.expect("a file");
        fs::copy(file.path(), facts.join(file.file_name())).expect("copied");
    }
    fs::copy(facts.join("side.jsonl"), folder.path().join("facts.jsonl")).expect("copied");
    let mut line = example.to_string();
    if let Some((first, rest)) = example.split_once(" | ") {
        let program = rest.split(' ').next().unwrap_or_default();
        if !is_there(program) {
            println!("not piped: {program} is not there, for {example}");
            line = first.to_string();
        }
    }
    if let Some((_, file)) = line.split_once("> ~/") {
        let place = folder.path().join(file);
        fs::create_dir_all(place.parent().expect("a folder")).expect("made");
    }
    let binary = Path::new(env!("CARGO_BIN_EXE_transect"));
    let binaries = binary.parent().expect("a folder").display();
    let path = std::env::var("PATH").unwrap_or_default();
    // The port in the example may be in use on this machine, so the test lets the viewer choose a free port.
    let line = line.replace("--port 8080", "--port 0");
    let mut command = Command::new("bash");
    command
        .args(["-e", "-o", "pipefail", "-c", &line])
        .current_dir(folder.path())
        .env("PATH", format!("{binaries}:{path}"))
        .env("HOME", folder.path())
        .env("SECRET", "secret-of-an-example")
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .stdin(Stdio::null());
    if line.contains("--export") {
        // The page may not be built, so the test gives a template of its own.
        let page = folder.path().join("page");
        fs::create_dir(&page).expect("made");
        fs::write(page.join("file.html"), "<!--answers-->").expect("written");
        command.env("TRANSECT_PAGE", page);
    } else if line.contains("transect view") || line.ends_with("--view") {
        return until_it_listens(command);
    }
    let outcome = Outcome::of(&command.output().expect("bash is there"));
    assert_eq!(outcome.status, Some(0), "{example}: {}", outcome.stderr);
    match line.split_once("> ~/") {
        Some((_, file)) => {
            let written = fs::metadata(folder.path().join(file)).expect("a file");
            assert!(written.len() > 100, "{example}");
        }
        None => assert!(
            !outcome.stdout.trim().is_empty(),
            "{example} says something"
        ),
    }
    if line.contains("| jq") {
        assert_ne!(
            outcome.stdout.trim(),
            "null",
            "{example} finds what it asks for"
        );
    }
}

/// Runs a viewer until it prints its address, and ends it.
fn until_it_listens(mut command: Command) {
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("bash is there");
    let stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut lines = stdout.lines().map_while(Result::ok);
    let listens = lines.any(|line| line.starts_with("http://127.0.0.1:"));
    let id = child.id().to_string();
    let sent = Command::new("kill").arg(&id).status();
    assert!(sent.is_ok_and(|sent| sent.success()));
    let output = child.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(listens && output.status.success(), "{said}");
}

#[test]
fn each_subcommand_has_three_examples_and_each_runs() {
    assert!(subcommands().len() >= 4, "{:?}", subcommands());
    let mut pages = vec![transect(&["--help"])];
    pages.extend(subcommands().iter().map(|name| transect(&[name, "--help"])));
    for page in pages {
        let examples = examples(&page);
        assert!(examples.len() >= 3, "{page}");
        for example in examples {
            run(example);
        }
    }
}

#[test]
fn short_help_is_short_and_long_help_is_long() {
    for name in subcommands() {
        let short = transect(&[&name, "-h"]);
        let long = transect(&[&name, "--help"]);
        assert!(
            short.contains("Use --help for details and examples") && !short.contains("Examples:"),
            "{short}"
        );
        assert!(long.contains("Examples:"), "{long}");
        assert!(short.lines().count() < long.lines().count());
        for text in [&short, &long] {
            assert!(
                text.lines().all(|line| line.chars().count() <= 100),
                "{text}"
            );
        }
    }
    let cut = transect(&["cut", "-h"]);
    let headings = ["Arguments:", "Plane:", "Output:", "Selection:", "Display:"];
    for heading in headings {
        assert!(
            cut.contains(&format!("\n{heading}\n")),
            "{heading} in {cut}"
        );
    }
}
