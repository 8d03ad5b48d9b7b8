//! Rules of the optimizer that replace parts of expressions.

use std::fmt;
use std::sync::Arc;

use datafusion::common::Result;
use datafusion::common::tree_node::{Transformed, TreeNode};
use datafusion::logical_expr::expr_rewriter::NamePreserver;
use datafusion::logical_expr::{Expr, LogicalPlan};
use datafusion::optimizer::optimizer::ApplyOrder;
use datafusion::optimizer::{OptimizerConfig, OptimizerRule};
use datafusion::prelude::SessionContext;

/// A rule of the optimizer that rewrites the steps of a plan, from the bottom up.
pub(crate) struct StepRule {
    name: &'static str,
    rewrite: Box<Rewrite>,
}

/// A function that rewrites a step of a plan.
type Rewrite = dyn Fn(LogicalPlan) -> Result<Transformed<LogicalPlan>> + Send + Sync;

impl StepRule {
    /// Returns the rule with a name and the function that rewrites a step.
    pub(crate) fn new(
        name: &'static str,
        rewrite: impl Fn(LogicalPlan) -> Result<Transformed<LogicalPlan>> + Send + Sync + 'static,
    ) -> Self {
        Self {
            name,
            rewrite: Box::new(rewrite),
        }
    }

    /// Adds the rule to a session. A rule of the same name is replaced.
    pub(crate) fn add_to(self, context: &SessionContext) {
        context.remove_optimizer_rule(self.name);
        context.add_optimizer_rule(Arc::new(self));
    }
}

impl fmt::Debug for StepRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl OptimizerRule for StepRule {
    fn name(&self) -> &str {
        self.name
    }

    fn apply_order(&self) -> Option<ApplyOrder> {
        Some(ApplyOrder::BottomUp)
    }

    fn rewrite(
        &self,
        plan: LogicalPlan,
        _: &dyn OptimizerConfig,
    ) -> Result<Transformed<LogicalPlan>> {
        (self.rewrite)(plan)
    }
}

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
