//! The part of a mesh inside a convex region, and the rest of the mesh, as two meshes. Both are closed if the mesh is.
//!
//! | topic | file |
//! |---|---|
//! | The cuts by the planes of the region, one after another | `cut.rs` |
//! | A part of the mesh, with the planes of its cut faces | `part.rs` |
//! | The rest of the mesh, as one mesh without internal walls | `outside.rs` |
//! | The label of each triangle while the planes cut: a part of the input, or a plane | `labels.rs` |
//! | The certificate: the certificates of the cuts by single planes, and the sums of both parts | `certificate.rs` |
//! | The volumes and areas of parts, compared with those of the mesh | `sums.rs` |
//! | The section in one plane of the region | `section.rs` |

mod certificate;
mod cut;
pub(super) mod labels;
mod outside;
mod part;
mod section;
pub(crate) mod sums;

pub use certificate::{PlaneCertificate, RegionCertificate};
pub use cut::{RegionCut, RegionStep};
pub use part::RegionPart;
