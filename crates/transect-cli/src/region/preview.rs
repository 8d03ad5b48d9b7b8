//! The 3D preview of a cut by several planes, which bound a region or divide the model (a division). The parts of a
//! division are moved apart.

use transect::mesh::{Frame, PartPlace};
use transect::scene::{ObjectParts, Part, Scene, SceneMesh};
use transect::{Plane, Side};
use transect_draw::{Body, CapStyle, Half, Look, Preview, Up, class_of};
use transect_report::region::parts::{NamedPart, SceneParts};
use transect_report::region::request::{Keep, RegionRequest};

/// The distance by which parts of a division are moved from each plane, as a fraction of the size of the model.
const APART: f64 = 0.06;

/// Returns the preview of the parts. For a region, the part outside is translucent if both parts are written; a single
/// part is solid. The parts of a division are solid.
pub(super) fn preview<'s>(
    request: &RegionRequest,
    scene: &'s SceneParts,
    unit: Option<&str>,
) -> Preview<'s> {
    let look = &request.pictures;
    let planes = request.planes.plain();
    let is_shown = |object: &ObjectParts| {
        let class = class_of(&object.name);
        !look.theme.is_air(class) && !look.hidden.iter().any(|hidden| hidden == class)
    };
    let size = size(scene);
    let styles = look.theme.cap_styles(cut_objects(scene));
    let mut bodies = Vec::new();
    for (index, part) in scene.parts.iter().enumerate() {
        if !request.keeps(&part.name) {
            continue;
        }
        let is_ghost = !request.is_division() && request.keep == Keep::Both && index == 1;
        let offset = offset(part, &planes, APART * size);
        let world = part.scene.world_transforms();
        let objects = scene.objects.iter();
        let objects = objects.filter(|object| has_node(object, index));
        for (object, node) in objects.zip(part.scene.objects()) {
            debug_assert_eq!(object.name, part.scene.nodes[node].name);
            let mesh = part.scene.nodes[node].mesh;
            let Some(mesh) = mesh.map(|mesh| &part.scene.meshes[mesh]) else {
                continue;
            };
            if !is_shown(object) {
                continue;
            }
            let faces = object.details.as_ref().map_or(0, |_| planes.len());
            let mut placement = world[node].columns;
            placement[3] = [0, 1, 2].map(|axis| placement[3][axis] + offset[axis]);
            bodies.push(Body {
                parts: mesh.mesh.parts(),
                looks: looks(&part.scene, mesh, faces, styles.get(class_of(&object.name))),
                placement,
                half: if is_ghost { Half::Front } else { Half::Back },
                ..Body::new(mesh.mesh.positions(), mesh.mesh.triangles())
            });
        }
    }
    let frame = Frame::of(&facing(request, &planes));
    Preview {
        bodies,
        plane: [frame.origin(), frame.u(), frame.v()],
        shows_plane: false,
        up: look.up,
        exaggeration: look.exaggeration,
        unit: unit.map(String::from),
        view: look.view,
        size: look.size,
        palette: look.theme.preview(),
    }
}

/// Returns the name of each cut object in each part, with the colour of its first material, if it has one. An object
/// that is in several parts is repeated.
fn cut_objects(scene: &SceneParts) -> impl Iterator<Item = (&str, Option<[f64; 4]>)> {
    let parts = scene.parts.iter().enumerate();
    parts.flat_map(|(index, part)| {
        let objects = scene.objects.iter();
        let objects = objects.filter(move |object| has_node(object, index));
        let placed = objects.zip(part.scene.objects());
        let cut = placed.filter(|(object, _)| object.details.is_some());
        cut.map(|(object, node)| {
            let mesh = part.scene.nodes[node].mesh;
            let parts = mesh.map(|mesh| &part.scene.meshes[mesh].parts);
            let material = parts.and_then(|parts| parts.first()?.material);
            let color = material.map(|material| part.scene.materials[material].color);
            (&*object.name, color)
        })
    })
}

/// Returns `true` if the scene of a part of the model has a node of the object.
fn has_node(object: &ObjectParts, part: usize) -> bool {
    object
        .pieces
        .iter()
        .any(|(piece, amount)| *piece == part && (object.details.is_none() || amount.triangles > 0))
}

/// Returns the plane onto whose front the preview looks. For a division, it is the first plane. For a region, it is the
/// plane whose outer side faces up the most, flipped so that its front is outside.
fn facing(request: &RegionRequest, planes: &[Plane]) -> Plane {
    let up = match request.pictures.up {
        Up::X => 0,
        Up::Y => 1,
        Up::Z => 2,
    };
    let steepness = |plane: &Plane| {
        let normal = plane.normal();
        let length = normal.iter().map(|c| c * c).sum::<f64>().sqrt();
        normal[up] / length
    };
    let mut outward = planes.iter().map(|plane| match request.is_division() {
        true => *plane,
        false => plane.flipped(),
    });
    let first = outward.next().unwrap_or(Plane::Z);
    if request.is_division() {
        return first;
    }
    outward.fold(first, |best, plane| {
        if steepness(&plane) > steepness(&best) {
            plane
        } else {
            best
        }
    })
}

/// Returns the vector by which a part is moved: along the normal of each plane, to the side of the part.
fn offset(part: &NamedPart, planes: &[Plane], distance: f64) -> [f64; 3] {
    let mut offset = [0.0; 3];
    let PartPlace::Sides(sides) = &part.place else {
        return offset;
    };
    for (side, plane) in sides.iter().zip(planes) {
        let normal = plane.normal();
        let length = normal.iter().map(|c| c * c).sum::<f64>().sqrt();
        let sign = if *side == Side::Back { -1.0 } else { 1.0 };
        for axis in 0..3 {
            offset[axis] += sign * distance * normal[axis] / length;
        }
    }
    offset
}

/// Returns the length of the diagonal of the model's bounding box.
fn size(scene: &SceneParts) -> f64 {
    let bounds = scene.objects.iter().filter_map(|object| object.bounds);
    let all = bounds.reduce(|all, own| all.join(&own));
    all.map_or(0.0, |bounds| {
        let extent = [0, 1, 2].map(|axis| bounds.max()[axis] - bounds.min()[axis]);
        extent.iter().map(|c| c * c).sum::<f64>().sqrt()
    })
}

/// Returns the colours of the groups of triangles in a mesh (`mesh.parts`). The last `faces` groups are cut faces.
fn looks(scene: &Scene, mesh: &SceneMesh, faces: usize, style: Option<&CapStyle>) -> Vec<Look> {
    let first_face = mesh.parts.len() - faces.min(mesh.parts.len());
    let parts = mesh.parts.iter().enumerate();
    let look = |(index, part): (usize, &Part)| Look {
        color: part
            .material
            .map(|material| scene.materials[material].color),
        cap: index >= first_face,
        style: style.copied(),
    };
    parts.map(look).collect()
}
