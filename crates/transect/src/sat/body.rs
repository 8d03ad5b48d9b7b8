//! Convex shapes as the floating-point search of the module `search` uses them: their extreme corners along a
//! direction, relative to a common origin.

use alloc::vec::Vec;
use core::ops::Deref;

use transect_exact::arrays::{Few as _, array};
use transect_exact::determinant::{difference, numbers_of};
use transect_exact::number::Number;
use transect_exact::unit::U;
use transect_exact::vector;
use transect_exact::vector::is_finite;

use crate::aabb::Aabb;
use crate::corner_graph::{self, CornerGraph};
use crate::parallelepiped::Parallelepiped;
use crate::polytope::{VectorSum, View};

/// A convex shape in the form in which it is stored: a list of points, a box or a parallelepiped. Only a box may have
/// infinite bounds.
#[derive(Clone, Copy)]
pub(super) enum Body<'a, const D: usize> {
    Points(Points<'a, D>),
    Aabb(&'a Aabb<D>),
    Parallelepiped(&'a Parallelepiped<D>),
}

/// The hull of a list of points. If the points are the vertices of a polyhedron, its edges may be known.
#[derive(Clone, Copy)]
pub(super) struct Points<'a, const D: usize> {
    list: &'a [[f64; D]],
    graph: Option<&'a CornerGraph<D>>,
}

impl<'a, const D: usize> From<&'a [[f64; D]]> for Points<'a, D> {
    fn from(list: &'a [[f64; D]]) -> Self {
        Self { list, graph: None }
    }
}

impl<const D: usize> Deref for Points<'_, D> {
    type Target = [[f64; D]];

    #[inline]
    fn deref(&self) -> &Self::Target {
        self.list
    }
}

impl<const D: usize> Points<'_, D> {
    /// Returns the point that is farthest in a direction, and its rounded height along the direction, relative to the
    /// origin. If several points have this height, returns the first of them.
    #[inline]
    fn highest(&self, origin: &[f64; D], direction: &[f64; 3]) -> (usize, f64) {
        let height = |point: &[f64; D]| along::<D>(direction, &relative(point, origin));
        if let Some(graph) = self.graph {
            let slack = slack(graph, origin, direction);
            let climbed = graph.highest(direction, slack, |index| height(&self.list[index]));
            if let Some(highest) = climbed {
                return highest;
            }
        }
        let mut best = (0, f64::NEG_INFINITY);
        for (index, point) in self.list.iter().enumerate() {
            let height = height(point);
            if height > best.1 {
                best = (index, height);
            }
        }
        best
    }
}

/// Returns more than twice the largest error of the rounded heights of a polyhedron's corners along a direction:
/// 16u·Σ|wᵢ|·Rᵢ for the direction w, the largest magnitudes Rᵢ of coordinates relative to the origin, and u = 2⁻⁵³, and
/// a term for underflow. See docs/exactness.md, "Overlap of shapes with corners".
#[inline]
fn slack<const D: usize>(graph: &CornerGraph<D>, origin: &[f64; D], direction: &[f64; 3]) -> f64 {
    let [min, max] = graph.bounds().map(|end| relative(&end, origin));
    let reach = array(|axis| min[axis].abs().max(max[axis].abs()));
    16.0 * U * along::<D>(&direction.each(f64::abs), &reach) + 32.0 * f64::from_bits(1)
}

/// The extreme corner of a shape along a direction: the corner's index, its position relative to an origin, and its
/// height along the direction. Position and height are rounded.
pub(super) struct Extreme {
    pub(super) index: usize,
    pub(super) place: [f64; 3],
    pub(super) height: f64,
}

