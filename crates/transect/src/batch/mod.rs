//! Many shapes at once: borrowed columns of coordinates, certified sides at about the speed of memory.

mod boxes;
mod columns;
mod cull;
mod distances;
pub(crate) mod filter;
pub(crate) mod kernel;
pub(crate) mod level;
mod points;
mod regions;
mod rows;
mod scalar;
mod shapes;
mod sides;
mod spheres;
pub(crate) mod threads;

pub use columns::{AabbColumns, ColumnError, PointColumns};
pub use level::Level;
pub use regions::{RegionCounts, RegionMasks};
pub use rows::AabbRows;
pub use scalar::Scalar;
pub(crate) use sides::rows_of;
pub use sides::{Batch, Counts, Masks};
pub use spheres::{ObbColumns, SphereColumns};
