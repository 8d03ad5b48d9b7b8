//! The error of writing the files of layers.

use transect_draw::PaperError;
use transect_io::WriteError;

use crate::user_error::UserError;

/// An error of slicing into files: of the task, of the drawings on paper, or of a file.
#[derive(Debug, thiserror::Error)]
pub enum SliceFileError {
    /// The layers cannot be computed, or a file cannot hold them.
    #[error(transparent)]
    Task(#[from] UserError),
    /// The drawings do not fit on the paper.
    #[error(transparent)]
    Paper(#[from] PaperError),
    /// A file cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}
