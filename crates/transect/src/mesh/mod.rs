//! Triangle meshes and their cuts.
//!
//! | task | item |
//! |---|---|
//! | Build a mesh of triangles, with one vertex per distinct position | [`Mesh`], from a [`RawMesh`] |
//! | Check whether a mesh is closed | [`Mesh::boundary`] |
//! | Find the side of a plane on which a mesh lies | [`Mesh::reach`], [`Mesh::contact`] |
//! | List the vertices, edges and triangles in a plane | [`Mesh::on_plane`] |
//! | Compute the section | [`Mesh::section`], or [`Mesh::sections`] as the plane is approached from each side |
//! | Compute the sections at many heights along a direction | [`Mesh::layers`] |
//! | Fill the section with triangles | [`Section::triangles`] |
//! | Cut a mesh into halves with any [`Cutter`](crate::Cutter) | [`Mesh::split`] |
//! | Cut a mesh into the parts inside and outside a convex region | [`Mesh::cut_by_region`] |
//! | Compute the section in a plane of a region, within the region | [`Mesh::section_in_region`] |
//! | Divide a mesh by several planes | [`Mesh::divided_by`] |
//! | Verify the parts inside and outside a region | [`RegionCut::certificate`] |
//! | Put a texture on caps | [`Mesh::with_cap_texture_coordinates`] |
//! | Verify the halves | [`Split::certificate`] |
//! | Measure a mesh | [`Mesh::area`], [`Mesh::volume`], [`Mesh::centroid`], [`Mesh::moments`] |
//! | Compute volume, centroid and inertia with error bounds | [`Mesh::mass_properties`] |
//! | Measure the part behind a plane, without a cut | [`Mesh::moments_behind`] |
//! | Measure the section and the part behind a plane, as functions of the plane's height | [`Mesh::curve`] |
//! | Round a mesh to f32 | [`Mesh::narrowed`] |

mod area;
pub(crate) mod attributes;
pub(crate) mod boundary;
mod builder;
mod cap_nodes;
mod cap_texture;
mod certificate;
mod chain;
pub(crate) mod contact;
mod curve;
mod exact_nodes;
mod exact_place;
mod fans;
mod fill_loops;
pub(crate) mod indexed;
mod lanes;
pub(crate) mod layers;
mod mass_properties;
mod measure;
mod meetings;
mod merge;
mod moments_behind;
pub(crate) mod narrow;
mod nesting;
mod on_plane;
pub(crate) mod parts;
mod radial;
pub(crate) mod reach;
pub(crate) mod section;
mod section_index;
#[cfg(feature = "serde_1")]
mod serialization;
pub(crate) mod split;
mod trace;
mod triple;
mod unrounded;
pub(crate) mod weld;

pub use attributes::{AttributeLayer, Attributes, Meaning};
pub use boundary::Boundary;
pub use builder::MeshBuilder;
pub use certificate::{
    Certificate, Finding, FindingKind, JudgedPart, PartPlace, PartSummary, Precision, Residual,
    TurnedOver, WrittenPart,
};
pub use contact::PlaneContact;
pub use curve::{Curve, CurveError, CurvePoint};
pub use fans::Fans;
pub use indexed::{CAP, Mesh, MeshError, RawMesh};
pub use layers::{Layers, LayersError, MeshLayer};
pub use mass_properties::MassProperties;
pub use measure::Moments;
pub use merge::Vanished;
pub use moments_behind::MomentsBehind;
pub use narrow::Narrowed;
pub use on_plane::OnPlane;
pub use parts::{Division, DivisionPart, PlaneCut, RegionCut, RegionPart};
pub use reach::Reach;
pub use section::{Section, SectionLoop, Sections};
pub use section_index::SectionIndex;
pub use split::Split;

pub use crate::frame::Frame;
