//! Scenes of named objects, and the cut of all objects of a scene by one plane, by several planes or by a convex
//! region.

mod amount;
mod cut;
mod encoding;
mod index;
mod inside;
mod layers;
pub(crate) mod model;
mod near;
mod object;
mod object_cut;
mod parts;
pub(crate) mod placement;
#[cfg(feature = "sabotage")]
mod sabotage;
mod sections;
#[cfg(feature = "serde_1")]
mod serialization;
mod snap;
mod surface;
mod world;

pub use amount::Amount;
pub use cut::{CutDetails, ObjectCut, SceneCut, ScenePart};
pub use encoding::Encoding;
pub use index::SceneIndex;
pub use layers::{ObjectLayer, SceneLayer, SceneLayers, SceneLayersError};
pub use model::{Material, Node, Part, Scene, SceneMesh};
pub use near::NearMiss;
pub use object::{PlacementError, Stage};
pub use object_cut::MetPlane;
pub use placement::Placement;
#[cfg(feature = "sabotage")]
#[doc(hidden)]
pub use sabotage::{Spoil, spoil_halves};
pub use sections::{ObjectSections, SceneSections};
pub use surface::Surface;
pub use world::world_mesh;

pub use transect::Transform;
