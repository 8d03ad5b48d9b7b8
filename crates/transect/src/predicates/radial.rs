//! The exact signs of s ± √R for a round shape with the center c. Here s = n·c + d is the plane's value at c, and R is
//! a quotient of polynomials. The signs are the sides of the backmost and the frontmost point of balls, disks and
//! ellipsoids (docs/exactness.md, "Round shapes"). No root is taken, and normals may have any length.

use transect_exact::determinant::{cross, difference, dot, numbers};
use transect_exact::linear::LinearForm;
use transect_exact::number::Number;
use transect_exact::polynomial::{Polynomial, digits, sign};
use transect_exact::rounded::rounded;
use transect_exact::vector::{length, near_one, scale, sub, unit};
use transect_exact::wide::Wide;
use transect_exact::{Side, vector};

use crate::side::{Extent, Interval};

/// The square R of the reach of a round shape. The reach is the difference between n·p at the shape's frontmost point
/// and at its center. R is a quotient: numerator / denominator.
pub(crate) trait Reach {
    /// Returns the numerator of R, which is not negative.
    fn numerator<N: Number>(&self) -> N;

    /// Returns `value` times the denominator of R, which is positive.
    fn times_denominator<N: Number>(&self, value: N) -> N {
        value
    }
}

/// The function n·p + d of a plane, in any form.
pub(crate) trait Slope<const D: usize> {
    /// Returns n·p + d, a polynomial of degree 3 at most.
    fn at<N: Number>(&self, point: &[f64; D]) -> N;

    /// Returns the sign of n·p + d.
    fn side_of(&self, point: &[f64; D]) -> Side;

    /// Returns the length |n|, rounded.
    fn length(&self) -> Wide;
}

impl<const D: usize> Slope<D> for LinearForm<D> {
    fn at<N: Number>(&self, point: &[f64; D]) -> N {
        self.evaluate(&numbers(point))
    }

    fn side_of(&self, point: &[f64; D]) -> Side {
        self.side(point)
    }

    fn length(&self) -> Wide {
        length_of(&self.coefficients())
    }
}

/// The squared [`Reach`] of a ball with radius r: R = r²·|n|² for the plane's normal n.
pub(crate) struct Ball<const D: usize> {
    pub(crate) normal: [f64; D],
    pub(crate) radius: f64,
}

impl<const D: usize> Reach for Ball<D> {
    fn numerator<N: Number>(&self) -> N {
        let (normal, radius) = (numbers::<N, D>(&self.normal), N::of(self.radius));
        dot(&normal, &normal).times(&radius.times(&radius))
    }
}

/// The squared [`Reach`] of a disk with radius r: R = r²·|n × a|² / |a|² for the plane's normal n. The disk is
/// perpendicular to the axis a, the difference of two points.
pub(crate) struct Disk<'a> {
    pub(crate) normal: [f64; 3],
    pub(crate) axis: [&'a [f64; 3]; 2],
    pub(crate) radius: f64,
}

impl Disk<'_> {
    fn axis<N: Number>(&self) -> [N; 3] {
        difference(self.axis[1], self.axis[0])
    }
}

impl Reach for Disk<'_> {
    fn numerator<N: Number>(&self) -> N {
        let across = cross(&numbers::<N, 3>(&self.normal), &self.axis());
        let radius = N::of(self.radius);
        dot(&across, &across).times(&radius.times(&radius))
    }

    fn times_denominator<N: Number>(&self, value: N) -> N {
        let axis = self.axis::<N>();
        dot(&axis, &axis).times(&value)
    }
}

/// The squared [`Reach`] of an ellipsoid with half-axes aⱼ: R = Σ(n·aⱼ)² for the plane's normal n.
pub(crate) struct HalfAxes<'a, const D: usize> {
    pub(crate) normal: [f64; D],
    pub(crate) half_axes: &'a [[f64; D]; D],
}

impl<const D: usize> Reach for HalfAxes<'_, D> {
    fn numerator<N: Number>(&self) -> N {
        let normal = numbers::<N, D>(&self.normal);
        let squared = |half_axis: &[f64; D]| {
            let along = dot(&normal, &numbers(half_axis));
            along.times(&along)
        };
        let mut sum = squared(&self.half_axes[0]);
        for half_axis in &self.half_axes[1..] {
            sum = sum.plus(&squared(half_axis));
        }
        sum
    }
}

/// A round shape with a center and a reach, and the function n·p + d of a plane that it is compared with.
///
/// Let s = n·c + d be the plane's value at the center c, and R the square of the shape's reach. For planes given by
/// coefficients, the polynomials R and s², multiplied by the denominator of R, have degree 4 for balls and ellipsoids,
/// and degree 6 for disks.
pub(crate) struct Radial<'a, const D: usize, R, F = LinearForm<D>> {
    pub(crate) form: &'a F,
    pub(crate) center: &'a [f64; D],
    pub(crate) reach: R,
}

