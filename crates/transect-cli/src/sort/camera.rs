//! `--frustum FILE`: a camera or a projection matrix in JSON.

use std::path::Path;

use transect::Frustum;
use transect_report::camera::frustum;

use crate::error::CommandError;
use crate::sort::planes::text;

/// Reads the frustum of the camera or matrix in a file.
pub(crate) fn read(path: &Path) -> Result<Frustum, CommandError> {
    let text = text(path)?;
    frustum(&text).map_err(|(problem, hint)| {
        CommandError::with_hint(format!("{}{problem}", path.display()), hint)
    })
}
