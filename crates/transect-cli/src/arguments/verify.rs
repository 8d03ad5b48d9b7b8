//! The arguments of `transect verify`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{OsStringValueParser, TypedValueParser};

use crate::arguments::help::MORE;
use crate::arguments::plane::{PlaneArguments, plane_is_required};

const USAGE: &str = "\
transect verify <INPUT> --plane <EXPR> <FRONT> <BACK> [OPTIONS]
       transect verify <INPUT> --plane <EXPR> <FRONT> --no-back [OPTIONS]
       transect verify <INPUT> --plane <EXPR> --no-front <BACK> [OPTIONS]";

const EXAMPLES: &str = "\
Examples:
  Check two halves of a model that any program made:
    transect verify part.stl --plane z=1 upper.stl lower.stl
  Allow the new vertices on the plane to be off by a millionth of the unit:
    transect verify part.stl --plane z=1 upper.stl lower.stl --tolerance 1e-6
  Print the verdict for a script:
    transect verify part.stl --plane z=1 upper.stl lower.stl --json | jq .certified

Exit status:
  0  success: the halves are certified
  1  a check failed: the certificate found an error in the halves
  2  bad input, bad usage, or a file could not be read
  101  an internal error of transect (please report it)";

/// Verify two halves that any program made, from the input, the plane and the halves
///
/// The certificate is computed from the three files and the plane only. The files may have different
/// formats, and vertices may be in any order. Objects are checked one by one if the halves have the
/// object names of the input. Otherwise all objects are checked as one mesh. docs/certificate.md
/// explains each finding.
#[derive(Args, Debug)]
#[command(override_usage = USAGE, after_help = MORE, after_long_help = EXAMPLES)]
#[command(group = plane_is_required())]
pub(crate) struct VerifyArguments {
    /// The model that was cut: STL, OBJ, PLY, glTF or GLB
    #[arg(value_name = "INPUT")]
    pub(crate) input: PathBuf,

    /// The half in front of the plane, then the half behind it. One of the three files may be -, which
    /// reads standard input
    #[arg(value_name = "HALVES", num_args = 1..=2, required = true)]
    #[arg(value_parser = OsStringValueParser::new().map(PathBuf::from))]
    pub(crate) halves: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) plane: PlaneArguments,

    /// The front half is empty: the only file is the back half
    #[arg(long, conflicts_with = "no_back", help_heading = "Halves")]
    pub(crate) no_front: bool,

    /// The back half is empty: the only file is the front half
    #[arg(long, help_heading = "Halves")]
    pub(crate) no_back: bool,

    /// The largest allowed error of new vertices on the plane, along each axis, in the unit of the files. Errors from
    /// rounding to the numbers of the file are allowed in addition. Vertices of the input have no tolerance
    #[arg(long, value_name = "T", default_value_t = 0.0, value_parser = tolerance)]
    #[arg(allow_hyphen_values = true, help_heading = "Halves")]
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
