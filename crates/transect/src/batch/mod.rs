//! Batches of shapes in borrowed columns of coordinates: exact sides, computed about as fast as memory can be read.
//!
//! # From columns to a bitmap: `boxes.masks(&plane, masks)`
//!
//! | step | file | task |
//! |---|---|---|
//! | 1 | `sides.rs` | defines the trait of all batches; `masks.rs` has the bitmaps that the caller passes in |
//! | 2 | `threads.rs` | splits the list of blocks (64 rows each) into halves, recursively, if there are several threads |
//! | 3 | `shapes.rs` | computes the filter of the plane (`filter.rs`): above its bound, a value in floats has the right sign |
//! | 4 | `walk.rs` | visits the tiles (16 blocks each), and for each tile the planes, with the widest vector instructions of the CPU (`level.rs`); rows after the last whole block form a block of their own |
//! | 5 | `blocks.rs` | classifies a block in up to three stages |
//! | 6 | `kernel.rs` | the inner loop, which packs the signs of 64 rows into one `u64` |
//! | 7 | `linear.rs` of `transect-exact` | the exact sign of a single row |
//!
//! `cull.rs` compares a block with all planes of a region instead. Distances are computed by `distances.rs`: by
//! `multiples.rs` first, then by `compensated.rs`, both with the tests of `grid.rs`.

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
