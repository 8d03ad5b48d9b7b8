//! Operations on points and a plane: projections, mirror images, and the sides and distances of many points.

use transect_exact::Side;
use transect_exact::arrays::array;
use transect_exact::determinant::{dot, numbers};
use transect_exact::number::Number;
use transect_exact::polynomial::{Polynomial, digits};
use transect_exact::quotient::quotient;
use transect_exact::vector::{length, near_one, scale};

use crate::coordinates::{Coordinates, RoundedFrom};
use crate::line::Line;
use crate::plane::Plane;
use crate::point_error::PointError;
use crate::predicates::ruler::Ruler;

impl<const D: usize> Plane<D> {
    /// Returns the projection of a point: the point of the plane nearest to it, in the point's type. The result is
    /// rounded to `f64`: each coordinate has an error of at most 2⁻⁴⁸ times the greater of |pᵢ| and |footᵢ|, where p is
    /// the point and foot its exact projection.
    ///
    /// If the plane is perpendicular to an axis, the result's coordinate on this axis is that of the plane. A point on
    /// the plane is returned unchanged.
    ///
    /// ```
    /// use transect::Plane;
    /// let plane = Plane::new([0.0, 3.0, 4.0], -25.0)?;
    /// assert_eq!(plane.project(&[7.0, 6.0, 8.0]), [7.0, 3.0, 4.0]);
    /// # Ok::<(), transect::PlaneError>(())
    /// ```
    ///
    /// # Panics
    /// Panics if a coordinate is NaN or infinite; [`Plane::try_project`] returns an error instead.
    #[doc(alias = "closest_point")]
    #[doc(alias = "project_point")]
    #[doc(alias = "nearest_point")]
    #[inline]
    #[must_use]
    pub fn project<P: RoundedFrom<D>>(&self, point: &P) -> P {
        let mut foot = self.stepped(&point.coordinates(), 1.0);
        if let Some((axis, coordinate)) = self.along_axis() {
            foot[axis] = coordinate;
        }
        P::rounded_from(foot)
    }

    /// Returns the mirror image of a point, at the same distance on the other side of the plane, in the point's type.
    /// The result is rounded to `f64`: each coordinate has an error of at most 2⁻⁴⁸ times the greater of |pᵢ| and
    /// |imageᵢ|, where p is the point and image its exact mirror image. A point on the plane is returned unchanged.
    ///
    /// ```
    /// use transect::Plane;
    /// let plane = Plane::new([0.0, 3.0, 4.0], -25.0)?;
    /// assert_eq!(plane.mirror(&[7.0, 6.0, 8.0]), [7.0, 0.0, 0.0]);
    /// # Ok::<(), transect::PlaneError>(())
    /// ```
    ///
    /// # Panics
    /// Panics if a coordinate is NaN or infinite; [`Plane::try_mirror`] returns an error instead.
    #[doc(alias = "reflect")]
    #[doc(alias = "reflect_point")]
    #[inline]
    #[must_use]
    pub fn mirror<P: RoundedFrom<D>>(&self, point: &P) -> P {
        P::rounded_from(self.stepped(&point.coordinates(), 2.0))
    }

    /// Returns the side of a point, like [`Plane::side`].
    ///
    /// ```
    /// use transect::{Plane, Side};
    /// let plane = Plane::new([1.0, 0.0], 0.0)?;
    /// assert_eq!(plane.try_side(&[2.0, 0.0]), Ok(Side::Front));
    /// assert!(plane.try_side(&[2.0, f64::NAN]).is_err());
    /// # Ok::<(), transect::PlaneError>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`PointError`] if a coordinate is NaN or infinite.
    pub fn try_side(&self, point: &impl Coordinates<D>) -> Result<Side, PointError> {
        PointError::check(&point.coordinates()).map(|()| self.form().side(&point.coordinates()))
    }

    /// Returns n·p + d for a point p, like [`Plane::value`].
    ///
    /// ```
    /// let plane = transect::Plane::new([3.0, 4.0], 0.0)?;
    /// assert_eq!(plane.try_value(&[1.0, 1.0]), Ok(7.0));
    /// assert!(plane.try_value(&[1.0, f64::NAN]).is_err());
    /// # Ok::<(), transect::PlaneError>(())
    /// ```
    ///
    /// # Errors
    /// Returns the same error as [`Plane::try_side`].
    pub fn try_value(&self, point: &impl Coordinates<D>) -> Result<f64, PointError> {
        PointError::check(&point.coordinates()).map(|()| self.value(point))
    }

