//! Large models that are kept beside the repository, not in it.

use std::io;
use std::path::Path;

/// The name of the environment variable that requires the large models.
/// With the value `1`, a task fails if its model is missing. Otherwise the task skips the model.
const REQUIRED: &str = "TRANSECT_REQUIRE_SHARED";

/// Returns `true` if a model exists. The path is relative to the root of the project.
///
/// # Errors
/// If the model belongs beside the repository, is missing, and is required.
pub(crate) fn is_there(root: &Path, model: &str) -> io::Result<bool> {
    if root.join(model).exists() {
        return Ok(true);
    }
    let is_required = std::env::var_os(REQUIRED).is_some_and(|value| value == "1");
    if is_required && model.starts_with("../") {
        return Err(io::Error::other(format!(
            "{model} is absent, and {REQUIRED}=1 requires it"
        )));
    }
    Ok(false)
}
