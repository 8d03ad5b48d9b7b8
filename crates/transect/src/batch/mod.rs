//! Batches of shapes in borrowed columns of coordinates: exact sides, computed about as fast as memory can be read.

mod blocks;
mod boxes;
mod columns;
mod compensated;
pub(crate) mod counts;
mod cull;
mod distances;
pub(crate) mod filter;
mod grid;
mod kept;
pub(crate) mod kernel;
pub(crate) mod level;
mod masks;
mod multiples;
mod parallelepipeds;
mod point_rows;
mod points;
mod reach;
mod regions;
mod rows;
mod scalar;
mod shapes;
mod sides;
mod spheres;
#[cfg_attr(
    not(feature = "bvh"),
    expect(dead_code, reason = "only trees are built in parts")
)]
pub(crate) mod threads;
mod walk;
mod words;

pub use columns::{AabbColumns, ColumnError, PointColumns};
pub use counts::{RegionCounts, SideCounts};
/// The crate whose levels [`dispatch!`](crate::dispatch) takes.
pub use fearless_simd;
pub use level::{Level, level_of_cpu};
pub use masks::{Masks, RegionMasks, set_rows};
pub use parallelepipeds::ParallelepipedColumns;
pub use point_rows::PointRows;
pub use rows::AabbRows;
pub use scalar::Scalar;
pub use sides::Batch;
pub use spheres::SphereColumns;
