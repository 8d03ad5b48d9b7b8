//! Buffers and buffer views: in the GLB file, in data URIs, in files beside the document.

use std::borrow::Cow;
use std::path::{Component, Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hashbrown::HashMap;

use crate::budget::Budget;
use crate::error::{PlacedError, ReadErrorKind};
use crate::gltf::json::{Buffer, BufferView, Entries, Whole, parse};
use crate::gltf::meshopt::{Compressed, MESHOPT};
use crate::surroundings::Surroundings;

/// The files that URIs of the document refer to, in its folder or below. A file that is referred to several times is
/// read once.
pub(super) struct Files<'a> {
    around: Surroundings<'a>,
    read: Vec<(PathBuf, Vec<u8>)>,
}

/// The data that a URI refers to.
pub(super) enum Resource {
    /// The bytes in a data URI, with their media type.
    Data(String, Vec<u8>),
    /// The index of the file in [`Files`].
    File(usize),
}

impl<'a> Files<'a> {
    pub(super) fn new(around: Surroundings<'a>) -> Self {
        Self {
            around,
            read: Vec::new(),
        }
    }

    /// Returns the bytes of a file that was read.
    pub(super) fn bytes(&self, file: usize) -> &[u8] {
        &self.read[file].1
    }

    /// Returns the total size of the files that were read.
    pub(super) fn size(&self) -> u64 {
        self.read.iter().map(|(_, bytes)| bytes.len() as u64).sum()
    }

    /// The paths of all files that were read, apart from those in an archive.
    pub(super) fn paths(&self) -> Vec<PathBuf> {
        let read = self.read.iter();
        read.filter_map(|(path, _)| self.around.path(path))
            .collect()
    }

    /// Decodes a data URI, or reads the file of a relative URI.
    pub(super) fn open(&mut self, uri: &str) -> Result<Resource, ReadErrorKind> {
        if let Some(data) = uri.strip_prefix("data:") {
            let (media_type, text) = data.split_once(";base64,").ok_or_else(|| {
                ReadErrorKind::Unsupported("a data URI that is not base64".to_owned())
            })?;
            let bytes = STANDARD
                .decode(text)
                .map_err(|error| ReadErrorKind::Syntax(format!("the data URI: {error}")))?;
            return Ok(Resource::Data(media_type.to_owned(), bytes));
        }
        let path = beside(uri)?;
        if let Some(known) = self.read.iter().position(|(other, _)| *other == path) {
            return Ok(Resource::File(known));
        }
        let bytes = self.around.contents(&path, u64::MAX)?;
        self.read.push((path, bytes));
        Ok(Resource::File(self.read.len() - 1))
    }
}

/// Returns the path that a URI stands for, relative to the document's folder. Paths outside this folder are errors.
fn beside(uri: &str) -> Result<PathBuf, ReadErrorKind> {
    let text = decoded(uri)?;
    let refused = || {
        ReadErrorKind::Unsupported(format!(
            "the URI `{}` (only files in the folder of the document are read)",
            text.chars().take(80).collect::<String>()
        ))
    };
    // URIs with a scheme and Windows paths are refused: a colon follows a scheme or a drive letter, and a backslash
    // separates folders on Windows.
    if text.contains([':', '\\', '\0']) {
        return Err(refused());
    }
    let mut path = PathBuf::new();
    for component in Path::new(&text).components() {
        match component {
            Component::Normal(name) => path.push(name),
            Component::CurDir => {}
            _ => return Err(refused()),
        }
    }
    if path.as_os_str().is_empty() {
        return Err(refused());
    }
    Ok(path)
}

/// Returns a URI with its percent escapes decoded.
fn decoded(uri: &str) -> Result<String, ReadErrorKind> {
    let digit = |byte: Option<u8>| byte.and_then(|byte| char::from(byte).to_digit(16));
    let mut bytes = Vec::with_capacity(uri.len());
    let mut rest = uri.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        match (digit(rest.next()), digit(rest.next())) {
            (Some(high), Some(low)) => bytes.push((high * 16 + low) as u8),
            _ => {
                return Err(ReadErrorKind::Syntax(
                    "a URI with a broken % escape".to_owned(),
                ));
            }
        }
    }
    String::from_utf8(bytes)
        .map_err(|_| ReadErrorKind::Syntax("a URI that is not UTF-8".to_owned()))
}

