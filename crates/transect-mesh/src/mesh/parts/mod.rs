//! The parts into which planes cut a mesh. They are exact pieces: every node is the meeting of planes and of the surface,
//! its sides are exact, and its coordinates are rounded once.
//!
//! | topic | file |
//! |---|---|
//! | The part inside a region and the rest | `region.rs` |
//! | One part per combination of sides | `division.rs` |
//! | Both of them, and the two halves by one plane | `cut.rs`, for which `divided.rs` makes one mesh per cell |
//! | The planes as sets of points, each once | `planes.rs` |
//! | The cells into which the planes divide space | `cells.rs` |
//! | The nodes: vertices, crossings, and points where several planes meet | `nodes.rs` |
//! | The pieces of triangles | `pieces.rs`, as triangles by `polygon.rs` |
//! | The triangles of each cell | `one.rs` for one plane that meets the mesh, `several.rs` for more |
//! | The same nodes on both sides of each edge of the rest | `seams.rs` |
//! | The faces between parts | `faces.rs`, from their outlines (`outline.rs`) |
//! | Attribute rows at nodes | `rows.rs` |
//! | A part as a mesh | `part.rs`, built by `build.rs` |
//! | A part as vertex buffers | `buffer_part.rs`; `part_builder.rs`: what both builders do |
//! | The section in one plane of a region, within the region | `section.rs` |
//!
//! A node is a vertex of the input, or a point where an edge and a plane, a triangle and two planes, or three planes
//! meet. Its sides are polynomials of degree 9 at most. For a region, the pieces behind a plane are not divided
//! further, and get the nodes of their neighbours (`seams.rs`).

mod buffer_part;
mod build;
mod cells;
pub(in crate::mesh) mod cut;
mod divided;
mod division;
mod faces;
mod nodes;
mod one;
mod outline;
mod part;
mod part_builder;
mod pieces;
mod planes;
mod polygon;
mod region;
mod rows;
mod seams;
mod section;
mod several;

pub use cut::PlaneCut;
pub use division::{Division, DivisionPart};
pub use part::RegionPart;
pub use region::RegionCut;

/// The value that marks a missing number.
const NONE: u32 = u32::MAX;