impl<'a, const D: usize> Body<'a, D> {
    /// Returns the body of a shape. Returns `None` if the shape can only list its corners, or if it is a plain point
    /// with a coordinate that is NaN or infinite.
    #[inline]
    pub(super) fn of(view: View<'a, D>) -> Option<Self> {
        match view {
            View::Corners => None,
            View::Points([point]) if !is_finite(point) => None,
            View::Points(points) | View::Polygon(points) => Some(Self::Points(points.into())),
            View::Polyhedron(list, graph) => Some(Self::Points(Points {
                list,
                graph: Some(graph),
            })),
            View::Aabb(aabb) => Some(Self::Aabb(aabb)),
            View::Parallelepiped(shape) => Some(Self::Parallelepiped(shape)),
        }
    }

    /// Returns the least and the greatest coordinates of the shape: exactly, or, for a parallelepiped, rounded outward.
    /// They may be infinite.
    #[inline]
    pub(super) fn bounds(&self) -> [[f64; D]; 2] {
        match self {
            Self::Points(points) => match points.graph {
                Some(graph) => graph.bounds(),
                None => corner_graph::bounds(points),
            },
            Self::Aabb(aabb) => [aabb.min(), aabb.max()],
            Self::Parallelepiped(shape) => {
                let (center, half_axes) = (shape.center(), shape.half_axes());
                let end = |sign: f64| {
                    array(|axis| {
                        let half = half_axes.iter().map(|half_axis| half_axis[axis].abs());
                        let half = half.fold(0.0, |sum, size| sum + size);
                        // At most four sums are rounded: two in `half`, and two in the last line. With u = 2⁻⁵³, the
                        // error is below 4u times the sum of the magnitudes. The margin is twice this bound.
                        let margin = 8.0 * U * (center[axis].abs() + half) + f64::from_bits(1);
                        center[axis] + sign * half + sign * margin
                    })
                };
                [end(-1.0), end(1.0)]
            }
        }
    }

    /// Returns `false` for a box with an infinite bound, and `true` for all other shapes.
    pub(super) fn is_bounded(&self) -> bool {
        !matches!(self, Self::Aabb(aabb) if !aabb.is_bounded())
    }

    /// Returns a corner, without rounding.
    pub(super) fn corner(&self, index: usize) -> VectorSum<D> {
        use crate::polytope::Polytope;
        match self {
            Self::Points(points) => VectorSum::of(points[index]),
            Self::Aabb(aabb) => aabb.corner(index),
            Self::Parallelepiped(shape) => shape.corner(index),
        }
    }

    /// Returns the place of a corner relative to an origin, rounded.
    pub(super) fn place(&self, origin: &[f64; D], index: usize) -> [f64; 3] {
        match self {
            Self::Points(points) => relative(&points[index], origin),
            Self::Aabb(aabb) => {
                let ends = [aabb.min(), aabb.max()];
                let corner = array(|axis| ends[index >> axis & 1][axis]);
                relative(&corner, origin)
            }
            Self::Parallelepiped(shape) => {
                let mut place = relative(&shape.center(), origin);
                for (axis, half_axis) in shape.half_axes().iter().enumerate() {
                    let sign = [-1.0, 1.0][index >> axis & 1];
                    for i in 0..D {
                        place[i] += sign * half_axis[i];
                    }
                }
                place
            }
        }
    }

    /// Returns a generator of a box or parallelepiped: the vector of an edge, which is a doubled half-axis.
    pub(super) fn generator<N: Number>(&self, index: usize) -> [N; 3] {
        let zero = || [(); 3].each(|()| N::of(0.0));
        match self {
            Self::Points(_) => zero(),
            Self::Aabb(aabb) => {
                let mut generator = zero();
                generator[index] = N::of(aabb.max()[index]).minus(&N::of(aabb.min()[index]));
                generator
            }
            Self::Parallelepiped(shape) => {
                spatial(&shape.half_axes()[index]).map(|c| N::of(c).plus(&N::of(c)))
            }
        }
    }

    /// Returns the doubled center of a box or parallelepiped.
    pub(super) fn doubled_center<N: Number>(&self) -> [N; 3] {
        let ends = match self {
            Self::Points(points) => [points[0]; 2],
            Self::Aabb(aabb) => [aabb.min(), aabb.max()],
            Self::Parallelepiped(shape) => [shape.center(); 2],
        };
        let [a, b] = ends.each_ref().each(spatial);
        numbers_of(|axis| N::of(a[axis]).plus(&N::of(b[axis])))
    }

