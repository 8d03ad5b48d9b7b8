//! What a format cannot hold of a document, in words.

use std::collections::BTreeSet;

use transect::mesh::{Layer, Meaning};
use transect::scene::Material;

use crate::document::Document;
use crate::input::{self, counted};

/// What a format holds besides triangles in the world.
#[derive(Clone, Copy)]
pub(crate) struct Holds {
    /// Names of objects, and which triangles are whose.
    pub(crate) names: bool,
    /// Names of parts.
    pub(crate) parts: bool,
    /// Materials with a name and a colour.
    pub(crate) materials: bool,
    /// Colours of faces, without names.
    pub(crate) face_colors: bool,
    /// The other attribute layers are lost, each under its own name.
    pub(crate) layer: fn(&Layer) -> bool,
}

/// Lists what of the document's objects the format does not hold. `stem` is the name of the file,
/// which stands for the name of its only object.
pub(crate) fn losses(document: &Document, holds: Holds, stem: &str) -> Vec<String> {
    let scene = &document.scene;
    let mut lost = Vec::new();
    let mut lose = |count: usize, one: &str, before: &str| {
        if count > 0 {
            lost.push(format!("{before}{}", counted(count, one)));
        }
    };

    let objects: Vec<usize> = scene.objects().collect();
    // A single object named after the file it came from, or goes to, has no name of its own to lose.
    let named_after_a_file = |name: &str| {
        let mut sources = document.sources.iter();
        name == stem || sources.any(|source| name == input::stem(&source.path))
    };
    let named = match objects.as_slice() {
        [node] => !named_after_a_file(&scene.nodes[*node].name),
        _ => true,
    };
    if !holds.names && named {
        lose(objects.len(), "object", "names of ");
    }
    lose(
        scene.nodes.len() - objects.len(),
        "node",
        "names of groups: ",
    );
    let shown: BTreeSet<usize> = objects
        .iter()
        .filter_map(|&n| scene.nodes[n].mesh)
        .collect();
    lose(
        objects.len() - shown.len(),
        "instance",
        "sharing of meshes by ",
    );
    let extras = scene.nodes.iter().filter(|node| node.extras.is_some());
    lose(extras.count(), "node", "extras of ");

    let meshes = || shown.iter().filter_map(|&mesh| scene.meshes.get(mesh));
    let parts = meshes().flat_map(|mesh| &mesh.parts);
    if !holds.parts {
        let named = parts.clone().filter(|part| !part.name.is_empty());
        lose(named.count(), "part", "names of ");
    }
    // The material of caps comes from the cut, not from the input.
    let is_of_the_input = |&material: &usize| {
        let found = scene.materials.get(material);
        found.is_none_or(|material| material.name != "cap" || material.gltf.is_some())
    };
    let used: BTreeSet<usize> = parts
        .filter_map(|part| part.material)
        .filter(is_of_the_input)
        .collect();
    let materials = || used.iter().filter_map(|&m| scene.materials.get(m));
    if holds.materials {
        let textured = |material: &&Material| {
            let text = material.gltf.as_deref().unwrap_or_default();
            text.contains("Texture\"")
        };
        lose(
            materials().filter(textured).count(),
            "material",
            "textures of ",
        );
    } else if holds.face_colors {
        // A name that only repeats the colour is written again by whoever reads the colour.
        let named = materials().filter(|m| !m.name.is_empty() && !m.name.starts_with('#'));
        lose(named.count(), "material", "names of ");
    } else {
        lose(used.len(), "material", "");
    }

    let layers = meshes().flat_map(|mesh| &mesh.mesh.attributes().layers);
    let names: BTreeSet<String> = layers
        .filter(|layer| !(holds.layer)(layer))
        .map(|layer| match &layer.meaning {
            Meaning::Normal => "normals".to_owned(),
            Meaning::Tangent => "tangents".to_owned(),
            Meaning::TextureCoordinate(0) => "texture coordinates".to_owned(),
            Meaning::TextureCoordinate(set) => format!("texture coordinates of set {set}"),
            Meaning::Color(0) => "vertex colours".to_owned(),
            Meaning::Color(set) => format!("vertex colours of set {set}"),
            Meaning::Custom(name) => format!("attribute {name}"),
            _ => "attributes".to_owned(),
        })
        .collect();
    lost.extend(names);
    lost
}
