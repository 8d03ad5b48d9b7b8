//! Scenes: named objects, and cutting all of them with one plane.

pub(crate) mod model;
pub(crate) mod transform;

pub use model::{Material, Node, Part, Scene, SceneMesh};
pub use transform::{Placement, Transform};
