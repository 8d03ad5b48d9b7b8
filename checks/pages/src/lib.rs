//! Runs the Rust code of README.md and of the book as tests.

/// The code of README.md.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
mod readme {}

/// The code of docs/coming-from.md.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/coming-from.md")]
mod coming_from {}

/// The code of docs/batches.md.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/batches.md")]
mod batches {}

/// The code of docs/trees.md.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/trees.md")]
mod trees {}
