//! The search for a witness of the relation of two shapes. If they are apart, the witness is a separating direction. If
//! they overlap, it is a set of differences of corners whose hull contains the origin. If floats with error bounds do
//! not prove the witness, exact arithmetic is tried.
//!
//! Coordinates are relative to a point o near the common part of the two bounding boxes. In the comments, Rᵢ is the sum
//! of the largest magnitudes of both shapes' coordinates on the axis i, u = 2⁻⁵³, and η is the smallest positive float.

use transect_exact::Side;
use transect_exact::arrays::{Few as _, array};
use transect_exact::determinant::{dot, numbers};
use transect_exact::number::Number;
use transect_exact::polynomial::{Polynomial, digits};
use transect_exact::unit::U;
use transect_exact::vector::sub;

use crate::aabb::Aabb;
use crate::polytope::View;
use crate::sat::body::{Body, Extreme, RANGE, along, frame, spatial};
use crate::sat::exact_axes::overlap_by_axes;
use crate::sat::expanding::{Found, relation_of_near};
use crate::sat::generators::{Answer, overlap_of_box, overlap_of_parallelepipeds};
use crate::sat::polygons::overlap_of_polygons;
use crate::sat::simplex::{Nearest, Simplex};
use crate::sat::witness::{Difference, Numbers, hold_origin};

/// The largest number of steps of the search. Ordinary shapes need three to six steps.
const STEPS: usize = 40;

/// The number of failed attempts to prove a common point exactly after which the search gives up.
const PROOFS: usize = 3;

/// The relation of two shapes, which has been proved.
pub(super) enum Relation<const D: usize> {
    Overlapping,
    /// A direction w with w·p < w·q for all points p of the first shape and q of the second.
    Apart([f64; D]),
    /// The shapes are apart, but no float vector was found that is a separating direction.
    BarelyApart,
}

/// Returns `true` if two shapes overlap, `false` if they do not, and `None` if no witness was found.
pub(super) fn overlap_of_views<const D: usize>(a: View<'_, D>, b: View<'_, D>) -> Option<bool> {
    let answer = match (a, b) {
        (View::Aabb(a), View::Parallelepiped(b)) | (View::Parallelepiped(b), View::Aabb(a)) => {
            overlap_of_box(a, b)
        }
        (View::Parallelepiped(a), View::Parallelepiped(b)) => overlap_of_parallelepipeds(a, b),
        (View::Polygon(p), View::Polygon(q)) if D == 2 => {
            let bounds = [p, q]
                .each(|corners| Body::Points(corners.into()))
                .map(|body| body.bounds());
            return match overlap_of_polygons(p, q, &bounds) {
                None => overlap_of_bodies(Body::of(a)?, Body::of(b)?),
                answer => answer,
            };
        }
        _ => return overlap_of_bodies(Body::of(a)?, Body::of(b)?),
    };
    let open = match answer {
        Answer::Certain(answer) => return Some(answer),
        Answer::Open(axes) => axes,
    };
    // The axes are numbered for the box as the first shape.
    let (a, b) = match (a, b) {
        (View::Parallelepiped(_), View::Aabb(_)) => (b, a),
        _ => (a, b),
    };
    let (a, b) = (Body::of(a)?, Body::of(b)?);
    if !(a.is_bounded() && b.is_bounded()) {
        return overlap_of_bodies(a, b);
    }
    // Floats mostly leave axes open if edges of the shapes are parallel. In this case, the search is faster than the
    // exact test of the axes.
    match search(a, b, false, None, &mut Simplex::new()) {
        Some(relation) => Some(matches!(relation, Relation::Overlapping)),
        None => overlap_by_axes(&[a, b], open).or_else(|| overlap_of_bodies(a, b)),
    }
}

fn overlap_of_bodies<const D: usize>(a: Body<'_, D>, b: Body<'_, D>) -> Option<bool> {
    let relation = relation(a, b, false, &mut Simplex::new());
    relation.map(|relation| matches!(relation, Relation::Overlapping))
}