    /// Returns the signed distance of a point, like [`Plane::signed_distance`].
    ///
    /// ```
    /// let plane = transect::Plane::new([3.0, 4.0], 0.0)?;
    /// assert_eq!(plane.try_signed_distance(&[5.0, 0.0]), Ok(3.0));
    /// assert!(plane.try_signed_distance(&[5.0, f64::NAN]).is_err());
    /// # Ok::<(), transect::PlaneError>(())
    /// ```
    ///
    /// # Errors
    /// Returns the same error as [`Plane::try_side`].
    pub fn try_signed_distance(&self, point: &impl Coordinates<D>) -> Result<f64, PointError> {
        PointError::check(&point.coordinates()).map(|()| self.signed_distance(point))
    }

    /// Returns the projection of a point, like [`Plane::project`].
    ///
    /// ```
    /// let plane = transect::Plane::new([0.0, 2.0], -2.0)?;
    /// assert_eq!(plane.try_project(&[5.0, 3.0]), Ok([5.0, 1.0]));
    /// assert!(plane.try_project(&[f64::NAN, 3.0]).is_err());
    /// # Ok::<(), transect::PlaneError>(())
    /// ```
    ///
    /// # Errors
    /// Returns the same error as [`Plane::try_side`].
    pub fn try_project<P: RoundedFrom<D>>(&self, point: &P) -> Result<P, PointError> {
        PointError::check(&point.coordinates()).map(|()| self.project(point))
    }

    /// Returns the mirror image of a point, like [`Plane::mirror`].
    ///
    /// ```
    /// let plane = transect::Plane::new([0.0, 2.0], -2.0)?;
    /// assert_eq!(plane.try_mirror(&[5.0, 3.0]), Ok([5.0, -1.0]));
    /// assert!(plane.try_mirror(&[f64::NAN, 3.0]).is_err());
    /// # Ok::<(), transect::PlaneError>(())
    /// ```
    ///
    /// # Errors
    /// Returns the same error as [`Plane::try_side`].
    pub fn try_mirror<P: RoundedFrom<D>>(&self, point: &P) -> Result<P, PointError> {
        PointError::check(&point.coordinates()).map(|()| self.mirror(point))
    }

    /// Returns the point of the plane nearest to the origin: −d·n/|n|². Each coordinate is the float
    /// nearest to the true one. A coordinate beyond the range of floats is infinite.
    #[must_use]
    pub fn closest_to_origin(&self) -> [f64; D] {
        array(|axis| {
            let stepped = Stepped {
                plane: self,
                point: &[0.0; D],
                factor: 1.0,
                axis,
            };
            quotient::<{ digits(3) }>(&stepped, &NormalSquared(self))
        })
    }

    /// Returns the distance |d| / |n| of the plane from the origin, for a normal of any length. The result is within a
    /// few units in the last place.
    ///
    /// ```
    /// let plane = transect::Plane::new([0.0, 3.0, 4.0], -10.0)?;
    /// assert_eq!(plane.distance_from_origin(), 2.0);
    /// assert_eq!(plane.closest_to_origin(), [0.0, 1.2, 1.6]);
    /// # Ok::<(), transect::PlaneError>(())
    /// ```
    #[must_use]
    pub fn distance_from_origin(&self) -> f64 {
        self.signed_distance(&[0.0; D]).abs()
    }

    /// Writes the exact sides of many points. Element i of `sides` belongs to point i.
    ///
    /// ```
    /// use transect::{Plane, Side};
    /// let plane = Plane::new([0.0, 2.0], -2.0)?;
    /// let mut sides = [Side::On; 2];
    /// plane.sides(&[[5.0, 0.5], [5.0, 4.0]], &mut sides);
    /// assert_eq!(sides, [Side::Back, Side::Front]);
    /// # Ok::<(), transect::PlaneError>(())
    /// ```
    ///
    /// # Panics
    /// Panics if `sides` and `points` have different lengths, or a coordinate is NaN or infinite.
    pub fn sides(&self, points: &[impl Coordinates<D>], sides: &mut [Side]) {
        each(points, sides, |point| self.form().side(point));
    }

