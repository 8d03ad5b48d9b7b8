//! The mark of ZIP archives, and of those that are 3MF packages.

use std::io::Cursor;

use zip::ZipArchive;

/// The first bytes of an archive.
pub(crate) const ZIP: &[u8] = b"PK\x03\x04";

/// Returns `true` if a file is a 3MF package: an archive with a model of 3MF, and with a list that names the model.
pub(crate) fn is_package(bytes: &[u8]) -> bool {
    if !bytes.starts_with(ZIP) {
        return false;
    }
    let Ok(archive) = ZipArchive::new(Cursor::new(bytes)) else {
        return false;
    };
    let is_model = |name: &str| name.to_ascii_lowercase().ends_with(".model");
    archive.file_names().any(is_model) && archive.file_names().any(|name| name == "_rels/.rels")
}
