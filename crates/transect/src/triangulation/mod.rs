//! The exact triangulation of plane figures that loops bound: caps, polygons of files, sections.
//!
//! A figure is a set of nodes and a list of directed edges, which form closed loops. A node may occur in several loops,
//! or several times in one. Loops may share nodes and edges, run along each other, and pass through nodes inside an
//! edge. All decisions are exact signs, so the figure needs no tolerance, and no case is given up.
//!
//! * `sweep` visits the nodes in their order along a `direction`. It keeps the edges that cross the sweep line in order
//!   (`status`), with the winding number of the region above each edge, and cuts off triangles behind the sweep line
//!   (`front`). This follows Hertel and Mehlhorn, "Fast Triangulation of the Plane with Respect to Simple Polygons"
//!   (1985). It takes time O(n log n), with any number of holes.
//! * `layers` handles windings other than 0 and 1: one figure per winding number.
//! * `delaunay` makes the triangulation nearly Delaunay. Flips of edges are enough in most figures. Between long rows of
//!   nodes they would take quadratic time; there, `release` replaces many triangles at once.
//! * `few` does without the sweep for a few nodes, if one node of each loop sees the whole loop and no loops cross.
//!
//! ```
//! use transect::triangulation::{Points, triangulation};
//! // A square with a square hole. Outlines run counter-clockwise, holes clockwise.
//! let corners = [[0.0, 0.0], [6.0, 0.0], [6.0, 6.0], [0.0, 6.0], [2.0, 2.0], [2.0, 4.0], [4.0, 4.0], [4.0, 2.0]];
//! let edges = [[0, 1], [1, 2], [2, 3], [3, 0], [4, 5], [5, 6], [6, 7], [7, 4]];
//! let found = triangulation(&Points::new(&corners), corners.len(), &edges);
//! assert_eq!((found.triangles.len(), found.crosses), (8, false));
//! ```
//!
//! # The law
//! 1. The boundary of the triangles, as an integer chain of directed edges, equals the loops.
//! 2. If no edges cross, no triangle has the wrong orientation. So each point off the edges is covered exactly as often
//!    as the loops wind around it: a chain of triangles in a plane is determined by its boundary.
//! 3. Where the sweep finds a node inside an edge, the node divides this edge. A triangle without area, between the node
//!    and the ends of the edge, restores the whole edge.
//! 4. Where edges cross, a node next to the crossing divides an edge as if the node lay on it. The triangle that restores
//!    the edge has an area then. The first law still holds, so the *signed* cover is the winding number in any case.
//!    [`Triangulation::crosses`] tells these figures. If more edges are divided in this way than the figure has nodes,
//!    the triangles are a cone: from the first node to each edge.
//!
//! # Why this algorithm, and why here
//! A sweep with exact comparisons makes a first triangulation, and flips of edges make it nearly Delaunay (Lawson
//! 1977). The alternative was a constrained Delaunay triangulation by insertion of points. The sweep needs fewer lines,
//! and finds nodes inside edges and loops that touch without extra work. A grille with 720,008 corners takes 0.38 s, of
//! which the flips take a third. The crate `earcut` takes a half to a quarter of the time for sections of few corners,
//! without flips. Its time grows with the square of the number of holes, and some of its answers are wrong
//! (`benchmarks/record/2026-11-29-sections-amd-epyc.csv`).
//!
//! The boundary is right without a list of crossings, by laws 3 and 4. Caps get the points where their outlines cross
//! as nodes, and are triangulated again. Polygons of files cannot get new vertices, so they may end as a cone.
//!
//! The module stands below meshes, because [`SimplePolygon`](crate::SimplePolygon) and
//! [`triangulate`] need it and know no mesh. Caps and sections need it, too, through its trait of
//! nodes. In `transect-exact` it would be the only algorithm among predicates, and a third of the crate.

mod delaunay;
mod direction;
mod few;
pub(crate) mod figure;
pub(crate) mod fill;
mod front;
mod layers;
mod plan;
pub(crate) mod points;
mod polygon;
mod release;
mod shapes;
mod status;
mod sweep;
#[cfg(test)]
mod tests;

pub use figure::{Nodes, Triangulation, do_cross};
pub use fill::triangulation;
pub use points::Points;
pub use polygon::{triangulate, triangulate_with};
