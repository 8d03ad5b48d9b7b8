//! The two containers of glTF: a GLB file with its chunks, and plain JSON.

use crate::error::{Place, PlacedError, ReadErrorKind};
use crate::gltf::tally::Tally;

const MAGIC: &[u8] = b"glTF";
const JSON: &[u8] = b"JSON";
const BINARY: &[u8] = b"BIN\0";

/// The parts of a GLB or glTF file: its JSON text and its binary chunk.
#[derive(Debug)]
pub(super) struct Container<'a> {
    pub(super) json: &'a [u8],
    /// The BIN chunk of a GLB file.
    pub(super) binary: Option<&'a [u8]>,
    pub(super) is_glb: bool,
}

/// Splits a file into its chunks. A file without the GLB magic bytes is plain JSON.
pub(super) fn open<'a>(bytes: &'a [u8], tally: &mut Tally) -> Result<Container<'a>, PlacedError> {
    if !bytes.starts_with(MAGIC) {
        return Ok(Container {
            json: bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes),
            binary: None,
            is_glb: false,
        });
    }
    let version = word(bytes, 4, "the GLB header")?;
    if version != 2 {
        return Err(PlacedError {
            place: Some(Place::Byte(4)),
            kind: ReadErrorKind::Unsupported(format!("GLB version {version}")),
        });
    }
    let length = word(bytes, 8, "the GLB header")? as usize;
    let Some(file) = bytes.get(..length) else {
        return Err(truncated(8, "the GLB file", length, bytes.len()));
    };
    let behind = bytes.len() - length;
    tally.add("byte", " after the end that the GLB header gives", behind);

    let (kind, mut json, mut next) = chunk(file, 12)?;
    if kind != JSON {
        return Err(PlacedError {
            place: Some(Place::Byte(16)),
            kind: ReadErrorKind::Syntax("the first chunk of a GLB file must be JSON".to_owned()),
        });
    }
    let mut binary = None;
    while next < file.len() {
        let (kind, data, end) = chunk(file, next)?;
        if kind == BINARY && binary.is_none() {
            binary = Some(data);
        } else {
            tally.count("GLB chunk", " of an unknown kind");
        }
        next = end;
    }
    // JSON chunks are padded with spaces, which JSON allows. Some programs pad them with zeros, which are removed here.
    while let Some(shorter) = json.strip_suffix(b"\0") {
        json = shorter;
    }
    Ok(Container {
        json,
        binary,
        is_glb: true,
    })
}

/// Returns the type and the data of the chunk that begins at byte `start`, and the start of the next chunk.
fn chunk(file: &[u8], start: usize) -> Result<(&[u8], &[u8], usize), PlacedError> {
    let length = word(file, start, "a chunk header")? as usize;
    let Some((kind, rest)) = file[start + 4..].split_at_checked(4) else {
        return Err(truncated(start, "a chunk header", 8, file.len() - start));
    };
    let Some(data) = rest.get(..length) else {
        return Err(truncated(start, "a chunk", length, rest.len()));
    };
    Ok((kind, data, start + 8 + length))
}

fn word(bytes: &[u8], start: usize, what: &'static str) -> Result<u32, PlacedError> {
    bytes
        .get(start..)
        .and_then(|rest| rest.first_chunk())
        .map(|&word| u32::from_le_bytes(word))
        .ok_or_else(|| truncated(start, what, start + 4, bytes.len()))
}

fn truncated(start: usize, what: &'static str, needed: usize, available: usize) -> PlacedError {
    PlacedError {
        place: Some(Place::Byte(start as u64)),
        kind: ReadErrorKind::Truncated {
            what,
            needed: needed as u64,
            available: available as u64,
        },
    }
}
