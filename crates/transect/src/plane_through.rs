//! Planes kept as the points that define them. Sides of such planes are exact, because no coefficient is rounded.

mod extent;

pub use extent::ExtentThrough;

use crate::plane::{Plane, PlaneError};
use crate::point_error::PointError;
use crate::predicates::crossing::Affine;
use crate::predicates::determinant::{determinant, difference, dot, numbers};
use crate::predicates::dyadic::Dyadic;
use crate::predicates::normal::normal as exact_normal;
use crate::predicates::polynomial::{Number, Polynomial, digits, sign};
use crate::predicates::quotient::nearest_float;
use crate::predicates::unit::U;
use crate::side::{Extent, Side};
use crate::vector::{length, near_one};

/// The plane through D points, kept as these points. In 3D, the three points are counter-clockwise seen from the front.
/// In 2D, the front is on the left of the way from the first point to the second.
///
/// The coefficients of [`Plane::through`] are rounded, so the given points may lie off that plane. The given points
/// never lie off their `PlaneThrough`: a side is the sign of a determinant of the points. A triangle whose corners are
/// the points lies in the plane exactly.
///
/// ```
/// use transect::{Plane, PlaneThrough, Side};
/// let points = [[0.1, 0.2, 0.3], [0.7, 0.1, 0.2], [0.3, 0.9, 0.4]];
/// let (kept, rounded) = (PlaneThrough::new(points)?, Plane::through(points)?);
/// assert!(points.iter().all(|point| kept.side(point) == Side::On));
/// assert!(points.iter().any(|point| rounded.side(point) != Side::On));
/// # Ok::<(), transect::PlaneError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlaneThrough<const D: usize = 3> {
    points: [[f64; D]; D],
    /// The points of the plane, sorted by coordinates. Results are computed from the sorted points. So they do not
    /// depend on the given order of the points, except for their sign.
    sorted: [[f64; D]; D],
    /// `true` if the front of the plane through the sorted points is the back of this plane.
    is_flipped: bool,
    /// The plane through the points, with rounded coefficients.
    plane: Plane<D>,
    rounding: Rounding,
}

/// The rounding errors of the coefficients in the [`Plane`] of a [`PlaneThrough`].
#[derive(Clone, Copy, Debug, PartialEq)]
enum Rounding {
    /// The coefficients are exact, so the `Plane` contains the same points as the `PlaneThrough`.
    Nothing,
    /// Each coefficient is the exact coefficient times 2^power, rounded once.
    Coefficients {
        /// The exponent of the power of two that scales the coefficients.
        power: i32,
        /// The sum Σ |nᵢ·aᵢ|, rounded, where n is the rounded normal and a the point from which the offset is computed.
        /// It is infinite if coefficients are scaled or too small, because then no bound on the exact value follows
        /// from the rounding errors.
        magnitude: f64,
    },
}

impl<const D: usize> PlaneThrough<D> {
    /// Returns the plane through D points.
    ///
    /// # Errors
    /// Returns [`PlaneError::Dependent`] and [`PlaneError::NotFinite`], under the same conditions as for
    /// [`Plane::through`].
    pub fn new(points: [[f64; D]; D]) -> Result<Self, PlaneError> {
        let (sorted, is_flipped) = sorted(points);
        let (plane, rounding) = rounded(&sorted)?;
        Ok(Self {
            points,
            sorted,
            is_flipped,
            plane: if is_flipped { plane.flipped() } else { plane },
            rounding,
        })
    }

    /// Returns the points, in an order that is counter-clockwise seen from the front.
    #[must_use]
    pub fn points(&self) -> [[f64; D]; D] {
        self.points
    }

    /// Returns the rounded plane, for measuring and drawing. If all points have the same coordinate on an axis, the
    /// result is not rounded: it is the same plane, with a normal of length one.
    #[must_use]
    pub fn plane(&self) -> &Plane<D> {
        &self.plane
    }

    /// Returns the same plane with front and back exchanged.
    #[must_use]
    pub fn flipped(&self) -> Self {
        let mut points = self.points;
        points.swap(0, 1);
        Self {
            points,
            is_flipped: !self.is_flipped,
            plane: self.plane.flipped(),
            ..*self
        }
    }

    /// Returns the exact side of a shape: `On` if the plane meets the shape. A point is `On` if it lies in the plane.
    ///
    /// # Panics
    /// Panics if the shape is a point with a coordinate that is NaN or infinite; [`PlaneThrough::try_side`] returns an
    /// error instead.
    #[must_use]
    pub fn side(&self, shape: &impl ExtentThrough<D>) -> Side {
        shape.extent_through(self).side()
    }

    /// Returns the side of a point, like [`PlaneThrough::side`].
    ///
    /// ```
    /// use transect::{PlaneThrough, Side};
    /// let line = PlaneThrough::new([[0.0, 0.0], [3.0, 1.0]])?;
    /// assert_eq!(line.try_side(&[6.0, 2.0]), Ok(Side::On));
    /// assert!(line.try_side(&[6.0, f64::NAN]).is_err());
    /// # Ok::<(), transect::PlaneError>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`PointError`] if a coordinate is NaN or infinite.
    pub fn try_side(&self, point: &[f64; D]) -> Result<Side, PointError> {
        PointError::check(point).map(|()| self.side_of_point(point))
    }

