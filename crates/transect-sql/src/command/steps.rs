//! The steps of a statement on the rows of a table, for the search for the row that is the reason of a failure.

use std::sync::Arc;

use datafusion::catalog::TableProvider;
use datafusion::common::tree_node::{Transformed, TransformedResult, TreeNode, TreeNodeRecursion};
use datafusion::datasource::source_as_provider;
use datafusion::logical_expr::{Expr, LogicalPlan, ident};
use datafusion::prelude::SessionContext;

use crate::tables::{FileTable, Step, find_failing_row};

/// The steps on the rows of a table, as expressions of its columns.
struct Steps {
    table: Arc<dyn TableProvider>,
    /// The columns of the rows after the steps.
    columns: Vec<Expr>,
    steps: Vec<Step>,
}

/// Returns a message with the first row of a file for which a step of a plan fails.
pub(super) async fn failing_row(plan: &LogicalPlan, context: &SessionContext) -> Option<String> {
    let state = context.state();
    let plan = state.optimize(plan).ok()?;
    let mut all = Vec::new();
    let last = collect(&plan, &mut all);
    all.extend(last);
    for steps in &all {
        let Some(table) = steps.table.downcast_ref::<FileTable>() else {
            continue;
        };
        let expressions = steps.steps.iter().map(|step| match step {
            Step::Condition(expression) | Step::Value(expression) => expression,
        });
        let expressions = expressions.chain(&steps.columns);
        let columns = expressions.flat_map(|expression| {
            let columns = expression.column_refs().into_iter();
            columns
                .map(|column| column.name.clone())
                .collect::<Vec<_>>()
        });
        let columns: Vec<_> = columns.collect();
        let found = find_failing_row(table, &columns, &steps.steps, &state).await;
        if found.is_some() {
            return found;
        }
    }
    None
}

/// Returns the steps of a plan if its rows are those of one table. Otherwise adds the steps of its parts to `all`.
fn collect(plan: &LogicalPlan, all: &mut Vec<Steps>) -> Option<Steps> {
    if let LogicalPlan::TableScan(scan) = plan {
        let table = source_as_provider(&scan.source).ok()?;
        let fields = scan.projected_schema.fields().iter();
        return Some(Steps {
            table,
            columns: fields.map(|field| ident(field.name())).collect(),
            steps: Vec::new(),
        });
    }
    let inputs = plan.inputs();
    let [input] = inputs[..] else {
        for input in inputs {
            let steps = collect(input, all);
            all.extend(steps);
        }
        return None;
    };
    let mut steps = collect(input, all)?;
    let of_table = |expression: &Expr| replaced(expression, input, &steps.columns);
    match plan {
        LogicalPlan::SubqueryAlias(_) | LogicalPlan::Limit(_) | LogicalPlan::Repartition(_) => {
            return Some(steps);
        }
        LogicalPlan::Filter(filter) => {
            if let Some(condition) = of_table(&filter.predicate) {
                steps.steps.push(Step::Condition(condition));
                return Some(steps);
            }
        }
        LogicalPlan::Projection(projection) => {
            let columns = projection.expr.iter().map(of_table);
            if let Some(columns) = columns.collect::<Option<Vec<_>>>() {
                steps.steps.extend(columns.iter().cloned().map(Step::Value));
                steps.columns = columns;
                return Some(steps);
            }
        }
        LogicalPlan::Sort(sort) => {
            let keys = sort.expr.iter().filter_map(|key| of_table(&key.expr));
            let keys: Vec<_> = keys.map(Step::Value).collect();
            steps.steps.extend(keys);
            return Some(steps);
        }
        LogicalPlan::Aggregate(aggregate) => {
            let arguments = aggregate.aggr_expr.iter().flat_map(arguments);
            let values = aggregate.group_expr.iter().chain(arguments);
            let values: Vec<_> = values.filter_map(of_table).map(Step::Value).collect();
            steps.steps.extend(values);
        }
        _ => {}
    }
    all.push(steps);
    None
}

/// Returns the arguments of an aggregate. One with a filter has none here, because they are computed for some rows only.
fn arguments(aggregate: &Expr) -> &[Expr] {
    match aggregate {
        Expr::Alias(alias) => arguments(&alias.expr),
        Expr::AggregateFunction(call) if call.params.filter.is_none() => &call.params.args,
        _ => &[],
    }
}

/// Returns an expression of the columns of a plan as one of the columns of a table.
fn replaced(expression: &Expr, plan: &LogicalPlan, columns: &[Expr]) -> Option<Expr> {
    let mut is_known = true;
    let replaced = expression.clone().transform_down(|part| {
        let Expr::Column(column) = &part else {
            return Ok(Transformed::no(part));
        };
        let index = plan.schema().maybe_index_of_column(column);
        match index.and_then(|index| columns.get(index)) {
            Some(column) => {
                let column = column.clone().unalias();
                Ok(Transformed::new(column, true, TreeNodeRecursion::Jump))
            }
            None => {
                is_known = false;
                Ok(Transformed::no(part))
            }
        }
    });
    replaced.data().ok().filter(|_| is_known)
}
