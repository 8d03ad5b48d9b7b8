//! The 3D preview of a cut. It is drawn from the halves, before they are written.

use std::collections::BTreeMap;

use transect::Side;
use transect::mesh::Frame;
use transect::scene::{Amount, ObjectCut, Scene, SceneCut};
use transect_draw::{Body, CapStyle, Half, Look as Appearance, Preview, class_of};
use transect_report::request::PictureOptions;
use transect_report::upright::upright;

/// Returns the preview of a cut. Hidden classes are left out, and so are the classes that the theme treats as air
/// (rooms, openings).
pub(crate) fn preview<'c>(
    cut: &'c SceneCut,
    look: &PictureOptions,
    unit: Option<&str>,
) -> Preview<'c> {
    let frame = upright(&Frame::of(cut.plane.plane()), look.up);
    let styles = cap_styles(cut, look);
    let shown = |object: &ObjectCut| {
        let class = class_of(&object.name);
        !look.theme.is_air(class) && !look.hidden.iter().any(|hidden| hidden == class)
    };
    let mut bodies = Vec::new();
    for (half, scene) in [(Half::Front, &cut.front), (Half::Back, &cut.back)] {
        let world = scene.world_transforms();
        let objects = cut.objects.iter().filter(|object| is_in(object, half));
        for (object, node) in objects.zip(scene.objects()) {
            debug_assert_eq!(object.name, scene.nodes[node].name);
            if !shown(object) {
                continue;
            }
            let Some(mesh) = scene.nodes[node].mesh.map(|mesh| &scene.meshes[mesh]) else {
                continue;
            };
            bodies.push(Body {
                parts: mesh.mesh.parts(),
                looks: looks(scene, object, mesh, styles.get(class_of(&object.name))),
                placement: world[node].columns,
                half,
                encloses: amount(object, half)
                    .volume
                    .is_some_and(|volume| volume > 0.0),
                ..Body::new(mesh.mesh.positions(), mesh.mesh.triangles())
            });
        }
    }
    Preview {
        bodies,
        plane: [frame.origin(), frame.u(), frame.v()],
        shows_plane: true,
        up: look.up,
        exaggeration: look.exaggeration,
        unit: unit.map(String::from),
        view: look.view,
        size: look.size,
        palette: look.theme.preview(),
    }
}

/// Returns the style of the cut faces of each class: the style of the class in the drawing of the section.
fn cap_styles(cut: &SceneCut, look: &PictureOptions) -> BTreeMap<String, CapStyle> {
    let met = cut.objects.iter().filter(|object| {
        let class = class_of(&object.name);
        object.details.is_some() && !look.hidden.iter().any(|hidden| hidden == class)
    });
    look.theme
        .cap_styles(met.map(|object| (&*object.name, object.color)))
}

/// Returns `true` if a half contains the object or a piece of it. The scene of the half has one node for each such
/// object, in the order of the cut.
fn is_in(object: &ObjectCut, half: Half) -> bool {
    let side = match half {
        Half::Front => Side::Front,
        Half::Back => Side::Back,
    };
    let is_piece = object.details.is_some() && amount(object, half).triangles > 0;
    object.half_if_whole() == Some(side) || is_piece
}

/// Returns the amount of the object that is in a half.
fn amount(object: &ObjectCut, half: Half) -> Amount {
    match half {
        Half::Front => object.front,
        Half::Back => object.back,
    }
}

/// Returns the colours of the parts of a mesh, one per part. (A part consists of the triangles of one material.) The
/// last part of a cut object is its cap: the faces that close it on the plane.
fn looks(
    scene: &Scene,
    object: &ObjectCut,
    mesh: &transect::scene::SceneMesh,
    style: Option<&CapStyle>,
) -> Vec<Appearance> {
    let last = mesh.parts.len().saturating_sub(1);
    let parts = mesh.parts.iter().enumerate();
    let look = |(index, part): (usize, &transect::scene::Part)| Appearance {
        color: part
            .material
            .map(|material| scene.materials[material].color),
        cap: object.details.is_some() && index == last,
        style: style.copied(),
    };
    parts.map(look).collect()
}
