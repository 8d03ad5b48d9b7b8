//! The result of an overlap test with a witness, which proves it: a separating axis, or the least translation that
//! separates the shapes.

use alloc::vec::Vec;

use transect_exact::arrays::{Few as _, array};
use transect_exact::determinant::{cross, dot, numbers, numbers_of};
use transect_exact::number::Number;
use transect_exact::polynomial::{Bounded, Polynomial, digits, sign};
use transect_exact::rounded::rounded;
use transect_exact::vector::{length, scale};
use transect_exact::wide::Wide;
use transect_exact::{Dyadic, Side};

use crate::polytope::{Polytope, View};
use crate::predicates::cone::{middle_direction, rounded_direction};
use crate::sat::body::Body;
use crate::sat::boxes::{boxes_overlap, least_translation_of_boxes};
use crate::sat::depth::{self, edges_of};
use crate::sat::expanding::least_translation_of_points;
use crate::sat::freedom::Freedom;
use crate::sat::search::{Relation, relation};
use crate::sat::simplex::Simplex;
use crate::sat::{Corners, Differences, corners, likely_axes, overlap_of};

/// The relation of two convex shapes, with a witness that proves it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Separation<const D: usize = 3> {
    /// The shapes have no point in common.
    Apart {
        /// A separating axis w that points from the first shape to the second. The inequality w·p < w·q is exact, and
        /// holds for all points p of the first shape and q of the second. The axis is `None` if the separating axes are
        /// so close together that no float vector among them was found.
        axis: Option<[f64; D]>,
    },
    /// The shapes have a point in common; they may only touch.
    Overlapping {
        /// The length of the least translation of the second shape after which the two shapes only touch. It is zero
        /// exactly if the shapes only touch, or if both are flat in one plane. Otherwise its relative error is below
        /// 2⁻³⁸, unless the length leaves the range of floats. It is infinite if the shapes are unbounded and no
        /// translation separates them.
        depth: f64,
        /// The direction of the least translation as a unit vector. Each coordinate has an error of at most 2⁻⁵⁰. If
        /// several translations are equally short, up to the relative error of `depth`, this is the direction of one of
        /// them. The direction is zero if `depth` is infinite.
        axis: [f64; D],
    },
}

impl<const D: usize> Separation<D> {
    /// Returns `true` if the shapes have a point in common. The result is exact.
    #[must_use]
    pub fn is_overlap(&self) -> bool {
        matches!(self, Self::Overlapping { .. })
    }

    /// Returns the least translation of the second shape after which the two shapes only touch, rounded. Returns `None`
    /// if the shapes are apart, or if no translation separates them.
    ///
    /// ```
    /// use transect::{Aabb, separation};
    /// let a = Aabb::new([0.0, 0.0], [2.0, 2.0])?;
    /// let b = Aabb::new([1.5, 0.0], [4.0, 2.0])?;
    /// assert_eq!(separation(&a, &b).translation(), Some([0.5, 0.0]));
    /// # Ok::<(), transect::AabbError>(())
    /// ```
    #[must_use]
    pub fn translation(&self) -> Option<[f64; D]> {
        match self {
            Self::Overlapping { depth, axis } if axis.iter().any(|&c| c != 0.0) => {
                Some(scale(axis, *depth))
            }
            _ => None,
        }
    }
}

