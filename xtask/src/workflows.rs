//! Tests that the workflows of a host's CI (.github/workflows) call only scripts, parts and tasks that exist.
//!
//! The files are read line by line, without a parser of YAML. Therefore each command has to stand on the line of its
//! `run:`, which also keeps logic out of the files: they cannot run here, and the commands can.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Parser;

use crate::Arguments;
use crate::targets::known::known;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(name: &str) -> String {
    let path = root().join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A job of a workflow.
struct Job {
    /// The file and the key of the job.
    name: String,
    lines: Vec<String>,
}

/// Returns the jobs of all workflows.
fn jobs() -> Vec<Job> {
    let mut jobs: Vec<Job> = Vec::new();
    for entry in root()
        .join(".github/workflows")
        .read_dir()
        .expect("a folder")
    {
        let file = entry.expect("a file").file_name();
        let file = file.to_string_lossy();
        let text = read(&format!(".github/workflows/{file}"));
        let (_, text) = text.split_once("\njobs:\n").expect("a workflow has jobs");
        for line in text.lines() {
            let is_key = line.starts_with("  ") && !line[2..].starts_with([' ', '#']);
            if let Some(key) = line.trim().strip_suffix(':').filter(|_| is_key) {
                jobs.push(Job {
                    name: format!("{file}: {key}"),
                    lines: Vec::new(),
                });
            } else if let Some(job) = jobs.last_mut() {
                job.lines.push(line.trim().to_string());
            }
        }
    }
    jobs
}

impl Job {
    /// Returns the values of a key on lines `key: value` and `- key: value`.
    fn values<'a>(&'a self, key: &str) -> impl Iterator<Item = &'a str> {
        let key = format!("{key}: ");
        self.lines.iter().filter_map(move |line| {
            let line = line.strip_prefix("- ").unwrap_or(line);
            line.strip_prefix(&key)
        })
    }

    /// Returns the values of a key of the matrix.
    fn matrix(&self, key: &str) -> Vec<String> {
        let mut all = Vec::new();
        for value in self.values(key) {
            if value == "${{ fromJSON(needs.changes.outputs.parts) }}" {
                all.extend(parts_of_changes());
            } else if let Some(list) = value
                .strip_prefix('[')
                .and_then(|rest| rest.strip_suffix(']'))
            {
                all.extend(list.split(',').map(|value| value.trim().to_string()));
            } else if !value.contains("${{") {
                all.push(value.to_string());
            }
        }
        assert!(
            !all.is_empty(),
            "{}: the matrix has no key {key}",
            self.name
        );
        all
    }

    /// Returns the words of each command of the job. A variable whose value comes from the matrix gives one command
    /// for each value.
    fn commands(&self) -> Vec<Vec<String>> {
        let mut all = Vec::new();
        for run in self.values("run") {
            let mut commands = vec![Vec::new()];
            for word in run.split_whitespace() {
                let values = match word
                    .strip_prefix("\"$")
                    .and_then(|rest| rest.strip_suffix('"'))
                {
                    None => vec![word.to_string()],
                    Some("GITHUB_REF_NAME") => vec!["v0.1.0".to_string()],
                    Some(variable) => self.environment(variable),
                };
                commands = commands
                    .iter()
                    .flat_map(|command| {
                        values
                            .iter()
                            .map(|value| [&command[..], std::slice::from_ref(value)].concat())
                    })
                    .collect();
            }
            all.extend(commands);
        }
        all
    }

    /// Returns the values of a variable of the environment.
    fn environment(&self, variable: &str) -> Vec<String> {
        let value = self.values(variable).next();
        let value = value.unwrap_or_else(|| panic!("{}: {variable} is not set", self.name));
        let key = value
            .strip_prefix("${{ matrix.")
            .and_then(|rest| rest.strip_suffix(" }}"));
        match key {
            Some(key) => self.matrix(key),
            None => vec![value.to_string()],
        }
    }
}

/// Returns the parts of a script: its functions `part_NAME`.
fn parts_of(script: &str) -> BTreeSet<String> {
    let text = read(script);
    let names = text
        .lines()
        .filter_map(|line| line.strip_prefix("part_")?.strip_suffix("() {"));
    let parts: BTreeSet<String> = names.map(String::from).collect();
    assert!(!parts.is_empty(), "{script} has no functions part_NAME");
    parts
}

/// Returns the parts that a change can need: the list of `.ci/parts`.
fn parts_of_changes() -> BTreeSet<String> {
    let text = read(".ci/parts");
    let mut lines = text.lines();
    let list = lines.find_map(|line| line.strip_prefix("parts=(")?.strip_suffix(')'));
    let list = list.expect(".ci/parts has a line parts=(…)");
    list.split_whitespace().map(String::from).collect()
}

