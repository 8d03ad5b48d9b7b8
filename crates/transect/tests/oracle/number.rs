//! The exact numbers of the oracle, for computations with polynomials of any degree. Each number is an integer of
//! another library (dashu), multiplied by a power of two. The oracle solves systems of equations by elimination, while
//! the library under test expands determinants.

use std::cmp::Ordering;
use std::ops::{Add, Mul, Neg, Sub};

use dashu_int::IBig;
use transect::Side;

/// An exact number: mantissa·2^exponent.
#[derive(Clone, Debug)]
pub(crate) struct Exact {
    pub(crate) mantissa: IBig,
    pub(crate) exponent: i64,
}

impl Exact {
    pub(crate) fn of(value: f64) -> Self {
        assert!(value.is_finite());
        let bits = value.abs().to_bits();
        let (mantissa, exponent) = match bits >> 52 {
            0 => (bits, -1074),
            biased => (bits % (1 << 52) + (1 << 52), biased as i64 - 1075),
        };
        if mantissa == 0 {
            return Self {
                mantissa: IBig::ZERO,
                exponent: 0,
            };
        }
        let zeros = mantissa.trailing_zeros();
        let mantissa = IBig::from(mantissa >> zeros);
        Self {
            mantissa: if value < 0.0 { -mantissa } else { mantissa },
            exponent: exponent + i64::from(zeros),
        }
    }

    pub(crate) fn zero() -> Self {
        Self::of(0.0)
    }

    pub(crate) fn power_of_two(exponent: i64) -> Self {
        Self {
            mantissa: IBig::ONE,
            exponent,
        }
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.mantissa == IBig::ZERO
    }

    pub(crate) fn sign(&self) -> Ordering {
        self.mantissa.cmp(&IBig::ZERO)
    }

    pub(crate) fn side(&self) -> Side {
        Side::from(self.sign())
    }

    /// Returns the integer m with m·2^exponent equal to this number. `exponent` must be at most the number's own
    /// exponent.
    pub(crate) fn over(&self, exponent: i64) -> IBig {
        if self.is_zero() {
            return IBig::ZERO;
        }
        &self.mantissa << usize::try_from(self.exponent - exponent).expect("a lower exponent")
    }

    pub(crate) fn abs(&self) -> Self {
        if self.sign().is_lt() {
            -self
        } else {
            self.clone()
        }
    }

    pub(crate) fn at_most(&self, other: &Self) -> bool {
        (self - other).sign().is_le()
    }
}

