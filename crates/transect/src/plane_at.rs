//! Planes kept as a point and a normal. Sides of such planes are exact, because the offset is not rounded.

use transect_exact::determinant::{difference, dot, numbers};
use transect_exact::number::Number;
use transect_exact::polynomial::quick_sign;
use transect_exact::vector::{dominant_axis, near_one};
use transect_exact::{Dyadic, PRODUCT_DIGITS, Side};

use crate::coordinates::Coordinates;
use crate::kept_plane::{ExtentThrough, Form, IntervalThrough, Kept, Rounding, Value, kept_plane};
use crate::plane::{Plane, PlaneError};
use crate::side::Extent;

/// The plane n·(p − p₀) = 0 through a point p₀ with the normal n, kept as p₀ and n. Its front is the side that the
/// normal points to. In 2D, it is a line.
///
/// The offset −n·p₀ of [`Plane::from_point_and_normal`] is rounded, so p₀ may lie off that plane. It never lies off its
/// `PlaneAt`: a side is the sign of n·(p − p₀), a polynomial of degree 2.
///
/// ```
/// use transect::{Plane, PlaneAt, Side};
/// // A point in UTM coordinates, and the normal of a slope.
/// let (point, normal) = ([691_607.85, 5_334_761.36, 519.27], [0.31, -0.22, 0.93]);
/// let kept = PlaneAt::new(point, normal)?;
/// assert_eq!(kept.side(&point), Side::On);
/// let rounded = Plane::from_point_and_normal(point, normal)?;
/// assert_ne!(rounded.side(&point), Side::On);
/// # Ok::<(), transect::PlaneError>(())
/// ```
#[doc(alias = "from_point_and_normal")]
#[doc(alias = "point_normal")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlaneAt<const D: usize = 3> {
    kept: Kept<PointAndNormal<D>, D>,
}

kept_plane!(PlaneAt, PointAndNormal);

/// The point and the normal that define a plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointAndNormal<const D: usize> {
    /// The point, in a list of one point.
    point: [[f64; D]; 1],
    normal: [f64; D],
}

impl<const D: usize> PlaneAt<D> {
    /// Returns the plane that passes through a point and has this normal. The normal may have any length.
    ///
    /// # Errors
    /// Returns [`PlaneError::ZeroNormal`] if the normal is zero, and [`PlaneError::NotFinite`] if a number is NaN or
    /// infinite. An offset beyond the range of floats is not an error.
    pub fn new(
        point: impl Coordinates<D>,
        normal: impl Coordinates<D>,
    ) -> Result<Self, PlaneError> {
        let [point, normal] = [point.coordinates(), normal.coordinates()];
        let (plane, rounding) = rounded(&point, &normal)?;
        let form = PointAndNormal {
            point: [point],
            normal,
        };
        let kept = Kept::new(form, plane, rounding);
        Ok(Self { kept })
    }

    /// Returns the point p₀, as given.
    #[must_use]
    pub fn point(&self) -> [f64; D] {
        self.kept.form().point[0]
    }

    /// Returns the normal n, as given.
    #[must_use]
    pub fn normal(&self) -> [f64; D] {
        self.kept.form().normal
    }

    /// Returns the plane of the coefficients, for measuring and drawing. The offset −n·p₀ is rounded; the normal is n.
    ///
    /// There are two exceptions. If the offset of a normal along an axis is not a float, the result is the same plane,
    /// not rounded, with a normal of length one. If the offset is beyond the range of floats, all coefficients are
    /// divided by a power of two.
    #[must_use]
    pub fn plane(&self) -> &Plane<D> {
        self.kept.plane()
    }
}

impl<const D: usize> Form<D> for PointAndNormal<D> {
    fn unflipped_value<N: Number>(&self, point: &[f64; D]) -> N {
        dot(&numbers(&self.normal), &difference(point, &self.point[0]))
    }

