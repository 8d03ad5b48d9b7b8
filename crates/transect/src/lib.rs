//! Classifies geometry against planes exactly: on which side of a plane everything lies, and where it meets the plane.
//!
//! # The one idea
//!
//! Project a convex shape onto the plane's normal. The result is an interval, from the shape's backmost to its
//! frontmost point. The **sides** of these two points are exact: an [`Extent`]. Their **distances** from the plane are
//! rounded: an [`Interval`]. Sides of shapes, overlap and culling are computed from extents and
//! intervals. The crate `transect-mesh` cuts meshes and scenes, and certifies every cut.
//!
#![cfg_attr(doc, doc = include_str!("../figures/interval.svg"))]
//!
//! ```
//! use transect::{Aabb, Extent, Plane, Side};
//! let plane: Plane = "2x + 3y + 6z - 17 = 0".parse()?;
//! let aabb = Aabb::new([-2.0, 7.0, 0.0], [-1.0, 8.0, 1.0])?;
//! // The corner (−2, 7, 0) of the box lies exactly in the plane. The coefficients of a normal of length one would be
//! // rounded, and the corner would lie off the plane.
//! assert_eq!(plane.extent(&aabb), Extent { backmost: Side::On, frontmost: Side::Front });
//! assert_eq!(plane.side(&aabb), Side::On);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Conventions
//!
//! * A [`Plane`] is `n·p + d = 0`. Its front is where `n·p + d` is positive. Normals have any length.
//! * The front of a plane through three points is the side from which the points appear counter-clockwise. In 2D, the
//!   front is on the left of the way from the first point to the second: see [`Side`].
//! * Sets are closed: a shape that touches a plane meets it. An [`Extent`] distinguishes touching from
//!   crossing. A point is inside a [`Region`] if it is in front of or on every plane.
//! * Signs are exact for the given floats. No tolerance is used anywhere: see [`predicates`].
//! * Computed points and distances are rounded, and their documentation bounds the error.
//! * Wrong input is an error that names the value. Nothing is repaired or normalised silently.
//!
//! # Invalid numbers
//!
//! One policy holds for NaN and infinity in all functions:
//!
//! * Constructors check their input. A NaN or an infinite number in a plane or a shape is a typed error. So a
//!   value that exists is valid, and no function panics because of it. Only an [`Aabb`] may have infinite bounds.
//! * A point is a plain array, and has no constructor. Functions that classify or measure a point panic if a coordinate
//!   is NaN or infinite; their section *Panics* says so. The following functions return a [`PointError`] instead:
//!   [`Plane::try_side`], [`Plane::try_value`], [`Plane::try_signed_distance`], [`Plane::try_project`],
//!   [`Plane::try_mirror`], [`PlaneThrough::try_side`], [`PlaneAt::try_side`] and [`Region::try_contains`]. For all other functions,
//!   [`PointError::check`] can test the point before the call.
//! * Functions that only compute rounded coordinates, such as [`Line::parameter`] and [`Transform::apply`], neither
//!   check nor panic: NaN gives NaN.
//! * In a batch, a row with a NaN is null: see [`batch`].
//!
//! Points are `[f64; D]`, where D is 2 or 3. Cargo features add conversions from the types of other libraries:
//! [`interop`].
//!
//! # Where to start
//!
//! | question | function or type |
//! |---|---|
//! | On which side is a shape? How far away is it? | [`Plane::side`], [`Plane::extent`], [`Plane::interval`] |
//! | How deep is a shape? Which point is nearest? | [`Plane::contact`], [`Plane::closest`], [`Plane::project`] |
//! | Where does the plane meet a line, a segment or another plane? | [`Plane::meet`], [`Plane::meet_three`] |
//! | Where does a ray enter and leave a convex body? | [`Ray::chord`], [`Line::chord`], [`Segment::chord`] |
//! | What are a shape's parts on both sides? | [`Plane::split`], [`Plane::clip`]; for meshes the crate `transect-mesh` |
//! | What is left of a polygon or a segment in a region, clip after clip? | [`Region::clip`], [`Frustum::clip`] |
//! | When does a moving shape touch the plane? | [`Plane::passage`] |
//! | Are two planes parallel? Which plane fits points best? | [`Plane::relation`], [`Plane::best_fit`] |
//! | Which plane fits points with outliers? | [`Plane::robust_fit`], [`Plane::robust_fits`] |
//! | Is a shape in front of several planes? Is it in view? | [`Region::overlap`], [`ConvexRegion`], [`Frustum`], [`Camera`] |
//! | Do two shapes overlap? What separates them? | [`overlap`], [`separation`], [`SimplePolygon`] |
//! | How far is a point from a box, or a sphere from a shape? | [`Aabb::distance`], [`Sphere::distance`], [`Sphere::overlaps`] |
//! | What if the plane must contain its points exactly? | [`PlaneThrough`], [`PlaneAt`], [`MeetingPoint`] |
//! | Which triangles fill a polygon, or a figure with holes? | [`triangulate`], [`triangulation`] |
//!
//! Classify a box near a corner of a region. The box lies outside the region, although no single plane has the whole
//! box behind it:
//!
//! ```
//! use transect::{Aabb, Overlap, Plane, Region};
//! // x ≥ 0 and x + y ≤ 1
//! let region = [Plane::new([1.0, 0.0], 0.0)?, Plane::new([-1.0, -1.0], 1.0)?];
//! let past_the_corner = Aabb::new([-1.0, 1.5], [0.5, 2.0])?;
//! assert_eq!(Region::new(&region).overlap(&past_the_corner), Overlap::Outside);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![cfg_attr(not(test), no_std)]
extern crate alloc;

