//! What can be typed: each flag with its help.

use std::path::PathBuf;

use std::ffi::OsString;

use clap::builder::styling::{AnsiColor, Style, Styles};
use clap::builder::{NonEmptyStringValueParser, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use transect_draw::{Size, Up};
use transect_io::Format;
pub(crate) use transect_report::OnPlane;

use crate::help::MORE;
use crate::plane_arguments::PlaneArguments;
use crate::sort::SortArguments;
use crate::verify::VerifyArguments;
use crate::view::{Shown, VIEWER, ViewArguments};

/// The colours of help and errors: those of everything else on stderr.
const STYLES: Styles = Styles::styled()
    .header(Style::new().bold())
    .usage(Style::new().bold())
    .literal(AnsiColor::Cyan.on_default())
    .error(AnsiColor::Red.on_default().bold())
    .valid(AnsiColor::Cyan.on_default().bold())
    .invalid(AnsiColor::Yellow.on_default().bold());

const EXAMPLES: &str = "\
Examples:
  What is in a building, and which planes are worth asking for?
    transect info office.glb
  The floor plan 1.2 m above its zero, and both closed halves:
    transect cut office.glb --plane z=1.2 -o out
  The same in the browser: drag the plane, and watch the section
    transect view office.glb --plane z=1.2
  Are the halves that another program made right?
    transect verify part.stl --plane z=1 upper.stl lower.stl
  Which boxes of a table does a camera see?
    transect sort boxes.csv --frustum camera.json
  All about cutting:
    transect help cut

Environment:
  NO_COLOR, CLICOLOR_FORCE, TERM=dumb are respected where --color does not say otherwise";

/// Tell exactly on which side of a plane everything lies, cut it there, and prove it
#[derive(Debug, Parser)]
#[command(name = "transect", version, arg_required_else_help = true, styles = STYLES)]
#[command(after_help = MORE, after_long_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// When to use colours: `auto` on terminals, unless NO_COLOR or TERM=dumb speak against it
    #[arg(long, value_name = "WHEN", default_value = "auto", global = true)]
    #[arg(help_heading = "Display", display_order = 1000)]
    pub(crate) color: Color,
}

/// One variant a subcommand, one file a subcommand.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Cut(Box<CutArguments>),
    View(ViewArguments),
    Verify(VerifyArguments),
    Info(InfoArguments),
    Sort(Box<SortArguments>),
    Completions(CompletionsArguments),
    Man(ManArguments),
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
  Look at the cut in the browser, and move the plane on from there:
    transect cut office.glb --plane z=1.2 --view
  Millions of boxes, from a table with the columns xmin, ymin, zmin, xmax, ymax, zmax:
    zcat boxes.csv.gz | transect cut - --plane z=1.2 -o out

Exit status:
  0  all is well
  1  the certificate found a fault in the halves of an object (report it!), or an object was open
     and --strict was given
  2  bad input, bad usage, or a file that could not be read or written; nothing was written
  101  a fault of transect itself (report it!); nothing was written
  130, 143  ended by Ctrl-C or SIGTERM; all files were written, or none";

