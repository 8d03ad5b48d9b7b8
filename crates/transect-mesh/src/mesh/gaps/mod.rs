//! Gaps between open edges: T-junctions, cracks and holes.

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
pub use welded::{WeldChanges, WeldDistance, WeldDistanceError, Welded};
