//! Writing a document in one format.

use crate::document::Document;
use crate::error::WriteError;
use crate::format::Format;
use crate::gltf;
use crate::obj;
use crate::outputs::Outputs;
use crate::ply;
use crate::stl;

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
/// STL, OBJ and PLY hold world positions: the transforms of nodes are applied, and the triangles of mirrored objects
/// are flipped. Coordinates are f32 in STL and f64 in OBJ and PLY. GLB keeps the node tree and shared meshes, with f32
/// coordinates.
///
/// Returns descriptions of the content that the format cannot hold, such as "names of 519 objects".
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
