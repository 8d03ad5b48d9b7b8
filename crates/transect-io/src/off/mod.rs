//! OFF, the format of Geomview, with colours (COFF).
//!
//! No maintained crate reads OFF with f64 coordinates, colours and line numbers in its errors.

mod read;
mod write;

pub(crate) use read::read;
pub(crate) use write::write;
