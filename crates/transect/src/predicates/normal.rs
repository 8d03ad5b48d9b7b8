//! The normal of the plane through points.

use transect_exact::arrays::{Few as _, array};
use transect_exact::compensated;
use transect_exact::determinant::{cross, difference, minor, numbers_of};
use transect_exact::double_double::DoubleDouble;
use transect_exact::number::Number;
use transect_exact::quotient::nearest_float;
use transect_exact::unit::U;

/// Returns the normal of the plane through points: (b − a) × (c − a) in 3D, and b − a turned counter-clockwise by 90°
/// in 2D. It is a polynomial of degree D − 1.
pub(crate) fn normal<N: Number, const D: usize>(points: &[[f64; D]; D]) -> [N; D] {
    let first: [N; D] = difference(&points[1], &points[0]);
    if D == 2 {
        return numbers_of(|axis| match axis {
            0 => N::of(0.0).minus(&first[1]),
            _ => first[0].clone(),
        });
    }
    let second: [N; D] = difference(&points[D - 1], &points[0]);
    let space = |v: &[N; D]| -> [N; 3] { numbers_of(|axis| v[axis].clone()) };
    let normal = cross(&space(&first), &space(&second));
    numbers_of(|axis| normal[axis].clone())
}

/// The float nearest to a number.
#[derive(Clone, Copy)]
pub(crate) struct Nearest {
    pub(crate) float: f64,
    /// `true` if the number is certainly not a float. If `false`, the number may be a float or not.
    pub(crate) is_rounded: bool,
}

/// Returns the floats nearest to the coordinates of [`normal`]; `None` for a coordinate that needs integers.
#[inline]
pub(crate) fn nearest_normal<const D: usize>(points: &[[f64; D]; D]) -> [Option<Nearest>; D] {
    if D == 2 {
        return normal::<DoubleDouble, D>(points).map(|coordinate| of_double_double(&coordinate));
    }
    let [first, second] = [1, D - 1].each(|end| -> [_; D] {
        array(|axis| compensated::difference(points[end][axis], points[0][axis]))
    });
    array(|axis| {
        let (next, last) = ((axis + 1) % D, (axis + 2) % D);
        let entries = [first[next], first[last], second[next], second[last]];
        let [a, b, c, d] = entries;
        let sum = compensated::minor(a, b, c, d);
        match sum.nearest() {
            Some(float) => Some(Nearest {
                float,
                is_rounded: sum.differs_from(float),
            }),
            None => {
                let [a, b, c, d] = entries.each(DoubleDouble::of_pair);
                of_double_double(&minor(&a, &b, &c, &d))
            }
        }
    })
}

fn of_double_double(number: &DoubleDouble) -> Option<Nearest> {
    let float = nearest_float(number)?;
    let off = (number.high - float) + number.low;
    Some(Nearest {
        float,
        is_rounded: off.abs() * (1.0 - 4.0 * U) > number.error,
    })
}
