//! Tests of signals such as Ctrl-C: all files are written or none, and no hidden files are left.
#![cfg(unix)]

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use tempfile::TempDir;

use crate::long::is_long;
use crate::run::{Outcome, SMALL, asset, command, cut, folder, names};
use crate::solids::hills;

/// The longest time to wait for a process to begin its outputs or to end, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

pub(crate) fn send(signal: &str, child: &Child) {
    let sent = Command::new("kill")
        .args([&format!("-{signal}"), &child.id().to_string()])
        .stderr(Stdio::null())
        .status();
    // The process may have ended already, so the exit status of `kill` is ignored.
    sent.expect("kill is there");
}

/// Makes sure that signals end the commands that the tests start.
///
/// If a script runs the tests with `&` or `nohup`, the test process ignores some signals. A command that it starts
/// would ignore these signals as well and would not end. A signal with a handler is not ignored, and handlers are not
/// inherited: the command then starts with the default action. So a handler is installed for each ignored signal.
static SIGNALS_REACH_COMMANDS: LazyLock<()> = LazyLock::new(|| {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = mask(&status, "SigIgn:").unwrap_or_default();
    for signal in [SIGHUP, SIGINT, SIGTERM] {
        if ignored >> (signal - 1) & 1 == 1 {
            // The handler only sets a flag, which is never read. So the signal still does not end the test process.
            signal_hook::flag::register(signal, Arc::default()).expect("a handler");
        }
    }
});

/// Returns the set of signals in the line `name` of the `status` file of a Linux process. Bit 0 of the set is signal 1.
fn mask(status: &str, name: &str) -> Option<u64> {
    let mask = status.lines().find_map(|line| line.strip_prefix(name))?;
    u64::from_str_radix(mask.trim(), 16).ok()
}

/// Starts `transect cut …` in a folder.
fn start(folder: &Path, arguments: &[&str]) -> Child {
    spawn(&mut command(folder, arguments))
}

/// Starts a subcommand of `transect` in a folder.
fn start_subcommand(folder: &Path, arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_transect"));
    let command = command.current_dir(folder).args(arguments);
    spawn(command.stdin(Stdio::null()))
}

pub(crate) fn spawn(command: &mut Command) -> Child {
    LazyLock::force(&SIGNALS_REACH_COMMANDS);
    command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs")
}

/// Sends a signal to a child process once `ready` is true, unless the child ends earlier. Returns its exit status and
/// its stderr.
fn ended(mut child: Child, signal: &str, ready: impl Fn(&Child) -> bool) -> (ExitStatus, String) {
    let since = Instant::now();
    while child.try_wait().expect("it is ours").is_none() {
        if ready(&child) {
            send(signal, &child);
            break;
        }
        assert!(since.elapsed() < PATIENCE, "it never came so far");
        std::thread::sleep(Duration::from_millis(1));
    }
    let output = child.wait_with_output().expect("it ends");
    let said = Outcome::of(&output).stderr;
    (output.status, said)
}

/// Returns `true` if the folder has a hidden partial file for the output `name`.
fn has_begun(folder: &Path, name: &str) -> bool {
    let hidden = format!(".{name}.");
    fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .any(|entry| entry.file_name().to_string_lossy().starts_with(&hidden))
}

fn model() -> TempDir {
    folder(&[("hills.obj", &hills(100))])
}

#[test]
fn each_signal_takes_away_what_was_begun_and_ends_the_command() {
    let folder = model();
    let arguments = [&["hills.obj", "--plane", "z=0.1", "-o", "a/b"][..], &SMALL].concat();
    for (signal, number) in [("INT", 2), ("TERM", 15), ("HUP", 1)] {
        for begun in ["section.svg", "section.dxf", "front.obj", "back.obj"] {
            let child = start(folder.path(), &arguments);
            let out = folder.path().join("a/b");
            let done = out.join("report.json");
            let (status, said) = ended(child, signal, |_| has_begun(&out, begun));
            // Shells report 128 plus the number of the signal.
            if status.signal() == Some(number) {
                assert_eq!(
                    said, "interrupted: nothing was written\n",
                    "{signal}, {begun}"
                );
                assert_eq!(names(folder.path()), ["hills.obj"], "{signal}, {begun}");
            } else {
                assert_eq!(status.code(), Some(0), "{signal}, {begun}: {said}");
                assert!(done.exists(), "{signal}, {begun}: {said}");
                fs::remove_dir_all(folder.path().join("a")).expect("removed");
            }
        }
    }
}

