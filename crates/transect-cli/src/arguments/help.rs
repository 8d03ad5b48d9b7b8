//! Text that the help of all subcommands shares.

/// The last line of `-h`.
pub(crate) const MORE: &str = "Use --help for details and examples";
