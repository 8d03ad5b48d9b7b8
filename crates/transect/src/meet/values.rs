//! The values of two linear forms, accurate enough to divide one value by the other.

use transect_exact::arrays::Few as _;
use transect_exact::compensated;
use transect_exact::unit::U;

/// The linear form normal·point + constant.
pub(super) struct Form<'a, const D: usize> {
    pub(super) normal: &'a [f64; D],
    pub(super) point: &'a [f64; D],
    pub(super) constant: f64,
}

impl<const D: usize> Form<'_, D> {
    /// Returns the pairwise (tree) sum s of the terms, and the same sum T of their magnitudes. The error of s is at
    /// most 3u·T, plus underflow, with u = 2⁻⁵³.
    #[inline(always)]
    fn tree_sum(&self) -> [f64; 2] {
        let term = |axis: usize| self.normal[axis] * self.point[axis];
        let last = if D == 3 { term(D - 1) } else { 0.0 };
        let terms = [term(0), term(1), last, self.constant];
        let sum = |[a, b, c, d]: [f64; 4]| (a + b) + (c + d);
        [sum(terms), sum(terms.each(f64::abs))]
    }

    /// Returns the value with a relative error of at most 13u (u = 2⁻⁵³) and the right sign, given the result of
    /// [`Form::tree_sum`]. If the terms cancel so much that the tree sum is not accurate enough, a compensated sum is
    /// used. Returns `None` if the compensated sum is not accurate enough, either.
    #[inline(never)]
    fn value(&self, [sum, magnitude]: [f64; 2]) -> Option<f64> {
        if magnitude <= 4.0 * sum.abs() {
            return Some(sum);
        }
        let sum = compensated::dot(self.normal, self.point).plus(self.constant);
        let value = sum.high + sum.low;
        (sum.margin() <= 3.9 * U * value.abs()).then_some(value)
    }
}

/// Returns the values of two forms with the right signs, in floats. Their relative errors add up to at most 28u, with u
/// = 2⁻⁵³. Returns `None` if the terms of a form cancel too much for this, or if a value is zero or near the ends of
/// the range of floats.
#[inline(always)]
pub(super) fn values<const D: usize>(forms: [Form<'_, D>; 2]) -> Option<[f64; 2]> {
    let is_ordinary = |value: f64| (1e-140..1e140).contains(&value.abs());
    let [[first, first_size], [second, second_size]] = forms.each_ref().each(Form::tree_sum);
    // The relative error of each tree sum s is at most 3u·T/|s|, where T is the sum of the magnitudes of its terms. The
    // condition below says that T₁/|s₁| + T₂/|s₂| ≤ 9.2. So both errors add up to at most 28u, with rounding.
    let [a, b] = [first.abs(), second.abs()];
    let values = if first_size * b + second_size * a <= 9.2 * (a * b) {
        [first, second]
    } else {
        [
            forms[0].value([first, first_size])?,
            forms[1].value([second, second_size])?,
        ]
    };
    (is_ordinary(values[0]) && is_ordinary(values[1])).then_some(values)
}
