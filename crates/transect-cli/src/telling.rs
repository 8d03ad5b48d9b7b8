//! How much is told, and to whom.

/// What a subcommand says of its work.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Telling {
    /// One JSON object instead of the table.
    pub(crate) json: bool,
    /// Nothing but errors.
    pub(crate) quiet: bool,
    /// A line for each step, on stderr.
    pub(crate) verbose: bool,
}
