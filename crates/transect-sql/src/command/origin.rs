//! The origins of the columns of an answer: columns of files whose values the statement does not change.

use std::sync::Arc;

use datafusion::catalog::TableProvider;
use datafusion::datasource::source_as_provider;
use datafusion::logical_expr::{Distinct, Expr, JoinType, LogicalPlan};

use crate::tables::FileTable;

/// A column of files.
#[derive(Clone, Debug)]
pub(super) struct Origin {
    pub(super) table: Arc<dyn TableProvider>,
    pub(super) column: String,
}

impl Origin {
    /// Returns the files of the column.
    pub(super) fn files(&self) -> Option<&FileTable> {
        self.table.downcast_ref()
    }
}

/// Returns the origin of each column of the answer, or `None` for columns that are computed.
pub(super) fn origins(plan: &LogicalPlan) -> Vec<Option<Origin>> {
    let columns = 0..plan.schema().fields().len();
    columns.map(|column| origin(plan, column)).collect()
}

fn origin(plan: &LogicalPlan, column: usize) -> Option<Origin> {
    match plan {
        LogicalPlan::TableScan(scan) => {
            let table = source_as_provider(&scan.source).ok()?;
            table.downcast_ref::<FileTable>()?;
            let column = scan.projected_schema.field(column).name().clone();
            Some(Origin { table, column })
        }
        LogicalPlan::Projection(projection) => {
            of_expression(projection.expr.get(column)?, &projection.input)
        }
        LogicalPlan::Aggregate(aggregate) => {
            of_expression(aggregate.group_expr.get(column)?, &aggregate.input)
        }
        LogicalPlan::Filter(filter) => origin(&filter.input, column),
        LogicalPlan::Sort(sort) => origin(&sort.input, column),
        LogicalPlan::Limit(limit) => origin(&limit.input, column),
        LogicalPlan::SubqueryAlias(alias) => origin(&alias.input, column),
        LogicalPlan::Distinct(Distinct::All(input)) => origin(input, column),
        LogicalPlan::Window(window) => {
            let is_of_input = column < window.input.schema().fields().len();
            is_of_input.then(|| origin(&window.input, column)).flatten()
        }
        LogicalPlan::Join(join) => {
            let left = join.left.schema().fields().len();
            match join.join_type {
                JoinType::Inner | JoinType::Left | JoinType::Right | JoinType::Full => {
                    match column.checked_sub(left) {
                        None => origin(&join.left, column),
                        Some(column) => origin(&join.right, column),
                    }
                }
                JoinType::LeftSemi | JoinType::LeftAnti => origin(&join.left, column),
                JoinType::RightSemi | JoinType::RightAnti => origin(&join.right, column),
                _ => None,
            }
        }
        _ => None,
    }
}

fn of_expression(expression: &Expr, input: &LogicalPlan) -> Option<Origin> {
    match expression {
        Expr::Alias(alias) => of_expression(&alias.expr, input),
        Expr::Column(column) => origin(input, input.schema().maybe_index_of_column(column)?),
        _ => None,
    }
}

/// The rows of an answer, as far as the steps of a plan tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RowsOf {
    /// All rows of one table, in any order.
    WholeTable,
    /// Some rows of one table, in any order.
    PartOfTable,
    /// Rows that are made of several rows or tables.
    Other,
}

/// Returns the rows of the answer of a plan.
pub(super) fn rows_of(plan: &LogicalPlan) -> RowsOf {
    let part_of = |input: &LogicalPlan| match rows_of(input) {
        RowsOf::Other => RowsOf::Other,
        _ => RowsOf::PartOfTable,
    };
    match plan {
        LogicalPlan::TableScan(scan) if scan.filters.is_empty() && scan.fetch.is_none() => {
            RowsOf::WholeTable
        }
        LogicalPlan::TableScan(_) => RowsOf::PartOfTable,
        LogicalPlan::Projection(projection) => rows_of(&projection.input),
        LogicalPlan::SubqueryAlias(alias) => rows_of(&alias.input),
        LogicalPlan::Window(window) => rows_of(&window.input),
        LogicalPlan::Sort(sort) if sort.fetch.is_none() => rows_of(&sort.input),
        LogicalPlan::Sort(sort) => part_of(&sort.input),
        LogicalPlan::Filter(filter) => part_of(&filter.input),
        LogicalPlan::Limit(limit) => part_of(&limit.input),
        _ => RowsOf::Other,
    }
}
