//! Reading a glTF file into a document.

use std::collections::BTreeSet;

use serde::Deserialize;
use transect_mesh::scene::{Node, Placement, Scene, Transform};

use crate::document::Document;
use crate::error::{Place, PlacedError, ReadErrorKind};
use crate::format::Format;
use crate::gltf::budget::Budget;
use crate::gltf::buffers::{Buffers, Files, Unchecked};
use crate::gltf::container::{Container, open};
use crate::gltf::json::{Entries, Node as NodeEntry, Root, carried, parse};
use crate::gltf::material::{materials, open_images, textures};
use crate::gltf::mesh::Source;
use crate::gltf::tally::Tally;
use crate::gltf::tree::order;
use crate::input::Input;

const INSTANCING: &str = "EXT_mesh_gpu_instancing";
const LIGHTS: &str = "KHR_lights_punctual";

/// The extensions that a file may require without being rejected. Most of their data is read or copied. Data that
/// exists only in compressed form causes an error later.
const UNDERSTOOD: [&str; 10] = [
    "KHR_mesh_quantization",
    "KHR_draco_mesh_compression",
    "EXT_meshopt_compression",
    "KHR_meshopt_compression",
    "KHR_texture_transform",
    "KHR_texture_basisu",
    "EXT_texture_webp",
    "EXT_texture_avif",
    "MSFT_texture_dds",
    LIGHTS,
];
/// The prefix of the names of material extensions. A file may require them, because the JSON of materials is copied
/// completely.
const MATERIALS: &str = "KHR_materials_";
const VARIANTS: &str = "KHR_materials_variants";

/// Reads a GLB file, or a glTF document with its buffers inside or beside it.
pub(crate) fn read(input: &Input<'_>) -> Result<Document, PlacedError> {
    let mut tally = Tally::default();
    let container = open(input.bytes, &mut tally)?;
    let root = root(&container)?;
    check_version(&root)?;
    check_extensions(&root)?;

    let mut budget = Budget::of(input.bytes.len() as u64);
    // The memory for each list is charged to the budget before it is allocated. 64 bytes are enough for a buffer, for
    // an image before it is opened, and for the additional data of a node while the tree is ordered.
    budget.charge("nodes", root.nodes.len(), size_of::<Node>() + 64)?;
    budget.charge("buffers", root.buffers.len(), 64)?;
    budget.charge("images", root.images.len(), 64)?;
    let mut files = Files::new(input.around);
    let unchecked = Unchecked::load(&root.buffers, container.binary, &mut files)?;
    let opened = open_images(&root, &mut files, &mut budget, &mut tally)?;
    budget.grow(files.size());
    let buffers = Buffers::new(unchecked, &files, &root.buffer_views)?;

    let order = order(&root, &mut tally)?;
    let mut document = input.document(Format::Glb, true);
    document.scene.materials = materials(&root, &mut budget)?;
    document.textures = textures(&root, opened, &files, &buffers, &mut budget)?;
    let mut source = Source {
        root: &root,
        buffers: &buffers,
        budget: &mut budget,
        tally: &mut tally,
    };
    nodes(&order, &mut source, &mut document.scene)?;
    notes(&root, &mut tally)?;
    document.notes = tally.into_notes(input.path);
    for source in &mut document.sources {
        source.unit = Some("m".into());
        source.references = files.paths();
    }
    Ok(document)
}

fn root<'a>(container: &Container<'a>) -> Result<Root<'a>, PlacedError> {
    serde_json::from_slice(container.json).map_err(|error| PlacedError {
        place: Some(if container.is_glb {
            Place::Element("the JSON chunk".to_owned())
        } else {
            Place::Line(error.line() as u64)
        }),
        kind: ReadErrorKind::Syntax(error.to_string()),
    })
}

fn check_version(root: &Root<'_>) -> Result<(), PlacedError> {
    let Some(asset) = &root.asset else {
        return Err(PlacedError::syntax(
            "asset",
            "the property is missing, so this is not a glTF document",
        ));
    };
    for (field, version) in [
        ("version", Some(&asset.version)),
        ("minVersion", asset.min_version.as_ref()),
    ] {
        let Some(version) = version else { continue };
        let known = match field {
            "version" => version.starts_with("2."),
            _ => **version == *"2.0",
        };
        if !known {
            let version: String = version.chars().take(20).collect();
            return Err(PlacedError::unsupported(
                format!("asset.{field}"),
                format!("glTF {version}"),
            ));
        }
    }
    Ok(())
}

fn check_extensions(root: &Root<'_>) -> Result<(), PlacedError> {
    for (index, name) in root.extensions_required.iter().enumerate() {
        let understood =
            UNDERSTOOD.contains(&&**name) || (name.starts_with(MATERIALS) && *name != VARIANTS);
        if !understood {
            let name: String = name.chars().take(80).collect();
            return Err(PlacedError::unsupported(
                format!("extensionsRequired[{index}]"),
                name,
            ));
        }
    }
    Ok(())
}

