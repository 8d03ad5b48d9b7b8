//! The arguments of `transect info`.

use std::path::PathBuf;

use clap::Args;

use crate::arguments::display::DisplayArguments;
use crate::arguments::each::EachArguments;
use crate::arguments::help::MORE;

const EXAMPLES: &str = "\
Examples:
  Show the contents of a building, and the planes that contain its faces:
    transect info office.glb
  Show the same for the slabs only:
    transect info office.glb --only 'IfcSlab*'
  Print the plane with the largest area of faces perpendicular to z, for a script:
    transect info part.stl --json | jq -r '.faces.z.largest[0].plane'
  List all models of a folder and of the folders in it, one line per file:
    transect info models --each

Exit status:
  0  success
  1  with --each: some files have an error
  2  bad input, bad usage, or a file could not be read
  101  an internal error of transect (please report it)";

/// Show the contents of a model: objects, classes, bounds, open objects, and planes of faces
///
/// The planes are perpendicular to an axis and contain faces of the model. Coordinates are printed with
/// all digits, so --plane z=… passes exactly through the faces.
#[derive(Args, Clone, Debug)]
#[command(after_help = MORE, after_long_help = EXAMPLES)]
pub(crate) struct InfoArguments {
    /// Files to read: STL, OBJ, PLY, OFF, 3MF, glTF or GLB. Several files make one scene, unless --each is given. A table of boxes or
    /// points (CSV) must be the only file. - reads standard input
    #[arg(required = true, value_name = "MODEL")]
    pub(crate) models: Vec<PathBuf>,

    /// Use only objects whose whole name matches, such as 'IfcWall*'. May be given several times
    #[arg(long, value_name = "GLOB", help_heading = "Selection")]
    pub(crate) only: Vec<String>,

    #[command(flatten)]
    pub(crate) each: EachArguments,

    /// Replace an existing record
    #[arg(long, requires = "record", help_heading = "Many files")]
    pub(crate) force: bool,

    #[command(flatten)]
    pub(crate) display: DisplayArguments,
}
