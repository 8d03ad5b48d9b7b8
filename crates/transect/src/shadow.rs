//! Shadows: projections of points in a plane to 2D, for exact decisions. A shadow keeps two of the three coordinates of
//! each point, unrounded.

use crate::arrays::Few as _;
use crate::polygon;
use crate::predicates::determinant::{difference, minor};
use crate::predicates::double_double::DoubleDouble;
use crate::predicates::polynomial::Number;
use crate::side::Side;
use crate::vector::dominant_axis;

/// The projection of a plane's points along the plane's dominant axis (the axis on which the normal's coefficient is
/// largest in magnitude). It keeps two coordinates of each point, unrounded, in such an order that points which are
/// counter-clockwise seen from the front are counter-clockwise in 2D.
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
        self.axes.each(|axis| point[axis])
    }
}

/// Returns the exact sign of a polygon's area: `Front` if the polygon is counter-clockwise, `On` if its area is zero.
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
