//! What can be typed behind `transect man`.

use clap::Args;

use crate::arguments::help::MORE;

const EXAMPLES: &str = "\
Examples:
  Read the page of the command, or of one subcommand:
    transect man | man -l -
    transect man cut | man -l -
  Keep a page where man finds it:
    transect man cut > ~/.local/share/man/man1/transect-cut.1";

/// Print the manual page of the command, or of a subcommand, as man reads it
#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES, after_help = MORE)]
pub(crate) struct ManArguments {
    /// The subcommand that the page is about
    #[arg(value_name = "SUBCOMMAND")]
    pub(crate) subcommand: Option<String>,
}
