//! `--index FILE`: reads the index of a table, if the file exists.

use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use transect_io::{Index, IndexError, IndexTree, TableKind, TableMark};

use crate::error::CommandError;
use crate::input::unreadable;

/// An index with the path of its file.
pub(crate) struct IndexFile<const D: usize> {
    pub(crate) path: PathBuf,
    index: Index<File, D>,
}

impl<const D: usize> IndexFile<D> {
    /// Opens the index of a table of this kind. Returns `None` if the file does not exist.
    pub(crate) fn open(path: &Path, kind: TableKind) -> Result<Option<Self>, CommandError> {
        let said = |error: IndexError| failure(path, error);
        let file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(said(error.into())),
        };
        if !file
            .metadata()
            .map_err(|error| said(error.into()))?
            .is_file()
        {
            return Err(said(IndexError::NotAnIndex));
        }
        let index = Index::read(file, kind).map_err(said)?;
        let path = path.to_path_buf();
        Ok(Some(Self { path, index }))
    }

    pub(crate) fn mark(&self) -> TableMark {
        self.index.mark()
    }

    pub(crate) fn bounds(&self) -> Option<[[f64; D]; 2]> {
        self.index.bounds()
    }

    /// Returns the tree over the next rows of the table, or `None` at the end of the index.
    pub(crate) fn next_tree(&mut self) -> Result<Option<IndexTree<D>>, CommandError> {
        let tree = self.index.next_tree();
        tree.map_err(|error| self.failure(error))
    }

    /// Returns an error about this index file.
    pub(crate) fn failure(&self, error: IndexError) -> CommandError {
        failure(&self.path, error)
    }
}

fn failure(path: &Path, error: IndexError) -> CommandError {
    let hint = match error {
        IndexError::Io(error) => return unreadable(path, error).into(),
        IndexError::NotAnIndex => "--index needs a file of its own; a missing index is built",
        _ => "delete it, and the next run builds it again; or give another file with --index",
    };
    CommandError::with_hint(format!("{}: {error}", path.display()), hint)
}
