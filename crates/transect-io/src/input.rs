//! A file in memory, and the files beside it.

use std::io;
use std::path::Path;

use crate::document::{Document, Note, Source};
use crate::format::Format;

/// The largest material library that is read.
const MOST_BESIDE: u64 = 16 << 20;

/// A file to read: its bytes, its name, and the folder that its references lead into.
#[derive(Clone, Copy)]
pub(crate) struct Input<'a> {
    /// The path as given.
    pub(crate) path: &'a Path,
    /// The contents.
    pub(crate) bytes: &'a [u8],
    /// The folder of the file; none if the bytes come from elsewhere and nothing stands beside them.
    pub(crate) folder: Option<&'a Path>,
}

impl<'a> Input<'a> {
    /// The name of the file without its extension.
    pub(crate) fn stem(&self) -> String {
        stem(self.path)
    }

    /// The contents of a file that this one refers to. Only regular files of a sane size are read:
    /// a name in a file must not lead into a device or a pipe.
    pub(crate) fn beside(&self, name: &str) -> io::Result<Vec<u8>> {
        let folder = self.folder.ok_or(io::ErrorKind::NotFound)?;
        let path = folder.join(name);
        let found = std::fs::metadata(&path)?;
        if !found.is_file() {
            return Err(io::Error::other("not a regular file"));
        }
        if found.len() > MOST_BESIDE {
            return Err(io::Error::other("larger than 16 MiB"));
        }
        std::fs::read(&path)
    }

    /// A document with this file as its source, without contents.
    pub(crate) fn document(&self, format: Format, single_precision: bool) -> Document {
        Document {
            sources: vec![Source {
                path: self.path.to_path_buf(),
                references: Vec::new(),
                format,
                bytes: self.bytes.len() as u64,
                unit: None,
                single_precision,
            }],
            ..Document::default()
        }
    }

    /// A note about this file.
    pub(crate) fn note(&self, what: impl Into<String>) -> Note {
        Note {
            path: self.path.to_path_buf(),
            what: what.into(),
        }
    }

    /// How many objects or parts are believed. A box takes hundreds of bytes in every text format;
    /// a file of nothing but names would need far more memory than its size.
    pub(crate) fn most_names(&self) -> usize {
        20_000 + self.bytes.len() / 100
    }
}

/// The name of a file without its extension.
pub(crate) fn stem(path: &Path) -> String {
    path.file_stem()
        .map(|stem| stem.to_string_lossy().into_owned())
        .unwrap_or_default()
}

/// `1 facet`, `2 facets`.
pub(crate) fn counted(count: usize, one: &str) -> String {
    format!("{count} {one}{}", if count == 1 { "" } else { "s" })
}
