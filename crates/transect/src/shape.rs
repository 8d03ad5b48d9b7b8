//! Shapes: the types that can be classified against a plane.

mod error;

use alloc::boxed::Box;

pub use error::ShapeError;

use transect_exact::arrays::array;
use transect_exact::determinant::{difference, dot, numbers};
use transect_exact::number::Number;
use transect_exact::polynomial::{Polynomial, digits, sign};
use transect_exact::vector::is_finite;
use transect_exact::{Dyadic, PRODUCT_DIGITS, Side};

use crate::plane::Plane;
use crate::predicates::ruler::Ruler;
use crate::side::{Extent, Interval};

/// A convex shape. It is described by its backmost and frontmost points relative to any plane. References to shapes and
/// boxed shapes are shapes, too.
///
/// ```
/// use transect::{Aabb, Plane, Shape, Side, Sphere};
/// let shapes: [Box<dyn Shape<3>>; 2] =
///     [Box::new(Sphere::new([0.0; 3], 1.0)?), Box::new(Aabb::new([1.0; 3], [2.0; 3])?)];
/// let plane = Plane::new([0.0, 0.0, 1.0], -1.5)?;
/// assert_eq!(shapes.each_ref().map(|shape| plane.side(shape)), [Side::Back, Side::On]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a shape of this dimension",
    label = "this type does not implement `transect::Shape`",
    note = "shapes are points `[f64; D]` and `[f32; D]`, boxes, spheres and the other types with this trait"
)]
pub trait Shape<const D: usize> {
    /// Returns the exact sides of the backmost and of the frontmost point.
    ///
    /// # Panics
    /// Panics if the shape is a point with a coordinate that is NaN or infinite.
    fn extent(&self, plane: &Plane<D>) -> Extent;

    /// Returns the signed distances of the backmost and of the frontmost point, rounded. Their relative error is below
    /// 2⁻⁴⁶, so their signs are right, unless a distance leaves the range of floats.
    ///
    /// # Panics
    /// Panics if the shape is a point with a coordinate that is NaN or infinite.
    fn interval(&self, plane: &Plane<D>) -> Interval;

    /// Returns a backmost and a frontmost point; if there are several such points, one of them. Vertices are returned
    /// unchanged. Computed points are rounded; a coordinate beyond the range of floats is infinite.
    fn extremes(&self, plane: &Plane<D>) -> [[f64; D]; 2];

    /// Returns the centers and the common radius of two balls, for shapes whose backmost and frontmost points are those
    /// of balls. The first ball reaches exactly as far back as the shape, and the second exactly as far to the front.
    /// For a box, a polygon and all other shapes that store their corners, the balls are two corners, with radius 0.
    /// Returns `None` for the types [`Parallelepiped`](crate::Parallelepiped), whose corners are computed, and for all
    /// shapes with neither corners nor balls, such as ellipsoids.
    ///
    /// If this function returns balls, each time that [`Plane::passage`] computes is the first float at which the
    /// backmost or frontmost point has reached the plane.
    fn extreme_balls(&self, plane: &Plane<D>) -> Option<([[f64; D]; 2], f64)> {
        let _ = plane;
        None
    }
}

impl<const D: usize> Plane<D> {
    /// Returns the exact side of a shape: `On` if the plane meets the shape. A point is `On` if it lies in the plane.
    ///
    /// # Panics
    /// Panics if the shape is a point with a coordinate that is NaN or infinite; [`Plane::try_side`] returns an error
    /// instead.
    #[inline]
    #[must_use]
    #[doc(alias = "classify")]
    #[doc(alias = "classify_point")]
    #[doc(alias = "which_side")]
    #[doc(alias = "side_of_plane")]
    #[doc(alias = "is_in_front")]
    pub fn side(&self, shape: &impl Shape<D>) -> Side {
        shape.extent(self).side()
    }

    /// Returns the exact sides of a shape's backmost and frontmost points.
    ///
    /// # Panics
    /// Panics if the shape is a point with a coordinate that is NaN or infinite.
    #[inline]
    #[must_use]
    #[doc(alias = "intersects_plane")]
    #[doc(alias = "intersects_box")]
    #[doc(alias = "intersects_sphere")]
    #[doc(alias = "plane_aabb")]
    pub fn extent(&self, shape: &impl Shape<D>) -> Extent {
        shape.extent(self)
    }

