//! The image files of a material library that is written.

use hashbrown::HashSet;
use serde_json::Value;
use transect_mesh::scene::Material;

use crate::document::{Image, Textures};
use crate::reference::object;

/// The images of the colours of materials, as files.
#[derive(Default)]
pub(crate) struct Images<'a> {
    /// For each material, the name of the file of its image; `None` without an image.
    pub(crate) names: Vec<Option<String>>,
    /// The files and their images.
    pub(crate) files: Vec<(String, &'a Image)>,
}

impl<'a> Images<'a> {
    /// Returns the images of the materials that `used` marks. The names of their files begin with `stem`, so that several
    /// models fit into one folder.
    pub(crate) fn of(
        materials: &[Material],
        used: &[bool],
        textures: &'a Textures,
        stem: &str,
    ) -> Self {
        let mut all = Self::default();
        let mut taken = HashSet::new();
        for (material, &is_used) in materials.iter().zip(used) {
            let image = is_used.then(|| image(material, textures)).flatten();
            let name = image.map(|image| {
                let known = all
                    .files
                    .iter()
                    .find(|(_, other)| core::ptr::eq(*other, image));
                if let Some((known, _)) = known {
                    return known.clone();
                }
                let name = file_name(image, stem, &mut taken);
                all.files.push((name.clone(), image));
                name
            });
            all.names.push(name);
        }
        all
    }

    /// Returns `true` if the only texture of a material is an image that is written.
    pub(crate) fn hold(&self, material: usize, gltf: &str) -> bool {
        let is_written = self.names.get(material).is_some_and(Option::is_some);
        is_written && gltf.matches("Texture\"").count() == 1
    }
}

/// Returns the image of a material's colour: one that is laid upon the first set of texture coordinates without a
/// transform, in a format that readers of OBJ know.
fn image<'a>(material: &Material, textures: &'a Textures) -> Option<&'a Image> {
    let value = object(material.gltf.as_deref()?)?;
    let map = value.get("pbrMetallicRoughness")?.get("baseColorTexture")?;
    let index = |value: &Value, key: &str| usize::try_from(value.get(key)?.as_u64()?).ok();
    if index(map, "texCoord").unwrap_or(0) != 0 || map.get("extensions").is_some() {
        return None;
    }
    let texture = object(textures.textures.get(index(map, "index")?)?)?;
    let image = textures.images.get(index(&texture, "source")?)?;
    let is_known = matches!(&*image.media_type, "image/png" | "image/jpeg");
    (is_known && !image.bytes.is_empty()).then_some(image)
}

/// Returns a name of a file that is not taken: `stem`, a hyphen, and the name of the image in letters that every file
/// system and every reader of OBJ knows.
fn file_name(image: &Image, stem: &str, taken: &mut HashSet<String>) -> String {
    let entry = object(&image.entry);
    let name = entry.as_ref().and_then(|entry| entry.get("name")?.as_str());
    let letters = name.unwrap_or_default().chars().take(60);
    let name: String = letters
        .map(|letter| {
            if letter.is_ascii_alphanumeric() {
                letter
            } else {
                '_'
            }
        })
        .collect();
    let name = if name.is_empty() { "image" } else { &name };
    let extension = match &*image.media_type {
        "image/png" => "png",
        _ => "jpg",
    };
    let mut own = format!("{stem}-{name}.{extension}");
    let mut number = 2;
    while !taken.insert(own.to_ascii_lowercase()) {
        own = format!("{stem}-{name}-{number}.{extension}");
        number += 1;
    }
    own
}
