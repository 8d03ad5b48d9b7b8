//! The arguments of `transect verify`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::NonEmptyStringValueParser;
use clap::builder::{OsStringValueParser, TypedValueParser};

use crate::arguments::help::MORE;
use crate::arguments::plane::PlaneArguments;
use crate::arguments::region::{RegionArguments, plane_or_region_is_required};
use crate::arguments::to_unit::ToUnitArguments;
use crate::arguments::weld::WeldArguments;

const USAGE: &str = "\
transect verify <INPUT> --plane <EXPR> <FRONT> <BACK> [OPTIONS]
       transect verify <INPUT> --plane <EXPR> <FRONT> --no-back [OPTIONS]
       transect verify <INPUT> --plane <EXPR> --no-front <BACK> [OPTIONS]
       transect verify <INPUT> --box|--slab|--region|--frustum <REGION> <PART>... [OPTIONS]
       transect verify <INPUT> --plane <EXPR> --plane <EXPR>... <PART>... [OPTIONS]
       transect verify <INPUT> --grid <EXPR=A..B/N>... <PART>... [OPTIONS]";

const EXAMPLES: &str = "\
Examples:
  Check two halves of a model that any program made:
    transect verify part.stl --plane z=1 upper.stl lower.stl
  Allow the new vertices on the plane to be off by a millionth of the unit:
    transect verify part.stl --plane z=1 upper.stl lower.stl --tolerance 1e-6
  Check the parts of a cut by several planes, as transect cut names them:
    transect verify part.stl --plane z=0.5 --plane x=1 pieces/*.stl
  Say which file holds which part of a box:
    transect verify office.glb --box 5,-20,0,25,-5,8 inside=room.glb outside=rest.glb
  Print the verdict for a script:
    transect verify part.stl --plane z=1 upper.stl lower.stl --json | jq .certified

Exit status:
  0  success: the parts are certified
  1  a check failed: the certificate found an error in the parts
  2  bad input, bad usage, or a file could not be read
  101  an internal error of transect (please report it)";

/// Verify the parts of a cut that any program made, from the input, the planes and the parts
///
/// The certificate is computed from the files and the planes only. The files may have different
/// formats, and vertices may be in any order. Objects are checked one by one if the parts have the
/// object names of the input. Otherwise all objects are checked as one mesh. docs/certificate.md
/// explains each finding.
#[derive(Args, Debug)]
#[command(override_usage = USAGE, after_help = MORE, after_long_help = EXAMPLES)]
#[command(group = plane_or_region_is_required())]
pub(crate) struct VerifyArguments {
    /// The model that was cut: STL, OBJ, PLY, OFF, 3MF, glTF or GLB
    #[arg(value_name = "INPUT")]
    pub(crate) input: PathBuf,

    /// The files of the parts. For one plane: the half in front of it, then the half behind it. Otherwise
    /// the file name says which part it is, as transect cut names the files (inside, front-back, x2-y1),
    /// or NAME=FILE says it. Parts without a file must be empty. One of all files may be -, which reads
    /// standard input
    #[arg(value_name = "PARTS", num_args = 1.., required = true)]
    #[arg(value_parser = OsStringValueParser::new().map(PathBuf::from))]
    pub(crate) parts: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) plane: PlaneArguments,

    #[command(flatten)]
    pub(crate) region: RegionArguments,

    /// The front half is empty: the only file is the back half
    #[arg(long, conflicts_with = "no_back", help_heading = "Parts")]
    pub(crate) no_front: bool,

    /// The back half is empty: the only file is the front half
    #[arg(long, help_heading = "Parts")]
    pub(crate) no_back: bool,

    #[command(flatten)]
    pub(crate) weld: WeldArguments,

    /// The unit of the model that was cut, for planes that are typed with a unit and for --to-unit
    #[arg(long, value_name = "NAME", value_parser = NonEmptyStringValueParser::new())]
    #[arg(help_heading = "Selection")]
    pub(crate) unit: Option<String>,

    #[command(flatten)]
    pub(crate) to_unit: ToUnitArguments,

    /// The largest allowed error of new vertices on the plane, along each axis, in the unit of the files. Errors from
    /// rounding to the numbers of the file are allowed in addition. Vertices of the input have no tolerance
    #[arg(long, value_name = "T", default_value_t = 0.0, value_parser = tolerance)]
    #[arg(allow_hyphen_values = true, help_heading = "Parts")]
    pub(crate) tolerance: f64,

    /// Print one JSON object (see docs/json.md) instead of the table
    #[arg(long, help_heading = "Display")]
    pub(crate) json: bool,

    /// Print each step and its time on stderr
    #[arg(short, long, help_heading = "Display")]
    pub(crate) verbose: bool,
}

/// Parses a tolerance: a finite number that is not negative.
fn tolerance(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(distance) if distance >= 0.0 && distance.is_finite() => Ok(distance),
        _ => Err("the tolerance is a number that is not negative, such as 1e-6".into()),
    }
}
