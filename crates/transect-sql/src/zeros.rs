//! The rule of the optimizer that adds −0 to lists with 0.
//!
//! 0 and −0 are equal, but the engine compares the floats of a list by their bits. It also writes such lists itself, in place
//! of four or more equations, such as `x = 0 OR x = 1 OR x = 2 OR x = 3`.

use datafusion::common::ScalarValue;
use datafusion::logical_expr::expr::InList;
use datafusion::logical_expr::{Expr, lit};

use crate::rewriting::{StepRule, with_parts};

/// Returns the rule.
pub(crate) fn rule() -> StepRule {
    StepRule::new("transect_zeros", |plan| with_parts(plan, with_both))
}

/// Returns the zero with the other sign of a literal that is a zero.
fn other_zero(expression: &Expr) -> Option<Expr> {
    let Expr::Literal(value, _) = expression else {
        return None;
    };
    let other = match *value {
        ScalarValue::Float64(Some(number)) if number == 0.0 => ScalarValue::from(-number),
        ScalarValue::Float32(Some(number)) if number == 0.0 => ScalarValue::from(-number),
        ScalarValue::Float16(Some(number)) if number.to_f32() == 0.0 => {
            ScalarValue::Float16(Some(-number))
        }
        _ => return None,
    };
    Some(lit(other))
}

/// Returns a list with both zeros, or `None` for a list with both or none of them.
fn with_both(expression: &Expr) -> Option<Expr> {
    let Expr::InList(list) = expression else {
        return None;
    };
    let mut others = list.list.iter().filter_map(other_zero);
    let other = others.find(|other| !list.list.contains(other))?;
    let mut all = list.list.clone();
    all.push(other);
    let tested = list.expr.clone();
    Some(Expr::InList(InList::new(tested, all, list.negated)))
}
