//! Comparisons of distances from planes with constants, such as `abs(signed_distance(plane, x, y, z)) < 0.1`.
//!
//! The function rounds a quotient of a rounded number and a constant. Both roundings keep the order of numbers. So the
//! distances of all points of a box, as the function returns them, lie between those of its backmost and its frontmost
//! corner.

use datafusion::arrow::datatypes::Schema;
use datafusion::logical_expr::Expr;
use datafusion::logical_expr::expr::ScalarFunction;
use transect::{Aabb, CuttingPlane, Interval};

use crate::call::Scalar;
use crate::functions::signed_distance;
use crate::tables::pruning::bounds::Chunk;
use crate::tables::pruning::comparison::Sign;
use crate::tables::pruning::operand::{Number, constant, number, plane};
use crate::tables::pruning::shape_columns::{Ranges, ShapeColumns};

/// A comparison of the distances of points from a constant plane.
#[derive(Debug)]
pub(super) struct Distance {
    plane: AnyPlane,
    pub(super) shape: ShapeColumns,
    /// `true` if the sign of the distance is dropped.
    is_absolute: bool,
    sign: Sign,
    constant: f64,
}

#[derive(Debug)]
enum AnyPlane {
    In2(CuttingPlane<2>),
    In3(CuttingPlane<3>),
}

impl Distance {
    /// Returns the comparison of an expression, or `None` if it is not one of distances from a constant plane.
    pub(super) fn of(expression: &Expr, schema: &Schema) -> Option<Self> {
        let (left, sign, right) = Sign::of(expression)?;
        let (call, sign, constant) = match (number(left), number(right)) {
            (_, Some(Number::Constant(constant))) => (left, sign, constant),
            (Some(Number::Constant(constant)), _) => (right, sign.turned(), constant),
            _ => return None,
        };
        let (is_absolute, call) = match arguments_of(call, "abs") {
            Some([call]) => (true, call),
            _ => (false, call),
        };
        let name = signed_distance::FUNCTION.page.name;
        let (first, shape) = arguments_of(call, name)?.split_first()?;
        let shape = ShapeColumns::of(shape, schema)?;
        let first = self::constant(first)?;
        let plane = if shape.is_2d() {
            AnyPlane::In2(plane(&first)?)
        } else {
            AnyPlane::In3(plane(&first)?)
        };
        (!constant.is_nan()).then_some(Self {
            plane,
            shape,
            is_absolute,
            sign,
            constant,
        })
    }

    /// Returns `false` only if the comparison holds for no row of a part of a file.
    pub(super) fn may_hold(&self, chunk: &Chunk<'_>) -> bool {
        let ranges = match self.shape.ranges(chunk) {
            Ranges::Known(ranges) => ranges,
            // The distance is NULL, and NULL satisfies no comparison.
            Ranges::NoShape => return false,
            Ranges::Unknown => return true,
        };
        let ends = match &self.plane {
            AnyPlane::In2(plane) => self.shape.bounds(&ranges).map(|aabb| ends(plane, &aabb)),
            AnyPlane::In3(plane) => self.shape.bounds(&ranges).map(|aabb| ends(plane, &aabb)),
        };
        let Some([min, max]) = ends else {
            return true;
        };
        let (min, max) = if !self.is_absolute || min > 0.0 {
            (min, max)
        } else if max < 0.0 {
            (-max, -min)
        } else {
            (0.0, max.max(-min))
        };
        self.sign.may_hold(min, max, self.constant)
    }
}

/// Returns the arguments of the call of a function.
fn arguments_of<'e>(expression: &'e Expr, name: &str) -> Option<&'e [Expr]> {
    match expression {
        Expr::ScalarFunction(ScalarFunction { func, args }) if func.name() == name => {
            let is_other = name != "abs" && !func.inner().is::<Scalar>();
            (!is_other).then_some(args)
        }
        _ => None,
    }
}

/// Returns the distances of the backmost and of the frontmost corner of a box.
fn ends<const D: usize>(plane: &CuttingPlane<D>, aabb: &Aabb<D>) -> [f64; 2] {
    let Interval {
        backmost,
        frontmost,
    } = plane.interval(aabb);
    [backmost, frontmost]
}
