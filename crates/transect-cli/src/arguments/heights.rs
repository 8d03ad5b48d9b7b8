//! The flags for a direction and for heights along it, shared by all subcommands that take many planes.

use clap::{ArgGroup, Args};

use crate::arguments::words::words;

/// The values of `--axis`, and their indices.
const AXES: [(&str, usize); 3] = [("x", 0), ("y", 1), ("z", 2)];

/// Returns the argument groups that require a direction and one rule for heights. `--storeys` stands for both, and
/// `--axis` may be given with it.
pub(super) fn heights_are_required() -> [ArgGroup; 2] {
    [
        ArgGroup::new("which direction")
            .required(true)
            .multiple(true)
            .args(["axis", "normal", "storeys"]),
        ArgGroup::new("which heights")
            .required(true)
            .args(["step", "count", "heights", "storeys"]),
    ]
}

// No doc comment here: clap would use it as the help of the subcommand.
#[derive(Args, Clone, Debug)]
pub(crate) struct HeightArguments {
    /// The axis along which heights are measured: x, y or z
    #[arg(long, value_name = "AXIS", value_parser = words(AXES), conflicts_with = "normal")]
    #[arg(help_heading = "Heights")]
    pub(crate) axis: Option<usize>,

    /// The direction along which heights are measured, as x,y,z. It is divided by its length, so heights are
    /// distances; this rounds the direction
    #[arg(
        long,
        value_name = "N",
        allow_hyphen_values = true,
        help_heading = "Heights"
    )]
    pub(crate) normal: Option<String>,

    /// The distance between two heights. The heights are FROM + k·STEP, computed in decimals and rounded
    /// once; without --from, the multiples of STEP within the range of the model
    #[arg(
        long,
        value_name = "STEP",
        allow_negative_numbers = true,
        help_heading = "Heights"
    )]
    pub(crate) step: Option<String>,

    /// The number of layers of equal thickness between --from and --to, or of the whole model
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = layer_count)]
    #[arg(help_heading = "Heights")]
    pub(crate) count: Option<usize>,

    /// The heights themselves, separated by commas
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        allow_hyphen_values = true
    )]
    #[arg(help_heading = "Heights")]
    pub(crate) heights: Vec<String>,

    /// The lowest height
    #[arg(
        long,
        value_name = "HEIGHT",
        allow_hyphen_values = true,
        conflicts_with = "heights"
    )]
    #[arg(help_heading = "Heights")]
    pub(crate) from: Option<String>,

    /// The greatest height
    #[arg(
        long,
        value_name = "HEIGHT",
        allow_hyphen_values = true,
        conflicts_with = "heights"
    )]
    #[arg(help_heading = "Heights")]
    pub(crate) to: Option<String>,
}

/// Parses a number of layers.
fn layer_count(text: &str) -> Result<usize, String> {
    let count = text.parse::<usize>().ok().filter(|count| *count > 0);
    count.ok_or_else(|| "give the number of layers, at least 1, such as --count 20".into())
}
