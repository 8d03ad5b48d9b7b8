//! The certificate of a cut by several planes. It is computed from the input, the planes and the parts as written, by code
//! that does not depend on how the parts were made.
//!
//! | topic | file |
//! |---|---|
//! | The verdict | `certificate.rs` |
//! | The parts to be judged | `judged.rs` |
//! | The exact cut: sides of vertices, and the part to which each triangle belongs | `exact.rs` |
//! | Matching of whole triangles | `whole.rs` |
//! | The exact points at which the vertices of all other triangles may lie | `candidates.rs` |
//! | Comparison of pieces with the triangles of the input | `pieces.rs` |
//! | Checks of the cut faces | `faces.rs` |
//! | The winding number of a mesh around a point | `winding.rs` |
//! | The findings | `finding.rs` |

mod candidates;
mod certificate;
mod exact;
mod faces;
mod finding;
mod halves;
mod judged;
mod pieces;
mod whole;
mod winding;

pub use certificate::PartsCertificate;
pub use finding::PartFinding;
pub use judged::{JudgedPart, Place as PartPlace};
