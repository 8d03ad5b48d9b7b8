//! The operands of conditions: columns, constants and constant planes.

use datafusion::arrow::array::ArrayRef;
use datafusion::arrow::datatypes::DataType;
use datafusion::logical_expr::Expr;
use datafusion::logical_expr::expr::ScalarFunction;
use transect::CuttingPlane;

use crate::numbers::doubles;
use crate::planes;

/// A number of a shape or of a comparison.
#[derive(Debug)]
pub(super) enum Number {
    /// A column, by the path of its names.
    Column(Vec<String>),
    Constant(f64),
}

/// Returns the text of a constant.
pub(super) fn text(expression: &Expr) -> Option<String> {
    match expression {
        Expr::Literal(value, _) => value.try_as_str().flatten().map(str::to_owned),
        _ => None,
    }
}

/// Returns a number that is a column, a field of a column, or a constant. Columns may be converted to DOUBLE.
pub(super) fn number(expression: &Expr) -> Option<Number> {
    match expression {
        Expr::Column(column) => Some(Number::Column(vec![column.name.clone()])),
        Expr::Cast(cast) if *cast.field.data_type() == DataType::Float64 => {
            let number = number(&cast.expr)?;
            matches!(number, Number::Column(_)).then_some(number)
        }
        Expr::ScalarFunction(ScalarFunction { func, args }) if func.name() == "get_field" => {
            let (Expr::Column(column), path) = args.split_first()? else {
                return None;
            };
            let path = path.iter().map(text).collect::<Option<Vec<_>>>()?;
            Some(Number::Column([vec![column.name.clone()], path].concat()))
        }
        Expr::Literal(value, _) if !value.is_null() => {
            let number = doubles(&value.to_array().ok()?, "number").ok()?;
            Some(Number::Constant(number.value(0)))
        }
        _ => None,
    }
}

/// Returns a constant other than NULL as an array of one element.
pub(super) fn constant(expression: &Expr) -> Option<ArrayRef> {
    match expression {
        Expr::Literal(value, _) if !value.is_null() => value.to_array().ok(),
        _ => None,
    }
}

/// Returns the plane of a constant.
pub(super) fn plane<const D: usize>(array: &ArrayRef) -> Option<CuttingPlane<D>> {
    planes::read(array).ok()?.into_iter().next()?
}
