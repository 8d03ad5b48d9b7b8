//! Writing a document in one format.

use std::io::Write;

use transect_mesh::scene::Scene;

use crate::document::Document;
use crate::error::WriteError;
use crate::format::Format;
use crate::gltf;
use crate::obj;
use crate::off;
use crate::outputs::Outputs;
use crate::ply;
use crate::stl;
use crate::three_mf;
use crate::written_file::WrittenFile;

/// Returns the names of the files that [`write()`] can create, such as `front.obj` and `front.mtl`. The names are for
/// [`Outputs::check`].
#[must_use]
pub fn file_names(format: Format, stem: &str) -> Vec<String> {
    let mut names = vec![format!("{stem}.{format}")];
    if format == Format::Obj {
        names.push(format!("{stem}.mtl"));
    }
    names
}

/// Writes a document to the outputs, as the file `stem` with the extension of the format.
///
/// STL, OBJ, PLY, OFF and 3MF hold world positions: the transforms of nodes are applied, and the triangles of mirrored
/// objects are flipped. Coordinates are f32 in STL and f64 in OBJ, PLY, OFF and 3MF. GLB keeps the node tree and shared
/// meshes, with f32 coordinates. If the document is not glTF and has a unit, a root node converts to metres with y up.
///
/// In OBJ, PLY, OFF, 3MF and GLB, triangles refer to vertices by index. If a closed mesh has an edge with more than two
/// triangles, these formats have several vertices at each end of the edge ([`Mesh::fans`](transect_mesh::Mesh::fans)).
/// PLY, OFF and GLB also have several vertices at a position where attributes differ. Each primitive of a GLB file has
/// its own vertices.
///
/// # Errors
/// Returns [`WriteError`] if a file cannot be written, or a coordinate overflows the number type of the format.
pub fn write(
    document: &Document,
    format: Format,
    outputs: &mut Outputs,
    stem: &str,
) -> Result<WrittenFile, WriteError> {
    write_scene(&document.scene, document, format, outputs, stem)
}

/// Writes a scene in the same way as [`write()`] writes a document. The scene was made from a document, and is for
/// example one half of a cut.
///
/// The textures, the unit and the names of the sources come from `origin`. The scene of `origin` is not used.
///
/// ```
/// use transect_io::{Document, Format, Outputs, write_scene};
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("wedge.obj");
/// # std::fs::write(&path, "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n")?;
/// let document = transect_io::read(&[path])?;
/// let mut scene = document.scene.clone();
/// scene.nodes[0].name = "renamed".into();
/// let mut outputs = Outputs::new(&folder.path().join("out"), false)?;
/// write_scene(&scene, &document, Format::Obj, &mut outputs, "front")?;
/// let paths = outputs.commit()?;
/// assert!(std::fs::read_to_string(paths.last().expect("a file"))?.contains("o renamed"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns [`WriteError`] if a file cannot be written, or a coordinate overflows the number type of the format.
pub fn write_scene(
    scene: &Scene,
    origin: &Document,
    format: Format,
    outputs: &mut Outputs,
    stem: &str,
) -> Result<WrittenFile, WriteError> {
    let name = format!("{stem}.{format}");
    let path = outputs.path(&name);
    match format {
        Format::Stl => {
            stl::write(scene, origin, outputs.create(&name)?, stem).map(|losses| WrittenFile {
                losses,
                ..WrittenFile::default()
            })
        }
        Format::Ply => ply::write(scene, origin, outputs.create(&name)?, stem),
        Format::Off => off::write(scene, origin, outputs.create(&name)?, stem),
        Format::ThreeMf => three_mf::write(scene, origin, outputs.create(&name)?, stem),
        Format::Obj => {
            let library = obj::Library::of(scene, origin, stem);
            if library.has_materials() {
                let name = format!("{stem}.mtl");
                let path = outputs.path(&name);
                library
                    .write(outputs.create(&name)?)
                    .map_err(|error| error.in_file(&path))?;
            }
            for (name, image) in &library.images.files {
                let path = outputs.path(name);
                let written = outputs.create(name)?.write_all(&image.bytes);
                written.map_err(|error| WriteError::from(error).in_file(&path))?;
            }
            obj::write(scene, origin, outputs.create(&name)?, &library, stem)
        }
        Format::Glb => gltf::write(scene, origin, outputs.create(&name)?),
    }
    .map_err(|error| error.in_file(&path))
}
