//! Ellipsoids, and ellipses in 2D.

use transect_exact::arrays::Few as _;
use transect_exact::determinant::{dot, numbers};
use transect_exact::number::Number;
use transect_exact::polynomial::{Polynomial, digits};
use transect_exact::rounded::rounded;
use transect_exact::wide::Wide;

use crate::coordinates::Coordinates;
use crate::plane::Plane;
use crate::predicates::ends::{FloatEnds, FloatReach};
use crate::predicates::radial::{HalfAxes, Radial};
use crate::shape::{Shape, ShapeError, all_finite, by_ends, combination, finite};
use crate::side::{Extent, Interval};

/// A solid ellipsoid with a center c and D half-axis vectors aⱼ. It is the image of the unit ball: all points c + Σ
/// tⱼ·aⱼ with Σ tⱼ² ≤ 1.
///
/// The vectors may have any lengths and angles. If they are at right angles, they are the half-axes. Otherwise they are
/// conjugate radii, which also define the ellipsoid. If they are linearly dependent, the shape is an ellipse, a segment
/// or a point. The side of the ellipsoid relative to a plane n·p + d = 0 is exact: (n·c + d)² is compared with
/// Σ(n·aⱼ)².
///
/// ```
/// use transect::{Ellipsoid, Extent, Plane, Side};
/// let plane = Plane::new([3.0, 4.0], -5.0)?;
/// let ellipse = Ellipsoid::new([0.0, 0.0], [[1.0, 0.0], [0.0, 1.0]])?;
/// assert_eq!(plane.extent(&ellipse), Extent { backmost: Side::Back, frontmost: Side::On });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "ellipse")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ellipsoid<const D: usize = 3> {
    center: [f64; D],
    half_axes: [[f64; D]; D],
}

impl<const D: usize> Ellipsoid<D> {
    /// Returns the ellipsoid with this center and these half-axis vectors.
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

    /// Returns the center of the ellipsoid.
    #[must_use]
    pub fn center(&self) -> [f64; D] {
        self.center
    }

    /// Returns the half-axis vectors of the ellipsoid.
    #[must_use]
    pub fn half_axes(&self) -> [[f64; D]; D] {
        self.half_axes
    }

    #[inline]
    fn float_ends(&self, plane: &Plane<D>) -> Option<FloatEnds> {
        let reach = FloatReach::of_half_axes(plane.form().normal(), &self.half_axes)?;
        Some(FloatEnds::of_center(plane.form(), &self.center, reach))
    }

    #[cold]
    #[inline(never)]
    fn difficult_extent(&self, plane: &Plane<D>) -> Extent {
        self.seen_from(plane).extent::<{ digits(4) }>()
    }

    #[cold]
    #[inline(never)]
    fn difficult_interval(&self, plane: &Plane<D>) -> Interval {
        self.seen_from(plane).interval::<{ digits(4) }>()
    }

    fn seen_from<'a>(&'a self, plane: &'a Plane<D>) -> Radial<'a, D, HalfAxes<'a, D>> {
        Radial {
            form: plane.form(),
            center: &self.center,
            reach: HalfAxes {
                normal: plane.normal(),
                half_axes: &self.half_axes,
            },
        }
    }
}

impl<const D: usize> Shape<D> for Ellipsoid<D> {
    by_ends!(D);

    fn extremes(&self, plane: &Plane<D>) -> [[f64; D]; 2] {
        let normal = plane.normal();
        let reaches = self.half_axes.each_ref().map(|half_axis| {
            rounded::<{ digits(2) }>(&Along {
                normal: &normal,
                vector: half_axis,
            })
        });
        let squares = reaches.iter().map(|reach| reach.times(*reach));
        let reach = squares.fold(Wide::of(0.0), Wide::plus).sqrt();
        let factors = reaches.map(|along| along.over(reach).to_f64());
        [-1.0, 1.0].each(|sign| {
            combination(
                &self.center,
                &factors.map(|factor| sign * factor),
                &self.half_axes,
            )
        })
    }
}

/// The polynomial n·a for a normal n and a vector a, of degree 2 and with D terms.
struct Along<'a, const D: usize> {
    normal: &'a [f64; D],
    vector: &'a [f64; D],
}

impl<const D: usize> Polynomial for Along<'_, D> {
    fn evaluate<N: Number>(&self) -> N {
        dot(&numbers(self.normal), &numbers(self.vector))
    }
}