    /// Returns the exact sides of a shape's backmost and frontmost points.
    ///
    /// # Panics
    /// Panics if the shape is a point with a coordinate that is NaN or infinite.
    #[must_use]
    pub fn extent(&self, shape: &impl ExtentThrough<D>) -> Extent {
        shape.extent_through(self)
    }

    /// Returns n·p + d at a point for the exact coefficients of this plane, in the scale of the normal of
    /// [`PlaneThrough::plane`]. The relative error is below 2⁻⁵⁰, so the sign is right. If a coefficient of
    /// [`PlaneThrough::plane`] is rounded, the result is the nearest float.
    ///
    /// If the value is below 2⁻¹⁰²² in magnitude, the least normal float, the relative error may be larger. The
    /// absolute error is then below 2⁻¹⁰⁷⁴, and the result may be zero.
    ///
    /// # Panics
    /// Panics if a coordinate is NaN or infinite.
    #[must_use]
    pub fn value(&self, point: &[f64; D]) -> f64 {
        self.value_scaled(point, 0)
    }

    /// Returns the signed distance of a point, within a few units in the last place. Its sign is right unless the
    /// distance underflows to zero.
    ///
    /// # Panics
    /// Panics if a coordinate is NaN or infinite.
    #[must_use]
    pub fn signed_distance(&self, point: &[f64; D]) -> f64 {
        let (normal, exponent) = near_one(&self.plane.normal());
        self.value_scaled(point, -exponent) / length(&normal)
    }

    /// Returns the exact side of a point, which is the sign of a polynomial of degree D.
    #[inline]
    pub(crate) fn side_of_point(&self, point: &[f64; D]) -> Side {
        let Rounding::Coefficients { magnitude, .. } = self.rounding else {
            return self.plane.form().side(point);
        };
        match self.plane.form().enclosure_beside(point, magnitude) {
            [low, _] if low > 0.0 => Side::Front,
            [_, high] if high < 0.0 => Side::Back,
            _ => self.exact_side(point),
        }
    }

    #[cold]
    fn exact_side(&self, point: &[f64; D]) -> Side {
        let side = sign::<{ digits(3) }>(&Orientation {
            points: &self.sorted,
            point,
        });
        if self.is_flipped { -side } else { side }
    }

    /// Returns a lower and an upper bound on the exact n·p + d that [`PlaneThrough::value`] rounds.
    #[inline]
    pub(crate) fn enclosure(&self, point: &[f64; D]) -> [f64; 2] {
        match self.rounding {
            Rounding::Nothing => self.plane.form().enclosure(point),
            Rounding::Coefficients { magnitude, .. } => {
                self.plane.form().enclosure_beside(point, magnitude)
            }
        }
    }

    fn value_scaled(&self, point: &[f64; D], further: i32) -> f64 {
        let Rounding::Coefficients { power, .. } = self.rounding else {
            return self.plane.form().value_scaled(point, further);
        };
        let orientation = Orientation {
            points: &self.sorted,
            point,
        };
        let quick = nearest_float(&orientation.evaluate())
            .map(|near| libm::ldexp(near, power + further))
            .filter(|quick| quick.is_normal() || *quick == 0.0);
        let value = quick.unwrap_or_else(|| {
            let exact: Dyadic<{ digits(3) }> = orientation.evaluate();
            exact.to_f64_scaled(power + further)
        });
        if self.is_flipped { 0.0 - value } else { value }
    }

    /// Returns a bound on the distance of [`PlaneThrough::plane`] from this plane, at points whose coordinates do not
    /// exceed `radius` in magnitude. Each coefficient of the rounded normal n has a relative error of at most u = 2⁻⁵³.
    /// The offset d, which is computed from a point a of this plane, is rounded once, too. At a point p, the distance
    /// is therefore at most u·(Σ |nᵢ|·(|pᵢ| + |aᵢ|) + |d|) / |n|, where Σ |nᵢ| ≤ 2|n|.
    pub(crate) fn largest_gap(&self, radius: f64) -> f64 {
        match self.rounding {
            Rounding::Nothing => 0.0,
            Rounding::Coefficients { .. } => {
                let farthest = self.points.as_flattened().iter();
                let farthest = farthest.fold(radius, |m, coordinate| m.max(coordinate.abs()));
                8.0 * U * farthest
            }
        }
    }

    /// Returns the index of the axis that is perpendicular to the plane, and the plane's coordinate on this axis.
    /// Returns `None` if the points do not have the same coordinate on any axis.
    pub(crate) fn along_axis(&self) -> Option<(usize, f64)> {
        shared_coordinate(&self.points)
    }

