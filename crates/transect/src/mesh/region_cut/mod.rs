//! The part of a mesh inside a convex region, and the rest of the mesh, as two closed meshes.
//!
//! | topic | file |
//! |---|---|
//! | The cuts by the planes of the region, one after another | `cut.rs` |
//! | A part of the mesh, with the planes of its cut faces | `part.rs` |
//! | The rest of the mesh: one closed mesh without walls inside | `outside.rs` |
//! | The label of each triangle while the planes cut: a part of the input, or a plane | `labels.rs` |
//! | The certificate: that of each cut, and the sums of both parts | `certificate.rs` |

mod certificate;
mod cut;
mod labels;
mod outside;
mod part;

pub use certificate::{PlaneCertificate, RegionCertificate};
pub use cut::{RegionCut, RegionStep};
pub use part::RegionPart;
