//! Pruning: row groups and pages of Parquet files that a condition on planes, regions or floating-point columns excludes
//! are not read.
//!
//! Parquet files store the least and the greatest value of each column, per row group and per page. These values give a
//! box that contains all shapes of the row group or page. The exact side of a plane on which this box lies, or its exact
//! relation to a region, decides whether a row can satisfy the condition.

mod bounds;
mod cases;
mod comparison;
mod condition;
mod distance;
mod node;
mod operand;
mod ranges;
mod shape_columns;
mod test;

use std::sync::Arc;

use datafusion::arrow::datatypes::Schema;
use datafusion::catalog::Session;
use datafusion::datasource::physical_plan::parquet::metadata::DFParquetMetadata;
use datafusion::datasource::physical_plan::parquet::{ParquetAccessPlan, RowGroupAccess};
use datafusion::datasource::physical_plan::{FileGroup, FileScanConfig};
use datafusion::datasource::source::DataSourceExec;
use datafusion::error::Result;
use datafusion::logical_expr::Expr;
use datafusion::parquet::arrow::arrow_reader::{RowSelection, RowSelector};
use datafusion::parquet::file::metadata::{PageIndexPolicy, ParquetMetaData};
use datafusion::physical_plan::ExecutionPlan;
use datafusion::physical_plan::empty::EmptyExec;

use crate::tables::pruning::bounds::{Chunk, pages};
use crate::tables::pruning::condition::Condition;
#[cfg(feature = "cluster")]
pub(crate) use crate::tables::pruning::node::without_pruning_nodes;
use crate::tables::pruning::node::{Counts, PlanePruning};
use crate::tables::pruning::ranges::Ranges;

/// The smallest parts of Parquet files that are not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Parts {
    /// Row groups and pages, for plans that this process runs.
    RowGroupsAndPages,
    /// Row groups, as ranges of bytes. They can be sent to other processes.
    RowGroups,
}

/// Returns the plan of a scan of Parquet files, without the row groups and pages that the filters exclude. If no filter
/// can exclude any, the plan is returned as it is.
pub(crate) async fn prune(
    plan: Arc<dyn ExecutionPlan>,
    filters: &[Expr],
    schema: &Schema,
    session: &dyn Session,
    parts: Parts,
) -> Result<Arc<dyn ExecutionPlan>> {
    let condition = Condition::of_all(filters, schema);
    let scan = plan.downcast_ref::<DataSourceExec>();
    let scan = scan.and_then(|scan| scan.data_source().downcast_ref::<FileScanConfig>());
    let (true, Some(scan)) = (condition.is_known(), scan) else {
        return Ok(plan);
    };
    let runtime = session.runtime_env();
    let store = runtime.object_store(&scan.object_store_url)?;
    let cache = runtime.cache_manager.get_file_metadata_cache();
    let mut counts = Counts::default();
    let mut groups = Vec::new();
    let mut ranges = Ranges::default();
    for group in &scan.file_groups {
        let mut files = Vec::new();
        for file in group.files() {
            let metadata = DFParquetMetadata::new(&*store, &file.object_meta)
                .with_file_metadata_cache(Some(Arc::clone(&cache)))
                .with_page_index_policy(Some(PageIndexPolicy::Optional))
                .fetch_metadata()
                .await?;
            let access = access(&condition, &metadata, &mut counts);
            match parts {
                Parts::RowGroupsAndPages => files.push(file.clone().with_extension(access)),
                Parts::RowGroups => ranges.add(file, &metadata, &access),
            }
        }
        groups.push(FileGroup::new(files));
    }
    if parts == Parts::RowGroups {
        (counts.pages, counts.pages_pruned) = (0, 0);
        groups = ranges.divided(session.config().target_partitions());
        if groups.is_empty() {
            let nothing: Arc<dyn ExecutionPlan> = Arc::new(EmptyExec::new(plan.schema()));
            return Ok(Arc::new(PlanePruning::new(nothing, counts)));
        }
    }
    let mut scan = scan.clone();
    scan.file_groups = groups;
    let plan = DataSourceExec::from_data_source(scan);
    Ok(Arc::new(PlanePruning::new(plan, counts)))
}

/// Returns the row groups and rows of a file that can satisfy a condition.
fn access(
    condition: &Condition,
    metadata: &ParquetMetaData,
    counts: &mut Counts,
) -> ParquetAccessPlan {
    let groups = (0..metadata.num_row_groups()).map(|group| {
        counts.row_groups += 1;
        if !condition.may_hold(&Chunk::row_group(metadata, group)) {
            counts.row_groups_pruned += 1;
            return RowGroupAccess::Skip;
        }
        let Some(pages) = pages(metadata, group, &condition.columns()) else {
            return RowGroupAccess::Scan;
        };
        let mut selectors = Vec::new();
        let mut is_pruned = false;
        for (rows, page) in pages {
            counts.pages += 1;
            if condition.may_hold(&page) {
                selectors.push(RowSelector::select(rows));
            } else {
                counts.pages_pruned += 1;
                is_pruned = true;
                selectors.push(RowSelector::skip(rows));
            }
        }
        if !is_pruned {
            return RowGroupAccess::Scan;
        }
        if selectors.iter().all(|selector| selector.skip) {
            return RowGroupAccess::Skip;
        }
        RowGroupAccess::Selection(RowSelection::from(selectors))
    });
    ParquetAccessPlan::new(groups.collect())
}
