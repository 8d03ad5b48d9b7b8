//! Reading one or several files into one scene.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::compressed::unpack;
use crate::document::Document;
use crate::error::{PlacedError, ReadError, ReadErrorKind};
use crate::format::{Format, binary_stl_triangles};
use crate::gltf;
use crate::input::Input;
use crate::naming::prefixes;
use crate::obj;
use crate::off;
use crate::ply;
use crate::stl;
use crate::surroundings::Surroundings;
use crate::three_mf;

/// Reads files into one scene. The format of each file is detected by its content first, by its extension second.
///
/// If there are several files, the name of every node begins with a prefix: the name of its file, without the
/// extension, and then a colon. Files of equal names are distinguished by their folders or extensions. The prefix is
/// the whole name of an object that is named like its file. Binary STL files, PLY files and OFF files hold one object
/// named like the file. OBJ objects are named by `o` statements, ASCII STL objects by `solid`, 3MF objects by their
/// name. The material library of an OBJ file is read from the folder of the file.
///
/// Files that are compressed by gzip or zstd are unpacked, and so is the only model of a ZIP archive. They may expand
/// to 200 times their size and 32 MiB more.
///
/// # Errors
/// Returns [`ReadError`] with the file, the place in it and the kind of error. There is no partial result.
pub fn read(paths: &[PathBuf]) -> Result<Document, ReadError> {
    read_each(paths, |_| {})
}

/// Reads files like [`read`], and calls `seen` with each file before it is joined with the others.
///
/// # Errors
/// Returns the errors of [`read`].
pub fn read_each(paths: &[PathBuf], seen: impl FnMut(&Document)) -> Result<Document, ReadError> {
    join(paths, seen, read_file)
}

/// Reads files from memory into one scene, like [`read`]. `files` holds the bytes of the models, and of the files that
/// they refer to, by their names. A name may have folders, with `/` between them.
///
/// ```
/// use std::collections::BTreeMap;
/// use std::path::PathBuf;
/// let files = BTreeMap::from([
///     (PathBuf::from("house/wall.obj"), b"mtllib wall.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl red\nf 1 2 3\n".to_vec()),
///     (PathBuf::from("house/wall.mtl"), b"newmtl red\nKd 1 0 0\n".to_vec()),
/// ]);
/// let document = transect_io::read_from_memory(&["house/wall.obj".into()], &files)?;
/// assert_eq!(document.scene.materials[0].name, "red");
/// assert_eq!(document.sources[0].references, [PathBuf::from("house/wall.mtl")]);
/// # Ok::<(), transect_io::ReadError>(())
/// ```
///
/// # Errors
/// Returns the errors of [`read`].
pub fn read_from_memory(
    models: &[PathBuf],
    files: &BTreeMap<PathBuf, Vec<u8>>,
) -> Result<Document, ReadError> {
    join(
        models,
        |_| {},
        |path| {
            let failure = |error| PlacedError::from(ReadErrorKind::Io(error)).in_file(path);
            let bytes = files.get(path);
            let bytes = bytes.ok_or_else(|| failure(io::ErrorKind::NotFound.into()))?;
            parse(&Input {
                path,
                name: path,
                size: bytes.len() as u64,
                bytes,
                around: Surroundings::Memory(files, path),
            })
        },
    )
}

/// Reads each file by `read_file`, and joins the documents.
fn join(
    paths: &[PathBuf],
    mut seen: impl FnMut(&Document),
    read_file: impl Fn(&Path) -> Result<Document, ReadError>,
) -> Result<Document, ReadError> {
    let mut all = Document::default();
    for (path, prefix) in paths.iter().zip(prefixes(paths)) {
        let document = read_file(path)?;
        seen(&document);
        if let [_] = paths {
            return Ok(document);
        }
        all.append(document, Some(&prefix));
    }
    Ok(all)
}

