//! Cuts triangle meshes and scenes of named objects by planes, and certifies every cut.
//!
//! Signs are exact: on which side of a plane a vertex lies, how outlines turn, which corner of a cap is where. Each
//! computed point is rounded once. A [`Certificate`] judges the parts of a cut as they are written to a file, by code
//! that does not know how they were made.
//!
//! ```
//! use transect::Plane;
//! use transect_mesh::{Mesh, RawMesh};
//! let positions = vec![[0.0, 0.0, 0.0], [6.0, 0.0, 0.0], [0.0, 6.0, 0.0], [0.0, 0.0, 6.0]];
//! let triangles = vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];
//! let tetrahedron = Mesh::new(RawMesh { positions, triangles, ..RawMesh::default() })?;
//! let plane: Plane = "z = 3".parse()?;
//! let split = tetrahedron.split(&plane);
//! assert!(split.front.boundary().is_closed() && split.back.boundary().is_closed());
//! assert_eq!((split.front.volume(), split.back.volume()), (4.5, 31.5));
//! assert!(split.certificate(&tetrahedron, &plane).is_correct());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to start
//!
//! | task | item |
//! |---|---|
//! | Build a mesh of triangles, with one vertex per distinct position | [`Mesh`], from a [`RawMesh`] |
//! | Read a mesh from the vertex and index buffers of a graphics card, and write it to them | [`Mesh::from_buffers`], [`Mesh::to_buffers`] |
//! | Move, turn, scale or mirror a mesh with its normals | [`Mesh::transformed`] |
//! | Check whether a mesh is closed | [`Mesh::boundary`] |
//! | Find the reasons why a mesh is open: cracks, holes | [`Mesh::gaps`] |
//! | Find the bodies of a mesh: solids, cavities, bodies that are inside out or overlap | [`Mesh::bodies`] |
//! | Divide edges at vertices that lie exactly on them; close cracks | [`Mesh::with_divided_edges`], [`Mesh::welded`] |
//! | Find the side of a plane on which a mesh lies | [`Mesh::reach`], [`Mesh::contact`] |
//! | List the vertices, edges and triangles in a plane | [`Mesh::on_plane`] |
//! | Compute the section | [`Mesh::section`], or [`Mesh::sections`] as the plane is approached from each side |
//! | Find the triangles that a ray hits, in their exact order: picking, lines of sight | [`SectionIndex::first_hit`], [`SectionIndex::hits`] |
//! | Compute the sections at many heights along a direction | [`Mesh::layers`] |
//! | Find the points that are inside, where bodies overlap or are inside out | [`Section::inside`], [`Mesh::inside`] |
//! | Fill the section with triangles | [`Section::triangles`] |
//! | Cut a mesh into halves with any [`Cutter`](transect::Cutter) | [`Mesh::split`] |
//! | Cut a mesh into halves that are vertex and index buffers | [`Mesh::split_to_buffers`] |
//! | Cut a mesh into the parts inside and outside a convex region | [`Mesh::cut_by_region`] |
//! | Compute the section in a plane of a region, within the region | [`Mesh::section_in_region`] |
//! | Divide a mesh by several planes | [`Mesh::divided_by`] |
//! | Verify the parts inside and outside a region | [`RegionCut::certificate`] |
//! | Put a texture on caps | [`Mesh::with_cap_texture_coordinates`] |
//! | Verify the halves | [`Split::certificate`] |
//! | Cut a mesh that does not fit into memory, in one pass over its triangles | [`OnePass`], [`scene::Scene::cut_band`] |
//! | Check whether a mesh that does not fit into memory is closed | [`EdgeSum`] |
//! | Measure a mesh | [`Mesh::area`], [`Mesh::volume`], [`Mesh::centroid`], [`Mesh::moments`] |
//! | Compute volume, centroid and inertia with error bounds | [`Mesh::mass_properties`] |
//! | Measure the part behind a plane, without a cut | [`Mesh::moments_behind`] |
//! | Measure the section and the part behind a plane, as functions of the plane's height | [`Mesh::curve`] |
//! | Round a mesh to f32 | [`Mesh::narrowed`] |
//! | Cut all objects of a scene, each under its transforms | [`scene::Scene`] |
//!
//! Planes, regions and batches are in the crate [`transect`]; its page states the conventions and the policy for
//! invalid numbers.
//!
//! # The fields of `serde_1`
//!
//! With the feature `serde_1`, the names of the fields and their order are stable, as in [`transect::interop`]. Reading
//! makes the same checks as the constructors.
//!
//! | type | fields |
//! |---|---|
//! | `RawMesh`, `Mesh` | `positions` `triangles` `attributes` `parts`; `Mesh::new` checks them |
//! | `Sections` | `on_front` `on_back` |
//! | `Section` | `loops` `open_chains` `frame` |
//! | `SectionLoop` | `points` `area` `parent` `is_hole` |
//! | `Scene` | `nodes` `meshes` `materials` `weld`; the entries of the lists have the fields of their types |
#![cfg_attr(not(test), no_std)]
extern crate alloc;

mod mesh;
pub mod scene;
mod threads;

pub use mesh::*;

/// Runs the Rust code of the package's README.md as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
