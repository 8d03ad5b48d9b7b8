//! Node.js and npm: their versions, and the packages of the page.

use std::io;
use std::path::Path;
use std::process::Command;

/// The name of npm's program. On Windows it is a script, which the system finds only by its full name.
const NPM: &str = if cfg!(windows) { "npm.cmd" } else { "npm" };

/// The oldest major version of Node.js that builds the page.
const OLDEST_NODE: u32 = 20;

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
    if status.success() {
        Ok(())
    } else {
        Err(io::Error::other(format!(
            "`npm {}` failed in {}",
            arguments.join(" "),
            web.display()
        )))
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
