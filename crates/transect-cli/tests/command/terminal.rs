//! Tests in a real terminal, with tmux: progress, Ctrl-C, widths and colours.
//!
//! Without tmux, these tests print a message and check nothing. With `TRANSECT_REQUIRE_TMUX` set, they fail.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::run::{asset, cut, folder, names};
use crate::solids::{brick, hills};

/// The longest time to wait for the expected text on the screen, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(180);
const PROMPT: &str = "ready>";

/// A shell in a terminal of its own.
struct Terminal {
    socket: String,
    lines: AtomicUsize,
}

impl Terminal {
    /// Opens a terminal with a number of columns, in a folder. Returns `None` without tmux.
    fn open(folder: &Path, columns: usize) -> Option<Self> {
        if Command::new("tmux").arg("-V").output().is_err() {
            assert!(
                std::env::var_os("TRANSECT_REQUIRE_TMUX").is_none(),
                "tmux is required, and not there"
            );
            println!("skipped: tmux is not there");
            return None;
        }
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let terminal = Self {
            socket: format!("transect-{}-{count}", std::process::id()),
            lines: AtomicUsize::new(0),
        };
        let binary = Path::new(env!("CARGO_BIN_EXE_transect"));
        let binaries = binary.parent().expect("a folder").display();
        let path = std::env::var("PATH").unwrap_or_default();
        let shell = format!(
            "env -i PATH='{binaries}:{path}' TERM=screen-256color LC_ALL=C.UTF-8 PS1='{PROMPT} ' sh"
        );
        let columns = columns.to_string();
        let opened = terminal.tmux(&[
            "-f",
            "/dev/null",
            "new-session",
            "-d",
            "-x",
            &columns,
            "-y",
            "50",
            "-c",
            &folder.display().to_string(),
            &shell,
        ]);
        assert!(opened.status.success(), "{opened:?}");
        terminal.prompt();
        Some(terminal)
    }

    fn tmux(&self, arguments: &[&str]) -> Output {
        Command::new("tmux")
            .args(["-u", "-L", &self.socket])
            .args(arguments)
            .env_remove("TMUX")
            .output()
            .expect("tmux runs")
    }

    /// Types a line on an empty screen.
    fn send(&self, line: &str) {
        self.tmux(&["send-keys", "-l", &format!("clear; {line}")]);
        self.tmux(&["send-keys", "Enter"]);
    }

    /// Returns the text on the screen. Lines that the terminal wrapped are joined.
    fn shown(&self, flags: &[&str]) -> String {
        let output = self.tmux(&[&["capture-pane", "-p", "-J"], flags].concat());
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        let lines = text.lines().map(str::trim_end);
        lines.collect::<Vec<&str>>().join("\n").trim().to_string()
    }

