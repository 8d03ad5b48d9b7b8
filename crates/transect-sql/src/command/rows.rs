//! The rows of a statement, from its plan to its output.

use std::sync::Arc;

use datafusion::arrow::datatypes::SchemaRef;
use datafusion::prelude::DataFrame;
use futures::StreamExt;

use crate::command::engine::Engine;
use crate::command::failure::Failure;
use crate::command::output::Output;
use crate::command::progress::{INTERVAL, Progress};

/// Computes rows and writes them to the output that `output` makes for their columns.
pub(super) async fn write(
    rows: DataFrame,
    engine: &Engine,
    output: impl FnOnce(&SchemaRef) -> Result<Output, Failure>,
) -> Result<(), Failure> {
    let plan = rows.clone().create_physical_plan().await?;
    let mut output = output(&plan.schema())?;
    let mut progress = Progress::new(Arc::clone(&plan), engine.place());
    let mut clock = tokio::time::interval(INTERVAL);
    let mut start = std::pin::pin!(engine.run(&rows, plan));
    let mut batches = loop {
        tokio::select! {
            batches = &mut start => break batches?,
            _ = clock.tick() => progress.show(),
        }
    };
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
