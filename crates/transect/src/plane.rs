//! Planes, and their convention: a plane is `n·p + d = 0`, and its front is where `n·p + d` is positive.

use core::error::Error;
use core::fmt;

use transect_exact::Dyadic;
use transect_exact::crossing::Affine;
use transect_exact::determinant::numbers;
use transect_exact::linear::LinearForm;
use transect_exact::nearest_sum::{nearest_sum, quick_sum};
use transect_exact::number::Number;
use transect_exact::polynomial::digits;
use transect_exact::vector::{dominant_axis, length, near_one};

use crate::coordinates::Coordinates;
use crate::predicates::normal::{nearest_normal, normal};
use crate::predicates::ruler::Ruler;

/// A plane in 3D, or with `D = 2` a line in 2D: all points with `n·p + d = 0`.
///
/// The front is where `n·p + d > 0`: the side that the normal `n` points to. From the front, the three points of
/// [`Plane::through`] are seen counter-clockwise. In 2D, the front is on the left of the way from the first point to
/// the second.
///
/// The normal may have any length and is not normalised. Coefficients are stored as given, and all signs are exact for
/// these coefficients.
///
/// ```
/// use transect::{Plane, Side};
/// let plane = Plane::new([2.0, 3.0, 6.0], -17.0)?;
/// assert_eq!(plane.side(&[-1.0, 7.0, 0.0]), Side::Front);
/// assert_eq!(plane.value(&[-1.0, 7.0, 0.0]), 2.0);
/// assert_eq!(plane.signed_distance(&[-1.0, 7.0, 0.0]), 2.0 / 7.0);
/// assert_eq!(plane.flipped().side(&[-1.0, 7.0, 0.0]), Side::Back);
/// # Ok::<(), transect::PlaneError>(())
/// ```
#[doc(alias = "HalfSpace")]
#[doc(alias = "hyperplane")]
#[doc(alias = "half-plane")]
#[derive(Clone, Copy, PartialEq)]
pub struct Plane<const D: usize = 3> {
    form: LinearForm<D>,
}

/// The plane through given points. Its coefficients may be rounded.
pub(crate) struct Through<const D: usize> {
    pub(crate) plane: Plane<D>,
    /// The exponent e of the power of two by which the exact coefficients were multiplied before they were rounded.
    pub(crate) power: i32,
    /// `true` if a coefficient of the normal certainly differs from the exact one. If `false`, the coefficients may be
    /// exact or not.
    pub(crate) is_rounded: bool,
}

/// An error: the given numbers do not describe a plane, or the computed plane is not representable.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum PlaneError {
    /// The normal is exactly zero, so it has no direction.
    ZeroNormal,
    /// A coefficient of a plane, or a number from which it is computed, is NaN or infinite.
    NotFinite {
        /// The name of the number that is NaN or infinite.
        what: &'static str,
        /// The number that is NaN or infinite.
        value: f64,
    },
    /// The points lie on one line; in 2D, both points are equal. So more than one plane contains them.
    Dependent,
    /// The normals of the planes lie in one plane; in 2D, they are parallel. So the planes have no single common point.
    NoSinglePoint,
    /// The map is singular: it takes all of space into a plane, or in 2D into a line. So different planes may have the
    /// same image.
    SingularMap,
    /// The computed offset of the plane is too large for an f64.
    OffsetOverflow,
}

impl fmt::Display for PlaneError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ZeroNormal => f.write_str("the normal is zero; a plane needs a direction"),
            Self::NotFinite { what, value } => write!(f, "{what} is {value}, not a finite number"),
            Self::Dependent => {
                f.write_str("the points lie on one line; a plane needs points that do not")
            }
            Self::NoSinglePoint => f.write_str(
                "the planes have no single point in common; their normals must be independent",
            ),
            Self::SingularMap => {
                f.write_str("the map is singular; it takes different planes to the same set")
            }
            Self::OffsetOverflow => {
                f.write_str("the plane's offset is too large for a 64-bit float")
            }
        }
    }
}

