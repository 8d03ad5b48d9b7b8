//! Layers as black-and-white pictures for resin printers. A resin printer cures a whole layer at once, through a mask.
//!
//! A pixel is on if its centre lies in the material. The coordinates of the centre are rounded to floats. For these
//! floats and the given outlines, the decision is exact.

mod archive;
mod fill;
mod frame;

pub use archive::{MaskArchive, mask_name};
pub use fill::{Mask, MaskDepth};
pub use frame::{MaskError, MaskFrame};
