//! Tests of the record of `--each`: breaks of any kind, and `--resume`.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

use crate::each::{lines, tetrahedron};
use crate::each_many::{DAMAGED, count, models};
use crate::run::{Outcome, folder, names, transect};
use crate::signals::{send, spawn};

/// Starts `transect …` in a folder.
fn start(folder: &Path, arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_transect"));
    spawn(
        command
            .current_dir(folder)
            .args(arguments)
            .stdin(Stdio::null()),
    )
}

/// Starts `transect …`, and sends it a signal after it has printed some lines. Returns what it printed on standard
/// error.
fn broken(folder: &Path, arguments: &[&str], signal: &str, after: usize) -> String {
    let mut child = start(folder, arguments);
    let mut stdout = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    for _ in 0..after {
        stdout.next().expect("a line").expect("text");
    }
    send(signal, &child);
    let rest = stdout.map_while(Result::ok).count();
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(
        output.status.code(),
        None,
        "the signal came too late: {rest} lines after it"
    );
    Outcome::of(&output).stderr
}

/// Returns the number of whole lines of a record, without its first one.
fn recorded(path: &Path) -> usize {
    let text = fs::read_to_string(path).expect("a record");
    text.matches('\n').count() - 1
}

#[test]
fn a_killed_call_and_its_continuation_print_the_same_table() {
    let count = count();
    let folder = models(count);
    let run = |more: &[&str]| {
        let arguments = ["measure", "--each", "models", "--jobs", "2"];
        transect(folder.path(), &[&arguments[..], more].concat())
    };
    let whole = run(&[]);
    let record = folder.path().join("record.jsonl");
    let arguments = [
        "measure",
        "--each",
        "models",
        "--record",
        "record.jsonl",
        "--jobs",
        "2",
    ];
    broken(folder.path(), &arguments, "KILL", count / 3);
    let known = recorded(&record);
    assert!(
        count / 4 < known && known < count - DAMAGED,
        "{known} of {count}"
    );
    // The line that was being written when the disk was full or the machine failed is cut off.
    let mut file = File::options()
        .append(true)
        .open(&record)
        .expect("a record");
    file.write_all(b"{\"sha256\":\"3a\",\"outc")
        .expect("half a line");
    drop(file);
    let more = ["--record", "record.jsonl", "--resume"];
    let continued = run(&more);
    assert_eq!(
        (continued.status, &continued.stdout),
        (whole.status, &whole.stdout)
    );
    let note = continued.stderr.lines().next().unwrap_or_default();
    assert!(
        note.starts_with("note: the answers for ") && note.ends_with("are from the record"),
        "{note}"
    );
    let (known, _) = note["note: the answers for ".len()..]
        .split_once(' ')
        .expect("a number");
    let known: usize = known.replace(',', "").parse().expect("a number");
    assert!(
        count / 4 < known && known < count - DAMAGED,
        "{known} of {count}"
    );
    assert_eq!(
        recorded(&record),
        count - 1 - (DAMAGED - 1),
        "each file once; links do not count"
    );
    // All answers are there now, for people and as JSON.
    let again = run(&more);
    assert_eq!(again.stdout, whole.stdout);
    let json = run(&["--record", "record.jsonl", "--resume", "--json"]);
    assert_eq!(json.stdout, run(&["--json"]).stdout);
}

/// Returns the bytes of all files in a folder, by their path.
fn tree(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut tree = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            tree.extend(tree_of(&path));
        } else if path.file_name().is_some_and(|name| name != "each.jsonl") {
            let bytes = fs::read(&path).expect("a file");
            tree.insert(path, bytes);
        }
    }
    tree
}

fn tree_of(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    tree(folder)
}

const CUT: [&str; 8] = [
    "cut", "models", "--each", "--plane", "z=0.75", "-o", "out", "--json",
];
const FILES: [&str; 2] = ["--write", "section.svg,halves,report.json"];

