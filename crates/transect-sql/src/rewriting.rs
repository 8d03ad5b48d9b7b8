//! Rules of the optimizer that replace parts of expressions.

use datafusion::common::Result;
use datafusion::common::tree_node::{Transformed, TreeNode};
use datafusion::logical_expr::expr_rewriter::NamePreserver;
use datafusion::logical_expr::{Expr, LogicalPlan};

/// Replaces those parts of the expressions of a step of a plan for which there is a replacement, the inner parts first.
/// The columns of the step keep their names.
pub(crate) fn with_parts(
    plan: LogicalPlan,
    replacement: impl Fn(&Expr) -> Option<Expr>,
) -> Result<Transformed<LogicalPlan>> {
    let names = NamePreserver::new(&plan);
    plan.map_expressions(|expression| {
        let name = names.save(&expression);
        let rewritten = expression.transform_up(|part| {
            Ok(match replacement(&part) {
                Some(other) => Transformed::yes(other),
                None => Transformed::no(part),
            })
        })?;
        Ok(rewritten.update_data(|expression| name.restore(expression)))
    })
}
