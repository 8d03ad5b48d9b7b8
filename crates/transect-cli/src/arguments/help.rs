//! What the help of all subcommands has in common.

/// What `-h` says at its end.
pub(crate) const MORE: &str = "--help tells more, with examples";
