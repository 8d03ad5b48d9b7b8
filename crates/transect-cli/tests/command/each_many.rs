//! Tests of `--each` on thousands of files, some of which are damaged.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use crate::each::{lines, tetrahedron};
use crate::long::cases;
use crate::run::{folder, names, transect};

/// The number of damaged files in [`models`].
pub(crate) const DAMAGED: usize = 5;

/// Returns the number of files of [`models`]: 10,000 in a long run, else a fifth.
pub(crate) fn count() -> usize {
    cases(10_000)
}

/// Returns a folder `models` with many different models in subfolders, of which five are damaged, each in its own way.
pub(crate) fn models(count: usize) -> TempDir {
    let folder = folder(&[]);
    let path = |index: usize| format!("models/{:02}/part-{index:05}.stl", index % 20);
    for index in 0..20 {
        fs::create_dir_all(folder.path().join(format!("models/{index:02}"))).expect("a folder");
    }
    for index in 0..count {
        let number = index as f32;
        let mut bytes = tetrahedron([1.0 + number / 8.0, 2.0, 3.0]);
        let place = folder.path().join(path(index));
        match damage(index, count) {
            Some(0) => bytes.truncate(200),
            Some(1) => bytes.clear(),
            Some(2) => bytes = b"<html><body>404 Not Found</body></html>\n".repeat(10),
            Some(3) => bytes[96..100].copy_from_slice(&f32::NAN.to_le_bytes()),
            Some(_) => {
                // The file vanished: a link leads nowhere.
                std::os::unix::fs::symlink("gone.stl", &place).expect("a link");
                continue;
            }
            None => {}
        }
        fs::write(place, bytes).expect("a file");
    }
    folder
}

/// Returns the kind of damage of a file, for five files spread over all.
fn damage(index: usize, count: usize) -> Option<usize> {
    let step = count / DAMAGED;
    (index % step == step / 2).then_some(index / step)
}

/// Returns the paths of all models of [`models`], as a shell expands `models/*/*`.
fn paths(folder: &Path) -> Vec<String> {
    let folders = names(&folder.join("models")).into_iter();
    let files = folders.flat_map(|own| {
        let files = names(&folder.join("models").join(&own)).into_iter();
        files.map(move |file| format!("models/{own}/{file}"))
    });
    files.collect()
}

#[test]
fn every_good_file_has_its_answer_and_every_bad_one_its_reason() {
    let count = count();
    let folder = models(count);
    let paths = paths(folder.path());
    assert_eq!(paths.len(), count);
    let arguments = [
        "measure", "--each", "--json", "--axis", "z", "--volume", "50%",
    ];
    let arguments: Vec<&str> = arguments
        .into_iter()
        .chain(paths.iter().map(String::as_str))
        .collect();
    let outcome = transect(folder.path(), &arguments);
    assert_eq!(outcome.status, Some(1), "{}", outcome.stderr);
    let lines = lines(&outcome);
    let files: Vec<&str> = lines
        .iter()
        .filter_map(|line| line["file"].as_str())
        .collect();
    assert_eq!(files, paths, "one line per file, sorted by path");
    let good = lines.iter().filter(|line| line["status"] == 0).count();
    assert_eq!(good, count - DAMAGED);
    // No hint names the file itself, of which only a link is left.
    assert!(
        !outcome.stderr.contains("-01800.stl meant?"),
        "{}",
        outcome.stderr
    );
    let reasons = [
        "byte 80: the header counts 4 triangles",
        "the file is empty",
        // The text is taken for a binary STL file, whose number of triangles is four of its letters.
        "byte 80: the header counts 1836345404 triangles",
        "byte 96: x is NaN, not a finite number",
        "No such file or directory",
    ];
    let bad = lines.iter().filter(|line| line["status"] == 2);
    let bad: BTreeMap<&str, &str> = bad
        .map(|line| {
            let text = |value: &Value| value.as_str().map(str::len).unwrap_or_default();
            assert!(
                line["answer"].is_null() && text(&line["error"]["hint"]) > 0,
                "{line}"
            );
            let file = line["file"].as_str().expect("a path");
            let message = line["error"]["message"].as_str().expect("a message");
            (&file[file.len() - 9..], message)
        })
        .collect();
    assert_eq!(bad.len(), DAMAGED);
    for ((file, message), reason) in bad.iter().zip(reasons) {
        assert!(message.contains(reason), "{file}: {message}");
        let named = outcome.stderr.lines().filter(|line| line.contains(file));
        assert_eq!(named.count(), 1, "{file}: {}", outcome.stderr);
    }
    assert!(
        outcome.stderr.starts_with("error: 5 files have an error\n"),
        "{}",
        outcome.stderr
    );
    let truncated = lines
        .iter()
        .find(|line| line["error"]["place"] == "byte 80");
    assert!(truncated.is_some(), "the place is a field of its own");
    // The answers are those of the command for one file.
    for line in lines
        .iter()
        .filter(|line| line["status"] == 0)
        .step_by(count / 7)
    {
        let file = line["file"].as_str().expect("a path");
        let alone = ["measure", file, "--json", "--axis", "z", "--volume", "50%"];
        assert_eq!(
            line["answer"],
            transect(folder.path(), &alone).fine().report(),
            "{file}"
        );
    }
}

#[test]
fn the_lines_depend_neither_on_the_jobs_nor_on_who_expands_the_pattern() {
    let folder = models(400);
    let run = |arguments: &[&str]| {
        let outcome = transect(folder.path(), &[&["info", "--each"], arguments].concat());
        assert_eq!(outcome.status, Some(1), "{}", outcome.stderr);
        (outcome.stdout, outcome.stderr)
    };
    let one = run(&["models/**/*.stl", "--jobs", "1"]);
    assert_eq!(
        one.0.lines().count(),
        1 + 399 + 1,
        "a broken link does not match a pattern"
    );
    assert!(
        one.0
            .ends_with("399 files: 395 without an error, 4 with an error\n"),
        "{}",
        one.0
    );
    for others in [
        &["models/**/*.stl", "--jobs", "2"][..],
        &["models/**/*.stl", "--jobs", "7"],
        &["models"],
        &["models/1?/*.stl", "models", "models/0[0-9]/*"],
    ] {
        assert_eq!(run(others), one, "{others:?}");
    }
    let json = |jobs: &str| run(&["models", "--json", "--jobs", jobs]).0;
    assert_eq!(json("1"), json("3"));
}
