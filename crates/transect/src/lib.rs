//! On which side of a plane everything lies, exactly, and the cut there, proved.
#![cfg_attr(not(test), no_std)]
extern crate alloc;

mod aabb;
mod capsule;
mod cone;
mod contact;
mod cylinder;
mod ellipsoid;
mod equation;
mod hull;
pub mod mesh;
mod parallelepiped;
mod plane;
mod polytope;
mod polygon;
pub mod predicates;
mod region;
mod sat;
pub mod scene;
mod segment;
mod shape;
mod side;
mod sphere;
mod triangle;
pub mod vector;

pub use aabb::{Aabb, AabbError};
pub use capsule::Capsule;
pub use cone::Cone;
pub use contact::{Closest, Contact};
pub use cylinder::Cylinder;
pub use ellipsoid::Ellipsoid;
pub use equation::EquationError;
pub use hull::Hull;
pub use parallelepiped::Parallelepiped;
pub use plane::{Plane, PlaneError};
pub use polytope::{Polytope, VectorSum};
pub use region::{Overlap, Region};
pub use sat::overlap;
pub use polygon::ConvexPolygon;
pub use segment::Segment;
pub use shape::{Shape, ShapeError};
pub use side::{Extent, Interval, Side};
pub use sphere::Sphere;
pub use triangle::Triangle;
