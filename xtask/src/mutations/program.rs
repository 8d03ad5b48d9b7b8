//! The programs that run tests: test binaries of cargo, Node.js and pytest.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The memory limit of a test binary in kB. It is more than any test needs, but stops a mutation that allocates
/// endlessly.
const MOST_MEMORY: u32 = 8_000_000;

/// A program with tests, and the folder in which it runs.
#[derive(Clone)]
pub(crate) struct Program {
    pub(crate) kind: Kind,
    pub(crate) folder: PathBuf,
}

#[derive(Clone)]
pub(crate) enum Kind {
    /// A test binary of cargo.
    Binary {
        path: PathBuf,
        /// The full names of the tests of a module, or `None` if the name stands for all tests of the binary.
        tests: Option<Vec<String>>,
    },
    /// A file of tests, relative to the folder, that Node.js runs.
    Page { file: String },
    /// A file of tests, relative to the folder, that this Python runs with pytest.
    Python { python: PathBuf, file: String },
}

impl Program {
    /// Returns the command for those tests whose names contain one of `parts`, or for all tests if `parts` is empty.
    pub(crate) fn command(&self, parts: &[&str]) -> Command {
        let mut command = match &self.kind {
            Kind::Binary { path, tests } => {
                let mut command = Command::new("sh");
                command
                    .args(["-c", "ulimit -v \"$0\" && exec \"$@\""])
                    .arg(MOST_MEMORY.to_string())
                    .arg(path)
                    .args(filters(tests.as_deref(), parts))
                    .env("CARGO_MANIFEST_DIR", &self.folder);
                command
            }
            Kind::Page { file } => {
                let mut command = Command::new("node");
                command.args(["--test", "--test-reporter=tap"]);
                for part in parts {
                    command.arg(format!("--test-name-pattern={part}"));
                }
                command.arg(file);
                command
            }
            Kind::Python { python, file } => {
                let mut command = Command::new(python);
                command.args(["-m", "pytest", "-v", "-p", "no:cacheprovider"]);
                if !parts.is_empty() {
                    command.args(["-k", &parts.join(" or ")]);
                }
                command.arg(file);
                command
            }
        };
        command.current_dir(&self.folder);
        command
    }

    /// Returns the number of tests that passed, and the name of the first test that failed, from the output.
    pub(crate) fn results(&self, text: &str) -> (usize, Option<String>) {
        let mut passed = 0;
        let mut failed = None;
        for line in text.lines() {
            match self.result(line) {
                Some((_, true)) => passed += 1,
                Some((name, false)) => {
                    failed.get_or_insert_with(|| name.to_owned());
                }
                None => {}
            }
        }
        (passed, failed)
    }

    /// Returns the name of the test whose result a line of the output states, and `true` if it passed.
    fn result<'l>(&self, line: &'l str) -> Option<(&'l str, bool)> {
        let words: [(&str, bool); 2] = match self.kind {
            Kind::Binary { .. } => [(" ... ok", true), (" ... FAILED", false)],
            Kind::Page { .. } => {
                // The result of the file itself is not indented either, and has its name.
                let (word, name) = line.split_once(" - ")?;
                let is_skipped = name.contains("# SKIP");
                return match word.rsplit_once(' ')?.0 {
                    _ if is_skipped => None,
                    "ok" => Some((name, true)),
                    "not ok" => Some((name, false)),
                    _ => None,
                };
            }
            Kind::Python { .. } => [(" PASSED", true), (" FAILED", false)],
        };
        words.into_iter().find_map(|(word, is_passed)| {
            let (name, _) = line.split_once(word)?;
            Some((name.strip_prefix("test ").unwrap_or(name), is_passed))
        })
    }

    /// Returns the programs of a binary that has all tests of a crate: one program per module, by its name.
    pub(crate) fn modules(&self) -> io::Result<Vec<(String, Self)>> {
        let Kind::Binary { path, .. } = &self.kind else {
            return Ok(Vec::new());
        };
        let mut modules: Vec<(String, Vec<String>)> = Vec::new();
        for test in listed(path)? {
            let module = test.split("::").next().unwrap_or(&test).to_owned();
            match modules.iter_mut().find(|(name, _)| *name == module) {
                Some((_, tests)) => tests.push(test),
                None => modules.push((module, vec![test])),
            }
        }
        let program = |tests| Self {
            kind: Kind::Binary {
                path: path.clone(),
                tests: Some(tests),
            },
            folder: self.folder.clone(),
        };
        let modules = modules.into_iter();
        Ok(modules
            .map(|(name, tests)| (name, program(tests)))
            .collect())
    }
}

