//! The rule of the optimizer that writes a table of one constant row as constants.
//!
//! A plane in `WITH p AS (SELECT 'z = 1' AS plane)`, in `VALUES` or in a scalar subquery is a constant then, as in the
//! statement that names it directly. So it is parsed once, and excludes parts of files.

use std::sync::Arc;

use datafusion::common::tree_node::Transformed;
use datafusion::common::{Column, JoinType, Result};
use datafusion::logical_expr::{Expr, Filter, LogicalPlan, Projection};

use crate::rewriting::{StepRule, with_parts};

/// Returns the rule.
pub(crate) fn rule() -> StepRule {
    StepRule::new("transect_constants", |plan| match joined(&plan)? {
        Some(joined) => Ok(Transformed::yes(joined)),
        None => with_parts(plan, of_subquery),
    })
}

/// Returns the constant of a scalar subquery.
fn of_subquery(expression: &Expr) -> Option<Expr> {
    let Expr::ScalarSubquery(subquery) = expression else {
        return None;
    };
    match &only_row(&subquery.subquery)?[..] {
        [constant] => Some(constant.clone()),
        _ => None,
    }
}

/// Returns a join with a constant row as a projection of its other side.
fn joined(plan: &LogicalPlan) -> Result<Option<LogicalPlan>> {
    let LogicalPlan::Join(join) = plan else {
        return Ok(None);
    };
    if join.join_type != JoinType::Inner || !join.on.is_empty() {
        return Ok(None);
    }
    let sides = [&join.left, &join.right].map(|side| only_row(side));
    let input = match &sides {
        [_, Some(_)] => &join.left,
        [Some(_), None] => &join.right,
        [None, None] => return Ok(None),
    };
    let mut columns = Vec::new();
    for (side, row) in [&join.left, &join.right].into_iter().zip(&sides) {
        for (index, (table, field)) in side.schema().iter().enumerate() {
            let column = Expr::Column(Column::new(table.cloned(), field.name()));
            let constant = row.as_ref().filter(|_| !Arc::ptr_eq(side, input));
            columns.push(match constant {
                Some(row) => row[index]
                    .clone()
                    .alias_qualified(table.cloned(), field.name()),
                None => column,
            });
        }
    }
    let schema = Arc::clone(&join.schema);
    let projection = Projection::try_new_with_schema(columns, Arc::clone(input), schema)?;
    let projection = LogicalPlan::Projection(projection);
    Ok(Some(match &join.filter {
        Some(filter) => LogicalPlan::Filter(Filter::try_new(filter.clone(), Arc::new(projection))?),
        None => projection,
    }))
}

/// Returns the values of the only row of a plan, if they are constants.
fn only_row(plan: &LogicalPlan) -> Option<Vec<Expr>> {
    match plan {
        LogicalPlan::EmptyRelation(empty) => empty.produce_one_row.then(Vec::new),
        LogicalPlan::SubqueryAlias(alias) => only_row(&alias.input),
        LogicalPlan::Values(values) => match &values.values[..] {
            [row] => row.iter().map(|value| constant(value, &[], None)).collect(),
            _ => None,
        },
        LogicalPlan::Projection(projection) => {
            let row = only_row(&projection.input)?;
            let values = projection.expr.iter();
            let values = values.map(|value| constant(value, &row, Some(&projection.input)));
            values.collect()
        }
        _ => None,
    }
}

/// Returns the constant of an expression: a literal, or a column of a constant row.
fn constant(expression: &Expr, row: &[Expr], input: Option<&LogicalPlan>) -> Option<Expr> {
    match expression {
        Expr::Literal(..) => Some(expression.clone()),
        Expr::Alias(alias) => constant(&alias.expr, row, input),
        Expr::Column(column) => row
            .get(input?.schema().maybe_index_of_column(column)?)
            .cloned(),
        _ => None,
    }
}
