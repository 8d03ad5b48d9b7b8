//! Chords of spheres.
//!
//! The points o + t·v of a line that are in a sphere with center c and radius r fulfil f(t) = A·t² + 2·B·t + C ≤ 0.
//! Here A = v², B = v·(o − c) and C = (o − c)² − r². An end of a ray or segment has the parameter τ, which is 0 or 1.
//! The roots of f are compared with τ without computing them: by the signs of f(τ), which is positive outside of the
//! sphere, and of the slope f′(τ). The roots exist if B² ≥ A·C. If f(τ) < 0, τ is between the roots. If f(τ) ≥ 0, τ is
//! not after the first root where f′(τ) < 0, and not before the second root where f′(τ) > 0.

use core::cmp::Ordering;

use transect_exact::Side;
use transect_exact::arrays::array;
use transect_exact::determinant::{dot, numbers, numbers_of};
use transect_exact::number::Number;
use transect_exact::polynomial::{Polynomial, digits, sign};
use transect_exact::rounded::rounded;
use transect_exact::unit::U;
use transect_exact::vector;

use crate::chord::fractions::within;
use crate::chord::track::Track;
use crate::chord::{Chord, ChordEnd, Convex, Course};
use crate::clip::LinePart;
use crate::sphere::Sphere;

impl<const D: usize> Convex<D> for Sphere<D> {
    type Face = ();

    /// Let m be o − c in floats, and M = m². Each coordinate of m and v has a relative error below u, so the errors are
    /// below 8u·Σ|vᵢ·mᵢ| for B and 8u·(M + r²) for C. With (Σ|vᵢ·mᵢ|)² ≤ A·M, the error of B² − A·C is below 40u·A·(M +
    /// r²).
    #[inline]
    fn is_certainly_missed_by(&self, course: &Course<D>) -> bool {
        let center = self.center();
        let [mut square, mut slope, mut size, mut far] = [0.0; 4];
        for (axis, v) in course.direction.into_iter().enumerate() {
            let m = course.origin[axis] - center[axis];
            square += v * v;
            slope += v * m;
            size += (v * m).abs();
            far += m * m;
        }
        let radius = self.radius() * self.radius();
        let (value, reach) = (far - radius, far + radius);
        let discriminant = slope * slope - square * value;
        // No sum in this range has lost terms to underflow that matter.
        let is_ordinary = square > 1e-100 && square < 1e100 && reach > 1e-100 && reach < 1e100;
        let misses = discriminant < -40.0 * U * square * reach;
        let leaves = course.least == 0.0 && value > 8.0 * U * reach && slope > 8.0 * U * size;
        let (end_value, end_slope) = (square + 2.0 * slope + value, square + slope);
        let arrives = course.most == 1.0
            && end_value > 16.0 * U * (square + 2.0 * size + reach)
            && end_slope < -16.0 * U * (square + size);
        is_ordinary && (misses || leaves || arrives)
    }

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
        if let Some(chord) = ball.quick_chord() {
            return chord;
        }
        let discriminant = ball.sign(Part::Discriminant);
        if discriminant == Side::Back {
            return Chord::Apart;
        }
        // For each end of the ray or segment, the relations of both roots to the end: `Front` if the root is greater.
        let at_start = track
            .has_start()
            .then(|| ball.roots([Part::Value, Part::Slope]));
        let at_end = track
            .has_end()
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
    /// Returns the chord if floats decide it, and give its ends with the accuracy that is promised.
    ///
    /// The line is nearest to the center at t = −s with s = B/A, at the squared distance P = (m − s·v)², and the roots
    /// are −s ∓ h with h² = (r² − P)/A. Here m is o − c. Unlike B² − A·C, P has no large terms that cancel. An error of
    /// s changes P only in the second order, because P is least there. (Haines, Günther and Akenine-Möller, "Precision
    /// Improvements for Ray/Sphere Intersection", Ray Tracing Gems, 2019.)
    fn quick_chord(&self) -> Option<Chord<()>> {
        let (center, radius) = (self.sphere.center(), self.sphere.radius());
        let v = self.track.course.direction;
        let m: [f64; D] = array(|axis| self.track.course.origin[axis] - center[axis]);
        let (square, far) = (vector::dot(&v, &v), vector::dot(&m, &m));
        let is_ordinary = |value: f64| value > 1e-60 && value < 1e60;
        if !(is_ordinary(square) && is_ordinary(far) && is_ordinary(radius * radius)) {
            return None;
        }
        let s = vector::dot(&v, &m) / square;
        let [mut distance, mut size, mut moved, mut apart] = [0.0; 4];
        for axis in 0..D {
            let across = m[axis] - s * v[axis];
            distance += across * across;
            apart += across.abs();
            size += (v[axis] * m[axis]).abs();
            moved += m[axis].abs() + 4.0 * (s * v[axis]).abs();
        }
        let s_error = U * (8.0 * size / square + 10.0 * s.abs());
        let moved = 2.0 * U * moved;
        let distance_error =
            2.0 * apart * moved + moved * moved + square * s_error * s_error + 8.0 * U * distance;
        let gap = radius * radius - distance;
        let gap_error = distance_error + 4.0 * U * (radius * radius + distance);
        if gap < -gap_error {
            return Some(Chord::Apart);
        }
        let (h_square, h_error) = (
            gap / square,
            gap_error / square + 10.0 * U * (gap / square).abs(),
        );
        if h_error.partial_cmp(&(h_square / 2.0)) != Some(Ordering::Less) {
            return None;
        }
        // |√x − √y| ≤ |x − y|/√x.
        let h = libm::sqrt(h_square);
        let error = 1.01 * (s_error + h_error / h + 4.0 * U * (s.abs() + h));
        let [first, last] = [-s - h, -s + h];
        let relation = |t: f64, own: f64| match (t - error > own, t + error < own) {
            (true, _) => Some(Side::Front),
            (_, true) => Some(Side::Back),
            _ => None,
        };
        let (mut at_start, mut at_end) = (None, None);
        if self.track.has_start() {
            if relation(last, 0.0)? == Side::Back {
                return Some(Chord::Apart);
            }
            at_start = Some(relation(first, 0.0)?);
        }
        if self.track.has_end() {
            if relation(first, 1.0)? == Side::Front {
                return Some(Chord::Apart);
            }
            at_end = Some(-relation(last, 1.0)?);
        }
        let enter = end(at_start, within(self.track, first), 0.0);
        let leave = end(at_end, within(self.track, last), 1.0);
        let is_accurate = |end: &ChordEnd<()>, t: f64| end.is_end || error <= 128.0 * U * t.abs();
        (is_accurate(&enter, first) && is_accurate(&leave, last)).then_some(Chord::Part {
            enter,
            leave,
            is_grazing: false,
        })
    }

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
        let origin = numbers::<N, D>(&track.course.origin);
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
