//! The argument that converts a model to another unit.

use clap::Args;
use clap::builder::NonEmptyStringValueParser;

// No doc comment here: clap would use it as the help of the subcommand.
#[derive(Args, Clone, Debug)]
pub(crate) struct ToUnitArguments {
    /// Convert the model to another unit, such as mm, from that of the files or of --unit. Each coordinate is
    /// rounded once. All numbers of the call and of its output are then in this unit
    #[arg(long, value_name = "NAME", value_parser = NonEmptyStringValueParser::new())]
    #[arg(help_heading = "Selection")]
    pub(crate) to_unit: Option<String>,
}
