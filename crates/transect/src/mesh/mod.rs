//! Triangle meshes: what they are, and cutting them.

pub(crate) mod attributes;
pub(crate) mod boundary;
pub(crate) mod indexed;
pub(crate) mod weld;

pub use attributes::{Attributes, Layer, Meaning};
pub use boundary::Boundary;
pub use indexed::{Mesh, MeshError, RawMesh};
