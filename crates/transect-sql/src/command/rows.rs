//! The rows of a statement, from its plan to its output.

use std::sync::Arc;

use datafusion::arrow::datatypes::SchemaRef;
use datafusion::physical_plan::execute_stream;
use datafusion::prelude::DataFrame;
use futures::StreamExt;

use crate::command::failure::Failure;
use crate::command::output::Output;
use crate::command::progress::{INTERVAL, Progress};

/// Computes rows and writes them to the output that `output` makes for their columns.
pub(super) async fn write(
    rows: DataFrame,
    output: impl FnOnce(&SchemaRef) -> Result<Output, Failure>,
) -> Result<(), Failure> {
    let tasks = Arc::new(rows.task_ctx());
    let plan = rows.create_physical_plan().await?;
    let mut output = output(&plan.schema())?;
    let mut progress = Progress::new(Arc::clone(&plan));
    let mut batches = execute_stream(plan, tasks)?;
    let mut clock = tokio::time::interval(INTERVAL);
    loop {
        tokio::select! {
            batch = batches.next() => match batch {
                Some(batch) => output.add(batch?)?,
                None => break,
            },
            _ = clock.tick() => progress.show(),
        }
    }
    drop(progress);
    output.finish()
}
