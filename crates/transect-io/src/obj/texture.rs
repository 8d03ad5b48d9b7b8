//! Textures of a material library: the images of `map_Kd`.

use std::path::{Path, PathBuf};

use hashbrown::HashMap;
use serde_json::{Value, json};
use transect_mesh::scene::Material;

use crate::document::{Document, Image};
use crate::input::Input;
use crate::surface::{media_type, surface};
use crate::text::name;

/// The options that may stand before the name of an image, with the largest number of their values.
const OPTIONS: [(&[u8], usize); 12] = [
    (b"-blendu", 1),
    (b"-blendv", 1),
    (b"-bm", 1),
    (b"-boost", 1),
    (b"-cc", 1),
    (b"-clamp", 1),
    (b"-imfchan", 1),
    (b"-mm", 2),
    (b"-o", 3),
    (b"-s", 3),
    (b"-t", 3),
    (b"-texres", 1),
];

/// The image of a material.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Map {
    /// The path of the image, relative to the folder of the OBJ file.
    pub(super) path: PathBuf,
    /// `true` if options before the name were ignored.
    pub(super) has_options: bool,
}

/// Reads the argument of `map_Kd`: options, and the name of an image, which may have spaces. `library` is the path of the
/// material library, relative to the folder of the OBJ file. Returns `None` without a name.
pub(super) fn map(argument: &[u8], library: &Path) -> Option<Map> {
    let mut rest = argument.trim_ascii();
    let mut has_options = false;
    loop {
        let (word, after) = next(rest);
        let Some((_, most)) = OPTIONS.iter().find(|(option, _)| *option == word) else {
            break;
        };
        has_options = true;
        rest = after;
        for value in 0..*most {
            let (word, after) = next(rest);
            // The first value always belongs to the option; the others are numbers, and may be missing.
            let text = core::str::from_utf8(word).unwrap_or_default();
            if value > 0 && text.parse::<f64>().is_err() {
                break;
            }
            rest = after;
        }
    }
    // Programs on Windows separate folders by backslashes.
    let file = name(rest).replace('\\', "/");
    let folder = library.parent().unwrap_or(Path::new(""));
    (!file.is_empty()).then(|| Map {
        path: folder.join(file),
        has_options,
    })
}

/// Splits a text into its first word and the rest.
fn next(text: &[u8]) -> (&[u8], &[u8]) {
    let end = text.iter().position(u8::is_ascii_whitespace);
    let (word, rest) = text.split_at(end.unwrap_or(text.len()));
    (word, rest.trim_ascii_start())
}

/// Opens the images of materials, and refers to them in the JSON of the materials. Returns what is left out.
pub(super) fn add(
    maps: &HashMap<usize, Map>,
    input: &Input<'_>,
    document: &mut Document,
) -> Vec<String> {
    let mut left_out = Vec::new();
    let mut known: HashMap<&Path, Option<usize>> = HashMap::new();
    let mut materials: Vec<(&usize, &Map)> = maps.iter().collect();
    materials.sort_unstable_by_key(|(material, _)| **material);
    for (&material, map) in materials {
        let path = map.path.as_path();
        let texture = *known.entry(path).or_insert_with(|| {
            let opened = input.beside(&path.to_string_lossy(), &mut document.sources[0]);
            match opened {
                Ok(bytes) => Some(push(path, bytes, document)),
                Err(error) => {
                    left_out.push(format!("the image {} ({error})", path.display()));
                    None
                }
            }
        });
        if let Some(texture) = texture {
            let material: &mut Material = &mut document.scene.materials[material];
            let mut value = surface(material);
            value["pbrMetallicRoughness"]["baseColorTexture"] = json!({ "index": texture });
            material.gltf = Some(value.to_string());
        }
    }
    let options = maps.values().filter(|map| map.has_options).count();
    if options > 0 {
        left_out.push("options of map_Kd".to_owned());
    }
    left_out
}

/// Adds an image with a texture, and returns the index of the texture.
fn push(path: &Path, bytes: Vec<u8>, document: &mut Document) -> usize {
    let textures = &mut document.textures;
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let source = textures.images.len();
    textures.images.push(Image {
        entry: json!({ "name": name }).to_string(),
        media_type: media_type(&bytes).to_owned(),
        bytes,
    });
    let texture: Value = json!({ "source": source });
    textures.textures.push(texture.to_string());
    textures.textures.len() - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_follow_options() {
        let of = |argument: &str| {
            let map = map(argument.as_bytes(), Path::new("look/a.mtl"))?;
            Some((map.path.to_string_lossy().into_owned(), map.has_options))
        };
        let found = |path: &str, has_options| Some((path.to_owned(), has_options));
        assert_eq!(of(" tex.png "), found("look/tex.png", false));
        assert_eq!(of("my tex.png"), found("look/my tex.png", false));
        assert_eq!(
            of("-s 1 1 1 -clamp on a b.png"),
            found("look/a b.png", true)
        );
        assert_eq!(of("-o 0.5 1.png"), found("look/1.png", true));
        assert_eq!(of(r"maps\wood.png"), found("look/maps/wood.png", false));
        assert_eq!(of(""), None);
    }
}
