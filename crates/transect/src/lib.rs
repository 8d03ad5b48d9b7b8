//! On which side of a plane everything lies, exactly, and the cut there, proved.
//!
//! # The one idea
//!
//! Project onto the normal. Seen from a plane, every convex shape is an interval: its backmost and its
//! frontmost point. Their two **sides** are facts, an [`Extent`], exact. Their two **distances** are
//! measurements, an [`Interval`], rounded. The side of anything, overlap, culling and the cutting of
//! meshes are arithmetic on that pair.
//!
#![cfg_attr(doc, doc = include_str!("../figures/interval.svg"))]
//!
//! ```
//! use transect::{Aabb, Extent, Plane, Side};
//! let plane: Plane = "2x + 3y + 6z - 17 = 0".parse()?;
//! let aabb = Aabb::new([-2.0, 7.0, 0.0], [-1.0, 8.0, 1.0])?;
//! // All integers, and they touch; with a normal of length one, floats say that they do not.
//! assert_eq!(plane.extent(&aabb), Extent { backmost: Side::On, frontmost: Side::Front });
//! assert_eq!(plane.side(&aabb), Side::On);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Conventions
//!
//! * A [`Plane`] is `n·p + d = 0`, its front where that is positive. Normals have any length.
//! * Seen from the front, three points are counter-clockwise; in 2D the front is left: see [`Side`].
//! * Sets are closed, touching meets; an [`Extent`] tells more. Inside a [`Region`] is in front or on.
//! * Signs are exact for the floats as they are. No tolerance, anywhere: see [`predicates`].
//! * What is computed, a point or a distance, is rounded, and says how far it may be off.
//! * Wrong input is an error that names the value. Nothing is mended, nothing normalised in silence.
//!
//! Points are `[f64; D]`, with 2 or 3 for D; types of other libraries go in by features: [`interop`].
//!
//! # What to ask
//!
//! | question | answer |
//! |---|---|
//! | On which side is it? How far away? | [`Plane::side`], [`Plane::extent`], [`Plane::interval`] |
//! | How deep is it in? Which point is nearest? | [`Plane::contact`], [`Plane::closest`], [`Plane::project`] |
//! | Where does a line, a segment, a plane meet it? | [`Plane::meet`], [`Plane::meet_three`] |
//! | What are the parts on both sides? | [`Plane::split`], [`Plane::clip`]; of a mesh [`Mesh::split`](mesh::Mesh::split) |
//! | When does a moving shape touch it? | [`Plane::passage`] |
//! | How do two planes lie? Which one fits points best? | [`Plane::relation`], [`Plane::best_fit`] |
//! | Is it in front of several planes, in view? | [`Region::overlap`], [`ConvexRegion`], [`Frustum`], [`Camera`] |
//! | Do two shapes overlap, and what parts them? | [`overlap`], [`separation`], [`SimplePolygon`] |
//! | What if the plane must contain its points exactly? | [`PlaneThrough`], [`MeetingPoint`] |
//! | What is the section of a mesh, of a scene? | [`mesh`], [`scene`] |
//!
//! A mesh, cut, and both halves closed:
//!
//! ```
//! use transect::{Plane, mesh::{Mesh, RawMesh}};
//! let positions = vec![[0.0, 0.0, 0.0], [6.0, 0.0, 0.0], [0.0, 6.0, 0.0], [0.0, 0.0, 6.0]];
//! let triangles = vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];
//! let tetrahedron = Mesh::new(RawMesh { positions, triangles, ..RawMesh::default() })?;
//! let split = tetrahedron.split(&"z = 3".parse::<Plane>()?);
//! assert!(split.front.boundary().is_closed() && split.back.boundary().is_closed());
//! assert_eq!((split.front.volume(), split.back.volume()), (4.5, 31.5));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A box past the corner of a region, where one plane at a time does not tell:
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
#![cfg_attr(
    not(feature = "mesh"),
    expect(
        dead_code,
        unreachable_pub,
        reason = "some predicates are asked by meshes alone"
    )
)]
extern crate alloc;

mod aabb;
#[cfg(feature = "batch")]
pub mod batch;
#[cfg(feature = "bvh")]
pub mod bvh;
mod camera;
mod capsule;
mod clip;
mod cone;
mod contact;
#[cfg(feature = "mesh")]
mod cutter;
#[cfg(feature = "mesh")]
mod cutting_plane;
mod cylinder;
mod ear_clip;
mod ellipsoid;
mod equation;
mod fit;
mod frame;
mod frustum;
mod hull;
mod incidence;
pub mod interop;
mod line;
mod meet;
mod meeting_point;
#[cfg(feature = "mesh")]
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
#[cfg(feature = "scene")]
pub mod scene;
mod segment;
mod shadow;
mod shape;
mod side;
mod simple_polygon;
mod sphere;
mod threads;
mod transform;
mod triangle;
pub mod vector;

pub use aabb::{Aabb, AabbError};
pub use camera::Camera;
pub use capsule::Capsule;
pub use clip::{Clip, LinePart, ShapeSplit};
pub use cone::Cone;
pub use contact::{Closest, Contact};
#[cfg(feature = "mesh")]
pub use cutter::Cutter;
#[cfg(feature = "mesh")]
pub use cutting_plane::CuttingPlane;
pub use cylinder::Cylinder;
pub use ear_clip::triangulate;
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

/// The Rust of the package's README.md, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
