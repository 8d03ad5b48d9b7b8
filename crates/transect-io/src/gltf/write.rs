//! Writing a document as one GLB file.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;
use transect_mesh::scene::{Node as SceneNode, Placement, Scene as SourceScene};

use crate::document::Document;
use crate::error::WriteError;
use crate::gltf::appearance::Appearance;
use crate::gltf::frame::frame;
use crate::gltf::pack::{Accessor, Pack, View};
use crate::gltf::part::{Indexed, Primitive, primitives};
use crate::gltf::tally::Tally;
use crate::written_file::WrittenFile;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Root<'a> {
    asset: Asset,
    scene: usize,
    scenes: [Scene; 1],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    nodes: Vec<Node<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    meshes: Vec<Mesh<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    materials: Vec<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    textures: Vec<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    samplers: Vec<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    images: Vec<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    accessors: Vec<Accessor>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    buffer_views: Vec<View>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    buffers: Vec<Buffer>,
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    extensions_used: BTreeSet<String>,
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    extensions_required: BTreeSet<String>,
}

#[derive(Serialize)]
struct Asset {
    version: &'static str,
    generator: &'static str,
}

#[derive(Serialize)]
struct Scene {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    nodes: Vec<usize>,
}

#[derive(Default, Serialize)]
struct Node<'a> {
    #[serde(skip_serializing_if = "str::is_empty")]
    name: &'a str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    children: Vec<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mesh: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    matrix: Option<[f64; 16]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    translation: Option<[f64; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rotation: Option<[f64; 4]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    scale: Option<[f64; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    extras: Option<&'a RawValue>,
}

#[derive(Serialize)]
struct Mesh<'a> {
    #[serde(skip_serializing_if = "str::is_empty")]
    name: &'a str,
    primitives: Vec<Primitive>,
    #[serde(skip_serializing_if = "Option::is_none")]
    extras: Option<&'a RawValue>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Buffer {
    byte_length: usize,
}

/// Writes a scene as one GLB file, with the textures of its materials. Returns descriptions of the content that GLB
/// cannot hold.
///
/// The output keeps nodes, names, transforms and shared meshes. Each part of a mesh becomes a primitive. Coordinates
/// are rounded to f32. Meshes without triangles are omitted, because glTF does not allow empty meshes. A model of
/// another format with a unit gets a root node that converts to metres.
pub(crate) fn write(
    scene: &SourceScene,
    origin: &Document,
    out: &mut dyn Write,
) -> Result<WrittenFile, WriteError> {
    let textures = &origin.textures;
    let mut lost = Tally::default();
    // Maps each mesh to the first node that uses it. Errors about a mesh name this node.
    let mut objects = BTreeMap::new();
    let mut instances = vec![0; scene.meshes.len()];
    for node in scene.objects() {
        if let Some(mesh) = scene.nodes[node].mesh {
            objects.entry(mesh).or_insert(node);
            if let Some(count) = instances.get_mut(mesh) {
                *count += 1;
            }
        }
    }
    let used = used_materials(scene, &objects);
    let appearance = Appearance::of(scene, textures, &used);
    lost.add(
        "reference",
        " to textures that do not exist",
        appearance.dangling,
    );

    let mut pack = Pack::default();
    let mut meshes = Vec::new();
    let mut indexed = Indexed {
        manifold: true,
        vertices: 0,
    };
    let mut vertices = 0;
    let mut number_of_mesh = vec![None; scene.meshes.len()];
    for (&index, &node) in &objects {
        let Some(mesh) = scene.meshes.get(index) else {
            continue;
        };
        let object = &scene.nodes[node].name;
        let before = indexed.vertices;
        let primitives = primitives(
            mesh,
            object,
            &appearance.numbers,
            &mut pack,
            &mut lost,
            &mut indexed,
            textures.is_bottom_up,
        )?;
        vertices += instances[index] * (indexed.vertices - before);
        if primitives.is_empty() {
            lost.count("mesh", " without triangles");
            continue;
        }
        number_of_mesh[index] = Some(meshes.len());
        meshes.push(Mesh {
            name: &mesh.name,
            primitives,
            extras: extras(mesh.extras.as_deref(), &mut lost),
        });
    }
    let (mut roots, mut nodes) = tree(&scene.nodes, &number_of_mesh, &mut lost)?;
    let frame = frame(origin).filter(|_| !roots.is_empty());
    if let Some(frame) = &frame {
        let root = nodes.len();
        nodes.push(Node {
            name: &frame.name,
            children: core::mem::replace(&mut roots, vec![root]),
            matrix: Some(frame.matrix),
            extras: extras(Some(&frame.extras), &mut lost),
            ..Node::default()
        });
    }
    let packed = pack.finish(appearance.images.iter().map(|image| &*image.bytes));
    let buffers = match packed.binary.len() {
        0 => Vec::new(),
        byte_length => vec![Buffer { byte_length }],
    };
    let root = Root {
        asset: Asset {
            version: "2.0",
            generator: concat!("transect ", env!("CARGO_PKG_VERSION")),
        },
        scene: 0,
        scenes: [Scene { nodes: roots }],
        nodes,
        meshes,
        images: appearance.image_entries(packed.first_image),
        materials: appearance.materials,
        textures: appearance.textures,
        samplers: appearance.samplers,
        accessors: packed.accessors,
        buffer_views: packed.views,
        buffers,
        extensions_used: appearance.extensions,
        extensions_required: appearance.required,
    };
    let mut json = serde_json::to_vec(&root).map_err(std::io::Error::from)?;
    json.resize(json.len().next_multiple_of(4), b' ');
    container(&json, &packed.binary, out)?;
    Ok(WrittenFile {
        losses: lost.into_list(),
        manifold: Some(indexed.manifold),
        vertices: Some(vertices),
    })
}

