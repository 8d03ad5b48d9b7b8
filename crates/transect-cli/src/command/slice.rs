//! The resolved arguments of `transect slice`.

use transect_mesh::WeldDistance;
use transect_report::slice::request::SliceRequest;
use transect_report::storeys::find::StoreySearch;
use transect_report::unit::UnitConversion;

use crate::axes::Axes;
use crate::display::DisplayOptions;
use crate::input::Models;

/// The task of `transect slice`: the models, the request (heights, outputs, rules), and the output options.
pub(crate) struct SliceCommand {
    pub(crate) models: Models,
    /// The request. A search for storeys replaces its direction and its heights.
    pub(crate) request: SliceRequest,
    /// The flags that are checked when the model is read.
    pub(crate) axes: Axes,
    pub(crate) storeys: Option<StoreySearch>,
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
