//! The argument that closes gaps.

use clap::Args;
use transect_mesh::WeldDistance;

/// The argument that closes gaps.
#[derive(Args, Clone, Debug)]
pub(crate) struct WeldArguments {
    /// Close gaps of open objects: join vertices on open edges that are at most this far apart, in the unit of the
    /// coordinates. `transect info` names the distance that closes a model. Wider gaps stay open
    #[arg(long, value_name = "DISTANCE", help_heading = "Selection")]
    pub(crate) weld: Option<WeldDistance>,
}
