//! Descriptions of the content that is lost when a document is written in a format.

use std::collections::BTreeSet;

use transect_mesh::scene::{Material, Scene, SceneMesh};
use transect_mesh::{AttributeLayer, Meaning};

use crate::document::Document;
use crate::input::counted;
use crate::naming;

/// The content that a file format can hold besides triangles in world coordinates.
#[derive(Clone, Copy)]
pub(crate) struct Holds<'a> {
    /// `true` if the format holds several objects, each with its name.
    pub(crate) names: bool,
    /// `true` if the format holds the names of parts.
    pub(crate) parts: bool,
    /// `true` if the format holds materials with a name and a colour.
    pub(crate) materials: bool,
    /// Returns `true` if the file holds all textures of the material with this index and this JSON of glTF.
    pub(crate) is_textured: &'a dyn Fn(usize, &str) -> bool,
    /// `true` if the format holds a colour per face, but no names of materials.
    pub(crate) face_colors: bool,
    /// Returns `true` for the attribute layers that the format holds. The other layers are reported as lost, by their
    /// names.
    pub(crate) layer: fn(&AttributeLayer) -> bool,
}

/// Returns descriptions of the content of a scene that the format does not hold. `origin` is the document that was
/// read. `stem` is the name of the output file without its extension. If the scene has a single object, named like the
/// output file or a source file, its name is not reported as lost.
pub(crate) fn losses(
    scene: &Scene,
    origin: &Document,
    holds: Holds<'_>,
    stem: &str,
) -> Vec<String> {
    let objects: Vec<usize> = scene.objects().collect();
    let shown = objects.iter().filter_map(|&node| scene.nodes[node].mesh);
    let shown: BTreeSet<usize> = shown.collect();
    let mut lost = Losses::default();
    if !holds.names && !is_named_after_a_file(scene, origin, &objects, stem) {
        lost.add("names of ", objects.len(), "object");
    }
    let groups = scene.nodes.len() - objects.len();
    lost.add("names of groups: ", groups, "node");
    let shared = objects.len() - shown.len();
    lost.add("sharing of meshes by ", shared, "instance");
    let extras = scene.nodes.iter().filter(|node| node.extras.is_some());
    lost.add("extras of ", extras.count(), "node");

    let meshes = shown.iter().filter_map(|&mesh| scene.meshes.get(mesh));
    let meshes: Vec<&SceneMesh> = meshes.collect();
    if !holds.parts {
        let parts = meshes.iter().flat_map(|mesh| &mesh.parts);
        let named = parts.filter(|part| !part.name.is_empty());
        lost.add("names of ", named.count(), "part");
    }
    lost.add_materials(&scene.materials, &meshes, holds);
    lost.add_layers(&meshes, holds);
    lost.0
}

/// Returns `true` if the only object has the name of a source file or of the output file.
fn is_named_after_a_file(scene: &Scene, origin: &Document, objects: &[usize], stem: &str) -> bool {
    let [node] = objects else { return false };
    let name = &scene.nodes[*node].name;
    let mut sources = origin.sources.iter();
    name == stem || sources.any(|source| *name == naming::stem(&source.path))
}

/// Returns `true` for the material that a cut adds for the caps: it is named `cap`, and has no glTF JSON.
pub(crate) fn is_of_caps(material: &Material) -> bool {
    material.name == "cap" && material.gltf.is_none()
}

/// Descriptions of lost content, such as "names of 3 parts".
#[derive(Default)]
struct Losses(Vec<String>);

impl Losses {
    fn add(&mut self, before: &str, count: usize, one: &str) {
        if count > 0 {
            self.0.push(format!("{before}{}", counted(count, one)));
        }
    }

    /// Adds descriptions of the material properties that the format does not hold.
    fn add_materials(&mut self, all: &[Material], meshes: &[&SceneMesh], holds: Holds<'_>) {
        // The material of the caps is not reported as lost, because the input does not contain it.
        let is_of_the_input = |&material: &usize| !all.get(material).is_some_and(is_of_caps);
        let parts = meshes.iter().flat_map(|mesh| &mesh.parts);
        let used = parts.filter_map(|part| part.material);
        let used: BTreeSet<usize> = used.filter(is_of_the_input).collect();
        let materials = used.iter().filter_map(|&material| all.get(material));
        if holds.materials {
            let textured = used.iter().filter(|&&material| {
                let own = all.get(material).and_then(|own| own.gltf.as_deref());
                let text = own.unwrap_or_default();
                text.contains("Texture\"") && !(holds.is_textured)(material, text)
            });
            self.add("textures of ", textured.count(), "material");
        } else if holds.face_colors {
            // A material name such as `#ff0000` only repeats the colour, so a reader of the file can restore the name.
            // Such a name does not count as lost.
            let named = materials.filter(|m| !m.name.is_empty() && !m.name.starts_with('#'));
            self.add("names of ", named.count(), "material");
        } else {
            self.add("", used.len(), "material");
        }
    }

    /// Adds descriptions of the attribute layers that the format does not hold.
    fn add_layers(&mut self, meshes: &[&SceneMesh], holds: Holds<'_>) {
        let layers = meshes
            .iter()
            .flat_map(|mesh| &mesh.mesh.attributes().layers);
        let lost = layers.filter(|layer| !(holds.layer)(layer));
        let names: BTreeSet<String> = lost.map(|layer| name(&layer.meaning)).collect();
        self.0.extend(names);
    }
}

fn name(meaning: &Meaning) -> String {
    match meaning {
        Meaning::Normal => "normals".to_owned(),
        Meaning::Tangent => "tangents".to_owned(),
        Meaning::TextureCoordinate(0) => "texture coordinates".to_owned(),
        Meaning::TextureCoordinate(set) => format!("texture coordinates of set {set}"),
        Meaning::Color(0) => "vertex colours".to_owned(),
        Meaning::Color(set) => format!("vertex colours of set {set}"),
        Meaning::Custom(name) => format!("attribute {name}"),
        _ => "attributes".to_owned(),
    }
}
