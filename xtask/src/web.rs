//! `cargo xtask web`: builds the page of `transect view` from its sources.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::SystemTime;

use clap::Args;

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
    let view = root.join("crates/transect-view");
    let web = view.join("web");
    if !has_packages(&web) {
        npm(&web, &["ci", "--no-audit", "--no-fund"])?;
    }
    npm(&web, &["run", "--silent", "build"])?;
    // Touch build.rs, so that cargo builds the command again and embeds the page. If the page did not exist when the
    // command was built, cargo does not watch for it.
    File::options()
        .append(true)
        .open(view.join("build.rs"))?
        .set_modified(SystemTime::now())?;
    Ok(web)
}

/// Returns `true` if the packages in `node_modules` are those of the lock file.
fn has_packages(web: &Path) -> bool {
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
    let status = Command::new("npm")
        .args(arguments)
        .current_dir(web)
        .status()
        .map_err(|error| {
            io::Error::other(format!(
                "npm does not start ({error}): install Node.js 20 or newer with npm, on Debian and Ubuntu by \
                 `apt-get install nodejs npm`"
            ))
        })?;
    match status.success() {
        true => Ok(()),
        false => Err(io::Error::other(format!(
            "`npm {}` failed in {}",
            arguments.join(" "),
            web.display()
        ))),
    }
}