impl Error for PlaneError {}

impl Plane<3> {
    /// The plane x = 0; its front has positive x.
    pub const X: Self = Self::axis([1.0, 0.0, 0.0]);
    /// The plane y = 0; its front has positive y.
    pub const Y: Self = Self::axis([0.0, 1.0, 0.0]);
    /// The plane z = 0; its front has positive z.
    pub const Z: Self = Self::axis([0.0, 0.0, 1.0]);
}

impl<const D: usize> Plane<D> {
    const fn axis(normal: [f64; D]) -> Self {
        Self::of_valid(normal, 0.0)
    }

    /// Returns the plane `normal·p + offset = 0`. The numbers must be finite, and the normal must not be zero.
    pub(crate) const fn of_valid(normal: [f64; D], offset: f64) -> Self {
        Self {
            form: LinearForm::new(normal, offset),
        }
    }

    /// Returns the plane of a linear form. Its numbers must be finite, and at least one coefficient must not be zero.
    #[inline]
    pub(crate) const fn of_form(form: LinearForm<D>) -> Self {
        Self { form }
    }

    /// Returns the plane `normal·p + offset = 0`.
    ///
    /// # Errors
    /// Returns [`PlaneError::ZeroNormal`] if the normal is zero, and [`PlaneError::NotFinite`] if a number is NaN or
    /// infinite.
    pub fn new(normal: impl Coordinates<D>, offset: f64) -> Result<Self, PlaneError> {
        Self::constant(normal.coordinates(), offset)
    }

    /// Returns the plane of [`Plane::new`]; this function can be called in constants.
    ///
    /// ```
    /// use transect::{Plane, Side};
    /// const FLOOR: Plane = match Plane::constant([0.0, 0.0, 1.0], -1.2) {
    ///     Ok(plane) => plane,
    ///     Err(_) => panic!("not a plane"), // an error of the compiler, not of the program
    /// };
    /// assert_eq!(FLOOR.side(&[0.0, 0.0, 1.2]), Side::On);
    /// ```
    ///
    /// # Errors
    /// Returns [`PlaneError::ZeroNormal`] and [`PlaneError::NotFinite`], under the same conditions as for
    /// [`Plane::new`].
    pub const fn constant(normal: [f64; D], offset: f64) -> Result<Self, PlaneError> {
        let mut axis = 0;
        let mut is_zero = true;
        while axis < D {
            let what = ["normal x", "normal y", "normal z"][axis];
            if let Err(error) = finite(what, normal[axis]) {
                return Err(error);
            }
            is_zero &= normal[axis] == 0.0;
            axis += 1;
        }
        if let Err(error) = finite("offset", offset) {
            return Err(error);
        }
        if is_zero {
            return Err(PlaneError::ZeroNormal);
        }
        Ok(Self::of_valid(normal, offset))
    }

    /// Returns the plane `normal·p = distance`, another customary form. For a normal of length one, `distance` is the
    /// distance of the plane from the origin, along the normal.
    ///
    /// ```
    /// use transect::{Plane, Side};
    /// let ceiling = Plane::from_normal_and_distance([0.0, 0.0, 1.0], 2.5)?;
    /// assert_eq!(ceiling.side(&[0.0, 0.0, 2.5]), Side::On);
    /// # Ok::<(), transect::PlaneError>(())
    /// ```
    ///
    /// # Errors
    /// Returns the same errors as [`Plane::new`].
    pub fn from_normal_and_distance(
        normal: impl Coordinates<D>,
        distance: f64,
    ) -> Result<Self, PlaneError> {
        finite("distance", distance)?;
        Self::new(normal, 0.0 - distance)
    }