    /// Returns the signed distances of a shape's backmost and frontmost points, rounded.
    ///
    /// # Panics
    /// Panics if the shape is a point with a coordinate that is NaN or infinite.
    #[inline]
    #[must_use]
    pub fn interval(&self, shape: &impl Shape<D>) -> Interval {
        shape.interval(self)
    }
}

/// An array of coordinates is the shape that consists of this one point.
impl<const D: usize> Shape<D> for [f64; D] {
    #[inline]
    fn extent(&self, plane: &Plane<D>) -> Extent {
        Extent::of_point(plane.form().side(self))
    }

    fn interval(&self, plane: &Plane<D>) -> Interval {
        let distance = plane.signed_distance(self);
        Interval {
            backmost: distance,
            frontmost: distance,
        }
    }

    fn extremes(&self, _plane: &Plane<D>) -> [[f64; D]; 2] {
        [*self, *self]
    }

    fn extreme_balls(&self, plane: &Plane<D>) -> Option<([[f64; D]; 2], f64)> {
        Some((self.extremes(plane), 0.0))
    }
}

/// Implements [`Shape`] for references and smart pointers by forwarding to the shape behind the pointer.
macro_rules! pointers {
    ($($pointer:ty),*) => {$(
        impl<T: Shape<D> + ?Sized, const D: usize> Shape<D> for $pointer {
            #[inline]
            fn extent(&self, plane: &Plane<D>) -> Extent {
                (**self).extent(plane)
            }

            #[inline]
            fn interval(&self, plane: &Plane<D>) -> Interval {
                (**self).interval(plane)
            }

            #[inline]
            fn extremes(&self, plane: &Plane<D>) -> [[f64; D]; 2] {
                (**self).extremes(plane)
            }

            #[inline]
            fn extreme_balls(&self, plane: &Plane<D>) -> Option<([[f64; D]; 2], f64)> {
                (**self).extreme_balls(plane)
            }
        }
    )*};
}

pointers!(&T, Box<T>);

/// Defines the methods of [`Shape`] for the convex hull of points. The arguments are the field that holds the points,
/// the dimension, and the function that finds the extent: `extent_of_few` for arrays, or `extent_of_points`.
macro_rules! by_points {
    ($points:ident, $dimension:tt, $extent:ident) => {
        #[inline]
        fn extent(&self, plane: &crate::plane::Plane<$dimension>) -> crate::side::Extent {
            crate::shape::$extent(&self.$points, plane)
        }

        fn interval(&self, plane: &crate::plane::Plane<$dimension>) -> crate::side::Interval {
            crate::shape::interval_of_points(&self.$points, plane)
        }

        fn extremes(&self, plane: &crate::plane::Plane<$dimension>) -> [[f64; $dimension]; 2] {
            crate::shape::extremes_of_points(&self.$points, plane)
        }

        fn extreme_balls(
            &self,
            plane: &crate::plane::Plane<$dimension>,
        ) -> Option<([[f64; $dimension]; 2], f64)> {
            Some((self.extremes(plane), 0.0))
        }
    };
}
pub(crate) use by_points;

/// Defines the methods `extent` and `interval` of [`Shape`] for round shapes. Floats decide first, by the shape's
/// method `float_ends`, and then its methods `difficult_extent` and `difficult_interval`. The argument is the
/// dimension.
macro_rules! by_ends {
    ($dimension:tt) => {
        #[inline]
        fn extent(&self, plane: &crate::plane::Plane<$dimension>) -> crate::side::Extent {
            crate::predicates::ends::extent_by_ends(self.float_ends(plane), || {
                self.difficult_extent(plane)
            })
        }

        #[inline]
        fn interval(&self, plane: &crate::plane::Plane<$dimension>) -> crate::side::Interval {
            let normal = plane.form().normal();
            crate::predicates::ends::interval_by_ends(self.float_ends(plane), normal, || {
                self.difficult_interval(plane)
            })
        }
    };
}
pub(crate) use by_ends;

