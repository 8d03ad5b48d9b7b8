//! Parameters of lines as fractions of polynomials: their exact order, their rounded values, and chords between them.

use transect_exact::Side;
use transect_exact::arrays::Few as _;
use transect_exact::number::Number;
use transect_exact::polynomial::{Polynomial, sign};
use transect_exact::rounded::rounded;

use crate::chord::track::Track;
use crate::chord::{Chord, ChordEnd};

/// Parameters t of a line, each a quotient of two polynomials.
pub(super) trait Fractions {
    /// The type that identifies a parameter, for example by the index of a face.
    type Name: Copy;

    fn numerator<N: Number>(&self, name: Self::Name) -> N;
    fn denominator<N: Number>(&self, name: Self::Name) -> N;
}

/// A parameter: the start of a ray or segment (t = 0), the end of a segment (t = 1), or a fraction.
#[derive(Clone, Copy)]
enum Parameter<Name> {
    Start,
    End,
    Fraction(Name),
}

/// A possible end of a chord: a parameter at which the line enters or leaves a body, or an end of the ray or segment.
/// `below` is the sign of the parameter's denominator.
#[derive(Clone, Copy)]
pub(super) struct Limit<Name> {
    parameter: Parameter<Name>,
    below: Side,
}

impl<Name> Limit<Name> {
    pub(super) fn new(name: Name, below: Side) -> Self {
        Self {
            parameter: Parameter::Fraction(name),
            below,
        }
    }
}

/// Compares and rounds fractions. `SINGLE` is the number of digits that an exact numerator or denominator needs,
/// `DOUBLE` the number that a product of two of them needs.
pub(super) struct Order<'a, F, const SINGLE: usize, const DOUBLE: usize>(pub(super) &'a F);

impl<F: Fractions, const SINGLE: usize, const DOUBLE: usize> Order<'_, F, SINGLE, DOUBLE> {
    fn parts<N: Number>(&self, parameter: Parameter<F::Name>) -> [N; 2] {
        match parameter {
            Parameter::Start => [N::of(0.0), N::of(1.0)],
            Parameter::End => [N::of(1.0), N::of(1.0)],
            Parameter::Fraction(name) => [self.0.numerator(name), self.0.denominator(name)],
        }
    }

    /// Returns the exact sign of t − u, where t is the parameter of the limit `a`, and u that of the limit `b`.
    pub(super) fn compare(&self, a: Limit<F::Name>, b: Limit<F::Name>) -> Side {
        let difference = Difference {
            order: self,
            of: [a.parameter, b.parameter],
        };
        sign::<DOUBLE>(&difference).times(a.below).times(b.below)
    }

    /// Returns a fraction, rounded. Its numerator and its denominator have relative errors of at most 2⁻⁴⁸, and the
    /// division adds 2⁻⁵³.
    pub(super) fn rounded(&self, name: F::Name) -> f64 {
        let part = |is_numerator| {
            rounded::<SINGLE>(&Part {
                of: self.0,
                name,
                is_numerator,
            })
        };
        part(true).over(part(false)).to_f64() + 0.0
    }

    /// Returns the chord between the parameters `first` and `last` at which a line enters and leaves a body, shortened
    /// to the ray or segment. If `first` or `last` is `None`, the body is unbounded in that direction.
    pub(super) fn chord<const D: usize>(
        &self,
        track: &Track<D>,
        [first, last]: [Option<Limit<F::Name>>; 2],
        is_grazing: bool,
    ) -> Chord<F::Name> {
        let end = |parameter| Limit {
            parameter,
            below: Side::Front,
        };
        let start = track.has_start().then(|| end(Parameter::Start));
        let stop = track.has_end().then(|| end(Parameter::End));
        let ends = [
            self.end(track, first, start, Side::Front),
            self.end(track, last, stop, Side::Back),
        ];
        let is_point = match (&ends[0].limit, &ends[1].limit) {
            (Some(enter), Some(leave)) => match self.compare(*enter, *leave) {
                Side::Front => return Chord::Apart,
                side => side == Side::On,
            },
            _ => false,
        };
        let [enter, mut leave] = ends.each(|end| end.end);
        if is_point {
            // The two limits are the same point. If one of them is an end of the ray or segment, its parameter t is
            // exact, so this t is returned.
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
        leave.t = leave.t.max(enter.t);
        Chord::Part {
            enter,
            leave,
            is_grazing,
        }
    }

    /// Returns one end of a chord: the limit of the body or the ray's or segment's `own` end, whichever makes the chord
    /// shorter. `tighter` is the direction in which an end moves if the chord becomes shorter: `Front` (to greater t)
    /// for the first end, `Back` (to lesser t) for the last.
    fn end<const D: usize>(
        &self,
        track: &Track<D>,
        body: Option<Limit<F::Name>>,
        own: Option<Limit<F::Name>>,
        tighter: Side,
    ) -> End<F::Name> {
        let own_t = match tighter {
            Side::Front => track.course.least,
            _ => track.course.most,
        };
        let relation = match (body, own) {
            (None, _) => Side::Back,
            (Some(_), None) => Side::Front,
            (Some(body), Some(own)) => self.compare(body, own).times(tighter),
        };
        let face = match body.map(|body| body.parameter) {
            Some(Parameter::Fraction(name)) if relation != Side::Back => Some(name),
            _ => None,
        };
        let is_end = relation != Side::Front;
        let t = match face {
            Some(name) if !is_end => within(track, self.rounded(name)),
            _ => own_t,
        };
        End {
            end: ChordEnd { t, face, is_end },
            limit: if is_end { own } else { body },
        }
    }
}

/// An end of a chord. `limit` identifies the exact parameter of this end; it is `None` if the chord is unbounded there.
struct End<Name> {
    end: ChordEnd<Name>,
    limit: Option<Limit<Name>>,
}

/// Returns `t` clamped to the floats strictly between the ends of the ray or segment. The exact parameter lies there,
/// but rounding may have moved it to 0 or 1. Callers do not use the result for a parameter beyond an end.
pub(super) fn within<const D: usize>(track: &Track<D>, t: f64) -> f64 {
    let t = if track.has_start() {
        t.max(f64::from_bits(1))
    } else {
        t
    };
    if track.has_end() {
        t.min(1.0_f64.next_down())
    } else {
        t
    }
}

/// The numerator of the difference a − b of two fractions. If both denominators are positive, it has the sign of a − b.
struct Difference<'a, 'b, F: Fractions, const SINGLE: usize, const DOUBLE: usize> {
    order: &'a Order<'b, F, SINGLE, DOUBLE>,
    of: [Parameter<F::Name>; 2],
}

impl<F: Fractions, const SINGLE: usize, const DOUBLE: usize> Polynomial
    for Difference<'_, '_, F, SINGLE, DOUBLE>
{
    fn evaluate<N: Number>(&self) -> N {
        let [[a, below_a], [b, below_b]]: [[N; 2]; 2] =
            self.of.each(|parameter| self.order.parts(parameter));
        a.times(&below_b).minus(&b.times(&below_a))
    }
}

/// The numerator or the denominator of a fraction.
struct Part<'a, F: Fractions> {
    of: &'a F,
    name: F::Name,
    is_numerator: bool,
}

impl<F: Fractions> Polynomial for Part<'_, F> {
    fn evaluate<N: Number>(&self) -> N {
        if self.is_numerator {
            self.of.numerator(self.name)
        } else {
            self.of.denominator(self.name)
        }
    }
}
