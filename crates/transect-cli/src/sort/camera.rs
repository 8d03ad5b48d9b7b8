//! `--frustum FILE`: a camera or a projection matrix, as JSON.

use std::path::Path;

use transect::Frustum;
use transect_report::camera::frustum;

use crate::error::CommandError;
use crate::sort::planes::text;

/// What the camera or the matrix of a file sees.
pub(crate) fn read(path: &Path) -> Result<Frustum, CommandError> {
    let text = text(path)?;
    frustum(&text).map_err(|(problem, hint)| {
        CommandError::with_hint(format!("{}{problem}", path.display()), hint)
    })
}