/// Returns the exact sides of the backmost and frontmost points of the convex hull of an array of points. If floats
/// decide the sides of all points, the points can stay in registers.
///
/// # Panics
/// Panics if `points` is empty.
#[inline]
pub(crate) fn extent_of_few<const D: usize, const N: usize>(
    points: &[[f64; D]; N],
    plane: &Plane<D>,
) -> Extent {
    let [mut least, mut greatest] = [f64::INFINITY, f64::NEG_INFINITY];
    let mut is_certain = true;
    for point in points {
        let (value, bound) = plane.form().sum_and_bound(point);
        is_certain &= value.abs() > bound;
        (least, greatest) = (least.min(value), greatest.max(value));
    }
    if is_certain {
        return Extent {
            backmost: Side::of_nonzero(least),
            frontmost: Side::of_nonzero(greatest),
        };
    }
    difficult_extent(*points, plane)
}

/// Returns the result of [`extent_of_few`] where floats do not decide for all points. Takes copies of the points,
/// because a reference would keep them in memory.
#[inline(never)]
fn difficult_extent<const D: usize, const N: usize>(
    points: [[f64; D]; N],
    plane: &Plane<D>,
) -> Extent {
    extent_of_points(&points, plane)
}

/// Returns the exact sides of the backmost and frontmost points of the convex hull of points.
///
/// # Panics
/// Panics if `points` is empty.
#[inline]
pub(crate) fn extent_of_points<const D: usize>(points: &[[f64; D]], plane: &Plane<D>) -> Extent {
    let extents = points.iter().map(|point| point.extent(plane));
    extents.reduce(Extent::join).expect("a shape has points")
}

/// Returns the signed distances of the backmost and frontmost points of the convex hull of points.
///
/// # Panics
/// Panics if `points` is empty.
pub(crate) fn interval_of_points<const D: usize>(
    points: &[[f64; D]],
    plane: &Plane<D>,
) -> Interval {
    assert!(!points.is_empty(), "a shape has points");
    let ruler = Ruler::new(plane.normal());
    let [mut least, mut greatest] = [f64::INFINITY, f64::NEG_INFINITY];
    for point in points {
        let value = ruler.value(plane.form(), point);
        (least, greatest) = (least.min(value), greatest.max(value));
    }
    if least.is_infinite() || greatest.is_infinite() {
        let distances = points
            .iter()
            .map(|point| ruler.distance(plane.form(), point));
        let (backmost, frontmost) = distances.fold(
            (f64::INFINITY, f64::NEG_INFINITY),
            |(least, greatest), distance| (least.min(distance), greatest.max(distance)),
        );
        return Interval {
            backmost,
            frontmost,
        };
    }
    // Dividing by the length of the normal and rounding keep the order of the values. So the least value gives the
    // least distance.
    Interval {
        backmost: ruler.divide(least),
        frontmost: ruler.divide(greatest),
    }
}

/// Returns the points with the least and with the greatest n·p. Exact signs decide; among points with equal values, the
/// first one is returned.
///
/// # Panics
/// Panics if `points` is empty.
pub(crate) fn extremes_of_points<const D: usize>(
    points: &[[f64; D]],
    plane: &Plane<D>,
) -> [[f64; D]; 2] {
    let normal = plane.normal();
    let step = |from: &[f64; D], to: &[f64; D]| {
        sign::<{ digits(2) }>(&Step {
            normal: &normal,
            from,
            to,
        })
    };
    let first = points.first().expect("a shape has points");
    let [mut backmost, mut frontmost] = [first; 2];
    for point in &points[1..] {
        if step(backmost, point) == Side::Back {
            backmost = point;
        }
        if step(frontmost, point) == Side::Front {
            frontmost = point;
        }
    }
    [*backmost, *frontmost]
}

/// The polynomial n·(q − p) for a normal n and two points p and q, of degree 2 and with 2D terms.
struct Step<'a, const D: usize> {
    normal: &'a [f64; D],
    from: &'a [f64; D],
    to: &'a [f64; D],
}

impl<const D: usize> Polynomial for Step<'_, D> {
    fn evaluate<N: Number>(&self) -> N {
        dot(&numbers(self.normal), &difference(self.to, self.from))
    }
}

