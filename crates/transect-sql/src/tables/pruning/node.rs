//! The step of a plan that shows what was pruned. It passes the rows of the scan on.

use std::fmt;
use std::sync::Arc;

use datafusion::common::Result;
use datafusion::common::tree_node::TreeNodeRecursion;
#[cfg(feature = "cluster")]
use datafusion::common::tree_node::{Transformed, TransformedResult, TreeNode};
use datafusion::config::ConfigOptions;
use datafusion::execution::TaskContext;
use datafusion::physical_expr::PhysicalExpr;
use datafusion::physical_plan::filter_pushdown::{
    ChildPushdownResult, FilterDescription, FilterPushdownPhase, FilterPushdownPropagation,
};
use datafusion::physical_plan::{
    DisplayAs, DisplayFormatType, ExecutionPlan, PlanProperties, SendableRecordBatchStream,
};

use crate::child::only_child;

/// The numbers of parts of the files, and of the parts that are not read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) row_groups: usize,
    pub(crate) row_groups_pruned: usize,
    /// The pages are counted in row groups that are not pruned. Pages of several columns count as one page where they
    /// have the same rows.
    pub(crate) pages: usize,
    pub(crate) pages_pruned: usize,
}

/// The step above a scan, for EXPLAIN.
#[derive(Clone, Debug)]
pub(crate) struct PlanePruning {
    scan: Arc<dyn ExecutionPlan>,
    counts: Counts,
}

impl PlanePruning {
    pub(crate) fn new(scan: Arc<dyn ExecutionPlan>, counts: Counts) -> Self {
        Self { scan, counts }
    }
}

/// Returns a plan without the steps of this file, which only show counts.
#[cfg(feature = "cluster")]
pub(crate) fn without_pruning_nodes(
    plan: Arc<dyn ExecutionPlan>,
) -> Result<Arc<dyn ExecutionPlan>> {
    let plan = plan.transform_up(|node| match node.downcast_ref::<PlanePruning>() {
        Some(pruning) => Ok(Transformed::yes(Arc::clone(&pruning.scan))),
        None => Ok(Transformed::no(node)),
    });
    plan.data()
}

impl DisplayAs for PlanePruning {
    fn fmt_as(&self, format: DisplayFormatType, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counts {
            row_groups,
            row_groups_pruned,
            pages,
            pages_pruned,
        } = self.counts;
        match format {
            DisplayFormatType::TreeRender => {
                writeln!(f, "row_groups_pruned={row_groups_pruned} of {row_groups}")?;
                writeln!(f, "pages_pruned={pages_pruned} of {pages}")
            }
            DisplayFormatType::Default | DisplayFormatType::Verbose => write!(
                f,
                "PlanePruning: row_groups_pruned={row_groups_pruned} of {row_groups}, pages_pruned={pages_pruned} of \
                {pages}"
            ),
        }
    }
}

impl ExecutionPlan for PlanePruning {
    fn name(&self) -> &str {
        "PlanePruning"
    }

    fn properties(&self) -> &Arc<PlanProperties> {
        self.scan.properties()
    }

    fn maintains_input_order(&self) -> Vec<bool> {
        vec![true]
    }

    fn benefits_from_input_partitioning(&self) -> Vec<bool> {
        vec![false]
    }

    fn children(&self) -> Vec<&Arc<dyn ExecutionPlan>> {
        vec![&self.scan]
    }

    fn apply_expressions(
        &self,
        _: &mut dyn FnMut(&Arc<dyn PhysicalExpr>) -> Result<TreeNodeRecursion>,
    ) -> Result<TreeNodeRecursion> {
        Ok(TreeNodeRecursion::Continue)
    }

    fn with_new_children(
        self: Arc<Self>,
        children: Vec<Arc<dyn ExecutionPlan>>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let scan = only_child(self.name(), children)?;
        Ok(Arc::new(Self::new(scan, self.counts)))
    }

    fn repartitioned(
        &self,
        target_partitions: usize,
        config: &ConfigOptions,
    ) -> Result<Option<Arc<dyn ExecutionPlan>>> {
        let scan = self.scan.repartitioned(target_partitions, config)?;
        Ok(scan.map(|scan| Arc::new(Self::new(scan, self.counts)) as Arc<dyn ExecutionPlan>))
    }

    fn execute(
        &self,
        partition: usize,
        context: Arc<TaskContext>,
    ) -> Result<SendableRecordBatchStream> {
        self.scan.execute(partition, context)
    }

    fn supports_limit_pushdown(&self) -> bool {
        true
    }

    fn gather_filters_for_pushdown(
        &self,
        _: FilterPushdownPhase,
        filters: Vec<Arc<dyn PhysicalExpr>>,
        _: &ConfigOptions,
    ) -> Result<FilterDescription> {
        FilterDescription::from_children(filters, &self.children())
    }

    fn handle_child_pushdown_result(
        &self,
        _: FilterPushdownPhase,
        result: ChildPushdownResult,
        _: &ConfigOptions,
    ) -> Result<FilterPushdownPropagation<Arc<dyn ExecutionPlan>>> {
        Ok(FilterPushdownPropagation::if_all(result))
    }
}