impl Add for &Exact {
    type Output = Exact;
    fn add(self, other: &Exact) -> Exact {
        if self.is_zero() {
            return other.clone();
        }
        if other.is_zero() {
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
            mantissa: -&self.mantissa,
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

pub(crate) fn exact<const D: usize>(values: &[f64; D]) -> [Exact; D] {
    values.map(Exact::of)
}

pub(crate) fn plus<const D: usize>(a: &[Exact; D], b: &[Exact; D]) -> [Exact; D] {
    std::array::from_fn(|axis| &a[axis] + &b[axis])
}

pub(crate) fn minus<const D: usize>(a: &[Exact; D], b: &[Exact; D]) -> [Exact; D] {
    std::array::from_fn(|axis| &a[axis] - &b[axis])
}

pub(crate) fn dot(a: &[Exact], b: &[Exact]) -> Exact {
    let products = a.iter().zip(b).map(|(a, b)| a * b);
    products
        .reduce(|sum, product| &sum + &product)
        .expect("factors")
}

/// Returns n·p + d, exactly.
pub(crate) fn value(normal: &[Exact], offset: &Exact, point: &[Exact]) -> Exact {
    &dot(normal, point) + offset
}

/// Rows in echelon form, computed without division (Gauss and Jordan). A column that contains a pivot is zero in all
/// rows but the pivot's.
pub(crate) struct Echelon {
    pub(crate) rows: Vec<Vec<Exact>>,
    /// The column of the pivot of each row that has a pivot. These rows come before the rows without a pivot.
    pub(crate) pivots: Vec<usize>,
    /// `true` if the elimination reversed the sign of the determinant.
    is_turned: bool,
}

impl Echelon {
    /// Brings rows into echelon form. Pivots are chosen only in the first `columns` columns. So a last column with the
    /// offsets of equations contains no pivot.
    pub(crate) fn of(mut rows: Vec<Vec<Exact>>, columns: usize) -> Self {
        let (mut pivots, mut is_turned) = (Vec::new(), false);
        for column in 0..columns {
            let next = pivots.len();
            let Some(found) = (next..rows.len()).find(|&row| !rows[row][column].is_zero()) else {
                continue;
            };
            if found != next {
                rows.swap(found, next);
                is_turned = !is_turned;
            }
            let pivot_row = rows[next].clone();
            let pivot = &pivot_row[column];
            for (index, row) in rows.iter_mut().enumerate() {
                if index == next || row[column].is_zero() {
                    continue;
                }
                let factor = row[column].clone();
                for (entry, above) in row.iter_mut().zip(&pivot_row) {
                    *entry = &(&*entry * pivot) - &(above * &factor);
                }
                // This row was multiplied by the pivot, which multiplied the determinant by the pivot, too. So a
                // negative pivot reverses the sign of the determinant.
                is_turned ^= pivot.sign().is_lt();
            }
            pivots.push(column);
        }
        Self {
            rows,
            pivots,
            is_turned,
        }
    }

    pub(crate) fn rank(&self) -> usize {
        self.pivots.len()
    }

    /// Returns the sign of the determinant of the original rows, which must form a square matrix.
    pub(crate) fn determinant(&self) -> Ordering {
        if self.rank() < self.rows.len() {
            return Ordering::Equal;
        }
        let is_negative = self
            .rows
            .iter()
            .zip(&self.pivots)
            .fold(self.is_turned, |is, (row, &pivot)| {
                is ^ row[pivot].sign().is_lt()
            });
        if is_negative {
            Ordering::Less
        } else {
            Ordering::Greater
        }
    }

    /// Returns the point p that solves the equations n·p + d = 0, where each row is (n, d). The coordinates are
    /// numerators and denominators. Returns `None` unless there is exactly one solution.
    pub(crate) fn solution(&self) -> Option<Vec<(Exact, Exact)>> {
        let last = self.rows[0].len() - 1;
        if self.rank() < self.rows.len() || self.pivots.contains(&last) {
            return None;
        }
        let coordinate = |(row, &pivot): (&Vec<Exact>, &usize)| (-&row[last], row[pivot].clone());
        Some(self.rows.iter().zip(&self.pivots).map(coordinate).collect())
    }
}

/// Returns `true` if `answer` is near the exact quotient numerator/denominator. The allowed error is
/// `relative`·`magnitude`/denominator, plus the smallest positive float. Where the quotient may exceed the largest
/// float, infinity is allowed.
pub(crate) fn is_near(
    answer: f64,
    numerator: &Exact,
    denominator: &Exact,
    magnitude: &Exact,
    relative: &Exact,
) -> bool {
    let denominator_size = denominator.abs();
    if answer.is_nan() {
        return false;
    }
    if answer.is_infinite() {
        let signs = numerator.sign() == denominator.sign();
        let largest = &Exact::of(f64::MAX) - &(&Exact::of(f64::MAX) * relative);
        return signs == (answer > 0.0)
            && (&largest * &denominator_size)
                .at_most(&(&numerator.abs() + &(magnitude * relative)));
    }
    let difference = (&(&Exact::of(answer) * denominator) - numerator).abs();
    let slack = &(magnitude * relative) + &(&Exact::power_of_two(-1074) * &denominator_size);
    difference.at_most(&slack)
}

/// Returns `true` if no float is nearer to the exact quotient numerator/denominator than `answer`. If two floats are
/// equally near, `answer` must be even. Infinity stands for two to the power of 1024.
pub(crate) fn is_nearest(answer: f64, numerator: &Exact, denominator: &Exact) -> bool {
    let exact = |float: f64| {
        if float.is_finite() {
            Exact::of(float)
        } else {
            &Exact::power_of_two(1024) * &Exact::of(float.signum())
        }
    };
    let others = [answer.next_down(), answer.next_up()];
    others
        .into_iter()
        .filter(|&other| other != answer)
        .all(|other| {
            let middle = &exact(answer) + &exact(other);
            let past = &(numerator + numerator) - &(&middle * denominator);
            let past = if denominator.sign().is_lt() {
                -&past
            } else {
                past
            };
            match past.sign() {
                Ordering::Equal => answer.to_bits() & 1 == 0,
                Ordering::Greater => other < answer,
                Ordering::Less => other > answer,
            }
        })
}