/// Cut a model with a plane: what is in front, behind and cut; the section; two closed halves; a certificate
///
/// Signs are exact for the numbers in the file: there is no tolerance. Front is where the left side
/// of the plane's equation is greater than the right one (z=1.2: above). Without -o nothing is
/// written; with it, the section (SVG, PNG, DXF, GeoJSON, WKT, WKB), a preview in 3D, the two
/// halves, objects.csv, report.html and report.json. Of a table of boxes (CSV) only the sides are told.
#[derive(Args, Debug)]
#[command(override_usage = CUT_USAGE, after_help = MORE, after_long_help = CUT_EXAMPLES)]
pub(crate) struct CutArguments {
    /// Files to cut: STL, OBJ, PLY, glTF or GLB; several make one scene; or one table of boxes (CSV);
    /// - is standard input
    #[arg(required = true, value_name = "MODEL")]
    pub(crate) models: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) plane: PlaneArguments,

    /// The side that points on the plane count to, in the section alone: `front` gives the section
    /// just behind the plane, `back` the one just in front of it; the halves stay the same
    #[arg(
        long,
        value_name = "SIDE",
        default_value = "front",
        value_parser = PossibleValuesParser::new(["front", "back"]).map(|word| on_plane(&word)),
        help_heading = "Plane"
    )]
    pub(crate) on_plane: OnPlane,

    /// Write the section (SVG, PNG, DXF, GeoJSON, WKT, WKB), preview.png, the halves, objects.csv,
    /// report.html and report.json into this folder
    #[arg(short, long, value_name = "DIR", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,

    /// Replace files that exist already
    #[arg(long, help_heading = "Output")]
    pub(crate) force: bool,

    /// Write the halves in this format instead of the input's
    #[arg(long, value_name = "FORMAT", help_heading = "Output")]
    pub(crate) format: Option<FormatName>,

    /// The unit of the coordinates, for the drawing and the reports; nothing is converted
    #[arg(long, value_name = "NAME", value_parser = NonEmptyStringValueParser::new())]
    #[arg(help_heading = "Output")]
    pub(crate) unit: Option<String>,

    /// Look only at objects whose whole name matches, such as 'IfcWall*'; may be given several times
    #[arg(long, value_name = "GLOB", help_heading = "Selection")]
    pub(crate) only: Vec<String>,

    /// Leave a class (an object's name up to /) out of the drawing and the preview, and of nothing
    /// else; may be given several times
    #[arg(long, value_name = "CLASS", help_heading = "Selection")]
    pub(crate) hide: Vec<String>,

    /// Without a value: open the cut in the browser, as `transect view` does, once all is done. With
    /// one, from where preview.png looks: auto (onto the front of the plane, from obliquely above), iso,
    /// front, back, left, right, top, bottom, or AZ,EL in degrees: where the eye stands seen from
    /// above (0 in front, 90 on the right) and how high (90 right above)
    #[arg(
        long,
        value_name = "VIEW",
        default_value = "auto",
        num_args = 0..=1,
        default_missing_value = VIEWER,
        allow_hyphen_values = true,
        help_heading = "Output"
    )]
    pub(crate) view: Shown,

    /// The axis that is up in preview.png: x, y or z
    #[arg(
        long,
        value_name = "AXIS",
        default_value = "z",
        requires = "output",
        help_heading = "Output"
    )]
    pub(crate) up: UpAxis,

    /// The size of preview.png in pixels: a width and a height, or a width alone; 64 to 8192
    #[arg(
        long,
        value_name = "WxH",
        default_value = "1600x1200",
        requires = "output",
        help_heading = "Output"
    )]
    pub(crate) size: Size,

    /// Say why the objects whose whole name matches lie where they do: their backmost and their
    /// frontmost vertex; may be given several times
    #[arg(long, value_name = "GLOB", conflicts_with_all = ["json", "quiet"], help_heading = "Display")]
    pub(crate) why: Vec<String>,

    /// The look of the drawing: light (the default), dark, or a file that says what is to be
    /// different (docs/themes.md)
    #[arg(long, value_name = "THEME", help_heading = "Output")]
    pub(crate) theme: Option<String>,

    /// Print the report as one JSON object (docs/json.md) instead of the table
    #[arg(long, help_heading = "Display")]
    pub(crate) json: bool,

    /// Print nothing but errors
    #[arg(short, long, conflicts_with_all = ["json", "verbose"], help_heading = "Display")]
    pub(crate) quiet: bool,

    /// Say on stderr what is done and how long it took, a line for each step
    #[arg(short, long, help_heading = "Display")]
    pub(crate) verbose: bool,

    /// End with status 1 if any object is open
    #[arg(long, help_heading = "Output")]
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
  2  bad input, bad usage, or a file that could not be read
  101  a fault of transect itself (report it!)";

/// Tell what a model holds: objects, classes, bounds, what is open, and the planes worth asking for
///
/// The planes are those in which faces lie: coordinates are printed exactly, so that --plane z=…
/// passes through the faces and not a rounding beside them.
#[derive(Args, Debug)]
#[command(after_help = MORE, after_long_help = INFO_EXAMPLES)]
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

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

