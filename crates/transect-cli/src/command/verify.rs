//! Halves that are judged.

use std::path::PathBuf;

use transect::CuttingPlane;

use crate::telling::Telling;

/// Three files to judge by a plane.
pub(crate) struct VerifyCommand {
    pub(crate) input: PathBuf,
    /// None if nothing lies in front.
    pub(crate) front: Option<PathBuf>,
    /// None if nothing lies behind.
    pub(crate) back: Option<PathBuf>,
    pub(crate) plane: CuttingPlane,
    /// How far crossings may lie from the true ones.
    pub(crate) tolerance: f64,
    pub(crate) telling: Telling,
}