mod aabb;
#[cfg(feature = "batch")]
pub mod batch;
#[cfg(feature = "bvh")]
pub mod bvh;
mod camera;
mod capsule;
mod chord;
mod clip;
mod clipped;
mod cone;
mod contact;
mod coordinates;
mod corner_graph;
#[cfg(feature = "batch")]
mod cutter;
mod cutting_plane;
mod cylinder;
pub mod decimal;
mod distance;
mod ellipsoid;
mod equation;
mod fit;
mod frame;
mod frustum;
pub mod grid;
mod hull;
mod incidence;
pub mod interop;
mod kept_plane;
pub mod length_unit;
mod line;
mod meet;
mod meeting_point;
mod moving;
mod parallelepiped;
mod plane;
mod plane_at;
mod plane_through;
mod point;
mod point_error;
mod polygon;
pub mod polygons;
mod polyhedron;
mod polytope;
pub mod predicates;
mod projection;
mod ray;
pub mod region;
mod relation;
mod robust_fit;
mod sat;
mod segment;
mod shadow;
mod shape;
mod side;
mod simple_polygon;
mod sphere;
mod transform;
mod triangle;
pub mod triangulation;

pub use aabb::{Aabb, AabbError};
pub use camera::Camera;
pub use capsule::Capsule;
pub use chord::{Chord, ChordEnd, Convex, Course, PARAMETER_ERROR};
pub use clip::{Clip, LinePart, ShapeSplit};
pub use clipped::{ClipInChain, ClippedPolygon, ClippedSegment};
pub use cone::Cone;
pub use contact::{Closest, Contact};
#[cfg(feature = "batch")]
pub use cutter::Cutter;
pub use cutting_plane::CuttingPlane;
pub use cylinder::Cylinder;
pub use ellipsoid::Ellipsoid;
pub use equation::EquationError;
pub use fit::{Fit, FitError};
pub use frame::Frame;
pub use frustum::{ClipSpace, Frustum, FrustumError, FrustumSide, MatrixOrder};
pub use hull::Hull;
pub use kept_plane::{ExtentThrough, IntervalThrough, KeptPlane};
pub use line::{Line, LineError};
pub use meet::{
    LineMeeting, Meet, RayMeeting, SegmentMeeting, ThreePlanesMeeting, TwoLinesMeeting,
    TwoPlanesMeeting,
};
pub use meeting_point::MeetingPoint;
pub use moving::{Moving, Passage};
pub use parallelepiped::Parallelepiped;
pub use plane::{Plane, PlaneError};
pub use plane_at::PlaneAt;
pub use plane_through::PlaneThrough;
pub use point_error::PointError;
pub use polygon::ConvexPolygon;
pub use polyhedron::ConvexPolyhedron;
pub use polytope::{Polytope, VectorSum};
pub use ray::Ray;
pub use region::{ConvexRegion, Overlap, Region};
pub use relation::Relation;
pub use robust_fit::{Ransac, RobustFit};
pub use sat::{Separation, overlap, separation};
pub use segment::Segment;
pub use shadow::Shadow;
pub use shape::{Shape, ShapeError};
pub use side::{Extent, Interval, Side};
pub use simple_polygon::{SimplePolygon, SimplePolygonError};
pub use sphere::Sphere;
pub use transect_exact::{NameError, vector};
pub use transform::{Transform, TransformError};
pub use triangle::Triangle;
pub use triangulation::{triangulate, triangulate_with};

/// Runs the Rust code of the package's README.md as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

#[cfg(all(doctest, feature = "bvh"))]
mod wrong_types;
