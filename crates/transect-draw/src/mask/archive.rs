//! Masks in one ZIP file.

use std::fmt;
use std::io::{self, Write};

use zip::write::{SimpleFileOptions, StreamWriter};
use zip::{CompressionMethod, DateTime, ZipWriter};

/// Returns the name of a layer's mask: `mask-0001.png` for the first layer (index 0). All names for the same number
/// of `layers` have equally many digits, at least four, so the alphabetical order of the names is the order of the
/// layers.
///
/// ```
/// use transect_draw::mask_name;
/// assert_eq!(mask_name(0, 10), "mask-0001.png");
/// assert_eq!(mask_name(41, 10_000), "mask-00042.png");
/// ```
#[must_use]
pub fn mask_name(index: usize, layers: usize) -> String {
    let digits = layers.to_string().len().max(4);
    format!("mask-{:0digits$}.png", index + 1)
}

/// Writes masks into one ZIP file, one after another.
///
/// PNG files are compressed already, so the archive stores them as they are. Every file has the same time, the first of
/// January 1980, so the same masks give the same bytes.
///
/// ```
/// use transect_draw::{MaskArchive, MaskDepth, MaskFrame, mask_name};
/// let frame = MaskFrame::new([0.0, 0.0], 0.1, [32, 32])?;
/// let mut file = Vec::new();
/// let mut archive = MaskArchive::new(&mut file);
/// let png = frame.mask([])?.to_png(MaskDepth::One);
/// archive.add(&mask_name(0, 1), &png)?;
/// archive.finish()?;
/// assert_eq!(file[..4], *b"PK\x03\x04");
/// assert_eq!(file[30..43], *b"mask-0001.png");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct MaskArchive<W: Write> {
    zip: ZipWriter<StreamWriter<W>>,
}

impl<W: Write> fmt::Debug for MaskArchive<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MaskArchive").finish_non_exhaustive()
    }
}

impl<W: Write> MaskArchive<W> {
    /// Returns an archive without masks.
    pub fn new(writer: W) -> Self {
        Self {
            zip: ZipWriter::new_stream(writer),
        }
    }

    /// Adds a file with this name.
    ///
    /// # Errors
    /// Returns the errors of the writer, and an error if the archive already has a file of this name.
    pub fn add(&mut self, name: &str, png: &[u8]) -> io::Result<()> {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Stored)
            .last_modified_time(DateTime::default())
            .unix_permissions(0o644);
        self.zip.start_file(name, options)?;
        self.zip.write_all(png)
    }

    /// Writes the table of contents at the end of the archive.
    ///
    /// # Errors
    /// Returns the errors of the writer.
    pub fn finish(self) -> io::Result<()> {
        self.zip.finish()?.into_inner().flush()
    }
}
