//! Chords of spheres.
//!
//! The points o + t·v of a line that are in a sphere with center c and radius r fulfil f(t) = A·t² + 2·B·t + C ≤ 0.
//! Here A = v², B = v·(o − c) and C = (o − c)² − r². An end of a ray or segment has the parameter τ, which is 0 or 1.
//! The roots of f are compared with τ without computing them: by the signs of f(τ), which is positive outside of the
//! sphere, and of the slope f′(τ).

use transect_exact::Side;
use transect_exact::determinant::{dot, numbers, numbers_of};
use transect_exact::number::Number;
use transect_exact::polynomial::{Polynomial, digits, sign};
use transect_exact::rounded::rounded;

use crate::chord::fractions::within;
use crate::chord::track::Track;
use crate::chord::{Chord, ChordEnd, Convex};
use crate::clip::LinePart;
use crate::sphere::Sphere;

impl<const D: usize> Convex<D> for Sphere<D> {
    type Face = ();

    fn chord_of(&self, line: &LinePart<D>) -> Chord<()> {
        let track = Track::of(line);
        let ball = Ball {
            sphere: self,
            track: &track,
        };
        if track.is_point() {
            let point = Chord::Point {
                t: 0.0,
                faces: [None; 2],
            };
            return match ball.sign(Part::Value) {
                Side::Front => Chord::Apart,
                _ => point,
            };
        }
        let discriminant = ball.sign(Part::Discriminant);
        if discriminant == Side::Back {
            return Chord::Apart;
        }
        // For each end of the ray or segment, the relations of both roots to the end: `Front` if the root is greater.
        let at_start = track
            .has_start
            .then(|| ball.roots([Part::Value, Part::Slope]));
        let at_end = track
            .has_end
            .then(|| ball.roots([Part::EndValue, Part::EndSlope]));
        if at_start.is_some_and(|[_, last]| last == Side::Back)
            || at_end.is_some_and(|[first, _]| first == Side::Front)
        {
            return Chord::Apart;
        }
        let t = ball.parameters(discriminant);
        let enter = end(at_start.map(|[first, _]| first), within(&track, t[0]), 0.0);
        let leave = end(at_end.map(|[_, last]| -last), within(&track, t[1]), 1.0);
        let starts_at_last = at_start.is_some_and(|[_, last]| last == Side::On);
        let ends_at_first = at_end.is_some_and(|[first, _]| first == Side::On);
        if discriminant == Side::On || starts_at_last || ends_at_first {
            let t = if enter.is_end || !leave.is_end {
                enter.t
            } else {
                leave.t
            };
            return Chord::Point {
                t,
                faces: [enter.face, leave.face],
            };
        }
        Chord::Part {
            enter,
            leave: ChordEnd {
                t: leave.t.max(enter.t),
                ..leave
            },
            is_grazing: false,
        }
    }
}

/// Returns an end of the chord: the root t of f, or the parameter `own` of the ray's or segment's own end. `relation`
/// is `Front` if the root lies strictly inside the ray or segment, and `None` if there is no own end.
fn end(relation: Option<Side>, t: f64, own: f64) -> ChordEnd<()> {
    match relation {
        None | Some(Side::Front) => ChordEnd {
            t,
            face: Some(()),
            is_end: false,
        },
        Some(side) => ChordEnd {
            t: own,
            face: (side == Side::On).then_some(()),
            is_end: true,
        },
    }
}

struct Ball<'a, const D: usize> {
    sphere: &'a Sphere<D>,
    track: &'a Track<D>,
}

/// The polynomials that relate a line to a sphere. Their degree is 2, but B² − A·C has degree 4.
#[derive(Clone, Copy)]
enum Part {
    /// A: the square of the direction.
    Square,
    /// B: half the slope of f at t = 0.
    Slope,
    /// C: the value of f at t = 0.
    Value,
    /// A + B: half the slope of f at t = 1.
    EndSlope,
    /// A + 2·B + C: the value of f at t = 1.
    EndValue,
    /// B² − A·C: the discriminant of f, which is not negative if f has roots.
    Discriminant,
}

struct BallPolynomial<'a, const D: usize>(&'a Ball<'a, D>, Part);

impl<const D: usize> Ball<'_, D> {
    fn sign(&self, part: Part) -> Side {
        sign::<{ digits(4) }>(&BallPolynomial(self, part))
    }

    /// Returns the relations of both roots of f to a parameter τ: `Front` if the root is greater. `value` and `slope`
    /// are the polynomials for the value and half the slope of f at τ. The caller makes sure that f has roots.
    fn roots(&self, [value, slope]: [Part; 2]) -> [Side; 2] {
        match (self.sign(value), self.sign(slope)) {
            (Side::Back, _) => [Side::Back, Side::Front],
            (Side::On, Side::Front) => [Side::Back, Side::On],
            (Side::On, Side::Back) => [Side::On, Side::Front],
            (Side::On, Side::On) => [Side::On; 2],
            // f is positive at τ but has roots, so its slope is not zero, and both roots are on the same side of τ.
            (Side::Front, slope) => [-slope; 2],
        }
    }

    /// Returns both roots, rounded. One root is q/A with q = −B ± √(B² − A·C), where the sign is chosen so that nothing
    /// cancels. The other root is C/q. The polynomials have relative errors of 2⁻⁴⁸, so the roots have relative errors
    /// below 2⁻⁴⁶.
    fn parameters(&self, discriminant: Side) -> [f64; 2] {
        let part = |part| rounded::<{ digits(4) }>(&BallPolynomial(self, part));
        let (square, slope) = (part(Part::Square), part(Part::Slope));
        if discriminant == Side::On {
            return [slope.negated().over(square).to_f64() + 0.0; 2];
        }
        let root = part(Part::Discriminant).sqrt();
        let size = slope.abs().plus(root);
        let (far, near) = (size.over(square), part(Part::Value).over(size));
        let [first, last] = if slope.is_negative() {
            [near, far]
        } else {
            [far.negated(), near.negated()]
        };
        [first.to_f64() + 0.0, last.to_f64() + 0.0]
    }
}

impl<const D: usize> Polynomial for BallPolynomial<'_, D> {
    fn evaluate<N: Number>(&self) -> N {
        let Self(Ball { sphere, track }, part) = self;
        let direction = track.direction::<N>();
        let center = numbers::<N, D>(&sphere.center());
        let origin = numbers::<N, D>(&track.origin);
        let relative: [N; D] = numbers_of(|axis| origin[axis].minus(&center[axis]));
        let square = |vector: &[N; D]| dot(vector, vector);
        let slope = || dot(&direction, &relative);
        let value = |relative: &[N; D]| {
            let radius = N::of(sphere.radius());
            square(relative).minus(&radius.times(&radius))
        };
        let end = || numbers_of(|axis| relative[axis].plus(&direction[axis]));
        match part {
            Part::Square => square(&direction),
            Part::Slope => slope(),
            Part::Value => value(&relative),
            Part::EndSlope => dot(&direction, &end()),
            Part::EndValue => value(&end()),
            Part::Discriminant => {
                let slope = slope();
                let product = square(&direction).times(&value(&relative));
                slope.times(&slope).minus(&product)
            }
        }
    }
}
