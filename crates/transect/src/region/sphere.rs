//! Exact relations of spheres to a region, even near its edges and corners.
//!
//! Take some planes of the region. Let s be the values n·c + d of these planes at the center c, and G the Gram matrix
//! of their normals. Consider the point nearest to the center among the points in front of or on all these planes. This
//! point lies on all of the planes exactly if all weights w = −adj(G)·s are positive (the conditions of Kuhn and
//! Tucker). Its squared distance is then −s·w / det G. By Helly's theorem, a sphere is outside in two cases only.
//! Either the region is empty, or some planes have positive weights and −s·w > r²·det G. Dependent normals have det G =
//! 0 and Σ wᵢ·nᵢ = 0, so −s·w > 0 means that these planes exclude one another.

use alloc::vec::Vec;

use transect_exact::arrays::array;
use transect_exact::determinant::{determinant, dot, numbers, numbers_of};
use transect_exact::number::Number;
use transect_exact::polynomial::{Polynomial, digits, sign};
use transect_exact::unit::U;
use transect_exact::{Side, vector};

use crate::plane::Plane;
use crate::region::Region;
use crate::region::emptiness::is_empty;
use crate::region::overlap::{Decision, Overlap, Planes, smallest};
use crate::region::skeleton::{deciding_sets, subsets};
use crate::shape::Shape;
use crate::sphere::Sphere;

impl<const D: usize> Region<'_, D> {
    /// Returns the exact relation of a sphere, as a closed ball, to the region. Near edges and corners, the squared
    /// distance is compared with the squared radius. The polynomials have degree 4 for one plane, and up to 8 for three
    /// planes.
    ///
    /// ```
    /// use transect::{Overlap, Plane, Region, Sphere};
    /// let planes = [Plane::new([1.0, 0.0], 0.0)?, Plane::new([0.0, 1.0], 0.0)?];
    /// let quarter = Region::new(&planes);
    /// let touching = Sphere::new([-3.0, -4.0], 5.0)?; // touches the corner (0, 0)
    /// assert_eq!(quarter.overlap_sphere(&touching), Overlap::Meets);
    /// assert_eq!(quarter.overlap_sphere(&Sphere::new([-3.0, -4.0], 4.999)?), Overlap::Outside);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn overlap_sphere(&self, sphere: &Sphere<D>) -> Overlap {
        if let Some(relation) = self.overlap_of_sphere_in_floats(sphere) {
            return relation;
        }
        let cutting = match Planes::of(self, |plane| sphere.extent(plane)).relation() {
            Ok(relation) => return relation,
            Err(cutting) => cutting,
        };
        let ball = Ball(sphere);
        let is_apart = || {
            let planes: Vec<_> = cutting.iter().map(|&index| &self.planes()[index]).collect();
            ball.is_past_some(&planes)
        };
        if ball.has_point_in_front_of(self, &cutting) || !is_apart() {
            Overlap::Meets
        } else {
            Overlap::Outside
        }
    }

    /// Returns the relation of a sphere to the region, if floats and single planes decide it. Planes that have points
    /// of the sphere behind them are only counted, because a branch for each of them would often be mispredicted.
    #[inline]
    fn overlap_of_sphere_in_floats(&self, sphere: &Sphere<D>) -> Option<Overlap> {
        let mut cutting = 0_usize;
        for plane in self.planes() {
            let extent = sphere.float_extent(plane)?;
            if extent.frontmost == Side::Back {
                return Some(Overlap::Outside);
            }
            cutting += usize::from(extent.backmost == Side::Back);
        }
        match cutting {
            0 => Some(Overlap::Inside),
            1 => Some(Overlap::Meets),
            _ => None,
        }
    }

    /// Returns the same relation as [`Region::overlap_sphere`], with planes that prove it.
    #[must_use]
    pub fn decide_sphere(&self, sphere: &Sphere<D>) -> Decision {
        let ball = Ball(sphere);
        let cutting = match Planes::of(self, |plane| sphere.extent(plane)) {
            Planes::Behind(plane) => {
                return Decision::Outside {
                    planes: Vec::from([plane]),
                };
            }
            Planes::Cutting(cutting) if cutting.is_empty() => return Decision::Inside,
            Planes::Cutting(cutting) => cutting.to_vec(),
        };
        let planes: Vec<_> = cutting.iter().map(|&index| &self.planes()[index]).collect();
        match smallest(&planes, |chosen| ball.is_past(&planes, chosen)) {
            Some(chosen) => Decision::Outside {
                planes: chosen.into_iter().map(|place| cutting[place]).collect(),
            },
            None => Decision::Meets { planes: cutting },
        }
    }
}

