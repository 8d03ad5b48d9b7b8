//! Meshes in the buffers of graphics cards: f32 columns with one entry per vertex, and indices.
//!
//! | topic | file |
//! |---|---|
//! | The buffers that a mesh is read from | `vertex_buffers.rs`, with columns (`vertex_column.rs`) and indices (`indices.rs`) |
//! | Reading them | `read.rs` |
//! | The buffers that a mesh is written to | `mesh_buffers.rs` |
//! | Writing a whole mesh | `write.rs` |
//! | Writing one vertex, for whole meshes and for the parts of a cut (`parts/buffer_part.rs`) | `writer.rs`, with one number per corner (`corner_numbers.rs`) |

mod corner_numbers;
mod indices;
mod mesh_buffers;
mod options;
mod read;
mod vertex_buffers;
mod vertex_column;
mod write;
pub(in crate::mesh) mod writer;

pub use indices::Indices;
pub use mesh_buffers::{BufferPart, MeshBuffers};
pub use options::BufferOptions;
pub use vertex_buffers::VertexBuffers;
pub use vertex_column::VertexColumn;
pub use write::SplitBuffers;