#[test]
fn outputs_of_finished_files_are_whole_and_the_rest_follows() {
    let folder = models(300);
    let out = folder.path().join("out");
    let arguments = [&CUT[..], &FILES].concat();
    let whole = transect(folder.path(), &arguments);
    assert_eq!(whole.status, Some(1), "{}", whole.stderr);
    let expected = tree(&out);
    assert_eq!(expected.len(), (299 - 4) * 4);
    fs::remove_dir_all(&out).expect("removed");
    let mut resumed = arguments.clone();
    resumed.push("--resume");
    for (signal, after) in [("KILL", 40), ("INT", 90), ("TERM", 150)] {
        // Without a record, --resume begins one.
        let said = broken(folder.path(), &resumed, signal, after);
        let record = out.join("each.jsonl");
        let text = fs::read_to_string(&record).expect("a record");
        assert!(text.matches('\n').count() > after - 4, "{text}");
        let mut answers = text.lines().skip(1).filter(|line| line.ends_with('}'));
        let first = answers.next().expect("an answer");
        let first: serde_json::Value = serde_json::from_str(first).expect("JSON");
        let written = first["outcome"]["written"].as_array().expect("a list");
        assert_eq!(written.len(), 4);
        for path in written {
            let path = folder.path().join(path.as_str().expect("a path"));
            let name = out.join(path.strip_prefix(&out).expect("in the folder"));
            assert_eq!(
                fs::read(&path).ok().as_ref(),
                expected.get(&name),
                "{}",
                path.display()
            );
        }
        if signal != "KILL" {
            assert!(said.starts_with("interrupted: "), "{said}");
            assert!(
                said.ends_with(" of 299 files done; --resume continues with out/each.jsonl\n"),
                "{said}"
            );
        }
    }
    let rest = transect(folder.path(), &resumed);
    assert_eq!((rest.status, &rest.stdout), (whole.status, &whole.stdout));
    assert_eq!(tree(&out), expected);
}

/// Returns a folder with three models, and the arguments to measure them with a record.
fn three() -> (TempDir, Vec<&'static str>) {
    let folder = folder(&[]);
    for (name, height) in [("a.stl", 1.0), ("b.stl", 2.0), ("c.stl", 3.0)] {
        fs::write(folder.path().join(name), tetrahedron([1.0, 1.0, height])).expect("a file");
    }
    let measure = [
        "measure", "--each", "a.stl", "b.stl", "c.stl", "--record", "r.jsonl", "--resume",
    ];
    (folder, measure.into())
}

/// Returns the number of answers that a call took from the record.
fn known(outcome: &Outcome) -> usize {
    let note = outcome
        .stderr
        .lines()
        .find_map(|line| line.strip_prefix("note: the answers for "));
    let number = note.and_then(|note| note.split(' ').next());
    number.map_or(0, |number| number.parse().expect("a number"))
}

