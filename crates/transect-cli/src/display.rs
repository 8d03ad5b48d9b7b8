//! The options for the amount and the form of a subcommand's output.

/// The output options of a subcommand.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct DisplayOptions {
    /// `true` to print one JSON object instead of the table.
    pub(crate) json: bool,
    /// `true` to print only errors.
    pub(crate) quiet: bool,
    /// `true` to print a line per step on stderr.
    pub(crate) verbose: bool,
}
