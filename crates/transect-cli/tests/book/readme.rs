//! Runs the commands of the README in their order, in one folder, as a visitor does.
//!
//! The line that clones the repository has a placeholder for the address; the test copies the sample files in its place.
//! Lines that install something are not run here, but what they name must exist: `cargo xtask entrances` runs them. So does
//! it with the commands of the other packages.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::markdown::{root, text};
use crate::replay::words;

/// The largest number of lines of the README.
const LINES: usize = 120;

/// The commands of the README in their order: those of code blocks, and those in the cells of the table.
fn commands(readme: &str) -> Vec<String> {
    let mut commands = Vec::new();
    let mut block = None;
    for line in readme.lines() {
        if let Some(language) = line.strip_prefix("```") {
            block = block.is_none().then(|| language.to_owned());
            continue;
        }
        match block.as_deref() {
            Some("sh") => commands.push(line.to_owned()),
            Some("console") => commands.extend(line.strip_prefix("$ ").map(String::from)),
            Some(_) => {}
            None if line.starts_with('|') => {
                let cells = line.split('|').skip(2).take(2);
                // A cell may say more after the command.
                let command = |cell: &str| {
                    cell.trim()
                        .strip_prefix('`')?
                        .split_once('`')
                        .map(|it| it.0.to_owned())
                };
                commands.extend(cells.filter_map(command));
            }
            None => {}
        }
    }
    commands
}

/// Copies the sample files that a clone has.
fn clone(folder: &Path) {
    fs::create_dir(folder.join("assets")).expect("a folder");
    for entry in fs::read_dir(root().join("assets")).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_file() {
            let name = path.file_name().expect("a name");
            fs::copy(&path, folder.join("assets").join(name)).expect("a copy");
        }
    }
}

/// Runs `transect` with these arguments. The viewer is stopped when it has printed its address.
fn transect(folder: &Path, arguments: &[String]) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_transect"));
    command
        .current_dir(folder)
        .args(arguments)
        .stdin(Stdio::null());
    let serves = arguments[0] == "view" && !arguments.iter().any(|word| word == "--export");
    if !serves {
        let output = command.output().expect("the command runs");
        let said = String::from_utf8_lossy(&output.stderr);
        // A build without the page says how to get one.
        let lacks_page = arguments[0] == "view" && said.contains("cargo xtask");
        assert!(
            output.status.success() || lacks_page,
            "{arguments:?}: {said}"
        );
        return;
    }
    command
        .arg("--no-open")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut viewer = command.spawn().expect("the viewer starts");
    let stdout = viewer.stdout.take().expect("a pipe");
    let first = BufReader::new(stdout).lines().next();
    viewer.kill().expect("the viewer can be stopped");
    let output = viewer.wait_with_output().expect("the viewer ends");
    let said = String::from_utf8_lossy(&output.stderr);
    match first {
        Some(line) => assert!(line.expect("text").contains("http://127.0.0.1:")),
        None => assert!(said.contains("cargo xtask"), "{said}"),
    }
}

/// Checks a line that is not run here.
fn check(line: &str, words: &[String]) {
    let program = words[0].as_str();
    let path = words
        .iter()
        .find(|word| word.trim_start_matches("./").starts_with("crates/"));
    match (program, path) {
        ("cargo" | "pip", Some(path)) => {
            let package = root().join(path);
            assert!(package.join("Cargo.toml").is_file(), "{line}");
        }
        ("cargo", None) => {
            let tasks = ["install", "c-archive", "web --static"];
            let rest = words[1..].join(" ");
            let is_task = |task: &&str| rest == format!("xtask {task}");
            let is_known = rest == "test" || tasks.iter().any(is_task);
            assert!(is_known, "{line} is not a command of the README's test");
        }
        ("python" | "transect-sql", None) => {
            for word in line
                .split(['\'', '"', ' '])
                .filter(|word| word.starts_with("assets/"))
            {
                assert!(root().join(word).is_file(), "{line}: {word}");
            }
        }
        _ => panic!("{line} is not a command of the README's test"),
    }
}

#[test]
fn the_commands_of_the_readme_run_in_their_order_in_one_folder() {
    let readme = text(&root().join("README.md"));
    assert!(
        readme.lines().count() <= LINES,
        "{} lines",
        readme.lines().count()
    );
    let folder = tempfile::tempdir().expect("a scratch folder");
    let commands = commands(&readme);
    assert!(commands.len() >= 15, "{commands:?}");
    let mut count = 0;
    for (index, line) in commands.iter().enumerate() {
        let words = words(line);
        if index == 0 {
            assert_eq!(words[..2], ["git", "clone"], "the first command");
            clone(folder.path());
            continue;
        }
        let own = match words[0].as_str() {
            "transect" => Some(&words[1..]),
            "cargo" if words[1..].starts_with(&["run", "--release", "--"].map(String::from)) => {
                Some(&words[4..])
            }
            _ => None,
        };
        match own {
            Some(arguments) => transect(folder.path(), arguments),
            None => check(line, &words),
        }
        count += usize::from(own.is_some());
    }
    assert!(count >= 7, "{count} commands were run");
}
