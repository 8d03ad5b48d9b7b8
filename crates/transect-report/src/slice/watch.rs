//! The progress of slicing, and notes about the files.

/// Follows the progress of slicing. All methods do nothing unless they are overridden.
pub trait SliceWatch {
    /// Called at the beginning of each step, such as `slicing`.
    fn begin(&self, _step: &str) {}

    /// Called before each layer, with the number of layers that are done, and the number of all layers.
    fn count(&self, _done: usize, _total: usize) {}

    /// Called when all layers are computed, before the files that need all layers are written.
    fn sliced(&self) {}

    /// Called with a note about a file, such as a difference between the file and the layers.
    fn note(&self, _note: String) {}
}

/// Follows nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl SliceWatch for Unwatched {}
