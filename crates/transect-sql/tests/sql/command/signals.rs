//! Signals end the command at once, with nothing left behind.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::command::folder;
use crate::program::program;
use crate::within::within;

/// The signals, and the exit statuses that shells report for them.
const SIGNALS: [(&str, i32); 3] = [("-INT", 130), ("-TERM", 143), ("-HUP", 129)];

/// Produces nothing before its end, which it does not reach.
const PRODUCT: &str = "SELECT count(*) FROM range(0, 10000000) AS a, range(0, 10000000) AS b \
    WHERE a.value * b.value % 7 = 9";

/// Writes temporary files for a long time.
const SORT: &str = "SELECT value, 'some text of a certain length to fill the memory ' || value AS text \
    FROM range(0, 30000000) ORDER BY value * 7919 % 300007";

fn entries(folder: &Path) -> usize {
    std::fs::read_dir(folder).expect("the folder").count()
}

fn send(signal: &str, id: u32) {
    let status = Command::new("kill")
        .args([signal, &id.to_string()])
        .status();
    assert!(status.expect("kill can be run").success(), "kill {signal}");
}

/// Starts a program whose temporary files are in a folder.
fn start(mut command: Command, folder: &Path) -> Child {
    command
        .current_dir(folder)
        .env("TMPDIR", folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    command.spawn().expect("the program can be run")
}

/// Asserts that a process ends with a status and a message, and that the folder is empty then.
fn assert_ends(mut process: Child, status: i32, folder: &Path) {
    let has_ended = within(Duration::from_secs(20), || {
        process
            .try_wait()
            .expect("the status can be read")
            .is_some()
    });
    if !has_ended {
        process.kill().expect("the process can be ended");
    }
    let output = process.wait_with_output().expect("the process has ended");
    assert!(has_ended, "the process does not end after the signal");
    assert_eq!(output.status.code(), Some(status));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "interrupted\n");
    assert_eq!(entries(folder), 0);
}

#[test]
fn a_statement_that_is_ended_leaves_nothing() {
    let folder = folder();
    let path = folder.path();
    for (signal, status) in SIGNALS {
        for arguments in [
            ["--parquet", "x.parquet", PRODUCT],
            ["--csv", "--memory=20M", SORT],
            ["--parquet=x.parquet", "--memory=20M", SORT],
        ] {
            let mut command = program();
            command.args(arguments);
            let command = start(command, path);
            // A temporary file or folder appears right before the statement runs.
            assert!(within(Duration::from_secs(60), || entries(path) > 0));
            std::thread::sleep(Duration::from_secs(1));
            send(signal, command.id());
            assert_ends(command, status, path);
        }
    }
}

#[test]
fn a_script_that_is_awaited_can_be_ended() {
    let folder = folder();
    for (signal, status) in SIGNALS {
        let mut command = program();
        command.arg("--memory=20M");
        let command = start(command, folder.path());
        assert!(within(Duration::from_secs(60), || entries(folder.path()) > 0));
        send(signal, command.id());
        assert_ends(command, status, folder.path());
    }
}

/// `nohup` starts programs with SIGHUP ignored, and they stay so.
#[cfg(target_os = "linux")]
#[test]
fn an_ignored_signal_ends_nothing() {
    let folder = folder();
    let mut command = Command::new("sh");
    let script = format!(
        "trap '' HUP; exec '{}' --memory=20M",
        env!("CARGO_BIN_EXE_transect-sql")
    );
    command.args(["-c", &script]);
    let mut command = start(command, folder.path());
    assert!(within(Duration::from_secs(60), || entries(folder.path()) > 0));
    send("-HUP", command.id());
    std::thread::sleep(Duration::from_millis(500));
    assert!(
        command
            .try_wait()
            .expect("the status can be read")
            .is_none()
    );
    send("-TERM", command.id());
    assert_ends(command, 143, folder.path());
}

/// The prompt ends, too, while it waits for a line, on a terminal that the program `script` of Linux makes.
#[cfg(target_os = "linux")]
#[test]
fn the_prompt_can_be_ended() {
    let folder = folder();
    let path = folder.path();
    for (signal, status) in [("-TERM", 143), ("-HUP", 129)] {
        let mut command = Command::new("script");
        let program = env!("CARGO_BIN_EXE_transect-sql");
        let prompt = format!("exec env --default-signal=HUP '{program}' --memory=20M");
        command.args(["--quiet", "--return", "--command", &prompt, "/dev/null"]);
        command
            .env("XDG_STATE_HOME", "/dev/null")
            .env("TERM", "dumb");
        let mut command = start(command, path);
        assert!(within(Duration::from_secs(60), || entries(path) > 0));
        std::thread::sleep(Duration::from_millis(500));
        let id = command.id();
        let children = std::fs::read_to_string(format!("/proc/{id}/task/{id}/children"));
        let children = children.expect("the process runs");
        send(signal, children.trim().parse().expect("one child"));
        let has_ended = within(Duration::from_secs(20), || {
            command
                .try_wait()
                .expect("the status can be read")
                .is_some()
        });
        assert!(has_ended, "the prompt does not end");
        assert_eq!(command.wait().expect("a status").code(), Some(status));
        assert_eq!(entries(path), 0);
    }
}
