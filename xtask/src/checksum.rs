//! Checksums of files.

use std::fs;
use std::io;
use std::path::Path;

use sha2::{Digest, Sha256};

/// Returns the SHA-256 of a file, in hexadecimal digits.
pub(crate) fn sha256(path: &Path) -> io::Result<String> {
    let hash = Sha256::digest(fs::read(path)?);
    Ok(hash.iter().map(|byte| format!("{byte:02x}")).collect())
}
