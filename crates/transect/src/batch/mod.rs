//! Many shapes at once: borrowed columns of coordinates, certified sides at about the speed of memory.

mod boxes;
mod columns;
mod filter;
mod kernel;
mod level;
mod points;
mod scalar;
mod shapes;
mod sides;

pub use columns::{AabbColumns, ColumnError, PointColumns};
pub use level::Level;
pub use scalar::Scalar;
pub use sides::{Batch, Counts, Masks};