impl<const D: usize, R: Reach, F: Slope<D>> Radial<'_, D, R, F> {
    /// Returns the signs of s − √R and s + √R. Here s = n·c + d is the plane's value at the center c, and R the square
    /// of the shape's reach. The signs follow from the sign e of R − s²:
    ///
    /// * If s < 0, s − √R is negative, and s + √R has the sign e of R − s².
    /// * If s > 0, s + √R is positive, and s − √R has the sign −e, where e is the sign of R − s².
    /// * If s = 0, s + √R has the same sign as R, and s − √R has the opposite sign.
    ///
    /// `DIGITS` must be [`digits(k)`](digits). Here k is the greater of two degrees: the degree of R's numerator, and
    /// the degree of the product of R's denominator and s².
    pub(crate) fn extent<const DIGITS: usize>(&self) -> Extent {
        let center = self.form.side_of(self.center);
        let excess = sign::<DIGITS>(&Excess(self));
        Extent {
            backmost: match center {
                Side::Back => Side::Back,
                _ => -excess,
            },
            frontmost: match center {
                Side::Front => Side::Front,
                _ => excess,
            },
        }
    }

    /// Returns the signed distances (s ± √R) / |n|, where s = n·c + d is the plane's value at the center c, and R the
    /// square of the shape's reach. Where s and ±√R have opposite signs, s ± √R is computed as ±(R − s²) / (√R + |s|).
    /// There R − s² is exact before it is rounded.
    ///
    /// The relative error is below 2⁻⁴⁶. Each rounded polynomial has an error of at most 2⁻⁴⁸, and a square root halves
    /// the error. Each of the fewer than ten operations adds 2⁻⁵³.
    pub(crate) fn interval<const DIGITS: usize>(&self) -> Interval {
        let center = rounded::<{ digits(3) }>(&Center(self));
        let denominator = rounded::<{ digits(3) }>(&Denominator(self));
        let root = rounded::<DIGITS>(&Numerator(self)).over(denominator).sqrt();
        let far = center.abs().plus(root);
        let excess = rounded::<DIGITS>(&Excess(self));
        let near = excess.negated().over(far.times(denominator));
        let measured = |value: Wide| value.over(self.form.length()).to_f64();
        if center.is_negative() {
            Interval {
                backmost: measured(far.negated()),
                frontmost: measured(near.negated()),
            }
        } else {
            Interval {
                backmost: measured(near),
                frontmost: measured(far),
            }
        }
    }
}

/// Converts a value n·p + d to a signed distance by dividing it by the length |n|.
pub(crate) fn distance<const D: usize>(value: Wide, normal: &[f64; D]) -> f64 {
    value.over(length_of(normal)).to_f64()
}

/// Returns the length of a vector, rounded.
pub(crate) fn length_of<const D: usize>(vector: &[f64; D]) -> Wide {
    let (vector, exponent) = near_one(vector);
    Wide::new(length(&vector), exponent)
}

/// The polynomial s = n·c + d: the plane's value at the center c of a round shape.
struct Center<'a, 'b, const D: usize, R, F>(&'b Radial<'a, D, R, F>);

impl<const D: usize, R: Reach, F: Slope<D>> Polynomial for Center<'_, '_, D, R, F> {
    fn evaluate<N: Number>(&self) -> N {
        self.0.form.at(self.0.center)
    }
}

/// The numerator of R, the squared reach of a round shape, as a polynomial.
struct Numerator<'a, 'b, const D: usize, R, F>(&'b Radial<'a, D, R, F>);

impl<const D: usize, R: Reach, F: Slope<D>> Polynomial for Numerator<'_, '_, D, R, F> {
    fn evaluate<N: Number>(&self) -> N {
        self.0.reach.numerator()
    }
}

/// The denominator of R, the squared reach of a round shape, as a polynomial.
struct Denominator<'a, 'b, const D: usize, R, F>(&'b Radial<'a, D, R, F>);

impl<const D: usize, R: Reach, F: Slope<D>> Polynomial for Denominator<'_, '_, D, R, F> {
    fn evaluate<N: Number>(&self) -> N {
        self.0.reach.times_denominator(N::of(1.0))
    }
}

/// The difference R − s², multiplied by the denominator of R, as a polynomial. R is the square of a round shape's
/// reach, and s the plane's value at its center.
struct Excess<'a, 'b, const D: usize, R, F>(&'b Radial<'a, D, R, F>);

impl<const D: usize, R: Reach, F: Slope<D>> Polynomial for Excess<'_, '_, D, R, F> {
    fn evaluate<N: Number>(&self) -> N {
        let center = Center(self.0).evaluate::<N>();
        let squared = self.0.reach.times_denominator(center.times(&center));
        self.0.reach.numerator::<N>().minus(&squared)
    }
}

/// Returns a rounded unit vector: among the directions perpendicular to the axis between two points, the one in which
/// n·p grows most. Returns zero if n·p does not change in any of these directions.
pub(crate) fn across(normal: &[f64; 3], start: &[f64; 3], end: &[f64; 3]) -> [f64; 3] {
    let difference = sub(end, start);
    // If the difference overflows, the difference of the halved points is used, which cannot overflow.
    let axis = if difference.iter().all(|coordinate| coordinate.is_finite()) {
        unit(&difference)
    } else {
        unit(&sub(&scale(end, 0.5), &scale(start, 0.5)))
    };
    let around = unit(&vector::cross(&axis, &unit(normal)));
    unit(&vector::cross(&around, &axis))
}