    /// Writes n·p + d for many points, with the same results as [`Plane::value`].
    ///
    /// # Panics
    /// Panics if `values` and `points` have different lengths, or a coordinate is NaN or infinite.
    pub fn values(&self, points: &[impl Coordinates<D>], values: &mut [f64]) {
        each(points, values, |point| self.value(point));
    }

    /// Writes the signed distances of many points, with the same results as [`Plane::signed_distance`].
    ///
    /// ```
    /// use transect::Plane;
    /// let plane = Plane::new([0.0, 2.0], -2.0)?;
    /// let mut distances = [0.0; 2];
    /// plane.signed_distances(&[[5.0, 1.0], [5.0, 4.0]], &mut distances);
    /// assert_eq!(distances, [0.0, 3.0]);
    /// # Ok::<(), transect::PlaneError>(())
    /// ```
    ///
    /// # Panics
    /// Panics if `distances` and `points` have different lengths, or a coordinate is NaN or infinite.
    pub fn signed_distances(&self, points: &[impl Coordinates<D>], distances: &mut [f64]) {
        let ruler = Ruler::new(self.normal());
        each(points, distances, |point| {
            ruler.distance_inlined(self.form(), point)
        });
    }

    /// Moves each point to its projection, the result of [`Plane::project`].
    ///
    /// ```
    /// let plane = transect::Plane::new([0.0, 2.0], -2.0)?;
    /// let mut points = [[5.0, 0.5], [6.0, 4.0]];
    /// plane.project_all(&mut points);
    /// assert_eq!(points, [[5.0, 1.0], [6.0, 1.0]]);
    /// # Ok::<(), transect::PlaneError>(())
    /// ```
    ///
    /// # Panics
    /// Panics if a coordinate of a point is NaN or infinite. The points before this point are already moved then.
    pub fn project_all(&self, points: &mut [impl RoundedFrom<D>]) {
        points
            .iter_mut()
            .for_each(|point| *point = self.project(point));
    }

    /// Moves each point to its mirror image, the result of [`Plane::mirror`].
    ///
    /// # Panics
    /// Panics if a coordinate of a point is NaN or infinite. The points before this point are already moved then.
    pub fn mirror_all(&self, points: &mut [impl RoundedFrom<D>]) {
        points
            .iter_mut()
            .for_each(|point| *point = self.mirror(point));
    }

    /// Returns p − factor·(n·p + d)/|n|²·n: the projection of p for the factor 1, the mirror image for 2. The value
    /// n·p + d is computed in floats, if its error is small enough relative to each coordinate.
    ///
    /// Let u = 2⁻⁵³, and T be the sum of the magnitudes of the terms of n·p + d. The error of the value is at most
    /// 3.1u·T. Apart from this, the step (the subtracted vector) has a relative error of at most 6u. Because a
    /// coordinate of the step is at most |pᵢ| + |resultᵢ|, this is at most 12u times the greater of |pᵢ| and |resultᵢ|.
    /// The subtraction adds one u. The last condition below limits the error from the value to 18.6u, so the sum is
    /// below 32u.
    #[inline]
    fn stepped(&self, point: &[f64; D], factor: f64) -> [f64; D] {
        let normal = self.form().normal();
        let (value, magnitude) = self.form().tree_sum(point);
        let squared = crate::vector::dot(normal, normal);
        let inverse = factor / squared;
        let step = value * inverse;
        let result: [f64; D] = array(|axis| point[axis] - step * normal[axis]);
        // These conditions hold only if the point is certainly not on the plane, and nothing overflows or underflows.
        let mut is_accurate = value.abs() > 1e-15 * magnitude
            && (1e-100..1e100).contains(&magnitude)
            && (1e-100..1e100).contains(&squared);
        for axis in 0..D {
            let (before, after) = (point[axis].abs(), result[axis].abs());
            let size = if before > after { before } else { after };
            is_accurate &= magnitude * inverse * normal[axis].abs() <= 6.0 * size;
        }
        if is_accurate {
            return result;
        }
        self.stepped_by_value(*point, factor)
    }

