//! The comparison of the depths along two candidate directions, in double-doubles and in integers. A candidate
//! direction is perpendicular to two edges of the shapes, or in 2D to one edge.

use transect_exact::arrays::{Few as _, array};
use transect_exact::determinant::{dot, numbers_of};
use transect_exact::double_double::{DoubleDouble, length};
use transect_exact::number::Number;
use transect_exact::wide::Wide;
use transect_exact::{Dyadic, Side, vector};

use crate::sat::body::{Body, spatial};
use crate::sat::depth::{
    ACCURATE, Candidate, Candidates, Depths, Edge, Exact, NEAR, absolute, exact_absolute,
    rounded_depth,
};

impl<const D: usize> Depths<'_, D> {
    /// Returns the candidate with the least depth, or `None` if there are no candidates. The comparison is exact. If
    /// several candidates have this depth, returns the first of them.
    pub(super) fn least(&self, candidates: Candidates) -> Option<Chosen<'_, D>> {
        let mut rest = candidates.iter();
        let mut best = self.chosen(rest.next()?);
        for candidate in rest {
            if best.is_flat() {
                break;
            }
            if self.is_same_face(&best.candidate, candidate) {
                continue;
            }
            let other = self.chosen(candidate);
            if other.is_less_deep_than(&best) {
                best = other;
            }
        }
        Some(best)
    }

    fn chosen(&self, candidate: &Candidate) -> Chosen<'_, D> {
        let mut chosen = Chosen {
            depths: self,
            candidate: *candidate,
            farthest: [0; 2],
        };
        chosen.farthest = [0, 1].each(|shape| chosen.farthest_corner(shape));
        chosen
    }

    /// Returns the depth along a candidate's direction, and the direction as a unit vector, both rounded.
    pub(super) fn measured(&self, best: &Chosen<'_, D>) -> Option<(f64, [f64; D])> {
        let sign = if best.candidate.is_flipped { -1.0 } else { 1.0 };
        let axis = self.normal::<DoubleDouble>(best.candidate.edges);
        let height = best.doubled_height(&axis, absolute);
        let size = length(&axis);
        let largest = axis.iter().fold(0.0_f64, |most, c| most.max(c.high.abs()));
        let is_near = height.error <= NEAR * height.high
            && axis.iter().all(|c| c.error <= ACCURATE * largest);
        if is_near && height.sign() == Some(Side::On) {
            let axis = array(|k| sign * (axis[k].high / size.high) + 0.0);
            return Some((0.0, axis));
        }
        if is_near && height.high > 1e-250 && size.high > 1e-250 {
            let depth = 0.5 * rounded_depth(&height, &size);
            let axis = array(|k| sign * (axis[k].high / size.high) + 0.0);
            return Some((depth, axis));
        }
        let axis = self.normal::<Exact>(best.candidate.edges);
        let height = best.doubled_height(&axis, exact_absolute);
        let exponent = axis.iter().filter_map(Dyadic::exponent).max()?;
        let scaled = axis.each_ref().each(|c| c.to_f64_scaled(-exponent));
        let size = Wide::new(2.0 * vector::length(&scaled), exponent);
        let power = height.exponent().unwrap_or(0);
        let depth = Wide::new(height.to_f64_scaled(-power), power).over(size);
        let axis = vector::unit(&scaled);
        Some((depth.to_f64(), array(|k| sign * axis[k] + 0.0)))
    }
}

/// A candidate, and the index of the farthest corner of each shape along its direction. Boxes and parallelepipeds do
/// not need the index, which is 0 for them.
pub(super) struct Chosen<'a, const D: usize> {
    depths: &'a Depths<'a, D>,
    candidate: Candidate,
    farthest: [usize; 2],
}

