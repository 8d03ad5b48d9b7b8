//! A plane kept in the form in which it was given: by coefficients or by points.

use crate::cutter::Cutter;
use crate::cutter::sealed::Cut;
use crate::equation::EquationError;
use crate::plane::Plane;
use crate::plane_through::{ExtentThrough, PlaneThrough};
use crate::predicates::crossing::Affine;
use crate::predicates::polynomial::Number;
use crate::shape::Shape;
use crate::side::{Extent, Side};

/// A plane in the form in which it was given: by the coefficients of n·p + d = 0, or by three of its points.
///
/// All results are those of the contained [`Plane`] or [`PlaneThrough`], bit for bit.
///
/// ```
/// use transect::{Aabb, CuttingPlane, PlaneThrough, Side};
/// let level: CuttingPlane = "z = 1".parse()?;
/// let corners = PlaneThrough::new([[0.0, 0.0, 1.0], [1.0, 0.0, 1.0], [0.0, 1.0, 1.0]])?;
/// let cube = Aabb::new([0.0; 3], [1.0; 3])?;
/// for plane in [level, corners.into()] {
///     let extent = plane.extent(&cube);
///     assert_eq!((extent.backmost, extent.frontmost), (Side::Back, Side::On));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CuttingPlane {
    /// A plane given by coefficients.
    Coefficients(Plane),
    /// A plane given by three points.
    Points(PlaneThrough),
}

/// Evaluates the same expression for either variant of a [`CuttingPlane`], with `$plane` bound to the plane in the
/// variant.
macro_rules! either {
    ($self:expr, $plane:ident => $answer:expr) => {
        match $self {
            CuttingPlane::Coefficients($plane) => $answer,
            CuttingPlane::Points($plane) => $answer,
        }
    };
}

impl CuttingPlane {
    /// Returns the exact side of a shape: `On` if the plane meets the shape.
    ///
    /// # Panics
    /// Panics if the shape is a point with a coordinate that is NaN or infinite.
    #[must_use]
    pub fn side(&self, shape: &(impl Shape<3> + ExtentThrough<3>)) -> Side {
        self.extent(shape).side()
    }

    /// Returns the exact sides of a shape's backmost and frontmost points.
    ///
    /// # Panics
    /// Panics if the shape is a point with a coordinate that is NaN or infinite.
    #[must_use]
    pub fn extent(&self, shape: &(impl Shape<3> + ExtentThrough<3>)) -> Extent {
        either!(self, plane => plane.extent(shape))
    }

    /// Returns the plane of the coefficients, for measuring and drawing. If the plane was given by points, the
    /// coefficients are rounded.
    #[must_use]
    pub fn plane(&self) -> &Plane {
        self.measuring_plane()
    }

    /// Returns the three points if the plane was given by points, or else `None`.
    #[must_use]
    pub fn points(&self) -> Option<[[f64; 3]; 3]> {
        self.kept_points()
    }

    /// Returns the same plane with front and back exchanged.
    #[must_use]
    pub fn flipped(&self) -> Self {
        self.turned()
    }
}

impl From<Plane> for CuttingPlane {
    fn from(plane: Plane) -> Self {
        Self::Coefficients(plane)
    }
}

impl From<PlaneThrough> for CuttingPlane {
    fn from(plane: PlaneThrough) -> Self {
        Self::Points(plane)
    }
}

/// Parses an equation in the same way as [`Plane`].
impl core::str::FromStr for CuttingPlane {
    type Err = EquationError;

    fn from_str(text: &str) -> Result<Self, EquationError> {
        text.parse().map(Self::Coefficients)
    }
}

impl Cutter for CuttingPlane {}

impl Affine for CuttingPlane {
    #[inline]
    fn at<N: Number>(&self, point: &[f64; 3]) -> N {
        either!(self, plane => plane.at(point))
    }

    #[inline]
    fn level(&self) -> Option<(usize, f64)> {
        either!(self, plane => plane.level())
    }
}

impl Cut for CuttingPlane {
    #[inline]
    fn side_of_point(&self, point: &[f64; 3]) -> Side {
        either!(self, plane => Cut::side_of_point(plane, point))
    }

    #[inline]
    fn sides_of_points(&self, points: &[[f64; 3]], are_single: bool, sides: &mut [Side]) {
        either!(self, plane => plane.sides_of_points(points, are_single, sides));
    }

    fn value_at(&self, point: &[f64; 3]) -> f64 {
        either!(self, plane => plane.value_at(point))
    }

    #[inline]
    fn enclose(&self, point: &[f64; 3]) -> [f64; 2] {
        either!(self, plane => plane.enclose(point))
    }

    fn distance_to(&self, point: &[f64; 3]) -> f64 {
        either!(self, plane => plane.distance_to(point))
    }

    fn axis_and_coordinate(&self) -> Option<(usize, f64)> {
        either!(self, plane => plane.axis_and_coordinate())
    }

    fn measuring_plane(&self) -> &Plane {
        either!(self, plane => plane.measuring_plane())
    }

    fn gap(&self, radius: f64) -> f64 {
        either!(self, plane => plane.gap(radius))
    }

    fn kept_points(&self) -> Option<[[f64; 3]; 3]> {
        either!(self, plane => plane.kept_points())
    }

    fn turned(&self) -> Self {
        either!(self, plane => plane.turned().into())
    }
}