#[test]
fn changed_contents_flags_and_outputs_begin_anew() {
    let (folder, measure) = three();
    let run = |more: &[&str]| transect(folder.path(), &[&measure, more].concat()).fine();
    assert_eq!(known(&run(&[])), 0);
    assert_eq!(known(&run(&[])), 3);
    // A changed file is treated again, and so is one that is added.
    fs::write(folder.path().join("b.stl"), tetrahedron([1.0, 1.0, 9.0])).expect("a file");
    fs::write(folder.path().join("d.stl"), tetrahedron([1.0, 1.0, 8.0])).expect("a file");
    let outcome = run(&["d.stl"]);
    assert_eq!(known(&outcome), 2);
    assert!(
        outcome
            .stdout
            .contains("\nb.stl             1             0           1.5"),
        "{}",
        outcome.stdout
    );
    assert_eq!(
        known(&run(&["d.stl", "--jobs", "1", "--json"])),
        4,
        "these flags change no answer"
    );
    let anew = run(&["--inside", "odd"]);
    assert_eq!(known(&anew), 0);
    let note = "note: r.jsonl is the record of a call with other flags: all files begin anew\n";
    assert!(anew.stderr.starts_with(note), "{}", anew.stderr);
    assert_eq!(known(&run(&["--inside", "odd"])), 3);
    // Without --resume, a record is neither continued nor lost.
    let mut fresh = measure.clone();
    fresh.pop();
    let before = fs::read(folder.path().join("r.jsonl")).expect("a record");
    let refused = transect(folder.path(), &fresh);
    assert_eq!(refused.status, Some(2));
    assert!(
        refused
            .stderr
            .contains("--resume continues it, and --force begins anew"),
        "{}",
        refused.stderr
    );
    assert_eq!(
        fs::read(folder.path().join("r.jsonl")).expect("a record"),
        before
    );
    fresh.push("--force");
    assert_eq!(known(&transect(folder.path(), &fresh).fine()), 0);
    // An output that is gone is written again.
    let cut = [
        "cut", "a.stl", "b.stl", "--each", "--plane", "z=0.25", "-o", "o", "--write", "halves",
    ];
    let cut = [&cut[..], &["--resume"]].concat();
    transect(folder.path(), &cut).fine();
    fs::remove_file(folder.path().join("o/b/front.stl")).expect("removed");
    assert_eq!(known(&transect(folder.path(), &cut).fine()), 1);
    assert_eq!(names(&folder.path().join("o/b")), ["back.stl", "front.stl"]);
    assert_eq!(known(&transect(folder.path(), &cut).fine()), 2);
    // Sections alone have no report, unless --json needs one.
    let cut = [
        "cut",
        "a.stl",
        "--each",
        "--plane",
        "z=0.25",
        "-o",
        "s",
        "--write",
        "section.svg",
    ];
    let run =
        |more: &[&str]| transect(folder.path(), &[&cut[..], &["--resume"], more].concat()).fine();
    assert!(run(&[]).stdout.contains("       -\n"));
    assert_eq!(known(&run(&[])), 1);
    let json = run(&["--json"]);
    assert_eq!(known(&json), 0);
    assert_eq!(lines(&json)[0]["answer"]["objects"]["cut"], 1);
    assert_eq!(known(&run(&["--json"])), 1);
}

#[test]
fn a_change_of_a_file_beside_the_model_counts() {
    let text = "mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nusemtl steel\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";
    let folder = folder(&[("a.obj", text), ("a.mtl", "newmtl steel\n")]);
    let info = ["info", "--each", "a.obj", "--record", "r.jsonl", "--resume"];
    let run = || known(&transect(folder.path(), &info).fine());
    assert_eq!((run(), run()), (0, 1));
    fs::write(folder.path().join("a.mtl"), "newmtl steel\nKd 1 0 0\n").expect("a file");
    assert_eq!((run(), run()), (0, 1));
}

#[test]
fn files_with_an_error_are_tried_again() {
    let (folder, measure) = three();
    let good = fs::read(folder.path().join("b.stl")).expect("a file");
    fs::write(folder.path().join("b.stl"), &good[..150]).expect("a file");
    let outcome = transect(folder.path(), &measure);
    assert_eq!((outcome.status, known(&outcome)), (Some(1), 0));
    let outcome = transect(folder.path(), &measure);
    assert_eq!((outcome.status, known(&outcome)), (Some(1), 2));
    fs::write(folder.path().join("b.stl"), good).expect("a file");
    let outcome = transect(folder.path(), &measure);
    assert_eq!((outcome.status, known(&outcome)), (Some(0), 2));
}

#[test]
fn one_call_at_a_time_writes_a_record() {
    let (folder, measure) = three();
    transect(folder.path(), &measure).fine();
    let record = File::open(folder.path().join("r.jsonl")).expect("a record");
    record.lock().expect("a lock");
    let outcome = transect(folder.path(), &measure);
    assert_eq!(outcome.status, Some(2));
    assert!(
        outcome
            .stderr
            .contains("another call of transect writes this record"),
        "{}",
        outcome.stderr
    );
    drop(record);
    assert_eq!(known(&transect(folder.path(), &measure).fine()), 3);
}

