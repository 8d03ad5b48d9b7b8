//! Reading STL piece by piece, so that memory never holds the whole mesh.

use std::fs::{File, Metadata};
use std::io::{ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use transect_mesh::{Mesh, MeshError};

use crate::document::{Document, Source};
use crate::error::{PlacedError, ReadError, ReadErrorKind};
use crate::format::{Format, binary_stl_triangles, from_solid};
use crate::input::Input;
use crate::stl::binary::{
    HEADER, STRIDE, corners, count, is_attributed, note_attributes, note_trailing, placed,
};
use crate::stl::object::push_object;
use crate::stl::window::Window;
use crate::stl::{ascii, is_text};
use crate::surroundings::Surroundings;

/// The number of bytes at the start of a file by which its format is detected.
const START: u64 = 1 << 16;

/// The number of triangles in a list, so small that all that is computed of them stays near the processor.
const MOST_AT_ONCE: usize = 512;

/// An STL file, binary or ASCII, that is read from its start to its end in lists of triangles.
///
/// ```
/// use transect_io::StlStream;
/// # let folder = tempfile::tempdir()?;
/// let path = folder.path().join("corner.stl");
/// std::fs::write(&path, "solid corner\nfacet normal 0 0 1 outer loop\nvertex 0 0 0 vertex 1 0 0 vertex 0 1 0\n\
///     endloop endfacet\nendsolid corner\n")?;
/// let mut file = StlStream::open(&path)?.expect("an STL file");
/// let mut all = Vec::new();
/// while let Some(triangles) = file.next()? {
///     all.extend_from_slice(triangles);
/// }
/// assert_eq!(all, [[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]]);
/// let document = file.finish(transect_mesh::Mesh::default())?;
/// assert_eq!(document.scene.nodes[0].name, "corner");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct StlStream {
    path: PathBuf,
    file: File,
    /// The size of the file, and the time when it was changed last, if the system knows it.
    state: (u64, Option<SystemTime>),
    kind: Kind,
    triangles: Vec<[[f64; 3]; 3]>,
}

#[derive(Debug)]
enum Kind {
    Binary {
        /// The number of triangles in the file.
        count: usize,
        /// The number of triangles that were read.
        done: usize,
        /// The number of triangles with attribute bytes other than zero.
        attributed: usize,
        facets: Vec<[u8; STRIDE]>,
    },
    Text {
        /// The name of the solid.
        title: String,
        window: Window,
        is_done: bool,
    },
}

impl StlStream {
    /// Opens an STL file. Returns `None` if it is not a file with a known size, not STL, or compressed.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the file cannot be opened, or has a wrong header.
    pub fn open(path: &Path) -> Result<Option<Self>, ReadError> {
        let opened = Self::opened(path);
        opened.map_err(|error| error.in_file(path))
    }

