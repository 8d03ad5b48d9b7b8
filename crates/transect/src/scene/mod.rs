//! Scenes of named objects, and cutting all objects of a scene with one plane.

mod cut;
mod encoding;
mod halves;
mod index;
pub(crate) mod model;
mod near;
pub(crate) mod placement;
#[cfg(feature = "sabotage")]
mod sabotage;
mod world;

pub use cut::{Amount, CutDetails, ObjectCut, PlacementError, SceneCut, Stage};
pub use encoding::Encoding;
pub use index::SceneIndex;
pub use model::{Material, Node, Part, Scene, SceneMesh};
pub use near::NearMiss;
pub use placement::Placement;
#[cfg(feature = "sabotage")]
#[doc(hidden)]
pub use sabotage::{Spoil, spoil_halves};
pub use world::world_mesh;

pub use crate::transform::Transform;