#[test]
fn every_command_is_a_script_or_a_task_with_arguments_that_it_knows() {
    let mut count = 0;
    for job in jobs() {
        for command in job.commands() {
            let words: Vec<&str> = command.iter().map(String::as_str).collect();
            let said = format!("{}: {}", job.name, words.join(" "));
            count += 1;
            match words[..] {
                ["bash", script, ref arguments @ ..] if script.starts_with(".ci/") => {
                    assert!(root().join(script).is_file(), "{said}");
                    match script {
                        ".ci/run" | ".ci/nightly" => {
                            assert!(!arguments.is_empty(), "{said}");
                            let parts = parts_of(script);
                            for argument in arguments {
                                assert!(parts.contains(*argument), "{said}");
                            }
                        }
                        ".ci/prepare" => {
                            for target in
                                arguments.iter().filter(|argument| **argument != "--tools")
                            {
                                assert!(known(target).is_ok(), "{said}");
                            }
                        }
                        _ => {}
                    }
                }
                ["cargo", "xtask", ref arguments @ ..] => {
                    let arguments = ["xtask"].iter().chain(arguments);
                    if let Err(error) = Arguments::try_parse_from(arguments) {
                        panic!("{said}: {error}");
                    }
                }
                _ => panic!("{said}: neither a script of .ci nor a task"),
            }
        }
    }
    assert!(count > 50, "only {count} commands were read");
}

#[test]
fn every_target_of_a_matrix_is_known() {
    for job in jobs() {
        for target in job.values("target").filter(|value| !value.contains("${{")) {
            assert!(known(target).is_ok(), "{}: {target}", job.name);
        }
    }
}

#[test]
fn each_night_runs_all_parts() {
    let jobs = jobs();
    let part_of = |name: &str, key: &str| -> BTreeSet<String> {
        let job = jobs.iter().find(|job| job.name == name);
        let job = job.unwrap_or_else(|| panic!("there is no job {name}"));
        job.matrix(key).into_iter().collect()
    };
    assert_eq!(part_of("nightly.yml: parts", "part"), parts_of(".ci/run"));
    assert_eq!(
        part_of("nightly.yml: long", "long"),
        parts_of(".ci/nightly")
    );
    assert_eq!(parts_of_changes(), parts_of(".ci/run"));
}

#[test]
fn actions_are_pinned_to_a_commit_and_name_its_version() {
    for job in jobs() {
        for action in job.values("uses") {
            let pinned = action
                .split_once('@')
                .and_then(|(_, rest)| rest.split_once(" # v"));
            let commit = pinned.map(|(commit, _)| commit);
            let is_commit = commit.is_some_and(|commit| {
                commit.len() == 40 && commit.bytes().all(|byte| byte.is_ascii_hexdigit())
            });
            assert!(is_commit, "{}: {action}", job.name);
        }
    }
}

/// The script is a program of bash.
#[cfg(unix)]
#[test]
fn changes_need_the_parts_that_read_their_files() {
    use std::io::Write;
    use std::process::{Command, Stdio};

    let all = "tests,lints,page,files,python,c,sql";
    for (files, parts, platforms) in [
        ("docs/faq.md", "tests,files", false),
        (
            "docs/sql.md\ndocs/python.md",
            "tests,files,python,sql",
            false,
        ),
        ("README.md", "tests,page,files,python", false),
        (".github/workflows/ci.yml", "tests", false),
        ("docs/c.md", "tests,files,c", false),
        (
            "crates/transect-c/src/plane.rs",
            "tests,lints,files,c",
            false,
        ),
        (
            "crates/transect-sql/src/call.rs",
            "tests,lints,files,sql",
            false,
        ),
        ("conformance/side.jsonl", "tests,python,c,sql", true),
        ("crates/transect/src/plane.rs", all, true),
        ("docs/faq.md\nCargo.lock", all, true),
        ("an unknown folder/a file", all, true),
    ] {
        let mut script = Command::new("bash")
            .arg(root().join(".ci/parts"))
            .arg("-")
            .env_remove("GITHUB_OUTPUT")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("bash");
        let mut input = script.stdin.take().expect("an input");
        input.write_all(files.as_bytes()).expect("an input");
        drop(input);
        let output = script.wait_with_output().expect("an end");
        let parts = parts.replace(',', "\",\"");
        assert_eq!(
            String::from_utf8_lossy(&output.stdout),
            format!("parts=[\"{parts}\"]\nplatforms={platforms}\n"),
            "{files}"
        );
    }
}