/// Reads the nodes of the default scene. Each mesh is read once, however many nodes use it.
fn nodes(
    order: &[(usize, Option<usize>)],
    source: &mut Source<'_, '_>,
    scene: &mut Scene,
) -> Result<(), PlacedError> {
    let root = source.root;
    /// The state of a mesh while nodes are read: not read yet, without triangles, or its index in the scene.
    #[derive(Clone, Copy, PartialEq)]
    enum MeshState {
        NotYet,
        WithoutTriangles,
        At(usize),
    }
    let mut seen = vec![MeshState::NotYet; root.meshes.len()];
    scene.nodes.reserve_exact(order.len());
    for &(index, parent) in order {
        let entry: NodeEntry<'_> = root.nodes.entry("nodes", index)?;
        let place = || format!("nodes[{index}]");
        let mut mesh = None;
        if let Some(number) = entry.mesh {
            let Some(seen) = seen.get_mut(number.size()) else {
                return Err(PlacedError::out_of_range(
                    format!("{}.mesh", place()),
                    "meshes",
                    number.0,
                    root.meshes.len(),
                ));
            };
            if *seen == MeshState::NotYet {
                *seen = match source.mesh(number.size())? {
                    Some(mesh) => {
                        scene.meshes.push(mesh);
                        MeshState::At(scene.meshes.len() - 1)
                    }
                    None => MeshState::WithoutTriangles,
                };
            }
            if let MeshState::At(at) = *seen {
                mesh = Some(at);
            }
        }
        for extension in entry.extensions.keys() {
            if extension == INSTANCING {
                source.tally.count("node", &format!(" with {INSTANCING}"));
            }
        }
        let named = |name: &str| (!name.is_empty()).then(|| name.to_owned());
        let name = entry
            .name
            .as_deref()
            .and_then(named)
            .or_else(|| named(&scene.meshes.get(mesh?)?.name))
            .unwrap_or_else(|| format!("node_{index}"));
        let extras = carried(entry.extras, || format!("{}.extras", place()))?;
        let text = name.len() + extras.as_ref().map_or(0, String::len);
        source.budget.charge("nodes", 1, text)?;
        scene.nodes.push(Node {
            name,
            parent,
            placement: placement(&entry, place)?,
            mesh,
            extras,
        });
    }
    let unseen = seen
        .iter()
        .filter(|&&seen| seen == MeshState::NotYet)
        .count();
    source
        .tally
        .add("mesh", " that no node of the scene shows", unseen);
    Ok(())
}

fn placement(entry: &NodeEntry<'_>, place: impl Fn() -> String) -> Result<Placement, PlacedError> {
    let parts = (entry.translation, entry.rotation, entry.scale);
    let finite = |field: &str, numbers: &[f64]| match numbers.iter().find(|n| !n.is_finite()) {
        Some(&value) => {
            let place = format!("{}.{field}", place());
            Err(PlacedError::not_finite(
                place,
                "a number of the transform",
                value,
            ))
        }
        None => Ok(()),
    };
    if let Some(matrix) = entry.matrix {
        let element = || format!("{}.matrix", place());
        if parts != (None, None, None) {
            let what = "a node has either a matrix or translation, rotation and scale";
            return Err(PlacedError::syntax(element(), what));
        }
        finite("matrix", &matrix)?;
        if [matrix[3], matrix[7], matrix[11], matrix[15]] != [0.0, 0.0, 0.0, 1.0] {
            return Err(PlacedError::syntax(
                element(),
                "the last row of the matrix is not 0, 0, 0, 1",
            ));
        }
        return Ok(Placement::Matrix(Transform {
            columns: core::array::from_fn(|column| {
                core::array::from_fn(|row| matrix[4 * column + row])
            }),
        }));
    }
    if parts == (None, None, None) {
        return Ok(Placement::Identity);
    }
    let translation = parts.0.unwrap_or([0.0; 3]);
    let rotation = parts.1.unwrap_or([0.0, 0.0, 0.0, 1.0]);
    let scale = parts.2.unwrap_or([1.0; 3]);
    finite("translation", &translation)?;
    finite("rotation", &rotation)?;
    finite("scale", &scale)?;
    Ok(Placement::Parts {
        translation,
        rotation,
        scale,
    })
}

/// Counts in `tally` the content that is not read: skins, animations, cameras and lights. Unsupported extensions are
/// added by name.
fn notes(root: &Root<'_>, tally: &mut Tally) -> Result<(), PlacedError> {
    #[derive(Deserialize)]
    struct Lights<'a> {
        #[serde(borrow, default)]
        lights: Entries<'a>,
    }
    tally.add("skin", "", root.skins.len());
    tally.add("animation", "", root.animations.len());
    tally.add("camera", "", root.cameras.len());
    if let Some(text) = root.extensions.get(LIGHTS) {
        let lights: Lights<'_> = parse(text, || format!("extensions.{LIGHTS}"))?;
        tally.add("light", "", lights.lights.len());
    }
    for name in not_carried(root) {
        let name: String = name.chars().take(80).collect();
        tally.say(format!("the extension {name}"));
    }
    Ok(())
}

/// Returns the names of the extensions in use that are not supported.
/// Extensions in materials and textures are left out, because their JSON is copied completely.
fn not_carried<'r>(root: &'r Root<'_>) -> BTreeSet<&'r str> {
    let counted = |name: &str| name == INSTANCING || UNDERSTOOD.contains(&name);
    let mut used: BTreeSet<&str> = root
        .extensions_used
        .iter()
        .map(|name| &**name)
        .filter(|name| !counted(name))
        .collect();
    let carried = [
        &root.materials,
        &root.textures,
        &root.images,
        &root.samplers,
    ];
    for text in carried.into_iter().flat_map(|list| &list.0) {
        for word in text.get().split('"') {
            used.remove(word);
        }
    }
    used
}
