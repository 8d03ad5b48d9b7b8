//! `cargo xtask release`: checks that the repository is ready for the release of a tag.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use toml::{Table, Value};

use crate::workspaces::OWN_WORKSPACES;

/// Check that all packages have the version of a tag, and that CHANGELOG.md describes this version
#[derive(Args)]
pub(crate) struct Release {
    /// The tag: "v" and the version, such as v0.1.0
    tag: String,
    /// Write the section of CHANGELOG.md about this version to a file
    #[arg(long, value_name = "FILE")]
    notes: Option<PathBuf>,
}

/// Returns the manifests of the packages outside of the main workspace that have the same version.
fn others() -> impl Iterator<Item = &'static str> {
    std::iter::once("crates/transect-arrow/Cargo.toml").chain(OWN_WORKSPACES)
}

impl Release {
    /// Runs the task. The exit status is 1 if something is not ready; all such things are printed.
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let mut versions = workspace_versions(&manifest(&root.join("Cargo.toml"))?);
        for name in others() {
            let version = text(&manifest(&root.join(name))?, &["package", "version"]);
            versions.push((name.to_string(), version));
        }
        let changelog = fs::read_to_string(root.join("CHANGELOG.md"))?;
        let errors = errors(&self.tag, &versions, &changelog);
        for error in &errors {
            eprintln!("error: {error}");
        }
        if !errors.is_empty() {
            return Ok(ExitCode::FAILURE);
        }
        println!(
            "{} versions are that of the tag {}.",
            versions.len(),
            self.tag
        );
        if let Some(path) = &self.notes {
            let version = self.tag.trim_start_matches('v');
            fs::write(path, section(&changelog, version).unwrap_or_default())?;
        }
        Ok(ExitCode::SUCCESS)
    }
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

/// Returns what is not ready for the release of a tag.
fn errors(tag: &str, versions: &[(String, Option<String>)], changelog: &str) -> Vec<String> {
    let Some(wanted) = tag.strip_prefix('v') else {
        return vec![format!("the tag {tag} does not begin with v")];
    };
    let mut errors = Vec::new();
    for (place, version) in versions {
        if version.as_deref() != Some(wanted) {
            let found = version.as_deref().unwrap_or("missing");
            errors.push(format!(
                "{place}: the version is {found}, and the tag is {tag}"
            ));
        }
    }
    if section(changelog, wanted).is_none() {
        errors.push(format!("CHANGELOG.md: there is no section \"## {wanted}\""));
    }
    errors
}

/// Returns the section of the changelog about a version, without its heading.
fn section<'a>(changelog: &'a str, version: &str) -> Option<&'a str> {
    let heading = format!("\n## {version}");
    let mut starts = changelog.match_indices(&heading);
    // A date may follow the version, and a longer version begins with the same text.
    let rest = starts.find_map(|(start, _)| {
        let rest = &changelog[start + heading.len()..];
        rest.starts_with([' ', '\n']).then_some(rest)
    })?;
    let (_, body) = rest.split_once('\n')?;
    let end = body.find("\n## ").unwrap_or(body.len());
    Some(body[..end].trim())
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

    const CHANGELOG: &str = "# Changelog\n\n## 0.1.10\n\nTen.\n\n## 0.1.1 (2027-01-02)\n\n* One.\n\n### SQL\n\n* Two.\n";

    #[test]
    fn a_section_ends_at_the_next_version() {
        assert_eq!(section(CHANGELOG, "0.1.10"), Some("Ten."));
        assert_eq!(
            section(CHANGELOG, "0.1.1"),
            Some("* One.\n\n### SQL\n\n* Two.")
        );
        assert_eq!(section(CHANGELOG, "0.1"), None);
    }

    #[test]
    fn every_version_that_differs_from_the_tag_is_named() {
        let versions = [
            ("one".to_string(), Some("0.1.1".to_string())),
            ("two".to_string(), Some("0.1.0".to_string())),
            ("three".to_string(), None),
        ];
        assert_eq!(
            errors("v0.1.1", &versions, CHANGELOG),
            [
                "two: the version is 0.1.0, and the tag is v0.1.1",
                "three: the version is missing, and the tag is v0.1.1",
            ]
        );
        assert_eq!(
            errors("v0.2.0", &versions[..0], CHANGELOG),
            ["CHANGELOG.md: there is no section \"## 0.2.0\""]
        );
        assert_eq!(
            errors("0.1.1", &versions, CHANGELOG),
            ["the tag 0.1.1 does not begin with v"]
        );
    }

    #[test]
    fn all_packages_have_one_version() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let own = version(&root).expect("a version");
        let workspace = manifest(&root.join("Cargo.toml")).expect("a manifest");
        let mut versions = workspace_versions(&workspace);
        assert!(versions.len() > 7, "{versions:?}");
        for name in others() {
            let other = manifest(&root.join(name)).expect("a manifest");
            versions.push((name.to_string(), text(&other, &["package", "version"])));
        }
        for (place, version) in versions {
            assert_eq!(version.as_ref(), Some(&own), "{place}");
        }
    }
}
