//! One pass over a mesh that does not fit into memory: its triangles come one after the other, and only those that meet
//! a plane are kept.
//!
//! | topic | file |
//! |---|---|
//! | The pass: sides, whole triangles, the band that meets the plane | `pass.rs` |
//! | The facts about the triangles outside of the band | `rest.rs` |
//! | Closed or open, without a list of edges | `edge_sum.rs`; `recent_edges.rs`: edges that cancel at once; `edge_table.rs`: which edges are open |
//!
//! The band is an ordinary mesh, which [`Mesh::split`](crate::Mesh::split) cuts and a certificate judges.

mod edge_bits;
mod edge_sum;
mod edge_table;
mod pass;
mod recent_edges;
mod rest;

pub use edge_sum::{EdgeSum, OpenEdge};
pub use pass::OnePass;
pub use rest::{OnePassPart, Rest};
