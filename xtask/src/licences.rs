//! `cargo xtask licences`: the licences, the sources and the bans of all crates that the project depends on.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use clap::Args;
use serde::Deserialize;
use spdx::{Expression, Licensee};

use crate::workspaces::OWN_WORKSPACES;

/// The address of the registry crates.io, as cargo writes it.
const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// Check the licence and the source of each dependency against deny.toml
///
/// Reads the licence that each crate states in its manifest. `cargo deny check` reads the same file, knows advisories
/// too, and runs in `.ci/nightly`; it takes minutes to build.
#[derive(Args)]
pub(crate) struct Licences {}

/// The parts of deny.toml that this task checks. cargo-deny knows the others.
#[derive(Deserialize)]
struct Rules {
    licenses: LicenceRules,
    bans: Bans,
}

#[derive(Deserialize)]
struct LicenceRules {
    allow: Vec<String>,
    exceptions: Vec<ExceptionRule>,
}

/// Further licences that are allowed for one crate.
#[derive(Deserialize)]
struct ExceptionRule {
    #[serde(rename = "crate")]
    name: String,
    allow: Vec<String>,
}

#[derive(Deserialize)]
struct Bans {
    deny: Vec<Ban>,
}

/// A crate that must not be a dependency.
#[derive(Deserialize)]
struct Ban {
    name: String,
    reason: String,
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
    /// The registry, or `None` for a folder of this repository.
    source: Option<String>,
    dependencies: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    name: String,
    /// The required versions.
    req: String,
    /// The folder of a dependency of this repository.
    path: Option<String>,
}

impl Licences {
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let rules = fs::read_to_string(root.join("deny.toml"))?;
        let rules: Rules = toml::from_str(&rules).map_err(io::Error::other)?;
        let mut faults = BTreeSet::new();
        let mut checked = BTreeSet::new();
        for workspace in std::iter::once("Cargo.toml").chain(OWN_WORKSPACES) {
            for package in metadata(&root.join(workspace))?.packages {
                faults.extend(rules.faults(&package)?);
                checked.insert((package.name, package.version));
            }
        }
        for fault in &faults {
            eprintln!("{fault}");
        }
        println!("Checked {} crates.", checked.len());
        Ok(if faults.is_empty() {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        })
    }
}

/// Returns all packages of a workspace, with all features and for all platforms.
fn metadata(manifest: &Path) -> io::Result<Metadata> {
    let output = Command::new("cargo")
        .args(["metadata", "--format-version", "1", "--all-features"])
        .args(["--locked", "--manifest-path"])
        .arg(manifest)
        .stderr(Stdio::inherit())
        .output()?;
    if !output.status.success() {
        let message = format!("cargo metadata failed for {}", manifest.display());
        return Err(io::Error::other(message));
    }
    serde_json::from_slice(&output.stdout).map_err(io::Error::other)
}

impl Rules {
    /// Returns what is wrong with a package, one sentence per fault.
    fn faults(&self, package: &Package) -> io::Result<Vec<String>> {
        let name = format!("{} {}", package.name, package.version);
        let mut faults = Vec::new();
        if let Some(ban) = self.bans.deny.iter().find(|ban| ban.name == package.name) {
            faults.push(format!("{name} is banned: {}", ban.reason));
        }
        let Some(source) = &package.source else {
            let any = |dependency: &&Dependency| dependency.req == "*" && dependency.path.is_none();
            faults.extend(package.dependencies.iter().filter(any).map(|dependency| {
                format!(
                    "{name} accepts any version of {}: name one",
                    dependency.name
                )
            }));
            return Ok(faults);
        };
        if source != REGISTRY {
            faults.push(format!("{name} comes from {source}, not from crates.io"));
        }
        match &package.license {
            None => faults.push(format!("{name} states no licence in its manifest")),
            Some(licence) if !self.allow(&package.name, licence)? => {
                faults.push(format!(
                    "{name} has the licence {licence}, which deny.toml does not allow"
                ));
            }
            Some(_) => {}
        }
        Ok(faults)
    }

    /// Returns `true` if a crate may be used under licences that deny.toml allows.
    fn allow(&self, name: &str, licence: &str) -> io::Result<bool> {
        let exceptions = self.licenses.exceptions.iter();
        let exceptions = exceptions.filter(|exception| exception.name == name);
        let more = exceptions.flat_map(|exception| &exception.allow);
        let allowed: Vec<Licensee> = (self.licenses.allow.iter().chain(more))
            .map(|text| Licensee::parse(text).map_err(io::Error::other))
            .collect::<io::Result<_>>()?;
        // Old manifests write `MIT/Apache-2.0`.
        let expression = Expression::parse_mode(licence, spdx::ParseMode::LAX);
        let expression = expression.map_err(io::Error::other)?;
        Ok(expression.evaluate(|requirement| {
            let mut allowed = allowed.iter();
            allowed.any(|licensee| licensee.satisfies(requirement))
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules() -> Rules {
        let text = r#"
            [licenses]
            allow = ["MIT", "Apache-2.0"]
            exceptions = [{ crate = "psm", allow = ["Apache-2.0 WITH LLVM-exception"] }]
            [bans]
            deny = [{ name = "rug", reason = "LGPL" }]
        "#;
        toml::from_str(text).expect("the rules can be read")
    }

    /// Returns the faults of a crate from a registry.
    fn faults(name: &str, licence: Option<&str>, source: &str) -> Vec<String> {
        let package = Package {
            name: name.to_owned(),
            version: "1.0.0".to_owned(),
            license: licence.map(str::to_owned),
            source: Some(source.to_owned()),
            dependencies: Vec::new(),
        };
        rules().faults(&package).expect("the licence can be read")
    }

    #[test]
    fn one_of_several_licences_is_enough_if_the_crate_says_or() {
        for licence in ["MIT", "GPL-3.0-only OR MIT", "MIT/Apache-2.0"] {
            assert_eq!(faults("a", Some(licence), REGISTRY), [""; 0], "{licence}");
        }
        for licence in [
            "GPL-3.0-only",
            "MIT AND GPL-3.0-only",
            "Apache-2.0 WITH LLVM-exception",
        ] {
            assert_eq!(faults("a", Some(licence), REGISTRY).len(), 1, "{licence}");
        }
        assert_eq!(faults("a", None, REGISTRY).len(), 1);
    }

    #[test]
    fn an_exception_holds_for_its_crate_only() {
        let licence = Some("Apache-2.0 WITH LLVM-exception");
        assert_eq!(faults("psm", licence, REGISTRY), [""; 0]);
        assert_eq!(faults("psm-sys", licence, REGISTRY).len(), 1);
    }

    #[test]
    fn banned_crates_and_other_sources_are_faults() {
        assert_eq!(
            faults("rug", Some("MIT"), REGISTRY),
            ["rug 1.0.0 is banned: LGPL"]
        );
        assert_eq!(
            faults("a", Some("MIT"), "git+file:///elsewhere"),
            ["a 1.0.0 comes from git+file:///elsewhere, not from crates.io"]
        );
    }

    #[test]
    fn our_own_crates_name_the_versions_of_their_dependencies() {
        let dependency = |path: Option<&str>| Dependency {
            name: "b".to_owned(),
            req: "*".to_owned(),
            path: path.map(str::to_owned),
        };
        let package = Package {
            name: "a".to_owned(),
            version: "1.0.0".to_owned(),
            license: None,
            source: None,
            dependencies: vec![dependency(None), dependency(Some("../b"))],
        };
        let faults = rules().faults(&package).expect("the licence can be read");
        assert_eq!(faults, ["a 1.0.0 accepts any version of b: name one"]);
    }
}
