//! The resolved arguments of `transect verify`.

use std::path::PathBuf;

use transect::CuttingPlane;

use crate::display::DisplayOptions;

/// The input, its halves, the plane, and the output options.
pub(crate) struct VerifyCommand {
    pub(crate) input: PathBuf,
    /// The file of the front half; `None` if the half is empty.
    pub(crate) front: Option<PathBuf>,
    /// The file of the back half; `None` if the half is empty.
    pub(crate) back: Option<PathBuf>,
    pub(crate) plane: CuttingPlane,
    /// The largest allowed error of the position of a new vertex on the plane, along each axis (`--tolerance`).
    pub(crate) tolerance: f64,
    pub(crate) display: DisplayOptions,
}
