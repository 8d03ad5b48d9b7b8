//! The error of a point whose coordinates are not finite.

use core::error::Error;
use core::fmt;

/// An error: a coordinate of a point is NaN or infinite. The functions whose names begin with `try_` return this error.
///
/// ```
/// use transect::{Plane, PointError};
/// let plane = Plane::new([1.0, 0.0], 0.0)?;
/// let error = plane.try_side(&[0.0, f64::INFINITY]).unwrap_err();
/// assert_eq!(error.to_string(), "coordinate y is inf, not a finite number");
/// assert_eq!(PointError::check(&[0.0, f64::INFINITY]), Err(error));
/// # Ok::<(), transect::PlaneError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct PointError {
    /// The axis of the coordinate that is NaN or infinite: 0, 1 or 2.
    pub axis: usize,
    /// The coordinate that is NaN or infinite.
    pub value: f64,
}

impl PointError {
    /// Returns an error unless all coordinates of a point are finite. After this check, no function panics because of
    /// the point.
    ///
    /// ```
    /// use transect::PointError;
    /// assert!(PointError::check(&[0.0, 1.0, f64::MAX]).is_ok());
    /// assert!(PointError::check(&[0.0, f64::NAN]).is_err());
    /// ```
    ///
    /// # Errors
    /// Returns a [`PointError`] that names the first axis on which the coordinate is NaN or infinite.
    #[inline]
    pub fn check<const D: usize>(point: &[f64; D]) -> Result<(), Self> {
        match (0..D).find(|&axis| !point[axis].is_finite()) {
            Some(axis) => Err(Self {
                axis,
                value: point[axis],
            }),
            None => Ok(()),
        }
    }
}

impl fmt::Display for PointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "coordinate {} is {}, not a finite number",
            ["x", "y", "z"][self.axis],
            self.value
        )
    }
}

impl Error for PointError {}