    /// Returns the mean of the corners, rounded.
    pub(super) fn middle(&self) -> [f64; D] {
        match self {
            Self::Points(points) => match points.graph {
                Some(graph) => graph.middle(),
                None => corner_graph::middle(points),
            },
            Self::Aabb(aabb) => aabb.center(),
            Self::Parallelepiped(shape) => shape.center(),
        }
    }

    pub(super) fn corner_count(&self) -> usize {
        match self {
            Self::Points(points) => points.len(),
            _ => 1 << D,
        }
    }

    /// Returns the vector between two corners that are the ends of an edge.
    pub(super) fn edge<N: Number>(&self, [from, to]: [usize; 2]) -> [N; 3] {
        match self {
            Self::Points(points) => difference(&spatial(&points[to]), &spatial(&points[from])),
            // The indices of two neighboring corners differ in one bit. The place of this bit is the index of a
            // generator.
            _ => self.generator((from ^ to).trailing_zeros() as usize),
        }
    }

    /// Returns the vector of an edge, each coordinate rounded once.
    pub(super) fn float_edge(&self, ends: [usize; 2]) -> [f64; 3] {
        match self {
            Self::Points(points) => {
                vector::sub(&spatial(&points[ends[1]]), &spatial(&points[ends[0]]))
            }
            Self::Aabb(aabb) => {
                let axis = (ends[0] ^ ends[1]).trailing_zeros() as usize;
                let mut edge = [0.0; 3];
                edge[axis] = aabb.max()[axis] - aabb.min()[axis];
                edge
            }
            Self::Parallelepiped(shape) => {
                let axis = (ends[0] ^ ends[1]).trailing_zeros() as usize;
                spatial(&shape.half_axes()[axis]).map(|c| 2.0 * c)
            }
        }
    }

    /// Returns the least and the greatest height of the shape along a direction, relative to the origin, rounded.
    #[inline]
    pub(super) fn span(&self, origin: &[f64; D], direction: &[f64; 3]) -> [f64; 2] {
        match self {
            Self::Points(points) => {
                let heights = points
                    .iter()
                    .map(|point| along::<D>(direction, &relative(point, origin)));
                heights.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], height| {
                    [low.min(height), high.max(height)]
                })
            }
            Self::Aabb(aabb) => {
                let [min, max] = [aabb.min(), aabb.max()].each(|end| relative(&end, origin));
                let (mut low, mut high) = (0.0, 0.0);
                for axis in 0..D {
                    let (a, b) = (direction[axis] * min[axis], direction[axis] * max[axis]);
                    low += a.min(b);
                    high += a.max(b);
                }
                [low, high]
            }
            Self::Parallelepiped(shape) => {
                let middle = along::<D>(direction, &relative(&shape.center(), origin));
                let mut reach = 0.0;
                for half_axis in &shape.half_axes() {
                    reach += along::<D>(direction, &spatial(half_axis)).abs();
                }
                [middle - reach, middle + reach]
            }
        }
    }

    /// Returns all corners whose rounded height along a direction is at most `depth` below the greatest, in the order
    /// of their indices. Heights are relative to the origin.
    pub(super) fn near_top(
        &self,
        origin: &[f64; D],
        direction: &[f64; 3],
        depth: f64,
    ) -> Vec<usize> {
        let height = |corner: usize| along::<D>(direction, &self.place(origin, corner));
        let level = match self {
            Self::Points(Points {
                graph: Some(graph), ..
            }) => graph.level(direction, slack(graph, origin, direction), depth, height),
            _ => None,
        };
        let mut level: Vec<usize> = match level {
            Some(level) => level.to_vec(),
            None => (0..self.corner_count()).collect(),
        };
        let top = level
            .iter()
            .map(|&corner| height(corner))
            .fold(f64::NEG_INFINITY, f64::max);
        // A height that is NaN is kept.
        level.retain(|&corner| {
            let is_lower = height(corner) < top - depth;
            !is_lower
        });
        level
    }

    /// Returns the corner that is farthest in a direction. Its position and height are relative to the origin.
    #[inline]
    pub(super) fn extreme(&self, origin: &[f64; D], direction: &[f64; 3]) -> Extreme {
        match self {
            Self::Points(points) => {
                let (index, height) = points.highest(origin, direction);
                Extreme {
                    index,
                    place: relative(&points[index], origin),
                    height,
                }
            }
            Self::Aabb(aabb) => {
                let ends = [aabb.min(), aabb.max()];
                let mut index = 0;
                let place = array(|axis| {
                    let upper = usize::from(direction[axis] >= 0.0);
                    index |= upper << axis;
                    ends[upper][axis]
                });
                let place = relative(&place, origin);
                let height = along::<D>(direction, &place);
                Extreme {
                    index,
                    place,
                    height,
                }
            }
            Self::Parallelepiped(shape) => {
                let mut place = relative(&shape.center(), origin);
                let mut height = along::<D>(direction, &place);
                let mut index = 0;
                for (axis, half_axis) in shape.half_axes().iter().enumerate() {
                    let half_axis = spatial(half_axis);
                    let rise = along::<D>(direction, &half_axis);
                    height += rise.abs();
                    let is_added = rise >= 0.0;
                    index |= usize::from(is_added) << axis;
                    let sign = if is_added { 1.0 } else { -1.0 };
                    for i in 0..D {
                        place[i] += sign * half_axis[i];
                    }
                }
                Extreme {
                    index,
                    place,
                    height,
                }
            }
        }
    }
}

