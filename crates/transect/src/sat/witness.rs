//! The exact proof that two shapes have a common point: up to four differences of corners whose hull contains the
//! origin.
//!
//! For four vectors v₁ … v₄ in space, let λ be the determinants det(v₂v₃v₄), −det(v₁v₃v₄), det(v₁v₂v₄) and
//! −det(v₁v₂v₃). Then Σ λᵢvᵢ = 0. If no two λ have opposite signs and not all are zero, the origin is in the hull of
//! the vectors whose λ is not zero. If there are fewer than four vectors, unit vectors are added, whose λ must be zero. By
//! Carathéodory's theorem, all shapes that overlap have such a witness, also if they only touch or are flat.

use transect_exact::Side;
use transect_exact::arrays::Few as _;
use transect_exact::determinant::{determinant, numbers_of};
use transect_exact::number::Number;
use transect_exact::polynomial::{Polynomial, digits, quick_sign, sign};

use crate::polytope::VectorSum;

/// The difference p − q of a corner p of the first shape and a corner q of the second.
#[derive(Clone, Copy)]
pub(super) struct Difference<const D: usize> {
    pub(super) corners: [VectorSum<D>; 2],
}

impl<const D: usize> Difference<D> {
    pub(super) fn vector<N: Number>(&self) -> [N; 3] {
        let [p, q] = self.corners.each_ref().each(VectorSum::coordinates::<N>);
        numbers_of(|axis| match (p.get(axis), q.get(axis)) {
            (Some(p), Some(q)) => p.minus(q),
            _ => N::of(0.0),
        })
    }
}

/// A row of a determinant: a difference of corners, or a unit vector.
#[derive(Clone, Copy)]
enum Row<'a, const D: usize> {
    Of(&'a Difference<D>),
    Unit(usize),
}

/// The determinant of three rows, a polynomial of degree 3.
struct Volume<'a, const D: usize>([Row<'a, D>; 3]);

impl<const D: usize> Polynomial for Volume<'_, D> {
    fn evaluate<N: Number>(&self) -> N {
        let rows: [[N; 3]; 3] = self.0.map(|row| match row {
            Row::Of(difference) => difference.vector(),
            Row::Unit(unit) => numbers_of(|axis| N::of(f64::from(u8::from(axis == unit)))),
        });
        determinant(rows.each_ref())
    }
}

/// The most precise numbers that a proof may use.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Numbers {
    DoubleDoubles,
    Integers,
}

impl Numbers {
    /// Returns the sign of a polynomial, or `None` if these numbers do not prove it. `DIGITS` must be
    /// [`digits`](transect_exact::polynomial::digits) of the degree of the polynomial.
    pub(super) fn sign<const DIGITS: usize>(self, polynomial: &impl Polynomial) -> Option<Side> {
        match self {
            Self::DoubleDoubles => quick_sign(polynomial),
            Self::Integers => Some(sign::<DIGITS>(polynomial)),
        }
    }
}

/// Returns the signs of the four numbers λ for four rows, if `numbers` prove them. The comment at the top of this file
/// defines λ.
fn weights<const D: usize>(rows: [Row<'_, D>; 4], numbers: Numbers) -> Option<[Side; 4]> {
    let [a, b, c, d] = rows;
    let volume = |rows| numbers.sign::<{ digits(3) }>(&Volume(rows));
    Some([
        volume([b, c, d])?,
        -volume([a, c, d])?,
        volume([a, b, d])?,
        -volume([a, b, c])?,
    ])
}

/// Returns `true` if all signs other than `On` are the same. The caller ensures that at least one sign is not `On`.
fn agree(signs: &[Side]) -> bool {
    !(signs.contains(&Side::Front) && signs.contains(&Side::Back))
}

fn vanish(signs: &[Side]) -> bool {
    signs.iter().all(|&sign| sign == Side::On)
}

/// Returns `true` if `numbers` prove that the origin is in the hull of up to four vectors.
pub(super) fn hold_origin<const D: usize>(vectors: &[Difference<D>], numbers: Numbers) -> bool {
    is_proved(vectors, numbers) == Some(true)
}

/// Returns `true` if the origin is in the hull of up to four vectors, `false` if it is not, and `None` if `numbers` do
/// not prove a sign that is needed.
fn is_proved<const D: usize>(vectors: &[Difference<D>], numbers: Numbers) -> Option<bool> {
    let answer = match vectors {
        [] => false,
        [a] => {
            let mut is_zero = true;
            for axis in 0..D {
                let others = [(axis + 1) % 3, (axis + 2) % 3].each(Row::Unit);
                let volume = Volume([Row::Of(a), others[0], others[1]]);
                is_zero &= numbers.sign::<{ digits(3) }>(&volume)? == Side::On;
            }
            is_zero
        }
        [a, b] => {
            for axis in 0..D {
                let others = [(axis + 1) % 3, (axis + 2) % 3].each(Row::Unit);
                let signs = weights([Row::Of(a), Row::Of(b), others[0], others[1]], numbers)?;
                // The first axis for which the weight of a or of b is not zero decides.
                if !vanish(&signs[..2]) {
                    return Some(agree(&signs[..2]) && vanish(&signs[2..]));
                }
            }
            true
        }
        [a, b, c] => {
            let units = if D == 2 { 2..3 } else { 0..3 };
            for unit in units {
                let rows = [Row::Of(a), Row::Of(b), Row::Of(c), Row::Unit(unit)];
                let signs = weights(rows, numbers)?;
                if !vanish(&signs[..3]) {
                    return Some(agree(&signs[..3]) && signs[3] == Side::On);
                }
            }
            // All three vectors are on one line through the origin, so pairs of vectors are tested.
            let pairs = [[a, b], [b, c], [a, c]];
            let mut pairs = pairs.into_iter().map(|pair| pair.each(|vector| *vector));
            pairs.any(|pair| hold_origin(&pair, numbers))
        }
        [a, b, c, d, ..] => {
            let signs = weights([Row::Of(a), Row::Of(b), Row::Of(c), Row::Of(d)], numbers)?;
            if vanish(&signs) {
                [[a, b, c], [a, b, d], [a, c, d], [b, c, d]]
                    .into_iter()
                    .any(|three| hold_origin(&three.each(|vector| *vector), numbers))
            } else {
                agree(&signs)
            }
        }
    };
    Some(answer)
}
