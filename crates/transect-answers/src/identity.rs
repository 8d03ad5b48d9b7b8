//! The identity of a model: a hash of the contents of its files. It tells the page whether two answers are about the
//! same model.

use std::io::{self, Read};

use sha2::{Digest, Sha256};
use transect_mesh::WeldDistance;
use transect_report::hexadecimal::hexadecimal;

/// The number of bytes of the hash that the identity keeps.
const BYTES: usize = 16;
/// The number of bytes that are read at a time.
const CHUNK: usize = 1 << 16;

/// The identity of a model, in hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity(String);

impl Identity {
    /// Returns the identity of a model. It depends on the names and the contents of its files, on the unit and
    /// the distance of a weld from the options, and on the version of the program.
    #[must_use]
    pub fn of(files: &[FileHash], unit: Option<&str>, weld: Option<WeldDistance>) -> Self {
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
        Self(hexadecimal(&hash.finalize()[..BYTES]))
    }

    /// Returns the hexadecimal digits.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0
    }
}

/// Adds bytes to a hash, with their number in front, so that the end of each part is unambiguous.
fn add(hash: &mut Sha256, bytes: &[u8]) {
    hash.update((bytes.len() as u64).to_le_bytes());
    hash.update(bytes);
}

/// The name of a file, and the hash of its contents.
pub struct FileHash {
    name: String,
    hash: [u8; 32],
}

impl FileHash {
    /// Hashes the contents of a file. `name` is the name of the file without its folder.
    #[must_use]
    pub fn of(name: &str, bytes: &[u8]) -> Self {
        Self {
            name: name.into(),
            hash: Sha256::digest(bytes).into(),
        }
    }

    /// Reads the contents of a file, and hashes them. `name` is the name of the file without its folder.
    ///
    /// # Errors
    /// Returns the errors of the reader.
    pub fn read(name: &str, mut file: impl Read) -> io::Result<Self> {
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
            name: name.into(),
            hash: hash.finalize().into(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_identity_depends_on_names_contents_and_unit() {
        let hash = |name: &str, text: &str| FileHash::read(name, text.as_bytes()).expect("a hash");
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
}
