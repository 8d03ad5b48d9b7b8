//! The files for package managers, from their templates in `packaging/` and the archives of a release.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::checksum::sha256;
use crate::versions::version;

/// The templates, from the root of the repository.
const TEMPLATES: [&str; 4] = [
    "packaging/homebrew/transect.rb",
    "packaging/winget/transect.transect.yaml",
    "packaging/winget/transect.transect.installer.yaml",
    "packaging/winget/transect.transect.locale.en-US.yaml",
];

/// Writes the files to `target/package/recipes`, and returns their paths.
///
/// # Errors
/// Returns an error if the folder lacks an archive that a template names.
pub(super) fn write(root: &Path, archives: &Path) -> io::Result<Vec<PathBuf>> {
    let folder = root.join("target/package/recipes");
    fs::create_dir_all(&folder)?;
    let version = version(root)?;
    let mut written = Vec::new();
    for template in TEMPLATES {
        let text = fs::read_to_string(root.join(template))?;
        let name = Path::new(template).file_name().unwrap_or_default();
        let path = folder.join(name);
        fs::write(&path, filled(&text, &version, archives)?)?;
        written.push(path);
    }
    Ok(written)
}

/// Returns a template with the version and the checksums of archives in a folder.
fn filled(template: &str, version: &str, archives: &Path) -> io::Result<String> {
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('@') {
        text += before;
        let place = after.split_once('@');
        let (key, after) = place.ok_or_else(|| io::Error::other("a place without an end"))?;
        text += &match key.split_once(' ') {
            None if key == "VERSION" => version.to_owned(),
            Some(("SHA256", target)) => checksum(archives, version, target)?,
            _ => return Err(io::Error::other(format!("no value for @{key}@"))),
        };
        rest = after;
    }
    Ok(text + rest)
}

/// Returns the checksum of the archive of a target.
fn checksum(archives: &Path, version: &str, target: &str) -> io::Result<String> {
    let endings = ["tar.gz", "zip"];
    let mut paths =
        endings.map(|ending| archives.join(format!("transect-{version}-{target}.{ending}")));
    paths.sort_by_key(|path| !path.is_file());
    let missing = |error| io::Error::other(format!("{}: {error}", paths[0].display()));
    sha256(&paths[0]).map_err(missing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_get_the_version_and_the_checksums_of_the_archives() {
        let folder = tempfile::tempdir().expect("a folder");
        for target in [
            "aarch64-apple-darwin.tar.gz",
            "x86_64-apple-darwin.tar.gz",
            "aarch64-unknown-linux-gnu.tar.gz",
            "x86_64-unknown-linux-gnu.tar.gz",
            "x86_64-pc-windows-msvc.zip",
        ] {
            let name = format!("transect-9.8.7-{target}");
            fs::write(folder.path().join(name), "").expect("a file");
        }
        // The hash of no bytes.
        let hash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        for (template, hashes) in TEMPLATES.into_iter().zip([4, 0, 1, 0]) {
            let text = fs::read_to_string(root.join(template)).expect("a template");
            let text = filled(&text, "9.8.7", folder.path()).expect("all archives are there");
            assert!(text.contains("9.8.7"), "{template}");
            assert!(!text.contains('@'), "{template}");
            assert_eq!(text.matches(hash).count(), hashes, "{template}");
        }
    }

    #[test]
    fn a_missing_archive_is_an_error_with_its_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let error = filled("@SHA256 host@", "1.0.0", folder.path()).expect_err("no archive");
        assert!(
            error.to_string().contains("transect-1.0.0-host.tar.gz"),
            "{error}"
        );
        assert!(filled("@OTHER@", "1.0.0", folder.path()).is_err());
    }
}
