//! The distance of a point from a box.

use core::cmp::Ordering;

use transect_exact::Side;
use transect_exact::arrays::array;
use transect_exact::determinant::{difference, dot};
use transect_exact::number::Number;
use transect_exact::polynomial::{digits, sign};

use crate::aabb::Aabb;
use crate::coordinates::{Coordinates, RoundedFrom};
use crate::distance::{Gap, Squared, gap};
use crate::point_error::PointError;

impl<const D: usize> Aabb<D> {
    /// Returns the point of the box that is nearest to a given point, in the type of the given point. If the box
    /// contains the given point, the result is the given point. In `f64`, the result is exact; in `f32`, bounds of the
    /// box are rounded.
    ///
    /// ```
    /// use transect::Aabb;
    /// let aabb = Aabb::new([0.0, 0.0], [4.0, 2.0])?;
    /// assert_eq!(aabb.closest(&[7.0, 1.0]), [4.0, 1.0]);
    /// # Ok::<(), transect::AabbError>(())
    /// ```
    ///
    /// # Panics
    /// Panics if a coordinate is NaN or infinite.
    #[must_use]
    pub fn closest<P: RoundedFrom<D>>(&self, point: &P) -> P {
        P::rounded_from(self.closest_coordinates(&point.coordinates()))
    }

    fn closest_coordinates(&self, point: &[f64; D]) -> [f64; D] {
        PointError::check(point).unwrap_or_else(|error| panic!("no closest point: {error}"));
        let (min, max) = (self.min(), self.max());
        array(|axis| point[axis].max(min[axis]).min(max[axis]))
    }

    /// Returns the distance of a finite point from the box: 0 exactly if the box contains the point, and otherwise
    /// rounded, with a relative error below 2⁻⁴⁵.
    ///
    /// ```
    /// use transect::Aabb;
    /// let aabb = Aabb::new([0.0, 0.0], [4.0, 2.0])?;
    /// assert_eq!(aabb.distance(&[7.0, -4.0]), 5.0);
    /// assert_eq!(aabb.distance(&[4.0, 1.0]), 0.0);
    /// # Ok::<(), transect::AabbError>(())
    /// ```
    ///
    /// # Panics
    /// Panics if a coordinate is NaN or infinite.
    #[must_use]
    pub fn distance(&self, point: &impl Coordinates<D>) -> f64 {
        let point = &point.coordinates();
        let to_closest = ToClosest {
            point,
            closest: self.closest_coordinates(point),
            reach: 0.0,
        };
        gap::<{ digits(3) }>(&to_closest).to_f64()
    }

    /// Compares the distance of a finite point from the box with a finite length, exactly. `Less` means that the
    /// distance is less than the length. `Equal` means that the sphere around the point, with the length as its radius,
    /// touches the box.
    ///
    /// ```
    /// use core::cmp::Ordering;
    /// use transect::Aabb;
    /// let aabb = Aabb::new([0.0, 0.0], [4.0, 2.0])?;
    /// assert_eq!(aabb.compare_distance(&[7.0, -4.0], 5.0), Ordering::Equal);
    /// assert_eq!(aabb.compare_distance(&[7.0, -4.0], 5.0_f64.next_up()), Ordering::Less);
    /// # Ok::<(), transect::AabbError>(())
    /// ```
    ///
    /// # Panics
    /// Panics if a coordinate or the length is NaN or infinite.
    #[must_use]
    pub fn compare_distance(&self, point: &impl Coordinates<D>, length: f64) -> Ordering {
        let point = &point.coordinates();
        let to_closest = ToClosest {
            point,
            closest: self.closest_coordinates(point),
            reach: length,
        };
        if length < 0.0 {
            return Ordering::Greater;
        }
        match sign::<{ digits(3) }>(&Gap(&to_closest)) {
            Side::Back => Ordering::Less,
            Side::On => Ordering::Equal,
            Side::Front => Ordering::Greater,
        }
    }
}

/// The squared distance between a point and the nearest point of a box: a polynomial of degree 2. Its denominator is 1.
/// The comparison with a length has degree 3, because the denominator counts as a factor.
struct ToClosest<'a, const D: usize> {
    point: &'a [f64; D],
    closest: [f64; D],
    reach: f64,
}

impl<const D: usize> Squared for ToClosest<'_, D> {
    fn numerator<N: Number>(&self) -> N {
        let between: [N; D] = difference(self.point, &self.closest);
        dot(&between, &between)
    }

    fn denominator<N: Number>(&self) -> N {
        N::of(1.0)
    }

    fn reach<N: Number>(&self) -> N {
        N::of(self.reach)
    }
}
