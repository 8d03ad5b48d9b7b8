//! The tasks of an executor stop their work at the next batch of rows after they were cancelled.
//!
//! Ballista runs the parts of a task as tasks of their own, which go on when the task is cancelled. So the steps that
//! produce the rows of a task ask a flag before each batch.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ballista_core::JobId;
use ballista_core::serde::protobuf::{
    RuntimeStatsReport, ShuffleWritePartition, TaskColumnStats, WindowStateReport,
};
use ballista_executor::execution_engine::{
    DefaultExecutionEngine, ExecutionEngine, QueryStageExecutor,
};
use datafusion::common::tree_node::{Transformed, TransformedResult, TreeNode, TreeNodeRecursion};
use datafusion::common::{Result, exec_err};
use datafusion::execution::TaskContext;
use datafusion::physical_expr::PhysicalExpr;
use datafusion::physical_plan::joins::{CrossJoinExec, NestedLoopJoinExec};
use datafusion::physical_plan::metrics::MetricsSet;
use datafusion::physical_plan::stream::RecordBatchStreamAdapter;
use datafusion::physical_plan::{
    DisplayAs, DisplayFormatType, ExecutionPlan, PlanProperties, SendableRecordBatchStream,
};
use datafusion::prelude::SessionConfig;
use futures::StreamExt;

use crate::child::only_child;
use crate::cluster::leftovers::Tasks;

/// Ballista's engine for tasks, with a flag for each task. Its pool of connections is private to Ballista, so each answer
/// of another executor is read over a connection of its own.
pub(super) struct Stopping {
    engine: DefaultExecutionEngine,
    tasks: Arc<Tasks>,
}

impl Stopping {
    /// Returns the engine, which adds its tasks to a list.
    pub(super) fn new(tasks: Arc<Tasks>) -> Self {
        let engine = DefaultExecutionEngine::default();
        Self { engine, tasks }
    }
}

impl ExecutionEngine for Stopping {
    fn create_query_stage_exec(
        &self,
        job: JobId,
        stage: usize,
        task: usize,
        parts: Vec<usize>,
        plan: Arc<dyn ExecutionPlan>,
        folder: &str,
        config: &SessionConfig,
    ) -> Result<Arc<dyn QueryStageExecutor>> {
        let is_stopped = Arc::new(AtomicBool::new(false));
        self.tasks.add(job.as_str(), &is_stopped);
        let plan = watched(plan, &is_stopped)?;
        let stage = self
            .engine
            .create_query_stage_exec(job, stage, task, parts, plan, folder, config)?;
        Ok(Arc::new(Task { stage, is_stopped }))
    }
}

/// A task that sets its flag when it ends, also when it is cancelled.
#[derive(Debug)]
struct Task {
    stage: Arc<dyn QueryStageExecutor>,
    is_stopped: Arc<AtomicBool>,
}

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.stage.fmt(f)
    }
}

/// Sets a flag when it is dropped.
struct AtEnd<'f>(&'f AtomicBool);

impl Drop for AtEnd<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Release);
    }
}

#[async_trait::async_trait]
impl QueryStageExecutor for Task {
    async fn execute_query_stage(
        &self,
        task: usize,
        context: Arc<TaskContext>,
    ) -> Result<Vec<ShuffleWritePartition>> {
        let _at_end = AtEnd(&self.is_stopped);
        self.stage.execute_query_stage(task, context).await
    }

    fn collect_plan_metrics(&self) -> Vec<MetricsSet> {
        self.stage.collect_plan_metrics()
    }

    fn collect_runtime_stats_reports(&self) -> Vec<RuntimeStatsReport> {
        self.stage.collect_runtime_stats_reports()
    }

    fn collect_window_state_reports(&self) -> Result<Vec<WindowStateReport>> {
        self.stage.collect_window_state_reports()
    }

    fn collect_column_stats(&self) -> Vec<TaskColumnStats> {
        self.stage.collect_column_stats()
    }
}

/// Returns a plan that asks the flag before each batch of its sources, and of its joins of each row with each row. Such a
/// join may produce batches for hours from one batch of its source.
fn watched(
    plan: Arc<dyn ExecutionPlan>,
    is_stopped: &Arc<AtomicBool>,
) -> Result<Arc<dyn ExecutionPlan>> {
    let plan = plan.transform_up(|step| {
        let is_source = step.children().is_empty();
        if !is_source && !step.is::<CrossJoinExec>() && !step.is::<NestedLoopJoinExec>() {
            return Ok(Transformed::no(step));
        }
        let is_stopped = Arc::clone(is_stopped);
        let watched: Arc<dyn ExecutionPlan> = Arc::new(Watched { step, is_stopped });
        Ok(Transformed::yes(watched))
    });
    plan.data()
}

/// A step that passes the rows of another one on until the flag is set.
#[derive(Debug)]
struct Watched {
    step: Arc<dyn ExecutionPlan>,
    is_stopped: Arc<AtomicBool>,
}

impl DisplayAs for Watched {
    fn fmt_as(&self, _: DisplayFormatType, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Watched")
    }
}

impl ExecutionPlan for Watched {
    fn name(&self) -> &str {
        "Watched"
    }

    fn properties(&self) -> &Arc<PlanProperties> {
        self.step.properties()
    }

    fn maintains_input_order(&self) -> Vec<bool> {
        vec![true]
    }

    fn benefits_from_input_partitioning(&self) -> Vec<bool> {
        vec![false]
    }

    fn children(&self) -> Vec<&Arc<dyn ExecutionPlan>> {
        vec![&self.step]
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
        let is_stopped = Arc::clone(&self.is_stopped);
        let step = only_child(self.name(), children)?;
        Ok(Arc::new(Self { step, is_stopped }))
    }

    fn execute(&self, part: usize, context: Arc<TaskContext>) -> Result<SendableRecordBatchStream> {
        let rows = self.step.execute(part, context)?;
        let schema = rows.schema();
        let is_stopped = Arc::clone(&self.is_stopped);
        let rows = rows.then(move |batch| {
            let is_stopped = Arc::clone(&is_stopped);
            async move {
                // The thread may be the only one, which also has to hear that the task is cancelled.
                tokio::task::yield_now().await;
                if is_stopped.load(Ordering::Acquire) {
                    exec_err!("the task was cancelled")
                } else {
                    batch
                }
            }
        });
        Ok(Box::pin(RecordBatchStreamAdapter::new(schema, rows)))
    }
}