    fn opened(path: &Path) -> Result<Option<Self>, PlacedError> {
        let mut file = File::open(path).map_err(ReadErrorKind::Io)?;
        let found = file.metadata().map_err(ReadErrorKind::Io)?;
        if !found.is_file() {
            return Ok(None);
        }
        let mut start = Vec::new();
        file.by_ref()
            .take(START)
            .read_to_end(&mut start)
            .map_err(ReadErrorKind::Io)?;
        let is_whole = binary_stl_triangles(&start, found.len()).is_some();
        if !is_whole && (start.is_empty() || Format::detect(path, &start) != Some(Format::Stl)) {
            return Ok(None);
        }
        if !is_whole && crate::compressed::is_compressed(&start) {
            return Ok(None);
        }
        let text = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&start);
        let solids = from_solid(text).filter(|_| !is_whole && is_text(text));
        let kind = match solids {
            None => {
                let count = count(&start, found.len())?;
                file.seek(SeekFrom::Start(HEADER as u64))
                    .map_err(ReadErrorKind::Io)?;
                Kind::Binary {
                    count,
                    done: 0,
                    attributed: 0,
                    facets: vec![[0; STRIDE]; MOST_AT_ONCE.min(count)],
                }
            }
            Some(solids) => {
                let before = &text[..text.len() - solids.len()];
                let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count() as u64;
                let mut window = Window::new(solids.to_vec(), line);
                let title = window.read(&mut file, |tokens| {
                    tokens.next();
                    Ok(ascii::title(tokens))
                })?;
                Kind::Text {
                    title,
                    window,
                    is_done: false,
                }
            }
        };
        Ok(Some(Self {
            path: path.to_path_buf(),
            state: state(&found),
            file,
            kind,
            triangles: Vec::new(),
        }))
    }

    /// Returns the path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the description of the file.
    #[must_use]
    pub fn source(&self) -> Source {
        Source {
            path: self.path.clone(),
            references: Vec::new(),
            format: Format::Stl,
            bytes: self.bytes(),
            unit: None,
            single_precision: matches!(self.kind, Kind::Binary { .. }),
        }
    }

    /// Returns the size of the file in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.state.0
    }

    /// Returns the number of bytes that were read so far.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the system does not know it.
    pub fn bytes_read(&mut self) -> Result<u64, ReadError> {
        let place = self.file.stream_position();
        place.map_err(|error| PlacedError::from(ReadErrorKind::Io(error)).in_file(&self.path))
    }

    /// Returns the next triangles, or `None` at the end of the file.
    ///
    /// # Errors
    /// Returns [`ReadError`] with the place of an error, if the file became shorter, or if it has a second solid, which
    /// is another object.
    #[expect(
        clippy::should_implement_trait,
        reason = "the list of triangles is lent, which an iterator cannot do"
    )]
    pub fn next(&mut self) -> Result<Option<&[[[f64; 3]; 3]]>, ReadError> {
        self.triangles.clear();
        let read = match &mut self.kind {
            Kind::Binary { .. } => self.next_records(),
            Kind::Text { .. } => self.next_facets(),
        };
        read.map_err(|error| error.in_file(&self.path))?;
        Ok((!self.triangles.is_empty()).then_some(&*self.triangles))
    }

    fn next_records(&mut self) -> Result<(), PlacedError> {
        let Kind::Binary {
            count,
            done,
            attributed,
            facets,
        } = &mut self.kind
        else {
            return Ok(());
        };
        let length = facets.len().min(*count - *done);
        let facets = &mut facets[..length];
        let read = self.file.read_exact(facets.as_flattened_mut());
        read.map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => ReadErrorKind::Changed,
            _ => ReadErrorKind::Io(error),
        })?;
        for facet in &*facets {
            let corners = corners(facet);
            let coordinates = corners.as_flattened();
            if let Some(place) = coordinates.iter().position(|c| !c.is_finite()) {
                return Err(placed(MeshError::NotFinite {
                    vertex: 3 * *done + place / 3,
                    axis: place % 3,
                    value: coordinates[place],
                }));
            }
            *attributed += usize::from(is_attributed(facet));
            *done += 1;
            self.triangles.push(corners);
        }
        Ok(())
    }

    fn next_facets(&mut self) -> Result<(), PlacedError> {
        let Kind::Text {
            window, is_done, ..
        } = &mut self.kind
        else {
            return Ok(());
        };
        while !*is_done && self.triangles.len() < MOST_AT_ONCE {
            match window.read(&mut self.file, ascii::next_facet)? {
                Some(corners) => self.triangles.push(corners),
                None => {
                    *is_done = true;
                    let second = window.read(&mut self.file, |tokens| {
                        let word = tokens.next();
                        match word {
                            None => Ok(None),
                            Some(word) if word.eq_ignore_ascii_case(b"solid") => {
                                Ok(Some(tokens.place))
                            }
                            Some(word) => Err(tokens.unexpected("solid", word)),
                        }
                    })?;
                    if let Some(line) = second {
                        let what = "a second solid in a file that is read piece by piece";
                        let what = ReadErrorKind::Unsupported(what.into());
                        return Err(PlacedError::at_line(line, what));
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns the document of a mesh that was made of triangles of the file, such as those that meet a plane.
    ///
    /// # Errors
    /// Returns [`ReadError`] of the kind [`ReadErrorKind::Changed`] if another program changed the file while it was
    /// read.
    pub fn finish(self, mesh: Mesh) -> Result<Document, ReadError> {
        let failure = |kind: ReadErrorKind| PlacedError::from(kind).in_file(&self.path);
        let found = self.file.metadata();
        let found = found.map_err(|error| failure(ReadErrorKind::Io(error)))?;
        if state(&found) != self.state {
            return Err(failure(ReadErrorKind::Changed));
        }
        let input = Input {
            path: &self.path,
            name: &self.path,
            size: self.state.0,
            bytes: &[],
            around: Surroundings::Nothing,
        };
        let mut document;
        match self.kind {
            Kind::Binary {
                count, attributed, ..
            } => {
                document = input.document(Format::Stl, true);
                note_attributes(&input, attributed, &mut document);
                let held = HEADER as u64 + STRIDE as u64 * count as u64;
                let trailing = usize::try_from(self.state.0 - held).unwrap_or(usize::MAX);
                note_trailing(&input, count, trailing, &mut document);
                push_object(&mut document, input.stem(), mesh);
            }
            Kind::Text { title, .. } => {
                document = input.document(Format::Stl, false);
                let name = if title.is_empty() {
                    input.stem()
                } else {
                    title
                };
                push_object(&mut document, name, mesh);
            }
        }
        Ok(document)
    }
}

/// Returns the size of a file, and the time when it was changed last.
fn state(found: &Metadata) -> (u64, Option<SystemTime>) {
    (found.len(), found.modified().ok())
}
