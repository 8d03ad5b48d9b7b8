//! The least translation of one of two overlapping shapes after which the shapes only touch. Floats with error bounds
//! compare the candidate directions first. If they do not decide, double-doubles and integers do.

mod chosen;

use alloc::vec::Vec;

use tinyvec::TinyVec;
use transect_exact::arrays::{Few as _, array};
use transect_exact::determinant::cross;
use transect_exact::double_double::DoubleDouble;
use transect_exact::number::Number;
use transect_exact::polynomial::digits;
use transect_exact::unit::U;
use transect_exact::{Dyadic, Side, vector};

use crate::region::edges_of_hull;
use crate::sat::body::{Body, along, frame};

// # Candidates and their enclosures
//
// The least translation that separates two overlapping shapes leads to the nearest face of their Minkowski difference,
// which has two independent edges (in 2D one), each parallel to an edge of one of the shapes. So its normal is among
// the cross products of two edges. If the Minkowski difference is flat, or all edges are parallel (then along any
// perpendicular), the translation has length 0.
//
// The depth along a direction w is H/|w|, where H is the greatest w·(p − q) of a corner p of the first and a corner q
// of the second shape: a polynomial of degree 3. Floats enclose each depth in an interval: with Wₖ = |aᵢbⱼ| + |aⱼbᵢ|
// for the cross product w = a × b of two edges, Δwₖ ≤ 4uWₖ and ΔH < 16u·ΣWₖRₖ. If |W|² < 2²⁰|w|², the relative error of
// |w|² is below 2⁻³⁸. Otherwise w is computed in double-doubles, or in integers. Directions whose intervals overlap
// that of the least depth are compared exactly, by the sign of H₁²|w₂|² − H₂²|w₁|², of degree 10; of equal ones, the
// first is used. Its depth is computed in double-doubles with a relative error ≤ 2⁻⁴¹, or in integers, and rounded.

/// The type for the exact comparison of the depths H₁/|w₁| and H₂/|w₂| along two directions w₁ and w₂: it holds
/// H₁²|w₂|² and H₂²|w₁|².
type Exact = Dyadic<{ digits(10) }>;

/// An edge of one of the shapes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Edge {
    shape: usize,
    ends: [usize; 2],
    /// The vector of the edge; each coordinate is rounded once.
    vector: [f64; 3],
    /// The vectors from an end of the edge to one corner of each of the two faces that meet in the edge, if the faces
    /// are known. Each coordinate is rounded once.
    beside: Option<[[f64; 3]; 2]>,
}

/// An edge as a pair of corner indices, and one corner of each of the two faces that meet in it, if the faces are
/// known.
pub(super) type Ends = ([usize; 2], Option<[usize; 2]>);

impl Edge {
    /// Returns `true` if the edge is certainly not extreme along a direction that is perpendicular to it: one of the
    /// faces beside the edge is higher than the edge, and the other one is lower. `error` is a bound on the error of
    /// heights along the direction.
    #[inline]
    fn is_inside(&self, axis: &[f64; 3], error: f64) -> bool {
        self.beside.is_some_and(|beside| {
            let [first, second] = beside.each(|vector| vector::dot(axis, &vector));
            first.abs() > error && second.abs() > error && (first > 0.0) != (second > 0.0)
        })
    }
}

/// A direction across two edges, which is their cross product w or −w, with bounds on the squared depth. The depth is
/// the length of the translation along this direction after which the shapes only touch.
#[derive(Clone, Copy, Debug, Default)]
struct Candidate {
    /// The indices of the two edges in the list of edges. In 2D, the direction is perpendicular to one edge, and both
    /// indices are equal.
    edges: [usize; 2],
    is_flipped: bool,
    low: f64,
    high: f64,
}

type Edges = TinyVec<[Edge; 16]>;
type Candidates = TinyVec<[Candidate; 16]>;

/// Two overlapping shapes, their edges, and the origin to which coordinates are relative.
struct Depths<'a, const D: usize> {
    shapes: &'a [Body<'a, D>; 2],
    origin: [f64; D],
    reach: [f64; 3],
    edges: Edges,
}