impl Color {
    /// What was typed, as far as it can be told before the arguments are understood.
    pub(crate) fn typed(arguments: &[OsString]) -> Self {
        let mut values = arguments
            .iter()
            .enumerate()
            .filter_map(|(index, argument)| {
                let argument = argument.to_str()?;
                let value = match argument.strip_prefix("--color") {
                    Some("") => arguments.get(index + 1)?.to_str()?,
                    Some(rest) => rest.strip_prefix('=')?,
                    None => return None,
                };
                Self::from_str(value, false).ok()
            });
        values.next_back().unwrap_or(Self::Auto)
    }

    /// From now on all streams keep to it.
    pub(crate) fn apply(self) {
        let choice = match self {
            Self::Auto => anstream::ColorChoice::Auto,
            Self::Always => anstream::ColorChoice::Always,
            Self::Never => anstream::ColorChoice::Never,
        };
        choice.write_global();
    }
}

impl From<Color> for clap::ColorChoice {
    fn from(color: Color) -> Self {
        match color {
            Color::Auto => Self::Auto,
            Color::Always => Self::Always,
            Color::Never => Self::Never,
        }
    }
}

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  For bash, in every shell from now on:
    transect completions bash > ~/.local/share/bash-completion/completions/transect
  For zsh, where a folder of $fpath can be written to:
    transect completions zsh > ~/.zfunc/_transect
  For fish:
    transect completions fish > ~/.config/fish/completions/transect.fish";

/// Print a script that completes commands, flags and values in a shell
#[derive(Args, Debug)]
#[command(after_long_help = COMPLETIONS_EXAMPLES, after_help = MORE)]
pub(crate) struct CompletionsArguments {
    /// The shell that the script is for
    #[arg(value_name = "SHELL")]
    pub(crate) shell: Shell,
}

const MAN_EXAMPLES: &str = "\
Examples:
  Read the page of the command, or of one subcommand:
    transect man | man -l -
    transect man cut | man -l -
  Keep a page where man finds it:
    transect man cut > ~/.local/share/man/man1/transect-cut.1";

/// Print the manual page of the command, or of a subcommand, as man reads it
#[derive(Args, Debug)]
#[command(after_long_help = MAN_EXAMPLES, after_help = MORE)]
pub(crate) struct ManArguments {
    /// The subcommand that the page is about
    #[arg(value_name = "SUBCOMMAND")]
    pub(crate) subcommand: Option<String>,
}

const CHECK_EXAMPLES: &str = "\
Examples:
  Do the project's own facts hold for this build?
    transect check conformance/*.jsonl
  Facts that another program writes, as it writes them:
    transect check - < facts.jsonl
  A single question, answered by what is received:
    echo '{\"op\": \"point_side\", \"plane\": \"z=1.2\", \"point\": [0, 0, 1.2], \"side\": \"front\", \"why\": \"?\"}' | transect check -
  How many facts fail, for a program:
    transect check facts.jsonl --json | jq '.failures | length'

Exit status:
  0  all facts hold
  1  a fact does not hold; all were checked
  2  bad usage, a file that could not be read, or a line that is no fact: nothing more was checked";

/// Check facts about planes: which hold, and what was expected and received where one does not
///
/// Facts are JSON objects, one a line, as conformance/README.md describes them: a question, its
/// input, the expected answer, and why it is that. They belong to no program and no language.
#[derive(Args, Debug)]
#[command(after_long_help = CHECK_EXAMPLES, after_help = MORE)]
pub(crate) struct CheckArguments {
    /// Files of facts, one JSON object a line; - reads standard input
    #[arg(required = true, value_name = "FILE.jsonl")]
    pub(crate) facts: Vec<PathBuf>,

    /// Print one JSON object (docs/json.md) instead of the failures and the summary
    #[arg(long)]
    pub(crate) json: bool,
}

/// The words of `--on-plane`.
fn on_plane(word: &str) -> OnPlane {
    match word {
        "back" => OnPlane::Back,
        _ => OnPlane::Front,
    }
}

/// The axis that is up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum UpAxis {
    X,
    Y,
    Z,
}

impl From<UpAxis> for Up {
    fn from(axis: UpAxis) -> Self {
        match axis {
            UpAxis::X => Self::X,
            UpAxis::Y => Self::Y,
            UpAxis::Z => Self::Z,
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
