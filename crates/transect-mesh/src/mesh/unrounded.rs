//! Areas of triangles as they were before rounding.

use transect_exact::arrays::Few as _;
use transect_exact::determinant::{cross, numbers_of};
use transect_exact::double_double::{DoubleDouble, length};
use transect_exact::number::Number as _;

/// A point in homogeneous coordinates: three coordinates, and the number by which they are to be divided.
type Homogeneous = [DoubleDouble; 4];

/// Returns the area of a triangle, rounded.
pub(super) fn area([a, b, c]: [Homogeneous; 3]) -> f64 {
    let doubled = length(&cross(&way(&a, &b), &way(&a, &c))).high;
    let weights = [a, b, c].each(|[.., weight]| weight.high.abs());
    // Each division is by one weight, because the product of all weights may overflow.
    [weights[0], weights[0], weights[1], weights[2]]
        .iter()
        .fold(0.5 * doubled, |area, weight| area / weight)
}

/// Returns the difference of two points, multiplied by both weights.
fn way(from: &Homogeneous, to: &Homogeneous) -> [DoubleDouble; 3] {
    numbers_of(|axis| to[axis].times(&from[3]).minus(&from[axis].times(&to[3])))
}
