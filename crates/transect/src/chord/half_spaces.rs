//! Chords of bodies that are intersections of half-spaces.

use transect_exact::Side;
use transect_exact::determinant::numbers;
use transect_exact::number::Number;
use transect_exact::polynomial::{Bounded, Polynomial, sign};

use crate::chord::crossing::Crossing;
use crate::chord::fractions::{Fractions, Limit, Order};
use crate::chord::track::Track;
use crate::chord::{Chord, quick};

/// A body as the set of points at which no function of a list is negative. Each function is linear in the point.
pub(super) trait HalfSpaces<const D: usize> {
    /// Returns the number of functions.
    fn count(&self) -> usize;

    /// Returns `false` for a function that is positive everywhere and so does not bound the body.
    fn is_bound(&self, _index: usize) -> bool {
        true
    }

    /// Returns the value of a function at a point.
    fn value<N: Number>(&self, index: usize, point: &[N; D]) -> N;

    /// Returns the amount by which a function grows along a vector: its linear part, applied to the vector.
    fn growth<N: Number>(&self, index: usize, vector: &[N; D]) -> N;

    /// Returns how a line relates to the half-space of a function, if floats tell.
    #[inline]
    fn crossing(&self, index: usize, track: &Track<D>) -> Option<Crossing> {
        let value = self.value::<Bounded>(index, &numbers(&track.course.origin));
        let growth = self.growth::<Bounded>(index, &track.direction());
        Crossing::new(value.parts(), growth.parts())
    }
}

/// Returns the chord of a line, ray or segment. A face is identified by the index of its function. `SINGLE` must be
/// `digits(k)`, where k is the degree of the functions, and `DOUBLE` must be `digits(2 * k)`.
///
/// Along the line, the function i is aᵢ + t·bᵢ. Where bᵢ > 0, the line enters the half-space at t = −aᵢ/bᵢ; where
/// bᵢ < 0, it leaves the half-space there. If bᵢ = 0, the sign of aᵢ decides. The chord is from the last entry to the
/// first exit. They are found without division: the sign of tᵢ − tⱼ is that of (aⱼ·bᵢ − aᵢ·bⱼ)·bᵢ·bⱼ.
pub(super) fn chord<const SINGLE: usize, const DOUBLE: usize, const D: usize>(
    body: &impl HalfSpaces<D>,
    track: &Track<D>,
) -> Chord {
    let bounds = (0..body.count()).filter(|&index| body.is_bound(index));
    let crossings = bounds.map(|index| (index, body.crossing(index, track)));
    if let Some(chord) = quick::chord(track, crossings) {
        return chord;
    }
    let zeros = Zeros { body, track };
    let order = Order::<_, SINGLE, DOUBLE>(&zeros);
    let mut is_grazing = false;
    let mut limits: [Option<Limit<usize>>; 2] = [None; 2];
    for index in (0..body.count()).filter(|&index| body.is_bound(index)) {
        let growth = sign::<SINGLE>(&Growth(&zeros, index));
        let (end, tighter) = match growth {
            Side::On => match sign::<SINGLE>(&Value(&zeros, index)) {
                Side::Back => return Chord::Apart,
                side => {
                    is_grazing |= side == Side::On;
                    continue;
                }
            },
            Side::Front => (0, Side::Front),
            Side::Back => (1, Side::Back),
        };
        let limit = Limit::new(index, growth);
        if limits[end].is_none_or(|known| order.compare(limit, known) == tighter) {
            limits[end] = Some(limit);
        }
    }
    if track.is_point() {
        return Chord::Point {
            t: 0.0,
            faces: [None; 2],
        };
    }
    order.chord(track, limits, is_grazing)
}

/// The parameters t at which the functions of a body are zero along a line.
struct Zeros<'a, B, const D: usize> {
    body: &'a B,
    track: &'a Track<D>,
}

impl<B: HalfSpaces<D>, const D: usize> Fractions for Zeros<'_, B, D> {
    type Name = usize;

    fn numerator<N: Number>(&self, index: usize) -> N {
        let origin = numbers(&self.track.course.origin);
        N::of(0.0).minus(&self.body.value(index, &origin))
    }

    fn denominator<N: Number>(&self, index: usize) -> N {
        self.body.growth(index, &self.track.direction())
    }
}

/// The value of one function of a body at the origin of the line, as a polynomial.
struct Value<'a, 'b, B, const D: usize>(&'a Zeros<'b, B, D>, usize);

impl<B: HalfSpaces<D>, const D: usize> Polynomial for Value<'_, '_, B, D> {
    fn evaluate<N: Number>(&self) -> N {
        let Self(Zeros { body, track }, index) = self;
        body.value(*index, &numbers(&track.course.origin))
    }
}

/// The growth of one function of a body along the line, as a polynomial.
struct Growth<'a, 'b, B, const D: usize>(&'a Zeros<'b, B, D>, usize);

impl<B: HalfSpaces<D>, const D: usize> Polynomial for Growth<'_, '_, B, D> {
    fn evaluate<N: Number>(&self) -> N {
        let Self(zeros, index) = self;
        zeros.denominator(*index)
    }
}