/// Returns center + Σ factorⱼ·vectorⱼ, rounded. The result is infinite only if the sum itself is beyond the
/// range of floats, not if only a partial sum is.
pub(crate) fn combination<const D: usize>(
    center: &[f64; D],
    factors: &[f64; D],
    vectors: &[[f64; D]; D],
) -> [f64; D] {
    array(|axis| {
        let mut coordinate = center[axis];
        for (factor, vector) in factors.iter().zip(vectors) {
            coordinate += factor * vector[axis];
        }
        if coordinate.is_finite() {
            return coordinate;
        }
        let products = factors.iter().zip(vectors).map(|(f, v)| (*f, v[axis]));
        Dyadic::<PRODUCT_DIGITS>::sum_of_products(products.chain([(center[axis], 1.0)])).to_f64()
    })
}

/// The first coordinate of a point that is not finite. Errors are made of it where they are returned, so that new
/// shapes stay in registers.
struct NotFinite {
    axis: usize,
    value: f64,
}

impl NotFinite {
    /// Takes a copy of the point. A reference would keep the point in memory.
    #[cold]
    #[inline(never)]
    fn of<const D: usize>(point: [f64; D]) -> Self {
        for (axis, value) in point.into_iter().enumerate() {
            if !value.is_finite() {
                return Self { axis, value };
            }
        }
        unreachable!("all coordinates are finite")
    }
}

/// Returns an error unless all coordinates of a point or vector are finite.
#[inline]
pub(crate) fn finite<const D: usize>(
    what: &'static str,
    index: Option<usize>,
    coordinates: &[f64; D],
) -> Result<(), ShapeError> {
    if is_finite(coordinates) {
        return Ok(());
    }
    let NotFinite { axis, value } = NotFinite::of(*coordinates);
    Err(ShapeError::NotFinite {
        what,
        index,
        axis,
        value,
    })
}

/// Returns an error unless all coordinates of all points are finite.
#[inline]
pub(crate) fn all_finite<const D: usize>(
    what: &'static str,
    points: &[[f64; D]],
) -> Result<(), ShapeError> {
    for (index, point) in points.iter().enumerate() {
        finite(what, Some(index), point)?;
    }
    Ok(())
}

