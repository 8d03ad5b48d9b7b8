//! Writing: a document as the files of one format.

use crate::document::Document;
use crate::error::WriteError;
use crate::format::Format;
use crate::gltf;
use crate::obj;
use crate::outputs::Outputs;
use crate::ply;
use crate::stl;

/// The names of the files that [`write()`] makes at most: `front.obj` and `front.mtl`, for example. For
/// [`Outputs::check`].
#[must_use]
pub fn file_names(format: Format, stem: &str) -> Vec<String> {
    let mut names = vec![format!("{stem}.{format}")];
    if format == Format::Obj {
        names.push(format!("{stem}.mtl"));
    }
    names
}

/// Writes a document as `stem` with the format's extension among the outputs.
///
/// STL, OBJ and PLY hold world positions: the placements of nodes are applied, mirrored objects
/// turned over. Coordinates are f32 in STL and f64 in OBJ and PLY. GLB keeps the tree of nodes and
/// shared meshes as they are, with f32 coordinates. Returns what the format could not
/// hold, each in words such as "names of 519 objects" or "texture coordinates".
///
/// # Errors
/// [`WriteError`] if a file cannot be written or a coordinate does not fit.
pub fn write(
    document: &Document,
    format: Format,
    outputs: &mut Outputs,
    stem: &str,
) -> Result<Vec<String>, WriteError> {
    let name = format!("{stem}.{format}");
    let path = outputs.path(&name);
    match format {
        Format::Stl => stl::write(document, outputs.create(&name)?, stem),
        Format::Ply => ply::write(document, outputs.create(&name)?, stem),
        Format::Obj => {
            let library = format!("{stem}.mtl");
            let materials = !document.scene.materials.is_empty();
            if materials {
                let path = outputs.path(&library);
                obj::write_library(document, outputs.create(&library)?)
                    .map_err(|error| error.in_file(&path))?;
            }
            let library = materials.then_some(library.as_str());
            obj::write(document, outputs.create(&name)?, library, stem)
        }
        Format::Glb => gltf::write(document, outputs.create(&name)?),
    }
    .map_err(|error| error.in_file(&path))
}
