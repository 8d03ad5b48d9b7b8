//! Trees of boxes: selections by a plane, a region or a box, in time that depends mainly on the number of selected
//! boxes.

mod block;
mod buckets;
mod build;
mod change;
mod check;
mod coordinate;
mod descend;
mod file;
mod filter;
mod grid;
mod meeting;
mod nearest;
mod order;
mod plane;
mod ray;
mod refit;
mod region;
mod rows;
mod selection;
mod slabs;
mod sort;
mod tree;

pub use coordinate::Coordinate;
pub use file::{BvhFileError, BvhView, OverlapIds};
pub use nearest::Nearest;
pub use plane::SideSelections;
pub use ray::RaySearch;
pub use region::OverlapSelections;
pub use selection::Selection;
pub use tree::{Bvh, BvhError};
