//! Lines: a point and a direction, unbounded on both sides.

use core::error::Error;
use core::fmt;

use transect_exact::arrays::array;
use transect_exact::vector::{dot, near_one, scale, sub};

use crate::coordinates::Coordinates;

/// All points `origin + t·direction` for real t. The direction may have any length and is not normalised.
///
/// A line is unbounded, so it has no backmost or frontmost point: it is not a [`crate::Shape`]. Use
/// [`crate::Plane::meet`] to intersect it with a plane.
///
/// ```
/// use transect::{Line, LineMeeting, Plane, Side};
/// let upward = Line::new([1.0, 2.0, 0.0], [0.0, 0.0, 2.0])?;
/// let meeting = Plane::new([0.0, 0.0, 1.0], -5.0)?.meet(&upward);
/// assert_eq!(meeting, LineMeeting::Point { t: 2.5, point: [1.0, 2.0, 5.0], toward: Side::Front });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line<const D: usize = 3> {
    origin: [f64; D],
    direction: [f64; D],
}

/// An error: numbers that do not describe a line or a ray.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum LineError {
    /// The direction is exactly zero, or the two given points are equal.
    ZeroDirection,
    /// A coordinate of a point or of the direction is NaN or infinite.
    NotFinite {
        /// The name of the number that is NaN or infinite.
        what: &'static str,
        /// The number that is NaN or infinite.
        value: f64,
    },
    /// A coordinate of the difference of two points is beyond the range of floats.
    DirectionOverflow,
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ZeroDirection => f.write_str(
                "the direction is zero; a line needs a direction, or two different points",
            ),
            Self::NotFinite { what, value } => write!(f, "{what} is {value}, not a finite number"),
            Self::DirectionOverflow => f.write_str(
                "the points are so far apart that their difference overflows a 64-bit float",
            ),
        }
    }
}

impl Error for LineError {}

impl<const D: usize> Line<D> {
    /// Returns the line through a point in a direction.
    ///
    /// # Errors
    /// Returns [`LineError::ZeroDirection`] if the direction is zero, and [`LineError::NotFinite`] if a number is NaN
    /// or infinite.
    pub fn new(
        origin: impl Coordinates<D>,
        direction: impl Coordinates<D>,
    ) -> Result<Self, LineError> {
        let [origin, direction] = [origin.coordinates(), direction.coordinates()];
        let names = ["origin x", "origin y", "origin z"];
        finite(names, &origin)?;
        let names = ["direction x", "direction y", "direction z"];
        finite(names, &direction)?;
        if direction == [0.0; D] {
            return Err(LineError::ZeroDirection);
        }
        Ok(Self { origin, direction })
    }

    /// Returns the line through two points, from the first (t = 0) to the second (t = 1).
    ///
    /// The direction is the difference of the points. If this difference is rounded, the second point does not lie
    /// exactly on the line. A [`crate::Segment`] keeps both points unchanged.
    ///
    /// ```
    /// use transect::Line;
    /// let line = Line::through([[1.0, 1.0], [3.0, 2.0]])?;
    /// assert_eq!((line.direction(), line.at(2.0)), ([2.0, 1.0], [5.0, 3.0]));
    /// assert!(Line::through([[1.0, 1.0], [1.0, 1.0]]).is_err());
    /// # Ok::<(), transect::LineError>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of [`Line::new`], and [`LineError::DirectionOverflow`] if the difference of the points is
    /// beyond the range of floats.
    pub fn through(points: [impl Coordinates<D>; 2]) -> Result<Self, LineError> {
        let points = points.map(Coordinates::coordinates);
        for point in &points {
            finite(["point x", "point y", "point z"], point)?;
        }
        let [from, to] = &points;
        let direction = sub(to, from);
        if direction.iter().any(|coordinate| coordinate.is_infinite()) {
            return Err(LineError::DirectionOverflow);
        }
        Self::new(*from, direction)
    }

    /// Returns a line from a computed origin and a computed direction. The direction must be finite and not zero.
    /// Coordinates of the origin beyond the range of floats are clamped to that range.
    pub(crate) fn from_rounded(origin: [f64; D], direction: [f64; D]) -> Self {
        Self {
            origin: origin.map(|coordinate| coordinate.clamp(f64::MIN, f64::MAX)),
            direction,
        }
    }

    /// Returns the origin and the direction, without a copy.
    #[inline]
    pub(crate) fn parts(&self) -> [&[f64; D]; 2] {
        [&self.origin, &self.direction]
    }

    /// Returns the origin of the line: the point at t = 0.
    #[must_use]
    pub fn origin(&self) -> [f64; D] {
        self.origin
    }

    /// Returns the direction in which t grows, of any length.
    #[must_use]
    pub fn direction(&self) -> [f64; D] {
        self.direction
    }

    /// Returns the point `origin + t·direction`, rounded.
    #[must_use]
    pub fn at(&self, t: f64) -> [f64; D] {
        array(|axis| self.origin[axis] + t * self.direction[axis])
    }

    /// Returns the parameter t of the line's point nearest to a given point, rounded: the inverse of [`Line::at`].
    ///
    /// ```
    /// let line = transect::Line::new([1.0, 1.0], [0.0, 2.0])?;
    /// assert_eq!(line.parameter(&[9.0, 4.0]), 1.5);
    /// # Ok::<(), transect::LineError>(())
    /// ```
    #[must_use]
    pub fn parameter(&self, point: &impl Coordinates<D>) -> f64 {
        let point = &point.coordinates();
        let (direction, exponent) = near_one(&self.direction);
        let relative = sub(&scale(point, 0.5), &scale(&self.origin, 0.5));
        let along = dot(&relative, &direction) / dot(&direction, &direction);
        libm::ldexp(along, 1 - exponent)
    }
}

fn finite<const D: usize>(names: [&'static str; 3], values: &[f64; D]) -> Result<(), LineError> {
    match names
        .iter()
        .zip(values)
        .find(|(_, value)| !value.is_finite())
    {
        Some((what, &value)) => Err(LineError::NotFinite { what, value }),
        None => Ok(()),
    }
}
