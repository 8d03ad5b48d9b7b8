//! Numbers m·2^e over the integers of a third party (dashu), and the sides of s ± √R by integer
//! square roots, where the library compares squares.

use std::cmp::Ordering;
use std::ops::{Add, Mul, Neg, Sub};

use dashu_base::{Abs, Sign, SquareRoot};
use dashu_int::{IBig, UBig};
use dashu_ratio::Relaxed;
use transect::{Extent, Side};

/// mantissa·2^exponent.
#[derive(Clone, Debug)]
pub(crate) struct Exact {
    mantissa: IBig,
    exponent: i32,
}

impl Exact {
    pub(crate) fn of(value: f64) -> Self {
        assert!(value.is_finite());
        let bits = value.abs().to_bits();
        let (mantissa, exponent) = match bits >> 52 {
            0 => (bits, -1074),
            biased => (bits % (1 << 52) + (1 << 52), biased as i32 - 1075),
        };
        let zeros = if mantissa == 0 {
            0
        } else {
            mantissa.trailing_zeros()
        };
        let mantissa = IBig::from(mantissa >> zeros);
        Self {
            mantissa: if value < 0.0 { -mantissa } else { mantissa },
            exponent: exponent + zeros as i32,
        }
    }

    pub(crate) fn zero() -> Self {
        Self::of(0.0)
    }

    /// As an integer times 2^exponent, which is not above its own.
    fn over(&self, exponent: i32) -> IBig {
        if self.mantissa == IBig::ZERO {
            return IBig::ZERO;
        }
        &self.mantissa << usize::try_from(self.exponent - exponent).expect("a lower exponent")
    }

    pub(crate) fn ordering(&self) -> Ordering {
        self.mantissa.cmp(&IBig::ZERO)
    }

    pub(crate) fn side(&self) -> Side {
        Side::from(self.ordering())
    }

    pub(crate) fn abs(&self) -> Self {
        Self {
            mantissa: self.mantissa.clone().abs(),
            exponent: self.exponent,
        }
    }
}

impl Add for &Exact {
    type Output = Exact;
    fn add(self, other: &Exact) -> Exact {
        if self.mantissa == IBig::ZERO {
            return other.clone();
        }
        if other.mantissa == IBig::ZERO {
            return self.clone();
        }
        let exponent = self.exponent.min(other.exponent);
        Exact {
            mantissa: self.over(exponent) + other.over(exponent),
            exponent,
        }
    }
}

impl Neg for &Exact {
    type Output = Exact;
    fn neg(self) -> Exact {
        Exact {
            mantissa: -self.mantissa.clone(),
            exponent: self.exponent,
        }
    }
}

impl Sub for &Exact {
    type Output = Exact;
    fn sub(self, other: &Exact) -> Exact {
        self + &-other
    }
}

impl Mul for &Exact {
    type Output = Exact;
    fn mul(self, other: &Exact) -> Exact {
        Exact {
            mantissa: &self.mantissa * &other.mantissa,
            exponent: self.exponent + other.exponent,
        }
    }
}

pub(crate) fn exact<const D: usize>(point: &[f64; D]) -> [Exact; D] {
    point.map(Exact::of)
}

pub(crate) fn dot<const D: usize>(a: &[Exact; D], b: &[Exact; D]) -> Exact {
    a.iter()
        .zip(b)
        .fold(Exact::zero(), |sum, (a, b)| &sum + &(a * b))
}

pub(crate) fn plus<const D: usize>(a: &[Exact; D], b: &[Exact; D]) -> [Exact; D] {
    std::array::from_fn(|axis| &a[axis] + &b[axis])
}

pub(crate) fn minus<const D: usize>(a: &[Exact; D], b: &[Exact; D]) -> [Exact; D] {
    std::array::from_fn(|axis| &a[axis] - &b[axis])
}

/// s and R, over one exponent 2^e and 4^e.
fn aligned(s: &Exact, r: &Exact) -> (IBig, UBig, i32) {
    let low = |number: &Exact, exponent| match number.ordering() {
        Ordering::Equal => i32::MAX,
        _ => exponent,
    };
    let exponent = low(s, s.exponent).min(low(r, r.exponent.div_euclid(2)));
    if exponent == i32::MAX {
        return (IBig::ZERO, UBig::ZERO, 0);
    }
    let (sign, r) = r.over(2 * exponent).into_parts();
    assert_eq!(sign, Sign::Positive, "a square");
    (s.over(exponent), r, exponent)
}

/// The sides of s − √R and s + √R. An integer is below √R exactly if it is not above the integer part
/// of the root, and less where there is nothing behind the point.
pub(crate) fn extent_of_root(s: &Exact, r: &Exact) -> Extent {
    let (s, r, _) = aligned(s, r);
    let floor = r.sqrt();
    let is_whole = &floor * &floor == r;
    let floor = IBig::from(floor);
    // s + √R for either sign of s.
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

/// s + √R over √N, nearest f64 or its neighbour, by integer square roots of as many digits as it takes.
pub(crate) fn root_distance(s: &Exact, r: &Exact, divisor: &Exact, n: &Exact) -> f64 {
    let mut shift = 100;
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
    let scaled = exponent - shift as i32 - (n_exponent - 200) - divisor.exponent;
    ratio(&sum, &(IBig::from(n) * &divisor.mantissa), scaled)
}

/// a/b·2^exponent, rounded.
fn ratio(a: &IBig, b: &IBig, exponent: i32) -> f64 {
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