/// The range of reaches for which errors from underflow are negligible and nothing overflows. The reach on an axis is
/// the sum of the largest coordinate magnitudes of both shapes.
pub(super) const RANGE: core::ops::Range<f64> = 1e-60..1e60;

/// Returns a point near the common part of the bounds of two shapes, and for each axis, the sum of the largest
/// magnitudes of both shapes' coordinates relative to this point. Returns `None` if a bound is not finite.
#[inline]
pub(super) fn frame<const D: usize>(bounds: &[[[f64; D]; 2]; 2]) -> Option<([f64; D], [f64; 3])> {
    let [[a_min, a_max], [b_min, b_max]] = bounds;
    let origin: [f64; D] = array(|axis| {
        let (low, high) = (a_min[axis].max(b_min[axis]), a_max[axis].min(b_max[axis]));
        low.midpoint(high)
    });
    let mut reach = [0.0; 3];
    for axis in 0..D {
        let of = |min: f64, max: f64| (origin[axis] - min).abs().max((max - origin[axis]).abs());
        reach[axis] = of(a_min[axis], a_max[axis]) + of(b_min[axis], b_max[axis]);
        let sum = a_min[axis] + a_max[axis] + b_min[axis] + b_max[axis];
        if !(sum + reach[axis]).is_finite() {
            return None;
        }
    }
    Some((origin, reach))
}

/// Returns a vector in space; in 2D, its third coordinate is zero.
#[inline]
pub(super) fn spatial<const D: usize>(vector: &[f64; D]) -> [f64; 3] {
    array(|axis| vector.get(axis).copied().unwrap_or_default())
}

#[inline]
fn relative<const D: usize>(point: &[f64; D], origin: &[f64; D]) -> [f64; 3] {
    array(|axis| match (point.get(axis), origin.get(axis)) {
        (Some(point), Some(origin)) => point - origin,
        _ => 0.0,
    })
}

/// Returns the dot product of the first D coordinates of two vectors.
#[inline]
pub(super) fn along<const D: usize>(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    let mut sum = a[0] * b[0];
    for axis in 1..D {
        sum += a[axis] * b[axis];
    }
    sum
}
