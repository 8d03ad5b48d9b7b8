//! The engine that runs a plan: this process, or a cluster.

use std::sync::Arc;
#[cfg(feature = "cluster")]
use std::sync::{Mutex, PoisonError};

use datafusion::physical_plan::{ExecutionPlan, execute_stream};
use datafusion::prelude::DataFrame;
use futures::stream::BoxStream;
use futures::{StreamExt, TryStreamExt};

use datafusion::arrow::array::RecordBatch;

#[cfg(feature = "cluster")]
use crate::cluster::{Cluster, Job};
use crate::command::failure::Failure;

/// The rows of a plan, batch by batch.
pub(super) type Rows = BoxStream<'static, Result<RecordBatch, Failure>>;

/// The place where plans run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Here,
    #[cfg(feature = "cluster")]
    Cluster,
}

/// The engine of the command, and the statement that it runs.
#[derive(Debug, Default)]
pub(super) struct Engine {
    #[cfg(feature = "cluster")]
    cluster: Mutex<Option<Cluster>>,
    #[cfg(feature = "cluster")]
    running: Mutex<Option<Job>>,
}

impl Engine {
    /// Returns the place where plans run.
    pub(super) fn place(&self) -> Place {
        #[cfg(feature = "cluster")]
        if self.cluster().is_some() {
            return Place::Cluster;
        }
        Place::Here
    }

    /// Runs a plan of rows.
    pub(super) async fn run(
        &self,
        rows: &DataFrame,
        plan: Arc<dyn ExecutionPlan>,
    ) -> Result<Rows, Failure> {
        #[cfg(feature = "cluster")]
        if let Some(cluster) = self.cluster()
            && !is_about_the_plan(rows)?
        {
            return self.run_on(&cluster, rows, plan).await;
        }
        let tasks = Arc::new(rows.task_ctx());
        let batches = execute_stream(plan, tasks)?;
        Ok(batches.map_err(Failure::from).boxed())
    }

    /// Stops the statement on the cluster. A statement of this process stops when its future is dropped.
    pub(super) async fn cancel(&self) {
        #[cfg(feature = "cluster")]
        {
            let job = locked(&self.running).take();
            if let Some(job) = job {
                job.cancel().await;
            }
        }
    }
}

#[cfg(feature = "cluster")]
impl Engine {
    /// Makes a cluster the engine.
    pub(super) fn use_cluster(&self, cluster: Cluster) {
        *locked(&self.cluster) = Some(cluster);
    }

    fn cluster(&self) -> Option<Cluster> {
        locked(&self.cluster).clone()
    }

    async fn run_on(
        &self,
        cluster: &Cluster,
        rows: &DataFrame,
        plan: Arc<dyn ExecutionPlan>,
    ) -> Result<Rows, Failure> {
        let tasks = rows.task_ctx();
        let job = cluster
            .start(plan, tasks.session_config(), &tasks.session_id())
            .await;
        let job = job.map_err(Failure::new)?;
        *locked(&self.running) = Some(job.clone());
        let answer = match job.end().await {
            Ok(answer) => answer,
            Err(reason) => {
                job.cancel().await;
                return Err(Failure::from(reason));
            }
        };
        // The files of the answer are removed at the end of the stream. If it does not reach its end, the scheduler
        // removes them later.
        let clean = futures::stream::once(async move {
            job.clean().await;
            None
        });
        let batches = answer.rows().map(|batch| Some(batch.map_err(Failure::new)));
        Ok(batches.chain(clean).filter_map(std::future::ready).boxed())
    }
}

/// Returns `true` for EXPLAIN and DESCRIBE, which this process answers.
#[cfg(feature = "cluster")]
fn is_about_the_plan(rows: &DataFrame) -> Result<bool, Failure> {
    use datafusion::logical_expr::LogicalPlan;
    match rows.logical_plan() {
        LogicalPlan::Explain(_) | LogicalPlan::DescribeTable(_) => Ok(true),
        LogicalPlan::Analyze(_) => Err(Failure::new(
            "EXPLAIN ANALYZE does not run on a cluster\nhint: use EXPLAIN, or leave --cluster out",
        )),
        _ => Ok(false),
    }
}

#[cfg(feature = "cluster")]
fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
