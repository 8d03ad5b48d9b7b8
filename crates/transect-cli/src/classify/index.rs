//! The index file of `--index`: opens it if it exists, and reads its trees.

use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use transect_io::{Index, IndexError, IndexTree, TableKind, TableMark};

use crate::error::CommandError;
use crate::input::unreadable;

/// An open index of a table, with its path. It holds trees, each over a range of the table's rows.
pub(crate) struct IndexFile<const D: usize> {
    pub(crate) path: PathBuf,
    index: Index<File, D>,
}

impl<const D: usize> IndexFile<D> {
    /// Opens an index. Returns `None` if the file does not exist. Returns an error if it is not the index of a table of
    /// this kind (boxes or points, 2D or 3D).
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

    /// Returns the next tree of the index. It holds the rows that follow those of the previous tree. Returns `None`
    /// after the last tree.
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