/// Returns the relation of two closed convex shapes, exactly as [`overlap`](crate::overlap) does, with a witness. The
/// witness is a separating axis, or the least translation that separates the shapes.
///
/// The least translation leads to the nearest face of the Minkowski difference of the shapes. If one of the shapes has
/// more than eight corners in 3D, this face is found by the expanding polytope algorithm, and error bounds prove its
/// distance. Otherwise, or if the error bounds do not suffice, all possible faces are compared: in 3D, such a face is
/// parallel to two edges of the shapes; in 2D, to one edge.
///
#[cfg_attr(doc, doc = include_str!("../../figures/separation.svg"))]
///
/// ```
/// use transect::{Aabb, Separation, separation};
/// let a = Aabb::new([0.0, 0.0, 0.0], [2.0, 2.0, 2.0])?;
/// let b = Aabb::new([1.5, 0.0, 1.0], [4.0, 4.0, 4.0])?;
/// assert_eq!(separation(&a, &b), Separation::Overlapping { depth: 0.5, axis: [1.0, 0.0, 0.0] });
/// let c = Aabb::new([3.0, 0.0, 0.0], [4.0, 1.0, 1.0])?;
/// assert_eq!(separation(&a, &c), Separation::Apart { axis: Some([1.0, 0.0, 0.0]) });
/// # Ok::<(), transect::AabbError>(())
/// ```
///
/// # Panics
/// Panics if a shape is a point with a coordinate that is NaN or infinite.
#[doc(alias = "penetration")]
#[doc(alias = "minimum translation vector")]
#[doc(alias = "MTV")]
#[must_use]
#[doc(alias = "epa")]
#[doc(alias = "gjk")]
pub fn separation<const D: usize>(a: &impl Polytope<D>, b: &impl Polytope<D>) -> Separation<D> {
    let views = (a.polytope_view(), b.polytope_view());
    if let (View::Aabb(a), View::Aabb(b)) = views
        && boxes_overlap(a, b)
        && let Some((depth, axis)) = least_translation_of_boxes(a, b)
    {
        return Separation::Overlapping { depth, axis };
    }
    let answer = match (Body::of(views.0), Body::of(views.1)) {
        (Some(p), Some(q)) if p.is_bounded() && q.is_bounded() => {
            separation_of_bodies([p, q], || a.edges(), || b.edges())
        }
        _ => None,
    };
    answer.unwrap_or_else(|| separation_by_cone(a, b))
}

/// Returns the relation of two bounded shapes, or `None` if no witness of the relation is found and proved. Then
/// [`separation_by_cone`] decides.
fn separation_of_bodies<const D: usize>(
    shapes: [Body<'_, D>; 2],
    edges_of_a: impl FnOnce() -> Vec<[usize; 2]>,
    edges_of_b: impl FnOnce() -> Vec<[usize; 2]>,
) -> Option<Separation<D>> {
    let mut simplex = Simplex::new();
    match relation(shapes[0], shapes[1], true, &mut simplex)? {
        Relation::Apart(axis) => return Some(Separation::Apart { axis: Some(axis) }),
        Relation::BarelyApart => return Some(Separation::Apart { axis: None }),
        Relation::Overlapping => {}
    }
    if let Some((depth, axis)) = least_translation_of_points(&shapes, &simplex) {
        return Some(Separation::Overlapping { depth, axis });
    }
    let (mut first, mut second) = (Vec::new(), Vec::new());
    let edges = [
        edges_of(&shapes[0], edges_of_a, &mut first),
        edges_of(&shapes[1], edges_of_b, &mut second),
    ];
    let (depth, axis) = depth::least_translation(&shapes, edges)?;
    Some(Separation::Overlapping { depth, axis })
}

#[cold]
#[inline(never)]
pub(super) fn separation_by_cone<const D: usize>(
    a: &impl Polytope<D>,
    b: &impl Polytope<D>,
) -> Separation<D> {
    let shapes = [corners(a), corners(b)];
    let freedom = Freedom::of(a, b);
    if overlap_of(&shapes, &freedom) {
        return least_translation(&shapes, [a.edges(), b.edges()], &freedom);
    }
    let differences = Differences::of(&shapes, &freedom);
    let middle =
        middle_direction::<{ digits(3) }>(&differences, |orthant| freedom.allows_opposite(orthant));
    // The vector `middle`, from the middle of the cone of separating directions, points from the second shape to the
    // first, so it is negated.
    let middle = array(|axis| {
        if freedom.is_fixed(axis) {
            0.0
        } else {
            0.0 - middle[axis]
        }
    });
    let flipped = |axis: [f64; D]| axis.map(|coordinate| 0.0 - coordinate);
    let axis = likely_axes(&shapes)
        .flat_map(|axis| [axis, flipped(axis)])
        .chain([middle])
        .filter(|axis| freedom.allows(|place| sign_of(axis[place])))
        .find(|axis| leads_from_first_to_second(axis, &shapes));
    Separation::Apart { axis }
}

/// Returns the sign of a number; `On` for NaN.
fn sign_of(number: f64) -> Side {
    number.partial_cmp(&0.0).map_or(Side::On, Side::from)
}

/// Returns `true` if w·p < w·q for the axis w and for all corners p of the first shape and q of the second. The test is
/// exact.
fn leads_from_first_to_second<const D: usize>(axis: &[f64; D], shapes: &[Corners<D>; 2]) -> bool {
    axis.iter().all(|coordinate| coordinate.is_finite())
        && (0..shapes[0].len() * shapes[1].len()).all(|index| {
            let pair = [[0, index % shapes[0].len()], [1, index / shapes[0].len()]];
            sign::<{ digits(2) }>(&Along { axis, shapes, pair }) == Side::Front
        })
}

/// The value w·(q − p) for a direction w and two corners p and q, a polynomial of degree 2 with 8·D terms.
struct Along<'a, const D: usize> {
    axis: &'a [f64; D],
    shapes: &'a [Corners<D>; 2],
    pair: [[usize; 2]; 2],
}

