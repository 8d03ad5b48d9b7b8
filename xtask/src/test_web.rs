//! `cargo xtask test-web`: tests the page of `transect view` in a real browser.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use clap::Args;

use crate::executable::built;
use crate::npm::npm;
use crate::web::build_page;

/// The name of the file of tests that measure times.
const TIMED: &str = "terrain.test.mjs";

/// The number of files whose tests run at the same time. Tests spend much of their time in waiting for the browser, for
/// the server and for the ends of pauses.
const AT_ONCE: usize = 2;

/// Test the page of `transect view` in Chromium, against the command itself
///
/// Builds and lints the page, and builds the command. The tests of the page's pure parts run without the browser. The
/// browser is the one in CHROMIUM, or an installed Chromium. If neither exists, the task installs Chromium on Debian and
/// Ubuntu, as root or with sudo. Screenshots go to target/viewer.
#[derive(Args)]
pub(crate) struct TestWeb {
    /// Only tests whose names match this pattern
    #[arg(long, value_name = "PATTERN")]
    only: Option<String>,

    /// Run the tests this many times, and stop at the first failure
    #[arg(long, value_name = "N", default_value_t = 1)]
    repeat: u64,

    /// Run this many busy loops meanwhile, to slow the tests down
    #[arg(long, value_name = "N", default_value_t = 0)]
    busy: usize,

    /// Take each screenshot in four sizes and both themes; tests that look for a size or a theme may then fail
    #[arg(long)]
    pictures: bool,
}

impl TestWeb {
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let web = build_page(&root)?;
        npm(&web, &["run", "--silent", "lint"])?;
        let command = built(&root, "transect-cli")?;
        test_page(&root, &command, self)
    }
}

/// Tests the page that is embedded in a command.
pub(crate) fn test_page(root: &Path, command: &Path, options: &TestWeb) -> io::Result<ExitCode> {
    let chromium = match chromium() {
        Some(path) => path,
        None => install_chromium()?,
    };
    let web = root.join("crates/transect-view/web");
    let command = command.canonicalize()?;
    let files = tests(&web)?;
    let ends = AtomicBool::new(false);
    let succeeded = thread::scope(|scope| {
        for _ in 0..options.busy {
            scope.spawn(|| {
                while !ends.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let all = (1..=options.repeat)
            .try_for_each(|round| options.round(&web, &files, &command, &chromium, round));
        ends.store(true, Ordering::Relaxed);
        all
    });
    match succeeded {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(Failure::Tests) => Ok(ExitCode::FAILURE),
        Err(Failure::Start(error)) => Err(error),
    }
}

impl TestWeb {
    /// Returns the options that run each test whose name matches a pattern once.
    pub(crate) fn only(pattern: &str) -> Self {
        Self {
            only: Some(pattern.to_owned()),
            repeat: 1,
            busy: 0,
            pictures: false,
        }
    }

    /// Runs all selected tests once. `round` counts from 1, and is the seed of the tests with random actions.
    fn round(
        &self,
        web: &Path,
        files: &[PathBuf],
        command: &Path,
        chromium: &Path,
        round: u64,
    ) -> Result<(), Failure> {
        if self.repeat > 1 {
            println!("Round {round} of {}", self.repeat);
        }
        // The file that measures times runs alone.
        let (timed, others): (Vec<_>, Vec<_>) =
            files.iter().partition(|file| file.ends_with(TIMED));
        for (files, at_once) in [(timed, 1), (others, AT_ONCE)] {
            // Without a file, Node.js would search for tests on its own.
            if files.is_empty() {
                continue;
            }
            let mut node = Command::new("node");
            node.args(["--test", &format!("--test-concurrency={at_once}")]);
            if let Some(pattern) = &self.only {
                node.arg(format!("--test-name-pattern={pattern}"));
            }
            if self.pictures {
                node.env("TRANSECT_PICTURES", "all");
            }
            let status = node
                .args(files)
                .current_dir(web)
                .env("TRANSECT", command)
                .env("CHROMIUM", chromium)
                .env("TRANSECT_SEED", round.to_string())
                // Without this variable, the command serves the page that is embedded in it.
                .env_remove("TRANSECT_PAGE")
                .status()
                .map_err(Failure::Start)?;
            if !status.success() {
                return Err(Failure::Tests);
            }
        }
        Ok(())
    }
}

/// The reason why a round of tests ends the task.
enum Failure {
    /// A test has failed.
    Tests,
    /// Node.js does not start.
    Start(io::Error),
}

/// Returns the test files, sorted.
fn tests(web: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in web.join("tests").read_dir()? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.ends_with(".test.mjs") {
            files.push(path);
        }
    }
    files.sort();
    if files.is_empty() {
        return Err(io::Error::other("no page tests found"));
    }
    Ok(files)
}

/// Returns the browser that the variable CHROMIUM names, or a Chromium on the path.
fn chromium() -> Option<PathBuf> {
    let named = std::env::var_os("CHROMIUM").map(PathBuf::from);
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&folders).collect();
    let on_path = |name: &str| {
        let mut places = folders.iter().map(|folder| folder.join(name));
        places.find(|path| path.is_file())
    };
    named
        .or_else(|| on_path("chromium"))
        .or_else(|| on_path("chromium-browser"))
}

fn install_chromium() -> io::Result<PathBuf> {
    println!("Chromium not found; installing it.");
    let as_root = "[ \"$(id -u)\" = 0 ] && root= || root='sudo -n'; \
        $root apt-get update -qq && $root apt-get install -qq --yes chromium";
    let installed = Command::new("sh").args(["-c", as_root]).status();
    match (installed, chromium()) {
        (Ok(status), Some(path)) if status.success() => Ok(path),
        _ => Err(io::Error::other(
            "Chromium cannot be installed from here: install it, on Debian by `apt-get install chromium`, or \
             name one by CHROMIUM=/path/to/chromium",
        )),
    }
}