/// The test limits the size of files, as if the disk were full: the record reaches the limit.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_ends_the_call_and_loses_nothing() {
    let folder = models(200);
    let measure = ["measure", "--each", "models", "--json"];
    let whole = transect(folder.path(), &measure);
    let limited = "trap '' XFSZ; ulimit -f 40; exec \"$0\" \"$@\"";
    let recorded = [&measure[..], &["--record", "r.jsonl"]].concat();
    let output = Command::new("sh")
        .current_dir(folder.path())
        .args(["-c", limited, env!("CARGO_BIN_EXE_transect")])
        .args(&recorded)
        .output();
    let outcome = Outcome::of(&output.expect("the binary runs"));
    assert_eq!(outcome.status, Some(2), "{}", outcome.stderr);
    let done = lines(&outcome).len();
    assert!(5 < done && done < 190, "{done}");
    assert!(
        outcome
            .stderr
            .contains(&format!("error: only {done} of 199 files are done\n")),
        "{}",
        outcome.stderr
    );
    assert!(
        outcome.stderr.contains("error: r.jsonl: File too large"),
        "{}",
        outcome.stderr
    );
    assert!(
        outcome.stderr.contains("--resume continues"),
        "{}",
        outcome.stderr
    );
    assert!(
        whole.stdout.starts_with(&outcome.stdout),
        "the lines before it are whole"
    );
    let rest = transect(folder.path(), &[&recorded[..], &["--resume"]].concat());
    assert_eq!((rest.status, &rest.stdout), (whole.status, &whole.stdout));
    assert!(known(&rest) + 4 >= done, "{} of {done}", known(&rest));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_standard_output_ends_the_call_and_a_closed_one_what_has_no_reader() {
    let (folder, measure) = three();
    let full = File::options()
        .write(true)
        .open("/dev/full")
        .expect("a device");
    let mut command = Command::new(env!("CARGO_BIN_EXE_transect"));
    let output = command
        .current_dir(folder.path())
        .args(&measure)
        .stdout(full)
        .output();
    let outcome = Outcome::of(&output.expect("the binary runs"));
    assert_eq!(outcome.status, Some(2));
    assert!(
        outcome
            .stderr
            .contains("standard output: No space left on device"),
        "{}",
        outcome.stderr
    );
    // With a record, the files are measured for the record.
    let mut child = start(folder.path(), &measure);
    drop(child.stdout.take());
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    assert_eq!(recorded(&folder.path().join("r.jsonl")), 3);
}

/// The folder of a file depends on all files of the call. A recorded answer in another folder does not hold.
#[test]
fn answers_in_other_folders_begin_anew() {
    let folder = folder(&[]);
    for (path, size) in [("x/a/part.stl", 1.0), ("x/part.stl", 3.0)] {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(&path, tetrahedron([size; 3])).expect("a file");
    }
    let cut = |inputs: &[&str], more: &[&str]| {
        let arguments = [
            "cut", "--each", "--plane", "z=0.25", "-o", "out", "--write", "front",
        ];
        transect(folder.path(), &[&arguments[..], inputs, more].concat()).fine();
    };
    cut(&["x/a/part.stl"], &[]);
    let both = ["x/a/part.stl", "x/part.stl"];
    cut(&both, &["--resume"]);
    cut(&both, &["--resume"]);
    let fresh = |name: &str| {
        let found = names(&folder.path().join("out").join(name));
        let path = folder.path().join("out").join(name).join(&found[0]);
        fs::read(path).expect("a half")
    };
    let (small, large) = (fresh("a/part"), fresh("part"));
    fs::remove_dir_all(folder.path().join("out")).expect("removed");
    cut(&both, &[]);
    assert!(fresh("a/part") == small && fresh("part") == large);
    assert!(small != large);
}

/// A file that was missing and is there now changes the answer.
#[test]
fn a_missing_material_that_appears_begins_its_file_anew() {
    let text = "mtllib steel.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nusemtl steel\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";
    let folder = folder(&[("part.obj", text)]);
    let info = |more: &[&str]| {
        let arguments = [
            "info", "part.obj", "--each", "--json", "--record", "r.jsonl",
        ];
        transect(folder.path(), &[&arguments[..], more].concat()).stdout
    };
    let without = info(&[]);
    assert_eq!(info(&["--resume"]), without);
    fs::write(folder.path().join("steel.mtl"), "newmtl steel\nKd 1 0 0\n").expect("a file");
    let with = info(&["--resume"]);
    assert_ne!(with, without);
    assert_eq!(with, info(&["--force"]));
}
