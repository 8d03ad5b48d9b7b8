//! The numbers of an output.

/// The numbers that the halves will be written in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Encoding {
    /// f64: nothing is narrowed.
    #[default]
    Double,
    /// f32, in the file's own frame.
    Single,
    /// f32, each cut object in a frame moved near its middle.
    LocalSingle,
}
