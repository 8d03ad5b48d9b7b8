//! The test binaries of the copied sources. They are built once and run for each mutation (deliberate mistake).

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::mutations::list::Mutation;
use crate::mutations::scratch::{SWITCH, Scratch};
use crate::targets::known::OPTIMIZED;

/// The crates whose tests can be listed for a mutation.
pub(crate) const PACKAGES: [&str; 3] = ["transect", "transect-tests", "transect-io"];

/// The memory limit of a test run in kB. It is more than any test needs, but stops a mutation that allocates endlessly.
const MOST_MEMORY: u32 = 8_000_000;

/// The time limit of a test run with a mutation, as a multiple of its duration without one; the limit is at least a
/// minute. A run that takes longer is stopped and counts as failed.
const PATIENCE: u32 = 10;

/// The test binaries by name. The name is that of the file in `tests`; unit tests have the name of their crate's
/// folder. If a program has the tests of several modules, the name is that of a module.
pub(crate) struct Suite {
    binaries: BTreeMap<String, Binary>,
    log: PathBuf,
    /// The tests run in their long form.
    long: bool,
}

#[derive(Clone)]
struct Binary {
    path: PathBuf,
    /// The folder of the crate whose tests the binary contains.
    folder: PathBuf,
    /// The full names of the tests of a module, or `None` if the name stands for all tests of the binary.
    tests: Option<Vec<String>>,
}

/// The names of programs whose tests belong to several modules.
const PROGRAMS: [&str; 2] = ["tests", "batches"];

/// The result of running the tests of a binary.
enum Outcome {
    Passed,
    Failed {
        /// The name of the first test that failed, or a description of how the binary ended.
        by: String,
    },
}

/// The duration of each test run that `xtask/mutations.toml` lists (such as `oracle spheres`), without a mutation.
pub(crate) type Times = BTreeMap<String, Duration>;

impl Suite {
    /// Builds the binaries that the mutations name.
    pub(crate) fn build(scratch: &Scratch, mutations: &[Mutation], long: bool) -> io::Result<Self> {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut build = Command::new(cargo);
        build.args(["test", "--locked", "--no-run", "--message-format=json"]);
        for package in PACKAGES {
            build.args(["--package", package]);
        }
        build.args(["--tests", OPTIMIZED]);
        let output = build
            .current_dir(&scratch.sources)
            .env("CARGO_TARGET_DIR", &scratch.build)
            .stderr(Stdio::inherit())
            .output()?;
        let mut binaries = BTreeMap::new();
        for line in output.stdout.split(|&byte| byte == b'\n') {
            let Ok(message) = serde_json::from_slice::<Value>(line) else {
                continue;
            };
            if message["message"]["level"] == "error" {
                eprint!("{}", message["message"]["rendered"].as_str().unwrap_or(""));
            }
            if let Some((name, binary)) = binary(&message) {
                if PROGRAMS.contains(&&*name) {
                    binaries.extend(modules(&binary)?);
                } else {
                    binaries.insert(name, binary);
                }
            }
        }
        if !output.status.success() {
            return Err(io::Error::other("the sources with mutations do not build"));
        }
        for mutation in mutations {
            let missing = |run: &&String| !binaries.contains_key(name_of(run));
            if let Some(run) = mutation.tests.iter().find(missing) {
                return Err(mutation.error(&format!("no test binary is called {}", name_of(run))));
            }
        }
        Ok(Self {
            binaries,
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
        let binary = &self.binaries[name_of(run)];
        let log = File::create(&self.log)?;
        let mut child = Command::new("sh")
            .args(["-c", "ulimit -v \"$0\" && exec \"$@\""])
            .arg(MOST_MEMORY.to_string())
            .arg(&binary.path)
            .args(binary.filters(run))
            .current_dir(&binary.folder)
            .env(SWITCH, number.to_string())
            .env("PROPTEST_RNG_SEED", seed.to_string())
            .env("TRANSECT_LONG", if self.long { "1" } else { "0" })
            .env("CARGO_MANIFEST_DIR", &binary.folder)
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
        outcome(run, status, &text)
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

impl Binary {
    /// Returns the arguments that select the tests of a run, such as those of `oracle spheres`.
    fn filters(&self, run: &str) -> Vec<String> {
        let parts: Vec<&str> = run.split_whitespace().skip(1).collect();
        let Some(tests) = &self.tests else {
            return parts.into_iter().map(String::from).collect();
        };
        let selected = tests.iter().filter(|test| {
            let within = test.split_once("::").map_or("", |(_, within)| within);
            parts.is_empty() || parts.iter().any(|part| within.contains(part))
        });
        // Without any name, the program would run all its tests, so a run that selects none names itself.
        let mut arguments = vec!["--exact".to_owned()];
        arguments.extend(selected.cloned());
        if arguments.len() == 1 {
            arguments.push(run.to_owned());
        }
        arguments
    }
}

/// Returns the modules of a program that has all tests of a crate, by their names.
fn modules(program: &Binary) -> io::Result<BTreeMap<String, Binary>> {
    let output = Command::new(&program.path)
        .args(["--list", "--format", "terse"])
        .output()?;
    let mut modules: BTreeMap<String, Binary> = BTreeMap::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let Some(test) = line.strip_suffix(": test") else {
            continue;
        };
        let module = test.split("::").next().unwrap_or(test);
        let module = modules
            .entry(module.to_owned())
            .or_insert_with(|| program.clone());
        module
            .tests
            .get_or_insert_with(Vec::new)
            .push(test.to_owned());
    }
    Ok(modules)
}

/// Returns the name and the path of the test binary that a message of cargo reports, if the message reports one.
fn binary(message: &Value) -> Option<(String, Binary)> {
    let path = message["executable"].as_str()?;
    let manifest = Path::new(message["manifest_path"].as_str()?);
    let target = &message["target"];
    let is_library = target["kind"].as_array()?.iter().any(|kind| kind == "lib");
    let folder = manifest.parent()?.to_path_buf();
    let name = match is_library {
        true => folder.file_name()?.to_str()?.to_owned(),
        false => target["name"].as_str()?.to_owned(),
    };
    let path = PathBuf::from(path);
    let tests = None;
    Some((
        name,
        Binary {
            path,
            folder,
            tests,
        },
    ))
}

/// Interprets the exit status and the output of a test binary.
fn outcome(run: &str, status: ExitStatus, text: &str) -> io::Result<Outcome> {
    let results = text.lines().filter_map(|line| line.strip_prefix("test "));
    let ran = results.clone().filter(|line| !line.ends_with("ignored"));
    if status.success() {
        // If no test ran, the test names in `xtask/mutations.toml` are wrong, so this is an error.
        return match ran.filter(|line| line.ends_with("ok")).count() {
            0 => Err(io::Error::other(format!("no test is called {run}"))),
            _ => Ok(Outcome::Passed),
        };
    }
    let mut failed = results.filter_map(|line| line.strip_suffix(" ... FAILED"));
    let test = failed
        .next()
        .map_or(format!("ended by {status}"), String::from);
    let by = format!("{}: {test}", name_of(run));
    Ok(Outcome::Failed { by })
}