    /// Returns the plane that passes through a point and has this normal, with an offset that is rounded: the point may
    /// lie off the plane. A [`PlaneAt`](crate::PlaneAt) keeps the point, which then lies on the plane exactly. The
    /// front is the side that the normal points to.
    ///
    /// The offset −n·p is computed exactly and rounded once. If the offset is not a float, the magnitude of `n·p + d`
    /// at the point is at most half a unit in the last place of the offset.
    ///
    /// # Errors
    /// Returns the same errors as [`Plane::new`], and [`PlaneError::OffsetOverflow`] if the offset is beyond the range
    /// of floats.
    #[doc(alias = "from_point_normal")]
    #[doc(alias = "from_normal_and_coplanar_point")]
    pub fn from_point_and_normal(
        point: impl Coordinates<D>,
        normal: impl Coordinates<D>,
    ) -> Result<Self, PlaneError> {
        let [point, normal] = [point.coordinates(), normal.coordinates()];
        for (axis, &value) in point.iter().enumerate() {
            finite(["point x", "point y", "point z"][axis], value)?;
        }
        Self::new(normal, 0.0)?; // an invalid normal is an error
        let negated = nearest_sum(&normal, &point, 0.0);
        if negated.is_infinite() {
            return Err(PlaneError::OffsetOverflow);
        }
        Self::new(normal, 0.0 - negated)
    }

    /// Returns the plane through D points. In 3D, the three points are counter-clockwise, seen from the front. In 2D,
    /// the front is on the left of the way from the first point to the second.
    ///
    /// The test for dependent points is exact. Each coefficient of the normal is the float nearest to the exact one. If
    /// a coefficient is close to overflow or underflow, all coefficients are divided by one power of two. The offset is
    /// computed as in [`Plane::from_point_and_normal`]. Points with integer coordinates up to 2¹⁶ lie exactly on their
    /// plane; other points may lie off their plane by a rounding error.
    ///
    /// ```
    /// use transect::{Plane, Side};
    /// let plane = Plane::through([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])?;
    /// assert_eq!(plane.side(&[1.0, 1.0, 1.0]), Side::Front);
    /// let line = Plane::through([[0.0, 0.0], [1.0, 0.0]])?;
    /// assert_eq!(line.side(&[0.0, 1.0]), Side::Front);
    /// # Ok::<(), transect::PlaneError>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`PlaneError::Dependent`] if the points lie on one line (in 2D, if they are equal), and
    /// [`PlaneError::NotFinite`] if a coordinate is NaN or infinite.
    #[doc(alias = "from_points")]
    #[doc(alias = "set_from_coplanar_points")]
    pub fn through(points: [impl Coordinates<D>; D]) -> Result<Self, PlaneError> {
        let through = Self::through_scaled(&points.map(Coordinates::coordinates))?;
        Ok(through.plane)
    }

    /// Returns the same plane as [`Plane::through`], and how its coefficients differ from the exact ones.
    #[inline]
    pub(crate) fn through_scaled(points: &[[f64; D]; D]) -> Result<Through<D>, PlaneError> {
        for &value in points.as_flattened() {
            finite("a point's coordinate", value)?;
        }
        match Self::through_near(points) {
            Some(through) => Ok(through),
            None => Self::through_exactly(points),
        }
    }

    /// Returns the plane of [`Plane::through`] if floats and double-doubles suffice to find its nearest coefficients.
    /// Returns `None` if integers are needed, or if the largest coefficient of the normal is very large or very small.
    #[inline]
    fn through_near(points: &[[f64; D]; D]) -> Option<Through<D>> {
        let (mut normal, mut is_rounded) = ([0.0; D], false);
        for (float, coefficient) in normal.iter_mut().zip(nearest_normal(points)) {
            let coefficient = coefficient?;
            *float = coefficient.float;
            is_rounded |= coefficient.is_rounded;
        }
        let largest = normal.iter().fold(0.0, |m: f64, c| m.max(c.abs()));
        let negated = quick_sum(&normal, &points[0], 0.0)?;
        let plane = Self::of_valid(normal, 0.0 - negated);
        (1e-150..1e150).contains(&largest).then_some(Through {
            plane,
            power: 0,
            is_rounded,
        })
    }

