//! The flags for the amount of output, for the subcommands that write reports.

use clap::Args;

use crate::telling::Telling;

// No doc comment here: clap would use it as the help of the subcommand.
#[derive(Args, Debug)]
pub(crate) struct TellingArguments {
    /// Print the report as one JSON object (see docs/json.md) instead of the table
    #[arg(long, help_heading = "Display")]
    pub(crate) json: bool,

    /// Print only errors
    #[arg(short, long, conflicts_with_all = ["json", "verbose"], help_heading = "Display")]
    pub(crate) quiet: bool,

    /// Print each step and its time on stderr
    #[arg(short, long, help_heading = "Display")]
    pub(crate) verbose: bool,
}

impl From<TellingArguments> for Telling {
    fn from(arguments: TellingArguments) -> Self {
        let TellingArguments {
            json,
            quiet,
            verbose,
        } = arguments;
        Self {
            json,
            quiet,
            verbose,
        }
    }
}