/// Returns the relation of two shapes, or `None` if no witness was found. The coordinate axes are tried first. Then the
/// search starts with the direction between the centers of the bounds or, if `from_means` is `true`, between the means
/// of the corners. If the shapes overlap, `simplex` afterwards holds differences of corners around the origin or near
/// it.
pub(super) fn relation<const D: usize>(
    a: Body<'_, D>,
    b: Body<'_, D>,
    from_means: bool,
    simplex: &mut Simplex<D>,
) -> Option<Relation<D>> {
    let bounds = [a.bounds(), b.bounds()];
    let [[a_min, a_max], [b_min, b_max]] = &bounds;
    if let Some(axis) = (0..D).find(|&axis| a_max[axis] < b_min[axis] || b_max[axis] < a_min[axis])
    {
        let sign = if a_max[axis] < b_min[axis] { 1.0 } else { -1.0 };
        let mut direction = [0.0; D];
        direction[axis] = sign;
        return Some(Relation::Apart(direction));
    }
    // A box with infinite bounds overlaps a bounded shape exactly if its part within the shape's bounds does.
    let clipped = |body: Body<'_, D>, bounds: &[[f64; D]; 2]| match body {
        Body::Aabb(aabb) if !aabb.is_bounded() => {
            Aabb::new(bounds[0], bounds[1]).ok()?.intersection(aabb)
        }
        _ => None,
    };
    let (first, second) = (clipped(a, &bounds[1]), clipped(b, &bounds[0]));
    let [a, b] = [(a, &first), (b, &second)]
        .each(|(body, clipped)| clipped.as_ref().map_or(body, Body::Aabb));
    if let found @ Some(_) = search(a, b, from_means, Some(Numbers::DoubleDoubles), simplex) {
        return found;
    }
    relation_beyond_floats([a, b], from_means, simplex)
}