    #[cold]
    #[inline(never)]
    fn through_exactly(points: &[[f64; D]; D]) -> Result<Through<D>, PlaneError> {
        let normal: [Dyadic<{ digits(2) }>; D] = normal(points);
        let Some(exponent) = normal.iter().filter_map(Dyadic::exponent).max() else {
            return Err(PlaneError::Dependent);
        };
        let over = |power: i32| {
            let normal = normal
                .each_ref()
                .map(|coefficient| coefficient.to_f64_scaled(-power));
            let plane = Self::from_point_and_normal(points[0], normal);
            plane.map(|plane| Through {
                plane,
                power: -power,
                is_rounded: false,
            })
        };
        if exponent.abs() < 500
            && let Ok(through) = over(0)
        {
            return Ok(through);
        }
        // If coefficients are at most 1/8, the sum of three products of coefficients and floats cannot overflow.
        over(exponent + 4)
    }

    /// Returns the normal n of the plane n·p + d = 0, of any length.
    #[must_use]
    pub fn normal(&self) -> [f64; D] {
        self.form.coefficients()
    }

    /// Returns the offset d of the plane n·p + d = 0.
    #[must_use]
    pub fn offset(&self) -> f64 {
        self.form.constant()
    }

    /// Returns the normal and the distance of this plane in the form `normal·p = distance`, as in
    /// [`Plane::from_normal_and_distance`].
    #[must_use]
    pub fn normal_and_distance(&self) -> ([f64; D], f64) {
        (self.normal(), 0.0 - self.offset())
    }

    /// Returns the linear form n·p + d of the plane, which loops over many points can evaluate.
    #[must_use]
    pub fn form(&self) -> &LinearForm<D> {
        &self.form
    }

    /// Returns the same plane with front and back exchanged.
    #[doc(alias = "reversed")]
    #[doc(alias = "negated")]
    #[must_use]
    #[doc(alias = "negate")]
    #[doc(alias = "flip")]
    #[doc(alias = "inverse")]
    pub fn flipped(&self) -> Self {
        // Each number is negated as 0 − x instead of −x, so that a zero coefficient stays a positive zero.
        Self::of_valid(self.normal().map(|c| 0.0 - c), 0.0 - self.offset())
    }

    /// Returns the same plane with a normal of length one. Its coefficients are rounded, so points near the plane may
    /// change sides.
    ///
    /// # Errors
    /// Returns [`PlaneError::OffsetOverflow`] if the distance from the origin is beyond the range of floats.
    pub fn normalized(&self) -> Result<Self, PlaneError> {
        let (normal, exponent) = near_one(&self.normal());
        let length = length(&normal);
        let offset = libm::ldexp(self.offset() / length, -exponent);
        if offset.is_infinite() {
            return Err(PlaneError::OffsetOverflow);
        }
        Self::new(normal.map(|coefficient| coefficient / length), offset)
    }

    /// Returns the plane moved by this distance to the front, or to the back if the distance is negative. The result is
    /// rounded: its offset has an error of at most 4·2⁻⁵³·(|d| + |distance|·|n|).
    ///
    /// ```
    /// use transect::Plane;
    /// let plane = Plane::new([0.0, 3.0, 4.0], 0.0)?;
    /// assert_eq!(plane.moved(2.0)?.offset(), -10.0);
    /// # Ok::<(), transect::PlaneError>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`PlaneError::NotFinite`] if the distance is NaN or infinite, and [`PlaneError::OffsetOverflow`] if the
    /// new offset is beyond the range of floats.
    pub fn moved(&self, distance: f64) -> Result<Self, PlaneError> {
        finite("distance", distance)?;
        let (normal, exponent) = near_one(&self.normal());
        let offset = self.offset() - libm::ldexp(distance * length(&normal), exponent);
        if !offset.is_finite() {
            return Err(PlaneError::OffsetOverflow);
        }
        Self::new(self.normal(), offset)
    }

