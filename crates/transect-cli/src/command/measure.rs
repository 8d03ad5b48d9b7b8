//! The resolved arguments of `transect measure`.

use transect_mesh::WeldDistance;
use transect_report::measure::request::MeasureRequest;
use transect_report::unit::UnitConversion;

use crate::display::DisplayOptions;
use crate::input::Models;

/// The task of `transect measure`: the models, the request (objects, heights, outputs), and the output options.
pub(crate) struct MeasureCommand {
    pub(crate) models: Models,
    pub(crate) request: MeasureRequest,
    /// The distance within which gaps are closed (`--weld`).
    pub(crate) weld: Option<WeldDistance>,
    /// The conversion to another unit (`--to-unit`).
    pub(crate) conversion: Option<UnitConversion>,
    pub(crate) display: DisplayOptions,
    /// `true` if the command ends with status 1 when an object is open (`--strict`).
    pub(crate) is_strict: bool,
    /// A note about the first flag on the command line that has no effect without `-o`.
    pub(crate) in_vain: Option<String>,
}
