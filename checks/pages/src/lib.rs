//! The Rust of README.md and of the book, as tests.

/// README.md
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
mod readme {}

/// docs/coming-from.md
#[cfg(doctest)]
#[doc = include_str!("../../../docs/coming-from.md")]
mod coming_from {}

/// docs/batches.md
#[cfg(doctest)]
#[doc = include_str!("../../../docs/batches.md")]
mod batches {}

/// docs/trees.md
#[cfg(doctest)]
#[doc = include_str!("../../../docs/trees.md")]
mod trees {}
