//! The rule of the optimizer that forgets the bounds of floating-point columns.
//!
//! Files state the least and the greatest value of a column. The bounds of floating-point columns leave NaN out, and some
//! writers do not tell −0 from 0. The engine does not know this: it takes a column whose bounds are equal for a constant,
//! answers `max(x)` from the bounds, and skips rows that NaN would satisfy, since it orders NaN after all numbers.
//!
//! The rule changes plans, not the readers of files. So a cluster, and programs that embed the engine, have no such
//! bounds either. The pruning in `tables/pruning/` uses the bounds, because it knows what NaN satisfies.

use std::sync::Arc;

use datafusion::arrow::datatypes::{DataType, Schema};
use datafusion::common::Result;
use datafusion::common::stats::Precision;
use datafusion::common::tree_node::{Transformed, TransformedResult, TreeNode};
use datafusion::common::{ColumnStatistics, Statistics};
use datafusion::config::ConfigOptions;
use datafusion::datasource::listing::PartitionedFile;
use datafusion::datasource::physical_plan::{
    FileGroup, FileScanConfig, FileScanConfigBuilder, FileSource, ParquetSource,
};
use datafusion::datasource::source::DataSourceExec;
use datafusion::execution::{SessionState, SessionStateBuilder};
use datafusion::physical_expr::expressions::{
    Column, DynamicFilterPhysicalExpr, IsNotNullExpr, IsNullExpr,
};
use datafusion::physical_expr::utils::{collect_columns, conjunction, split_conjunction};
use datafusion::physical_expr::{LexOrdering, PhysicalExpr};
use datafusion::physical_optimizer::PhysicalOptimizerRule;
use datafusion::physical_plan::ExecutionPlan;

/// The rule. It removes the bounds from the statistics of scans, and conditions on floating-point columns from the
/// pruning of Parquet files.
#[derive(Debug)]
pub(crate) struct FloatBounds;

impl FloatBounds {
    const NAME: &'static str = "transect_float_bounds";

    /// Returns a session whose plans do not use these bounds: the rule runs before the other rules, which read the
    /// statistics, and after them, because they give conditions to scans.
    pub(crate) fn added_to(state: &SessionState) -> SessionState {
        let rule = || Arc::new(Self) as Arc<dyn PhysicalOptimizerRule + Send + Sync>;
        let rules = state.physical_optimizers().iter();
        let others = rules.filter(|rule| rule.name() != Self::NAME).cloned();
        let rules = [rule()].into_iter().chain(others).chain([rule()]);
        SessionStateBuilder::new_from_existing(state.clone())
            .with_session_id(state.session_id().to_owned())
            .with_physical_optimizer_rules(rules.collect())
            .build()
    }
}

impl PhysicalOptimizerRule for FloatBounds {
    fn optimize(
        &self,
        plan: Arc<dyn ExecutionPlan>,
        _: &ConfigOptions,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let plan = plan.transform_up(|step| {
            Ok(match without_bounds(&step) {
                Some(scan) => Transformed::yes(DataSourceExec::from_data_source(scan) as _),
                None => Transformed::no(step),
            })
        });
        plan.data()
    }

    fn name(&self) -> &str {
        Self::NAME
    }

    fn schema_check(&self) -> bool {
        true
    }
}

/// Returns a scan of files without the bounds of floating-point columns, or `None` if there is nothing to remove.
fn without_bounds(step: &Arc<dyn ExecutionPlan>) -> Option<FileScanConfig> {
    let scan = step.downcast_ref::<DataSourceExec>()?.data_source();
    let scan = scan.downcast_ref::<FileScanConfig>()?;
    let schema = scan.file_source.table_schema().table_schema();
    let statistics = without_bounds_in(&scan.statistics(), schema);
    let groups = groups_without_bounds(&scan.file_groups, schema);
    let orderings = orderings_without_floats(&scan.output_ordering, schema);
    let source = source_without_conditions(&*scan.file_source, schema);
    if statistics.is_none() && groups.is_none() && orderings.is_none() && source.is_none() {
        return None;
    }
    let mut builder = FileScanConfigBuilder::from(scan.clone());
    if let Some(statistics) = statistics {
        builder = builder.with_statistics(statistics);
    }
    if let Some(groups) = groups {
        builder = builder.with_file_groups(groups);
    }
    if let Some(orderings) = orderings {
        builder = builder.with_output_ordering(orderings);
    }
    if let Some(source) = source {
        builder = builder.with_source(source);
    }
    Some(builder.build())
}

/// Returns `true` if values of a type are or contain floating-point numbers.
fn has_floats(data_type: &DataType) -> bool {
    match data_type {
        DataType::Dictionary(_, values) => has_floats(values),
        DataType::RunEndEncoded(_, values) => has_floats(values.data_type()),
        DataType::Struct(fields) => fields.iter().any(|field| has_floats(field.data_type())),
        DataType::Union(fields, _) => fields
            .iter()
            .any(|(_, field)| has_floats(field.data_type())),
        DataType::List(field)
        | DataType::LargeList(field)
        | DataType::ListView(field)
        | DataType::LargeListView(field)
        | DataType::FixedSizeList(field, _)
        | DataType::Map(field, _) => has_floats(field.data_type()),
        other => other.is_floating(),
    }
}