/// Returns the full names of the tests of a binary.
fn listed(path: &Path) -> io::Result<Vec<String>> {
    let output = Command::new(path)
        .args(["--list", "--format", "terse"])
        .output()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let tests = text.lines().filter_map(|line| line.strip_suffix(": test"));
    Ok(tests.map(str::to_owned).collect())
}

/// Returns the arguments that select tests of a binary, those of a module if `tests` names them. Parts that begin with
/// `--`, such as `--include-ignored`, are options.
fn filters(tests: Option<&[String]>, parts: &[&str]) -> Vec<String> {
    let (options, names): (Vec<&str>, Vec<&str>) = parts
        .iter()
        .copied()
        .partition(|part| part.starts_with("--"));
    let mut arguments: Vec<String> = options.into_iter().map(str::to_owned).collect();
    let Some(tests) = tests else {
        arguments.extend(names.into_iter().map(str::to_owned));
        return arguments;
    };
    arguments.push("--exact".to_owned());
    let before = arguments.len();
    let selected = tests.iter().filter(|test| {
        let within = test.split_once("::").map_or("", |(_, within)| within);
        names.is_empty() || names.iter().any(|name| within.contains(name))
    });
    arguments.extend(selected.cloned());
    // Without any name, the program would run all its tests, so a run that selects none names tests that do not exist.
    if arguments.len() == before {
        arguments.extend(names.into_iter().map(str::to_owned));
    }
    arguments
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results(kind: Kind, text: &str) -> (usize, Option<String>) {
        let folder = PathBuf::new();
        Program { kind, folder }.results(text)
    }

    #[test]
    fn tests_of_a_module_are_selected_by_parts_of_their_names() {
        let tests = ["oracle::big::carries", "oracle::big::sums"].map(String::from);
        let of_module = |parts: &[&str]| filters(Some(&tests), parts);
        assert_eq!(of_module(&[]), ["--exact", &tests[0], &tests[1]]);
        assert_eq!(
            of_module(&["--include-ignored", "big::car"]),
            ["--include-ignored", "--exact", &tests[0]]
        );
        assert_eq!(of_module(&["none"]), ["--exact", "none"]);
        assert_eq!(filters(None, &["--ignored", "a"]), ["--ignored", "a"]);
    }

    #[test]
    fn results_are_read_from_the_output_of_each_program() {
        let binary = Kind::Binary {
            path: PathBuf::new(),
            tests: None,
        };
        let text =
            "\nrunning 3 tests\ntest a::b ... ok\ntest a::c ... FAILED\ntest d ... ignored\n";
        assert_eq!(results(binary, text), (1, Some("a::c".to_owned())));
        let page = Kind::Page {
            file: String::new(),
        };
        let text = "TAP version 13\n# Subtest: one\nok 1 - one\n  ---\nnot ok 2 - two\nok 3 - three # SKIP\n1..3\n";
        assert_eq!(results(page, text), (1, Some("two".to_owned())));
        let python = Kind::Python {
            python: PathBuf::new(),
            file: String::new(),
        };
        let text = "tests/t.py::test_a[1] PASSED [ 50%]\ntests/t.py::test_b FAILED [100%]\nFAILED tests/t.py::test_b - E";
        let failed = "tests/t.py::test_b".to_owned();
        assert_eq!(results(python, text), (1, Some(failed)));
    }
}
