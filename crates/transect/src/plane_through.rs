//! Planes kept as their points: the sides of such planes are exact, without intermediate rounding.

use crate::aabb::Aabb;
use crate::plane::{Plane, PlaneError, normal_coefficient};
use crate::predicates::crossing::Affine;
use crate::predicates::determinant::{cross, determinant, difference, dot, numbers};
use crate::predicates::dyadic::Dyadic;
use crate::predicates::linear::DIGITS;
use crate::predicates::polynomial::{Number, Polynomial, digits, sign};
use crate::predicates::unit::U;
use crate::segment::Segment;
use crate::side::{Extent, Side};
use crate::triangle::Triangle;
use crate::vector::{length, near_one};

/// The plane through D points, kept as these points. In 3D, three points are counter-clockwise seen from the
/// front. In 2D, the front is on the left of the way from the first point to the second.
///
/// The coefficients of [`Plane::through`] are rounded, so its points may lie off that plane. The points never lie off a
/// `PlaneThrough`: a side is the sign of a determinant of the points. If the points are corners of a triangle, the
/// triangle lies in the plane exactly.
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
    /// The points of the plane, sorted by coordinates. Computed numbers therefore do not depend on the given order of
    /// the points, except for their sign.
    sorted: [[f64; D]; D],
    /// `true` if the front of the plane through the sorted points is the back of this plane.
    is_flipped: bool,
    /// The plane with rounded coefficients.
    plane: Plane<D>,
    rounding: Rounding<D>,
}

/// The rounding of the coefficients in the [`Plane`] of a [`PlaneThrough`].
#[derive(Clone, Copy, Debug, PartialEq)]
enum Rounding<const D: usize> {
    /// The coefficients are exact: the `Plane` contains the same points.
    Nothing,
    /// Each coefficient is that of the determinant times 2^power, rounded once.
    Coefficients {
        /// The exponent of the power of two that scales the coefficients.
        power: i32,
        /// The rounding error of each coefficient, itself rounded.
        tails: [f64; D],
        /// The sum Σ |nᵢ·aᵢ| for the point a from which the offset is computed, rounded. It is infinite if a
        /// coefficient is too small for a small relative error.
        magnitude: f64,
    },
}

impl<const D: usize> PlaneThrough<D> {
    /// Returns the plane through D points.
    ///
    /// # Errors
    /// [`PlaneError::Dependent`] and [`PlaneError::NotFinite`], as [`Plane::through`].
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

    /// Returns the side of a shape, exactly: `On` if the plane meets the shape. A point is `On` if it lies in the
    /// plane.
    #[must_use]
    pub fn side(&self, shape: &impl ExtentThrough<D>) -> Side {
        shape.extent_through(self).side()
    }

    /// Returns the sides of a shape's backmost and frontmost points, exactly.
    #[must_use]
    pub fn extent(&self, shape: &impl ExtentThrough<D>) -> Extent {
        shape.extent_through(self)
    }

    /// Returns the value of the determinant at a point, in the scale of the normal of [`PlaneThrough::plane`]. The
    /// relative error is below 2⁻⁵⁰, so the sign is right.
    ///
    /// Below 2⁻¹⁰²², the least normal float, the absolute error is below 2⁻¹⁰⁷⁴ instead, and the result may be zero.
    #[must_use]
    pub fn value(&self, point: &[f64; D]) -> f64 {
        self.value_scaled(point, 0)
    }

    /// Returns the signed distance of a point, within a few units in the last place. The sign is right
    /// unless the distance underflows to zero.
    #[must_use]
    pub fn signed_distance(&self, point: &[f64; D]) -> f64 {
        let (normal, exponent) = near_one(&self.plane.normal());
        self.value_scaled(point, -exponent) / length(&normal)
    }

    /// Returns the side of a point: the sign of a polynomial of degree D.
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

    /// Returns two floats that enclose the exact value of [`PlaneThrough::value`].
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
        let Rounding::Coefficients {
            power,
            tails,
            magnitude,
        } = self.rounding
        else {
            return self.plane.form().value_scaled(point, further);
        };
        let [low, high] = self.plane.form().enclosure_beside(point, magnitude);
        let width = high - low;
        // The coefficients plus their tails have a relative error of 2⁻¹⁰⁶, so the sum has an error of 2⁻¹⁰⁶ times
        // the sum of its terms' sizes. The enclosure's width is 16u times that sum, so the error is below 2⁻⁵⁶ times
        // the width.
        let terms = (0..D).flat_map(|axis| {
            let coefficient = self.plane.normal()[axis];
            let tail = if self.is_flipped {
                -tails[axis]
            } else {
                tails[axis]
            };
            let (end, start) = (point[axis], -self.sorted[0][axis]);
            [
                (coefficient, end),
                (coefficient, start),
                (tail, end),
                (tail, start),
            ]
        });
        if width < f64::INFINITY {
            let sum = Dyadic::<DIGITS>::sum_of_products(terms);
            if sum.to_f64().abs() >= 0.0625 * width {
                return sum.to_f64_scaled(further);
            }
        }
        let value = Orientation {
            points: &self.sorted,
            point,
        }
        .evaluate::<Dyadic<{ digits(3) }>>()
        .to_f64_scaled(power + further);
        if self.is_flipped { 0.0 - value } else { value }
    }

    /// Bounds the distance of [`PlaneThrough::plane`] from this plane, at points with coordinates up to `radius`.
    /// Each coefficient has a relative error of u = 2⁻⁵³, and so has the offset, which is computed from a point a. At a
    /// point p, the bound is u·(Σ |nᵢ|·(|pᵢ| + |aᵢ|) + |d|) / |n|, where Σ |nᵢ| ≤ 2|n|.
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

    /// Returns the axis on which all points have the same coordinate, and this coordinate.
    pub(crate) fn along_axis(&self) -> Option<(usize, f64)> {
        shared_coordinate(&self.points)
    }

    /// Returns the normal and the offset, exactly: polynomials of the points, of degree D − 1 and D.
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
    /// Evaluates n·p + d up to a positive factor: from the coefficients if they are exact, otherwise from the points.
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
}

