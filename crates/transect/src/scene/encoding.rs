//! The encoding of coordinates in an output.

/// The encoding of the coordinates of the halves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Encoding {
    /// f64. Coordinates are not rounded.
    #[default]
    Double,
    /// f32, in the coordinates of the file.
    Single,
    /// f32. The coordinates of each cut object are relative to an origin near its centre.
    LocalSingle,
}