/// Returns the length and the direction of the least translation of the second shape after which the shapes only touch.
/// Returns `None` if all edges are parallel, or if numbers are too large or too small for the error bounds.
pub(super) fn least_translation<const D: usize>(
    shapes: &[Body<'_, D>; 2],
    edges: [&[Ends]; 2],
) -> Option<(f64, [f64; D])> {
    let (origin, reach) = frame(&shapes.each_ref().each(Body::bounds))?;
    if reach.iter().any(|&reach| reach > GREATEST_REACH) {
        return None;
    }
    let mut list = Edges::new();
    for (shape, edges) in edges.into_iter().enumerate() {
        for &(ends, beside) in edges {
            let body = &shapes[shape];
            let vector = body.float_edge(ends);
            let beside = beside.map(|corners| corners.each(|c| body.float_edge([ends[0], c])));
            list.push(Edge {
                shape,
                ends,
                vector,
                beside,
            });
        }
    }
    let depths = Depths {
        shapes,
        origin,
        reach,
        edges: list,
    };
    let candidates = depths.candidates()?;
    let best = depths.least(candidates)?;
    depths.measured(&best)
}

/// Floats give the direction w, the cross product of two edges, if |W|² is less than 2²⁰·|w|². Here W is computed like
/// w, but from the magnitudes of the products and with plus signs only.
const PARALLEL: f64 = (1_u64 << 20) as f64;

/// A bound on the relative error of the squared length of a direction across two edges, in floats: 2⁻³⁸.
const LENGTH: f64 = 1.0 / (1_u64 << 38) as f64;

/// The greatest reach for which the error bounds hold. The reach on an axis is the sum of the largest coordinate
/// magnitudes of both shapes.
const GREATEST_REACH: f64 = 1e60;

/// A bound on the errors that underflow causes in heights, if no reach is above 10⁶⁰.
const LEAST_ERROR: f64 = 1e-250;

/// The least squared length of a direction. Above it, errors from underflow are far below 4u times the squared length,
/// with u = 2⁻⁵³.
const LEAST_SQUARE: f64 = 1e-200;

impl<const D: usize> Depths<'_, D> {
    /// Returns the candidates for the direction of the least translation, in the order of their edges. Returns `None`
    /// if a number is too large or too small for the error bounds.
    fn candidates(&self) -> Option<Candidates> {
        let mut found = Candidates::new();
        let mut least = f64::INFINITY;
        for j in 0..self.edges.len() {
            let others = if D == 2 { j..j + 1 } else { 0..j };
            for i in others {
                let Some((axis, sizes)) = self.across([i, j])? else {
                    continue;
                };
                let squared = along::<D>(&axis, &axis);
                let error = 16.0 * U * along::<D>(&sizes, &self.reach) + LEAST_ERROR;
                if !(LEAST_SQUARE..1.0 / LEAST_SQUARE).contains(&squared) {
                    return None;
                }
                if [i, j]
                    .iter()
                    .any(|&edge| self.edges[edge].is_inside(&axis, error))
                {
                    continue;
                }
                let [a, b] = self.shapes.each_ref().each(|s| s.span(&self.origin, &axis));
                for (is_flipped, height) in [(false, a[1] - b[0]), (true, b[1] - a[0])] {
                    let low = (height - error).max(0.0);
                    let low = low * low / squared * (1.0 - LENGTH);
                    let high = height + error;
                    let high = high * high / squared * (1.0 + LENGTH);
                    // With a NaN, the comparisons below would drop a direction.
                    if low.is_nan() || high.is_nan() {
                        return None;
                    }
                    if low > least {
                        continue;
                    }
                    if high < least {
                        least = high;
                        found.retain(|other| other.low <= least);
                    }
                    found.push(Candidate {
                        edges: [i, j],
                        is_flipped,
                        low,
                        high,
                    });
                }
            }
        }
        Some(found)
    }

    /// Returns the direction across two edges, and a size for each of its coordinates: the error of the coordinate is
    /// at most 4u times its size, with u = 2⁻⁵³. The inner `Option` is `None` if the edges are parallel, the outer one
    /// if all coordinates of the direction underflow.
    #[inline]
    fn across(&self, edges: [usize; 2]) -> Option<Option<([f64; 3], [f64; 3])>> {
        let [a, b] = edges.each(|edge| &self.edges[edge].vector);
        if D == 2 {
            let axis = [a[1], -a[0], 0.0];
            return Some((axis != [0.0; 3]).then(|| (axis, axis.each(f64::abs))));
        }
        let axis = vector::cross(a, b);
        let sizes = array(|k| {
            let (k, l) = ((k + 1) % 3, (k + 2) % 3);
            (a[k] * b[l]).abs() + (a[l] * b[k]).abs()
        });
        if vector::dot(&sizes, &sizes) < PARALLEL * vector::dot(&axis, &axis) {
            return Some(Some((axis, sizes)));
        }
        self.nearly_parallel(edges)
    }

    /// Returns the same result as `across` for edges that are parallel or nearly parallel, by double-doubles or
    /// integers.
    #[cold]
    fn nearly_parallel(&self, edges: [usize; 2]) -> Option<Option<([f64; 3], [f64; 3])>> {
        if edges
            .iter()
            .any(|&edge| self.edges[edge].vector == [0.0; 3])
        {
            return Some(None);
        }
        let axis = self.normal::<DoubleDouble>(edges);
        if axis.iter().all(|c| c.sign() == Some(Side::On)) {
            return Some(None);
        }
        let largest = axis.iter().fold(0.0_f64, |most, c| most.max(c.high.abs()));
        let axis = if axis.iter().all(|c| c.error <= U * largest) {
            axis.each(|c| c.high)
        } else {
            self.normal::<Exact>(edges).map(|c| c.to_f64())
        };
        let largest = axis.iter().fold(0.0_f64, |most, c| most.max(c.abs()));
        if largest == 0.0 {
            let is_zero = self
                .normal::<Exact>(edges)
                .iter()
                .all(|c| c.side() == Side::On);
            return is_zero.then_some(None);
        }
        Some(Some((axis, [largest; 3])))
    }

    /// Returns the direction across two edges in numbers of the type `N`. It is exact if the operations of `N` are
    /// exact.
    fn normal<N: Number>(&self, edges: [usize; 2]) -> [N; 3] {
        let [a, b] = edges.each(|edge| {
            let edge = &self.edges[edge];
            self.shapes[edge.shape].edge::<N>(edge.ends)
        });
        if D == 2 {
            let [x, y, zero] = a;
            return [y, N::of(0.0).minus(&x), zero];
        }
        cross(&a, &b)
    }

    /// Returns `true` if the directions of both candidates are certainly the same normal of the same triangle of
    /// corners.
    fn is_same_face(&self, a: &Candidate, b: &Candidate) -> bool {
        let corners = |candidate: &Candidate| {
            let [e, f] = candidate.edges.each(|edge| &self.edges[edge]);
            let mut corners = [e.ends[0], e.ends[1], f.ends[0], f.ends[1]];
            corners.sort_unstable();
            let shared = (0..3).find(|&place| corners[place] == corners[place + 1])?;
            let kept = array(|i| corners[i + usize::from(i > shared)]);
            let is_of_points = matches!(self.shapes[e.shape], Body::Points(_));
            (D == 3 && is_of_points && e.shape == f.shape).then_some((e.shape, kept))
        };
        let (first, second): (Option<(usize, [usize; 3])>, _) = (corners(a), corners(b));
        first.is_some() && first == second && {
            // The two candidates may have the same triangle but opposite normals.
            let [p, q] = [a, b].each(|candidate| {
                let sign = if candidate.is_flipped { -1.0 } else { 1.0 };
                let [e, f] = candidate.edges.each(|edge| &self.edges[edge].vector);
                vector::scale(&vector::cross(e, f), sign)
            });
            vector::dot(&p, &q) > 0.0
        }
    }
}