impl<const D: usize> Polynomial for Along<'_, D> {
    fn evaluate<N: Number>(&self) -> N {
        let axis = numbers::<N, D>(self.axis);
        let step = step(self.shapes, self.pair[0], self.pair[1]);
        let mut sum = N::of(0.0);
        for (coordinate, step) in axis.iter().zip(&step) {
            sum = sum.plus(&coordinate.times(step));
        }
        sum
    }
}

/// Returns the vector from one corner to another. The corners may belong to the same shape or to different shapes. In
/// 2D, the vector's third coordinate is zero.
fn step<N: Number, const D: usize>(
    shapes: &[Corners<D>; 2],
    [from_shape, from]: [usize; 2],
    [to_shape, to]: [usize; 2],
) -> [N; 3] {
    let from = shapes[from_shape][from].coordinates::<N>();
    let to = shapes[to_shape][to].coordinates::<N>();
    numbers_of(|axis| match (to.get(axis), from.get(axis)) {
        (Some(to), Some(from)) => to.minus(from),
        _ => N::of(0.0),
    })
}

/// A direction that may be parallel to a face of the Minkowski difference of both shapes: an edge of a shape, or a
/// coordinate axis.
#[derive(Clone, Copy, Debug)]
enum Edge {
    Of { shape: usize, ends: [usize; 2] },
    Axis(usize),
}

/// The direction that is perpendicular to two edges: their cross product.
#[derive(Clone, Copy)]
struct Across<'a, const D: usize> {
    shapes: &'a [Corners<D>; 2],
    edges: [Edge; 2],
}

impl<const D: usize> Across<'_, D> {
    /// Returns the cross product of the two edges. Its coordinates are polynomials of degree 2 with 128 terms.
    fn normal<N: Number>(&self) -> [N; 3] {
        let [a, b] = self.edges.each(|edge| match edge {
            Edge::Of { shape, ends } => step(self.shapes, [shape, ends[0]], [shape, ends[1]]),
            Edge::Axis(axis) => numbers_of(|other| N::of(f64::from(u8::from(other == axis)))),
        });
        cross(&a, &b)
    }
}

/// The height of a corner q above a corner p: the value w·(q − p) for the direction w that is perpendicular to two
/// edges. It is a polynomial of degree 3.
struct Height<'a, const D: usize> {
    across: Across<'a, D>,
    pair: [[usize; 2]; 2],
}

