//! Gaps between open edges: T-junctions, cracks and holes.
//!
//! | topic | file |
//! |---|---|
//! | Vertices exactly on edges, and triangles divided there | `junctions.rs`, `divisions.rs` |
//! | Welding within a distance | `welded.rs`; `clusters.rs` joins near vertices, and `near_edges.rs` divides edges at them |
//! | The gaps that a growing distance closes; cracks and holes | `closing.rs`, `gap.rs`; `doubled_faces.rs` |
//! | Near points and the shortest links | `sites.rs`; `distance.rs` compares distances exactly |
//! | The open edges | `chain.rs` |
//!
//! A chain of edges stands for the mesh while gaps are closed, so triangles are changed only at the end.

mod chain;
mod closing;
mod clusters;
mod distance;
mod divisions;
mod doubled_faces;
mod gap;
mod junctions;
mod near_edges;
mod sites;
mod welded;

pub use clusters::WeldChain;
pub use gap::{Gap, GapKind, Gaps};
pub(in crate::mesh) use sites::Groups;
pub use welded::{WeldChanges, WeldDistance, WeldDistanceError, Welded};
