//! The arguments of `transect measure`.

use std::path::PathBuf;

use clap::builder::NonEmptyStringValueParser;
use clap::{ArgGroup, Args};
use transect::polygons::InsideRule;

use crate::arguments::display::DisplayArguments;
use crate::arguments::each::EachArguments;
use crate::arguments::heights::HeightArguments;
use crate::arguments::help::MORE;
use crate::arguments::to_unit::ToUnitArguments;
use crate::arguments::weld::WeldArguments;
use crate::arguments::words::words;

const USAGE: &str = "\
transect measure <MODEL>... [-o <DIR>] [OPTIONS]
       transect measure <MODEL>... --axis <x|y|z> [--step <S>|--count <N>|--heights <H>] [OPTIONS]
       transect measure <MODEL>... --axis <x|y|z> --volume <V|P%>,... [OPTIONS]
       transect measure <MODEL>... --each [--record <FILE> [--resume]] [OPTIONS]";

const EXAMPLES: &str = "\
Examples:
  Print volume, area, centroid and inertia of a part:
    transect measure part.stl --unit mm
  Write a table of all walls of a building:
    transect measure office.glb --only 'IfcWall*' -o out --write objects.csv
  Calibrate a tank: the volume below each centimetre of height, as a table and as a chart:
    transect measure tank.obj --axis z --step 0.01 -o out
  Find the height below which 40 % of the volume lies, and the one for a volume of 2.5:
    transect measure tank.obj --axis z --volume 40%,2.5
  Find the plane that halves a building along a direction, for a script:
    transect measure office.glb --normal 1,0,1 --volume 50% --json | jq .volumes[0].height
  Measure all models of a folder, each apart; after a break, the same command continues:
    transect measure models --each --record measured.jsonl --resume

Exit status:
  0  success
  1  an object is open and --strict was given; with --each, some files have an error
  2  bad input, bad usage, or a file could not be read or written; nothing was written. If only
     standard output cannot be written, the files of -o are in place, and the message says so
  101  an internal error of transect (please report it); nothing was written
  130, 143  ended by Ctrl-C or SIGTERM; either all files were written or none";

/// Measure a model: volume, area, centroid and inertia, and the volume below any height
///
/// Volume, centroid and inertia are those of closed objects with density 1; the inertia tensor is about the
/// centroid. Open objects have an area only, and objects whose bodies cross each other have a signed volume, which
/// counts what bodies share several times. Both are named, and do not count in the totals. Objects that overlap
/// other objects count several times.
///
/// With --axis or --normal, the command also measures against height: --step, --count or --heights give a table of
/// the area of the section and of the volume behind (below) the plane, and --volume finds the height at which
/// the plane has a given volume behind it. With --count, the heights are the upper faces of the layers. These
/// measures are computed from polynomials, without a cut, and have error bounds in the report.
///
/// With -o, the command writes objects.csv and measure.json, with heights heights.csv, and with a direction
/// curve.svg.
#[derive(Args, Clone, Debug)]
#[command(override_usage = USAGE, after_help = MORE, after_long_help = EXAMPLES)]
#[command(group = ArgGroup::new("which direction").args(["axis", "normal"]))]
#[command(group = ArgGroup::new("which heights").args(["step", "count", "heights"]))]
pub(crate) struct MeasureArguments {
    /// Files to measure: STL, OBJ, PLY, OFF, 3MF, glTF or GLB. Several files make one scene, unless --each is given. - reads standard input
    #[arg(required = true, value_name = "MODEL")]
    pub(crate) models: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) heights: HeightArguments,

    /// The points that are inside, for volumes, centroids, inertia and areas of sections: `nonzero` fills bodies that
    /// are inside out, and counts bodies within others once; `odd` takes a body within another one as a cavity
    #[arg(
        long,
        value_name = "RULE",
        default_value = "nonzero",
        value_parser = words(InsideRule::NAMES)
    )]
    pub(crate) inside: InsideRule,

    /// For each of these volumes, find the height at which the plane has this volume behind (below) it. Each is
    /// a number, or a percentage of the volume of all closed objects
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        allow_hyphen_values = true,
        help_heading = "Heights"
    )]
    pub(crate) volume: Vec<String>,

    /// Write objects.csv, measure.json, heights.csv (if heights are given) and curve.svg (if a direction is
    /// given) into this folder. --write selects some of them
    #[arg(short, long, value_name = "DIR", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,

    /// The files to write with -o, separated by commas. Names: objects.csv, heights.csv, curve.svg,
    /// measure.json. Groups: drawings (curve.svg), data (the tables and measure.json), all
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        help_heading = "Output"
    )]
    pub(crate) write: Vec<String>,

    /// Replace existing files
    #[arg(long, help_heading = "Output")]
    pub(crate) force: bool,

    /// The unit of the coordinates, for the chart and the reports. Coordinates are not converted. Another unit than
    /// that of the file is an error
    #[arg(long, value_name = "NAME", value_parser = NonEmptyStringValueParser::new())]
    #[arg(help_heading = "Output")]
    pub(crate) unit: Option<String>,

    #[command(flatten)]
    pub(crate) to_unit: ToUnitArguments,

    #[command(flatten)]
    pub(crate) weld: WeldArguments,

    /// Use only objects whose whole name matches, such as 'IfcWall*'. May be given several times
    #[arg(long, value_name = "GLOB", help_heading = "Selection")]
    pub(crate) only: Vec<String>,

    /// The theme of the chart: light (the default), dark, or a theme file (see docs/themes.md)
    #[arg(long, value_name = "THEME", help_heading = "Output")]
    pub(crate) theme: Option<String>,

    #[command(flatten)]
    pub(crate) each: EachArguments,

    #[command(flatten)]
    pub(crate) display: DisplayArguments,

    /// Exit with status 1 if any object is open
    #[arg(long, help_heading = "Output")]
    pub(crate) strict: bool,
}
