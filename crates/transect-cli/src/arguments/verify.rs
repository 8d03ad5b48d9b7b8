//! What can be typed behind `transect verify`.

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
  Are two halves what the plane makes of the model, whoever made them?
    transect verify part.stl --plane z=1 upper.stl lower.stl
  The same with crossings that may be off by a millionth, as those of other programs are:
    transect verify part.stl --plane z=1 upper.stl lower.stl --tolerance 1e-6
  The verdict for a program:
    transect verify part.stl --plane z=1 upper.stl lower.stl --json | jq .certified

Exit status:
  0  certified: the halves are what the plane makes of the input
  1  a fault was found in the halves
  2  bad input, bad usage, or a file that could not be read
  101  an internal error of transect (report it!)";

/// Judge two halves that any program made: are they what the plane makes of the input?
///
/// The certificate is computed from the three files and the plane alone. Formats may be mixed, and vertices
/// may stand in any order. Objects are judged one by one where the halves have the names of the input, otherwise
/// all as one mesh. docs/certificate.md explains each finding.
#[derive(Args, Debug)]
#[command(override_usage = USAGE, after_help = MORE, after_long_help = EXAMPLES)]
#[command(group = plane_is_required())]
pub(crate) struct VerifyArguments {
    /// The file that was cut: STL, OBJ, PLY, glTF or GLB
    #[arg(value_name = "INPUT")]
    pub(crate) input: PathBuf,

    /// The half in front of the plane, and the half behind it; one of the three files may be -, standard
    /// input
    #[arg(value_name = "HALVES", num_args = 1..=2, required = true)]
    #[arg(value_parser = OsStringValueParser::new().map(PathBuf::from))]
    pub(crate) halves: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) plane: PlaneArguments,

    /// Nothing lies in front: the one file is the half behind
    #[arg(long, conflicts_with = "no_back", help_heading = "Halves")]
    pub(crate) no_front: bool,

    /// Nothing lies behind: the one file is the half in front
    #[arg(long, help_heading = "Halves")]
    pub(crate) no_back: bool,

    /// How far the crossings of another program may lie from the true ones along an axis, in the unit of the
    /// files, beyond the rounding to the numbers of the file
    #[arg(long, value_name = "T", default_value_t = 0.0, value_parser = tolerance)]
    #[arg(allow_hyphen_values = true, help_heading = "Halves")]
    pub(crate) tolerance: f64,

    /// Print one JSON object (docs/json.md) instead of the table
    #[arg(long, help_heading = "Display")]
    pub(crate) json: bool,

    /// Say on stderr what is done and how long it took, a line for each step
    #[arg(short, long, help_heading = "Display")]
    pub(crate) verbose: bool,
}

/// A distance: a finite number, not below zero.
fn tolerance(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(distance) if distance >= 0.0 && distance.is_finite() => Ok(distance),
        _ => Err("a distance is a number that is not negative, such as 1e-6".into()),
    }
}