    /// Returns p − factor·(n·p + d)/|n|²·n. With u = 2⁻⁵³, the relative error is u for n·p + d, 3u for |n|², and so 7u
    /// for the step, the subtracted vector. The subtraction adds one u. The step is at most |p| + |result|. So the
    /// total error is at most 16u times the greater of |p| and |result|.
    ///
    /// Takes the point by value, so that the caller can keep its point in registers.
    #[cold]
    #[inline(never)]
    fn stepped_by_value(&self, point: [f64; D], factor: f64) -> [f64; D] {
        let (normal, exponent) = near_one(&self.normal());
        let value = self.form().value_scaled(&point, -exponent);
        let step = factor * value / crate::vector::dot(&normal, &normal);
        let is_ordinary = |value: f64| (1e-140..1e140).contains(&value.abs());
        let is_fast = value == 0.0
            || is_ordinary(value)
                && normal
                    .iter()
                    .zip(self.normal())
                    .all(|(&scaled, given)| given == 0.0 || is_ordinary(scaled));
        if is_fast && (value != 0.0 || self.form().side(&point) == Side::On) {
            return array(|axis| point[axis] - step * normal[axis]);
        }
        array(|axis| {
            let stepped = Stepped {
                plane: self,
                point: &point,
                factor,
                axis,
            };
            quotient::<{ digits(3) }>(&stepped, &NormalSquared(self))
        })
    }
}

impl Plane<2> {
    /// Returns this plane in 2D as a line, whose parameter t is a coordinate along the plane. The line's origin is its
    /// point nearest to the origin of space. The line's direction has length one, and the front of the plane is on the
    /// left of this direction. Origin and direction are rounded.
    ///
    /// ```
    /// use transect::Plane;
    /// let line = Plane::new([0.0, 2.0], -6.0)?.line();
    /// assert_eq!((line.origin(), line.direction()), ([0.0, 3.0], [1.0, 0.0]));
    /// assert_eq!((line.parameter(&[5.0, 9.0]), line.at(5.0)), (5.0, [5.0, 3.0]));
    /// # Ok::<(), transect::PlaneError>(())
    /// ```
    #[must_use]
    pub fn line(&self) -> Line<2> {
        let ([x, y], _) = near_one(&self.normal());
        let direction = scale(&[y, 0.0 - x], 1.0 / length(&[x, y]));
        Line::from_rounded(self.closest_to_origin(), direction)
    }
}

fn each<const D: usize, T>(
    points: &[impl Coordinates<D>],
    answers: &mut [T],
    question: impl Fn(&[f64; D]) -> T,
) {
    assert_eq!(points.len(), answers.len(), "one answer for each point");
    for (point, answer) in points.iter().zip(answers) {
        *answer = question(&point.coordinates());
    }
}

/// The polynomial pᵢ·|n|² − factor·(n·p + d)·nᵢ, of degree 3. Divided by |n|², it is the coordinate i of the projection
/// (factor 1) or of the mirror image (factor 2).
struct Stepped<'a, const D: usize> {
    plane: &'a Plane<D>,
    point: &'a [f64; D],
    factor: f64,
    axis: usize,
}

impl<const D: usize> Polynomial for Stepped<'_, D> {
    fn evaluate<N: Number>(&self) -> N {
        let normal = self.plane.normal();
        let value: N = self.plane.form().evaluate(&numbers(self.point));
        // The factor 2 is computed as a sum and not as a product, so that the polynomial's degree stays 3.
        let step = if self.factor == 2.0 {
            value.plus(&value)
        } else {
            value
        };
        N::of(self.point[self.axis])
            .times(&NormalSquared(self.plane).evaluate())
            .minus(&step.times(&N::of(normal[self.axis])))
    }
}

/// The polynomial |n|², of degree 2.
struct NormalSquared<'a, const D: usize>(&'a Plane<D>);

impl<const D: usize> Polynomial for NormalSquared<'_, D> {
    fn evaluate<N: Number>(&self) -> N {
        let normal: [N; D] = numbers(&self.0.normal());
        dot(&normal, &normal)
    }
}