// # The proof
//
// For k ≤ D planes with independent normals, let s be the vector of their values at the center c, and G the matrix
// (nᵢ·nⱼ). The point nearest to c on all these planes is c + Σ λᵢnᵢ with Gλ = −s. If all λᵢ > 0 (Kuhn, Tucker 1951), it
// is also the nearest point of their common front, at the squared distance −s·λ. With w = det G·λ = −adj(G)·s, no
// division is needed. If the sphere misses a nonempty region, then by Helly it misses the common front of some k ≤ D
// planes. For the smallest such set, all λᵢ are positive and the normals independent; otherwise one plane could be left
// out. Dependent normals have det G = 0, so that G·w = 0 and the sum of wᵢnᵢ is zero. Then −s·w > 0 with all wᵢ > 0
// means that the planes exclude one another (Farkas), so "outside" is right there, too. So the result is exact, also at
// faces, edges and corners.

/// A sphere that is compared with a set of planes of a region.
struct Ball<'a, const D: usize>(&'a Sphere<D>);

/// The least squared radius for which errors of squares from underflow do not matter.
const LEAST_SQUARE: f64 = 1e-280;

/// The number of points that [`Ball::has_point_in_front_of`] tries.
const TRIES: usize = 4;

/// The factor 1 + 2⁻²⁰. A point is moved to a plane by slightly more than its distance, so that rounding does not leave
/// it behind the plane.
const PAST: f64 = 1.0 + 1.0 / (1 << 20) as f64;

impl<'a, const D: usize> Ball<'a, D> {
    /// Returns `true` if a point was found that is certainly in the ball and in front of or on all chosen planes. The
    /// first point is the center of the ball. For the next point, the last point is moved to each plane in turn, if it
    /// is behind that plane. The moves are rounded. But the sides of the points are exact, and the test whether a point
    /// is in the ball has an error bound.
    fn has_point_in_front_of(&self, region: &Region<'_, D>, chosen: &[usize]) -> bool {
        let planes = || chosen.iter().map(|&index| &region.planes()[index]);
        let mut point = self.0.center();
        for _ in 0..TRIES {
            if !self.certainly_contains(&point) {
                return false;
            }
            if planes().all(|plane| plane.form().side(&point) != Side::Back) {
                return true;
            }
            for plane in planes() {
                let normal = plane.form().normal();
                let value = vector::dot(normal, &point) + plane.offset();
                let step = (-value / vector::dot(normal, normal)).max(0.0) * PAST;
                point = array(|axis| point[axis] + step * normal[axis]);
            }
        }
        false
    }

    /// Returns `true` if a point is certainly in the ball. With u = 2⁻⁵³, the relative error of its squared distance
    /// from the center is below 6u, that of the squared radius at most u. So the squared distance is multiplied by 1 +
    /// 16u before the comparison.
    fn certainly_contains(&self, point: &[f64; D]) -> bool {
        let (center, radius) = (self.0.center(), self.0.radius());
        let offset = vector::sub(point, &center);
        let squared = radius * radius;
        point == &center
            || squared > LEAST_SQUARE && vector::dot(&offset, &offset) * (1.0 + 16.0 * U) < squared
    }

