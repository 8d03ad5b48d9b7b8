//! On which side of a plane everything lies, exactly, and the cut there, proved.
#![cfg_attr(not(test), no_std)]
extern crate alloc;

mod aabb;
mod cutter;
mod equation;
mod fit;
mod frame;
mod line;
mod meet;
mod meeting_point;
pub mod mesh;
mod plane;
mod plane_through;
mod point;
pub mod predicates;
mod ray;
mod relation;
pub mod scene;
mod segment;
mod shape;
mod side;
mod transform;
mod triangle;
pub mod vector;

pub use aabb::{Aabb, AabbError};
pub use cutter::Cutter;
pub use equation::EquationError;
pub use fit::{Fit, FitError};
pub use frame::Frame;
pub use line::{Line, LineError};
pub use meet::{
    LineMeeting, Meet, RayMeeting, SegmentMeeting, ThreePlanesMeeting, TwoLinesMeeting,
    TwoPlanesMeeting,
};
pub use meeting_point::MeetingPoint;
pub use plane::{Plane, PlaneError};
pub use plane_through::{ExtentThrough, PlaneThrough};
pub use ray::Ray;
pub use relation::Relation;
pub use segment::Segment;
pub use shape::Shape;
pub use side::{Extent, Interval, Side};
pub use transform::Transform;
pub use triangle::Triangle;
