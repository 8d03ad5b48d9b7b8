//! The newest record of a kind.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Returns the path of the newest record whose file name begins with `kind`, such as "layers-". The rest of the name
/// begins with the date.
pub(super) fn newest(root: &Path, kind: &str) -> io::Result<Option<PathBuf>> {
    let mut newest = None;
    for entry in fs::read_dir(root.join("benchmarks/record"))? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with(kind) && name.ends_with(".csv") {
            newest = newest.max(Some(entry.path()));
        }
    }
    Ok(newest)
}
