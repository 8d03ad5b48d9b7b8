//! `transect check`: whether facts hold, whoever wrote them (conformance/README.md).

mod any_shape;
mod clip;
mod comparison;
mod cull;
mod fact;
mod kept;
mod meet;
mod mesh;
mod moving;
mod outcome;
mod problem;
mod question;
mod sat;
mod shape;
mod side;
mod solid;

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::ExitCode;

use serde_json::Value;

use crate::arguments::CheckArguments;
use crate::check::fact::Fact;
use crate::check::outcome::{Failed, FileOutcome, Outcome};
use crate::check::problem::Problem;
use crate::check::question::ask;
use crate::failure::Failure;
use crate::stdout::print;

/// Runs the subcommand.
pub(crate) fn run(arguments: &CheckArguments) -> Result<ExitCode, Failure> {
    let mut outcome = Outcome {
        version: 1,
        passed: 0,
        failed: 0,
        files: Vec::new(),
        failures: Vec::new(),
    };
    for path in &arguments.facts {
        outcome.add(path)?;
    }
    if arguments.json {
        // Strings, integers and finite numbers only: this cannot fail.
        print(&(serde_json::to_string(&outcome).unwrap_or_default() + "\n"))?;
    } else {
        print(&outcome.table())?;
    }
    Ok(if outcome.failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

impl Outcome {
    /// Checks all facts of a file.
    fn add(&mut self, path: &Path) -> Result<(), Failure> {
        let name = match path.to_str() {
            Some("-") => "standard input".into(),
            _ => path.display().to_string(),
        };
        let text = read(path, &name)?;
        let mut counted = [0; 2];
        let lines = text.lines().enumerate();
        for (index, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
            let failed = check(line).map_err(|problem| {
                let place = format!("{name}, line {}", index + 1);
                Failure::with_hint(format!("{place}: {problem}"), problem.hint())
            })?;
            counted[usize::from(failed.is_some())] += 1;
            self.failures.extend(failed.map(|failed| Failed {
                path: name.clone(),
                line: index + 1,
                ..failed
            }));
        }
        let [passed, failed] = counted;
        if passed + failed == 0 {
            return Err(Failure::with_hint(
                format!("{name}: there are no facts"),
                "a file holds one JSON object a line; conformance/README.md describes them",
            ));
        }
        self.passed += passed;
        self.failed += failed;
        self.files.push(FileOutcome {
            path: name,
            passed,
            failed,
        });
        Ok(())
    }
}

/// The whole of a file, or of standard input.
fn read(path: &Path, name: &str) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let outcome = if path.as_os_str() == "-" {
        std::io::stdin().lock().read_to_end(&mut bytes).map(|_| ())
    } else {
        fs::read(path).map(|read| bytes = read)
    };
    outcome.map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => Failure::with_hint(
            format!("{name}: {error}"),
            "is the path right? it starts at the current folder",
        ),
        _ => Failure::new(format!("{name}: {error}")),
    })?;
    String::from_utf8(bytes).map_err(|error| {
        let byte = error.utf8_error().valid_up_to();
        let line = 1 + error.as_bytes()[..byte]
            .iter()
            .filter(|&&b| b == b'\n')
            .count();
        Failure::with_hint(
            format!("{name}, line {line}: byte {byte} of the file is not UTF-8"),
            "facts are JSON, and JSON is UTF-8: save the file as that",
        )
    })
}

/// Asks the fact of one line; what differs, if something does.
fn check(line: &str) -> Result<Option<Failed>, Problem> {
    let value: Value = serde_json::from_str(line).map_err(|error| {
        let reason = error.to_string();
        let reason = reason.split(" at line ").next().unwrap_or(&reason);
        Problem::Json {
            column: error.column(),
            reason: reason.into(),
        }
    })?;
    let fact = value.as_object().map(Fact);
    let fact = fact.ok_or_else(|| Problem::NoObject {
        found: value.to_string().chars().take(60).collect(),
    })?;
    let comparison = ask(fact)?;
    if comparison.differences.is_empty() {
        return Ok(None);
    }
    Ok(Some(Failed {
        path: String::new(),
        line: 0,
        op: fact.text("op")?.into(),
        why: fact.text("why")?.into(),
        differences: comparison.differences,
    }))
}