/// The source of a buffer's bytes: the chunk of the GLB file, a decoded data URI, or a file beside the document.
enum Bytes<'a> {
    Chunk(&'a [u8]),
    Decoded(Vec<u8>),
    File(usize),
    Missing,
}

/// All buffers of a document, with checked lengths.
pub(super) struct Buffers<'a> {
    views: &'a Entries<'a>,
    files: &'a Files<'a>,
    buffers: Vec<(Bytes<'a>, usize)>,
    /// The bytes of the views that exist only in compressed form, by their indices.
    decoded: HashMap<usize, Vec<u8>>,
}

/// The bytes of a buffer view, and the distance between its elements if the view defines it.
#[derive(Clone, Copy, Debug)]
pub(super) struct View<'b> {
    pub(super) bytes: &'b [u8],
    pub(super) stride: Option<usize>,
}

/// The bytes of each buffer and its declared length, in the order of the document. The lengths are not checked yet.
pub(super) struct Unchecked<'a>(Vec<(Bytes<'a>, Whole)>);

impl<'a> Unchecked<'a> {
    /// Finds the bytes of every buffer: in the GLB file, in a data URI, or in another file.
    pub(super) fn load(
        buffers: &Entries<'a>,
        binary: Option<&'a [u8]>,
        files: &mut Files<'_>,
    ) -> Result<Self, PlacedError> {
        let mut list = Vec::with_capacity(buffers.len());
        for index in 0..buffers.len() {
            let buffer: Buffer<'_> = buffers.entry("buffers", index)?;
            let bytes = match (&buffer.uri, binary) {
                (Some(uri), _) => match files
                    .open(uri)
                    .map_err(|reason| PlacedError::at(format!("buffers[{index}].uri"), reason))?
                {
                    Resource::Data(_, bytes) => Bytes::Decoded(bytes),
                    Resource::File(file) => Bytes::File(file),
                },
                (None, Some(chunk)) if index == 0 => Bytes::Chunk(chunk),
                (None, _) => Bytes::Missing,
            };
            list.push((bytes, buffer.byte_length));
        }
        Ok(Self(list))
    }
}

impl<'a> Buffers<'a> {
    /// Checks that no buffer is shorter than its declared length.
    pub(super) fn new(
        unchecked: Unchecked<'a>,
        files: &'a Files<'a>,
        views: &'a Entries<'a>,
        budget: &mut Budget,
    ) -> Result<Self, PlacedError> {
        let mut buffers = Vec::with_capacity(unchecked.0.len());
        for (index, (bytes, length)) in unchecked.0.into_iter().enumerate() {
            let available = match &bytes {
                Bytes::Chunk(bytes) => bytes.len(),
                Bytes::Decoded(bytes) => bytes.len(),
                Bytes::File(file) => files.bytes(*file).len(),
                Bytes::Missing => length.size(),
            };
            if available < length.size() {
                return Err(PlacedError::truncated(
                    format!("buffers[{index}].byteLength"),
                    "the buffer",
                    length.0,
                    available,
                ));
            }
            buffers.push((bytes, length.size()));
        }
        let mut buffers = Self {
            views,
            files,
            buffers,
            decoded: HashMap::new(),
        };
        buffers.decode(budget)?;
        Ok(buffers)
    }

