//! The aggregate functions, one per file.

pub(crate) mod extent;
pub(crate) mod plane_fit;
