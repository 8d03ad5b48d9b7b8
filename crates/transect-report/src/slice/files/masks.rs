//! `masks` and `masks.zip`: one black-and-white picture per layer, for resin printers.

use std::io::Write;

use crate::error_kind::ErrorKind;
use crate::slice::outputs::{SliceOutput, SliceSelection};
use crate::slice::task::SliceTask;
use crate::user_error::UserError;
use transect_draw::{Item, MaskArchive, MaskDepth, MaskFrame, mask_name};
use transect_io::{OutputFile, Outputs};

use crate::slice::files::error::SliceFileError;

/// Writes the masks while the layers are computed.
pub(super) struct Masks {
    frame: MaskFrame,
    layers: usize,
    added: usize,
    writes_folder: bool,
    archive: Option<MaskArchive<OutputFile>>,
}

impl Masks {
    /// Computes the raster of the masks, and begins `masks.zip` if it is selected.
    pub(super) fn begin(
        task: &SliceTask<'_>,
        files: &SliceSelection,
        outputs: &mut Outputs,
    ) -> Result<Self, SliceFileError> {
        let request = &task.request().masks;
        let window = request.window.or(task.head().window).unwrap_or_default();
        let pixel = request.pixel.unwrap_or_default();
        let frame = MaskFrame::around(window, pixel).map_err(|error| {
            UserError::with_hint(
                format!("masks: {error}"),
                "--resolution is the size of a pixel in the unit of the model",
            )
        })?;
        let archive = if files.contains(SliceOutput::MaskArchive) {
            Some(MaskArchive::new(
                outputs.open(SliceOutput::MaskArchive.name())?,
            ))
        } else {
            None
        };
        Ok(Self {
            frame: frame.mirrored(request.mirrored),
            layers: task.solid_layers.len(),
            added: 0,
            writes_folder: files.contains(SliceOutput::Masks),
            archive,
        })
    }

    /// Draws the mask of the next layer, and writes it to the selected outputs.
    pub(super) fn add(
        &mut self,
        items: &[&Item],
        outputs: &mut Outputs,
    ) -> Result<(), SliceFileError> {
        let mask = self.frame.mask(items.iter().map(|item| item.boundary()));
        let png = mask.map_err(UserError::new)?.to_png(MaskDepth::Eight);
        let name = mask_name(self.added, self.layers);
        self.added += 1;
        if self.writes_folder {
            let mut file = outputs.open(&format!("{}/{name}", SliceOutput::Masks.name()))?;
            file.write_all(&png).map_err(|error| file.failure(error))?;
            file.finish()?;
        }
        match &mut self.archive {
            Some(archive) => archive.add(&name, &png).map_err(failure),
            None => Ok(()),
        }
    }

    /// Ends `masks.zip`, if it is selected.
    pub(super) fn finish(self) -> Result<(), SliceFileError> {
        self.archive
            .map_or(Ok(()), |archive| archive.finish().map_err(failure))
    }
}

/// Converts an error in writing `masks.zip`.
fn failure(error: std::io::Error) -> SliceFileError {
    let message = format!("{}: {error}", SliceOutput::MaskArchive.name());
    let error = UserError::with_hint(message, "nothing was written");
    error.of_kind(ErrorKind::Output).into()
}
