//! On which side of a plane everything lies, exactly, and the cut there, proved.
#![cfg_attr(not(test), no_std)]
extern crate alloc;

mod aabb;
mod equation;
pub mod mesh;
mod plane;
mod polytope;
pub mod predicates;
mod region;
mod sat;
pub mod scene;
mod segment;
mod shape;
mod side;
mod triangle;
pub mod vector;

pub use aabb::{Aabb, AabbError};
pub use equation::EquationError;
pub use plane::{Plane, PlaneError};
pub use polytope::{Polytope, VectorSum};
pub use region::{Overlap, Region};
pub use sat::overlap;
pub use segment::Segment;
pub use shape::Shape;
pub use side::{Extent, Interval, Side};
pub use triangle::Triangle;
