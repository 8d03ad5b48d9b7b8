//! Builds the page without a server: the program for browsers, its JavaScript, and one HTML file with both.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::npm::{check_tools, has_packages, install_packages, npm};

/// The target of programs for browsers.
const TARGET: &str = "wasm32-unknown-unknown";

/// Builds the page and returns its folder.
pub(crate) fn build(root: &Path) -> io::Result<PathBuf> {
    check_tools()?;
    let package = root.join("crates/transect-wasm");
    let target = root.join("target/wasm");
    add_target()?;
    cargo(
        &package,
        &target,
        &[
            "build",
            "--release",
            "--target",
            TARGET,
            "--package=transect-wasm",
        ],
    )?;
    let program = target.join(TARGET).join("release/transect_wasm.wasm");
    let pkg = package.join("pkg");
    // The program that writes the JavaScript runs once, so it is not optimized.
    let bind = [
        "run",
        "--quiet",
        "--config=profile.dev.opt-level=0",
        "--config=profile.dev.codegen-units=16",
        "--package=transect-wasm-bind",
        "--",
        &program.to_string_lossy(),
        &pkg.to_string_lossy(),
    ];
    cargo(&package, &target, &bind)?;
    let web = root.join("crates/transect-view/web");
    if !has_packages(&web) {
        install_packages(&web)?;
    }
    npm(&web, &["run", "--silent", "build-static"])?;
    Ok(root.join("target/static"))
}

/// Adds the standard library of the target, if the toolchain lacks it and comes from rustup.
fn add_target() -> io::Result<()> {
    let libdir = Command::new("rustc")
        .args(["--print", "target-libdir", "--target", TARGET])
        .output()?;
    let folder = String::from_utf8_lossy(&libdir.stdout).trim().to_owned();
    if Path::new(&folder).is_dir() {
        return Ok(());
    }
    let added = Command::new("rustup")
        .args(["target", "add", TARGET])
        .status();
    match added {
        Ok(status) if status.success() => Ok(()),
        _ => Err(io::Error::other(format!(
            "the toolchain has no standard library for {TARGET}; `rustup target add {TARGET}` adds it"
        ))),
    }
}

fn cargo(package: &Path, target: &Path, arguments: &[&str]) -> io::Result<()> {
    let status = Command::new(env!("CARGO"))
        .args(arguments)
        .current_dir(package)
        .env("CARGO_TARGET_DIR", target)
        .status()?;
    if status.success() {
        Ok(())
    } else {
        Err(io::Error::other("the program for browsers does not build"))
    }
}
