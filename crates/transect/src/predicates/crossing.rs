//! The point where an edge crosses a plane, correctly rounded (docs/exactness.md, "Crossings").

use crate::predicates::double_double::DoubleDouble;
use crate::predicates::dyadic::Dyadic;
use crate::predicates::polynomial::{Number, digits, divide};
use crate::predicates::unit::{SMALLEST, U};
use crate::side::{Side, times};

/// A function that is linear in a point, and whose sign is the side of the point. The function is n·p + d or a
/// determinant, of degree 3 at most.
pub trait Affine {
    /// Returns the value of the function at a point.
    fn at<N: Number>(&self, point: &[f64; 3]) -> N;
}

/// The number of digits for (a − x)·(v(a) − v(b)) + v(a)·(b − a): the degree is one more than that of the function v.
const DIGITS: usize = digits(4);

type Exact = Dyadic<DIGITS>;

/// Returns the point where the segment from a to b crosses the zeros of `form`. The form must have opposite
/// strict signs at a and b. Each coordinate is the float nearest to the true coordinate, ties to even.
///
/// Let v be the values of the form. The true coordinate is a + v(a)/(v(a) − v(b))·(b − a).
/// For a float x near it, this equals x + r/D with D = v(a) − v(b) and r = (a − x)·D + v(a)·(b − a).
/// The degrees of r and D are 3 and 2 for a plane given by its coefficients, 4 and 3 for a plane given by its points.
/// If x + r/D rounds to the same float for all values within the bounds of r and D, this float is the result.
/// Otherwise integers decide between neighboring floats.
pub(crate) fn crossing(form: &impl Affine, a: &[f64; 3], b: &[f64; 3]) -> [f64; 3] {
    let values: [DoubleDouble; 2] = [form.at(a), form.at(b)];
    core::array::from_fn(|axis| {
        let ends = [a[axis], b[axis]];
        let near = match by_bounds(&values, ends) {
            Ok(nearest) => nearest,
            Err(near) => by_integers(form, [a, b], axis, near),
        };
        near + 0.0
    })
}

/// Returns the coordinate if the error bounds leave only one float. Otherwise returns some float near the coordinate as
/// `Err`.
fn by_bounds([value_a, value_b]: &[DoubleDouble; 2], [a, b]: [f64; 2]) -> Result<f64, f64> {
    if a == b {
        return Ok(a);
    }
    let middle = 0.5 * a + 0.5 * b;
    let sum = value_a.plus(value_b);
    if sum.sign() == Some(Side::On) && 2.0 * (0.5 * a) == a && 2.0 * (0.5 * b) == b {
        // The middle of a and b is rounded only once.
        return Ok(middle);
    }
    let (least, greatest) = (a.min(b), a.max(b));
    let divisor = value_a.minus(value_b);
    let guess = a + value_a.high / divisor.high * (b - a);
    let near = if guess.is_finite() {
        guess.clamp(least, greatest)
    } else {
        middle
    };
    let number = DoubleDouble::of;
    let rest = number(a)
        .minus(&number(near))
        .times(&divisor)
        .plus(&value_a.times(&number(b).minus(&number(a))));
    let step = rest.high / divisor.high;
    let size = divisor.high.abs();
    // |true step − step| ≤ (e(r) + |step|·e(D) + 3.1u·|r|)/|D| for the quotient step = r/D, where e is the error bound.
    // |D| is at least half of its rounded value.
    let slack = rest.error + step.abs() * divisor.error + 4.0 * U * rest.high.abs();
    let error = 2.0 * slack / size * (1.0 + 16.0 * U) + 4.0 * SMALLEST + 2.0 * U * step.abs();
    let [low, high] = [near + (step - error), near + (step + error)];
    if divisor.error <= 0.25 * size && low == high && low.is_finite() {
        Ok(low)
    } else {
        Err(near)
    }
}

/// Returns the coordinate by exact comparisons with the middles between neighboring floats, starting at some float near
/// it.
#[cold]
#[inline(never)]
fn by_integers(form: &impl Affine, [a, b]: [&[f64; 3]; 2], axis: usize, near: f64) -> f64 {
    let [value_a, value_b]: [Exact; 2] = [form.at(a), form.at(b)];
    let [a, b] = [a[axis], b[axis]];
    let divisor = value_a.minus(&value_b);
    let along = value_a.times(&Exact::of(b).minus(&Exact::of(a)));
    // The true coordinate is x + rest(x)/divisor.
    let rest = |x: f64| {
        let offset = Exact::of(a).minus(&Exact::of(x));
        offset.times(&divisor).plus(&along)
    };
    // Each step leaves less than 2⁻⁵⁰ of the distance to the true coordinate, so fewer than fifty steps lead from one
    // end of the range of floats to the other.
    let mut x = near;
    for _ in 0..50 {
        let step = divide::<_, _, { digits(5) }>(&rest(x), &divisor, 0);
        let next = (x + step).clamp(a.min(b), a.max(b));
        if next == x {
            break;
        }
        x = next;
    }
    loop {
        let beyond = rest(x);
        let towards = times(beyond.side(), divisor.side());
        let next = match towards {
            Side::On => return x,
            Side::Front => x.next_up(),
            Side::Back => x.next_down(),
        };
        // The sign depends on twice the distance to the true coordinate, minus the distance to the next float.
        let gap = Exact::of(next).minus(&Exact::of(x)).times(&divisor);
        let past_the_middle = beyond.plus(&beyond).minus(&gap).side();
        match times(times(past_the_middle, divisor.side()), towards) {
            Side::Front => x = next,
            Side::Back => return x,
            Side::On if x.to_bits() & 1 == 0 => return x,
            Side::On => return next,
        }
    }
}