    /// Returns `true` if some of the planes prove that the ball is outside their region.
    #[cold]
    #[inline(never)]
    fn is_past_some(&self, planes: &[&Plane<D>]) -> bool {
        let mut sets = subsets(planes.len(), 2).chain(deciding_sets(planes));
        sets.any(|chosen| self.is_past(planes, &chosen)) || is_empty(planes)
    }

    /// Returns `true` if the chosen planes prove that the sphere is outside. Let p be the point nearest to the sphere's
    /// center among the points in front of or on all chosen planes. The sphere is outside if p lies on all of these
    /// planes and is farther from the center than the radius, or if the chosen planes exclude one another.
    fn is_past(&self, planes: &[&Plane<D>], chosen: &[usize]) -> bool {
        let planes: Vec<_> = chosen.iter().map(|&index| planes[index]).collect();
        let planes = &planes[..];
        let part = |part| sign::<{ digits(8) }>(&self.seen_from(planes, part));
        (0..planes.len()).all(|row| part(Part::Weight(row)) == Side::Front)
            && part(Part::Gap) == Side::Front
    }

    fn seen_from(&self, planes: &'a [&'a Plane<D>], part: Part) -> BallPolynomial<'_, D> {
        BallPolynomial {
            ball: self,
            planes,
            part,
        }
    }
}

#[derive(Clone, Copy)]
enum Part {
    /// One component of the weights w = −adj(G)·s. Here G is the Gram matrix of the chosen planes' normals, and s the
    /// planes' values at the sphere's center. The degree is twice the number of planes.
    Weight(usize),
    /// The value −s·w − r²·det G for the radius r; the symbols s, w and G are defined at the top of this file. The
    /// value is positive if the nearest point is farther than the radius, or if the planes exclude one another. Its
    /// degree is twice the number of planes, plus 2.
    Gap,
}

struct BallPolynomial<'a, const D: usize> {
    ball: &'a Ball<'a, D>,
    planes: &'a [&'a Plane<D>],
    part: Part,
}

impl<const D: usize> Polynomial for BallPolynomial<'_, D> {
    fn evaluate<N: Number>(&self) -> N {
        // The matrices of this polynomial have three rows. For fewer than three planes, the missing rows are those of
        // planes through the center that are perpendicular to all others. Such a row has a 1 on the diagonal and zeros
        // elsewhere. An exact 1 needs fewer digits than an entry of a given plane, so these rows do not increase the
        // number of digits.
        let zero = N::of(0.0);
        let normals: [Option<[N; D]>; 3] =
            core::array::from_fn(|row| Some(numbers(&self.planes.get(row)?.normal())));
        let gram: [[N; 3]; 3] = core::array::from_fn(|row| {
            numbers_of(|column| match (&normals[row], &normals[column]) {
                (Some(a), Some(b)) => dot(a, b),
                _ => N::of(f64::from(u8::from(row == column))),
            })
        });
        let center = numbers::<N, D>(&self.ball.0.center());
        let behind: [N; 3] = numbers_of(|row| match &normals[row] {
            Some(normal) => {
                let offset = N::of(self.planes[row].offset());
                zero.minus(&dot(normal, &center).plus(&offset))
            }
            None => zero.clone(),
        });
        let weight = |row: usize| {
            let mut replaced = gram.clone();
            replaced[row] = behind.clone();
            determinant(replaced.each_ref())
        };
        match self.part {
            Part::Weight(row) => weight(row),
            Part::Gap if self.planes.len() == 1 => {
                let radius = N::of(self.ball.0.radius());
                let reach = radius.times(&radius).times(&gram[0][0]);
                behind[0].times(&behind[0]).minus(&reach)
            }
            Part::Gap => {
                let radius = N::of(self.ball.0.radius());
                let reach = radius.times(&radius).times(&determinant(gram.each_ref()));
                dot(&behind, &[weight(0), weight(1), weight(2)]).minus(&reach)
            }
        }
    }
}
