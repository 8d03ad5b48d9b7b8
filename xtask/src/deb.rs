//! `cargo xtask deb`: the Debian package of the command.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::Args;

use crate::archive::time_of_commit;
use crate::executable::built;
use crate::linked::linked;
use crate::manual::write_manual;
use crate::npm::{check_tools, install_packages};
use crate::process::{output, succeed};
use crate::third_party;
use crate::web::build_page;

/// The version of cargo-deb: it knows the form of packages, and finds the libraries that a program needs.
const VERSION: &str = "3.8.0";

/// Make the Debian package of the command, with its page, completions and manual pages
///
/// Writes target/package/transect_VERSION_ARCHITECTURE.deb. Builds cargo-deb into target/tools if it is missing. Needs
/// Node.js with npm for the page, and dpkg for the libraries that the program needs.
#[derive(Args)]
pub(crate) struct Deb {}

impl Deb {
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("..")
            .canonicalize()?;
        println!("Wrote {}.", build(&root)?.display());
        Ok(ExitCode::SUCCESS)
    }
}

/// Makes the package, and returns its path.
pub(crate) fn build(root: &Path) -> io::Result<PathBuf> {
    check_tools()?;
    let web = root.join("crates/transect-view/web");
    install_packages(&web)?;
    build_page(root)?;
    let command = built(root, "transect-cli")?;
    // `package.metadata.deb` in the manifest of the command names these files.
    let folder = root.join("target/deb");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    fs::copy(&command, folder.join("transect"))?;
    write_manual(&command, &folder)?;
    let host = output(Command::new("rustc").args(["--print", "host-tuple"]))?;
    let linked = linked(root, "transect-cli", host.trim())?;
    let licences = third_party::licences(&linked, &web)?;
    fs::write(folder.join("THIRD-PARTY-LICENCES.txt"), licences)?;
    let tools = root.join(format!("target/tools/cargo-deb-{VERSION}"));
    let tool = tools.join("bin/cargo-deb");
    if !tool.is_file() {
        let mut cargo = Command::new("cargo");
        cargo.args([
            "install",
            "--quiet",
            "--locked",
            "--debug",
            "--version",
            VERSION,
        ]);
        cargo.arg("--root").arg(&tools).arg("cargo-deb");
        succeed(cargo.env("CARGO_PROFILE_DEV_OPT_LEVEL", "0"))?;
    }
    let packages = root.join("target/package");
    fs::create_dir_all(&packages)?;
    let seconds = time_of_commit(root)?.duration_since(std::time::SystemTime::UNIX_EPOCH);
    let seconds = seconds.map_err(io::Error::other)?.as_secs();
    let mut deb = Command::new(tool);
    deb.args([
        "deb",
        "--no-build",
        "--no-strip",
        "--locked",
        "--package",
        "transect-cli",
    ])
    .arg("--output")
    .arg(&packages)
    .env("SOURCE_DATE_EPOCH", seconds.to_string());
    let path = output(deb.current_dir(root))?;
    let path = path.trim().lines().last().unwrap_or_default();
    if !Path::new(path).is_file() {
        return Err(io::Error::other(format!(
            "cargo-deb wrote no package: {path}"
        )));
    }
    Ok(PathBuf::from(path))
}
