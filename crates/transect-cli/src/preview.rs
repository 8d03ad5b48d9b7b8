//! The 3D preview of a cut. It is drawn from the parts, before they are written. The parts of a division are moved apart.

use std::collections::BTreeMap;

use transect::{Plane, Side};
use transect_draw::{Body, CapStyle, Half, Look as Appearance, Preview, Up, class_of};
use transect_mesh::PartPlace;
use transect_mesh::scene::{ObjectCut, Part, Scene, SceneCut, SceneMesh, ScenePart};
use transect_report::CutRequest;
use transect_report::request::{CutAnswer, Keep, PictureOptions};
use transect_report::upright::upright;

/// The distance by which parts of a division are moved from each plane, as a fraction of the size of the model.
const APART: f64 = 0.06;

/// Returns the preview of a cut. Hidden classes are left out, and so are the classes that the theme treats as air
/// (rooms, openings).
///
/// The half in front of a plane is translucent, and so is the part outside a region if both are written. All other parts are
/// solid.
pub fn preview<'c>(request: &CutRequest, answer: &'c CutAnswer) -> Preview<'c> {
    let (cut, look) = (&answer.cut, &request.pictures);
    let planes = request.planes.plain();
    let is_only = !request.planes.are_several();
    let is_region = request.planes.kind.is_region();
    let distance = if is_only || is_region {
        0.0
    } else {
        APART * size(cut)
    };
    let styles = cap_styles(answer, look);
    let shown = |object: &ObjectCut| {
        let class = class_of(&object.name);
        !look.theme.is_air(class) && !look.hidden.iter().any(|hidden| hidden == class)
    };
    let mut bodies = Vec::new();
    let parts = cut.parts.iter().zip(&answer.part_names).enumerate();
    for (index, (part, _)) in parts.filter(|(_, (_, name))| request.shows(name)) {
        let half = match (is_only, is_region) {
            (true, _) if index == 0 => Half::Front,
            (_, true) if request.keep == Keep::Both && index == 1 => Half::Front,
            _ => Half::Back,
        };
        let offset = offset(part, &planes, distance);
        let scene = &part.scene;
        let world = scene.world_transforms();
        let objects = cut.objects.iter();
        let objects = objects.filter(|object| object.pieces.iter().any(|(own, _)| *own == index));
        for (object, node) in objects.zip(scene.objects()) {
            debug_assert_eq!(object.name, scene.nodes[node].name);
            let mesh = scene.nodes[node].mesh.map(|mesh| &scene.meshes[mesh]);
            let Some(mesh) = mesh.filter(|_| shown(object)) else {
                continue;
            };
            let faces = object.details.as_ref().map_or(0, |_| planes.len());
            let mut placement = world[node].columns;
            placement[3] = [0, 1, 2].map(|axis| placement[3][axis] + offset[axis]);
            let volume = object.piece(index).volume;
            bodies.push(Body {
                parts: mesh.mesh.parts(),
                looks: looks(scene, mesh, faces, styles.get(class_of(&object.name))),
                placement,
                half,
                encloses: is_only && volume.is_some_and(|volume| volume > 0.0),
                ..Body::new(mesh.mesh.positions(), mesh.mesh.triangles())
            });
        }
    }
    let frame = if is_only {
        upright(&planes[0], look.up)
    } else {
        upright(&facing(&planes, is_region, look.up), look.up)
    };
    Preview {
        bodies,
        plane: [frame.origin(), frame.u(), frame.v()],
        shows_plane: is_only,
        up: look.up,
        exaggeration: look.exaggeration,
        unit: answer.unit.clone(),
        view: look.view,
        size: look.size,
        palette: look.theme.preview(),
    }
}

/// Returns the style of the cut faces of each class: the style of the class in the drawing of the section.
fn cap_styles(answer: &CutAnswer, look: &PictureOptions) -> BTreeMap<String, CapStyle> {
    let met = answer.cut.objects.iter().filter(|object| {
        let class = class_of(&object.name);
        object.details.is_some() && !look.hidden.iter().any(|hidden| hidden == class)
    });
    let met = met.map(|object| (&*object.name, object.color));
    look.theme.cap_styles(met, answer.classes.as_ref())
}

/// Returns the plane onto whose front the preview by several planes looks. For a region, it is the plane whose outer side faces
/// up the most, flipped so that its front is outside. Otherwise, it is the first plane.
fn facing(planes: &[Plane], is_region: bool, up: Up) -> Plane {
    let steepness = |plane: &Plane| plane.normal()[up.axis()] / length(plane.normal());
    let first = planes.first().copied().unwrap_or(Plane::Z);
    if !is_region {
        return first;
    }
    let outward = planes[1..].iter().map(Plane::flipped);
    outward.fold(first.flipped(), |best, plane| {
        if steepness(&plane) > steepness(&best) {
            plane
        } else {
            best
        }
    })
}

/// Returns the vector by which a part is moved: along the normal of each plane, to the side of the part.
fn offset(part: &ScenePart, planes: &[Plane], distance: f64) -> [f64; 3] {
    let mut offset = [0.0; 3];
    let PartPlace::Sides(sides) = &part.place else {
        return offset;
    };
    for (side, plane) in sides.iter().zip(planes) {
        let normal = plane.normal();
        let sign = if *side == Side::Back { -1.0 } else { 1.0 };
        for axis in 0..3 {
            offset[axis] += sign * distance * normal[axis] / length(normal);
        }
    }
    offset
}

fn length(vector: [f64; 3]) -> f64 {
    vector.iter().map(|c| c * c).sum::<f64>().sqrt()
}

/// Returns the length of the diagonal of the model's bounding box.
fn size(cut: &SceneCut) -> f64 {
    let bounds = cut.objects.iter().filter_map(|object| object.bounds);
    let all = bounds.reduce(|all, own| all.join(&own));
    all.map_or(0.0, |bounds| {
        length([0, 1, 2].map(|axis| bounds.max()[axis] - bounds.min()[axis]))
    })
}

/// Returns the colours of the groups of triangles in a mesh (`mesh.parts`). The last `faces` groups are cut faces.
fn looks(
    scene: &Scene,
    mesh: &SceneMesh,
    faces: usize,
    style: Option<&CapStyle>,
) -> Vec<Appearance> {
    let first_face = mesh.parts.len().saturating_sub(faces);
    let parts = mesh.parts.iter().enumerate();
    let look = |(index, part): (usize, &Part)| Appearance {
        color: part
            .material
            .map(|material| scene.materials[material].color),
        cap: index >= first_face,
        style: style.copied(),
    };
    parts.map(look).collect()
}
