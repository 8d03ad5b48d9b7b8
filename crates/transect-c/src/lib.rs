//! The C library of transect: thin functions over the Rust library, for programs in C, C++ and languages that call C.
//!
//! The header `include/transect.h` is generated from these files. `include/transect.hpp` is its C++17 layer, by hand.
//!
//! | topic | file |
//! |---|---|
//! | Statuses, messages, and panics that stay inside | `status.rs` |
//! | The caller's memory, the only place that reads and writes it | `caller.rs` |
//! | The version of the interface | `version.rs` |
//! | Planes; lines, rays and planes that meet | `plane.rs`; `meeting.rs` |
//! | Single boxes, spheres and oriented boxes | `shape.rs`, `side.rs` |
//! | Columns of shapes, as bitmaps | `columns.rs`; `masks.rs` by a plane, `region_masks.rs` by a region |
//! | Regions of several planes, frusta | `region.rs`; `frustum.rs` |
//! | Convex polygons in 2D | `polygon.rs` |
//! | Trees of boxes | `tree.rs` |
//! | Meshes, from and to buffers | `mesh.rs`, `buffers.rs` |
//! | Cuts and their certificates | `split.rs`, `parts.rs`; `certificate.rs` |
//! | Sections; layers; measures against height | `section.rs`; `layers.rs`; `curve.rs` |
//! | Sections and rays of one mesh, many times | `index.rs` |
//!
//! # Rules for all functions
//!
//! * A function returns a [`Status`], 0 for success, unless it cannot fail. On failure nothing is written, except a
//!   count that tells how much room is needed; `transect_last_message` explains the failure.
//! * Values are passed as pointers to records, and may overlap with the record of the result. Columns and buffers
//!   must not overlap with memory that the function writes.
//! * Counts and strides are in elements, never in bytes. A pointer may be null if its count is 0.
//! * Handles are made by the function that has them as `**` parameter. The caller owns them, and frees each one with
//!   the function `transect_…_free` of its type, which ignores null.
//! * Functions that take `const` handles may be called by several threads at once. A handle that is not `const`
//!   belongs to one thread at a time.
//!
//! # Safety
//!
//! This holds for every function of this crate that takes pointers: a pointer is null, or valid for as many elements
//! as the function documents, for reading or for writing, during the call; a handle is null, or was made by this
//! library and not yet freed. The functions check what can be checked: null, alignment, counts, overlap, and every
//! number.

#![expect(
    clippy::missing_safety_doc,
    reason = "the promise of the caller is the same for all functions, and stands above"
)]

mod buffers;
mod caller;
mod certificate;
mod columns;
mod curve;
mod frustum;
mod index;
mod layers;
mod masks;
mod meeting;
mod mesh;
mod parts;
mod plane;
mod polygon;
mod region;
mod region_masks;
mod section;
mod shape;
mod side;
mod split;
mod status;
mod tree;
mod version;

pub use buffers::*;
pub use certificate::*;
pub use columns::*;
pub use curve::*;
pub use frustum::*;
pub use index::*;
pub use layers::*;
pub use masks::*;
pub use meeting::*;
pub use mesh::*;
pub use parts::*;
pub use plane::*;
pub use polygon::*;
pub use region::*;
pub use region_masks::*;
pub use section::*;
pub use shape::*;
pub use side::*;
pub use split::*;
pub use status::*;
pub use tree::*;
pub use version::*;

/// All handles may be used by several threads, and moved between them.
const _: () = {
    const fn is_shared<T: Send + Sync>() {}
    is_shared::<Tree>();
    is_shared::<Mesh>();
    is_shared::<Parts>();
    is_shared::<Buffers>();
    is_shared::<Section>();
    is_shared::<Certificate>();
    is_shared::<Layers>();
    is_shared::<Curve>();
    is_shared::<Index>();
};
