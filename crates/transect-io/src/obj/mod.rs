//! Wavefront OBJ and its material library, MTL.
//!
//! This module is used instead of `tobj`, which reads f32 by default, has no line numbers in its errors, and merges
//! vertices that transect does not merge. Polygons are split with [`triangles`](crate::polygon::triangles).

mod corner;
mod definitions;
mod groups;
mod images;
mod library;
mod object;
mod read;
mod texture;
mod write;

pub(crate) use read::read;
pub(crate) use write::{Library, write};

#[cfg(test)]
mod tests;