    /// Returns the float nearest to n·p + d, ties to even. So the sign is right, unless the value is at most 2⁻¹⁰⁷⁵ in
    /// magnitude and rounds to zero. A value beyond the range of floats is infinite.
    #[doc(alias = "dot_coord")]
    #[doc(alias = "half_space_value")]
    ///
    /// # Panics
    /// Panics if a coordinate is NaN or infinite; [`Plane::try_value`] returns an error instead.
    #[inline]
    #[must_use]
    pub fn value(&self, point: &impl Coordinates<D>) -> f64 {
        self.form.value(&point.coordinates())
    }

    /// If an axis is perpendicular to the plane, returns the index of this axis and the plane's coordinate on it,
    /// rounded once. Otherwise returns `None`.
    pub fn along_axis(&self) -> Option<(usize, f64)> {
        let normal = self.normal();
        let zeros = normal.iter().filter(|&&coefficient| coefficient == 0.0);
        if zeros.count() != D - 1 {
            return None;
        }
        let axis = dominant_axis(&normal);
        Some((axis, (-self.offset() / normal[axis]) + 0.0))
    }

    /// Returns the signed distance (n·p + d) / |n| of a point, with a relative error below 2⁻⁵⁰. Its sign is right
    /// unless the result underflows to zero.
    ///
    /// The float nearest to (n·p + d)·2^k is divided by the rounded length of n·2^k. The power 2^k makes the largest
    /// coefficient of n·2^k at least 1 and less than 2.
    #[doc(alias = "distance_to_point")]
    #[doc(alias = "distance_to")]
    #[doc(alias = "signed_distance_to_plane")]
    ///
    /// # Panics
    /// Panics if a coordinate is NaN or infinite; [`Plane::try_signed_distance`] returns an error instead.
    #[inline]
    #[must_use]
    pub fn signed_distance(&self, point: &impl Coordinates<D>) -> f64 {
        Ruler::new(self.normal()).distance(&self.form, &point.coordinates())
    }
}

impl Affine for Plane {
    fn at<N: Number>(&self, point: &[f64; 3]) -> N {
        self.form.evaluate(&numbers(point))
    }

    fn equation<N: Number>(&self) -> [N; 4] {
        numbers(&(*self).into())
    }

    #[inline]
    fn level(&self) -> Option<(usize, f64)> {
        // The coefficient of the normal is ±1, so the coordinate is exact.
        if self.form.is_along_axis() {
            self.along_axis()
        } else {
            None
        }
    }
}

impl<const D: usize> core::ops::Neg for Plane<D> {
    type Output = Self;
    fn neg(self) -> Self {
        self.flipped()
    }
}

/// Converts the coefficients a, b, c, d to the plane `a·x + b·y + c·z + d = 0`.
impl TryFrom<[f64; 4]> for Plane<3> {
    type Error = PlaneError;
    fn try_from([a, b, c, d]: [f64; 4]) -> Result<Self, PlaneError> {
        Self::new([a, b, c], d)
    }
}

/// Converts the coefficients a, b, c to the line `a·x + b·y + c = 0`.
impl TryFrom<[f64; 3]> for Plane<2> {
    type Error = PlaneError;
    fn try_from([a, b, c]: [f64; 3]) -> Result<Self, PlaneError> {
        Self::new([a, b], c)
    }
}

impl From<Plane<3>> for [f64; 4] {
    fn from(plane: Plane<3>) -> Self {
        let [a, b, c] = plane.normal();
        [a, b, c, plane.offset()]
    }
}

impl From<Plane<2>> for [f64; 3] {
    fn from(plane: Plane<2>) -> Self {
        let [a, b] = plane.normal();
        [a, b, plane.offset()]
    }
}

const fn finite(what: &'static str, value: f64) -> Result<(), PlaneError> {
    if value.is_finite() {
        Ok(())
    } else {
        Err(PlaneError::NotFinite { what, value })
    }
}
