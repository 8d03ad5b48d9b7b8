//! ZIP archives with a model and the files that it refers to.

use std::io::{self, Cursor};
use std::path::Path;

use zip::ZipArchive;
use zip::result::ZipError;

use crate::error::ReadErrorKind;
use crate::expansion::Expansion;
use crate::format::by_extension;
use crate::naming::path_beside;

/// The largest number of names that an error lists.
const NAMED: usize = 5;

/// An archive in memory.
pub(crate) struct Archive<'a> {
    zip: ZipArchive<Cursor<&'a [u8]>>,
    expansion: Expansion,
}

impl<'a> Archive<'a> {
    /// Reads the table of contents. All files together may expand as `expansion` says.
    pub(crate) fn open(bytes: &'a [u8], expansion: Expansion) -> Result<Self, ReadErrorKind> {
        let zip = ZipArchive::new(Cursor::new(bytes)).map_err(|error| wrong(&error))?;
        Ok(Self { zip, expansion })
    }

    /// Returns the name of the only model in the archive: the only file with the extension of a model, or the only
    /// file.
    pub(crate) fn model(&self) -> Result<String, ReadErrorKind> {
        let files: Vec<&str> = self.files().collect();
        let models = files.iter().copied();
        let models: Vec<&str> = models
            .filter(|name| by_extension(Path::new(name)).is_some())
            .collect();
        match (models.as_slice(), files.as_slice()) {
            ([only], _) | ([], [only]) => Ok((*only).to_owned()),
            ([], _) => Err(ReadErrorKind::Archive {
                models: 0,
                names: listed(&files),
            }),
            (several, _) => Err(ReadErrorKind::Archive {
                models: several.len(),
                names: listed(several),
            }),
        }
    }

    /// The names of the files, without folders and without the copies that macOS adds.
    pub(crate) fn files(&self) -> impl Iterator<Item = &str> {
        self.zip
            .file_names()
            .filter(|name| !name.ends_with('/') && !name.starts_with("__MACOSX/"))
    }

    /// Returns the contents of a file.
    pub(crate) fn contents(&self, name: &str) -> Result<Vec<u8>, ReadErrorKind> {
        // A copy shares the table of contents.
        let mut zip = self.zip.clone();
        let file = zip.by_name(name).map_err(|error| wrong(&error))?;
        let mut bytes = Vec::new();
        self.expansion.read("ZIP", file, &mut bytes)?;
        Ok(bytes)
    }

    /// Returns the contents of the file with this path, relative to the folder of the file `name`.
    pub(crate) fn beside(&self, name: &Path, path: &Path) -> io::Result<Vec<u8>> {
        let wanted = path_beside(name, path).ok_or(io::ErrorKind::InvalidInput)?;
        if !self.files().any(|own| own == wanted) {
            return Err(io::Error::new(
                io::ErrorKind::NotFound,
                "not in the archive",
            ));
        }
        self.contents(&wanted).map_err(io::Error::other)
    }
}

fn listed(names: &[&str]) -> String {
    let mut names: Vec<&str> = names.to_vec();
    names.sort_unstable();
    let more = if names.len() > NAMED { ", …" } else { "" };
    names.truncate(NAMED);
    let names = names.iter().map(|name| name.chars().take(60).collect());
    names.collect::<Vec<String>>().join(", ") + more
}

fn wrong(error: &ZipError) -> ReadErrorKind {
    match error {
        ZipError::UnsupportedArchive(what) => {
            ReadErrorKind::Unsupported(format!("the ZIP archive ({what})"))
        }
        _ => ReadErrorKind::Syntax(format!("the ZIP archive: {error}")),
    }
}
