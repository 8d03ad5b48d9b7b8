//! Wavefront OBJ and its material library, MTL.
//!
//! Read by own code: `tobj` reads f32 unless told otherwise, names no line in its errors, and merges
//! what transect keeps apart. Polygons become [`triangles`](crate::polygon::triangles).

mod library;
mod object;
mod read;
mod write;

pub(crate) use read::read;
pub(crate) use write::{write, write_library};

#[cfg(test)]
mod tests;
