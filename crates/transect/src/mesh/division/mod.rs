//! The parts into which several planes divide a mesh: one closed mesh per combination of sides.
//!
//! | topic | file |
//! |---|---|
//! | The cuts by the planes, one after another | `cut.rs` |
//! | The certificate: the certificates of all cuts, and the sums of all parts | `certificate.rs` |

mod certificate;
mod cut;

pub use certificate::DivisionCertificate;
pub use cut::{Division, DivisionCut, DivisionPart};