/// Returns the relation of two bounded shapes that nearly touch or touch. `simplex` holds the differences of corners at
/// which the search in floats ended.
#[cold]
#[inline(never)]
fn relation_beyond_floats<const D: usize>(
    shapes: [Body<'_, D>; 2],
    from_means: bool,
    simplex: &mut Simplex<D>,
) -> Option<Relation<D>> {
    match relation_of_near(&shapes, simplex) {
        Some(Found::Overlapping) => Some(Relation::Overlapping),
        Some(Found::Apart(axes)) => {
            let mut axes = axes.iter().map(flat);
            let proved = |axis: &[f64; D]| is_proved_to_separate(&shapes, axis, Numbers::Integers);
            Some(
                axes.find(proved)
                    .map_or(Relation::BarelyApart, Relation::Apart),
            )
        }
        None => {
            *simplex = Simplex::new();
            let [a, b] = shapes;
            search(a, b, from_means, Some(Numbers::Integers), simplex)
        }
    }
}

/// Returns the relation of two bounded shapes, or `None` if no witness was found. If floats with error bounds do not
/// prove a witness, numbers of the type `proves` are tried. If `proves` is `None`, only floats are used.
pub(super) fn search<const D: usize>(
    a: Body<'_, D>,
    b: Body<'_, D>,
    from_means: bool,
    proves: Option<Numbers>,
    simplex: &mut Simplex<D>,
) -> Option<Relation<D>> {
    let bounds = [a.bounds(), b.bounds()];
    Search::new(a, b, &bounds, from_means, proves)?.run(simplex)
}

/// The search for a witness of two bounded shapes, with the numbers that its error bounds need.
struct Search<'a, const D: usize> {
    shapes: [Body<'a, D>; 2],
    /// A point near the common part of the bounds. Coordinates relative to it are small, and so are their errors.
    origin: [f64; D],
    /// For each axis, the sum of the largest magnitudes of coordinates of both shapes, relative to `origin`.
    reach: [f64; 3],
    start: [f64; 3],
    /// The number of exact proofs that may fail before the search gives up; 0 if only floats may be used.
    proofs: usize,
    /// The numbers that these proofs may use.
    numbers: Numbers,
}

impl<'a, const D: usize> Search<'a, D> {
    #[inline]
    fn new(
        a: Body<'a, D>,
        b: Body<'a, D>,
        bounds: &[[[f64; D]; 2]; 2],
        from_means: bool,
        proves: Option<Numbers>,
    ) -> Option<Self> {
        let (origin, reach) = frame(bounds)?;
        let [[a_min, a_max], [b_min, b_max]] = bounds;
        let mut start = [0.0; 3];
        for axis in 0..D {
            start[axis] = (b_min[axis] - a_min[axis]) + (b_max[axis] - a_max[axis]);
        }
        if from_means {
            let [first, second] = [a.middle(), b.middle()];
            start = spatial(&sub(&second, &first));
        }
        if start == [0.0; 3] {
            start[0] = 1.0;
        }
        Some(Self {
            shapes: [a, b],
            origin,
            reach,
            start,
            proofs: if proves.is_some() { PROOFS } else { 0 },
            numbers: proves.unwrap_or(Numbers::DoubleDoubles),
        })
    }

    /// Runs the search. `simplex` must be empty; afterwards it holds the differences of corners that the search has
    /// found.
    fn run(&self, simplex: &mut Simplex<D>) -> Option<Relation<D>> {
        let [a, b] = &self.shapes;
        let bound = self.volume_bound();
        let mut axis = self.start;
        let (mut proofs, mut is_flipped) = (0, false);
        for _ in 0..STEPS {
            let p: Extreme = a.extreme(&self.origin, &axis);
            let q = b.extreme(&self.origin, &axis.each(|c| -c));
            let (gap, margin) = (-q.height - p.height, self.margin(&axis));
            if gap > margin {
                return Some(Relation::Apart(flat(&axis)));
            }
            if gap.is_nan() || margin.is_nan() {
                return None;
            }
            let pair = [p.index, q.index];
            if simplex.pairs().contains(&pair) {
                if self.proofs == 0 {
                    return None;
                }
                // Both extreme corners are in the simplex already, so no corner is farther in this direction. The
                // shapes touch, or nearly touch.
                if self.are_proved_to_meet(simplex) {
                    return Some(Relation::Overlapping);
                }
                if is_proved_to_separate(&self.shapes, &flat(&axis), self.numbers) {
                    return Some(Relation::Apart(flat(&axis)));
                }
                if is_flipped {
                    return None;
                }
                is_flipped = true;
                axis = axis.each(|c| -c);
                continue;
            }
            simplex.push(array(|i| p.place[i] - q.place[i]), pair);
            match simplex.reduce() {
                Nearest::Inside => {
                    let is_proved = simplex.holds_origin(bound)
                        || (self.proofs > 0 && self.are_proved_to_meet(simplex));
                    return is_proved.then_some(Relation::Overlapping);
                }
                Nearest::Toward(toward) => {
                    let height = along::<D>(&toward, simplex.newest()).abs();
                    axis = toward;
                    if height <= self.margin(&toward) {
                        if proofs == self.proofs {
                            return None;
                        }
                        proofs += 1;
                        if self.are_proved_to_meet(simplex) {
                            return Some(Relation::Overlapping);
                        }
                        axis = simplex.across().unwrap_or(toward);
                    }
                }
            }
        }
        None
    }

    // A height w·(p − o) has the error of one subtraction, one product and D − 1 sums, ≤ 4u·Σ|wᵢ|Rᵢ; for a
    // parallelepiped, with D dot products with half-axes and D sums more, ≤ 7u·Σ|wᵢ|Rᵢ. The gap along w, the least
    // height of the second shape minus the greatest of the first, has an error below 8u·Σ|wᵢ|Rᵢ, plus 12η for
    // underflow. If it exceeds the margin 16u·Σ|wᵢ|Rᵢ + 32η, the shapes are apart.

    /// Returns a bound on the error of the gap w·q − w·p between extreme corners p and q along the axis w:
    /// 16u·Σ|wᵢ|·reachᵢ with u = 2⁻⁵³, and a term for underflow.
    #[inline]
    fn margin(&self, axis: &[f64; 3]) -> f64 {
        16.0 * U * along::<D>(&axis.each(f64::abs), &self.reach) + 32.0 * f64::from_bits(1)
    }

    // A difference of two corners has an error ≤ 6u·Rᵢ on each axis, from three subtractions and, for a parallelepiped,
    // D sums of half-axes. A determinant of three differences is a sum of six products of at most R₀R₁R₂. Each has a
    // relative error of 18u from the entries and 5u from the operations: together below 6·23u = 138u times R₀R₁R₂. The
    // bound is 160u·R₀R₁R₂ (in 2D 40u·R₀R₁ for an error of 2·15u = 30u). Its rest covers underflow if all Rᵢ are from
    // 10⁻⁶⁰ to 10⁶⁰. If all D + 1 numbers λ have the same sign and exceed the bound, the shapes overlap.

    /// Returns a bound on the errors of the determinants that are computed from differences of corners.
    #[inline]
    fn volume_bound(&self) -> f64 {
        let [x, y, z] = self.reach;
        if !self.reach[..D].iter().all(|reach| RANGE.contains(reach)) {
            f64::INFINITY
        } else if D == 2 {
            40.0 * U * (x * y)
        } else {
            160.0 * U * (x * y * z)
        }
    }

    #[cold]
    fn are_proved_to_meet(&self, simplex: &Simplex<D>) -> bool {
        let [a, b] = &self.shapes;
        let of = |&[p, q]: &[usize; 2]| Difference {
            corners: [a.corner(p), b.corner(q)],
        };
        let pairs = simplex.pairs();
        let Some(first) = pairs.first() else {
            return false;
        };
        let mut differences = [of(first); 4];
        for (difference, pair) in differences.iter_mut().zip(pairs) {
            *difference = of(pair);
        }
        hold_origin(&differences[..pairs.len()], self.numbers)
    }
}

/// Returns `true` if `numbers` prove that w·p < w·q for the axis w and for all corners p of the first shape and q of
/// the second.
#[cold]
pub(super) fn is_proved_to_separate<const D: usize>(
    shapes: &[Body<'_, D>; 2],
    axis: &[f64; D],
    numbers: Numbers,
) -> bool {
    let side = |from, to| {
        let corners = [to, from];
        let step = Difference { corners };
        numbers.sign::<{ digits(2) }>(&Rise { axis, step })
    };
    let farthest = |body: &Body<'_, D>, wanted: Side| {
        let mut best = body.corner(0);
        for corner in (1..body.corner_count()).map(|index| body.corner(index)) {
            if side(best, corner)? == wanted {
                best = corner;
            }
        }
        Some(best)
    };
    let [a, b] = shapes;
    let ends = || Some([farthest(a, Side::Front)?, farthest(b, Side::Back)?]);
    axis.iter().all(|c| c.is_finite())
        && ends().is_some_and(|[p, q]| side(p, q) == Some(Side::Front))
}

/// Returns the first D coordinates of a vector in space.
pub(super) fn flat<const D: usize>(axis: &[f64; 3]) -> [f64; D] {
    array(|i| axis[i])
}

/// The value w·(q − p) for an axis w and two corners p and q, a polynomial of degree 2.
struct Rise<'a, const D: usize> {
    axis: &'a [f64; D],
    step: Difference<D>,
}

impl<const D: usize> Polynomial for Rise<'_, D> {
    fn evaluate<N: Number>(&self) -> N {
        dot(&numbers(&spatial(self.axis)), &self.step.vector())
    }
}
