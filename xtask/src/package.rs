//! `cargo xtask package`: the packages of all crates and the release archive of the command, both with the built page.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::Args;

use crate::archive::archive;
use crate::npm::{check_tools, install_packages};
use crate::process::{output, succeed};
use crate::test_web::{TestWeb, test_page};
use crate::web::{build_in, build_page, files};

/// The packages of the workspace that are not published.
const PRIVATE: [&str; 5] = [
    "xtask",
    "transect-benchmarks",
    "transect-tests",
    "pages-check",
    "words-check",
];

/// Make the packages of all crates and the release archive of the command, with the built page in both
///
/// The page is built from its locked sources: `package-lock.json` gives the version and the checksum of each npm
/// package. The packages and the archive are written to target/package. Needs Node.js 20 or newer with npm, and tar.
#[derive(Args)]
pub(crate) struct Package {
    /// Also compile the command from the unpacked packages, without the sources of the project
    #[arg(long)]
    compile: bool,
    /// Also build the page a second time in another folder and compare the bytes; install the command from the
    /// unpacked packages, and test its page in Chromium
    #[arg(long)]
    check: bool,
    /// Build the command of the archive for this target, whose standard library and linker must be installed
    #[arg(long, value_name = "TARGET", conflicts_with = "check")]
    target: Option<String>,
    /// Leave the paths of this machine out of the command, so that builds in other folders have the same bytes
    #[arg(long)]
    reproducible: bool,
}

/// The files that the task has written.
pub(crate) struct Made {
    packages: Vec<PathBuf>,
    /// The folder of the built page.
    page: PathBuf,
    pub(crate) archive: PathBuf,
}

impl Package {
    /// Returns the options for what is published.
    pub(crate) fn published() -> Self {
        Self {
            compile: false,
            check: false,
            target: None,
            reproducible: true,
        }
    }

    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("..")
            .canonicalize()?;
        let made = self.make(&root)?;
        if self.compile {
            compile(&root, &unpacked(&root, &made.packages)?)?;
        }
        if !self.check {
            return Ok(ExitCode::SUCCESS);
        }
        compare_builds(&root, &made.page)?;
        let command = install(&root, &unpacked(&root, &made.packages)?)?;
        test_page(
            &root,
            &command,
            &TestWeb::only("the plane of the command comes first"),
        )
    }

    /// Makes the packages and the archive.
    pub(crate) fn make(&self, root: &Path) -> io::Result<Made> {
        check_tools()?;
        install_packages(&root.join("crates/transect-view/web"))?;
        let page = build_page(root)?.join("dist");
        let packages = packages(root)?;
        for package in &packages {
            if is_of(package, "transect-view") {
                holds_page(package, &page)?;
            }
        }
        let archive = archive(root, self.target.as_deref(), self.reproducible)?;
        println!(
            "Wrote {} packages and {}.",
            packages.len(),
            archive.display()
        );
        Ok(Made {
            packages,
            page,
            archive,
        })
    }
}

/// Builds the page again from a copy of its sources, with newly installed npm packages. Returns an error if a file of
/// the second build differs from that of the first build.
fn compare_builds(root: &Path, page: &Path) -> io::Result<()> {
    let again = root.join("target/page-again");
    if again.exists() {
        fs::remove_dir_all(&again)?;
    }
    let listed = output(
        Command::new("git")
            .args(["ls-files", "--full-name", "-z", "crates/transect-view/web"])
            .current_dir(root),
    )?;
    for name in listed.split('\0').filter(|name| !name.is_empty()) {
        let copy = again.join(name);
        fs::create_dir_all(copy.parent().unwrap_or(&again))?;
        fs::copy(root.join(name), copy)?;
    }
    let web = again.join("crates/transect-view/web");
    install_packages(&web)?;
    build_in(&web)?;
    let [one, two] = [files(page)?, files(&web.join("dist"))?];
    let names = one.keys().chain(two.keys());
    let different = names.filter(|name| one.get(*name) != two.get(*name));
    let different: Vec<&str> = different.map(String::as_str).collect();
    if !different.is_empty() {
        return Err(io::Error::other(format!(
            "two builds of the page differ: {}",
            different.join(", ")
        )));
    }
    println!("Two builds of the page have the same {} files.", one.len());
    Ok(())
}

/// Makes the packages of all published crates, and returns their paths.
fn packages(root: &Path) -> io::Result<Vec<PathBuf>> {
    let folder = root.join("target/package");
    if folder.exists() {
        for package in with_extension(&folder, "crate")? {
            fs::remove_file(package)?;
        }
    }
    let mut cargo = Command::new("cargo");
    cargo.args([
        "package",
        "--quiet",
        "--locked",
        "--no-verify",
        "--allow-dirty",
        "--workspace",
    ]);
    for private in PRIVATE {
        cargo.args(["--exclude", private]);
    }
    succeed(cargo.current_dir(root))?;
    with_extension(&folder, "crate")
}