    /// Returns the sign of a polynomial of degree 2 with 2D terms. Floats and double-doubles take the differences
    /// p − p₀, which are small near p₀. Integers take n·p − n·p₀, a sum of products.
    fn unflipped_side(&self, point: &[f64; D]) -> Side {
        quick_sign(&Value { form: self, point }).unwrap_or_else(|| {
            let normal = self.normal;
            let at_point = normal.into_iter().zip(*point);
            let at_given = normal.map(|c| 0.0 - c).into_iter().zip(self.point[0]);
            Dyadic::<PRODUCT_DIGITS>::sum_of_products(at_point.chain(at_given)).side()
        })
    }

    fn is_flipped(&self) -> bool {
        false
    }

    /// Returns the normal and the exact offset −n·p₀, a polynomial of degree 2.
    fn coefficients<N: Number>(&self) -> ([N; D], N) {
        let normal: [N; D] = numbers(&self.normal);
        let offset = N::of(0.0).minus(&dot(&normal, &numbers(&self.point[0])));
        (normal, offset)
    }

    fn float_normal(&self) -> Option<[f64; D]> {
        Some(self.normal)
    }

    fn points(&self) -> &[[f64; D]] {
        &self.point
    }

    fn along_axis(&self) -> Option<(usize, f64)> {
        along_axis(&self.point[0], &self.normal)
    }

    fn flipped(&self) -> Self {
        Self {
            normal: self.normal.map(|c| 0.0 - c),
            ..*self
        }
    }
}

/// If an axis is perpendicular to the plane, returns the index of this axis and the plane's coordinate on it. Otherwise
/// returns `None`.
fn along_axis<const D: usize>(point: &[f64; D], normal: &[f64; D]) -> Option<(usize, f64)> {
    let zeros = normal.iter().filter(|&&coefficient| coefficient == 0.0);
    let axis = dominant_axis(normal);
    (zeros.count() == D - 1).then(|| (axis, point[axis] + 0.0))
}

// Otherwise n·(p − p₀) is decided in stages, in integers as the sum of 2D products n·p − n·p₀. For p = p₀ all
// differences are zero, and the first stage finds the zero. If n·p₀ is beyond the range of floats, the coefficients of
// the measuring plane are scaled and the margin is infinite. If the normal is parallel to an axis, the plane has a
// normal of length one and the coordinate of p₀ as its offset, which is exact. The measuring plane differs from the
// kept plane by the bound above, with a = p₀.

/// Returns the plane through a point with a normal, with coefficients that may be rounded, and a description of their
/// rounding.
///
/// Only the offset d̂ is rounded. Its error is at most u·|d̂| with u = 2⁻⁵³, or half of the smallest float. So the
/// error of n·p + d̂ is at most u·T at all points, where T is the sum of the magnitudes of the terms, and the magnitude
/// of [`Rounding::Coefficients`] is 0.
fn rounded<const D: usize>(
    point: &[f64; D],
    normal: &[f64; D],
) -> Result<(Plane<D>, Rounding), PlaneError> {
    let plane = Plane::from_point_and_normal(*point, *normal);
    match plane {
        Ok(plane) if plane.form().side(point) == Side::On => return Ok((plane, Rounding::Nothing)),
        Ok(_) | Err(PlaneError::OffsetOverflow) => {}
        Err(error) => return Err(error),
    }
    if let Some((axis, coordinate)) = along_axis(point, normal) {
        let sign = 1.0_f64.copysign(normal[axis]);
        let mut unit = [0.0; D];
        unit[axis] = sign;
        let plane = Plane::new(unit, 0.0 - sign * coordinate)?;
        return Ok((plane, Rounding::Nothing));
    }
    if let Ok(plane) = plane {
        let (power, magnitude) = (0, 0.0);
        return Ok((plane, Rounding::Coefficients { power, magnitude }));
    }
    // If coefficients are at most 1/8, the sum of three products of coefficients and floats cannot overflow.
    let (_, exponent) = near_one(normal);
    let power = -(exponent + 4);
    let normal = normal.map(|coefficient| libm::ldexp(coefficient, power));
    let rounding = Rounding::Coefficients {
        power,
        magnitude: f64::INFINITY,
    };
    Ok((Plane::from_point_and_normal(*point, normal)?, rounding))
}
