//! `cargo xtask header`: the header of the C library, generated from its Rust code.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::Args;

/// The version of cbindgen. Another version may write another header.
const VERSION: &str = "0.29.2";

/// Generate the header of the C library, crates/transect-c/include/transect.h, with cbindgen
///
/// Builds cbindgen in target/tools if that folder does not have it. It is a tool and no dependency, because its
/// license, the MPL, is not among those of deny.toml.
#[derive(Args)]
pub(crate) struct Header {
    /// Write nothing, and fail if the header is not the generated one
    #[arg(long)]
    check: bool,
}

impl Header {
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let tool = cbindgen(&root)?;
        let package = root.join("crates/transect-c");
        let output = Command::new(&tool)
            .args(["--quiet", "--config", "cbindgen.toml", "."])
            .current_dir(&package)
            .output()?;
        if !output.status.success() {
            let errors = String::from_utf8_lossy(&output.stderr);
            return Err(io::Error::other(format!("cbindgen: {errors}")));
        }
        let header = package.join("include/transect.h");
        if !self.check {
            fs::write(&header, &output.stdout)?;
            return Ok(ExitCode::SUCCESS);
        }
        if fs::read(&header)? != output.stdout {
            eprintln!("error: the header is not the generated one: run `cargo xtask header`");
            return Ok(ExitCode::FAILURE);
        }
        println!("The header is the generated one.");
        Ok(ExitCode::SUCCESS)
    }
}

/// Returns the path of cbindgen, and builds it if it is missing.
fn cbindgen(root: &Path) -> io::Result<PathBuf> {
    let tools = root.join("target/tools");
    let tool = tools.join(format!("bin/cbindgen{}", std::env::consts::EXE_SUFFIX));
    let expected = format!("cbindgen {VERSION}");
    if let Ok(output) = Command::new(&tool).arg("--version").output()
        && String::from_utf8_lossy(&output.stdout).trim() == expected
    {
        return tool.canonicalize();
    }
    let status = Command::new("cargo")
        .args(["install", "--quiet", "--locked", "--force", "--debug"])
        .args(["--version", VERSION, "--root"])
        .arg(&tools)
        .arg("cbindgen")
        .env("CARGO_PROFILE_DEV_OPT_LEVEL", "0")
        .status()?;
    if !status.success() {
        return Err(io::Error::other(format!(
            "cargo install cbindgen ended with {status}"
        )));
    }
    tool.canonicalize()
}
