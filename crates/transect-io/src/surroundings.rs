//! The files beside a file, such as material libraries and buffers.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::archive::Archive;
use crate::naming::path_beside;

/// The place in which the files that a file refers to are searched.
#[derive(Clone, Copy)]
pub(crate) enum Surroundings<'a> {
    /// A folder. The function is called with the path of each file in it that is wanted, and with the bytes if it can be
    /// read.
    Folder(&'a Path, &'a dyn Fn(&Path, Option<&[u8]>)),
    /// The archive that has the file with this name.
    Archive(&'a Archive<'a>, &'a Path),
    /// The files in memory that have the file with this name.
    Memory(&'a BTreeMap<PathBuf, Vec<u8>>, &'a Path),
    /// The bytes of the file do not come from a file, so it has nothing beside it.
    Nothing,
}

impl Surroundings<'_> {
    /// Returns the contents of the file at a relative path. Only regular files are read, because a name could refer to a
    /// device or a pipe, and only files of at most `most` bytes.
    pub(crate) fn contents(&self, path: &Path, most: u64) -> io::Result<Vec<u8>> {
        let bounded = |length: u64| {
            if length > most {
                Err(io::Error::other(format!("larger than {} MiB", most >> 20)))
            } else {
                Ok(())
            }
        };
        match self {
            Self::Folder(folder, seen) => {
                let path = folder.join(path);
                let read = || {
                    let found = fs::metadata(&path)?;
                    if !found.is_file() {
                        return Err(io::Error::other("not a regular file"));
                    }
                    bounded(found.len())?;
                    fs::read(&path)
                };
                let bytes = read();
                seen(&path, bytes.as_deref().ok());
                bytes
            }
            Self::Archive(archive, name) => {
                let bytes = archive.beside(name, path)?;
                bounded(bytes.len() as u64)?;
                Ok(bytes)
            }
            Self::Memory(files, name) => {
                let bytes = path_beside(name, path).and_then(|path| files.get(Path::new(&path)));
                let bytes = bytes.ok_or(io::ErrorKind::NotFound)?;
                bounded(bytes.len() as u64)?;
                Ok(bytes.clone())
            }
            Self::Nothing => Err(io::ErrorKind::NotFound.into()),
        }
    }

    /// Returns the path of a file of its own at a relative path; `None` for a file in an archive.
    pub(crate) fn path(&self, path: &Path) -> Option<PathBuf> {
        match self {
            Self::Folder(folder, _) => Some(folder.join(path)),
            Self::Memory(_, name) => path_beside(name, path).map(PathBuf::from),
            _ => None,
        }
    }
}
