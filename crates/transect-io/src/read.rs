//! Reading: one or several files into one scene.

use std::path::{Path, PathBuf};

use crate::document::Document;
use crate::error::{PlacedError, ReadError, ReadErrorKind};
use crate::format::Format;
use crate::gltf;
use crate::input::{Input, stem};
use crate::obj;
use crate::ply;
use crate::stl;

/// Reads files into one scene; what each file is, its content says first, its extension second.
///
/// With several files every node's name begins with its file's name without extension and a colon.
/// STL and PLY files hold one object named like the file; OBJ objects are named by `o`, ASCII STL
/// objects by `solid`. An OBJ file's material library is read from beside it.
///
/// # Errors
/// [`ReadError`] names the file, the place in it and the reason. Nothing is read in part.
pub fn read(paths: &[PathBuf]) -> Result<Document, ReadError> {
    read_each(paths, |_| {})
}

/// As [`read`]; calls `seen` with each file as soon as it is read, before it joins the others.
///
/// # Errors
/// As [`read`].
pub fn read_each(
    paths: &[PathBuf],
    mut seen: impl FnMut(&Document),
) -> Result<Document, ReadError> {
    let mut all = Document::default();
    for path in paths {
        let bytes = std::fs::read(path)
            .map_err(|error| PlacedError::from(ReadErrorKind::Io(error)).in_file(path))?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let document = parse(&Input {
            path,
            bytes: &bytes,
            folder: Some(folder),
        })?;
        seen(&document);
        if let [_] = paths {
            return Ok(document);
        }
        all.append(document, Some(&stem(path)));
    }
    Ok(all)
}

/// Reads one file that is in memory already; `name` stands for its path. Nothing beside it is read.
///
/// ```
/// use std::path::Path;
/// let text = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
/// let document = transect_io::read_bytes(Path::new("corner.obj"), text)?;
/// assert_eq!(document.scene.nodes[0].name, "corner");
/// assert_eq!(document.scene.meshes[0].mesh.triangles(), [[0, 1, 2]]);
/// # Ok::<(), transect_io::ReadError>(())
/// ```
///
/// # Errors
/// As [`read`].
pub fn read_bytes(name: &Path, bytes: &[u8]) -> Result<Document, ReadError> {
    parse(&Input {
        path: name,
        bytes,
        folder: None,
    })
}

fn parse(input: &Input<'_>) -> Result<Document, ReadError> {
    let at = |error: PlacedError| error.in_file(input.path);
    if input.bytes.is_empty() {
        return Err(at(ReadErrorKind::Empty.into()));
    }
    match Format::detect(input.path, input.bytes) {
        Some(Format::Stl) => stl::read(input).map_err(at),
        Some(Format::Obj) => obj::read(input).map_err(at),
        Some(Format::Ply) => ply::read(input).map_err(at),
        Some(Format::Glb) => gltf::read(input).map_err(at),
        None => Err(at(ReadErrorKind::UnknownFormat.into())),
    }
}
