//! glTF 2.0: GLB files, and JSON files with their buffers inside or beside them.
//!
//! The JSON is read with `serde_json` into small structs of this crate, not with the `gltf` crate. The accessor
//! iterators of that crate slice the buffers by unchecked offsets, strides and counts of the file, so an invalid file
//! causes a panic. This module checks every number of a file before use, never allocates memory only because of a
//! number in a file, and keeps lists of JSON objects as text until an entry is needed.
//!
//! Draco is not read yet. `draco-oxide` is an alpha, and `draco-rs` binds a library in C++. `draco-core` is pure Rust and
//! limits its memory, but it is young: 47,000 lines that would have to be fuzzed first. The error names a program that
//! decodes such files.

mod accessor;
mod appearance;
mod attribute;
mod buffers;
mod classes;
mod container;
mod corners;
mod frame;
mod instances;
mod json;
mod material;
mod mesh;
mod meshopt;
mod nodes;
mod pack;
mod part;
mod place;
mod placement;
mod pose;
mod read;
mod requirements;
mod skin;
mod tally;
mod tree;
mod write;

pub use frame::leave_metres;
pub(crate) use read::read;
pub(crate) use write::write;
