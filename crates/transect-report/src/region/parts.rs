//! The parts of a cut by several planes, with their names.

use transect::mesh::PartPlace;
use transect::scene::{ObjectParts, Scene, ScenePartsCut};

use crate::region::planes::RegionPlanes;

/// The parts of a scene that several planes cut.
pub struct SceneParts {
    /// The parts that something lies in. A region has two, `inside` and `outside`.
    pub parts: Vec<NamedPart>,
    /// The objects that were cut, in the order of the scene.
    pub objects: Vec<ObjectParts>,
}

/// A part with its name.
pub struct NamedPart {
    /// The name: `inside`, `outside`, the sides of planes such as `front-back`, or the places along families of parallel
    /// planes such as `x2-y1`.
    pub name: String,
    /// The place of the part.
    pub place: PartPlace,
    /// The pieces of the objects in this part.
    pub scene: Scene,
}

impl SceneParts {
    /// Names the parts of a cut by `planes`.
    pub(super) fn of(cut: ScenePartsCut, planes: &RegionPlanes) -> Self {
        let parts = cut.parts.into_iter().map(|part| NamedPart {
            name: planes.part_name(&part.place),
            place: part.place,
            scene: part.scene,
        });
        Self {
            parts: parts.collect(),
            objects: cut.objects,
        }
    }
}
