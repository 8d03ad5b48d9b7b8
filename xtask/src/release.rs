//! `cargo xtask release`: what is done before a release, up to the upload.

mod address;
mod changelog;
mod first_answers;
mod publication;
mod recipes;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use self::address::Address;
use crate::versions::{version, versions};

/// Check that all packages have the version of a tag, and that CHANGELOG.md describes this version; or prepare a release
///
/// packaging/README.md has the steps of a release in their order.
#[derive(Args)]
#[command(group(clap::ArgGroup::new("work").required(true).multiple(true)))]
pub(crate) struct Release {
    /// The tag: "v" and the version, such as v0.1.0
    #[arg(group = "work")]
    tag: Option<String>,
    /// Write the section of CHANGELOG.md about this version to a file
    #[arg(long, value_name = "FILE", requires = "tag")]
    notes: Option<PathBuf>,
    /// Write the address of the repository into all files that state it
    #[arg(long, value_name = "URL", group = "work", conflicts_with = "tag")]
    address: Option<String>,
    /// Write the address to which mail is sent into all files that state it
    #[arg(long, value_name = "ADDRESS", group = "work", conflicts_with = "tag")]
    mail: Option<String>,
    /// Do all of a release but the upload: the packages, the archives, the wheel, and a first answer from each; then list
    /// what would be published, in order, with sizes. Takes up to an hour
    #[arg(long, group = "work", conflicts_with_all = ["tag", "address", "mail"])]
    check: bool,
    /// Write the files for package managers (Homebrew, winget) from the archives of all targets in a folder
    #[arg(long, value_name = "FOLDER", group = "work")]
    recipes: Option<PathBuf>,
}

impl Release {
    /// Runs the task. The exit status is 1 if something is not ready; all such things are printed.
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("..")
            .canonicalize()?;
        let addresses = [
            (Address::Repository, &self.address),
            (Address::Mail, &self.mail),
        ];
        for (of, address) in addresses {
            if let Some(address) = address {
                let files = address::set(&root, of, address)?;
                println!("{address}: {} files: {}", files.len(), files.join(", "));
            }
        }
        if let Some(folder) = &self.recipes {
            for path in recipes::write(&root, folder)? {
                println!("Wrote {}.", path.display());
            }
        }
        if self.check {
            let faults = faults(&root, &format!("v{}", version(&root)?))?;
            return publication::check(&root, faults);
        }
        let Some(tag) = &self.tag else {
            return Ok(ExitCode::SUCCESS);
        };
        let faults = faults(&root, tag)?;
        for fault in &faults {
            eprintln!("error: {fault}");
        }
        if !faults.is_empty() {
            return Ok(ExitCode::FAILURE);
        }
        println!("All packages have the version of the tag {tag}.");
        if let Some(path) = &self.notes {
            let changelog = fs::read_to_string(root.join("CHANGELOG.md"))?;
            let version = tag.trim_start_matches('v');
            fs::write(
                path,
                changelog::section(&changelog, version).unwrap_or_default(),
            )?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Returns what is not ready for the release of a tag.
fn faults(root: &Path, tag: &str) -> io::Result<Vec<String>> {
    let Some(wanted) = tag.strip_prefix('v') else {
        return Ok(vec![format!("the tag {tag} does not begin with v")]);
    };
    let mut faults = differing(&versions(root)?, wanted);
    let changelog = fs::read_to_string(root.join("CHANGELOG.md"))?;
    faults.extend(changelog::faults(&changelog, wanted));
    for (of, option) in [(Address::Repository, "address"), (Address::Mail, "mail")] {
        let files = address::with_unknown(root, of)?;
        if !files.is_empty() {
            faults.push(format!(
                "{} stands in {} files; `cargo xtask release --{option}` puts the right one there",
                of.unknown(),
                files.len()
            ));
        }
    }
    Ok(faults)
}

/// Returns the places of versions that are not the wanted one.
fn differing(versions: &[(String, Option<String>)], wanted: &str) -> Vec<String> {
    let mut faults = Vec::new();
    for (place, version) in versions {
        if version.as_deref() != Some(wanted) {
            let found = version.as_deref().unwrap_or("missing");
            faults.push(format!("{place}: the version is {found}, not {wanted}"));
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_version_that_differs_is_named() {
        let versions = [
            ("one".to_string(), Some("0.1.1".to_string())),
            ("two".to_string(), Some("0.1.0".to_string())),
            ("three".to_string(), None),
        ];
        assert_eq!(
            differing(&versions, "0.1.1"),
            [
                "two: the version is 0.1.0, not 0.1.1",
                "three: the version is missing, not 0.1.1",
            ]
        );
    }

    #[test]
    fn a_release_needs_a_tag_that_is_a_version_and_an_address() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let faults_of = |tag: &str| faults(&root, tag).expect("the manifests can be read");
        assert_eq!(faults_of("0.1.1"), ["the tag 0.1.1 does not begin with v"]);
        let other = faults_of("v99.0.0");
        assert!(
            other
                .iter()
                .any(|fault| fault.contains("no section \"## 99.0.0\""))
        );
        let unknown = address::with_unknown(&root, Address::Repository).expect("files");
        let names_it = other
            .iter()
            .any(|fault| fault.contains("release --address"));
        assert_eq!(names_it, !unknown.is_empty());
    }
}
