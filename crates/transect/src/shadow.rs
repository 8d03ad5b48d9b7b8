//! Shadows: coordinates for deciding, two of a point's own, unrounded.

use crate::polygon;
use crate::predicates::determinant::{difference, minor};
use crate::predicates::double_double::DoubleDouble;
use crate::predicates::polynomial::Number;
use crate::side::Side;
use crate::vector::dominant_axis;

/// The shadow of a plane's points along its dominant axis: two of their own coordinates, taken
/// unrounded, in the order that keeps counter-clockwise (seen from the front) counter-clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shadow {
    axes: [usize; 2],
}

impl Shadow {
    pub(crate) fn of(normal: &[f64; 3]) -> Self {
        let axis = dominant_axis(normal);
        let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
        Self {
            axes: if normal[axis] > 0.0 {
                [next, last]
            } else {
                [last, next]
            },
        }
    }

    pub(crate) fn project(&self, point: &[f64; 3]) -> [f64; 2] {
        self.axes.map(|axis| point[axis])
    }
}

/// Twice the signed area of a polygon, about its first point: computed in double-doubles and rounded, so that
/// points that lie on straight lines within a rounding change nothing.
pub(crate) fn doubled_area(points: &[[f64; 2]]) -> f64 {
    area_sum(points).high
}

/// The side to which a polygon turns on the whole, exactly: front is counter-clockwise. On if its area is zero.
pub(crate) fn turning(points: &[[f64; 2]]) -> Side {
    let exact = || polygon::doubled_area(points, [0, 1]).side();
    area_sum(points).sign().unwrap_or_else(exact)
}

fn area_sum(points: &[[f64; 2]]) -> DoubleDouble {
    let mut sum = DoubleDouble::of(0.0);
    let Some((origin, rest)) = points.split_first() else {
        return sum;
    };
    let mut vectors = rest.iter().map(|point| difference(point, origin));
    let Some(mut before) = vectors.next() else {
        return sum;
    };
    for [x, y] in vectors {
        let [last_x, last_y] = &before;
        sum = sum.plus(&minor(last_x, last_y, &x, &y));
        before = [x, y];
    }
    sum
}