/// Writes the GLB header, the JSON chunk and the BIN chunk.
fn container(json: &[u8], binary: &[u8], out: &mut dyn Write) -> Result<(), WriteError> {
    let chunks = [(b"JSON", json), (b"BIN\0", binary)];
    let chunks = || chunks.iter().filter(|(_, data)| !data.is_empty());
    let length = 12 + chunks().map(|(_, data)| 8 + data.len()).sum::<usize>();
    let Ok(length) = u32::try_from(length) else {
        return Err(WriteError::Unsupported(format!(
            "a GLB file of {length} bytes exceeds the limit of the format, {}",
            u32::MAX
        )));
    };
    out.write_all(b"glTF")?;
    out.write_all(&2_u32.to_le_bytes())?;
    out.write_all(&length.to_le_bytes())?;
    for (kind, data) in chunks() {
        // The cast does not truncate: the length of the whole file fits u32, and no chunk is longer than the file.
        out.write_all(&(data.len() as u32).to_le_bytes())?;
        out.write_all(*kind)?;
        out.write_all(data)?;
    }
    Ok(())
}

/// Returns the indices of the scene's root nodes, and all nodes as glTF nodes.
fn tree<'a>(
    scene: &'a [SceneNode],
    number_of_mesh: &[Option<usize>],
    lost: &mut Tally,
) -> Result<(Vec<usize>, Vec<Node<'a>>), WriteError> {
    let mut roots = Vec::new();
    let mut nodes: Vec<Node<'a>> = Vec::with_capacity(scene.len());
    for (index, node) in scene.iter().enumerate() {
        match node.parent {
            // A parent must come before its children; a node whose parent comes later is written as a root.
            Some(parent) if parent < index => nodes[parent].children.push(index),
            _ => roots.push(index),
        }
        let mesh = node.mesh.and_then(|mesh| *number_of_mesh.get(mesh)?);
        nodes.push(Node {
            name: &node.name,
            mesh,
            extras: extras(node.extras.as_deref(), lost),
            ..placed(node)?
        });
    }
    Ok((roots, nodes))
}

/// Returns a glTF node with only a transform. The transform has the form in which the scene stores it: no transform, a
/// matrix, or translation, rotation and scale.
fn placed(node: &SceneNode) -> Result<Node<'static>, WriteError> {
    let written = match node.placement {
        Placement::Identity => Node::default(),
        Placement::Matrix(transform) => Node {
            matrix: Some(core::array::from_fn(|at| match (at / 4, at % 4) {
                (3, 3) => 1.0,
                (_, 3) => 0.0,
                (column, row) => transform.columns[column][row],
            })),
            ..Node::default()
        },
        Placement::Parts {
            translation,
            rotation,
            scale,
        } => Node {
            translation: Some(translation),
            rotation: (rotation != [0.0, 0.0, 0.0, 1.0]).then_some(rotation),
            scale: (scale != [1.0; 3]).then_some(scale),
            ..Node::default()
        },
    };
    let numbers = [
        written.matrix.as_ref().map(<[f64; 16]>::as_slice),
        written.translation.as_ref().map(<[f64; 3]>::as_slice),
        written.rotation.as_ref().map(<[f64; 4]>::as_slice),
        written.scale.as_ref().map(<[f64; 3]>::as_slice),
    ];
    if numbers
        .into_iter()
        .flatten()
        .flatten()
        .all(|n| n.is_finite())
    {
        Ok(written)
    } else {
        Err(WriteError::Unsupported(format!(
            "node {:?}: the transform is not finite",
            node.name
        )))
    }
}

fn extras<'a>(text: Option<&'a str>, lost: &mut Tally) -> Option<&'a RawValue> {
    let value = serde_json::from_str(text?);
    if value.is_err() {
        lost.count("entry", " of extras that is not JSON");
    }
    value.ok()
}

/// Returns the indices of the materials of all mesh parts that have triangles.
fn used_materials(scene: &SourceScene, objects: &BTreeMap<usize, usize>) -> BTreeSet<usize> {
    let meshes = &scene.meshes;
    let mut used = BTreeSet::new();
    for mesh in objects.keys().filter_map(|&mesh| meshes.get(mesh)) {
        let mut shown = vec![false; mesh.parts.len()];
        for triangle in 0..mesh.mesh.triangles().len() {
            if let Some(shown) = shown.get_mut(mesh.mesh.part(triangle) as usize) {
                *shown = true;
            }
        }
        let parts = mesh.parts.iter().zip(shown).filter(|&(_, shown)| shown);
        used.extend(parts.filter_map(|(part, _)| part.material));
    }
    used
}