impl<const D: usize> core::ops::Neg for PlaneThrough<D> {
    type Output = Self;
    fn neg(self) -> Self {
        self.flipped()
    }
}

/// A shape given by points, which can be classified exactly against a [`PlaneThrough`].
pub trait ExtentThrough<const D: usize> {
    /// Returns the sides of the shape's backmost and frontmost points, exactly.
    fn extent_through(&self, plane: &PlaneThrough<D>) -> Extent;
}

impl<const D: usize> ExtentThrough<D> for [f64; D] {
    fn extent_through(&self, plane: &PlaneThrough<D>) -> Extent {
        Extent::of_point(plane.side_of_point(self))
    }
}

impl<const D: usize> ExtentThrough<D> for Segment<D> {
    fn extent_through(&self, plane: &PlaneThrough<D>) -> Extent {
        extent_of_points(self.ends, plane)
    }
}

impl<const D: usize> ExtentThrough<D> for Triangle<D> {
    fn extent_through(&self, plane: &PlaneThrough<D>) -> Extent {
        extent_of_points(self.corners, plane)
    }
}

impl<const D: usize> ExtentThrough<D> for Aabb<D> {
    fn extent_through(&self, plane: &PlaneThrough<D>) -> Extent {
        let ends = [self.min(), self.max()];
        let corner = |chosen: usize| core::array::from_fn(|axis| ends[chosen >> axis & 1][axis]);
        extent_of_points((0..1 << D).map(corner), plane)
    }
}

/// Returns the extent of the convex hull of points.
///
/// # Panics
/// If `points` is empty.
pub(crate) fn extent_of_points<const D: usize>(
    points: impl IntoIterator<Item = [f64; D]>,
    plane: &PlaneThrough<D>,
) -> Extent {
    let sides = points.into_iter().map(|point| plane.side_of_point(&point));
    let extents = sides.map(Extent::of_point);
    extents.reduce(Extent::join).expect("a shape has points")
}

/// Returns the points sorted by coordinates, and `true` if the order is an odd permutation of the given one.
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

/// Returns the axis on which all points have the same coordinate, and this coordinate.
fn shared_coordinate<const D: usize>(points: &[[f64; D]; D]) -> Option<(usize, f64)> {
    (0..D)
        .find(|&axis| points.iter().all(|point| point[axis] == points[0][axis]))
        .map(|axis| (axis, points[0][axis] + 0.0))
}

/// Returns the plane through points with rounded coefficients, and its rounding.
fn rounded<const D: usize>(points: &[[f64; D]; D]) -> Result<(Plane<D>, Rounding<D>), PlaneError> {
    let (plane, power) = Plane::through_scaled(*points)?;
    let mut normal = plane.normal();
    if let Some((axis, coordinate)) = shared_coordinate(points) {
        // Only the coefficient on this axis is not zero; its sign is enough.
        let sign = if normal[axis] > 0.0 { 1.0 } else { -1.0 };
        normal = [0.0; D];
        normal[axis] = sign;
        return Ok((
            Plane::new(normal, 0.0 - sign * coordinate)?,
            Rounding::Nothing,
        ));
    }
    let lost: [Dyadic<DIGITS>; D] = core::array::from_fn(|axis| {
        let mut lost = normal_coefficient(points, axis);
        lost.add_product(-normal[axis], 1.0);
        lost
    });
    // The exact exponents decide this, because a tail may underflow to zero as a float.
    let is_lossless = |axis: usize| lost[axis].exponent().is_none();
    let is_exact = power == 0 && (0..D).all(is_lossless);
    if is_exact && plane.form().side(&points[0]) == Side::On {
        return Ok((plane, Rounding::Nothing));
    }
    // If coefficients are scaled, or so small that a tail may underflow, an infinite magnitude forces exact arithmetic.
    let is_relative = |axis: usize| normal[axis].abs() >= 1e-250 || is_lossless(axis);
    let magnitude = if power == 0 && (0..D).all(is_relative) {
        let terms = normal.iter().zip(&points[0]);
        terms.map(|(n, a)| (n * a).abs()).sum()
    } else {
        f64::INFINITY
    };
    let rounding = Rounding::Coefficients {
        power,
        tails: lost.each_ref().map(Dyadic::to_f64),
        magnitude,
    };
    Ok((plane, rounding))
}

/// Returns the normal of the plane through points: in 3D (b − a) × (c − a), in 2D b − a turned left. Degree D − 1.
fn exact_normal<N: Number, const D: usize>(points: &[[f64; D]; D]) -> [N; D] {
    let first: [N; D] = difference(&points[1], &points[0]);
    if D == 2 {
        return core::array::from_fn(|axis| match axis {
            0 => N::of(0.0).minus(&first[1]),
            _ => first[0].clone(),
        });
    }
    let second: [N; D] = difference(&points[D - 1], &points[0]);
    let space = |v: &[N; D]| -> [N; 3] { core::array::from_fn(|axis| v[axis].clone()) };
    let normal = cross(&space(&first), &space(&second));
    core::array::from_fn(|axis| normal[axis].clone())
}

/// The determinant of the differences from the plane's first point to its other points and to `point`. Positive in
/// front of the plane. The polynomial has degree D.
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
