//! The materials, textures and images of a document in a GLB file.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use transect::scene::Material;

use crate::document::{Document, Image, Textures};
use crate::reference;

/// The tables of a GLB file that describe surfaces. They contain only entries that are used.
#[derive(Default)]
pub(super) struct Appearance<'a> {
    /// For each material of the scene, its index in the GLB file; `None` if it is not in the file.
    pub(super) numbers: Vec<Option<usize>>,
    pub(super) materials: Vec<Value>,
    pub(super) textures: Vec<Value>,
    pub(super) samplers: Vec<Value>,
    pub(super) images: Vec<&'a Image>,
    pub(super) extensions: BTreeSet<String>,
    /// Extensions that readers must support, because they have no fallback.
    pub(super) required: BTreeSet<String>,
    /// The number of references to textures that do not exist.
    pub(super) dangling: usize,
}

impl<'a> Appearance<'a> {
    /// Returns the tables for the materials in `used`.
    pub(super) fn of(document: &'a Document, used: &BTreeSet<usize>) -> Self {
        let tables = &document.textures;
        let mut all = Self::default();
        let mut wanted = BTreeSet::new();
        for (index, material) in document.scene.materials.iter().enumerate() {
            let number = used.contains(&index).then_some(all.materials.len());
            all.numbers.push(number);
            if number.is_some() {
                let mut value = written(material);
                reference::textures(&mut value, &mut |texture| {
                    let found = usize::try_from(texture)
                        .ok()
                        .filter(|&texture| texture < tables.textures.len());
                    match found {
                        Some(texture) => _ = wanted.insert(texture),
                        None => all.dangling += 1,
                    }
                    found
                });
                all.materials.push(value);
            }
        }
        for material in &mut all.materials {
            reference::textures(material, &mut |texture| rank(&wanted, texture));
        }
        all.add_textures(tables, &wanted);
        let values = [&all.materials, &all.textures];
        for value in values.into_iter().flatten() {
            reference::extensions(value, &mut all.extensions);
        }
        all
    }

    fn add_textures(&mut self, tables: &'a Textures, wanted: &BTreeSet<usize>) {
        let mut images = BTreeSet::new();
        let mut samplers = BTreeSet::new();
        for &texture in wanted {
            let mut value = reference::object(&tables.textures[texture])
                .unwrap_or_else(|| Value::Object(serde_json::Map::new()));
            // An image without bytes was noted when the file was read; the texture is written without it.
            reference::images(&mut value, &mut |image| {
                let image = usize::try_from(image).ok()?;
                let found = tables.images.get(image)?;
                (!found.bytes.is_empty()).then(|| {
                    images.insert(image);
                    image
                })
            });
            reference::samplers(&mut value, &mut |sampler| {
                let sampler = usize::try_from(sampler).ok()?;
                (sampler < tables.samplers.len()).then(|| {
                    samplers.insert(sampler);
                    sampler
                })
            });
            self.textures.push(value);
        }
        for texture in &mut self.textures {
            reference::images(texture, &mut |image| rank(&images, image));
            reference::samplers(texture, &mut |sampler| rank(&samplers, sampler));
            if texture.get("source").is_none() {
                reference::extensions(texture, &mut self.required);
            }
        }
        self.images = images.iter().map(|&image| &tables.images[image]).collect();
        self.samplers = samplers
            .iter()
            .filter_map(|&sampler| reference::object(&tables.samplers[sampler]))
            .collect();
    }

    /// Returns the image entries. `first_view` is the index of the first image's buffer view.
    pub(super) fn image_entries(&self, first_view: usize) -> Vec<Value> {
        let entry = |(number, image): (usize, &&Image)| {
            let mut value = reference::object(&image.entry).unwrap_or_else(|| json!({}));
            value["bufferView"] = Value::from(first_view + number);
            value["mimeType"] = Value::from(image.media_type.as_str());
            value
        };
        self.images.iter().enumerate().map(entry).collect()
    }
}

/// Returns a material as JSON: the JSON of its glTF file, or its colour on a rough surface.
fn written(material: &Material) -> Value {
    let carried = material.gltf.as_deref().and_then(reference::object);
    carried.unwrap_or_else(|| {
        let mut value = json!({
            "pbrMetallicRoughness": {
                "baseColorFactor": material.color,
                "metallicFactor": 0.0,
                "roughnessFactor": 1.0,
            },
            "doubleSided": false,
        });
        if !material.name.is_empty() {
            value["name"] = Value::from(material.name.as_str());
        }
        if material.color[3] < 1.0 {
            value["alphaMode"] = Value::from("BLEND");
        }
        value
    })
}

/// Returns the position of an index among the kept indices; `None` if it is not kept.
fn rank(kept: &BTreeSet<usize>, index: u64) -> Option<usize> {
    kept.iter()
        .position(|&other| u64::try_from(other) == Ok(index))
}