    /// Waits until `wanted` returns true for the text on the screen, and returns this text.
    fn wait(&self, wanted: impl Fn(&str) -> bool) -> String {
        let since = Instant::now();
        loop {
            let screen = self.shown(&[]);
            if wanted(&screen) {
                return screen;
            }
            assert!(
                since.elapsed() < PATIENCE,
                "the screen does not change:\n{screen}"
            );
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits until the shell is ready.
    fn prompt(&self) -> String {
        self.wait(|screen| screen.lines().last() == Some(PROMPT))
    }

    /// Runs a command line, and returns the screen without the prompt after it.
    fn run(&self, line: &str, flags: &[&str]) -> String {
        // After the command, the shell prints a unique line. The test waits for this line instead of a fixed time.
        let end = format!("end of {}", self.lines.fetch_add(1, Ordering::Relaxed));
        self.send(&format!("{line}; echo {end}"));
        self.wait(|screen| {
            let mut lines = screen.lines().rev();
            lines.next() == Some(PROMPT) && lines.next() == Some(&end)
        });
        let screen = self.shown(flags);
        let (before, _) = screen.rsplit_once(&end).expect("the end");
        before.trim_end().to_string()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.tmux(&["kill-server"]);
    }
}

/// Returns the number of columns of the widest line. It is the number of characters, because each character on these
/// screens is one column wide.
fn widest(screen: &str) -> usize {
    let widths = screen.lines().map(|line| line.chars().count());
    widths.max().unwrap_or_default()
}

#[test]
fn progress_is_shown_and_ctrl_c_takes_it_away() {
    // The test writes nothing to the pipe that the command reads, so the command waits until it is interrupted.
    let folder = folder(&[]);
    let pipe = folder.path().join("slow.obj");
    let made = Command::new("mkfifo")
        .arg(&pipe)
        .status()
        .expect("mkfifo is there");
    assert!(made.success());
    for columns in [24, 80] {
        let Some(terminal) = Terminal::open(folder.path(), columns) else {
            return;
        };
        terminal.send("transect cut slow.obj --plane z=0 -o out");
        // While the command waits for input, the progress line shows a spinner and the elapsed seconds.
        let screen = terminal.wait(|screen| screen.contains("reading") && screen.ends_with("2 s"));
        assert_eq!(screen.lines().count(), 1, "{screen}");
        assert!(widest(&screen) <= columns, "{screen}");
        terminal.tmux(&["send-keys", "C-c"]);
        let screen = terminal.prompt();
        let said = screen.replace('\n', " ");
        assert!(said.contains("interrupted: nothing"), "{screen}");
        assert!(!screen.contains("reading"), "{screen}");
        assert_eq!(names(folder.path()), ["slow.obj"]);
    }
}

#[test]
fn ctrl_c_while_files_are_written_leaves_none() {
    let folder = folder(&[("hills.obj", &hills(400))]);
    let Some(terminal) = Terminal::open(folder.path(), 80) else {
        return;
    };
    terminal.send("transect cut hills.obj --plane z=0.1 -o out/deep");
    let out = folder.path().join("out/deep");
    terminal.wait(|_| out.exists());
    terminal.tmux(&["send-keys", "C-c"]);
    let screen = terminal.prompt();
    assert!(
        screen.contains("interrupted: nothing was written"),
        "{screen}"
    );
    assert!(
        !screen.contains("writing") && !screen.contains("section"),
        "{screen}"
    );
    terminal.tmux(&["send-keys", "-l", "echo status=$?"]);
    terminal.tmux(&["send-keys", "Enter"]);
    terminal.wait(|screen| screen.contains("\nstatus=130\n"));
    assert_eq!(names(folder.path()), ["hills.obj"]);

    // Without a signal, the command succeeds, and no progress is left on the screen.
    let screen = terminal.run("transect cut hills.obj --plane z=0.1 -o out/deep", &[]);
    assert!(
        screen.starts_with("hills.obj    1 object, 320,000 triangles"),
        "{screen}"
    );
    assert!(
        screen.contains("written      in out/deep: section.svg"),
        "{screen}"
    );
    assert!(!screen.contains("writing"), "{screen}");
    assert!(out.join("report.json").exists());
}

#[test]
fn narrow_terminals_are_kept_to_and_wide_ones_used() {
    let folder = folder(&[("brick.obj", &brick())]);
    fs::copy(asset("office.glb"), folder.path().join("office.glb")).expect("copied");
    let long = "transect cut office.glb --plane z=1.2";
    let lines = [
        (long, 0),
        (
            "transect cut office.glb --plane z=1.2 --why 'IfcDoor/*' | tail -3",
            0,
        ),
        ("transect info brick.obj", 0),
        ("transect cut office.glb --plane z=1.2 --only 'Wall*'", 2),
        ("transect cut ofice.glb --plane z=1.2", 2),
        ("transect office.glb --plane z=1.2", 2),
        ("transect cut brick.obj --plane z=1 -v", 0),
    ];
    let Some(narrow) = Terminal::open(folder.path(), 40) else {
        return;
    };
    for (line, status) in lines {
        let screen = narrow.run(&format!("{line}; echo \"status=$?\""), &[]);
        assert!(
            screen.ends_with(&format!("status={status}")) || line.contains('|'),
            "{screen}"
        );
        // The command does not wrap lines in a pipe.
        assert!(
            widest(&screen) <= 40 || line.contains('|'),
            "{line}:\n{screen}"
        );
    }
    let table = narrow.run(long, &[]);
    assert!(
        table.contains("\nplane        z = 1.2\n"),
        "labels keep their column: {table}"
    );

    let piped = cut(folder.path(), &["office.glb", "--plane", "z=1.2"])
        .fine()
        .stdout;
    assert!(widest(&piped) > 80, "too long for ordinary terminals");
    let wide = Terminal::open(folder.path(), 200).expect("there is tmux");
    assert_eq!(
        wide.run(long, &[]),
        piped.trim_end(),
        "where there is room, nothing is wrapped"
    );
}

#[test]
fn colours_are_for_terminals_that_want_them() {
    let folder = folder(&[("brick.obj", &brick())]);
    let Some(terminal) = Terminal::open(folder.path(), 80) else {
        return;
    };
    let shown = |line: &str| terminal.run(line, &["-e"]);
    let cut = "transect cut brick.obj --plane z=1";
    let wrong = "transect cut brick.obj --plane z-1";
    let green = |screen: &str| screen.contains("\u{1b}[32mboth closed");
    let red = |screen: &str| screen.contains("\u{1b}[1m\u{1b}[31merror");
    assert!(green(&shown(cut)), "{}", shown(cut));
    assert!(red(&shown(wrong)), "{}", shown(wrong));
    assert!(
        shown("transect cut -h").contains('\u{1b}'),
        "help has headings"
    );
    for plain in [
        format!("NO_COLOR=1 {cut}"),
        format!("NO_COLOR=1 {wrong}"),
        format!("NO_COLOR=1 {}", "transect cut -h"),
        format!("TERM=dumb {cut}"),
        format!("{cut} --color never"),
        format!("{wrong} --color=never"),
        "transect cut -h --color never".into(),
        format!("{cut} | cat"),
    ] {
        let screen = shown(&plain);
        assert!(
            !screen.contains('\u{1b}') && screen.contains("z"),
            "{plain}:\n{screen}"
        );
    }
    for coloured in [
        format!("{cut} --color always | cat"),
        format!("CLICOLOR_FORCE=1 {cut} | cat"),
        format!("NO_COLOR=1 {cut} --color=always"),
    ] {
        assert!(
            green(&shown(&coloured)),
            "{coloured}:\n{}",
            shown(&coloured)
        );
    }
}
