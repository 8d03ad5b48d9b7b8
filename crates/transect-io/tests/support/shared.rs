//! Large files that lie beside the repository, not in it.

use std::path::{Path, PathBuf};

/// Set to `1`, this variable makes a test fail whose data is absent. Otherwise the test says that it is skipped.
const REQUIRED: &str = "TRANSECT_REQUIRE_SHARED";

/// The folder of the files, if it is there.
///
/// # Panics
/// If it is absent and required.
pub(crate) fn folder() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    if folder.is_dir() {
        return Some(folder);
    }
    assert!(
        std::env::var_os(REQUIRED).is_none_or(|value| value != "1"),
        "{} is absent, and {REQUIRED}=1 requires it",
        folder.display()
    );
    println!("skipped: {} is absent", folder.display());
    None
}

/// The path of a file. Where the folder is there, the file has to be there as well.
#[allow(
    dead_code,
    clippy::allow_attributes,
    reason = "each test file uses a part of this one"
)]
pub(crate) fn file(name: &str) -> Option<PathBuf> {
    let path = folder()?.join(name);
    assert!(path.is_file(), "{} is absent", path.display());
    Some(path)
}
