//! The address of the project and that of its maintainers, in all files that state them.

use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;

use crate::process::output;

/// An address that files state.
#[derive(Clone, Copy)]
pub(super) enum Address {
    /// That of the repository.
    Repository,
    /// That to which mail is sent.
    Mail,
}

impl Address {
    /// Returns the text that stands in files while the address is not known. The top-level domain `.invalid` is never used
    /// (RFC 2606).
    pub(super) fn unknown(self) -> &'static str {
        match self {
            Self::Repository => concat!("https://address-of-the-repository", ".invalid"),
            Self::Mail => concat!("maintainers@address-of-the-repository", ".invalid"),
        }
    }

    fn is_valid(self, text: &str) -> bool {
        match self {
            Self::Repository => is_address(text),
            Self::Mail => {
                let mut parts = text.split('@');
                let [name, host] = [(); 2].map(|()| parts.next().unwrap_or_default());
                parts.next().is_none() && is_plain(name) && is_plain(host) && host.contains('.')
            }
        }
    }
}

/// Writes an address into all files that have the unknown one, and returns their names.
///
/// # Errors
/// Returns an error if the address is not valid, if no file has the unknown one, or if a file cannot be written.
pub(super) fn set(root: &Path, of: Address, address: &str) -> io::Result<Vec<String>> {
    let address = address.trim_end_matches('/');
    if !of.is_valid(address) {
        return Err(io::Error::other(format!(
            "{address} is not an address such as {}",
            match of {
                Address::Repository => "https://host.example/owner/transect",
                Address::Mail => "name@host.example",
            }
        )));
    }
    let files = with_unknown(root, of)?;
    if files.is_empty() {
        return Err(io::Error::other(format!(
            "no file has {}: an address stands there already, and is changed by hand",
            of.unknown()
        )));
    }
    for name in &files {
        let path = root.join(name);
        let text = fs::read_to_string(&path)?;
        fs::write(&path, text.replace(of.unknown(), address))?;
    }
    Ok(files)
}

/// Returns the names of the files that have the unknown address, sorted.
pub(super) fn with_unknown(root: &Path, of: Address) -> io::Result<Vec<String>> {
    let mut git = Command::new("git");
    git.args([
        "ls-files",
        "-z",
        "--cached",
        "--others",
        "--exclude-standard",
    ]);
    let listed = output(git.current_dir(root))?;
    let mut files = Vec::new();
    for name in listed.split('\0').filter(|name| !name.is_empty()) {
        // A file that was removed is listed until the removal is committed, and a link may lead to a folder.
        let Ok(bytes) = fs::read(root.join(name)) else {
            continue;
        };
        let has_it = |text: &str| text.contains(of.unknown());
        if std::str::from_utf8(&bytes).is_ok_and(has_it) {
            files.push(name.to_owned());
        }
    }
    files.sort();
    Ok(files)
}

fn is_address(text: &str) -> bool {
    let Some(rest) = text.strip_prefix("https://") else {
        return false;
    };
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    host.contains('.') && is_plain(host) && path.split('/').all(is_plain)
}

/// Returns `true` if a text has letters, digits and a few signs only, and at least one of them.
fn is_plain(text: &str) -> bool {
    let is_allowed = |letter: char| letter.is_ascii_alphanumeric() || "-._~".contains(letter);
    !text.is_empty() && text.chars().all(is_allowed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_a_host_and_a_path() {
        for good in [
            "https://host.example/owner/transect",
            "https://a.b/c-d_e.f~g",
        ] {
            assert!(is_address(good), "{good}");
        }
        for bad in [
            "host.example/owner/transect",
            "http://host.example/owner",
            "https://host.example",
            "https://localhost/transect",
            "https://host.example/a b",
            "https://host.example/\"a\"",
            Address::Repository.unknown(),
        ] {
            assert!(!is_address(bad), "{bad}");
        }
    }

    #[test]
    fn an_address_of_mail_has_a_name_and_a_host() {
        assert!(Address::Mail.is_valid("name@host.example"));
        for bad in ["name", "@host.example", "name@host", "a@b.c@d.e", "a b@c.d"] {
            assert!(!Address::Mail.is_valid(bad), "{bad}");
        }
    }

    #[test]
    fn an_address_takes_the_place_of_the_unknown_one() {
        let folder = tempfile::tempdir().expect("a folder");
        let git = |arguments: &[&str]| {
            let mut git = Command::new("git");
            git.args(arguments).current_dir(folder.path());
            output(&mut git).expect("git runs")
        };
        git(&["init", "--quiet"]);
        let manifest = folder.path().join("Cargo.toml");
        let unknown = Address::Repository.unknown();
        fs::write(&manifest, format!("repository = \"{unknown}\"\n")).expect("a file");
        fs::write(folder.path().join("other.md"), "no address").expect("a file");
        fs::write(folder.path().join("picture.png"), [0xff, 0xfe]).expect("a file");
        let files = set(
            folder.path(),
            Address::Repository,
            "https://host.example/owner/transect/",
        );
        assert_eq!(files.expect("it can be written"), ["Cargo.toml"]);
        let text = fs::read_to_string(&manifest).expect("text");
        assert_eq!(
            text,
            "repository = \"https://host.example/owner/transect\"\n"
        );
        let left = with_unknown(folder.path(), Address::Repository);
        assert!(left.expect("files").is_empty());
        let refused = set(folder.path(), Address::Repository, "transect").expect_err("no address");
        assert!(refused.to_string().contains("is not an address"));
    }

    #[test]
    fn the_manifests_of_the_crates_have_one_address() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let manifest = fs::read_to_string(root.join("Cargo.toml")).expect("a manifest");
        let line = manifest
            .lines()
            .find(|line| line.starts_with("repository = "));
        let line = line.expect("the workspace states its repository");
        for own in crate::workspaces::OWN_WORKSPACES {
            let manifest = fs::read_to_string(root.join(own)).expect("a manifest");
            assert!(manifest.lines().any(|other| other == line), "{own}: {line}");
        }
    }
}