/// Returns an error unless the value is a valid radius: finite and not negative.
#[inline]
pub(crate) fn radius(value: f64) -> Result<(), ShapeError> {
    if value.is_finite() && value >= 0.0 {
        Ok(())
    } else {
        Err(ShapeError::Radius { value })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::capsule::Capsule;
    use crate::cone::Cone;
    use crate::cylinder::Cylinder;
    use crate::ellipsoid::Ellipsoid;
    use crate::hull::Hull;
    use crate::parallelepiped::Parallelepiped;
    use crate::polygon::ConvexPolygon;
    use crate::sphere::Sphere;
    use alloc::string::ToString;
    use alloc::vec::Vec;

    const O: [f64; 3] = [0.0; 3];
    const X: [f64; 3] = [1.0, 0.0, 0.0];
    const BAD: [f64; 3] = [0.0, f64::NAN, 0.0];

    fn message<T>(built: Result<T, ShapeError>) -> String {
        built
            .err()
            .map_or_else(String::new, |error| error.to_string())
    }

    #[test]
    fn numbers_that_are_not_finite_are_named() {
        let unfinished = [O, X, BAD];
        for (message, expected) in [
            (message(Sphere::new(BAD, 1.0)), "center y"),
            (message(Capsule::new(BAD, O, 1.0)), "start y"),
            (message(Capsule::new(O, BAD, 1.0)), "end y"),
            (message(Cylinder::new(BAD, O, 1.0)), "start y"),
            (message(Cylinder::new(O, BAD, 1.0)), "end y"),
            (message(Cone::new(BAD, O, 1.0)), "apex y"),
            (message(Cone::new(O, BAD, 1.0)), "base y"),
            (message(Ellipsoid::new(BAD, [X; 3])), "center y"),
            (message(Ellipsoid::new(O, unfinished)), "half-axis 2 y"),
            (message(Parallelepiped::new(BAD, [X; 3])), "center y"),
            (message(Parallelepiped::new(O, unfinished)), "half-axis 2 y"),
            (message(Parallelepiped::from_center(BAD, O)), "center y"),
            (message(Parallelepiped::from_center(O, BAD)), "half-size y"),
            (
                message(Parallelepiped::from_axes(O, unfinished, O)),
                "direction 2 y",
            ),
            (message(ConvexPolygon::new(unfinished)), "corner 2 y"),
            (message(Hull::new(unfinished)), "point 2 y"),
        ] {
            assert_eq!(message, format!("{expected} is NaN, not a finite number"));
        }
        let beyond = Parallelepiped::from_axes(O, [[1e300; 3]; 3], [1.0, 1e9, 1.0]);
        assert_eq!(message(beyond), "half-axis 1 x is inf, not a finite number");
    }

    #[test]
    fn radii_and_sizes_are_not_negative() {
        for radius in [-1.0, f64::NAN, f64::INFINITY, -5e-324] {
            let expected =
                format!("the radius is {radius}; it must be a finite number and not negative");
            assert_eq!(message(Sphere::new(O, radius)), expected);
            assert_eq!(message(Capsule::new(O, X, radius)), expected);
            assert_eq!(message(Cylinder::new(O, X, radius)), expected);
            assert_eq!(message(Cone::new(O, X, radius)), expected);
        }
        let negative = Parallelepiped::from_center(O, [1.0, 2.0, -3.0]);
        assert_eq!(
            message(negative),
            "half-size z is -3; it must not be negative"
        );
    }

    #[test]
    fn degenerate_input_is_refused_where_the_shape_is_not_determined() {
        let no_axis = "both ends of the axis are the same point; give two different points";
        assert_eq!(message(Cylinder::new(X, X, 0.0)), no_axis);
        assert_eq!(message(Cone::new(X, X, 1.0)), no_axis);
        // The start and the end of this cylinder are equal, because −0 equals 0.
        assert_eq!(message(Cylinder::new(O, [0.0, -0.0, 0.0], 1.0)), no_axis);
        let none = Hull::<3>::new([[0.0; 3]; 0]);
        assert_eq!(
            message(none),
            "0 points are too few for a hull; it needs at least 1"
        );
        let two = ConvexPolygon::new([O, X]);
        assert_eq!(
            message(two),
            "2 points are too few for a polygon; it needs at least 3"
        );
        let line = ConvexPolygon::new([[0.0, 0.0], [1.0, 1.0], [3.0, 3.0]]);
        assert_eq!(line.err(), Some(ShapeError::NoArea));
        let dented = ConvexPolygon::new([[0.0, 0.0], [4.0, 0.0], [1.0, 1.0], [0.0, 4.0]]);
        assert_eq!(dented.err(), Some(ShapeError::NotConvex { corner: 2 }));
        let square = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
        let thrice = ConvexPolygon::new([square, square, square].concat());
        assert_eq!(thrice.err(), Some(ShapeError::Winding { turns: 3 }));
    }

    #[test]
    fn what_goes_in_comes_out() -> Result<(), ShapeError> {
        let axes = [X, [0.0, 2.0, 0.0], [0.0, 0.0, 3.0]];
        let sphere = Sphere::new(X, 2.0)?;
        assert_eq!((sphere.center(), sphere.radius()), (X, 2.0));
        let capsule = Capsule::new(O, X, 2.0)?;
        assert_eq!((capsule.ends(), capsule.radius()), ([O, X], 2.0));
        let cylinder = Cylinder::new(O, X, 2.0)?;
        assert_eq!((cylinder.ends(), cylinder.radius()), ([O, X], 2.0));
        let cone = Cone::new(O, X, 2.0)?;
        assert_eq!((cone.apex(), cone.base(), cone.radius()), (O, X, 2.0));
        let ellipsoid = Ellipsoid::new(X, axes)?;
        assert_eq!((ellipsoid.center(), ellipsoid.half_axes()), (X, axes));
        let parallelepiped = Parallelepiped::from_center(X, [1.0, 2.0, 3.0])?;
        assert_eq!(
            (parallelepiped.center(), parallelepiped.half_axes()),
            (X, axes)
        );
        assert_eq!(Parallelepiped::new(X, axes)?, parallelepiped);
        let corners: Vec<_> = parallelepiped.corners().collect();
        assert_eq!(
            (corners.len(), corners[0], corners[7]),
            (8, [0.0, -2.0, -3.0], [2.0, 2.0, 3.0])
        );
        assert_eq!(
            (corners[1], corners[2]),
            ([2.0, -2.0, -3.0], [0.0, 2.0, -3.0])
        );
        let triangle = [O, X, [0.0, 1.0, 0.0]];
        assert_eq!(ConvexPolygon::new(triangle)?.corners(), triangle);
        assert_eq!(Hull::new(triangle)?.points(), triangle);
        Ok(())
    }
}