#[test]
fn slices_and_measures_take_away_what_was_begun() {
    let folder = model();
    let spot = asset("spot.obj");
    let slice = [
        "slice",
        &spot,
        "--axis",
        "z",
        "--count",
        "40",
        "--resolution",
        "0.05",
        "-o",
        "a/b",
        "--write",
        "layers,masks,layers.csv,layers.cli",
    ];
    let measure = [
        "measure", &spot, "--axis", "z", "--count", "200", "-o", "a/b",
    ];
    for (arguments, begun) in [
        (&slice[..], "layers"),
        (&slice[..], "masks"),
        (&slice[..], "layers.cli"),
        (&measure[..], "heights.csv"),
        (&measure[..], "measure.json"),
    ] {
        let out = folder.path().join("a/b");
        let child = start_subcommand(folder.path(), arguments);
        let (status, said) = ended(child, "INT", |_| has_begun(&out, begun));
        if status.signal() == Some(2) {
            assert_eq!(said, "interrupted: nothing was written\n", "{begun}");
            assert_eq!(names(folder.path()), ["hills.obj"], "{begun}");
        } else {
            // The command ended before the signal came.
            assert_eq!(status.code(), Some(0), "{begun}: {said}");
            assert!(out.join(begun).exists(), "{begun}: {said}");
            fs::remove_dir_all(folder.path().join("a")).expect("removed");
        }
    }
}

#[test]
fn at_any_moment_there_are_all_files_or_none() {
    let folder = model();
    let out = folder.path().join("out");
    let mut interrupted = 0;
    let begin = Instant::now();
    let arguments = [&["hills.obj", "--plane", "z=0.1", "-o", "out"][..], &SMALL].concat();
    cut(folder.path(), &arguments).fine();
    let whole = begin.elapsed();
    let all = names(&out);
    fs::remove_dir_all(&out).expect("removed");
    let moments = if is_long() { 40 } else { 12 };
    for moment in 0..moments {
        let child = start(folder.path(), &arguments);
        let since = Instant::now();
        let (status, said) = ended(child, "INT", |_| {
            since.elapsed() >= whole * moment / moments
        });
        match (status.signal(), status.code()) {
            (Some(2), None) => {
                interrupted += 1;
                // A signal that arrives before the command has installed its handler ends it without a message. At that
                // time there is no output yet.
                assert!(
                    ["", "interrupted: nothing was written\n"].contains(&said.as_str()),
                    "{said}"
                );
                assert_eq!(
                    names(folder.path()),
                    ["hills.obj"],
                    "moment {moment}: {said}"
                );
            }
            (None, Some(0)) => {
                assert_eq!(names(&out), all, "moment {moment}: {said}");
                fs::remove_dir_all(&out).expect("removed");
            }
            _ => panic!("moment {moment}: {status}, {said}"),
        }
    }
    assert!(
        interrupted > 0,
        "a signal at the first moment comes in time"
    );
}

/// Starts a command, and interrupts it once `ready` is true. If the command ended before the signal, starts it again.
fn interrupted(
    start: impl Fn() -> Child,
    signal: &str,
    ready: impl Fn(&Child) -> bool,
    restore: impl Fn(),
) -> (ExitStatus, String) {
    for _ in 0..50 {
        restore();
        let (status, said) = ended(start(), signal, &ready);
        if status.code() != Some(0) {
            return (status, said);
        }
    }
    panic!("it always ended before the signal came");
}

#[test]
fn what_stood_there_stays_where_a_forced_cut_is_interrupted() {
    let folder = model();
    let out = folder.path().join("out");
    let arguments = ["hills.obj", "--plane", "z=0.1", "-o", "out", "--force"];
    let (status, said) = interrupted(
        || start(folder.path(), &arguments),
        "TERM",
        |_| has_begun(&out, "section.svg"),
        || {
            let _ = fs::remove_dir_all(&out);
            fs::create_dir(&out).expect("a folder");
            fs::write(out.join("front.obj"), "old").expect("a file");
        },
    );
    assert_eq!(status.signal(), Some(15), "{said}");
    assert_eq!(said, "interrupted: nothing was written\n");
    assert_eq!(names(&out), ["front.obj"]);
    let text = fs::read_to_string(out.join("front.obj"));
    assert_eq!(text.expect("text"), "old");
}

/// Returns `true` if a process handles SIGINT itself, or if the system does not report this.
fn handles_interrupts(child: &Child) -> bool {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let caught = mask(&status, "SigCgt:");
    caught.map_or(!Path::new("/proc/self/status").exists(), |caught| {
        caught & 2 != 0
    })
}

#[test]
fn without_outputs_it_just_ends() {
    let folder = model();
    let (status, said) = interrupted(
        || start(folder.path(), &["hills.obj", "--plane", "z=0.1"]),
        "INT",
        handles_interrupts,
        || {},
    );
    assert_eq!(status.signal(), Some(2), "{said}");
    if Path::new("/proc/self/status").exists() {
        assert_eq!(said, "interrupted\n");
    }
}

#[test]
fn who_ignores_hang_ups_is_not_ended_by_one() {
    if !Path::new("/proc/self/status").exists() {
        println!("skipped: only Linux reports which signals are ignored");
        return;
    }
    let folder = model();
    let out = folder.path().join("out");
    let done = out.join("report.json");
    let child = Command::new("sh")
        .args(["-c", "trap '' HUP; exec \"$0\" \"$@\""])
        .arg(env!("CARGO_BIN_EXE_transect"))
        .args(["cut", "hills.obj", "--plane", "z=0.1", "-o", "out"])
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a shell runs");
    let (status, said) = ended(child, "HUP", |_| has_begun(&out, "section.svg"));
    assert_eq!(status.code(), Some(0), "{said}");
    assert!(done.exists());
}
