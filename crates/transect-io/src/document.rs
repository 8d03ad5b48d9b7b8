//! What was read: a scene, where it came from, and what was left behind.

use std::path::PathBuf;

use transect::scene::Scene;

use crate::format::Format;

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
