//! Options of buffers for the graphics card.

use transect::interop::Coordinates;

/// Options of [`Mesh::to_buffers`](crate::Mesh::to_buffers) and
/// [`Mesh::split_to_buffers`](crate::Mesh::split_to_buffers).
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct BufferOptions {
    pub(in crate::mesh) origin: [f64; 3],
    pub(in crate::mesh) cap_tile: f64,
}

impl Default for BufferOptions {
    fn default() -> Self {
        Self {
            origin: [0.0; 3],
            cap_tile: 1.0,
        }
    }
}

impl BufferOptions {
    /// Returns these options with another origin than zero: the point from which positions are measured before they are
    /// rounded to f32. Far from zero, f32 numbers lie far apart:
    /// [`Mesh::single_precision_origin`](crate::Mesh::single_precision_origin) returns an origin that keeps their digits. The
    /// placement of the object adds the origin again.
    #[must_use]
    pub fn with_origin(mut self, origin: impl Coordinates<3>) -> Self {
        self.origin = origin.coordinates();
        self
    }

    /// Returns these options with another length than 1 for a tile of the texture on new caps: the texture coordinates of a
    /// cap are those in the frame of the plane, divided by this length.
    ///
    /// # Panics
    /// Panics unless the length is finite and above 0.
    #[must_use]
    pub fn with_cap_tile(mut self, length: f64) -> Self {
        assert!(
            length > 0.0 && length.is_finite(),
            "a tile of {length}: its length must be finite and above 0"
        );
        self.cap_tile = length;
        self
    }
}