/// The product of the depth and the length of the direction is computed in double-doubles first. If the relative error
/// of this product is at most this constant, 2⁻⁴², and that of the direction at most [`ACCURATE`], double-doubles give
/// the depth. Otherwise integers do.
pub(super) const NEAR: f64 = 1.0 / (1_u64 << 42) as f64;

/// The largest relative error of directions in double-doubles, 2⁻⁶⁰.
pub(super) const ACCURATE: f64 = 1.0 / (1_u64 << 60) as f64;

/// Returns the depth along a direction of the length `size`, from the depth times this length, rounded.
pub(super) fn rounded_depth(height: &DoubleDouble, size: &DoubleDouble) -> f64 {
    let near = height.high / size.high;
    let rest = height.minus(&DoubleDouble::of(near).times(size));
    near + rest.high / size.high
}

/// Returns the absolute value of a number. The error bound also holds for the result, even if the sign of the number is
/// unknown.
fn absolute(number: DoubleDouble) -> DoubleDouble {
    if number.high < 0.0 {
        DoubleDouble::of(0.0).minus(&number)
    } else {
        number
    }
}

fn exact_absolute(number: Exact) -> Exact {
    match number.side() {
        Side::Back => number.negated(),
        _ => number,
    }
}

/// The edges at corner 0 of a box or a parallelepiped, as pairs of corner indices. All other edges are parallel to
/// these. In 2D, only the first two are used.
const BOX: [Ends; 3] = [([0, 1], None), ([0, 2], None), ([0, 4], None)];

/// Returns the edges of a shape as pairs of corner indices. For points, these are the edges that `given` returns,
/// stored in `list`. If `given` returns all pairs of more than four points in 3D, only the edges of the points' hull
/// are stored. For boxes and parallelepipeds, returns [`BOX`] without an allocation.
pub(super) fn edges_of<'a, const D: usize>(
    body: &Body<'_, D>,
    given: impl FnOnce() -> Vec<[usize; 2]>,
    list: &'a mut Vec<Ends>,
) -> &'a [Ends] {
    match body {
        Body::Points(points) => {
            let edges = given();
            // The number of directions across two edges grows with the square of the number of edges. The hull has
            // fewer edges, so it pays to find it.
            let pairs = points.len() * (points.len() - 1) / 2;
            let is_cloud = D == 3 && points.len() > 4 && edges.len() == pairs;
            *list = match is_cloud.then(|| edges_of_hull(points)).flatten() {
                Some(edges) => edges
                    .iter()
                    .map(|edge| (edge.ends, Some(edge.beside)))
                    .collect(),
                None => edges.into_iter().map(|ends| (ends, None)).collect(),
            };
            list
        }
        _ => &BOX[..D],
    }
}