/// Returns statistics without the bounds, the sums and the exact numbers of distinct values of floating-point columns.
fn without_bounds_in(statistics: &Statistics, schema: &Schema) -> Option<Statistics> {
    let mut statistics = statistics.clone();
    let mut is_changed = false;
    for (column, field) in statistics.column_statistics.iter_mut().zip(schema.fields()) {
        if has_floats(field.data_type()) {
            let plain = ColumnStatistics {
                min_value: Precision::Absent,
                max_value: Precision::Absent,
                sum_value: Precision::Absent,
                distinct_count: column.distinct_count.to_inexact(),
                ..column.clone()
            };
            is_changed |= plain != *column;
            *column = plain;
        }
    }
    is_changed.then_some(statistics)
}

fn groups_without_bounds(groups: &[FileGroup], schema: &Schema) -> Option<Vec<FileGroup>> {
    let mut is_changed = false;
    let mut plain = |statistics: &Arc<Statistics>| match without_bounds_in(statistics, schema) {
        Some(statistics) => {
            is_changed = true;
            Arc::new(statistics)
        }
        None => Arc::clone(statistics),
    };
    let mut groups = groups.to_vec();
    for group in &mut groups {
        let own = group
            .statistics_mut()
            .map(|own| plain(&Arc::new(own.clone())));
        let files = group.iter().map(|file| PartitionedFile {
            statistics: file.statistics.as_ref().map(&mut plain),
            ..file.clone()
        });
        *group = FileGroup::new(files.collect());
        if let Some(own) = own {
            *group = group.clone().with_statistics(own);
        }
    }
    is_changed.then_some(groups)
}

/// Returns the orders that files claim, up to the first floating-point column. Writers sort −0 and NaN in several ways.
fn orderings_without_floats(
    orderings: &[LexOrdering],
    schema: &Schema,
) -> Option<Vec<LexOrdering>> {
    let mut is_changed = false;
    let orderings = orderings.iter().filter_map(|ordering| {
        let known = ordering
            .iter()
            .take_while(|sort| !is_about_floats(&sort.expr, schema));
        let known: Vec<_> = known.cloned().collect();
        is_changed |= known.len() < ordering.len();
        LexOrdering::new(known)
    });
    let orderings = orderings.collect();
    is_changed.then_some(orderings)
}

/// Returns a source of Parquet files that does not compare bounds of floating-point columns with conditions.
fn source_without_conditions(
    source: &dyn FileSource,
    schema: &Schema,
) -> Option<Arc<dyn FileSource>> {
    let source = source.downcast_ref::<ParquetSource>()?;
    let predicate = source.filter()?;
    let conditions = split_conjunction(&predicate);
    let others = conditions
        .iter()
        .filter(|condition| !is_about_floats(condition, schema));
    let others: Vec<_> = others.map(|condition| Arc::clone(condition)).collect();
    if others.len() == conditions.len() {
        return None;
    }
    if !source.table_parquet_options().global.pushdown_filters {
        // A step above the scan decides all conditions again.
        return Some(Arc::new(source.with_predicate(conjunction(others))));
    }
    // The scan decides the conditions, so they stay, and nothing is skipped. Conditions that a join or a sort gives while
    // it runs only save work. Row groups are skipped by them whatever the options say.
    let decided = conditions.iter().filter(|condition| !is_dynamic(condition));
    let decided: Vec<_> = decided.map(|condition| Arc::clone(condition)).collect();
    let mut options = source.table_parquet_options().clone();
    options.global.pruning = false;
    options.global.enable_page_index = false;
    options.global.bloom_filter_on_read = false;
    let is_done = decided.len() == conditions.len() && options == *source.table_parquet_options();
    (!is_done).then(|| {
        let source = source.with_predicate(conjunction(decided));
        Arc::new(source.with_table_parquet_options(options)) as Arc<dyn FileSource>
    })
}

/// Returns `true` for a condition that a step of the plan gives while it runs.
fn is_dynamic(condition: &Arc<dyn PhysicalExpr>) -> bool {
    let found = condition.exists(|part| Ok(part.is::<DynamicFilterPhysicalExpr>()));
    // The function does not fail.
    found.unwrap_or(true)
}

/// Returns `true` if an expression depends on the numbers of a floating-point column. Whether a value is NULL does not.
fn is_about_floats(expression: &Arc<dyn PhysicalExpr>, schema: &Schema) -> bool {
    let is_null = expression.downcast_ref::<IsNullExpr>().map(IsNullExpr::arg);
    let is_not_null = expression
        .downcast_ref::<IsNotNullExpr>()
        .map(IsNotNullExpr::arg);
    let tested = is_null.or(is_not_null);
    if tested.is_some_and(|tested| tested.is::<Column>()) {
        return false;
    }
    let columns = collect_columns(expression);
    columns.iter().any(|column| {
        let field = schema.field_with_name(column.name());
        field.map_or(true, |field| has_floats(field.data_type()))
    })
}
