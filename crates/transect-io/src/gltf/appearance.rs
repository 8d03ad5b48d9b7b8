//! The materials, textures and images of a document, prepared for a GLB file.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use transect_mesh::scene::{Material, Scene};

use crate::document::{Image, Textures};
use crate::reference;
use crate::surface::surface;

/// The materials, textures, samplers and images of a GLB file. The lists contain only the materials that triangles use,
/// and the entries that these materials refer to.
#[derive(Default)]
pub(super) struct Appearance<'a> {
    /// For each material of the scene, its index in the GLB file; `None` if the GLB file does not contain the material.
    pub(super) numbers: Vec<Option<usize>>,
    pub(super) materials: Vec<Value>,
    pub(super) textures: Vec<Value>,
    pub(super) samplers: Vec<Value>,
    pub(super) images: Vec<&'a Image>,
    pub(super) extensions: BTreeSet<String>,
    /// The names of extensions that readers of the GLB file must support: they contain the only image of some texture.
    pub(super) required: BTreeSet<String>,
    /// The number of references from materials to textures that do not exist.
    pub(super) dangling: usize,
}

impl<'a> Appearance<'a> {
    /// Returns the materials with the indices in `used`, and the textures, samplers and images that they refer to.
    pub(super) fn of(scene: &Scene, tables: &'a Textures, used: &BTreeSet<usize>) -> Self {
        let mut all = Self::default();
        let mut wanted = BTreeSet::new();
        for (index, material) in scene.materials.iter().enumerate() {
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
            // A texture whose image has no bytes is written without the image. The reader of the file has already added
            // a note about the missing image.
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

    /// Returns the JSON entries of the images. The n-th image is in the buffer view with the index `first_view` + n.
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

/// Returns a material as JSON: the JSON of the glTF file from which it was read, or else a rough, non-metallic surface
/// in the material's colour.
fn written(material: &Material) -> Value {
    let carried = material.gltf.as_deref().and_then(reference::object);
    carried.unwrap_or_else(|| surface(material))
}

/// Returns the new index of a kept entry: its position in the sorted set of kept indices. Returns `None` if the entry
/// is not kept.
fn rank(kept: &BTreeSet<usize>, index: u64) -> Option<usize> {
    kept.iter()
        .position(|&other| u64::try_from(other) == Ok(index))
}
