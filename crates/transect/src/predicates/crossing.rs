//! The point where an edge crosses a plane, with each coordinate rounded to the nearest float (docs/exactness.md,
//! "Crossings").

use crate::predicates::double_double::DoubleDouble;
use crate::predicates::dyadic::Dyadic;
use crate::predicates::polynomial::{Number, digits, divide};
use crate::predicates::unit::{SMALLEST, U};
use crate::side::{Side, times};

/// An affine function of a point: a linear function plus a constant. Its sign is the side of a plane on which the point
/// lies. The function is n·p + d or a determinant, a polynomial of degree 3 at most.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot cut meshes",
    label = "this type does not implement `transect::Cutter`",
    note = "`transect::Plane` in 3D, `PlaneThrough` and `CuttingPlane` cut meshes and scenes"
)]
pub trait Affine {
    /// Returns the value of the function at a point.
    fn at<N: Number>(&self, point: &[f64; 3]) -> N;
}

/// The number of 32-bit digits for (a − x)·(v(a) − v(b)) + v(a)·(b − a), where v is an [`Affine`] function. The degree
/// of this polynomial is one more than that of v.
const DIGITS: usize = digits(4);

type Exact = Dyadic<DIGITS>;

/// Returns the point where the value of `form` is zero on the segment from a to b. The form must have strictly opposite
/// signs at a and b. Each coordinate is the float nearest to the true coordinate, ties to even.
///
/// Let v be the function `form`. The true coordinate is a + v(a)/(v(a) − v(b))·(b − a). For any float x, the true
/// coordinate equals x + r/D with D = v(a) − v(b) and r = (a − x)·D + v(a)·(b − a); x is chosen near the true
/// coordinate. The degrees of r and D are 3 and 2 for a plane given by its coefficients, and 4 and 3 for a plane given
/// by its points. Double-doubles give r and D with error bounds. If x + r/D rounds to the same float for all values
/// within these bounds, this float is the result. Otherwise integers decide between neighboring floats.
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

/// Returns the coordinate if the error bounds leave only one float. Otherwise returns `Err` with some float near the
/// coordinate.
fn by_bounds([value_a, value_b]: &[DoubleDouble; 2], [a, b]: [f64; 2]) -> Result<f64, f64> {
    if a == b {
        return Ok(a);
    }
    let middle = 0.5 * a + 0.5 * b;
    let sum = value_a.plus(value_b);
    if sum.sign() == Some(Side::On) && 2.0 * (0.5 * a) == a && 2.0 * (0.5 * b) == b {
        // The crossing is exactly in the middle of a and b. The only rounding is that of the middle.
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
    // The step r/D leads from the float x to the true coordinate. |true step − step| ≤ (e(r) + |step|·e(D) +
    // 3.1u·|r|)/|D|, where e is the error bound of a double-double, and u = 2⁻⁵³. |D| is at least half of its rounded
    // value.
    let slack = rest.error + step.abs() * divisor.error + 4.0 * U * rest.high.abs();
    let error = 2.0 * slack / size * (1.0 + 16.0 * U) + 4.0 * SMALLEST + 2.0 * U * step.abs();
    let [low, high] = [near + (step - error), near + (step + error)];
    if divisor.error <= 0.25 * size && low == high && low.is_finite() {
        Ok(low)
    } else {
        Err(near)
    }
}

/// Returns the coordinate, starting from a float near it. Integers compare the true coordinate exactly with the middles
/// between neighboring floats.
#[cold]
#[inline(never)]
fn by_integers(form: &impl Affine, [a, b]: [&[f64; 3]; 2], axis: usize, near: f64) -> f64 {
    let [value_a, value_b]: [Exact; 2] = [form.at(a), form.at(b)];
    let [a, b] = [a[axis], b[axis]];
    let divisor = value_a.minus(&value_b);
    let along = value_a.times(&Exact::of(b).minus(&Exact::of(a)));
    // Returns the numerator r of the true coordinate x + r/divisor.
    let rest = |x: f64| {
        let offset = Exact::of(a).minus(&Exact::of(x));
        offset.times(&divisor).plus(&along)
    };
    // After each step, less than 2⁻⁵⁰ of the distance to the true coordinate is left. So fewer than fifty steps lead
    // from one end of the range of floats to the other.
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
        // The sign of 2·(true coordinate − x) − (next − x) tells whether the true coordinate is beyond the middle
        // between x and the next float.
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
