//! The crates that are linked into a program, with what they state about themselves.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

use crate::process::output;

/// A crate of a registry that is linked into a program.
#[derive(Debug)]
pub(crate) struct Linked {
    pub(crate) name: String,
    pub(crate) version: String,
    /// The licence in the form of SPDX.
    pub(crate) licence: String,
    /// SHA-256 of the package in the registry, in hexadecimal digits.
    pub(crate) checksum: String,
    /// The folder of the unpacked package.
    pub(crate) folder: PathBuf,
}

/// The output of `cargo metadata`.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    license: Option<String>,
    source: Option<String>,
    manifest_path: PathBuf,
}

#[derive(Deserialize)]
struct Lock {
    package: Vec<Locked>,
}

#[derive(Deserialize)]
struct Locked {
    name: String,
    version: String,
    checksum: Option<String>,
}

/// Returns the crates of registries that are linked into a package of the workspace for a target, sorted by their names.
/// Macros and crates that only build scripts use are not linked.
pub(crate) fn linked(root: &Path, package: &str, target: &str) -> io::Result<Vec<Linked>> {
    let mut tree = Command::new("cargo");
    tree.args(["tree", "--locked", "--package", package, "--target", target])
        .args(["--edges", "normal,no-proc-macro", "--prefix", "none"])
        .args(["--format", "{p}"]);
    let tree = output(tree.current_dir(root))?;
    let wanted: BTreeSet<(&str, &str)> = tree.lines().filter_map(name_and_version).collect();
    let mut metadata = Command::new("cargo");
    metadata.args(["metadata", "--locked", "--format-version", "1"]);
    let metadata = output(metadata.current_dir(root))?;
    let metadata: Metadata = serde_json::from_str(&metadata).map_err(io::Error::other)?;
    let lock = std::fs::read_to_string(root.join("Cargo.lock"))?;
    let lock: Lock = toml::from_str(&lock).map_err(io::Error::other)?;
    let checksums = lock.package.into_iter();
    let checksums: BTreeMap<(String, String), Option<String>> = checksums
        .map(|locked| ((locked.name, locked.version), locked.checksum))
        .collect();
    let mut linked = Vec::new();
    for package in metadata.packages {
        let is_wanted = wanted.contains(&(package.name.as_str(), package.version.as_str()));
        if !is_wanted || package.source.is_none() {
            continue;
        }
        let key = (package.name, package.version);
        let missing = |what: &str| io::Error::other(format!("{} {}: no {what}", key.0, key.1));
        let checksum = checksums.get(&key).cloned().flatten();
        linked.push(Linked {
            checksum: checksum.ok_or_else(|| missing("checksum"))?,
            // Old manifests write `MIT/Apache-2.0`.
            licence: package
                .license
                .ok_or_else(|| missing("licence"))?
                .replace('/', " OR "),
            folder: match package.manifest_path.parent() {
                Some(folder) => folder.to_owned(),
                None => return Err(missing("folder")),
            },
            name: key.0,
            version: key.1,
        });
    }
    linked.sort_by(|one, other| (&one.name, &one.version).cmp(&(&other.name, &other.version)));
    Ok(linked)
}

/// Returns the two parts of a line such as `adler2 v2.0.1`.
fn name_and_version(line: &str) -> Option<(&str, &str)> {
    let mut words = line.split(' ');
    Some((words.next()?, words.next()?.strip_prefix('v')?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_command_uses_is_linked_and_what_builds_it_is_not() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let linked = linked(&root, "transect-cli", "x86_64-unknown-linux-gnu");
        let linked = linked.expect("cargo knows the tree");
        let has = |name: &str| linked.iter().any(|crate_| crate_.name == name);
        for name in ["clap", "resvg", "axum", "mimalloc"] {
            assert!(has(name), "{name}");
        }
        for name in ["serde_derive", "criterion", "proptest", "transect", "cc"] {
            assert!(!has(name), "{name}");
        }
        for crate_ in &linked {
            assert_eq!(crate_.checksum.len(), 64, "{}", crate_.name);
            assert!(
                crate_.folder.join("Cargo.toml").is_file(),
                "{}",
                crate_.name
            );
            spdx::Expression::parse(&crate_.licence).expect("an expression of SPDX");
        }
    }
}