impl<const D: usize> Chosen<'_, D> {
    /// Returns the index of a shape's corner that is farthest in the direction in which the other shape moves away.
    fn farthest_corner(&self, shape: usize) -> usize {
        let Body::Points(points) = self.depths.shapes[shape] else {
            return 0;
        };
        let wanted = if self.candidate.is_flipped == (shape == 1) {
            Side::Front
        } else {
            Side::Back
        };
        let edges = self.candidate.edges.each(|edge| &self.depths.edges[edge]);
        let axis = self.depths.normal::<DoubleDouble>(self.candidate.edges);
        let mut exact: Option<[Exact; 3]> = None;
        let mut best = 0;
        for corner in 1..points.len() {
            // If both corners are ends of an edge of the candidate, the direction is perpendicular to this edge. So
            // both corners are equally far.
            let is_edge = |edge: &&Edge| {
                edge.shape == shape && edge.ends.contains(&best) && edge.ends.contains(&corner)
            };
            if edges.iter().any(is_edge) {
                continue;
            }
            let step = self.depths.shapes[shape].edge::<DoubleDouble>([best, corner]);
            let rise = dot(&axis, &step).sign().unwrap_or_else(|| {
                let axis = exact.get_or_insert_with(|| self.depths.normal(self.candidate.edges));
                let step = self.depths.shapes[shape].edge::<Exact>([best, corner]);
                dot(axis, &step).side()
            });
            if rise == wanted {
                best = corner;
            }
        }
        best
    }

    /// Returns 2·H, where H is the depth along a direction times the length of the direction's vector `axis`. A box or
    /// a parallelepiped reaches from its center along `axis` by half the sum of the magnitudes of axis·g over its
    /// generators g, the vectors of its edges at one corner.
    fn doubled_height<N: Number>(&self, axis: &[N; 3], absolute: impl Fn(N) -> N) -> N {
        let places: [[N; 3]; 2] = [0, 1].each(|shape| match &self.depths.shapes[shape] {
            Body::Points(points) => {
                spatial(&points[self.farthest[shape]]).map(|c| N::of(c).plus(&N::of(c)))
            }
            body => body.doubled_center(),
        });
        let between = numbers_of(|k| places[0][k].minus(&places[1][k]));
        let height = dot(axis, &between);
        let height = if self.candidate.is_flipped {
            N::of(0.0).minus(&height)
        } else {
            height
        };
        let edges = self.candidate.edges.each(|edge| &self.depths.edges[edge]);
        let solid = |&shape: &usize| !matches!(self.depths.shapes[shape], Body::Points(_));
        let generators = (0..2)
            .filter(solid)
            .flat_map(|shape| (0..D).map(move |k| (shape, k)));
        generators.fold(height, |sum, (shape, k)| {
            // The direction is perpendicular to the edges of the candidate, so a generator that is one of these edges
            // adds zero.
            if edges
                .iter()
                .any(|edge| edge.shape == shape && edge.ends == [0, 1 << k])
            {
                return sum;
            }
            let generator = self.depths.shapes[shape].generator(k);
            sum.plus(&absolute(dot(axis, &generator)))
        })
    }

    /// Returns `true` if the depth along this direction is certainly zero.
    fn is_flat(&self) -> bool {
        self.candidate.low == 0.0 && {
            let axis = self.depths.normal(self.candidate.edges);
            self.doubled_height(&axis, absolute).sign() == Some(Side::On)
        }
    }

    /// Returns `true` if the depth along this direction is less than the depth along another direction, exactly.
    fn is_less_deep_than(&self, other: &Self) -> bool {
        let (candidate, other_one) = (&self.candidate, &other.candidate);
        if candidate.high < other_one.low || candidate.low > other_one.high {
            return candidate.high < other_one.low;
        }
        let difference = difference_of_squares(self, other, absolute);
        let side = difference
            .sign()
            .unwrap_or_else(|| difference_of_squares(self, other, exact_absolute).side());
        side == Side::Back
    }
}

/// Returns 4·(H₁²|w₂|² − H₂²|w₁|²) for two directions w, where H is the depth along w times |w|. The polynomial has
/// degree 10. Its sign is that of the difference of the two depths.
fn difference_of_squares<N: Number, const D: usize>(
    first: &Chosen<'_, D>,
    second: &Chosen<'_, D>,
    absolute: impl Fn(N) -> N,
) -> N {
    let of = |chosen: &Chosen<'_, D>| {
        let axis = chosen.depths.normal::<N>(chosen.candidate.edges);
        let height = chosen.doubled_height(&axis, &absolute);
        (height.times(&height), dot(&axis, &axis))
    };
    let (first, second) = (of(first), of(second));
    first.0.times(&second.1).minus(&second.0.times(&first.1))
}
