//! The flags that say how much is told, for the subcommands that write reports.

use clap::Args;

use crate::telling::Telling;

// No doc comment: it would be the help of the subcommand.
#[derive(Args, Debug)]
pub(crate) struct TellingArguments {
    /// Print the report as one JSON object (docs/json.md) instead of the table
    #[arg(long, help_heading = "Display")]
    pub(crate) json: bool,

    /// Print nothing but errors
    #[arg(short, long, conflicts_with_all = ["json", "verbose"], help_heading = "Display")]
    pub(crate) quiet: bool,

    /// Say on stderr what is done and how long it took, a line for each step
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
