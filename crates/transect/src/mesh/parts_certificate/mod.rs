//! The certificate of a cut by several planes. It is computed from the input, the planes and the parts as written, by code
//! that does not depend on how the parts were made.
//!
//! | topic | file |
//! |---|---|
//! | The verdict | `certificate.rs` |
//! | The parts to be judged | `judged.rs` |
//! | The exact cut: sides of vertices, and the part to which each triangle belongs | `exact.rs` |
//! | Matching of whole triangles | `whole.rs` |
//! | The planes by their directions | `directions.rs` |
//! | The exact points at which the vertices of all other triangles may lie | `candidates.rs`; `lists.rs`: lists of them |
//! | Comparison of pieces with the triangles of the input | `pieces.rs`, `piece_boundary.rs`; `covered.rs`: such a triangle; `whole_triangles.rs`: names of faults |
//! | Comparison of cut faces of different parts | `faces.rs`; `face_triangle.rs`: their triangles |
//! | The cover of a plane by its cut faces | `cover.rs` |
//! | Edges of cut faces of open inputs | `open_faces.rs` |
//! | The winding numbers at a corner of a region | `region_corner.rs` |
//! | Comparison of volumes, moments and areas | `sums.rs` |
//! | The findings | `finding.rs` |

mod candidates;
mod certificate;
mod cover;
mod covered;
mod directions;
mod ends_of_faces;
mod exact;
mod face_triangle;
mod faces;
mod finding;
mod groups;
mod halves;
mod judge;
mod judged;
mod labels;
mod lists;
mod misplaced;
mod open_faces;
mod opposite;
mod outlines;
mod piece_areas;
mod piece_boundary;
mod pieces;
mod region_corner;
mod sums;
mod whole;
mod whole_triangles;

pub use certificate::PartsCertificate;
pub use finding::PartFinding;
pub use judged::{JudgedPart, Place as PartPlace};
