//! Large models that are kept beside the repository, not in it.

use std::io;
use std::path::Path;

/// The name of the environment variable that makes the large models required. If its value is `1`, a task fails if its
/// model is missing. Otherwise the task skips the model.
const REQUIRED: &str = "TRANSECT_REQUIRE_SHARED";

/// Returns `true` if the file of a model exists. The path of the model is relative to the root of the project.
///
/// # Errors
/// Returns an error if the model is missing, belongs beside the repository, and is required.
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
