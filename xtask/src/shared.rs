//! Large models that lie beside the repository, not in it.

use std::io;
use std::path::Path;

/// Set to `1`, this variable makes a task fail whose model is absent. Otherwise the model is left out.
const REQUIRED: &str = "TRANSECT_REQUIRE_SHARED";

/// Whether a model is there, by its path from the root of the project.
///
/// # Errors
/// If the model lies beside the repository, is absent, and is required.
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
