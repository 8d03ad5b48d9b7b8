//! On which side of a plane everything lies, exactly, and the cut there, proved.
#![cfg_attr(not(test), no_std)]
extern crate alloc;

mod aabb;
mod camera;
mod equation;
mod frustum;
pub mod mesh;
mod plane;
mod polytope;
pub mod predicates;
pub mod region;
mod sat;
pub mod scene;
mod segment;
mod shape;
mod side;
mod triangle;
pub mod vector;

pub use aabb::{Aabb, AabbError};
pub use camera::Camera;
pub use equation::EquationError;
pub use frustum::{ClipSpace, Frustum, FrustumError, FrustumSide};
pub use plane::{Plane, PlaneError};
pub use polytope::{Polytope, VectorSum};
pub use region::{ConvexRegion, Overlap, Region};
pub use sat::overlap;
pub use segment::Segment;
pub use shape::Shape;
pub use side::{Extent, Interval, Side};
pub use triangle::Triangle;
