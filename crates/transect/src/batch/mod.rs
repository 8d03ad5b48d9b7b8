//! Many shapes at once: borrowed columns of coordinates, certified sides at about the speed of memory.

mod blocks;
mod boxes;
mod columns;
mod counts;
mod cull;
mod distances;
pub(crate) mod filter;
pub(crate) mod kernel;
pub(crate) mod level;
mod masks;
mod points;
mod regions;
mod rows;
mod scalar;
mod shapes;
mod sides;
mod spheres;
pub(crate) mod threads;
mod turned_boxes;
mod walk;
mod words;

pub use columns::{AabbColumns, ColumnError, PointColumns};
pub use counts::{Counts, RegionCounts};
pub use level::Level;
pub use masks::{Masks, RegionMasks};
pub use rows::AabbRows;
pub use scalar::Scalar;
pub use sides::Batch;
pub use spheres::SphereColumns;
pub use turned_boxes::ObbColumns;
#[cfg(feature = "mesh")]
pub(crate) use words::rows_of;