    /// Returns the exact normal and the exact offset. They are polynomials of the points' coordinates, of degree D − 1
    /// and D.
    pub(crate) fn coefficients<N: Number>(&self) -> ([N; D], N) {
        let mut normal: [N; D] = exact_normal(&self.sorted);
        if self.is_flipped {
            normal = normal.each_ref().map(|c| N::of(0.0).minus(c));
        }
        let offset = N::of(0.0).minus(&dot(&normal, &numbers(&self.sorted[0])));
        (normal, offset)
    }
}

impl Affine for PlaneThrough {
    /// Evaluates n·p + d up to a positive factor. The value is computed from the coefficients if they are exact,
    /// otherwise from the points.
    fn at<N: Number>(&self, point: &[f64; 3]) -> N {
        if matches!(self.rounding, Rounding::Nothing) {
            return self.plane.at(point);
        }
        let points = &self.sorted;
        let determinant: N = Orientation { points, point }.evaluate();
        if self.is_flipped {
            N::of(0.0).minus(&determinant)
        } else {
            determinant
        }
    }

    fn level(&self) -> Option<(usize, f64)> {
        self.along_axis()
    }
}

impl<const D: usize> core::ops::Neg for PlaneThrough<D> {
    type Output = Self;
    fn neg(self) -> Self {
        self.flipped()
    }
}

/// Returns the points sorted by coordinates, and `true` if the sorted order is an odd permutation of the given order.
fn sorted<const D: usize>(mut points: [[f64; D]; D]) -> ([[f64; D]; D], bool) {
    let mut is_odd = false;
    // Three comparisons of neighbours are enough to sort three points.
    for (first, second) in [(0, 1), (1, 2), (0, 1)] {
        if second < D && points[second] < points[first] {
            points.swap(first, second);
            is_odd = !is_odd;
        }
    }
    (points, is_odd)
}

/// Returns the index of an axis on which all points have the same coordinate, and this coordinate. Returns `None` if
/// there is no such axis.
fn shared_coordinate<const D: usize>(points: &[[f64; D]; D]) -> Option<(usize, f64)> {
    (0..D)
        .find(|&axis| points.iter().all(|point| point[axis] == points[0][axis]))
        .map(|axis| (axis, points[0][axis] + 0.0))
}

/// Returns the plane through points, with rounded coefficients, and a description of their rounding.
fn rounded<const D: usize>(points: &[[f64; D]; D]) -> Result<(Plane<D>, Rounding), PlaneError> {
    let through = Plane::through_scaled(points)?;
    let mut normal = through.plane.normal();
    if let Some((axis, coordinate)) = shared_coordinate(points) {
        // All points have the same coordinate on the axis `axis`, so the normal is parallel to this axis. A normal of
        // length one with the same sign describes the same plane exactly.
        let sign = if normal[axis] > 0.0 { 1.0 } else { -1.0 };
        normal = [0.0; D];
        normal[axis] = sign;
        return Ok((
            Plane::new(normal, 0.0 - sign * coordinate)?,
            Rounding::Nothing,
        ));
    }
    let is_lossless = |axis: usize| {
        let lost = Lost {
            normal: &normal,
            points,
            axis,
        };
        sign::<{ digits(2) }>(&lost) == Side::On
    };
    let is_exact = through.power == 0 && !through.is_rounded && (0..D).all(is_lossless);
    if is_exact && through.plane.form().side(&points[0]) == Side::On {
        return Ok((through.plane, Rounding::Nothing));
    }
    // If coefficients are scaled, or so small that their rounding errors may underflow, `magnitude` is infinite. Then
    // all sides are computed from the points.
    let is_relative = |axis: usize| normal[axis].abs() >= 1e-250 || is_lossless(axis);
    let magnitude = if through.power == 0 && (0..D).all(is_relative) {
        let terms = normal.iter().zip(&points[0]);
        terms.map(|(n, a)| (n * a).abs()).sum()
    } else {
        f64::INFINITY
    };
    let rounding = Rounding::Coefficients {
        power: through.power,
        magnitude,
    };
    Ok((through.plane, rounding))
}

/// The rounding error of a coefficient of the normal, a polynomial of degree 2.
struct Lost<'a, const D: usize> {
    normal: &'a [f64; D],
    points: &'a [[f64; D]; D],
    axis: usize,
}

impl<const D: usize> Polynomial for Lost<'_, D> {
    fn evaluate<N: Number>(&self) -> N {
        let exact: [N; D] = exact_normal(self.points);
        exact[self.axis].minus(&N::of(self.normal[self.axis]))
    }
}

/// The determinant of the differences from the first point of a plane to its other points and to `point`. It is
/// positive in front of the plane, and a polynomial of degree D.
struct Orientation<'a, const D: usize> {
    points: &'a [[f64; D]; D],
    point: &'a [f64; D],
}

impl<const D: usize> Polynomial for Orientation<'_, D> {
    fn evaluate<N: Number>(&self) -> N {
        let rows: [[N; D]; D] = core::array::from_fn(|row| {
            let point = self.points.get(row + 1).unwrap_or(self.point);
            difference(point, &self.points[0])
        });
        determinant(rows.each_ref())
    }
}
