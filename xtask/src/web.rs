//! `cargo xtask web`: builds the page of `transect view` from its sources.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::SystemTime;

use clap::Args;

/// The name of npm's program. On Windows it is a script, which the system finds only by its full name.
const NPM: &str = match cfg!(windows) {
    true => "npm.cmd",
    false => "npm",
};

/// The oldest major version of Node.js that builds the page.
const OLDEST_NODE: u32 = 20;

/// Build the page of `transect view`; the next build of the command embeds it
///
/// Needs Node.js 20 or newer with npm.
/// The packages of the page come from the npm registry, in the versions of package-lock.json.
#[derive(Args)]
pub(crate) struct Web {}

impl Web {
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        build_page(&root)?;
        println!("Built the page. `cargo build --release` embeds it in the command.");
        Ok(ExitCode::SUCCESS)
    }
}

/// Builds the page and returns the folder of its sources.
pub(crate) fn build_page(root: &Path) -> io::Result<PathBuf> {
    check_tools()?;
    let view = root.join("crates/transect-view");
    let web = view.join("web");
    if !has_packages(&web) {
        install_packages(&web)?;
    }
    if build_again(&web)? {
        // Touch build.rs, so that cargo builds the command again and embeds the page. If the page did not exist when
        // the command was built, cargo does not watch for it.
        File::options()
            .append(true)
            .open(view.join("build.rs"))?
            .set_modified(SystemTime::now())?;
    }
    Ok(web)
}

/// Builds the page, and returns `true` if it differs from the page before. An equal page keeps the files of the page
/// before with their times, so that cargo does not build the command again.
fn build_again(web: &Path) -> io::Result<bool> {
    let (page, before) = (web.join("dist"), web.join("dist-before"));
    if !page.exists() {
        build_in(web)?;
        return Ok(true);
    }
    if before.exists() {
        fs::remove_dir_all(&before)?;
    }
    fs::rename(&page, &before)?;
    let built = build_in(web);
    let differs = built.is_ok() && files(&page)? != files(&before)?;
    if differs {
        fs::remove_dir_all(&before)?;
    } else {
        if page.exists() {
            fs::remove_dir_all(&page)?;
        }
        fs::rename(&before, &page)?;
    }
    built.map(|()| differs)
}

/// Returns the bytes of all files below a folder, by their paths relative to the folder.
pub(crate) fn files(folder: &Path) -> io::Result<BTreeMap<String, Vec<u8>>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in next.read_dir()? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(folder).unwrap_or(&path);
            let name = name.to_string_lossy().replace('\\', "/");
            found.insert(name, fs::read(&path)?);
        }
    }
    Ok(found)
}

/// Returns an error that names the missing programs, if Node.js or npm is missing or too old.
pub(crate) fn check_tools() -> io::Result<()> {
    let mut missing = Vec::new();
    match version("node") {
        None => missing.push("Node.js is missing".to_string()),
        Some(text) if !is_new_enough(&text) => {
            missing.push(format!("Node.js {text} is older than v{OLDEST_NODE}"));
        }
        Some(_) => {}
    }
    if version(NPM).is_none() {
        missing.push("npm is missing".to_string());
    }
    if missing.is_empty() {
        return Ok(());
    }
    Err(io::Error::other(format!(
        "the page of the viewer cannot be built: {}. Install Node.js {OLDEST_NODE} or newer with npm; on Debian and \
         Ubuntu: `apt-get install nodejs npm`",
        missing.join("; ")
    )))
}

/// Returns the version that a program prints, or `None` if the program does not start.
fn version(program: &str) -> Option<String> {
    let output = Command::new(program).arg("--version").output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).trim().to_string();
    output.status.success().then_some(text)
}

/// Returns `true` if a version of Node.js, such as `v20.1.0`, is new enough for the page.
fn is_new_enough(version: &str) -> bool {
    let numbers = version.trim_start_matches('v').split('.');
    let major = numbers.map(str::parse).next();
    matches!(major, Some(Ok(major)) if OLDEST_NODE <= major)
}

/// Installs the packages of the page in the versions of the lock file, in the folder of the page's sources.
pub(crate) fn install_packages(web: &Path) -> io::Result<()> {
    npm(web, &["ci", "--no-audit", "--no-fund"])
}

/// Builds the page in the folder of its sources. The packages must be installed.
pub(crate) fn build_in(web: &Path) -> io::Result<()> {
    npm(web, &["run", "--silent", "build"])
}

/// Returns `true` if the packages in `node_modules` are those of the lock file.
pub(crate) fn has_packages(web: &Path) -> bool {
    let modified = |name: &str| web.join(name).metadata()?.modified();
    match (
        modified("node_modules/.package-lock.json"),
        modified("package-lock.json"),
    ) {
        (Ok(there), Ok(wanted)) => there >= wanted,
        _ => false,
    }
}

pub(crate) fn npm(web: &Path, arguments: &[&str]) -> io::Result<()> {
    let status = Command::new(NPM)
        .args(arguments)
        .current_dir(web)
        .status()
        .map_err(|error| io::Error::other(format!("npm does not start: {error}")))?;
    match status.success() {
        true => Ok(()),
        false => Err(io::Error::other(format!(
            "`npm {}` failed in {}",
            arguments.join(" "),
            web.display()
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_of_node_are_compared_by_their_first_number() {
        for (version, is_enough) in [
            ("v20.0.0", true),
            ("v100.1.0", true),
            ("v18.20.4", false),
            ("v9.99.99", false),
            ("", false),
        ] {
            assert_eq!(is_new_enough(version), is_enough, "{version}");
        }
    }

    #[test]
    fn a_program_that_does_not_start_has_no_version() {
        assert_eq!(version("no-program-has-this-name"), None);
    }
}
