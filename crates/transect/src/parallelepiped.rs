//! Parallelepipeds, such as oriented boxes. In 2D they are parallelograms.

use transect_exact::Side;
use transect_exact::arrays::{Few as _, array};
use transect_exact::determinant::{dot, numbers};
use transect_exact::linear::LinearForm;
use transect_exact::number::Number;
use transect_exact::polynomial::{Polynomial, digits, sign};
use transect_exact::rounded::rounded;

use crate::coordinates::Coordinates;
use crate::plane::Plane;
use crate::predicates::radial::distance;
use crate::shape::{Shape, ShapeError, all_finite, combination, finite};
use crate::side::{Extent, Interval};

/// A solid parallelepiped with a center c and D half-axis vectors hⱼ of any lengths and angles: all points c + Σ tⱼ·hⱼ
/// with −1 ≤ tⱼ ≤ 1.
///
/// Examples are oriented boxes (OBB), sheared boxes, and axis-aligned boxes given by center and half-sizes. If the
/// half-axis vectors are linearly dependent or zero, the parallelepiped is a flat shape, a segment or a point.
///
/// The side of the parallelepiped relative to a plane n·p + d = 0 is exact for the given center c and half-axes hⱼ,
/// although its corners are not floats in general. The signs of n·c + d ± Σ|n·hⱼ| are the sides of its backmost and
/// frontmost points.
///
/// ```
/// use transect::{Extent, Parallelepiped, Plane, Side};
/// // The box is rotated by an angle of a 3-4-5 triangle; an edge touches the plane.
/// let half_axes = [[3.0, 4.0, 0.0], [-4.0, 3.0, 0.0], [0.0, 0.0, 1.0]];
/// let turned = Parallelepiped::new([7.0, 0.0, 0.0], half_axes)?;
/// let wall = Plane::new([1.0, 0.0, 0.0], 0.0)?;
/// assert_eq!(wall.extent(&turned), Extent { backmost: Side::On, frontmost: Side::Front });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "Obb")]
#[doc(alias = "oriented bounding box")]
#[doc(alias = "parallelogram")]
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "OBB")]
#[doc(alias = "OrientedBox")]
pub struct Parallelepiped<const D: usize = 3> {
    center: [f64; D],
    half_axes: [[f64; D]; D],
}

impl<const D: usize> Parallelepiped<D> {
    /// Returns the parallelepiped with this center and these half-axis vectors.
    ///
    /// # Errors
    /// Returns [`ShapeError::NotFinite`] if a coordinate of the center or of a half-axis is NaN or infinite.
    pub fn new(
        center: impl Coordinates<D>,
        half_axes: [impl Coordinates<D>; D],
    ) -> Result<Self, ShapeError> {
        let center = center.coordinates();
        let half_axes = half_axes.map(Coordinates::coordinates);
        finite("center", None, &center)?;
        all_finite("half-axis", &half_axes)?;
        Ok(Self { center, half_axes })
    }

    /// Returns the axis-aligned box with this center and these half-sizes. The box is represented exactly, while
    /// [`Aabb::from_center`](crate::Aabb::from_center) rounds its corners.
    ///
    /// ```
    /// use transect::{Aabb, Parallelepiped, Plane, Side};
    /// let wall = Plane::new([1.0, 0.0, 0.0], -1.0)?;
    /// let exact = Parallelepiped::from_center([1e-17, 0.0, 0.0], [1.0, 1.0, 1.0])?;
    /// assert_eq!(wall.extent(&exact).frontmost, Side::Front);
    /// let rounded = Aabb::from_center([1e-17, 0.0, 0.0], [1.0, 1.0, 1.0])?;
    /// assert_eq!(wall.extent(&rounded).frontmost, Side::On);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`ShapeError::NotFinite`] if a number is NaN or infinite, and [`ShapeError::NegativeHalfSize`] if a
    /// half-size is negative.
    pub fn from_center(
        center: impl Coordinates<D>,
        half_sizes: impl Coordinates<D>,
    ) -> Result<Self, ShapeError> {
        let mut units = [[0.0; D]; D];
        for (axis, unit) in units.iter_mut().enumerate() {
            unit[axis] = 1.0;
        }
        Self::from_axes(center, units, half_sizes)
    }

    /// Returns the oriented box with this center, these directions, and these half-sizes along the directions. Each
    /// half-axis is the product of a direction and a half-size, rounded. Sides are exact for the rounded half-axes.
    ///
    /// For a box, the directions are the columns of a rotation matrix. This function does not normalise them.
    ///
    /// ```
    /// use transect::Parallelepiped;
    /// let turned = Parallelepiped::from_axes([5.0, 5.0], [[0.0, 1.0], [-1.0, 0.0]], [2.0, 3.0])?;
    /// assert_eq!(turned.half_axes(), [[0.0, 2.0], [-3.0, 0.0]]);
    /// # Ok::<(), transect::ShapeError>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`ShapeError::NotFinite`] if a number is NaN or infinite, and [`ShapeError::NegativeHalfSize`] if a
    /// half-size is negative.
    pub fn from_axes(
        center: impl Coordinates<D>,
        directions: [impl Coordinates<D>; D],
        half_sizes: impl Coordinates<D>,
    ) -> Result<Self, ShapeError> {
        let directions = directions.map(Coordinates::coordinates);
        let half_sizes = half_sizes.coordinates();
        finite("half-size", None, &half_sizes)?;
        if let Some(axis) = (0..D).find(|&axis| half_sizes[axis] < 0.0) {
            return Err(ShapeError::NegativeHalfSize {
                axis,
                value: half_sizes[axis],
            });
        }
        all_finite("direction", &directions)?;
        let half_axes = core::array::from_fn(|axis| {
            directions[axis].map(|coordinate| coordinate * half_sizes[axis])
        });
        Self::new(center, half_axes)
    }

