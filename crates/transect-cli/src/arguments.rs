//! What can be typed: each flag with its help.

use std::path::PathBuf;

use clap::builder::NonEmptyStringValueParser;
use clap::{ArgGroup, Args, Parser, Subcommand, ValueEnum};
use transect_io::Format;

/// Tell exactly on which side of a plane everything lies, cut it there, and prove it.
#[derive(Debug, Parser)]
#[command(name = "transect", version, arg_required_else_help = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// One variant a subcommand, one file a subcommand.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Cut(CutArguments),
    Info(InfoArguments),
    Check(CheckArguments),
}

const CUT_USAGE: &str = "\
transect cut <MODEL>... --plane <EXPR> [-o <DIR>] [OPTIONS]
       transect cut <MODEL>... --point <P> --normal <N> [-o <DIR>] [OPTIONS]
       transect cut <MODEL>... --through <P> --through <P> --through <P> [-o <DIR>] [OPTIONS]";

const CUT_EXAMPLES: &str = "\
Examples:
  The floor plan of a building, 1.2 m above its zero, and both closed halves:
    transect cut office.glb --plane z=1.2 -o out
  Only tell what lies where; a plane through a point, seen from where the normal points to:
    transect cut part.stl --point 0,0,12.5 --normal 1,0,-1
  A plane snapped to a sloping face, by three of its vertices: it contains them exactly:
    transect cut part.stl --through 0,0,12.5 --through 4,0,13.1 --through 0,3,12.7
  Walls only, for a program to read:
    transect cut office.glb --plane z=1.2 --only 'IfcWall*' --json | jq .section.area
  Why does an object lie where it does? Its backmost and its frontmost vertex tell:
    transect cut office.glb --plane z=1.2 --why 'IfcDoor/*'

Exit status:
  0  all is well
  1  the certificate found a fault in the halves of a closed object (report it!), or an object was
     open and --strict was given
  2  bad input, bad usage, or a file that could not be read or written; nothing was written";

/// Cut a model with a plane: what is in front, behind and cut; the section; two closed halves; a certificate
///
/// Signs are exact for the numbers in the file: there is no tolerance. Front is where the left side
/// of the plane's equation is greater than the right one (z=1.2: above). Without -o nothing is
/// written; with it, the section (SVG, DXF, GeoJSON, WKT), the two halves, objects.csv and
/// report.json.
#[derive(Args, Debug)]
#[command(override_usage = CUT_USAGE, after_help = CUT_EXAMPLES)]
#[command(group = ArgGroup::new("which plane").required(true).args(["plane", "point", "through"]))]
pub(crate) struct CutArguments {
    /// Files to cut: STL, OBJ, PLY, glTF or GLB; several make one scene
    #[arg(required = true, value_name = "MODEL")]
    pub(crate) models: Vec<PathBuf>,

    /// The plane as an equation in x, y and z, such as z=1.2 or 2x+3y=17
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true, conflicts_with_all = ["point", "normal", "through"])]
    pub(crate) plane: Option<String>,

    /// A point of the plane, as x,y,z; needs --normal
    #[arg(
        long,
        value_name = "P",
        allow_hyphen_values = true,
        requires = "normal",
        conflicts_with = "through"
    )]
    pub(crate) point: Option<String>,

    /// The direction in which the front lies, as x,y,z, of any length; needs --point
    #[arg(long, value_name = "N", allow_hyphen_values = true, requires = "point")]
    pub(crate) normal: Option<String>,

    /// A point of the plane, as x,y,z; given three times, counter-clockwise seen from the front. The
    /// plane is kept as these points: whatever lies in one plane with them, such as the face that
    /// they were taken from, lies on it exactly
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    pub(crate) through: Vec<String>,

    /// The side that points on the plane count to, in the section alone: `front` gives the section
    /// just behind the plane, `back` the one just in front of it; the halves stay the same
    #[arg(long, value_name = "SIDE", default_value = "front")]
    pub(crate) on_plane: OnPlane,

    /// Write the section (SVG, DXF, GeoJSON, WKT), the halves, objects.csv and report.json into this
    /// folder
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,

    /// Replace files that exist already
    #[arg(long)]
    pub(crate) force: bool,

    /// Write the halves in this format instead of the input's
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<FormatName>,

    /// The unit of the coordinates, for the drawing and the reports; nothing is converted
    #[arg(long, value_name = "NAME", value_parser = NonEmptyStringValueParser::new())]
    pub(crate) unit: Option<String>,

    /// Look only at objects whose whole name matches, such as 'IfcWall*'; may be given several times
    #[arg(long, value_name = "GLOB")]
    pub(crate) only: Vec<String>,

    /// Leave a class (an object's name up to /) out of the drawing, and of nothing else; may be
    /// given several times
    #[arg(long, value_name = "CLASS")]
    pub(crate) hide: Vec<String>,

    /// Say why the objects whose whole name matches lie where they do: their backmost and their
    /// frontmost vertex; may be given several times
    #[arg(long, value_name = "GLOB", conflicts_with_all = ["json", "quiet"])]
    pub(crate) why: Vec<String>,

    /// Print the report as one JSON object (docs/json.md) instead of the table
    #[arg(long)]
    pub(crate) json: bool,

    /// Print nothing but errors and notes
    #[arg(short, long, conflicts_with = "json")]
    pub(crate) quiet: bool,

    /// End with status 1 if any object is open
    #[arg(long)]
    pub(crate) strict: bool,
}

