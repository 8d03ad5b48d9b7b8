//! The arguments of `transect man`.

use clap::Args;

use crate::arguments::help::MORE;

const EXAMPLES: &str = "\
Examples:
  Read the manual page of the command, or of one subcommand:
    transect man | man -l -
    transect man cut | man -l -
  Install a manual page where man finds it:
    transect man cut > ~/.local/share/man/man1/transect-cut.1";

/// Print the manual page of the command or of a subcommand, in the format of man
#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES, after_help = MORE)]
pub(crate) struct ManArguments {
    /// The subcommand of the page; without it, the page of the whole command
    #[arg(value_name = "SUBCOMMAND")]
    pub(crate) subcommand: Option<String>,
}
