//! The arguments of `transect classify`.

use std::path::PathBuf;

use clap::builder::NonEmptyStringValueParser;
use clap::{ArgGroup, Args, ValueEnum};

use crate::arguments::display::DisplayArguments;
use crate::arguments::help::MORE;
use crate::arguments::plane::PlaneArguments;
use crate::classify::Word;

const USAGE: &str = "\
transect classify <TABLE> --plane <EXPR> [-o <DIR>] [OPTIONS]
       transect classify <TABLE> --through <P> --through <P> --through <P> [-o <DIR>] [OPTIONS]
       transect classify <TABLE> --region <FILE> [-o <DIR>] [OPTIONS]
       transect classify <TABLE> --frustum <FILE> [-o <DIR>] [OPTIONS]";

const EXAMPLES: &str = "\
Examples:
  Count the boxes above, on and below a plane:
    transect classify boxes.csv --plane z=1.2
  Write the points in front of a plane or on it, with their side, to out/sides.csv:
    transect classify points.csv --plane 2x+3y=17 --side front --side on -o out
  Write the boxes in a region, wholly or partly; planes.txt has one plane per line, fronts inward:
    transect classify boxes.csv --region planes.txt --side inside --side meets -o visible
  Count the boxes that a camera sees, for a script:
    transect classify boxes.csv --frustum camera.json --json | jq .rows
  Classify the same table many times: the first run builds an index, later runs use it:
    transect classify boxes.csv --plane z=1.2 --index boxes.idx
  Explain the result for all lamps:
    transect classify boxes.csv --region planes.txt --why 'Lamp/*'
  Classify rows from another program:
    zcat points.csv.gz | transect classify - --plane z=1.2 -o out

Exit status:
  0  success
  2  bad input, bad usage, or a file could not be read or written; nothing was written. If only
     standard output cannot be written, the files are in place, and the message says so
  101  an internal error of transect (please report it); nothing was written
  130, 143  ended by Ctrl-C or SIGTERM; either all files were written or none";

/// Classify the boxes or points of a table by a plane, a region or a camera
///
/// The table is a CSV file. Its header names the columns xmin, ymin, zmin, xmax, ymax, zmax for boxes,
/// or x, y, z for points. Without the z columns, the table is two-dimensional. The table is read once,
/// row by row, so memory does not grow with it. For a plane, each row is front, on or back; a box that
/// crosses or touches the plane is on it. Results are exact for the numbers in the table; there
/// is no tolerance. Without -o, only counts are printed and no rows are written. With -o, sides.csv
/// holds the unchanged rows with one more column, `side`.
#[derive(Args, Debug)]
#[command(override_usage = USAGE, after_help = MORE, after_long_help = EXAMPLES)]
#[command(group = ArgGroup::new("question").required(true).args(["plane", "point", "through", "region", "frustum"]))]
pub(crate) struct ClassifyArguments {
    /// The table: CSV with the columns of boxes or points; - reads standard input
    #[arg(value_name = "TABLE")]
    pub(crate) table: PathBuf,

    #[command(flatten)]
    pub(crate) plane: PlaneArguments,

    /// A file with one equation per line; # begins a comment. The region is in front of all planes, its
    /// border included. Each row is inside, meets (partly inside, or touching from outside) or outside
    #[arg(long, value_name = "FILE", help_heading = "Question")]
    pub(crate) region: Option<PathBuf>,

    /// A JSON file with a camera or a projection matrix (see docs/classify.md). The region is what it sees
    #[arg(long, value_name = "FILE", help_heading = "Question")]
    pub(crate) frustum: Option<PathBuf>,

    /// Test the planes one by one, as engines do. `inside` stays exact. A box reported as `outside` is
    /// outside, but a box outside past an edge or a corner of the region may be reported as `meets`
    #[arg(long, conflicts_with_all = ["plane", "point", "through"], help_heading = "Question")]
    pub(crate) conservative: bool,

    /// Use the index in this file: trees over the rows. A missing index is built and written; later runs
    /// use it. An index is valid only for the unchanged table. If the table has changed, the command
    /// ends with an error: delete the index
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["only", "why"],
        help_heading = "Question"
    )]
    pub(crate) index: Option<PathBuf>,

    /// Write sides.csv and report.json into this folder
    #[arg(short, long, value_name = "DIR", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,

    /// Replace existing files
    #[arg(long, help_heading = "Output")]
    pub(crate) force: bool,

    /// Write only rows of this side: front, on or back for a plane; outside, meets or inside for a
    /// region. All rows are counted. May be given several times
    #[arg(
        long,
        value_name = "SIDE",
        requires = "output",
        help_heading = "Output"
    )]
    #[arg(hide_possible_values = true)]
    pub(crate) side: Vec<Word>,

    /// Use only rows whose whole name matches, such as 'Wall*'; names are in the column `name`. May be
    /// given several times
    #[arg(long, value_name = "GLOB", help_heading = "Selection")]
    pub(crate) only: Vec<String>,

    /// The unit of the coordinates, for the reports. Coordinates are not converted
    #[arg(long, value_name = "NAME", value_parser = NonEmptyStringValueParser::new())]
    #[arg(help_heading = "Output")]
    pub(crate) unit: Option<String>,

    /// Explain the side of each row whose whole name matches; names are in the column `name`. May be
    /// given several times
    #[arg(long, value_name = "GLOB", help_heading = "Display")]
    #[arg(conflicts_with_all = ["json", "quiet", "conservative"])]
    pub(crate) why: Vec<String>,

    #[command(flatten)]
    pub(crate) display: DisplayArguments,
}

impl ValueEnum for Word {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<clap::builder::PossibleValue> {
        Some(clap::builder::PossibleValue::new(self.name()))
    }
}
