//! Planes kept as the points that define them. Sides of such planes are exact, because no coefficient is rounded.

use transect_exact::Side;
use transect_exact::determinant::{determinant, difference, dot, numbers};
use transect_exact::number::Number;
use transect_exact::polynomial::{Polynomial, digits, sign};

use crate::coordinates::Coordinates;
use crate::kept_plane::{ExtentThrough, Form, IntervalThrough, Kept, Rounding, Value, kept_plane};
use crate::plane::{Plane, PlaneError};
use crate::predicates::normal::normal as exact_normal;
use crate::side::Extent;

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
    kept: Kept<Points<D>, D>,
}

kept_plane!(PlaneThrough, Points);

/// The points that define a plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Points<const D: usize> {
    given: [[f64; D]; D],
    /// The points of the plane, sorted by coordinates. Results are computed from the sorted points. So they do not
    /// depend on the given order of the points, except for their sign.
    sorted: [[f64; D]; D],
    /// `true` if the front of the plane through the sorted points is the back of this plane.
    is_flipped: bool,
}

impl<const D: usize> PlaneThrough<D> {
    /// Returns the plane through D points.
    ///
    /// # Errors
    /// Returns [`PlaneError::Dependent`] and [`PlaneError::NotFinite`], under the same conditions as for
    /// [`Plane::through`].
    pub fn new(points: [impl Coordinates<D>; D]) -> Result<Self, PlaneError> {
        let points = points.map(Coordinates::coordinates);
        let (sorted, is_flipped) = sorted(points);
        let (plane, rounding) = rounded(&sorted)?;
        let form = Points {
            given: points,
            sorted,
            is_flipped,
        };
        let plane = if is_flipped { plane.flipped() } else { plane };
        let kept = Kept::new(form, plane, rounding);
        Ok(Self { kept })
    }

    /// Returns the points, in an order that is counter-clockwise seen from the front.
    #[must_use]
    pub fn points(&self) -> [[f64; D]; D] {
        self.kept.form().given
    }

    /// Returns the rounded plane, for measuring and drawing. If all points have the same coordinate on an axis, the
    /// result is not rounded: it is the same plane, with a normal of length one.
    #[must_use]
    pub fn plane(&self) -> &Plane<D> {
        self.kept.plane()
    }
}

impl<const D: usize> Form<D> for Points<D> {
    /// Returns the determinant of the differences from the first point of the plane to its other points and to
    /// `point`: a polynomial of degree D.
    fn unflipped_value<N: Number>(&self, point: &[f64; D]) -> N {
        let rows: [[N; D]; D] = core::array::from_fn(|row| {
            let point = self.sorted.get(row + 1).unwrap_or(point);
            difference(point, &self.sorted[0])
        });
        determinant(rows.each_ref())
    }

    fn unflipped_side(&self, point: &[f64; D]) -> Side {
        sign::<{ digits(3) }>(&Value { form: self, point })
    }

    fn is_flipped(&self) -> bool {
        self.is_flipped
    }

    /// Returns the exact normal and the exact offset. They are polynomials of the points' coordinates, of degree D − 1
    /// and D.
    fn coefficients<N: Number>(&self) -> ([N; D], N) {
        let mut normal: [N; D] = exact_normal(&self.sorted);
        if self.is_flipped {
            normal = normal.each_ref().map(|c| N::of(0.0).minus(c));
        }
        let offset = N::of(0.0).minus(&dot(&normal, &numbers(&self.sorted[0])));
        (normal, offset)
    }

    fn float_normal(&self) -> Option<[f64; D]> {
        None
    }

    fn points(&self) -> &[[f64; D]] {
        &self.given
    }

    fn along_axis(&self) -> Option<(usize, f64)> {
        shared_coordinate(&self.given)
    }

    fn flipped(&self) -> Self {
        let mut given = self.given;
        given.swap(0, 1);
        Self {
            given,
            is_flipped: !self.is_flipped,
            ..*self
        }
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

// # The margin beside rounded coefficients
//
// Each n̂ᵢ has a relative error ≤ u, and d̂ is −n̂·a with one ≤ u. So n̂·p + d̂ differs from the true n·(p − a) by at
// most u·(Σ|n̂ᵢpᵢ| + Σ|n̂ᵢaᵢ| + |d̂|), and its tree sum by at most 3u·T̂ more. So the tree sum has the right sign if it
// exceeds the margin 8u·(T̂ + Σ|n̂ᵢaᵢ|) + 8η in magnitude.

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
    // Otherwise, the bound is Σ |nᵢ·aᵢ|, rounded, where n is the rounded normal and a the point from which the offset
    // is computed.
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
