//! Exact tests for the overlap of two convex shapes with corners, by separating axes.

#[cfg(test)]
mod agreement;
mod body;
mod boxes;
#[cfg(test)]
mod climbing;
mod depth;
mod exact_axes;
mod expanding;
mod freedom;
mod generators;
mod polygons;
mod search;
mod separation;
mod simplex;
mod witness;

pub use separation::{Separation, separation};

use alloc::vec::Vec;

use transect_exact::determinant::{dot, numbers};
use transect_exact::number::Number;
use transect_exact::polynomial::{Bounded, digits};

use crate::point_error::PointError;
use crate::polytope::{Polytope, VectorSum, View};
use crate::predicates::cone::{Orthant, Vectors, holds_common_direction};
use crate::sat::boxes::boxes_overlap;
use crate::sat::freedom::Freedom;
use crate::sat::search::overlap_of_views;

/// Returns `true` if two closed convex shapes have a point in common. The test is exact; shapes that touch overlap.
///
/// Two shapes are disjoint exactly if some direction w has w·(p − q) > 0 for all corners p of the first shape and q of
/// the second. The test considers all directions, so flat shapes, segments and points need no extra axes. The
/// polynomials have degree 3 in the coordinates. Boxes may have infinite bounds: w is then restricted to directions in
/// which these bounds do not matter.
///
/// ```
/// use transect::{Aabb, Triangle, overlap};
/// let aabb = Aabb::new([0.0, 0.0, 0.0], [1.0, 1.0, 1.0])?;
/// let touching = Triangle::new([[2.0, 0.0, 0.0], [0.0, 2.0, 1.0], [2.0, 2.0, 5.0]])?;
/// assert!(overlap(&aabb, &touching)); // in the point (1, 1, 0.5) of an edge of the box
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// Panics if a shape is a point with a coordinate that is NaN or infinite.
#[doc(alias = "intersects")]
#[doc(alias = "intersection_test")]
#[doc(alias = "collides")]
#[inline]
#[must_use]
#[doc(alias = "intersects_box")]
#[doc(alias = "sat")]
#[doc(alias = "gjk")]
#[doc(alias = "test_overlap")]
pub fn overlap<const D: usize>(a: &impl Polytope<D>, b: &impl Polytope<D>) -> bool {
    match (a.polytope_view(), b.polytope_view()) {
        (View::Aabb(a), View::Aabb(b)) => boxes_overlap(a, b),
        (first, second) => overlap_of_views(first, second).unwrap_or_else(|| overlap_by_cone(a, b)),
    }
}

#[cold]
#[inline(never)]
fn overlap_by_cone<const D: usize>(a: &impl Polytope<D>, b: &impl Polytope<D>) -> bool {
    overlap_of(&[corners(a), corners(b)], &Freedom::of(a, b))
}

fn overlap_of<const D: usize>(corners: &[Corners<D>; 2], freedom: &Freedom<D>) -> bool {
    let mut likely = likely_axes(corners).filter(|axis| freedom.allows_both(axis));
    if likely.any(|axis| separates(&axis, corners)) {
        return false;
    }
    let differences = Differences::of(corners, freedom);
    // In 2D, the third component of all vectors is zero. So the third component of a separating direction w does not
    // matter, and only orthants where it is positive are tried.
    let orthants = Orthant::all().filter(|orthant| D == 3 || !orthant.is_negative[2]);
    // Here, the direction w points from the second shape to the first. [`Freedom`] restricts the opposite direction −w.
    let mut orthants = orthants.filter(|orthant| freedom.allows_opposite(orthant));
    !orthants.any(|orthant| holds_common_direction::<{ digits(3) }>(orthant, &differences))
}

type Corners<const D: usize> = Vec<VectorSum<D>>;

fn corners<const D: usize>(shape: &impl Polytope<D>) -> Corners<D> {
    let corners: Corners<D> = (0..shape.corner_count())
        .map(|index| shape.corner(index))
        .collect();
    // A coordinate that is NaN or infinite can only come from a shape that is a plain point. Without this check, a
    // wrong separating axis could be found for it.
    for term in corners.iter().flat_map(|corner| corner.terms) {
        if let Err(error) = PointError::check(&term) {
            panic!("a shape without a place: {error}");
        }
    }
    corners
}

/// Returns axes that separate most disjoint shapes: the coordinate axes, and the direction between the means of the two
/// shapes' corners.
fn likely_axes<const D: usize>(shapes: &[Corners<D>; 2]) -> impl Iterator<Item = [f64; D]> {
    let middles = shapes.each_ref().map(|corners| {
        let weight = 1.0 / corners.len() as f64;
        let mut middle = [0.0; D];
        for term in corners.iter().flat_map(|corner| corner.terms) {
            for axis in 0..D {
                middle[axis] += term[axis] * weight;
            }
        }
        middle
    });
    let between = core::array::from_fn(|axis| middles[1][axis] - middles[0][axis]);
    let unit = |axis: usize| core::array::from_fn(|other| f64::from(u8::from(other == axis)));
    (0..D).map(unit).chain([between])
}

/// Returns `true` if an axis certainly separates the shapes; it does not matter which shape comes first along the axis.
/// Only floats with error bounds are used, so the axis may separate the shapes even if the result is `false`.
fn separates<const D: usize>(axis: &[f64; D], shapes: &[Corners<D>; 2]) -> bool {
    let [a, b] = shapes.each_ref().map(|corners| {
        let along = corners
            .iter()
            .map(|corner| dot(&numbers(axis), &corner.coordinates::<Bounded>()).enclosure());
        along.reduce(|a, b| [a[0].min(b[0]), a[1].max(b[1])])
    });
    matches!((a, b), (Some(a), Some(b)) if a[1] < b[0] || b[1] < a[0])
}

/// The differences p − q for all corners p of the first shape and all corners q of the second. They are the vectors of
/// the exact test. If the coordinate of a separating axis on some axis must be zero, the differences do not matter
/// there and are replaced by zero.
struct Differences<'a, const D: usize> {
    shapes: &'a [Corners<D>; 2],
    freedom: &'a Freedom<D>,
    bounded: Vec<[Bounded; 3]>,
}

impl<'a, const D: usize> Differences<'a, D> {
    fn of(shapes: &'a [Corners<D>; 2], freedom: &'a Freedom<D>) -> Self {
        let mut differences = Self {
            shapes,
            freedom,
            bounded: Vec::new(),
        };
        differences.bounded = (0..differences.count())
            .map(|index| differences.vector(index))
            .collect();
        differences
    }
}

impl<const D: usize> Vectors for Differences<'_, D> {
    fn count(&self) -> usize {
        self.shapes[0].len() * self.shapes[1].len()
    }

    fn vector<N: Number>(&self, index: usize) -> [N; 3] {
        let [a, b] = self.shapes;
        let (p, q) = (index % a.len(), index / a.len());
        let (p, q) = (a[p].coordinates::<N>(), b[q].coordinates::<N>());
        core::array::from_fn(|axis| match (p.get(axis), q.get(axis)) {
            (Some(p), Some(q)) if !self.freedom.is_fixed(axis) => p.minus(q),
            _ => N::of(0.0),
        })
    }

    fn bounded(&self, index: usize) -> [Bounded; 3] {
        self.bounded[index]
    }
}
