//! A plane kept in the form in which it was given: by coefficients, by points, or by a point and a normal.

use transect_exact::Side;

use crate::aabb::Aabb;
use crate::coordinates::Coordinates;
use crate::equation::EquationError;
use crate::kept_plane::{ExtentThrough, IntervalThrough, ends_of_box};
use crate::plane::Plane;
use crate::plane_at::PlaneAt;
use crate::plane_through::PlaneThrough;
use crate::shape::Shape;
use crate::side::{Extent, Interval};

/// A plane in the form in which it was given: by the coefficients of n·p + d = 0, by three of its points (in 2D two),
/// or by a point and a normal.
///
/// All results are those of the contained [`Plane`], [`PlaneThrough`] or [`PlaneAt`], bit for bit.
///
/// ```
/// use transect::{Aabb, CuttingPlane, PlaneAt, PlaneThrough, Side};
/// let level: CuttingPlane = "z = 1".parse()?;
/// let corners = PlaneThrough::new([[0.0, 0.0, 1.0], [1.0, 0.0, 1.0], [0.0, 1.0, 1.0]])?;
/// let center = PlaneAt::new([0.5, 0.5, 1.0], [0.0, 0.0, 0.1])?;
/// let cube = Aabb::new([0.0; 3], [1.0; 3])?;
/// for plane in [level, corners.into(), center.into()] {
///     let extent = plane.extent(&cube);
///     assert_eq!((extent.backmost, extent.frontmost), (Side::Back, Side::On));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CuttingPlane<const D: usize = 3> {
    /// A plane given by coefficients.
    Coefficients(Plane<D>),
    /// A plane given by three points, or in 2D by two.
    Points(PlaneThrough<D>),
    /// A plane given by a point and a normal.
    PointAndNormal(PlaneAt<D>),
}

/// Evaluates the same expression for each variant of a [`CuttingPlane`], with `$plane` bound to the plane in the
/// variant.
macro_rules! each {
    ($self:expr, $plane:ident => $answer:expr) => {
        match $self {
            CuttingPlane::Coefficients($plane) => $answer,
            CuttingPlane::Points($plane) => $answer,
            CuttingPlane::PointAndNormal($plane) => $answer,
        }
    };
}

#[cfg(feature = "batch")]
pub(crate) use each;

impl<const D: usize> CuttingPlane<D> {
    /// Returns the exact side of a shape: `On` if the plane meets the shape.
    ///
    /// # Panics
    /// Panics if the shape is a point with a coordinate that is NaN or infinite.
    #[must_use]
    pub fn side(&self, shape: &(impl Shape<D> + ExtentThrough<D>)) -> Side {
        self.extent(shape).side()
    }

    /// Returns the exact sides of a shape's backmost and frontmost points.
    ///
    /// # Panics
    /// Panics if the shape is a point with a coordinate that is NaN or infinite.
    #[must_use]
    pub fn extent(&self, shape: &(impl Shape<D> + ExtentThrough<D>)) -> Extent {
        each!(self, plane => plane.extent(shape))
    }

    /// Returns the signed distances of a shape's backmost and frontmost points, rounded. The distance of a box that
    /// extends to infinity is infinite.
    ///
    /// # Panics
    /// Panics if the shape is a point with a coordinate that is NaN or infinite.
    #[must_use]
    pub fn interval(&self, shape: &(impl Shape<D> + IntervalThrough<D>)) -> Interval {
        each!(self, plane => plane.interval(shape))
    }

    /// Returns the signed distance of a point, rounded. Its sign is right unless the distance underflows to zero.
    ///
    /// # Panics
    /// Panics if a coordinate is NaN or infinite.
    #[must_use]
    pub fn signed_distance(&self, point: &impl Coordinates<D>) -> f64 {
        each!(self, plane => plane.signed_distance(point))
    }

    /// Returns the backmost and the frontmost corner of a box, like [`Aabb::backmost_and_frontmost`]. A coordinate is
    /// infinite if the box extends to infinity across the plane.
    #[must_use]
    pub fn backmost_and_frontmost(&self, aabb: &Aabb<D>) -> [[f64; D]; 2] {
        match self {
            Self::Coefficients(plane) => aabb.backmost_and_frontmost(&plane.normal()),
            Self::Points(plane) => ends_of_box(aabb, plane),
            Self::PointAndNormal(plane) => ends_of_box(aabb, plane),
        }
    }

    /// Returns the plane of the coefficients, for measuring and drawing. If the plane was given by points, or by a
    /// point and a normal, the coefficients are rounded.
    #[must_use]
    pub fn plane(&self) -> &Plane<D> {
        match self {
            Self::Coefficients(plane) => plane,
            Self::Points(plane) => plane.plane(),
            Self::PointAndNormal(plane) => plane.plane(),
        }
    }

    /// Returns `true` if a coefficient of [`CuttingPlane::plane`] is rounded. Otherwise, both planes contain the same
    /// points.
    #[must_use]
    pub fn is_rounded(&self) -> bool {
        match self {
            Self::Coefficients(_) => false,
            Self::Points(plane) => plane.is_rounded(),
            Self::PointAndNormal(plane) => plane.is_rounded(),
        }
    }

    /// Returns the points, three in 3D and two in 2D, if the plane was given by points, or else `None`.
    #[must_use]
    pub fn points(&self) -> Option<[[f64; D]; D]> {
        match self {
            Self::Points(plane) => Some(plane.points()),
            Self::Coefficients(_) | Self::PointAndNormal(_) => None,
        }
    }

    /// Returns the point and the normal if the plane was given by them, or else `None`.
    #[must_use]
    pub fn point_and_normal(&self) -> Option<[[f64; D]; 2]> {
        match self {
            Self::PointAndNormal(plane) => Some([plane.point(), plane.normal()]),
            Self::Coefficients(_) | Self::Points(_) => None,
        }
    }

    /// Returns the same plane with front and back exchanged.
    #[must_use]
    pub fn flipped(&self) -> Self {
        each!(self, plane => plane.flipped().into())
    }
}

impl<const D: usize> From<Plane<D>> for CuttingPlane<D> {
    fn from(plane: Plane<D>) -> Self {
        Self::Coefficients(plane)
    }
}

impl<const D: usize> From<PlaneThrough<D>> for CuttingPlane<D> {
    fn from(plane: PlaneThrough<D>) -> Self {
        Self::Points(plane)
    }
}

impl<const D: usize> From<PlaneAt<D>> for CuttingPlane<D> {
    fn from(plane: PlaneAt<D>) -> Self {
        Self::PointAndNormal(plane)
    }
}

/// Parses an equation in the same way as [`Plane`].
impl<const D: usize> core::str::FromStr for CuttingPlane<D> {
    type Err = EquationError;

    fn from_str(text: &str) -> Result<Self, EquationError> {
        text.parse().map(Self::Coefficients)
    }
}