const INFO_EXAMPLES: &str = "\
Examples:
  What is in a building, and which planes are worth asking for?
    transect info office.glb
  The heights of the slabs alone:
    transect info office.glb --only 'IfcSlab*'
  The plane along the largest faces across z, for a script:
    transect info part.stl --json | jq -r '.faces.z.largest[0].plane'

Exit status:
  0  all is well
  2  bad input, bad usage, or a file that could not be read";

/// Tell what a model holds: objects, classes, bounds, what is open, and the planes worth asking for
///
/// The planes are those in which faces lie: coordinates are printed exactly, so that --plane z=…
/// passes through the faces and not a rounding beside them.
#[derive(Args, Debug)]
#[command(after_help = INFO_EXAMPLES)]
pub(crate) struct InfoArguments {
    /// Files to look at: STL, OBJ, PLY, glTF or GLB; several make one scene
    #[arg(required = true, value_name = "MODEL")]
    pub(crate) models: Vec<PathBuf>,

    /// Look only at objects whose whole name matches, such as 'IfcWall*'; may be given several times
    #[arg(long, value_name = "GLOB")]
    pub(crate) only: Vec<String>,

    /// Print one JSON object (docs/json.md) instead of the table
    #[arg(long)]
    pub(crate) json: bool,
}

const CHECK_EXAMPLES: &str = "\
Examples:
  Do the project's own facts hold for this build?
    transect check conformance/*.jsonl
  Facts that another program wrote, as it writes them:
    ./facts-of-my-engine | transect check -
  A single question, answered by what is received:
    echo '{\"op\": \"point_side\", \"plane\": \"z=1.2\", \"point\": [0, 0, 1.2], \"side\": \"front\", \"why\": \"?\"}' | transect check -
  The lines that fail, for a program:
    transect check facts.jsonl --json | jq -r '.failures[] | \"\\(.path):\\(.line)\"'

Exit status:
  0  all facts hold
  1  a fact does not hold; all were checked
  2  bad usage, a file that could not be read, or a line that is no fact: nothing more was checked";

/// Check facts about planes: which hold, and what was expected and received where one does not
///
/// Facts are JSON objects, one a line, as conformance/README.md describes them: a question, its
/// input, the expected answer, and why it is that. They belong to no program and no language.
#[derive(Args, Debug)]
#[command(after_long_help = CHECK_EXAMPLES)]
pub(crate) struct CheckArguments {
    /// Files of facts, one JSON object a line; - reads standard input
    #[arg(required = true, value_name = "FILE.jsonl")]
    pub(crate) facts: Vec<PathBuf>,

    /// Print one JSON object (docs/json.md) instead of the failures and the summary
    #[arg(long)]
    pub(crate) json: bool,
}

/// Which side points on the plane count to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OnPlane {
    Front,
    Back,
}

impl OnPlane {
    pub(crate) fn side(self) -> transect::Side {
        match self {
            Self::Front => transect::Side::Front,
            Self::Back => transect::Side::Back,
        }
    }

    pub(crate) fn other(self) -> Self {
        match self {
            Self::Front => Self::Back,
            Self::Back => Self::Front,
        }
    }
}

/// The formats that halves can be written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FormatName {
    Stl,
    Obj,
    Ply,
    Glb,
}

impl From<FormatName> for Format {
    fn from(name: FormatName) -> Self {
        match name {
            FormatName::Stl => Self::Stl,
            FormatName::Obj => Self::Obj,
            FormatName::Ply => Self::Ply,
            FormatName::Glb => Self::Glb,
        }
    }
}
