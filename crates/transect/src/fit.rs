//! The plane of best fit, for which the sum of the points' squared distances is least.

mod principal_axes;

use core::error::Error;
use core::fmt;

pub(crate) use crate::fit::principal_axes::{Triangle, principal_axes};
use transect_exact::Side;
use transect_exact::arrays::{Few as _, array};
use transect_exact::determinant::{difference, minor};
use transect_exact::number::Number;
use transect_exact::polynomial::{Polynomial, digits, sign};
use transect_exact::vector::{add, dominant_axis, dot, length, near_one, scale, sub};

use crate::coordinates::Coordinates;
use crate::plane::{Plane, PlaneError};

/// The plane for which the sum of the squared distances of given points is least, and numbers that measure how well the
/// plane fits.
///
/// Every value is rounded, including the plane. Only the test for points that do not determine a plane is exact.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Fit<const D: usize = 3> {
    /// The plane of best fit. Its normal has length one. That coordinate of the normal which is largest in magnitude is
    /// positive.
    pub plane: Plane<D>,
    /// The mean of the points. Up to rounding, it lies in the plane of best fit.
    pub centroid: [f64; D],
    /// The root of the mean squared distance of the points from the plane.
    pub root_mean_square: f64,
    /// The largest distance of a point from the plane.
    pub largest_distance: f64,
    /// The root of the mean squared distance from the centroid along each principal axis, in ascending order. The first
    /// value belongs to the direction of the normal. If the first two values are nearly equal, planes with other
    /// normals fit nearly as well.
    pub spreads: [f64; D],
}

/// An error: the points do not have a plane of best fit.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum FitError {
    /// There are fewer points than dimensions, so they do not determine a plane.
    TooFew {
        /// The number of given points.
        count: usize,
        /// The number of points that a plane needs.
        needed: usize,
    },
    /// All points lie on one line; in 2D, all points are equal. This test is exact.
    Dependent,
    /// A coordinate of a point is NaN or infinite.
    NotFinite {
        /// The index of the point whose coordinate is NaN or infinite.
        index: usize,
        /// The axis of this coordinate: 0, 1 or 2.
        axis: usize,
        /// The coordinate that is NaN or infinite.
        value: f64,
    },
    /// The computed coefficients do not form a valid plane in floats.
    Plane(PlaneError),
    /// The threshold of a robust fit is not a positive finite number.
    Threshold {
        /// The threshold.
        value: f64,
    },
    /// The confidence of a robust fit is not between 0 and 1.
    Confidence {
        /// The confidence.
        value: f64,
    },
    /// The best plane of a robust fit has too few inliers.
    NoConsensus {
        /// The number of inliers of the best plane found.
        inliers: usize,
        /// The number of inliers that the options require.
        needed: usize,
    },
}

impl fmt::Display for FitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooFew { count, needed } => {
                write!(
                    f,
                    "{count} points do not determine a plane; at least {needed} are needed"
                )
            }
            Self::Dependent => {
                f.write_str("the points lie on one line; a plane needs points that do not")
            }
            Self::NotFinite { index, axis, value } => write!(
                f,
                "coordinate {} of point {index} is {value}, not a finite number",
                ["x", "y", "z"][*axis]
            ),
            Self::Plane(error) => error.fmt(f),
            Self::Threshold { value } => {
                write!(f, "the threshold is {value}, not a positive finite number")
            }
            Self::Confidence { value } => {
                write!(f, "the confidence is {value}, not a number between 0 and 1")
            }
            Self::NoConsensus { inliers, needed } => write!(
                f,
                "the best plane has {inliers} inliers; at least {needed} are needed"
            ),
        }
    }
}

impl Error for FitError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Plane(error) => error.source(),
            _ => None,
        }
    }
}

impl From<PlaneError> for FitError {
    fn from(error: PlaneError) -> Self {
        Self::Plane(error)
    }
}

