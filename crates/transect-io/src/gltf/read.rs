//! Reading a glTF file into a document.

use std::collections::BTreeSet;

use serde::Deserialize;
use transect_mesh::scene::Node;

use crate::budget::Budget;
use crate::document::Document;
use crate::error::{Place, PlacedError, ReadErrorKind};
use crate::format::Format;
use crate::gltf::buffers::{Buffers, Files, Unchecked};
use crate::gltf::classes::name_by_class;
use crate::gltf::container::{Container, open};
use crate::gltf::instances::INSTANCING;
use crate::gltf::json::{Asset, Entries, Root, parse};
use crate::gltf::material::{materials, open_images, textures};
use crate::gltf::mesh::Source;
use crate::gltf::nodes::nodes;
use crate::gltf::requirements::{LIGHTS, UNDERSTOOD, check_extensions, check_version};
use crate::gltf::tally::Tally;
use crate::gltf::tree::order;
use crate::input::Input;

/// Reads a GLB file, or a glTF document with its buffers inside or beside it.
pub(crate) fn read(input: &Input<'_>) -> Result<Document, PlacedError> {
    let mut tally = Tally::default();
    let container = open(input.bytes, &mut tally)?;
    let root = root(&container)?;
    check_version(root.asset.as_ref())?;
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
    let buffers = Buffers::new(unchecked, &files, &root.buffer_views, &mut budget)?;

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
    let generator = root.asset.as_ref().and_then(|own| own.generator.as_deref());
    let named = name_by_class(&mut document.scene, generator, &mut budget)?;
    named
        .into_iter()
        .for_each(|sentence| tally.report(sentence));
    notes(&root, &mut tally)?;
    document.notes = tally.into_notes(input.path);
    for source in &mut document.sources {
        source.unit = Some("m".into());
        source.references = files.paths();
    }
    Ok(document)
}

fn root<'a>(container: &Container<'a>) -> Result<Root<'a>, PlacedError> {
    /// The part of a document that other versions of glTF have, too.
    #[derive(Deserialize)]
    struct Any<'a> {
        #[serde(borrow)]
        asset: Option<Asset<'a>>,
    }
    let root = serde_json::from_slice(container.json);
    if root.is_err()
        && let Ok(Any { asset }) = serde_json::from_slice(container.json)
    {
        check_version(asset.as_ref())?;
    }
    root.map_err(|error: serde_json::Error| PlacedError {
        place: Some(if container.is_glb {
            Place::Element("the JSON chunk".to_owned())
        } else {
            Place::Line(error.line() as u64)
        }),
        kind: ReadErrorKind::Syntax(error.to_string()),
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
    let unused = root.skins.len().saturating_sub(tally.skins);
    tally.add("skin", " that no shown node uses", unused);
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
