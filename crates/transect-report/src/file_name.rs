//! The name of a file without its folder, as titles and pages show it.

use std::path::Path;

/// Returns the last component of a path.
#[must_use]
pub fn file_name(path: &str) -> String {
    Path::new(path).file_name().map_or_else(
        || path.to_string(),
        |name| name.to_string_lossy().into_owned(),
    )
}
