//! Triangle meshes and their cuts: sections, halves, parts, layers, curves and certificates.
//!
//! | result of a step | file |
//! |---|---|
//! | The mesh, and its vertices | `indexed.rs`, `weld.rs`; `attributes.rs`: normals, texture coordinates and colours |
//! | The mesh from the buffers of a graphics card, and back | `buffers/` |
//! | Its extent along a normal; its open edges | `reach.rs`; `boundary.rs` |
//! | Gaps between open edges | `gaps/` |
//! | Bodies, and how they lie in each other | `bodies/` |
//! | The vertices, edges and triangles that a plane meets | `trace.rs`; `contact.rs`: their numbers |
//! | The loops of a section, and their nesting | `chain.rs`, `nesting.rs` |
//! | A section, in the 2D coordinates of its plane | `section.rs`; `fill_loops.rs`: as triangles |
//! | The points of a section that are inside by a rule | `inside.rs` |
//! | The triangles that a ray hits | `ray_hits.rs` |
//! | The centroid and the second moments of a section | `section_moments.rs` |
//! | The sections at many heights | `layers/` |
//! | The halves by a plane, the parts by several planes | `split.rs`, `parts/` |
//! | The caps | `parts/faces.rs`; `cap_nodes.rs`, `exact_nodes.rs`, `exact_place.rs`: their nodes; `meetings.rs`: segments that cross |
//! | One vertex per position after rounding | `merge.rs`; `unrounded.rs`: the area of triangles that vanish |
//! | Separate vertices for surfaces that meet only at an edge or a vertex, for files with vertex indices | `fans.rs`, `radial.rs` |
//! | Coordinates in f32 | `narrow.rs` |
//! | The image under an affine map | `transformed.rs` |
//! | Volume, centroid and area behind a plane, without a cut | `moments_behind.rs` |
//! | Volume, centroid and inertia | `mass_properties.rs` |
//! | Measures against height | `curve/` |
//! | Volumes of open meshes: filled rims, closed shells | `rims.rs`, `shells.rs` |
//! | One pass over a mesh that does not fit into memory | `one_pass/` |
//! | The certificate | `certificate/` |

mod area;
pub(crate) mod attributes;
mod bodies;
pub(crate) mod boundary;
mod buffers;
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
pub(crate) mod gaps;
pub(crate) mod indexed;
mod inside;
mod lanes;
pub(crate) mod layers;
mod mass_properties;
mod measure;
mod meetings;
mod merge;
mod moments_behind;
pub(crate) mod narrow;
mod nesting;
mod numbers;
mod on_plane;
pub(crate) mod one_pass;
pub(crate) mod parts;
mod radial;
mod ray_hits;
pub(crate) mod reach;
mod rims;
pub(crate) mod section;
mod section_index;
mod section_moments;
#[cfg(feature = "serde_1")]
mod serialization;
mod shells;
pub(crate) mod split;
mod trace;
mod transformed;
mod triple;
mod unrounded;
pub(crate) mod weld;

pub use attributes::{AttributeLayer, Attributes, Meaning};
pub use bodies::{Bodies, Body, BodyKind};
pub use boundary::Boundary;
pub use buffers::{
    BufferOptions, BufferPart, Indices, MeshBuffers, SplitBuffers, VertexBuffers, VertexColumn,
};
pub use builder::MeshBuilder;
pub use certificate::{
    Certificate, Finding, FindingKind, JudgedPart, PartPlace, PartSummary, Precision, Residual,
    TurnedOver, WrittenPart,
};
pub use contact::PlaneContact;
pub use curve::{Curve, CurveError, CurvePoint};
pub use fans::Fans;
pub use gaps::{
    Gap, GapKind, Gaps, WeldChain, WeldChanges, WeldDistance, WeldDistanceError, Welded,
};
pub use indexed::{CAP, Mesh, MeshError, RawMesh};
pub use inside::Inside;
pub use layers::{Layers, LayersError, MeshLayer};
pub use mass_properties::MassProperties;
pub use measure::Moments;
pub use merge::Vanished;
pub use moments_behind::MomentsBehind;
pub use narrow::Narrowed;
pub use on_plane::OnPlane;
pub use one_pass::{EdgeSum, OnePass, OnePassPart, OpenEdge, Rest};
pub use parts::{Division, DivisionPart, PlaneCut, RegionCut, RegionPart};
pub use ray_hits::{HitPlace, RayHit};
pub use reach::Reach;
pub use rims::{CurveBelowRims, FilledRims};
pub use section::{Section, SectionLoop, Sections};
pub use section_index::SectionIndex;
pub use section_moments::{PrincipalAxes, SectionMoments};
pub use shells::{ClosedShells, OpenShell};
pub use split::Split;

pub use transect::Frame;