impl<const D: usize> Plane<D> {
    /// Returns the plane of best fit, with the least sum of squared distances, measured perpendicular to the plane.
    ///
    /// The normal is the direction in which the points spread least about their mean. Householder reflections reduce
    /// the points to a triangular matrix, and one-sided Jacobi rotations (Hestenes 1958) give the principal axes of
    /// this matrix. Neither method squares the spreads, so the result stays accurate for points close to a plane.
    ///
    /// ```
    /// use transect::Plane;
    /// let points = [[0.0, 0.0, 1.0], [2.0, 0.0, 3.0], [0.0, 2.0, 1.0], [2.0, 2.0, 3.0]];
    /// let fit = Plane::best_fit(&points)?;
    /// assert!(fit.root_mean_square < 1e-15 && fit.plane.signed_distance(&[4.0, 9.0, 5.0]).abs() < 1e-14);
    /// # Ok::<(), transect::FitError>(())
    /// ```
    ///
    /// # Errors
    /// Returns a [`FitError`] if the points do not determine a plane, if a coordinate is NaN or infinite, or if floats
    /// cannot represent the plane.
    pub fn best_fit(points: &[impl Coordinates<D>]) -> Result<Fit<D>, FitError> {
        let points = &Coordinates::all(points);
        check(points)?;
        let local = Local::of(points);
        let count = points.len() as f64;
        let mean = local.sum(points).map(|coordinate| coordinate / count);
        let mut triangle = Triangle::new();
        for chunk in points.chunks(LANES) {
            triangle.add(local.columns(chunk, &mean));
        }
        let axes = principal_axes(triangle.rows());
        let normal = upward(axes[0].0);
        let spreads = axes.map(|(_, length)| length / libm::sqrt(count));
        let unscaled = |value: f64| local.length(value);
        let centroid = local.point(&mean);
        let normal = scale(&normal, 1.0 / length(&normal));
        let largest = local.largest_distance(points, &mean, &normal);
        Ok(Fit {
            plane: Self::from_point_and_normal(centroid, normal)?,
            centroid,
            root_mean_square: unscaled(spreads[0]),
            largest_distance: unscaled(largest),
            spreads: spreads.map(unscaled),
        })
    }
}

/// Returns the vector or its opposite, such that the coordinate with the largest absolute value is positive.
pub(crate) fn upward<const D: usize>(vector: [f64; D]) -> [f64; D] {
    if vector[dominant_axis(&vector)] < 0.0 {
        // The difference keeps 0 from becoming −0.
        vector.map(|coordinate| 0.0 - coordinate)
    } else {
        vector
    }
}

/// Coordinates relative to the first of several points, halved and divided by a power of two, so that nothing
/// overflows. Their magnitudes are at most 2.
pub(crate) struct Local<const D: usize> {
    /// Half of the first point.
    first: [f64; D],
    exponent: i32,
    /// Two factors whose product is 2^−exponent, the scale of local coordinates.
    factors: [f64; 2],
}

/// The number of points that are processed together.
const LANES: usize = 64;

impl<const D: usize> Local<D> {
    /// Returns the local coordinates of points; there must be at least one point.
    pub(crate) fn of(points: &[[f64; D]]) -> Self {
        let first = scale(&points[0], 0.5);
        let extent = points.iter().fold([0.0_f64; D], |extent, point| {
            let relative = sub(&scale(point, 0.5), &first);
            array(|axis| extent[axis].max(relative[axis].abs()))
        });
        let (_, exponent) = near_one(&extent);
        // A single factor would overflow where the points are very near to each other.
        let half = -exponent / 2;
        let factors = [half, -exponent - half].each(|power| libm::ldexp(1.0, power));
        Self {
            first,
            exponent,
            factors,
        }
    }

    /// Returns the local coordinates of a point.
    #[inline]
    pub(crate) fn coordinates(&self, point: &[f64; D]) -> [f64; D] {
        let relative = sub(&scale(point, 0.5), &self.first);
        relative.map(|c| c * self.factors[0] * self.factors[1])
    }