fn read_file(path: &Path) -> Result<Document, ReadError> {
    let failure = |error| PlacedError::from(ReadErrorKind::Io(error)).in_file(path);
    let mut file = File::open(path).map_err(failure)?;
    let found = file.metadata().map_err(failure)?;
    let mut bytes = Vec::new();
    let around = Surroundings::Folder(folder_of(path), &|_, _| {});
    let input = |bytes, size| Input {
        path,
        name: path,
        size,
        bytes,
        around,
    };
    // Only a file has a known size. With it, a binary STL file is recognized by its header and read in pieces.
    if found.is_file() {
        file.by_ref()
            .take(stl::HEADER as u64)
            .read_to_end(&mut bytes)
            .map_err(failure)?;
        if let Some(count) = binary_stl_triangles(&bytes, found.len()) {
            return stl::read_rest(&input(&bytes, found.len()), count, &mut file)
                .map_err(|error| error.in_file(path));
        }
        bytes.reserve_exact((found.len() as usize).saturating_sub(bytes.len()));
    }
    file.read_to_end(&mut bytes).map_err(failure)?;
    parse(&input(&bytes, bytes.len() as u64))
}

/// Returns the folder of a file, in which the files are that it refers to.
fn folder_of(path: &Path) -> &Path {
    path.parent().unwrap_or(Path::new(""))
}

/// Reads one file whose bytes are in memory already, like [`read`]: the files that it refers to are read from its folder.
/// `seen` is called with the path of each of them, and with its bytes unless it cannot be read. So a caller knows everything
/// that the answer depends on.
///
/// ```
/// # let folder = tempfile::tempdir()?;
/// let path = folder.path().join("part.obj");
/// std::fs::write(folder.path().join("part.mtl"), "newmtl steel\n")?;
/// let text = b"mtllib part.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl steel\nf 1 2 3\n";
/// let read = std::cell::RefCell::new(Vec::new());
/// let document = transect_io::read_contents(&path, text, &|path, bytes| {
///     read.borrow_mut().push((path.to_path_buf(), bytes.map(<[u8]>::len)));
/// })?;
/// assert_eq!(document.scene.materials[0].name, "steel");
/// assert_eq!(read.into_inner(), [(folder.path().join("part.mtl"), Some(13))]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns the errors of [`read`].
pub fn read_contents(
    path: &Path,
    bytes: &[u8],
    seen: &dyn Fn(&Path, Option<&[u8]>),
) -> Result<Document, ReadError> {
    parse(&Input {
        path,
        name: path,
        size: bytes.len() as u64,
        bytes,
        around: Surroundings::Folder(folder_of(path), seen),
    })
}

/// Reads one file from memory; `name` replaces its path. Other files that it refers to are not read.
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
/// Returns the errors of [`read`].
pub fn read_bytes(name: &Path, bytes: &[u8]) -> Result<Document, ReadError> {
    parse(&Input {
        path: name,
        name,
        size: bytes.len() as u64,
        bytes,
        around: Surroundings::Nothing,
    })
}

fn parse(input: &Input<'_>) -> Result<Document, ReadError> {
    let at = |error: PlacedError| error.in_file(input.path);
    let Some(unpacked) = unpack(input.path, input.bytes).map_err(|kind| at(kind.into()))? else {
        return plain(input).map_err(at);
    };
    let inner = Input {
        name: &unpacked.name,
        bytes: &unpacked.bytes,
        around: match &unpacked.archive {
            Some(archive) => Surroundings::Archive(archive, &unpacked.name),
            None => input.around,
        },
        ..*input
    };
    plain(&inner).map_err(at)
}

/// Reads a file that is not compressed.
fn plain(input: &Input<'_>) -> Result<Document, PlacedError> {
    if input.bytes.is_empty() {
        return Err(ReadErrorKind::Empty.into());
    }
    match Format::detect(input.name, input.bytes) {
        Some(Format::Stl) => stl::read(input),
        Some(Format::Obj) => obj::read(input),
        Some(Format::Ply) => ply::read(input),
        Some(Format::Off) => off::read(input),
        Some(Format::ThreeMf) => three_mf::read(input),
        Some(Format::Glb) => gltf::read(input),
        None => Err(ReadErrorKind::UnknownFormat.into()),
    }
}
