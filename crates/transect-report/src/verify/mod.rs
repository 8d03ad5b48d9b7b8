//! The verification of parts that any program made. It matches the objects of the parts with those of the input,
//! determines the encoding (number type and origin) of each part, and computes the certificates.

mod attempts;
mod cut;
mod group;
mod matching;
mod object;
mod places;
mod reading;
mod task;
mod verified;

pub use crate::verify::cut::CutToVerify;
pub use crate::verify::reading::PartEncoding;
pub use crate::verify::task::verify;
pub use crate::verify::verified::{Judged, Verified};
