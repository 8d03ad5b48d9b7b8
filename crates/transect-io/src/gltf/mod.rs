//! glTF 2.0: GLB files, and JSON files with their buffers inside or beside them.
//!
//! The JSON is read with `serde_json` into small structs of our own and not with the `gltf` crate:
//! its accessor iterators slice the buffers by the offsets, strides and counts of the file without
//! looking, so that a lying file ends in a panic. Here every number of a file is checked where it is
//! used, nothing is allocated because a number in a file says so, and lists of JSON objects stay
//! slices of the file's text until an entry is needed.

mod accessor;
mod appearance;
mod attribute;
mod budget;
mod buffers;
mod container;
mod corners;
mod json;
mod material;
mod mesh;
mod pack;
mod part;
mod place;
mod read;
mod tally;
mod tree;
mod write;

pub(crate) use read::read;
pub(crate) use write::write;
