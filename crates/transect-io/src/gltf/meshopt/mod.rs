//! Buffer views in the compression of meshoptimizer (`EXT_meshopt_compression`, `KHR_meshopt_compression`).
//!
//! The decoder is our own: `meshopt` binds a library in C++, and `meshopt-rs` has had no release for years. The format is
//! that of the specification of the extension, in the versions 0 and 1 of attributes. No read goes beyond the bytes of the
//! view. The size of the result is charged to the budget of the file before memory is allocated, and then counts as bytes of
//! the file.

mod attributes;
mod bytes;
mod filters;
mod indices;
mod view;

pub(super) use view::{Compressed, MESHOPT};