impl<const D: usize> Polynomial for Height<'_, D> {
    fn evaluate<N: Number>(&self) -> N {
        let [from, to] = self.pair;
        dot(&self.across.normal(), &step(self.across.shapes, from, to))
    }
}

/// The number 2⁻⁴⁰. If the relative width of a direction's error bounds is at most this number, distances along the
/// direction are accurate enough in floats and are not computed in integers.
const NEAR: f64 = 1.0 / (1_u64 << 40) as f64;

/// A direction perpendicular to two edges, and the distance `depth` by which the second shape has to move along it
/// until the shapes only touch. If `is_flipped`, the shape moves in the opposite direction.
struct Candidate<'a, const D: usize> {
    depth: Wide,
    across: Across<'a, D>,
    is_flipped: bool,
}

fn least_translation<const D: usize>(
    shapes: &[Corners<D>; 2],
    edges: [Vec<[usize; 2]>; 2],
    freedom: &Freedom<D>,
) -> Separation<D> {
    let edges = edges
        .into_iter()
        .enumerate()
        .flat_map(|(shape, ends)| ends.into_iter().map(move |ends| Edge::Of { shape, ends }));
    // A box that is unbounded along an axis, in one direction or in both, has no edge along this axis between its
    // finite corners. So the directions of such axes are added to the edges.
    let endless = (0..D).filter(|&axis| freedom.is_limited(axis));
    let edges: Vec<Edge> = edges.chain(endless.map(Edge::Axis)).collect();
    let axes: &[usize] = if D == 2 { &[2] } else { &[0, 1, 2] };
    let pairs = (0..edges.len()).flat_map(|j| (0..j).map(move |i| [i, j]));
    let pairs = pairs.filter(|_| D == 3).map(|[i, j]| [edges[i], edges[j]]);
    // Pairs of an edge and a coordinate axis are tried, too. In 3D, they are needed only if all edges are parallel. In
    // 2D, the only pairs are those of an edge and the z axis, whose cross product is perpendicular to the edge.
    let further = edges
        .iter()
        .flat_map(|&edge| axes.iter().map(move |&axis| [edge, Edge::Axis(axis)]));
    let from_first = relative(shapes);
    let mut best: Option<Candidate<'_, D>> = None;
    for (place, edges) in pairs.map(|p| (0, p)).chain(further.map(|p| (1, p))) {
        if place == 1 && D == 3 && best.is_some() {
            break;
        }
        try_both_ways(&Across { shapes, edges }, &from_first, freedom, &mut best);
    }
    if best.is_none() && (0..D).any(|axis| freedom.is_limited(axis)) {
        return Separation::Overlapping {
            depth: f64::INFINITY,
            axis: [0.0; D],
        };
    }
    // If there is a direction of least translation, it is known here. The depth (length) and the axis of the
    // translation are computed once more in integers.
    let found = best.and_then(|best| exactly(&best.across, best.is_flipped));
    let (depth, axis) = found.unwrap_or_else(|| {
        // If no direction was found, the two shapes are the same single point.
        let mut axis = [0.0; D];
        axis[0] = 1.0;
        (Wide::of(0.0), axis)
    });
    Separation::Overlapping {
        depth: depth.to_f64(),
        axis,
    }
}

/// Returns all corners of both shapes as vectors from the first corner of the first shape.
fn relative<const D: usize>(shapes: &[Corners<D>; 2]) -> [Vec<[Bounded; 3]>; 2] {
    [0, 1].each(|shape| {
        let corners = 0..shapes[shape].len();
        corners
            .map(|corner| step(shapes, [0, 0], [shape, corner]))
            .collect()
    })
}

