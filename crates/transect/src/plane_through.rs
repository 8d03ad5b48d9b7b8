//! Planes kept as their points: exact sides, without a rounding in between.

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

/// The plane through D points, kept as these points: three, counter-clockwise seen from the front; in
/// 2D two, the front on the left.
///
/// The coefficients of [`Plane::through`] are rounded, and its points may lie off it. Here they never
/// do: a side is the sign of a determinant of the points themselves. A face that a plane was taken
/// from lies in it exactly.
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
    /// The same points by their coordinates: in any order they were given, every number that is
    /// computed is the same, but for the sign.
    sorted: [[f64; D]; D],
    /// Whether the front of the points as sorted is the back.
    is_flipped: bool,
    /// The plane, rounded.
    plane: Plane<D>,
    rounding: Rounding<D>,
}

/// What [`Plane`] of a [`PlaneThrough`] lost by rounding.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Rounding<const D: usize> {
    /// Nothing: it holds the same points.
    Nothing,
    /// Coefficients are those of the determinant times 2^power, each rounded once.
    Coefficients {
        /// The power of two.
        power: i32,
        /// What each lost, rounded.
        tails: [f64; D],
        /// Σ |nᵢ·aᵢ| for the point a that the offset is taken from, rounded; infinite where a
        /// coefficient is too small to be relatively right.
        magnitude: f64,
    },
}

impl<const D: usize> PlaneThrough<D> {
    /// The plane through D points.
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

    /// The points, in an order that is counter-clockwise seen from the front.
    #[must_use]
    pub fn points(&self) -> [[f64; D]; D] {
        self.points
    }

    /// The plane, rounded: for measuring and drawing. Where all points share a coordinate it is the
    /// same plane, with a normal of length one.
    #[must_use]
    pub fn plane(&self) -> &Plane<D> {
        &self.plane
    }

    /// The same plane with front and back exchanged.
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

    /// The side of a shape, exactly: `On` if the plane meets it; of a point: `On` if it lies in it.
    #[must_use]
    pub fn side(&self, shape: &impl ExtentThrough<D>) -> Side {
        shape.extent_through(self).side()
    }

    /// The sides of a shape's backmost and frontmost points, exactly.
    #[must_use]
    pub fn extent(&self, shape: &impl ExtentThrough<D>) -> Extent {
        shape.extent_through(self)
    }

    /// The value of the determinant at a point, in the scale of the normal of [`PlaneThrough::plane`]:
    /// with a relative error below 2⁻⁵⁰, and so of the right sign.
    ///
    /// Below the normal floats, 2⁻¹⁰²², the absolute error is below 2⁻¹⁰⁷⁴ instead, and the result may be zero.
    #[must_use]
    pub fn value(&self, point: &[f64; D]) -> f64 {
        self.value_scaled(point, 0)
    }

    /// The signed distance of a point, within a few units in the last place of rounding, and of the
    /// right sign, unless it underflows to zero.
    #[must_use]
    pub fn signed_distance(&self, point: &[f64; D]) -> f64 {
        let (normal, exponent) = near_one(&self.plane.normal());
        self.value_scaled(point, -exponent) / length(&normal)
    }

    /// The side of a point. Degree D.
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

    /// Two floats that enclose [`PlaneThrough::value`].
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
        // Coefficients with their tails are within 2⁻¹⁰⁶ of the true ones, and so is the sum, of its
        // terms: of the enclosure's width, which is 16u of them, that is less than 2⁻⁵⁶.
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

    /// How far [`PlaneThrough::plane`] may lie from this one, at points with coordinates up to `radius`:
    /// each coefficient is within u of its own, relatively, and so is the offset, which follows
    /// from a point a. That is u·(Σ |nᵢ|·(|pᵢ| + |aᵢ|) + |d|) / |n|, and Σ |nᵢ| ≤ 2|n|.
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

    /// The one coordinate that all points share, and its axis.
    pub(crate) fn along_axis(&self) -> Option<(usize, f64)> {
        shared_coordinate(&self.points)
    }

    /// The normal and the offset, exactly: polynomials of the points, of degree D − 1 and D.
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
    /// In some scale: by the coefficients where these lost nothing, by the points otherwise.
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

/// What a [`PlaneThrough`] can be asked about, exactly: shapes given by points.
pub trait ExtentThrough<const D: usize> {
    /// The sides of the backmost and of the frontmost point, exactly.
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

/// The extent of the convex hull of points.
///
/// # Panics
/// If there are none.
pub(crate) fn extent_of_points<const D: usize>(
    points: impl IntoIterator<Item = [f64; D]>,
    plane: &PlaneThrough<D>,
) -> Extent {
    let sides = points.into_iter().map(|point| plane.side_of_point(&point));
    let extents = sides.map(Extent::of_point);
    extents.reduce(Extent::join).expect("a shape has points")
}

/// The points by their coordinates, and whether that is an odd permutation of them.
fn sorted<const D: usize>(mut points: [[f64; D]; D]) -> ([[f64; D]; D], bool) {
    let mut is_odd = false;
    // Three comparisons of neighbours sort three points.
    for (first, second) in [(0, 1), (1, 2), (0, 1)] {
        if second < D && points[second] < points[first] {
            points.swap(first, second);
            is_odd = !is_odd;
        }
    }
    (points, is_odd)
}

/// The coordinate that all points have in common, and its axis.
fn shared_coordinate<const D: usize>(points: &[[f64; D]; D]) -> Option<(usize, f64)> {
    (0..D)
        .find(|&axis| points.iter().all(|point| point[axis] == points[0][axis]))
        .map(|axis| (axis, points[0][axis] + 0.0))
}

/// The plane through points as floats tell it, and what that loses.
fn rounded<const D: usize>(points: &[[f64; D]; D]) -> Result<(Plane<D>, Rounding<D>), PlaneError> {
    let (plane, power) = Plane::through_scaled(*points)?;
    let mut normal = plane.normal();
    if let Some((axis, coordinate)) = shared_coordinate(points) {
        // A coefficient on the axis, with its sign, is all there is.
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
    // Told by exponents, since a tail may vanish among the floats.
    let is_lossless = |axis: usize| lost[axis].exponent().is_none();
    let is_exact = power == 0 && (0..D).all(is_lossless);
    if is_exact && plane.form().side(&points[0]) == Side::On {
        return Ok((plane, Rounding::Nothing));
    }
    // Scaled, or so small that a tail may vanish: floats tell nothing then, and all is exact.
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

/// The normal of points: in 3D (b − a) × (c − a), in 2D b − a turned left. Degree D − 1.
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

/// The determinant of a point and the plane's, all from the first of these: positive in front. Degree D.
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
