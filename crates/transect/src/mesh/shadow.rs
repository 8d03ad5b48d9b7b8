//! Shadows: coordinates for deciding, two of a point's own, unrounded.

use crate::predicates::determinant::{difference, minor};
use crate::predicates::double_double::DoubleDouble;
use crate::predicates::polynomial::Number;
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
pub(super) fn doubled_area(points: &[[f64; 2]]) -> f64 {
    let Some((origin, rest)) = points.split_first() else {
        return 0.0;
    };
    let mut sum = DoubleDouble::of(0.0);
    let mut vectors = rest.iter().map(|point| difference(point, origin));
    let Some(mut before) = vectors.next() else {
        return 0.0;
    };
    for [x, y] in vectors {
        let [last_x, last_y] = &before;
        sum = sum.plus(&minor(last_x, last_y, &x, &y));
        before = [x, y];
    }
    sum.high
}
