//! Runs the Rust code of README.md and of the book as tests.

/// The Rust code of README.md, which runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
mod readme {}

/// The Rust code of docs/engines.md, which runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/engines.md")]
mod engines {}

/// The Rust code of docs/coming-from.md, which runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/coming-from.md")]
mod coming_from {}

/// The Rust code of docs/batches.md, which runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/batches.md")]
mod batches {}

/// The Rust code of docs/trees.md, which runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/trees.md")]
mod trees {}

/// The Rust code of docs/slicing.md, which runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/slicing.md")]
mod layer_formats {}
