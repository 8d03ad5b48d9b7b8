//! On which side of a plane everything lies, exactly, and the cut there, proved.
#![cfg_attr(not(test), no_std)]
extern crate alloc;

mod aabb;
pub mod batch;
pub mod bvh;
mod camera;
mod capsule;
mod clip;
mod cone;
mod contact;
mod cutter;
mod cylinder;
mod ellipsoid;
mod equation;
mod fit;
mod frame;
mod frustum;
mod hull;
pub mod interop;
mod line;
mod meet;
mod meeting_point;
pub mod mesh;
mod moving;
mod parallelepiped;
mod plane;
mod plane_through;
mod point;
mod polygon;
mod polyhedron;
mod polytope;
pub mod predicates;
mod ray;
pub mod region;
mod relation;
mod sat;
pub mod scene;
mod segment;
mod shape;
mod side;
mod simple_polygon;
mod sphere;
mod transform;
mod triangle;
pub mod vector;

pub use aabb::{Aabb, AabbError};
pub use camera::Camera;
pub use capsule::Capsule;
pub use clip::{Clip, LinePart, Split};
pub use cone::Cone;
pub use contact::{Closest, Contact};
pub use cutter::Cutter;
pub use cylinder::Cylinder;
pub use ellipsoid::Ellipsoid;
pub use equation::EquationError;
pub use fit::{Fit, FitError};
pub use frame::Frame;
pub use frustum::{ClipSpace, Frustum, FrustumError, FrustumSide};
pub use hull::Hull;
pub use line::{Line, LineError};
pub use meet::{
    LineMeeting, Meet, RayMeeting, SegmentMeeting, ThreePlanesMeeting, TwoLinesMeeting,
    TwoPlanesMeeting,
};
pub use meeting_point::MeetingPoint;
pub use moving::{Moving, Passage};
pub use parallelepiped::Parallelepiped;
pub use plane::{Plane, PlaneError};
pub use plane_through::{ExtentThrough, PlaneThrough};
pub use polygon::ConvexPolygon;
pub use polyhedron::ConvexPolyhedron;
pub use polytope::{Polytope, VectorSum};
pub use ray::Ray;
pub use region::{ConvexRegion, Overlap, Region};
pub use relation::Relation;
pub use sat::{Separation, overlap, separation};
pub use segment::Segment;
pub use shape::{Shape, ShapeError};
pub use side::{Extent, Interval, Side};
pub use simple_polygon::{SimplePolygon, SimplePolygonError};
pub use sphere::Sphere;
pub use transform::Transform;
pub use triangle::Triangle;

/// The Rust of docs/coming-from.md, as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/coming-from.md")]
mod coming_from {}

/// The Rust of docs/batches.md, as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/batches.md")]
mod batches {}

/// The Rust of docs/trees.md, as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/trees.md")]
mod trees {}
