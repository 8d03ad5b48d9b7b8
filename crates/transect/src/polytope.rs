//! Convex shapes with corners.

use alloc::boxed::Box;
use alloc::vec::Vec;

use transect_exact::arrays::array;
use transect_exact::determinant::numbers_of;
use transect_exact::number::Number;

use crate::aabb::Aabb;
use crate::corner_graph::CornerGraph;
use crate::hull::Hull;
use crate::parallelepiped::Parallelepiped;
use crate::polygon::ConvexPolygon;
use crate::segment::Segment;
use crate::shape::Shape;
use crate::triangle::Triangle;

/// A point that is given as the sum of up to four vectors. The sum is not evaluated, and is therefore exact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VectorSum<const D: usize> {
    /// The vectors to be added; unused vectors are zero.
    pub terms: [[f64; D]; 4],
}

impl<const D: usize> VectorSum<D> {
    /// Returns a point as the sum of a single vector.
    #[must_use]
    pub const fn of(point: [f64; D]) -> Self {
        let zero = [0.0; D];
        Self {
            terms: [point, zero, zero, zero],
        }
    }

    pub(crate) fn coordinates<N: Number>(&self) -> [N; D] {
        numbers_of(|axis| {
            let [first, rest @ ..] = &self.terms;
            let zero_left_out = rest.iter().filter(|term| term[axis] != 0.0);
            zero_left_out.fold(N::of(first[axis]), |sum, term| sum.plus(&N::of(term[axis])))
        })
    }
}

/// The form in which the overlap tests read a shape. This type is a detail of the library and is hidden from its
/// documentation. Shapes of other crates are read corner by corner.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub enum View<'a, const D: usize> {
    /// The convex hull of the corners that [`Polytope::corner`] returns.
    Corners,
    /// The convex hull of points.
    Points(&'a [[f64; D]]),
    /// The vertices of a polyhedron that is exactly convex, and its edges.
    Polyhedron(&'a [[f64; D]], &'a CornerGraph<D>),
    /// A polygon; in 2D, it is convex, counter-clockwise, and has an area.
    Polygon(&'a [[f64; D]]),
    /// A box, whose bounds may be infinite.
    Aabb(&'a Aabb<D>),
    /// A parallelepiped.
    Parallelepiped(&'a Parallelepiped<D>),
}

/// A convex shape that is the convex hull of finitely many corners, or an [`Aabb`] with infinite bounds. Some of the
/// corners may lie inside the hull.
///
/// ```
/// use transect::{Aabb, Polytope};
/// let aabb = Aabb::new([0.0, 0.0], [1.0, 2.0])?;
/// assert_eq!(aabb.corner_count(), 4);
/// # Ok::<(), transect::AabbError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a shape with corners of this dimension",
    label = "this type does not implement `transect::Polytope`",
    note = "shapes with corners are points `[f64; D]` and `[f32; D]`, boxes, segments, triangles, convex polygons, hulls and parallelepipeds"
)]
pub trait Polytope<const D: usize>: Shape<D> {
    /// Returns the number of corners, which is at least one.
    fn corner_count(&self) -> usize;

    /// Returns the corner with an index, without rounding.
    fn corner(&self, index: usize) -> VectorSum<D>;

    /// Returns pairs of corner indices; each pair stands for the direction between two corners. Each edge of the hull
    /// must be parallel to one of these directions. All pairs of corners are allowed; with fewer pairs,
    /// [`separation`](crate::separation) is faster.
    fn edges(&self) -> Vec<[usize; 2]> {
        let pairs = |second| (0..second).map(move |first| [first, second]);
        (0..self.corner_count()).flat_map(pairs).collect()
    }

    /// Returns the shape as a box if one of its bounds is infinite. Returns `None` for all other shapes, which are the
    /// hulls of their corners. The corners of an unbounded box are finite: an infinite bound is replaced by the other
    /// bound of its axis, or by 0 if both are infinite.
    ///
    /// ```
    /// use transect::{Aabb, Polytope};
    /// let half_plane = Aabb::new([2.0, f64::NEG_INFINITY], [f64::INFINITY; 2])?;
    /// assert_eq!(half_plane.unbounded_box(), Some(half_plane));
    /// assert_eq!(half_plane.corner(3).terms[0], [2.0, 0.0]);
    /// # Ok::<(), transect::AabbError>(())
    /// ```
    fn unbounded_box(&self) -> Option<Aabb<D>> {
        None
    }

    /// Returns the form in which the overlap tests read the shape. Only shapes of this crate return a form other than
    /// their corners.
    #[doc(hidden)]
    #[inline]
    fn polytope_view(&self) -> View<'_, D> {
        View::Corners
    }
}

