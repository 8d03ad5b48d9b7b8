//! Tables of boxes and points, read row by row (docs/classify.md).

pub(crate) mod rows;
pub(crate) mod shape;