    /// Decodes the views whose bytes exist only in compressed form.
    fn decode(&mut self, budget: &mut Budget) -> Result<(), PlacedError> {
        if !self
            .buffers
            .iter()
            .any(|(bytes, _)| matches!(bytes, Bytes::Missing))
        {
            return Ok(());
        }
        for index in 0..self.views.len() {
            let view: BufferView<'_> = self.views.entry("bufferViews", index)?;
            let is_missing = self.buffers.get(view.buffer.size());
            if !is_missing.is_some_and(|(bytes, _)| matches!(bytes, Bytes::Missing)) {
                continue;
            }
            let compressed = MESHOPT
                .into_iter()
                .find_map(|name| Some((name, *view.extensions.get(&Cow::Borrowed(name))?)));
            let Some((name, text)) = compressed else {
                continue;
            };
            let place = format!("bufferViews[{index}].extensions.{name}");
            let compressed: Compressed = parse(text, || place.clone())?;
            let bytes = self.range(
                compressed.buffer,
                [compressed.byte_offset, compressed.byte_length],
                |field| format!("{place}.{field}"),
            )?;
            let Some(bytes) = bytes else {
                let what = "the compressed bytes are missing, too";
                return Err(PlacedError::syntax(place, what));
            };
            budget.charge(&place, 1, compressed.size())?;
            let decoded = compressed.decode(bytes);
            let decoded = decoded.map_err(|damage| PlacedError::syntax(&*place, damage))?;
            // The contents need the memory that they would need if they were not compressed.
            budget.grow(decoded.len() as u64);
            self.decoded.insert(index, decoded);
        }
        Ok(())
    }

    /// Returns a range of a buffer, given by its offset and its length; `None` if the bytes of the buffer are missing.
    /// `place` is the place of a field in the JSON document.
    fn range(
        &self,
        buffer: Whole,
        [offset, size]: [Whole; 2],
        place: impl Fn(&str) -> String,
    ) -> Result<Option<&[u8]>, PlacedError> {
        let Some((bytes, length)) = self.buffers.get(buffer.size()) else {
            let count = self.buffers.len();
            return Err(PlacedError::out_of_range(
                place("buffer"),
                "buffers",
                buffer.0,
                count,
            ));
        };
        let bytes = match bytes {
            Bytes::Chunk(bytes) => bytes,
            Bytes::Decoded(bytes) => bytes.as_slice(),
            Bytes::File(file) => self.files.bytes(*file),
            Bytes::Missing => return Ok(None),
        };
        let end = offset.0.saturating_add(size.0);
        if end > *length as u64 {
            return Err(PlacedError::truncated(
                place("byteLength"),
                "the buffer",
                end,
                *length,
            ));
        }
        Ok(Some(&bytes[offset.size()..][..size.size()]))
    }

    /// Returns the length in bytes of the JSON text that defines the buffer view with this index.
    pub(super) fn text(&self, index: Whole) -> usize {
        let entry = self.views.0.get(index.size());
        entry.map_or(0, |entry| entry.get().len())
    }

    /// Returns the buffer view with this index. Errors name `element`, the place in the JSON document that refers to
    /// the buffer view.
    pub(super) fn view(
        &self,
        index: Whole,
        element: impl FnOnce() -> String,
    ) -> Result<View<'_>, PlacedError> {
        let view: BufferView<'_> = self.views.named("bufferViews", index, element)?;
        let place = |field: &str| format!("bufferViews[{}].{field}", index.0);
        let range = [view.byte_offset, view.byte_length];
        let bytes = match self.range(view.buffer, range, place)? {
            Some(bytes) => bytes,
            None => self.decoded(index, &view, place)?,
        };
        let stride = match view.byte_stride {
            Some(stride) if !(4..=252).contains(&stride.0) || stride.0 % 4 != 0 => {
                return Err(PlacedError::syntax(
                    place("byteStride"),
                    format!("{} is not a multiple of 4 from 4 to 252", stride.0),
                ));
            }
            stride => stride.map(Whole::size),
        };
        Ok(View { bytes, stride })
    }

    /// Returns the bytes of a view that exists only in compressed form.
    fn decoded(
        &self,
        index: Whole,
        view: &BufferView<'_>,
        place: impl Fn(&str) -> String,
    ) -> Result<&[u8], PlacedError> {
        let Some(decoded) = self.decoded.get(&index.size()) else {
            let what = "the buffer has neither a URI nor a BIN chunk";
            return Err(PlacedError::syntax(place("buffer"), what));
        };
        decoded.get(..view.byte_length.size()).ok_or_else(|| {
            let length = view.byte_length.0;
            PlacedError::truncated(
                place("byteLength"),
                "the decoded view",
                length,
                decoded.len(),
            )
        })
    }
}
