//! The test programs of the copied sources. They are built once and run for each mutation (deliberate mistake).

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::mutations::home::{CRATES, Crate, Home, PYTHON, WEB, WORKSPACES};
use crate::mutations::list::Mutation;
use crate::mutations::program::{Kind, Program};
use crate::mutations::scratch::{SWITCH, Scratch};
use crate::npm::{check_tools, has_packages, install_packages};
use crate::targets::known::OPTIMIZED;
use crate::wheel::tested_wheel;

/// The time limit of a test run with a mutation, as a multiple of its duration without one; the limit is at least a
/// minute. A run that takes longer is stopped and counts as failed.
const PATIENCE: u32 = 10;

/// The test programs by name. The name is that of the file in `tests`; unit tests have the name of their crate. If a
/// program has the tests of several modules, the name is that of a module.
pub(crate) struct Suite {
    programs: BTreeMap<String, Program>,
    log: PathBuf,
    /// The tests run in their long form.
    long: bool,
}

/// The names of binaries whose tests belong to several modules.
const OF_MODULES: [&str; 3] = ["tests", "batches", "meshes"];

/// The result of running the tests of a program.
enum Outcome {
    Passed,
    Failed {
        /// The name of the first test that failed, or a description of how the program ended.
        by: String,
    },
}

/// The duration of each test run that `xtask/mutations.toml` lists (such as `oracle spheres`), without a mutation.
pub(crate) type Times = BTreeMap<String, Duration>;

impl Suite {
    /// Builds the programs that the mutations name.
    pub(crate) fn build(
        scratch: &Scratch,
        mutations: &[&Mutation],
        long: bool,
    ) -> io::Result<Self> {
        let mut programs = BTreeMap::new();
        let mut crates = Vec::new();
        let mut python = None;
        for mutation in mutations {
            for run in &mutation.tests {
                let name = name_of(run);
                let home = Home::of(&scratch.sources, name)
                    .ok_or_else(|| mutation.error(&format!("no tests are called {name}")))?;
                let kind = match home {
                    Home::Crate(of) => {
                        crates.push(of);
                        continue;
                    }
                    Home::Page => Kind::Page {
                        file: format!("tests/{name}"),
                    },
                    Home::Python => Kind::Python {
                        python: match &python {
                            Some(python) => PathBuf::clone(python),
                            None => python.insert(wheel(scratch)?).clone(),
                        },
                        file: format!("tests/{name}"),
                    },
                };
                let folder = match home {
                    Home::Page => WEB,
                    _ => PYTHON,
                };
                let folder = scratch.sources.join(folder);
                programs.insert(name.to_owned(), Program { kind, folder });
            }
        }
        let is_of_page = |program: &Program| matches!(program.kind, Kind::Page { .. });
        if programs.values().any(is_of_page) {
            check_tools()?;
            let web = scratch.sources.join(WEB);
            if !has_packages(&web) {
                install_packages(&web)?;
            }
        }
        for workspace in WORKSPACES {
            let is_needed = |of: &&Crate| of.workspace == workspace && crates.contains(of);
            let needed: Vec<&Crate> = CRATES.iter().filter(is_needed).collect();
            if needed.is_empty() {
                continue;
            }
            for (name, program) in built(scratch, workspace, &needed)? {
                programs.entry(name).or_insert(program);
            }
        }
        for mutation in mutations {
            let missing = |run: &&String| !programs.contains_key(name_of(run));
            if let Some(run) = mutation.tests.iter().find(missing) {
                return Err(mutation.error(&format!("no tests are called {}", name_of(run))));
            }
        }
        Ok(Self {
            programs,
            log: scratch.build.with_file_name("log"),
            long,
        })
    }

    /// Runs the tests without a mutation. All tests must pass. Otherwise the failure of a test with a mutation would
    /// not prove that the test detects the mutation.
    pub(crate) fn unmutated<'r>(
        &self,
        runs: impl Iterator<Item = &'r String>,
        seed: u64,
    ) -> io::Result<Times> {
        let mut times = Times::new();
        for run in runs.collect::<BTreeSet<_>>() {
            let began = Instant::now();
            match self.run(run, 0, seed, None)? {
                Outcome::Passed => times.insert(run.clone(), began.elapsed()),
                Outcome::Failed { by } => {
                    let message = format!("{run} fails without a mutation: {by}");
                    return Err(io::Error::other(message));
                }
            };
        }
        Ok(times)
    }

    fn run(
        &self,
        run: &str,
        number: usize,
        seed: u64,
        limit: Option<Duration>,
    ) -> io::Result<Outcome> {
        let program = &self.programs[name_of(run)];
        let parts: Vec<&str> = run.split_whitespace().skip(1).collect();
        let log = File::create(&self.log)?;
        let mut child = program
            .command(&parts)
            .env(SWITCH, number.to_string())
            .env("PROPTEST_RNG_SEED", seed.to_string())
            .env("TRANSECT_LONG", if self.long { "1" } else { "0" })
            .stdin(Stdio::null())
            .stdout(log.try_clone()?)
            .stderr(log)
            .spawn()?;
        let began = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait()? {
                break status;
            }
            if limit.is_some_and(|limit| began.elapsed() > limit) {
                child.kill()?;
                child.wait()?;
                let by = format!("{}: no end", name_of(run));
                return Ok(Outcome::Failed { by });
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        let text = String::from_utf8_lossy(&fs::read(&self.log)?).into_owned();
        outcome(run, status, program.results(&text))
    }
}

