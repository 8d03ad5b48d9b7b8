//! `cargo xtask release --check`: all that a release publishes is made, tried, and listed; nothing is uploaded.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use serde::Deserialize;

use super::first_answers::{Installed, first_answer};
use crate::c_archive;
use crate::checksum::sha256;
use crate::deb;
use crate::package::Package;
use crate::process::output;
use crate::versions::version;
use crate::wheel::Wheel;

/// Makes everything, tries it, and prints what would be published, and the faults that were found before. The exit status
/// is 1 if there are any.
pub(super) fn check(root: &Path, mut faults: Vec<String>) -> io::Result<ExitCode> {
    if !cfg!(target_os = "linux") {
        return Err(io::Error::other(
            "the check makes and installs a Debian package, so it runs on Linux",
        ));
    }
    let version = version(root)?;
    let packages = root.join("target/package");
    let made = Package::published().make(root)?;
    let mut published: Vec<(&str, PathBuf)> = Vec::new();
    for name in order_of_crates(root)? {
        let package = packages.join(format!("{name}-{version}.crate"));
        published.push(("crates.io", package));
    }
    published.push(("release page", made.archive.clone()));
    let deb = deb::build(root)?;
    published.push(("release page", deb.clone()));
    published.push(("release page", c_archive::build(root)?));
    let wheel = Wheel::published().make(root)?;
    match &wheel {
        Some(wheel) => published.push(("PyPI", wheel.clone())),
        None => faults.push("the wheel does not build, or does not pass its tests".to_owned()),
    }
    let installed = [
        Some(Installed::Archive(made.archive)),
        Some(Installed::Deb(deb)),
        wheel.map(Installed::Wheel),
    ];
    for installed in installed.into_iter().flatten() {
        match first_answer(root, &installed) {
            Ok(seconds) => println!("first answer from {installed}: {seconds:.1} s"),
            Err(error) => faults.push(format!("{installed}: {error}")),
        }
    }
    println!("\nIn this order, a release would publish:");
    for (place, path) in &published {
        let bytes = fs::metadata(path)?.len();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let hash = sha256(path)?;
        println!("{place:<13} {bytes:>11} bytes  {}…  {name}", &hash[..16]);
    }
    for fault in &faults {
        eprintln!("error: {fault}");
    }
    if !faults.is_empty() {
        return Ok(ExitCode::FAILURE);
    }
    println!("Everything is ready: packaging/README.md says what publishes it.");
    Ok(ExitCode::SUCCESS)
}

/// The output of `cargo metadata --no-deps`.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Member>,
}

#[derive(Deserialize)]
struct Member {
    name: String,
    /// The registries to which the package may be published: not to any, if the list is empty.
    publish: Option<Vec<String>>,
    dependencies: Vec<Needed>,
}

#[derive(Deserialize)]
struct Needed {
    name: String,
    /// `None` for an ordinary dependency; dependencies of tests need not be published.
    kind: Option<String>,
}

/// Returns the names of the published crates of the workspace, each after those that it depends on.
fn order_of_crates(root: &Path) -> io::Result<Vec<String>> {
    let mut metadata = Command::new("cargo");
    metadata.args(["metadata", "--no-deps", "--locked", "--format-version", "1"]);
    let metadata = output(metadata.current_dir(root))?;
    let metadata: Metadata = serde_json::from_str(&metadata).map_err(io::Error::other)?;
    let members = metadata.packages.into_iter();
    let members = members.filter(|member| member.publish.as_ref().is_none_or(|to| !to.is_empty()));
    let mut left: BTreeMap<String, Vec<String>> = members
        .map(|member| {
            let needed = member.dependencies.into_iter();
            let needed = needed.filter(|needed| needed.kind.is_none());
            (member.name, needed.map(|needed| needed.name).collect())
        })
        .collect();
    let mut order = Vec::new();
    while !left.is_empty() {
        let is_ready = |needed: &Vec<String>| needed.iter().all(|name| !left.contains_key(name));
        let next = left.iter().find(|(_, needed)| is_ready(needed));
        let Some(name) = next.map(|(name, _)| name.clone()) else {
            return Err(io::Error::other("crates depend on each other in a circle"));
        };
        left.remove(&name);
        order.push(name);
    }
    Ok(order)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crate_is_published_after_those_that_it_needs() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let order = order_of_crates(&root).expect("cargo knows the crates");
        let place = |name: &str| {
            let place = order.iter().position(|other| other == name);
            place.unwrap_or_else(|| panic!("{name} is published: {order:?}"))
        };
        assert!(place("transect-exact") < place("transect"));
        assert!(place("transect") < place("transect-mesh"));
        assert!(place("transect-view") < place("transect-cli"));
        assert!(!order.iter().any(|name| name == "xtask"));
    }
}
