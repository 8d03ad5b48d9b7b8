//! The encoding of coordinates in the output of a cut.

/// The number type and the origin of the coordinates in which the halves of a scene are stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Encoding {
    /// f64: coordinates are not rounded.
    #[default]
    Double,
    /// f32, where the coordinates of each cut object are world coordinates.
    Single,
    /// f32, where the coordinates of each cut object are relative to an origin near its centre.
    LocalSingle,
}
