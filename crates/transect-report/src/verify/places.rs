//! The places of an object and of its parts: their bounding boxes, and the sides and the relation of the object.

use transect::{Aabb, CuttingPlane, Extent, Overlap, Side};
use transect_mesh::{Mesh, PartPlace};

/// Returns the bounding boxes of the parts of a mesh, one per place; `None` for a part without triangles.
pub(super) fn bounds_of_parts(
    world: &Mesh,
    planes: &[CuttingPlane],
    places: &[PartPlace],
) -> Vec<Option<Aabb>> {
    let own = |mesh: &Mesh| mesh.bounds().copied();
    if places.contains(&PartPlace::Inside) {
        let cut = world.cut_by_planes(planes);
        let bounds = |place: &PartPlace| match place {
            PartPlace::Inside => own(&cut.inside.mesh),
            _ => own(&cut.outside.mesh),
        };
        return places.iter().map(bounds).collect();
    }
    let division = world.divided_by(planes);
    let bounds = |place: &PartPlace| {
        let mut parts = division.parts.iter();
        let part =
            parts.find(|part| matches!(place, PartPlace::Sides(sides) if *sides == part.sides));
        part.and_then(|part| own(&part.part.mesh))
    };
    places.iter().map(bounds).collect()
}

/// Returns the extent of a mesh for each plane. The list is empty for a mesh without triangles.
pub(super) fn extents(world: &Mesh, planes: &[CuttingPlane]) -> Vec<Extent> {
    let reaches = planes.iter().filter_map(|plane| world.reach(plane));
    reaches.map(|reach| reach.extent).collect()
}

/// Returns the relation of a mesh and the region in front of planes.
pub(super) fn relation(world: &Mesh, planes: &[CuttingPlane], extents: &[Extent]) -> Overlap {
    if extents.iter().all(|own| own.backmost >= Side::On) {
        return Overlap::Inside;
    }
    if extents.iter().any(|own| own.frontmost <= Side::On) {
        return Overlap::Outside;
    }
    world.cut_by_planes(planes).relation
}

/// Returns `true` if a mesh with these extents has vertices strictly on both sides of a plane.
pub(super) fn is_crossed(extents: &[Extent]) -> bool {
    let crosses = |own: &Extent| own.backmost == Side::Back && own.frontmost == Side::Front;
    extents.iter().any(crosses)
}
