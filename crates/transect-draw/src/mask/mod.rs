//! Layers as black-and-white pictures for resin printers. A resin printer cures a whole layer at once, through a mask.
//!
//! A pixel is on if its centre lies in the material. The decision is exact for the coordinates of the outlines and of
//! the centre, which are floats.

mod archive;
mod fill;
mod frame;

pub use archive::{MaskArchive, mask_name};
pub use fill::{Mask, MaskDepth};
pub use frame::{MaskError, MaskFrame};
