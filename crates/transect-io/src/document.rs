//! Documents: a scene, its source files, and notes about content that was not read.

use std::mem;
use std::path::PathBuf;

use serde_json::Value;
use transect::length_unit::{LengthConversion, LengthUnit};
use transect_mesh::scene::{Placement, Scene, SceneMesh};
use transect_mesh::{Meaning, Mesh, MeshError};

use crate::format::Format;
use crate::naming::stem;
use crate::reference;

/// A scene that was read from one or several files.
#[cfg_attr(feature = "serde_1", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// The scene: nodes, meshes and materials.
    pub scene: Scene,
    /// The files that the scene was read from.
    pub sources: Vec<Source>,
    /// The images that materials refer to.
    pub textures: Textures,
    /// Notes about content that the files have and the scene cannot hold. Content is never left out without a note.
    pub notes: Vec<Note>,
    /// The objects with polygons that are not flat.
    pub bent: Vec<BentPolygons>,
    /// The axis that points up: 0 for x, 1 for y, 2 for z. `None` means that of the formats: y in glTF, otherwise z.
    pub up: Option<usize>,
}

/// The polygons of an object that are not flat: their corners do not lie in one plane, and a corner is farther from the
/// plane than the rounding of the coordinates explains. docs/formats.md has the rule.
///
/// ```
/// let text = b"v 0 0 0\nv 4 0 0\nv 4 4 2\nv 0 4 0\nf 1 2 3 4\n";
/// let document = transect_io::read_bytes("roof.obj".as_ref(), text)?;
/// let bent = document.bent[0];
/// assert_eq!((bent.mesh, bent.polygons), (0, 1));
/// assert!((bent.distance - 2.0 / 18_f64.sqrt()).abs() < 1e-15);
/// # Ok::<(), transect_io::ReadError>(())
/// ```
#[cfg_attr(feature = "serde_1", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BentPolygons {
    /// The index of the mesh in the scene.
    pub mesh: usize,
    /// The number of polygons that are not flat.
    pub polygons: usize,
    /// The largest distance of a corner from the plane of its polygon. The plane is perpendicular to the vector area of
    /// the polygon, in the middle between the outermost corners.
    pub distance: f64,
}

/// A source file.
#[cfg_attr(feature = "serde_1", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq)]
pub struct Source {
    /// The path of the file, as the caller gave it.
    pub path: PathBuf,
    /// Other files that this file refers to and that were read as well: the buffers and images of a glTF document, and
    /// the material libraries of an OBJ file.
    pub references: Vec<PathBuf>,
    /// The file format.
    pub format: Format,
    /// The size of the file in bytes.
    pub bytes: u64,
    /// The unit of the coordinates if the file defines it, as a symbol such as `mm`: glTF uses metres, and 3MF names a
    /// unit.
    pub unit: Option<String>,
    /// `true` if the file stores coordinates as f32.
    pub single_precision: bool,
}

/// A note about content that a file has and the scene does not hold, or holds in another form.
#[cfg_attr(feature = "serde_1", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The path of the file that the note is about.
    pub path: PathBuf,
    /// The content that the note is about, such as "2 skins".
    pub what: String,
    /// `true` if the scene does not hold the content. `false` if `what` says how the content was read.
    pub is_left_out: bool,
}

impl core::fmt::Display for Note {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let end = if self.is_left_out {
            " not carried over"
        } else {
            ""
        };
        write!(f, "{}: {}{end}", self.path.display(), self.what)
    }
}

/// The lists of textures, samplers and images that materials refer to, as in glTF files. The JSON of their entries is
/// kept but not interpreted, except for its indices. A texture index in a material refers to the list `textures`.
#[cfg_attr(feature = "serde_1", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Textures {
    /// The entries of `textures`, as JSON text. In an entry, `source` is an index into `images`, and `sampler` is an
    /// index into `samplers`.
    pub textures: Vec<String>,
    /// The entries of `samplers` (texture filters of glTF), as JSON text.
    pub samplers: Vec<String>,
    /// The images and their bytes.
    pub images: Vec<Image>,
    /// `true` if the second texture coordinate grows from the bottom of an image to its top, as in OBJ and PLY. `false`
    /// if it grows from the top to the bottom, as in glTF.
    pub is_bottom_up: bool,
}

