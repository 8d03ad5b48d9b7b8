//! Large test files that are stored outside of the repository, in a folder beside it.

use std::path::{Path, PathBuf};

/// The name of an environment variable. If its value is `1`, a test whose files are absent fails. Otherwise the test
/// prints that it is skipped.
const REQUIRED: &str = "TRANSECT_REQUIRE_SHARED";

/// Returns the folder of the files if it exists.
///
/// # Panics
/// Panics if the folder is absent and [`REQUIRED`] is `1`.
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

/// Returns the path of a file in the folder, or `None` if the folder is absent.
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