    /// Returns the center of the parallelepiped.
    #[must_use]
    pub fn center(&self) -> [f64; D] {
        self.center
    }

    /// Returns the half-axis vectors of the parallelepiped.
    #[must_use]
    pub fn half_axes(&self) -> [[f64; D]; D] {
        self.half_axes
    }

    /// Returns the 2ᴰ corners, rounded. If bit j of a corner's index is set, half-axis j is added; otherwise it is
    /// subtracted.
    ///
    /// ```
    /// use transect::Parallelepiped;
    /// let sheared = Parallelepiped::new([0.0, 0.0], [[1.0, 0.0], [1.0, 2.0]])?;
    /// let corners: Vec<_> = sheared.corners().collect();
    /// assert_eq!(corners, [[-2.0, -2.0], [0.0, -2.0], [0.0, 2.0], [2.0, 2.0]]);
    /// # Ok::<(), transect::ShapeError>(())
    /// ```
    pub fn corners(&self) -> impl ExactSizeIterator<Item = [f64; D]> + use<D> {
        let parallelepiped = *self;
        (0..1_usize << D).map(move |place| {
            parallelepiped.corner(array(|axis| match place >> axis & 1 {
                0 => -1.0,
                _ => 1.0,
            }))
        })
    }

    fn corner(&self, signs: [f64; D]) -> [f64; D] {
        combination(&self.center, &signs, &self.half_axes)
    }

    /// Returns the extent from the exact sides of the backmost and the frontmost corner.
    #[cold]
    #[inline(never)]
    fn extent_by_corners(&self, plane: &Plane<D>) -> Extent {
        let [backmost, frontmost] = self
            .backmost_and_frontmost(plane)
            .map(|corner| sign::<{ digits(2) }>(&corner));
        Extent {
            backmost,
            frontmost,
        }
    }

    /// Returns the corner with the least n·p and the corner with the greatest n·p. The exact signs of n·hⱼ determine
    /// these corners.
    fn backmost_and_frontmost<'a>(&'a self, plane: &'a Plane<D>) -> [Corner<'a, D>; 2] {
        let along = LinearForm::new(plane.normal(), 0.0);
        let signs = self.half_axes.each_ref().map(|half_axis| {
            if along.side(half_axis) == Side::Back {
                -1.0
            } else {
                1.0
            }
        });
        [signs.map(|sign: f64| -sign), signs].each(|signs| Corner {
            form: plane.form(),
            of: self,
            signs,
        })
    }
}

impl<const D: usize> Shape<D> for Parallelepiped<D> {
    #[inline]
    fn extent(&self, plane: &Plane<D>) -> Extent {
        let form = plane.form();
        let ([back, front], is_certain) = form.over_parallelepiped(&self.center, &self.half_axes);
        if is_certain {
            Extent {
                backmost: Side::of_nonzero(back),
                frontmost: Side::of_nonzero(front),
            }
        } else {
            self.extent_by_corners(plane)
        }
    }

    /// Returns the signed distances of the backmost and the frontmost point; both have a relative error below 2⁻⁴⁷.
    fn interval(&self, plane: &Plane<D>) -> Interval {
        let [backmost, frontmost] = self
            .backmost_and_frontmost(plane)
            .map(|corner| distance(rounded::<{ digits(2) }>(&corner), &plane.normal()));
        Interval {
            backmost,
            frontmost,
        }
    }

    fn extremes(&self, plane: &Plane<D>) -> [[f64; D]; 2] {
        self.backmost_and_frontmost(plane)
            .map(|corner| self.corner(corner.signs))
    }
}

/// The value of a plane at a corner: the polynomial n·c + d + Σ ±n·hⱼ for the center c and the half-axes hⱼ. The
/// polynomial has degree 2 and D² + D + 1 terms.
struct Corner<'a, const D: usize> {
    form: &'a LinearForm<D>,
    of: &'a Parallelepiped<D>,
    signs: [f64; D],
}

impl<const D: usize> Polynomial for Corner<'_, D> {
    fn evaluate<N: Number>(&self) -> N {
        let normal = numbers::<N, D>(&self.form.coefficients());
        let mut sum = dot(&normal, &numbers(&self.of.center)).plus(&N::of(self.form.constant()));
        for (&sign, half_axis) in self.signs.iter().zip(&self.of.half_axes) {
            sum = sum.plus(&dot(&normal, &half_axis.map(|c| N::of(sign * c))));
        }
        sum
    }
}