    /// Returns at most [`LANES`] points in local coordinates relative to a center, one array per axis. Places after the
    /// last point are zero.
    #[inline]
    fn columns(&self, points: &[[f64; D]], center: &[f64; D]) -> [[f64; LANES]; D] {
        let mut columns = [[0.0; LANES]; D];
        for (lane, point) in points.iter().enumerate() {
            let relative = sub(&self.coordinates(point), center);
            for axis in 0..D {
                columns[axis][lane] = relative[axis];
            }
        }
        columns
    }

    /// Returns the sum of points in local coordinates. First each group of consecutive points is added up, then the
    /// sums of the groups.
    fn sum(&self, points: &[[f64; D]]) -> [f64; D] {
        let add = |sum: [f64; D], point: [f64; D]| add(&sum, &point);
        let of_group = |group: &[[f64; D]]| {
            let points = group.iter().map(|point| self.coordinates(point));
            points.fold([0.0; D], add)
        };
        points.chunks(LANES).map(of_group).fold([0.0; D], add)
    }

    /// Returns the largest distance of points, in local coordinates, from the plane through a center with a unit
    /// normal.
    fn largest_distance(&self, points: &[[f64; D]], center: &[f64; D], normal: &[f64; D]) -> f64 {
        let distance = |point: &[f64; D]| dot(normal, &sub(&self.coordinates(point), center)).abs();
        points.iter().map(distance).fold(0.0, f64::max)
    }

    /// Returns the point with these local coordinates.
    pub(crate) fn point(&self, coordinates: &[f64; D]) -> [f64; D] {
        let half = |axis: usize| self.first[axis] + libm::ldexp(coordinates[axis], self.exponent);
        array(|axis| 2.0 * half(axis))
    }

    /// Converts a length in local coordinates to the length in the coordinates of the points.
    pub(crate) fn length(&self, local: f64) -> f64 {
        libm::ldexp(local, self.exponent + 1)
    }

    /// Converts a length in the coordinates of the points to the length in local coordinates.
    pub(crate) fn local_length(&self, length: f64) -> f64 {
        libm::ldexp(length, -self.exponent - 1)
    }
}

/// Returns D of the points that determine a plane, or an error if all points together do not. This test is exact.
pub(crate) fn check<const D: usize>(points: &[[f64; D]]) -> Result<[[f64; D]; D], FitError> {
    for (index, point) in points.iter().enumerate() {
        if let Some(axis) = (0..D).find(|&axis| !point[axis].is_finite()) {
            let value = point[axis];
            return Err(FitError::NotFinite { index, axis, value });
        }
    }
    if points.len() < D {
        let count = points.len();
        return Err(FitError::TooFew { count, needed: D });
    }
    let first = &points[0];
    let Some(second) = points.iter().find(|&point| point != first) else {
        return Err(FitError::Dependent);
    };
    let is_off_line = |point: &[f64; D]| {
        [(0, 1), (1, 2), (0, 2)].into_iter().any(|axes| {
            let turn = Turn {
                points: [first, second, point],
                axes,
            };
            axes.1 < D && sign::<{ digits(2) }>(&turn) != Side::On
        })
    };
    let third = match D {
        2 => Some(second),
        // The second point itself is on the line. Without the comparison `point != second`, exact integers would have
        // to show this.
        _ => points
            .iter()
            .find(|&point| point != second && is_off_line(point)),
    };
    match third {
        Some(third) => Ok(core::array::from_fn(|place| *[first, second, third][place])),
        None => Err(FitError::Dependent),
    }
}

/// The orientation of three points, projected onto the plane of two axes, as a polynomial of degree 2.
struct Turn<'a, const D: usize> {
    points: [&'a [f64; D]; 3],
    axes: (usize, usize),
}

impl<const D: usize> Polynomial for Turn<'_, D> {
    fn evaluate<N: Number>(&self) -> N {
        let [a, b, c] = self.points;
        let (u, v): ([N; D], [N; D]) = (difference(b, a), difference(c, a));
        let (i, j) = self.axes;
        minor(&u[i], &u[j], &v[i], &v[j])
    }
}
