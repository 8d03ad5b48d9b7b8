//! The flags `--json`, `--quiet` and `--verbose`, for the subcommands that write reports.

use clap::Args;

use crate::display::DisplayOptions;

// No doc comment here: clap would use it as the help of the subcommand.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct DisplayArguments {
    /// Print the report as one JSON object (see docs/json.md) instead of the table
    #[arg(long, help_heading = "Display")]
    pub(crate) json: bool,

    /// Print only errors, and the report of --json
    #[arg(short, long, conflicts_with = "verbose", help_heading = "Display")]
    pub(crate) quiet: bool,

    /// Print each step and its time on stderr
    #[arg(short, long, help_heading = "Display")]
    pub(crate) verbose: bool,
}

impl From<DisplayArguments> for DisplayOptions {
    fn from(arguments: DisplayArguments) -> Self {
        let DisplayArguments {
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