/// Returns `true` if a path is that of the package with this name, such as `name-0.1.0.crate`.
fn is_of(package: &Path, name: &str) -> bool {
    let file = package.file_name().unwrap_or_default().to_string_lossy();
    let version = file
        .strip_prefix(name)
        .and_then(|rest| rest.strip_prefix('-'));
    version.is_some_and(|version| version.starts_with(|first: char| first.is_ascii_digit()))
}

/// Returns an error if a package lacks a file of the built page.
fn holds_page(package: &Path, page: &Path) -> io::Result<()> {
    let listed = output(Command::new("tar").arg("-tzf").arg(package))?;
    for name in files(page)?.keys() {
        let end = format!("/web/dist/{name}");
        if !listed.lines().any(|line| line.ends_with(&end)) {
            return Err(io::Error::other(format!(
                "{} lacks the file {name} of the page",
                package.display()
            )));
        }
    }
    Ok(())
}

/// The unpacked packages, as a workspace without the sources of the project.
struct Unpacked {
    folder: PathBuf,
    /// The folders of the packages in this folder, such as `transect-cli-0.1.0`.
    members: Vec<String>,
    /// The one that has the command.
    command: PathBuf,
}

/// Unpacks the packages into one folder.
fn unpacked(root: &Path, packages: &[PathBuf]) -> io::Result<Unpacked> {
    let folder = root.join("target/from-packages");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    let mut members = Vec::new();
    for package in packages {
        succeed(
            Command::new("tar")
                .arg("-xzf")
                .arg(package)
                .arg("-C")
                .arg(&folder),
        )?;
        let stem = package.file_stem().unwrap_or_default();
        members.push(stem.to_string_lossy().into_owned());
    }
    // The packages depend on each other by their versions. The patches replace the registry, where these versions do
    // not exist before they are published.
    let mut manifest =
        format!("[workspace]\nresolver = \"3\"\nmembers = {members:?}\n\n[patch.crates-io]\n");
    for member in &members {
        if let Some((name, _)) = member.rsplit_once('-') {
            manifest += &format!("{name} = {{ path = {member:?} }}\n");
        }
    }
    fs::write(folder.join("Cargo.toml"), manifest)?;
    fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock"))?;
    // Removes the crates of the private packages from the lock file, and changes no version.
    succeed(
        Command::new("cargo")
            .args(["update", "--quiet", "--workspace", "--offline"])
            .current_dir(&folder),
    )?;
    let command = members
        .iter()
        .find(|member| member.starts_with("transect-cli-"))
        .ok_or_else(|| io::Error::other("there is no package transect-cli"))?;
    let command = folder.join(command);
    Ok(Unpacked {
        folder,
        members,
        command,
    })
}

/// Checks that the command compiles from the packages. The dependencies are those that the lints have checked already.
fn compile(root: &Path, unpacked: &Unpacked) -> io::Result<()> {
    succeed(
        Command::new("cargo")
            .args(["check", "--quiet", "--locked", "--offline"])
            .args(["--package", "transect-cli", "--target-dir"])
            .arg(root.join("target"))
            .current_dir(&unpacked.folder),
    )
}

/// Installs the command from the packages. Returns its path.
fn install(root: &Path, unpacked: &Unpacked) -> io::Result<PathBuf> {
    // Our own packages are compiled anew, so they are not optimized.
    let unoptimized = unpacked.members.iter().filter_map(|member| {
        let (name, _) = member.rsplit_once('-')?;
        Some(format!("--config=profile.dev.package.{name}.opt-level=0"))
    });
    succeed(
        Command::new("cargo")
            .args([
                "install",
                "--debug", // the dependencies are compiled already if the tests have run
                "--quiet",
                "--locked",
                "--offline",
                "--force",
                "--path",
            ])
            .arg(&unpacked.command)
            .arg("--root")
            .arg(unpacked.folder.join("installed"))
            .arg("--target-dir")
            .arg(root.join("target"))
            .args(unoptimized)
            .current_dir(&unpacked.folder),
    )?;
    let program = format!("transect{}", std::env::consts::EXE_SUFFIX);
    Ok(unpacked.folder.join("installed/bin").join(program))
}

fn with_extension(folder: &Path, extension: &str) -> io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in folder.read_dir()? {
        let path = entry?.path();
        if path.extension().is_some_and(|own| own == extension) {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_is_found_by_its_whole_name() {
        let package = Path::new("target/package/transect-view-0.1.0.crate");
        assert!(is_of(package, "transect-view"));
        assert!(!is_of(package, "transect"));
        assert!(!is_of(package, "transect-v"));
    }
}
