//! The versions of all packages, which are one.

use std::fs;
use std::io;
use std::path::Path;

use toml::{Table, Value};

use crate::workspaces::OWN_WORKSPACES;

/// Returns the versions of all packages, and those in which the crates depend on each other. The first part of each pair is
/// the place of the version.
pub(crate) fn versions(root: &Path) -> io::Result<Vec<(String, Option<String>)>> {
    let mut versions = workspace_versions(&manifest(&root.join("Cargo.toml"))?);
    for name in others() {
        let version = text(&manifest(&root.join(name))?, &["package", "version"]);
        versions.push((name.to_string(), version));
    }
    Ok(versions)
}

/// Returns the manifests of the packages outside of the main workspace that have the same version.
fn others() -> impl Iterator<Item = &'static str> {
    std::iter::once("crates/transect-arrow/Cargo.toml").chain(OWN_WORKSPACES)
}

/// Returns the version of the workspace, from its manifest.
pub(crate) fn version(root: &Path) -> io::Result<String> {
    let manifest = manifest(&root.join("Cargo.toml"))?;
    let version = text(&manifest, &["workspace", "package", "version"]);
    version.ok_or_else(|| io::Error::other("Cargo.toml: the workspace has no version"))
}

/// Returns the version of the workspace, and the versions in which its crates depend on each other. The first part of
/// each pair is the place of the version.
fn workspace_versions(manifest: &Table) -> Vec<(String, Option<String>)> {
    let own = text(manifest, &["workspace", "package", "version"]);
    let mut versions = vec![("Cargo.toml: workspace".to_string(), own)];
    let dependencies = value(manifest, &["workspace", "dependencies"]).and_then(Value::as_table);
    for (name, dependency) in dependencies.into_iter().flatten() {
        if dependency.get("path").is_some() {
            let version = dependency.get("version").and_then(Value::as_str);
            versions.push((format!("Cargo.toml: {name}"), version.map(String::from)));
        }
    }
    versions
}

fn manifest(path: &Path) -> io::Result<Table> {
    toml::from_str(&fs::read_to_string(path)?).map_err(io::Error::other)
}

/// Returns the value at a path of keys.
fn value<'a>(table: &'a Table, keys: &[&str]) -> Option<&'a Value> {
    let (first, rest) = keys.split_first()?;
    let found = table.get(*first)?;
    match rest {
        [] => Some(found),
        _ => value(found.as_table()?, rest),
    }
}

fn text(table: &Table, keys: &[&str]) -> Option<String> {
    Some(value(table, keys)?.as_str()?.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_packages_have_one_version() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let own = version(&root).expect("a version");
        let versions = versions(&root).expect("manifests");
        assert!(versions.len() > 12, "{versions:?}");
        for (place, version) in versions {
            assert_eq!(version.as_ref(), Some(&own), "{place}");
        }
    }
}
