//! The certificate of a cut by any number of planes. It is computed from the input, the planes and the parts as written, by code
//! that does not depend on how the parts were made.
//!
//! | topic | file |
//! |---|---|
//! | The verdict on a cut | `verdict.rs` |
//! | The parts to be judged | `judged.rs`; `written_part.rs`: the rounding of positions in a file |
//! | The exact cut: sides of vertices, and the part to which each triangle belongs | `exact.rs` |
//! | Matching of whole triangles | `whole.rs` |
//! | The planes by their directions | `directions.rs` |
//! | The exact points at which the vertices of all other triangles may lie | `candidates.rs`; `lists.rs`: lists of them |
//! | Vertices away from their exact points, and their distances | `misplaced.rs`; `nearest.rs`, `off_crossing.rs` |
//! | Which triangles belong to cut faces | `labels.rs`; `nodes.rs`, `rest.rs`: the pieces of two halves |
//! | The verdict on one piece | `judge.rs`; `covered.rs`: a triangle of the input that pieces must cover |
//! | Comparison of pieces with the triangles of the input | `pieces.rs`; `gathered.rs`, `piece_boundary.rs`: those of one triangle; `exchange.rs`: pieces that rounding laid upon each other; `peeled.rs`: triangles that are too many; `whole_triangles.rs`, `piece_areas.rs`: names of faults |
//! | Checks of the cut faces | `faces.rs`; `face_triangle.rs`: their triangles |
//! | Comparison of cut faces of different parts | `opposite.rs` |
//! | The ends of cut faces | `ends_of_faces.rs`: of closed inputs; `outlines.rs`, `groups.rs`, `open_faces.rs`: of open inputs |
//! | The cover of a plane by its cut faces | `cover.rs`; `planar.rs`, `winding_area.rs`, `turned_over.rs` |
//! | The winding numbers at a corner of a region | `region_corner.rs` |
//! | Comparison of volumes, moments and areas | `sums.rs`; `mass.rs`: those of one mesh; `rounding.rs`: bounds on rounding errors; `summary.rs` |
//! | The findings | `finding.rs`, `kind.rs` |
//!
//! The code that cuts (`trace.rs`, `chain.rs`, `split.rs`, `parts/`) is not used here. Only predicates are shared, such
//! as the exact turn of three nodes (`exact_nodes.rs`) and the side that a face in the plane faces (`facing`).
//! Triangles and edges are counted in integers, and orientations are exact, at nodes before rounding. Distances, areas
//! and sums are compared with derived bounds on the rounding error. docs/certificate.md lists what each finding proves.
//!
//! Parts of `transect cut` say which triangles are caps, and their vertices are in their places. So this is assumed
//! first, which takes the least time. If the assumption leads to an error, and for files of any program, vertices are
//! matched with near points (`misplaced.rs`), and caps are found by their places (`labels.rs`), and by boundaries where
//! they lie upon the surface (`flat_pieces.rs`). Pieces that rounding laid upon each other move between triangles until
//! all are covered (`exchange.rs`).

mod candidates;
mod cover;
mod covered;
mod directions;
mod ends_of_faces;
mod exact;
mod exchange;
mod face_triangle;
mod faces;
mod finding;
mod flat_pieces;
mod gathered;
mod groups;
mod judge;
mod judged;
mod kind;
mod labels;
mod lists;
mod mass;
mod misplaced;
mod nearest;
mod nodes;
mod off_crossing;
mod open_faces;
mod opposite;
mod outlines;
mod peeled;
mod piece_areas;
mod piece_boundary;
mod pieces;
mod planar;
mod region_corner;
mod rest;
mod rounding;
mod summary;
mod sums;
mod turned_over;
mod verdict;
mod whole;
mod whole_triangles;
mod winding_area;
mod written_part;

pub use finding::Finding;
pub use judged::{JudgedPart, Place as PartPlace};
pub use kind::FindingKind;
pub use rounding::Residual;
pub use summary::PartSummary;
pub use turned_over::TurnedOver;
pub use verdict::Certificate;
pub use written_part::{Precision, WrittenPart};
