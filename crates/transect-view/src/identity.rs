//! The identity of a model: a hash of the contents of its files. It tells the page whether two answers are about the
//! same model.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use axum::http::HeaderValue;
use sha2::{Digest, Sha256};
use transect_mesh::WeldDistance;
use transect_report::file_name::file_name;

/// The number of bytes of the hash that the identity keeps.
const BYTES: usize = 16;
/// The number of bytes that are read at a time.
const CHUNK: usize = 1 << 16;

/// The identity of a model, in hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Identity(String);

impl Identity {
    /// Returns the identity of a model. It depends on the names and the contents of its files, on the unit and
    /// the distance of a weld from the options, and on the version of the program.
    pub(crate) fn of(files: &[FileHash], unit: Option<&str>, weld: Option<WeldDistance>) -> Self {
        let mut hash = Sha256::new();
        for part in [env!("CARGO_PKG_VERSION"), unit.unwrap_or_default()] {
            add(&mut hash, part.as_bytes());
        }
        if let Some(weld) = weld {
            add(&mut hash, &weld.get().to_le_bytes());
        }
        for file in files {
            add(&mut hash, file.name.as_bytes());
            add(&mut hash, &file.hash);
        }
        let mut text = String::with_capacity(2 * BYTES);
        for byte in hash.finalize().iter().take(BYTES) {
            // Writing to a `String` does not fail, so the result is ignored.
            let _ = write!(text, "{byte:02x}");
        }
        Self(text)
    }

    pub(crate) fn text(&self) -> &str {
        &self.0
    }

    /// Returns the identity as the value of a header. Hexadecimal digits are always valid there.
    pub(crate) fn header(&self) -> Option<HeaderValue> {
        HeaderValue::from_str(&self.0).ok()
    }
}

/// Adds bytes to a hash, with their number in front, so that the end of each part is unambiguous.
fn add(hash: &mut Sha256, bytes: &[u8]) {
    hash.update((bytes.len() as u64).to_le_bytes());
    hash.update(bytes);
}

/// The name of a file, and the hash of its contents.
pub(crate) struct FileHash {
    name: String,
    hash: [u8; 32],
}

impl FileHash {
    /// Reads a file and hashes its contents.
    pub(crate) fn of(path: &Path) -> io::Result<Self> {
        let mut file = File::open(path)?;
        let mut hash = Sha256::new();
        let mut chunk = vec![0; CHUNK];
        loop {
            let count = file.read(&mut chunk)?;
            if count == 0 {
                break;
            }
            hash.update(chunk.get(..count).unwrap_or_default());
        }
        Ok(Self {
            name: file_name(&path.display().to_string()),
            hash: hash.finalize().into(),
        })
    }
}

/// The size and the time of the last change of each file of a model. A difference means that a file has changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stamps(Vec<(PathBuf, Option<(u64, SystemTime)>)>);

impl Stamps {
    /// Returns the present sizes and times of files. A missing file has neither.
    pub(crate) fn of(paths: &[PathBuf]) -> Self {
        let stamp = |path: &PathBuf| {
            let found = std::fs::metadata(path).ok()?;
            Some((found.len(), found.modified().ok()?))
        };
        Self(
            paths
                .iter()
                .map(|path| (path.clone(), stamp(path)))
                .collect(),
        )
    }

    /// Returns `true` if a file has changed since these stamps were taken.
    pub(crate) fn have_changed(&self) -> bool {
        let paths: Vec<PathBuf> = self.0.iter().map(|(path, _)| path.clone()).collect();
        Self::of(&paths) != *self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_identity_depends_on_names_contents_and_unit() {
        let folder = tempfile::tempdir().expect("a folder");
        let hash = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).expect("a file");
            FileHash::of(&path).expect("a hash")
        };
        let of = |files: &[(&str, &str)], unit| {
            let files: Vec<FileHash> = files.iter().map(|(name, text)| hash(name, text)).collect();
            Identity::of(&files, unit, None)
        };
        let first = of(&[("a.obj", "v 0 0 0")], None);
        assert_eq!(first.text().len(), 2 * BYTES);
        assert_eq!(first, of(&[("a.obj", "v 0 0 0")], None));
        for other in [
            of(&[("b.obj", "v 0 0 0")], None),
            of(&[("a.obj", "v 0 0 1")], None),
            of(&[("a.obj", "v 0 0 0")], Some("mm")),
            of(&[("a.obj", "v 0 0 0"), ("b.obj", "")], None),
        ] {
            assert_ne!(first, other);
        }
    }

    #[test]
    fn stamps_notice_a_changed_and_a_removed_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.obj");
        std::fs::write(&path, "1").expect("a file");
        let stamps = Stamps::of(std::slice::from_ref(&path));
        assert!(!stamps.have_changed());
        std::fs::write(&path, "12").expect("a file");
        assert!(stamps.have_changed());
        std::fs::remove_file(&path).expect("removed");
        assert!(stamps.have_changed());
    }
}
