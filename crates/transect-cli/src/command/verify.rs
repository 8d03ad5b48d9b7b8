//! The resolved arguments of `transect verify`.

use std::path::PathBuf;

use transect_mesh::{PartPlace, WeldDistance};
use transect_report::planes::CutPlanes;
use transect_report::unit::UnitConversion;

use crate::display::DisplayOptions;

/// The input, the planes, the parts, and the output options.
pub(crate) struct VerifyCommand {
    pub(crate) input: PathBuf,
    pub(crate) planes: CutPlanes,
    /// The files of the parts. Other parts are empty.
    pub(crate) parts: Vec<(PartPlace, PathBuf)>,
    /// The largest allowed error of the position of a new vertex on a plane, along each axis (`--tolerance`).
    pub(crate) tolerance: f64,
    /// The distance within which gaps are closed (`--weld`).
    pub(crate) weld: Option<WeldDistance>,
    /// The conversion to another unit (`--to-unit`).
    pub(crate) conversion: Option<UnitConversion>,
    pub(crate) display: DisplayOptions,
}