fn try_both_ways<'a, const D: usize>(
    across: &Across<'a, D>,
    from_first: &[Vec<[Bounded; 3]>; 2],
    freedom: &Freedom<D>,
    best: &mut Option<Candidate<'a, D>>,
) {
    let are_allowed = allowed(across, freedom);
    if are_allowed == [false; 2] {
        return;
    }
    let normal = across.normal::<Bounded>();
    let enclosures = normal.each(Bounded::enclosure);
    let middle = enclosures.each(|[low, high]| 0.5 * low + 0.5 * high);
    let size = length(&middle);
    let error: f64 = enclosures.iter().map(|[low, high]| high - low).sum();
    let is_near = size.is_normal() && error <= NEAR * size;
    // For each shape, lower and upper bounds on the least and on the greatest dot product of a corner with `normal`.
    let [first, second] = from_first.each_ref().each(|corners| {
        let heights = corners
            .iter()
            .map(|corner| dot(&normal, corner).enclosure());
        let all = heights.map(|height| [height, height]);
        all.reduce(|[a, b], [c, d]| {
            let (least, greatest) = (
                [a[0].min(c[0]), a[1].min(c[1])],
                [b[0].max(d[0]), b[1].max(d[1])],
            );
            [least, greatest]
        })
        .unwrap_or([[0.0; 2]; 2])
    });
    for (is_flipped, least, greatest) in [(false, second[0], first[1]), (true, first[0], second[1])]
    {
        if !are_allowed[usize::from(is_flipped)] {
            continue;
        }
        let [low, high] = [greatest[0] - least[1], greatest[1] - least[0]];
        let is_certain = is_near && high.is_finite() && low >= f64::MIN_POSITIVE;
        if is_certain
            && best.as_ref().is_some_and(|best| {
                is_less(
                    best.depth,
                    Wide::of(low * (1.0 - 4.0 * NEAR)).over(Wide::of(size)),
                )
            })
        {
            continue;
        }
        let depth = if is_certain && high - low <= NEAR * low {
            Some(Wide::of(0.5 * low + 0.5 * high).over(Wide::of(size)))
        } else {
            exactly(across, is_flipped).map(|(depth, _)| depth)
        };
        if let Some(depth) = depth
            && best.as_ref().is_none_or(|best| is_less(depth, best.depth))
        {
            *best = Some(Candidate {
                depth,
                across: *across,
                is_flipped,
            });
        }
    }
}

/// Returns two flags: `true` if the second shape may leave the first along a direction, and `true` if it may leave
/// along the opposite direction. It cannot leave along a direction in which it would have to move infinitely far,
/// because the first shape is unbounded in this direction, or the second shape in the opposite one.
fn allowed<const D: usize>(across: &Across<'_, D>, freedom: &Freedom<D>) -> [bool; 2] {
    if (0..D).all(|axis| !freedom.is_limited(axis)) {
        return [true; 2];
    }
    let normal: [Dyadic<{ digits(2) }>; 3] = across.normal();
    [
        freedom.allows(|axis| normal[axis].side()),
        freedom.allows(|axis| -normal[axis].side()),
    ]
}

fn is_less(a: Wide, b: Wide) -> bool {
    a.plus(b.negated()).is_negative()
}

