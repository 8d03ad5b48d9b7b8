//! Many shapes at once: borrowed columns of coordinates.

mod columns;
mod scalar;

pub use columns::{AabbColumns, ColumnError, PointColumns};
pub use scalar::Scalar;