/// An image file inside or beside a model.
#[cfg_attr(feature = "serde_1", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// The entry of this image in the list `images`, as JSON text without `uri` and `bufferView`.
    pub entry: String,
    /// The media type: `image/png` or `image/jpeg`.
    pub media_type: String,
    /// The bytes of the image file.
    pub bytes: Vec<u8>,
}

impl Document {
    /// Returns the paths of all files that were read: the sources, and the files that they refer to. A program that
    /// writes files beside them passes these paths to [`Outputs::protect`](crate::Outputs::protect).
    ///
    /// ```
    /// let folder = tempfile::tempdir()?;
    /// let path = |name| folder.path().join(name);
    /// std::fs::write(path("part.obj"), "mtllib front.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")?;
    /// std::fs::write(path("front.mtl"), "newmtl steel\n")?;
    /// let document = transect_io::read(&[path("part.obj")])?;
    /// assert!(document.files().eq([path("part.obj"), path("front.mtl")]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn files(&self) -> impl Iterator<Item = PathBuf> + '_ {
        self.sources.iter().flat_map(|source| {
            let own = std::iter::once(&source.path);
            own.chain(&source.references).cloned()
        })
    }

    /// Returns the paths of the files that the sources refer to, such as buffers.
    pub fn references(&self) -> impl Iterator<Item = PathBuf> + '_ {
        let sources = self.sources.iter();
        sources.flat_map(|source| source.references.iter().cloned())
    }

    /// Returns the symbol of the unit that all files share; `None` if a file has no unit or the units differ.
    #[must_use]
    pub fn unit(&self) -> Option<&str> {
        let mut units = self.sources.iter().map(|source| source.unit.as_deref());
        let first = units.next().flatten()?;
        units.all(|unit| unit == Some(first)).then_some(first)
    }

    /// Gives a unit to all files whose format has none. A file format with a unit then gets it on output.
    ///
    /// ```
    /// let text = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    /// let mut document = transect_io::read_bytes("corner.obj".as_ref(), text)?;
    /// assert_eq!(document.unit(), None);
    /// document.state_unit("mm");
    /// assert_eq!(document.unit(), Some("mm"));
    /// # Ok::<(), transect_io::ReadError>(())
    /// ```
    pub fn state_unit(&mut self, symbol: &str) {
        for source in &mut self.sources {
            source.unit.get_or_insert_with(|| symbol.to_owned());
        }
    }

    /// Converts all coordinates from one unit to another, given by their symbols or names. Each number is rounded once, to the
    /// nearest float. Files then have the other unit. Returns `false`, and changes nothing, if a unit is not known.
    ///
    /// ```
    /// let text = b"v 0 0 0\nv 1 0 0\nv 0 0.5 0\nf 1 2 3\n";
    /// let mut document = transect_io::read_bytes("corner.obj".as_ref(), text)?;
    /// assert!(document.convert("in", "mm")?);
    /// assert_eq!(document.scene.meshes[0].mesh.positions()[2], [0.0, 12.7, 0.0]);
    /// assert_eq!(document.unit(), Some("mm"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`MeshError::NotFinite`] if a coordinate is beyond the range of floats in the other unit.
    pub fn convert(&mut self, from: &str, to: &str) -> Result<bool, MeshError> {
        let units = [from, to].map(str::parse::<LengthUnit>);
        let [Ok(own), Ok(other)] = units else {
            return Ok(false);
        };
        let conversion = LengthConversion::between(own, other);
        let converted = |numbers: &[f64; 3]| numbers.map(|number| conversion.apply(number));
        for own in &mut self.scene.meshes {
            own.mesh = own.mesh.mapped(false, converted)?;
        }
        for node in &mut self.scene.nodes {
            match &mut node.placement {
                Placement::Matrix(transform) => {
                    transform.columns[3] = converted(&transform.columns[3]);
                }
                Placement::Parts { translation, .. } => *translation = converted(translation),
                Placement::Identity => {}
            }
        }
        for bent in &mut self.bent {
            bent.distance = conversion.apply(bent.distance);
        }
        for source in &mut self.sources {
            source.unit = Some(other.symbol().to_owned());
            source.single_precision = false;
        }
        Ok(true)
    }

    /// Appends the contents of another document. All indices of that document are shifted, so that they still refer to
    /// the same entries. With a prefix, the nodes of the other document are renamed to `prefix:name`, and to `prefix`
    /// if they are named like the file.
    pub(crate) fn append(&mut self, mut other: Self, prefix: Option<&str>) {
        // Without texture coordinates so far, those of the other document may stay as they are.
        if !has_texture_coordinates(&self.scene) {
            self.textures.is_bottom_up = other.textures.is_bottom_up;
        } else if self.textures.is_bottom_up != other.textures.is_bottom_up {
            other.scene.meshes.iter_mut().for_each(turn_textures);
        }
        let nodes = self.scene.nodes.len();
        let meshes = self.scene.meshes.len();
        let materials = self.scene.materials.len();
        let textures = self.textures.textures.len();
        let samplers = self.textures.samplers.len();
        let images = self.textures.images.len();
        let files = other.sources.iter();
        let files: Vec<String> = files.map(|source| stem(&source.path)).collect();
        for mut node in other.scene.nodes {
            if let Some(prefix) = prefix {
                node.name = if files.contains(&node.name) {
                    prefix.to_owned()
                } else {
                    format!("{prefix}:{}", node.name)
                };
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
            // An edit writes the JSON anew. Where no index moves, the text of the file stays.
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
        self.bent
            .extend(other.bent.into_iter().map(|bent| BentPolygons {
                mesh: bent.mesh + meshes,
                ..bent
            }));
    }
}

fn has_texture_coordinates(scene: &Scene) -> bool {
    let mut layers = scene
        .meshes
        .iter()
        .flat_map(|own| &own.mesh.attributes().layers);
    layers.any(|layer| matches!(layer.meaning, Meaning::TextureCoordinate(_)))
}

/// Returns the second texture coordinate from the other edge of the image.
pub(crate) fn turned(coordinate: f64) -> f64 {
    1.0 - coordinate
}

/// Counts the second texture coordinate from the other edge of the image.
fn turn_textures(own: &mut SceneMesh) {
    let mut raw = mem::take(&mut own.mesh).into_raw();
    for layer in &mut raw.attributes.layers {
        if matches!(layer.meaning, Meaning::TextureCoordinate(_)) && layer.width > 1 {
            let rows = layer.values.chunks_exact_mut(layer.width);
            rows.for_each(|row| row[1] = turned(row[1]));
        }
    }
    own.mesh = Mesh::new(raw).expect("a mesh stays valid with other texture coordinates");
}

fn edited(text: &str, change: impl FnOnce(&mut Value)) -> String {
    let mut value: Value =
        serde_json::from_str(text).expect("readers carry only text that is JSON");
    change(&mut value);
    value.to_string()
}

/// Returns a function that adds `offset` to an index into a list.
fn moved_by(offset: usize) -> impl FnMut(u64) -> Option<usize> {
    move |index| Some(usize::try_from(index).map_or(usize::MAX, |i| i.saturating_add(offset)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use transect_mesh::scene::{Material, Node, Part};

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
        document.bent.push(BentPolygons {
            mesh: 0,
            polygons: 1,
            distance: 0.5,
        });
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
        assert_eq!(all.bent[1].mesh, 1);
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