impl<const D: usize> Polytope<D> for [f64; D] {
    fn corner_count(&self) -> usize {
        1
    }

    fn corner(&self, _index: usize) -> VectorSum<D> {
        VectorSum::of(*self)
    }

    #[inline]
    fn polytope_view(&self) -> View<'_, D> {
        View::Points(core::slice::from_ref(self))
    }
}

/// Implements [`Polytope`] for references and smart pointers by forwarding to the shape behind the pointer.
macro_rules! pointers {
    ($($pointer:ty),*) => {$(
        impl<T: Polytope<D> + ?Sized, const D: usize> Polytope<D> for $pointer {
            #[inline]
            fn corner_count(&self) -> usize {
                (**self).corner_count()
            }

            #[inline]
            fn corner(&self, index: usize) -> VectorSum<D> {
                (**self).corner(index)
            }

            #[inline]
            fn edges(&self) -> Vec<[usize; 2]> {
                (**self).edges()
            }

            #[inline]
            fn unbounded_box(&self) -> Option<Aabb<D>> {
                (**self).unbounded_box()
            }

            #[inline]
            fn polytope_view(&self) -> View<'_, D> {
                (**self).polytope_view()
            }
        }
    )*};
}

pointers!(&T, Box<T>);

impl<const D: usize> Polytope<D> for Segment<D> {
    fn corner_count(&self) -> usize {
        2
    }

    fn corner(&self, index: usize) -> VectorSum<D> {
        VectorSum::of(self.ends[index])
    }

    #[inline]
    fn polytope_view(&self) -> View<'_, D> {
        View::Points(&self.ends)
    }
}

impl<const D: usize> Polytope<D> for Triangle<D> {
    fn corner_count(&self) -> usize {
        3
    }

    fn corner(&self, index: usize) -> VectorSum<D> {
        VectorSum::of(self.corners[index])
    }

    #[inline]
    fn polytope_view(&self) -> View<'_, D> {
        View::Points(&self.corners)
    }
}

impl<const D: usize> Polytope<D> for Aabb<D> {
    fn corner_count(&self) -> usize {
        1 << D
    }

    fn corner(&self, index: usize) -> VectorSum<D> {
        let ends = [self.min(), self.max()];
        VectorSum::of(array(|axis| {
            let bound = ends[index >> axis & 1][axis];
            if bound.is_finite() {
                bound
            } else {
                self.finite_bound(axis)
            }
        }))
    }

    fn edges(&self) -> Vec<[usize; 2]> {
        (0..D).map(|axis| [0, 1 << axis]).collect()
    }

    fn unbounded_box(&self) -> Option<Self> {
        (!self.is_bounded()).then_some(*self)
    }

    #[inline]
    fn polytope_view(&self) -> View<'_, D> {
        View::Aabb(self)
    }
}

impl<const D: usize> Polytope<D> for Parallelepiped<D> {
    fn corner_count(&self) -> usize {
        1 << D
    }

    fn corner(&self, index: usize) -> VectorSum<D> {
        let mut corner = VectorSum::of(self.center());
        for (axis, half_axis) in self.half_axes().iter().enumerate() {
            let sign = [-1.0, 1.0][index >> axis & 1];
            corner.terms[axis + 1] = half_axis.map(|coordinate| sign * coordinate);
        }
        corner
    }

    fn edges(&self) -> Vec<[usize; 2]> {
        (0..D).map(|axis| [0, 1 << axis]).collect()
    }

    #[inline]
    fn polytope_view(&self) -> View<'_, D> {
        View::Parallelepiped(self)
    }
}

impl<const D: usize> Polytope<D> for ConvexPolygon<D> {
    fn corner_count(&self) -> usize {
        self.corners().len()
    }

    fn corner(&self, index: usize) -> VectorSum<D> {
        VectorSum::of(self.corners()[index])
    }

    #[inline]
    fn polytope_view(&self) -> View<'_, D> {
        View::Polygon(self.corners())
    }

    fn edges(&self) -> Vec<[usize; 2]> {
        let count = self.corners().len();
        if D == 2 {
            return (0..count).map(|from| [from, (from + 1) % count]).collect();
        }
        // If the corners of a polygon in 3D are not exactly in one plane, their convex hull has more edges than the
        // polygon, so all pairs of corners are returned.
        let pairs = |second| (0..second).map(move |first| [first, second]);
        (0..count).flat_map(pairs).collect()
    }
}

impl<const D: usize> Polytope<D> for Hull<D> {
    fn corner_count(&self) -> usize {
        self.points().len()
    }

    fn corner(&self, index: usize) -> VectorSum<D> {
        VectorSum::of(self.points()[index])
    }

    #[inline]
    fn polytope_view(&self) -> View<'_, D> {
        View::Points(self.points())
    }
}
