//! `cargo xtask test-web`: tests the page of `transect view` in a real browser.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::Args;

use crate::executable::built;
use crate::web::build_page;

/// Test the page of `transect view` in Chromium, against the command itself
///
/// Builds the page and the command. The browser is the one in CHROMIUM, or an installed Chromium. If neither exists,
/// the task installs Chromium on Debian and Ubuntu, as root or with sudo. Screenshots go to target/viewer.
#[derive(Args)]
pub(crate) struct TestWeb {
    /// Only tests whose names match this pattern
    #[arg(long, value_name = "PATTERN")]
    only: Option<String>,
}

impl TestWeb {
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        build_page(&root)?;
        let command = built(&root, "transect-cli")?;
        test_page(&root, &command, self.only.as_deref())
    }
}

/// Tests the page that is embedded in a command. If there is a pattern, only the tests whose names match it are run.
pub(crate) fn test_page(root: &Path, command: &Path, only: Option<&str>) -> io::Result<ExitCode> {
    let chromium = match chromium() {
        Some(path) => path,
        None => install_chromium()?,
    };
    let web = root.join("crates/transect-view/web");
    let mut node = Command::new("node");
    // The tests run one after the other, because some of them measure times.
    node.args(["--test", "--test-concurrency=1"]);
    if let Some(pattern) = only {
        node.arg(format!("--test-name-pattern={pattern}"));
    }
    let status = node
        .args(tests(&web)?)
        .current_dir(&web)
        .env("TRANSECT", command.canonicalize()?)
        .env("CHROMIUM", chromium)
        // Without this variable, the command serves the page that is embedded in it.
        .env_remove("TRANSECT_PAGE")
        .status()?;
    Ok(match status.success() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
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
