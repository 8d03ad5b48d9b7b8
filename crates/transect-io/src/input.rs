//! A file that was read into memory, and access to the files that it refers to.

use std::io;
use std::path::Path;

use crate::document::{Document, Note, Source};
use crate::format::Format;
use crate::naming::stem;
use crate::surroundings::Surroundings;

/// The largest size in bytes of a file that another file refers to, such as a material library.
const MOST_BESIDE: u64 = 16 << 20;

/// A file to read: its path, its bytes, and the place in which the files that it refers to are searched.
#[derive(Clone, Copy)]
pub(crate) struct Input<'a> {
    /// The path of the file, as the caller gave it.
    pub(crate) path: &'a Path,
    /// The name of the file before it was compressed. For a file that is not compressed, this is the path.
    pub(crate) name: &'a Path,
    /// The size of the file in bytes.
    pub(crate) size: u64,
    /// The contents of the file, unpacked.
    pub(crate) bytes: &'a [u8],
    /// The place of the files that the bytes refer to.
    pub(crate) around: Surroundings<'a>,
}

impl<'a> Input<'a> {
    /// Returns the name of the file without its extension.
    pub(crate) fn stem(&self) -> String {
        stem(self.name)
    }

    /// Returns the contents of a file that this file refers to by name, and adds its path to the references of `source`.
    /// Devices, pipes and files of more than [`MOST_BESIDE`] bytes are not read.
    pub(crate) fn beside(&self, name: &str, source: &mut Source) -> io::Result<Vec<u8>> {
        let name = Path::new(name);
        let bytes = self.around.contents(name, MOST_BESIDE)?;
        if let Some(path) = self.around.path(name)
            && !source.references.contains(&path)
        {
            source.references.push(path);
        }
        Ok(bytes)
    }

    /// Returns a document without content, whose only source is this file.
    pub(crate) fn document(&self, format: Format, single_precision: bool) -> Document {
        Document {
            sources: vec![Source {
                path: self.path.to_path_buf(),
                references: Vec::new(),
                format,
                bytes: self.size,
                unit: None,
                single_precision,
            }],
            ..Document::default()
        }
    }

    /// Returns a note about content that the scene does not hold.
    pub(crate) fn note(&self, what: impl Into<String>) -> Note {
        Note {
            path: self.path.to_path_buf(),
            what: what.into(),
            is_left_out: true,
        }
    }

    /// Returns a note that says how content was read.
    pub(crate) fn remark(&self, what: impl Into<String>) -> Note {
        Note {
            is_left_out: false,
            ..self.note(what)
        }
    }

    /// Returns the largest number of objects or parts that are read from the file. An object with a mesh takes hundreds
    /// of bytes in every text format. Without this limit, a file that only declares names would need far more memory
    /// than its size.
    pub(crate) fn most_names(&self) -> usize {
        20_000 + self.bytes.len() / 100
    }
}

/// Returns a count with its noun: `1 facet`, `2 facets`.
pub(crate) fn counted(count: usize, one: &str) -> String {
    format!("{count} {one}{}", if count == 1 { "" } else { "s" })
}

/// Returns the remark about attributes that [`attribute`](crate::text::attribute) read as 0.
pub(crate) fn not_finite_attributes(count: usize) -> String {
    let numbers = counted(count, "number");
    format!("{numbers} of normals, texture coordinates or colours not finite; 0 in their place")
}
