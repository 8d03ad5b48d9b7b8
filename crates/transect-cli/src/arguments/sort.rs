//! What can be typed behind `transect sort`.

use std::path::PathBuf;

use clap::builder::NonEmptyStringValueParser;
use clap::{ArgGroup, Args, ValueEnum};

use crate::arguments::help::MORE;
use crate::arguments::telling::TellingArguments;
use crate::sort::Word;

const USAGE: &str = "\
transect sort <TABLE> --plane <EXPR> [-o <DIR>] [OPTIONS]
       transect sort <TABLE> --region <FILE> [-o <DIR>] [OPTIONS]
       transect sort <TABLE> --frustum <FILE> [-o <DIR>] [OPTIONS]";

const EXAMPLES: &str = "\
Examples:
  How many boxes lie above, in and below a plane?
    transect sort boxes.csv --plane z=1.2
  The rows of a point cloud that lie in front or on the plane, with their side, into out/sides.csv:
    transect sort points.csv --plane 2x+3y=17 --only front --only on -o out
  Boxes inside of several planes, exact at edges and corners; a plane a line, fronts inward:
    transect sort boxes.csv --region planes.txt --only inside --only meets -o visible
  What a camera sees, for a program:
    transect sort boxes.csv --frustum camera.json --json | jq .rows
  The same table again and again; the first call builds the index, the others ask it:
    transect sort boxes.csv --plane z=1.2 --index boxes.idx
  Why does a row lie where it does?
    transect sort boxes.csv --region planes.txt --why 'Lamp/*'
  Millions of rows from another program:
    zcat points.csv.gz | transect sort - --plane z=1.2 -o out

Exit status:
  0  all is well
  2  bad input, bad usage, or a file that could not be read or written; nothing was written
  101  an internal error of transect (report it!); nothing was written
  130, 143  ended by Ctrl-C or SIGTERM; all files were written, or none";

/// Sort a table of boxes or points by a plane, a region of planes or a camera: counts, and a side a row
///
/// The table is CSV and names its columns: xmin, ymin, zmin, xmax, ymax, zmax for boxes, x, y, z for
/// points; without those of z it lies in the plane. It is read once, a row at a time: memory does not
/// grow with it. Answers are exact for the numbers in the table: there is no tolerance. Without -o
/// nothing is written; with it, sides.csv has the rows as they came and a column `side`.
#[derive(Args, Debug)]
#[command(override_usage = USAGE, after_help = MORE, after_long_help = EXAMPLES)]
#[command(group = ArgGroup::new("question").required(true).args(["plane", "region", "frustum"]))]
pub(crate) struct SortArguments {
    /// The table: CSV with the columns of boxes or of points; - is standard input
    #[arg(value_name = "TABLE")]
    pub(crate) table: PathBuf,

    /// A plane as an equation in x, y and z, such as z=1.2 or 2x+3y=17; each row is in front of the plane,
    /// behind the plane, or on it: a box that touches the plane is on it
    #[arg(
        long,
        value_name = "EXPR",
        allow_hyphen_values = true,
        help_heading = "Question"
    )]
    pub(crate) plane: Vec<String>,

    /// A file of planes, an equation a line, # before comments: the region in front of all of them, its
    /// border included; each row is outside, meets its border, or is inside
    #[arg(long, value_name = "FILE", help_heading = "Question")]
    pub(crate) region: Option<PathBuf>,

    /// A file (JSON) with a camera or a projection matrix (docs/sort.md): the region that it sees
    #[arg(long, value_name = "FILE", help_heading = "Question")]
    pub(crate) frustum: Option<PathBuf>,

    /// Judge by one plane after the other, as engines do: `outside` and `inside` stay exact, but a box
    /// past an edge or a corner of the region may be said to meet it
    #[arg(long, conflicts_with = "plane", help_heading = "Question")]
    pub(crate) conservative: bool,

    /// Ask trees over the rows that are kept in this file, which is built and written if it is not
    /// there: later calls answer from it. It belongs to the table as it was then; once the table has
    /// changed it is refused, and to be deleted
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with = "why",
        help_heading = "Question"
    )]
    pub(crate) index: Option<PathBuf>,

    /// Write sides.csv and report.json into this folder
    #[arg(short, long, value_name = "DIR", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,

    /// Replace files that exist already
    #[arg(long, help_heading = "Output")]
    pub(crate) force: bool,

    /// Write only rows of this side: front, on or back of a plane, outside, meets or inside of a
    /// region; all rows are counted. May be given several times. (In `transect cut` the flag of this
    /// name takes patterns of names instead)
    #[arg(
        long,
        value_name = "SIDE",
        requires = "output",
        help_heading = "Output"
    )]
    #[arg(hide_possible_values = true)]
    pub(crate) only: Vec<Word>,

    /// The unit of the coordinates, for the reports; nothing is converted
    #[arg(long, value_name = "NAME", value_parser = NonEmptyStringValueParser::new())]
    #[arg(help_heading = "Output")]
    pub(crate) unit: Option<String>,

    /// Say why the rows whose whole name (column `name`) matches lie where they do; may be given
    /// several times
    #[arg(long, value_name = "GLOB", help_heading = "Display")]
    #[arg(conflicts_with_all = ["json", "quiet", "conservative"])]
    pub(crate) why: Vec<String>,

    #[command(flatten)]
    pub(crate) telling: TellingArguments,
}

impl ValueEnum for Word {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<clap::builder::PossibleValue> {
        Some(clap::builder::PossibleValue::new(self.name()))
    }
}
