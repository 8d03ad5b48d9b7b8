//! The standard library of a target: installed, or compiled from its source.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The message for a target without a standard library.
pub(crate) const MISSING: &str =
    "there is no standard library for this target, and no source of one; `.ci/prepare` provides it";

/// The form in which a standard library is present.
pub(crate) enum Library {
    /// The toolchain has the compiled library.
    Installed,
    /// The toolchain has the source (the component `rust-src`).
    Component,
    /// The source lies in this folder, where `.ci/prepare` put it.
    Folder(PathBuf),
}

impl Library {
    /// Returns the standard library of a target, or `None` if it is missing.
    ///
    /// # Errors
    /// Returns an error if the compiler does not start.
    pub(crate) fn of(target: &str, root: &Path) -> io::Result<Option<Self>> {
        let installed = rustc(&["--print", "target-libdir", "--target", target])?;
        if has_core(Path::new(&installed)) {
            return Ok(Some(Self::Installed));
        }
        let sysroot = rustc(&["--print", "sysroot"])?;
        let component = Path::new(&sysroot).join("lib/rustlib/src/rust/library/Cargo.lock");
        if component.is_file() {
            return Ok(Some(Self::Component));
        }
        // The source has to be that of this compiler.
        let folder = root.join("target/std-source");
        let release = fs::read_to_string(folder.join("release")).unwrap_or_default();
        let version = rustc(&["--version", "--verbose"])?;
        let own = version
            .lines()
            .find_map(|line| line.strip_prefix("release: "));
        Ok((own == Some(release.trim())).then(|| Self::Folder(folder.join("library"))))
    }

    /// Adds the options to a call of cargo with which it uses this library.
    pub(crate) fn set(&self, cargo: &mut Command) {
        if matches!(self, Self::Installed) {
            return;
        }
        // Cargo compiles the standard library only with a flag that is unstable.
        cargo
            .arg("-Zbuild-std=std,test")
            .env("RUSTC_BOOTSTRAP", "1");
        if let Self::Folder(folder) = self {
            // The variable is for cargo's own tests. Without it, the source has to be moved into the toolchain.
            cargo.env("__CARGO_TESTS_ONLY_SRC_ROOT", folder);
        }
    }

    /// Returns a few words for people on how the library is present.
    pub(crate) fn origin(&self) -> &'static str {
        match self {
            Self::Installed => "with the installed standard library",
            Self::Component | Self::Folder(_) => "with a standard library that is compiled here",
        }
    }
}

/// Returns the target of this machine's own programs.
///
/// # Errors
/// Returns an error if the compiler does not start.
pub(crate) fn host() -> io::Result<String> {
    rustc(&["--print", "host-tuple"])
}

/// Returns `true` if the folder holds the compiled crate `core`.
fn has_core(folder: &Path) -> bool {
    let entries = folder.read_dir().into_iter().flatten().flatten();
    let mut names = entries.map(|entry| entry.file_name());
    names.any(|name| name.to_string_lossy().starts_with("libcore-"))
}

fn rustc(arguments: &[&str]) -> io::Result<String> {
    let output = Command::new("rustc").args(arguments).output()?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(io::Error::other(format!("rustc: {}", said.trim())));
    }
    let text = String::from_utf8(output.stdout).map_err(io::Error::other)?;
    Ok(text.trim().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_library_of_this_machine_is_installed() {
        let host = host().expect("a compiler");
        let library = Library::of(&host, Path::new("no-folder")).expect("a compiler");
        assert!(matches!(library, Some(Library::Installed)));
    }

    #[test]
    fn the_source_of_another_compiler_is_not_used() {
        let root = std::env::temp_dir().join(format!("transect-std-{}", std::process::id()));
        let folder = root.join("target/std-source");
        fs::create_dir_all(&folder).expect("a folder");
        // No toolchain has a compiled library for this target, which has only the crate `core`.
        let target = "avr-none";
        let found = |release: &str| {
            fs::write(folder.join("release"), release).expect("a file");
            Library::of(target, &root).expect("a compiler")
        };
        let own = rustc(&["--version"]).expect("a compiler");
        let own = own.split(' ').nth(1).expect("a version");
        let is_component = matches!(found("0.0.1\n"), Some(Library::Component));
        if !is_component {
            assert!(found("0.0.1\n").is_none());
            assert!(matches!(
                found(&format!("{own}\n")),
                Some(Library::Folder(_))
            ));
        }
        fs::remove_dir_all(&root).expect("a folder");
    }
}
