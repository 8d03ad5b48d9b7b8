//! The parts into which planes cut a mesh. They are exact pieces: every node is the meeting of planes and of the surface,
//! its sides are exact, and its coordinates are rounded once.
//!
//! | topic | file |
//! |---|---|
//! | The part inside a region and the rest | `region.rs` |
//! | One part per combination of sides | `division.rs` |
//! | The cut, for both | `cut.rs` |
//! | The planes as sets of points, each once | `planes.rs` |
//! | The cells into which the planes divide space | `cells.rs` |
//! | The nodes: vertices, crossings, and points where several planes meet | `nodes.rs` |
//! | The pieces of triangles | `pieces.rs`, as triangles by `polygon.rs` |
//! | The same nodes on both sides of each edge of the rest | `seams.rs` |
//! | The faces between parts | `faces.rs` |
//! | A part as a mesh | `part.rs`, built by `build.rs` |
//! | The section in one plane of a region, within the region | `section.rs` |

mod build;
mod cells;
mod cut;
mod division;
mod faces;
mod nodes;
mod part;
mod pieces;
mod planes;
mod polygon;
mod region;
mod seams;
mod section;

pub use cut::PlaneCut;
pub use division::{Division, DivisionPart};
pub use part::RegionPart;
pub use region::RegionCut;

/// The value that marks a missing number.
const NONE: u32 = u32::MAX;
