//! Scenes: named objects, and cutting all of them with one plane.

mod cut;
mod halves;
pub(crate) mod model;
mod near;
mod numbers;
pub(crate) mod transform;
mod world;

pub use cut::{Amount, Met, ObjectCut, PlacementError, SceneCut, Stage};
pub use model::{Material, Node, Part, Scene, SceneMesh};
pub use near::NearMiss;
pub use numbers::Numbers;
pub use transform::{Placement, Transform};
pub use world::world_mesh;
