//! Columns of Arrow data as numpy arrays, without copies: the one crate of the Python package that has `unsafe` code.
//!
//! # The promise
//!
//! Two things need `unsafe`, and each has one function:
//!
//! * `import` takes the C structures out of the capsules that a producer hands over. A capsule is used only if it has
//!   the name that Arrow's PyCapsule interface gives it. The structures are moved out, so the producer's capsule is left
//!   with a released structure and frees nothing twice. That the structures describe valid memory is the producer's
//!   promise, as for every consumer of this interface.
//! * `view` makes a numpy array over the memory of an Arrow array. The numpy array keeps an object alive that owns the
//!   Arrow array, so the memory is valid as long as a view exists. The view is read-only, because Arrow data are
//!   immutable.

mod fields;
mod import;
mod numbers;
mod view;

pub use self::fields::{Fields, column};
