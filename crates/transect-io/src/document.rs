//! What was read: a scene, where it came from, and what was left behind.

use std::path::PathBuf;

use serde_json::Value;
use transect::scene::Scene;

use crate::format::Format;
use crate::reference;

/// A scene as read from one or several files.
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// The nodes, meshes and materials.
    pub scene: Scene,
    /// The files.
    pub sources: Vec<Source>,
    /// The images that materials of glTF files refer to.
    pub textures: Textures,
    /// What the files hold and the scene does not: said, never silent.
    pub notes: Vec<Note>,
}

/// A file that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Source {
    /// Its path, as given.
    pub path: PathBuf,
    /// The files beside it that were read as well: buffers and images of a glTF document.
    pub references: Vec<PathBuf>,
    /// Its format.
    pub format: Format,
    /// Its size in bytes.
    pub bytes: u64,
    /// The unit of its coordinates where the format says: glTF is in metres.
    pub unit: Option<&'static str>,
    /// Whether its coordinates are f32 numbers.
    pub single_precision: bool,
}

/// Something that a file holds and that is not carried over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The file.
    pub path: PathBuf,
    /// What is not carried over, in words: "2 skins".
    pub what: String,
}

/// The texture tables of glTF files, carried unread; materials' texture indices count in `textures`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Textures {
    /// Each entry of `textures`, as JSON text; its `source` counts in `images`, its `sampler` in `samplers`.
    pub textures: Vec<String>,
    /// Each entry of `samplers`, as JSON text.
    pub samplers: Vec<String>,
    /// The images, with their bytes.
    pub images: Vec<Image>,
}

/// An image file inside or beside a glTF file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// Its entry of `images` as JSON text, without `uri` and `bufferView`.
    pub entry: String,
    /// Its media type: `image/png` or `image/jpeg`.
    pub media_type: String,
    /// Its bytes, as they stand in the file.
    pub bytes: Vec<u8>,
}

impl Document {
    /// Puts another document's contents behind this one's: indices are moved up, and with a prefix
    /// every node is named `prefix:name`.
    pub(crate) fn append(&mut self, other: Self, prefix: Option<&str>) {
        let nodes = self.scene.nodes.len();
        let meshes = self.scene.meshes.len();
        let materials = self.scene.materials.len();
        let textures = self.textures.textures.len();
        let samplers = self.textures.samplers.len();
        let images = self.textures.images.len();
        for mut node in other.scene.nodes {
            if let Some(prefix) = prefix {
                node.name = format!("{prefix}:{}", node.name);
            }
            node.parent = node.parent.map(|parent| parent + nodes);
            node.mesh = node.mesh.map(|mesh| mesh + meshes);
            self.scene.nodes.push(node);
        }
        for mut mesh in other.scene.meshes {
            for part in &mut mesh.parts {
                part.material = part.material.map(|material| material + materials);
            }
            self.scene.meshes.push(mesh);
        }
        for mut material in other.scene.materials {
            if textures > 0 {
                material.gltf = material.gltf.map(|text| {
                    edited(&text, |value| {
                        reference::textures(value, &mut moved_by(textures))
                    })
                });
            }
            self.scene.materials.push(material);
        }
        for text in other.textures.textures {
            self.textures.textures.push(if samplers + images > 0 {
                edited(&text, |value| {
                    reference::samplers(value, &mut moved_by(samplers));
                    reference::images(value, &mut moved_by(images));
                })
            } else {
                text
            });
        }
        self.textures.samplers.extend(other.textures.samplers);
        self.textures.images.extend(other.textures.images);
        self.sources.extend(other.sources);
        self.notes.extend(other.notes);
    }
}

/// JSON text with one change.
fn edited(text: &str, change: impl FnOnce(&mut Value)) -> String {
    let mut value: Value =
        serde_json::from_str(text).expect("readers carry only text that is JSON");
    change(&mut value);
    value.to_string()
}

/// Answers an index with one that is greater by an offset.
fn moved_by(offset: usize) -> impl FnMut(u64) -> Option<usize> {
    move |index| Some(usize::try_from(index).map_or(usize::MAX, |i| i.saturating_add(offset)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use transect::scene::{Material, Node, Part, SceneMesh};

    fn one() -> Document {
        let mut document = Document::default();
        document.scene.nodes.push(Node {
            name: "root".into(),
            ..Node::default()
        });
        document.scene.nodes.push(Node {
            name: "wall".into(),
            parent: Some(0),
            mesh: Some(0),
            ..Node::default()
        });
        document.scene.meshes.push(SceneMesh {
            parts: vec![Part {
                material: Some(0),
                ..Part::default()
            }],
            ..SceneMesh::default()
        });
        document.scene.materials.push(Material {
            gltf: Some(
                r#"{"name":"a","pbrMetallicRoughness":{"baseColorTexture":{"index":0,"texCoord":1}},"extensions":{"KHR_materials_clearcoat":{"clearcoatTexture":{"index":0}}},"extras":{"myTexture":{"index":0}}}"#
                    .into(),
            ),
            ..Material::default()
        });
        document.textures.textures.push(
            r#"{"sampler":0,"source":0,"extensions":{"EXT_texture_webp":{"source":0}}}"#.into(),
        );
        document.textures.samplers.push("{}".into());
        document.textures.images.push(Image {
            entry: "{}".into(),
            media_type: "image/png".into(),
            bytes: vec![1],
        });
        document
    }

    #[test]
    fn appending_moves_every_index() {
        let mut all = Document::default();
        all.append(one(), Some("a"));
        all.append(one(), Some("b"));
        let names: Vec<_> = all.scene.nodes.iter().map(|n| n.name.as_str()).collect();
        assert_eq!(names, ["a:root", "a:wall", "b:root", "b:wall"]);
        assert_eq!(all.scene.nodes[3].parent, Some(2));
        assert_eq!(all.scene.nodes[3].mesh, Some(1));
        assert_eq!(all.scene.meshes[1].parts[0].material, Some(1));
        assert_eq!(
            all.scene.materials[1].gltf.as_deref(),
            Some(
                r#"{"name":"a","pbrMetallicRoughness":{"baseColorTexture":{"index":1,"texCoord":1}},"extensions":{"KHR_materials_clearcoat":{"clearcoatTexture":{"index":1}}},"extras":{"myTexture":{"index":0}}}"#
            )
        );
        assert_eq!(all.scene.materials[0].gltf, one().scene.materials[0].gltf);
        assert_eq!(
            all.textures.textures[1],
            r#"{"sampler":1,"source":1,"extensions":{"EXT_texture_webp":{"source":1}}}"#
        );
        assert_eq!(all.textures.images.len(), 2);
    }
}
