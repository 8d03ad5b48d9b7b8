//! Distances of points, spheres, boxes and shapes with corners: compared exactly, and rounded.

mod boxes;
mod spheres;

use transect_exact::number::Number;
use transect_exact::polynomial::Polynomial;
use transect_exact::rounded::rounded;
use transect_exact::wide::Wide;

/// A squared distance as a quotient of polynomials, and a reach r with which the distance is compared.
trait Squared {
    fn numerator<N: Number>(&self) -> N;

    /// Returns the denominator, which is positive. Even a denominator of 1 raises the degree of a product by one,
    /// because exact arithmetic treats it as a float.
    fn denominator<N: Number>(&self) -> N;

    fn reach<N: Number>(&self) -> N;
}

/// The polynomial numerator − r²·denominator for the reach r and the squared distance numerator/denominator. For r ≥ 0,
/// its sign is the sign of the distance minus r.
struct Gap<'a, S>(&'a S);

impl<S: Squared> Polynomial for Gap<'_, S> {
    fn evaluate<N: Number>(&self) -> N {
        let reach = self.0.reach::<N>();
        let beyond = reach.times(&reach).times(&self.0.denominator());
        self.0.numerator::<N>().minus(&beyond)
    }
}

/// The numerator, the denominator or the reach of a squared distance, as a polynomial.
struct Part<'a, S>(&'a S, Which);

#[derive(Clone, Copy)]
enum Which {
    Numerator,
    Denominator,
    Reach,
}

impl<S: Squared> Polynomial for Part<'_, S> {
    fn evaluate<N: Number>(&self) -> N {
        match self.1 {
            Which::Numerator => self.0.numerator(),
            Which::Denominator => self.0.denominator(),
            Which::Reach => self.0.reach(),
        }
    }
}

/// Returns d − r for the distance d and the reach r, rounded. It is computed as (d² − r²)/(d + r), where d² − r² is
/// exact before it is rounded. The relative error is below 2⁻⁴⁵: each polynomial is off by 2⁻⁴⁸ at most. `DIGITS` must
/// be `digits(k)`, where k is the degree of the polynomial [`Gap`].
fn gap<const DIGITS: usize>(squared: &impl Squared) -> Wide {
    let part = |which| rounded::<DIGITS>(&Part(squared, which));
    let denominator = part(Which::Denominator);
    let distance = part(Which::Numerator).over(denominator).sqrt();
    let sum = distance.plus(part(Which::Reach));
    rounded::<DIGITS>(&Gap(squared)).over(sum.times(denominator))
}