/// Returns the distance by which the second shape has to move along a direction until the shapes only touch, and the
/// unit vector of this direction. If `is_flipped`, the direction is reversed. The distance and the unit vector are
/// computed in integers and rounded. Returns `None` if the edges that define the direction are parallel.
#[cold]
fn exactly<const D: usize>(across: &Across<'_, D>, is_flipped: bool) -> Option<(Wide, [f64; D])> {
    let normal: [Dyadic<{ digits(2) }>; 3] = across.normal();
    let exponent = normal.iter().filter_map(Dyadic::exponent).max()?;
    let size = length(&normal.each_ref().each(|c| c.to_f64_scaled(-exponent)));
    let direction = rounded_direction(&normal);
    let farthest = |shape: usize, wanted: Side| {
        (1..across.shapes[shape].len()).fold(0, |best, corner| {
            let pair = [[shape, best], [shape, corner]];
            let rise = sign::<{ digits(3) }>(&Height {
                across: *across,
                pair,
            });
            if rise == wanted { corner } else { best }
        })
    };
    let (wanted, sign) = if is_flipped {
        (Side::Back, -1.0)
    } else {
        (Side::Front, 1.0)
    };
    let pair = [[1, farthest(1, -wanted)], [0, farthest(0, wanted)]];
    let height = rounded::<{ digits(3) }>(&Height {
        across: *across,
        pair,
    });
    let axis = array(|axis| sign * direction[axis] + 0.0);
    Some((height.abs().over(Wide::new(size, exponent)), axis))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parallelepiped::Parallelepiped;
    use transect_exact::SplitMix64;

    fn depth(a: &Parallelepiped<2>, b: &Parallelepiped<2>) -> Option<f64> {
        match separation_by_cone(a, b) {
            Separation::Overlapping { depth, .. } => Some(depth),
            Separation::Apart { .. } => None,
        }
    }

    /// Returns the least distance along the normals of all edges, each computed in integers.
    fn least_of_all(a: &Parallelepiped<2>, b: &Parallelepiped<2>) -> f64 {
        let shapes = [corners(a), corners(b)];
        let edges = [a.edges(), b.edges()];
        let mut least = f64::INFINITY;
        for (shape, edges) in edges.iter().enumerate() {
            for &ends in edges {
                let edges = [Edge::Of { shape, ends }, Edge::Axis(2)];
                for is_flipped in [false, true] {
                    let across = Across {
                        shapes: &shapes,
                        edges,
                    };
                    if let Some((depth, _)) = exactly(&across, is_flipped) {
                        least = least.min(depth.to_f64());
                    }
                }
            }
        }
        least
    }

    #[test]
    fn the_shorter_of_two_nearly_equal_translations_is_found() {
        let square = |center| {
            let square = Parallelepiped::new(center, [[1.0, 0.0], [0.0, 1.0]]);
            square.expect("finite")
        };
        let depth_of = |x: f64, y: f64| depth(&square([0.0; 2]), &square([2.0 - x, 2.0 - y]));
        let short = libm::ldexp(1.0, -10);
        let long = short + libm::ldexp(1.0, -43);
        assert_eq!(depth_of(short, long), Some(short));
        assert_eq!(depth_of(long, short), Some(short));
    }

    /// Two squares whose corners overlap by little more than rounding errors. The distances along several edges are
    /// about as large as the errors with which floats compute them.
    #[test]
    fn the_least_of_tiny_translations_is_found() {
        let random = &mut SplitMix64::new(3);
        let mut number = || (random.bits() >> 11) as f64 / (1_u64 << 52) as f64 - 1.0;
        let mut compared = 0;
        for _ in 0..20_000 {
            let mut turned = || {
                let (x, y) = (number(), number());
                [[x, y], [-y, x]]
            };
            let (p, q) = (turned(), turned());
            let place = [number(), number()];
            let overlap = libm::ldexp(1.0, -48 - (4.0 * number()) as i32);
            let square =
                |center, half_axes| Parallelepiped::new(center, half_axes).expect("finite");
            let a = square(place, p);
            let far = array(|axis| {
                let first = (p[0][axis] + p[1][axis]) * (1.0 - overlap);
                place[axis] + first + (q[0][axis] + q[1][axis])
            });
            let b = square(far, q);
            if let Some(depth) = depth(&a, &b)
                && depth > 0.0
            {
                let least = least_of_all(&a, &b);
                assert!(
                    depth <= least * (1.0 + 4.0 * NEAR),
                    "{a:?} {b:?}: {depth:e} {least:e}"
                );
                compared += 1;
            }
        }
        assert!(compared > 500, "{compared}");
    }
}
