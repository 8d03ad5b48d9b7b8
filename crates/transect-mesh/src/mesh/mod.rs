//! Triangle meshes and their cuts: sections, halves, parts, layers, curves and certificates.

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
pub(crate) mod gaps;
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
pub use gaps::{
    Gap, GapKind, Gaps, WeldChain, WeldChanges, WeldDistance, WeldDistanceError, Welded,
};
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

pub use transect::Frame;
