//! What can be typed behind `transect cut`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{NonEmptyStringValueParser, PossibleValuesParser, TypedValueParser};
use transect_draw::{Size, Up};
use transect_io::Format;
use transect_report::OnPlaneRule;

use crate::arguments::help::MORE;
use crate::arguments::plane::{PlaneArguments, plane_is_required};
use crate::arguments::shown::{Shown, VIEWER};
use crate::arguments::telling::TellingArguments;

const USAGE: &str = "\
transect cut <MODEL>... --plane <EXPR> [-o <DIR>] [OPTIONS]
       transect cut <MODEL>... --point <P> --normal <N> [-o <DIR>] [OPTIONS]
       transect cut <MODEL>... --through <P> --through <P> --through <P> [-o <DIR>] [OPTIONS]";

const EXAMPLES: &str = "\
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
  101  an internal error of transect (report it!); nothing was written
  130, 143  ended by Ctrl-C or SIGTERM; all files were written, or none";

/// Cut a model with a plane: what is in front, behind and cut; the section; two closed halves; a certificate
///
/// Signs are exact for the numbers in the file: there is no tolerance. Front is where the left side
/// of the plane's equation is greater than the right one (z=1.2: above). Without -o nothing is
/// written; with it, the section (SVG, PNG, DXF, GeoJSON, WKT, WKB), a preview in 3D, the two
/// halves, objects.csv, report.html and report.json. Of a table of boxes (CSV) only the sides are told.
#[derive(Args, Debug)]
#[command(override_usage = USAGE, after_help = MORE, after_long_help = EXAMPLES)]
#[command(group = plane_is_required())]
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
    pub(crate) on_plane: OnPlaneRule,

    /// Write the section (SVG, PNG, DXF, GeoJSON, WKT, WKB), preview.png, the halves, objects.csv,
    /// report.html and report.json into this folder
    #[arg(short, long, value_name = "DIR", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,

    /// Replace files that exist already
    #[arg(long, help_heading = "Output")]
    pub(crate) force: bool,

    /// Write the halves in this format instead of the input's
    #[arg(long, value_name = "FORMAT", help_heading = "Output")]
    #[arg(value_parser = PossibleValuesParser::new(["stl", "obj", "ply", "glb"]).map(|word| format(&word)))]
    pub(crate) format: Option<Format>,

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
        value_parser = PossibleValuesParser::new(["x", "y", "z"]).map(|word| up(&word)),
        requires = "output",
        help_heading = "Output"
    )]
    pub(crate) up: Up,

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

    #[command(flatten)]
    pub(crate) telling: TellingArguments,

    /// End with status 1 if any object is open
    #[arg(long, help_heading = "Output")]
    pub(crate) strict: bool,
}

/// The words of `--on-plane`.
fn on_plane(word: &str) -> OnPlaneRule {
    match word {
        "back" => OnPlaneRule::Back,
        _ => OnPlaneRule::Front,
    }
}

/// The words of `--up`.
fn up(word: &str) -> Up {
    match word {
        "x" => Up::X,
        "y" => Up::Y,
        _ => Up::Z,
    }
}

/// The words of `--format`.
fn format(word: &str) -> Format {
    match word {
        "stl" => Format::Stl,
        "obj" => Format::Obj,
        "ply" => Format::Ply,
        _ => Format::Glb,
    }
}