/// Activates a mutation and runs the tests listed for it. Returns the first test that fails, or `None` if all pass.
pub(crate) fn seen_by(
    suite: &Suite,
    mutation: &Mutation,
    number: usize,
    seed: u64,
    times: &Times,
) -> io::Result<Option<String>> {
    for run in &mutation.tests {
        let limit = (times[run] * PATIENCE).max(Duration::from_secs(60));
        if let Outcome::Failed { by } = suite.run(run, number, seed, Some(limit))? {
            return Ok(Some(by));
        }
    }
    Ok(None)
}

/// Returns the name of the test binary: the first word of a run, such as `oracle` in `oracle spheres`.
fn name_of(run: &str) -> &str {
    run.split_whitespace().next().unwrap_or(run)
}

/// Returns a Python that has the Python package and what its tests need.
fn wheel(scratch: &Scratch) -> io::Result<PathBuf> {
    let folder = scratch.build.with_file_name("wheel");
    tested_wheel(&scratch.sources.join(PYTHON), &folder, &scratch.build)
}

/// Builds the tests of crates of a workspace, and returns the programs by their names, those of the first crate first.
fn built(
    scratch: &Scratch,
    workspace: &str,
    crates: &[&Crate],
) -> io::Result<Vec<(String, Program)>> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut build = Command::new(cargo);
    build.args(["test", "--locked", "--no-run", "--message-format=json"]);
    for package in crates.iter().flat_map(|of| of.packages) {
        build.args(["--package", package]);
    }
    build.arg("--tests");
    if workspace.is_empty() {
        build.arg(OPTIMIZED);
    }
    let output = build
        .current_dir(scratch.sources.join(workspace))
        .env("CARGO_TARGET_DIR", scratch.build_of(workspace))
        .stderr(Stdio::inherit())
        .output()?;
    let mut programs = Vec::new();
    for line in output.stdout.split(|&byte| byte == b'\n') {
        let Ok(message) = serde_json::from_slice::<Value>(line) else {
            continue;
        };
        if message["message"]["level"] == "error" {
            eprint!("{}", message["message"]["rendered"].as_str().unwrap_or(""));
        }
        if let Some((name, program)) = program(&message) {
            if OF_MODULES.contains(&&*name) {
                programs.extend(program.modules()?);
            } else {
                programs.push((name, program));
            }
        }
    }
    if !output.status.success() {
        return Err(io::Error::other("the sources with mutations do not build"));
    }
    let place = |(_, program): &(String, Program)| {
        let is_of = |of: &&Crate| program.folder.iter().any(|part| part == of.name());
        crates.iter().position(is_of)
    };
    programs.sort_by_key(place);
    Ok(programs)
}

/// Returns the name and the program of the test binary that a message of cargo reports, if the message reports one.
fn program(message: &Value) -> Option<(String, Program)> {
    let path = message["executable"].as_str()?;
    let manifest = Path::new(message["manifest_path"].as_str()?);
    let target = &message["target"];
    let is = |kind: &str| {
        let kinds = target["kind"].as_array();
        kinds.is_some_and(|kinds| kinds.iter().any(|own| own == kind))
    };
    // A command has the name of its crate.
    if is("bin") {
        return None;
    }
    let folder = manifest.parent()?.to_path_buf();
    let name = if is("lib") {
        folder.file_name()?.to_str()?.to_owned()
    } else {
        target["name"].as_str()?.to_owned()
    };
    let kind = Kind::Binary {
        path: PathBuf::from(path),
        tests: None,
    };
    Some((name, Program { kind, folder }))
}

/// Interprets the exit status of a program, and its results: the number of tests that passed, and the first that failed.
fn outcome(
    run: &str,
    status: ExitStatus,
    (passed, failed): (usize, Option<String>),
) -> io::Result<Outcome> {
    if !status.success() {
        let test = failed.unwrap_or_else(|| format!("ended by {status}"));
        let by = format!("{}: {test}", name_of(run));
        return Ok(Outcome::Failed { by });
    }
    match passed {
        // If no test ran, the test names in `xtask/mutations.toml` are wrong, so this is an error.
        0 => Err(io::Error::other(format!("no test is called {run}"))),
        _ => Ok(Outcome::Passed),
    }
}
