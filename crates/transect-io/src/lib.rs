//! Files: reads STL, OBJ, PLY, glTF and GLB into scenes, and writes scenes back.

mod document;
mod error;
mod format;

pub use document::{Document, Image, Note, Source, Textures};
pub use error::{Place, ReadError, Reason};
pub use format::Format;
