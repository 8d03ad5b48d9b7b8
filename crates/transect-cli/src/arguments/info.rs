//! What can be typed behind `transect info`.

use std::path::PathBuf;

use clap::Args;

use crate::arguments::help::MORE;

const EXAMPLES: &str = "\
Examples:
  What is in a building, and which planes are worth asking for?
    transect info office.glb
  The heights of the slabs alone:
    transect info office.glb --only 'IfcSlab*'
  The plane along the largest faces across z, for a script:
    transect info part.stl --json | jq -r '.faces.z.largest[0].plane'

Exit status:
  0  all is well
  2  bad input, bad usage, or a file that could not be read
  101  an internal error of transect (report it!)";

/// Tell what a model holds: objects, classes, bounds, what is open, and the planes worth asking for
///
/// The planes are those in which faces lie: coordinates are printed exactly, so that --plane z=…
/// passes through the faces and not a rounding beside them.
#[derive(Args, Debug)]
#[command(after_help = MORE, after_long_help = EXAMPLES)]
pub(crate) struct InfoArguments {
    /// Files to look at: STL, OBJ, PLY, glTF or GLB; several make one scene; or one table of boxes
    /// (CSV); - is standard input
    #[arg(required = true, value_name = "MODEL")]
    pub(crate) models: Vec<PathBuf>,

    /// Look only at objects whose whole name matches, such as 'IfcWall*'; may be given several times
    #[arg(long, value_name = "GLOB", help_heading = "Selection")]
    pub(crate) only: Vec<String>,

    /// Print one JSON object (docs/json.md) instead of the table
    #[arg(long, help_heading = "Display")]
    pub(crate) json: bool,

    /// Say on stderr what is done and how long it took, a line for each step
    #[arg(short, long, help_heading = "Display")]
    pub(crate) verbose: bool,
}
