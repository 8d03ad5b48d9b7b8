//! Compressed files: a model as a gzip or zstd stream, or as the only model of a ZIP archive.

use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;
use ruzstd::decoding::StreamingDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};

use crate::archive::Archive;
use crate::error::ReadErrorKind;
use crate::expansion::Expansion;
use crate::format::{Format, by_extension};
use crate::naming::unpacked_name;
use crate::package_mark::{ZIP, is_package};

const GZIP: &[u8] = b"\x1f\x8b";
const ZSTD: &[u8] = b"\x28\xb5\x2f\xfd";

/// A file that was compressed.
pub(crate) struct Unpacked<'a> {
    /// The name of the file before it was compressed.
    pub(crate) name: PathBuf,
    pub(crate) bytes: Vec<u8>,
    /// The archive in which the file was; `None` if the file was compressed alone.
    pub(crate) archive: Option<Archive<'a>>,
}

/// Returns `true` if a file begins like a compressed file or an archive.
pub(crate) fn is_compressed(start: &[u8]) -> bool {
    [ZIP, GZIP, ZSTD].iter().any(|mark| start.starts_with(mark))
}

/// Unpacks a file with these bytes. Returns `None` for a file that is not compressed, and for a 3MF package.
pub(crate) fn unpack<'a>(
    path: &Path,
    bytes: &'a [u8],
) -> Result<Option<Unpacked<'a>>, ReadErrorKind> {
    let expansion = Expansion::of(bytes.len());
    let mut unpacked = Vec::new();
    if by_extension(path) == Some(Format::ThreeMf) || is_package(bytes) {
        return Ok(None);
    }
    if bytes.starts_with(ZIP) {
        let archive = Archive::open(bytes, expansion)?;
        let name = archive.model()?;
        return Ok(Some(Unpacked {
            bytes: archive.contents(&name)?,
            name: PathBuf::from(name),
            archive: Some(archive),
        }));
    } else if bytes.starts_with(GZIP) {
        expansion.read("gzip", MultiGzDecoder::new(bytes), &mut unpacked)?;
    } else if bytes.starts_with(ZSTD) {
        zstd(bytes, &expansion, &mut unpacked)?;
    } else {
        return Ok(None);
    }
    Ok(Some(Unpacked {
        name: unpacked_name(path),
        bytes: unpacked,
        archive: None,
    }))
}

/// Appends the contents of all frames of a zstd file.
fn zstd(
    mut rest: &[u8],
    expansion: &Expansion,
    unpacked: &mut Vec<u8>,
) -> Result<(), ReadErrorKind> {
    let error =
        |reason: &dyn core::fmt::Display| ReadErrorKind::Syntax(format!("the zstd data: {reason}"));
    while !rest.is_empty() {
        let frame = rest;
        match StreamingDecoder::new_with_max_window_size(&mut rest, expansion.left()) {
            Ok(mut decoder) => {
                expansion.read("zstd", &mut decoder, unpacked)?;
                let frame = decoder.into_frame_decoder();
                if let Some(stored) = frame.get_checksum_from_data()
                    && frame.get_calculated_checksum() != Some(stored)
                {
                    return Err(error(&"the checksum is wrong"));
                }
            }
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                length,
                ..
            })) => {
                let after = usize::try_from(length).ok().and_then(|l| l.checked_add(8));
                let after = after.and_then(|after| frame.get(after..));
                rest = after.ok_or_else(|| error(&"the file ends inside a frame"))?;
            }
            Err(reason) => return Err(error(&reason)),
        }
    }
    Ok(())
}
