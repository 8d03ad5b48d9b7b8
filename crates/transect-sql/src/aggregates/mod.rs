//! The aggregate functions, one per file.

pub(crate) mod bounds;
pub(crate) mod plane_fit;
