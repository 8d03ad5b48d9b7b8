//! Triangle meshes: what they are, and cutting them.
//!
//! | question | answer |
//! |---|---|
//! | What is a mesh? | [`Mesh`]: triangles over welded vertices, from a [`RawMesh`] |
//! | Is it closed? | [`Mesh::boundary`] |
//! | On which side does it lie? | [`Mesh::reach`], [`Mesh::contact`] |
//! | What lies in the plane? | [`Mesh::on_plane`] |
//! | What is the section? | [`Mesh::section`]; both one-sided limits, [`Mesh::sections`] |
//! | What fills it? | [`Section::triangles`] |
//! | What are the halves? | [`Mesh::split`], for any [`Cutter`](crate::Cutter) |
//! | Are they right? | [`Split::certificate`] |
//! | How large is it? | [`Mesh::area`], [`Mesh::volume`], [`Mesh::centroid`], [`Mesh::moments`] |
//! | What is left of it in f32? | [`Mesh::narrowed`] |

pub(crate) mod attributes;
pub(crate) mod boundary;
mod bridge;
mod cap;
pub(crate) mod certificate;
mod chain;
pub(crate) mod indexed;
mod measure;
mod merge;
pub(crate) mod narrow;
mod nesting;
mod on_plane;
pub(crate) mod reach;
mod regions;
pub(crate) mod section;
mod section_index;
pub(crate) mod split;
mod trace;
mod triple;
pub(crate) mod weld;

pub use attributes::{Attributes, Layer, Meaning};
pub use boundary::Boundary;
pub use certificate::{
    Certificate, Finding, FindingKind, HalfSummary, Precision, Residual, Subject, Written,
};
pub use indexed::{CAP, Mesh, MeshError, RawMesh};
pub use measure::Moments;
pub use narrow::Narrowed;
pub use on_plane::OnPlane;
pub use reach::Reach;
pub use section::{Section, SectionLoop, Sections};
pub use section_index::SectionIndex;
pub use split::{PlaneContact, Split};

pub use crate::frame::Frame;
