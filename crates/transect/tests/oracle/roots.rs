//! Computes the signs of s ± √R with integer square roots. This is independent of the library, which compares the
//! squares s² and R instead.

use std::cmp::Ordering;

use dashu_base::{Abs, Sign, SquareRoot};
use dashu_int::{IBig, UBig};
use dashu_ratio::Relaxed;
use transect::{Extent, Side};

use crate::oracle::number::Exact;

/// Returns three integers S, T and e with s = S·2^e and R = T·4^e. So s ± √R is (S ± √T)·2^e. The argument `r` is R.
fn aligned(s: &Exact, r: &Exact) -> (IBig, UBig, i64) {
    let low = |number: &Exact, exponent: i64| match number.sign() {
        Ordering::Equal => i64::MAX,
        _ => exponent,
    };
    let exponent = low(s, s.exponent).min(low(r, r.exponent.div_euclid(2)));
    if exponent == i64::MAX {
        return (IBig::ZERO, UBig::ZERO, 0);
    }
    let (sign, r) = r.over(2 * exponent).into_parts();
    assert_eq!(sign, Sign::Positive, "a square");
    (s.over(exponent), r, exponent)
}

/// Returns the signs of s − √R and s + √R, as sides. For integers, s ≤ √R holds exactly if s is at most the integer
/// part of √R. The numbers s and √R can be equal only if √R is an integer.
pub(crate) fn extent_of_root(s: &Exact, r: &Exact) -> Extent {
    let (s, r, _) = aligned(s, r);
    let floor = r.sqrt();
    let is_whole = &floor * &floor == r;
    let floor = IBig::from(floor);
    // Returns the sign of s + √R as a side. `s` may be negative.
    let plus_root = |s: IBig| {
        let sum = s + &floor;
        match sum.cmp(&IBig::ZERO) {
            Ordering::Equal if !is_whole => Side::Front,
            ordering => Side::from(ordering),
        }
    };
    Extent {
        backmost: -plus_root(-s.clone()),
        frontmost: plus_root(s),
    }
}

/// Returns (s + √r)/(divisor·√n), as the nearest f64 or a neighbor of it. It is computed with integer square roots of
/// as many digits as needed.
pub(crate) fn root_distance(s: &Exact, r: &Exact, divisor: &Exact, n: &Exact) -> f64 {
    let mut shift = 100_usize;
    let (s, r, exponent) = aligned(s, r);
    let sum = loop {
        let sum = (s.clone() << shift) + IBig::from((r.clone() << (2 * shift)).sqrt());
        let digits = sum.clone().abs();
        if digits > (IBig::ONE << 90) {
            break sum;
        }
        let floor = r.sqrt();
        if &floor * &floor == r && s.clone() + IBig::from(floor) == IBig::ZERO {
            return 0.0;
        }
        shift *= 2;
    };
    let (_, n, n_exponent) = aligned(&Exact::zero(), n);
    let n = (n << 400).sqrt();
    let scaled = exponent - shift as i64 - (n_exponent - 200) - divisor.exponent;
    ratio(&sum, &(IBig::from(n) * &divisor.mantissa), scaled)
}

/// Returns a/b·2^exponent, rounded to the nearest float.
fn ratio(a: &IBig, b: &IBig, exponent: i64) -> f64 {
    let (mut numerator, mut denominator) = (a.clone(), b.clone());
    if exponent >= 0 {
        numerator <<= exponent as usize;
    } else {
        denominator <<= -exponent as usize;
    }
    let (sign, magnitude) = denominator.into_parts();
    assert_eq!(sign, Sign::Positive, "a length");
    Relaxed::from_parts(numerator, magnitude).to_f64().value()
}
