//! Runs a statement from its text to its output.

use std::sync::Arc;

use datafusion::execution::memory_pool::FairSpillPool;
use datafusion::execution::runtime_env::RuntimeEnvBuilder;
use datafusion::prelude::{SQLOptions, SessionConfig, SessionContext};

use crate::command::arguments::{Arguments, Command, Query};
use crate::command::failure::Failure;
use crate::command::order;
use crate::command::output::Output;
use crate::command::rows;
use crate::registry::register_all;
use crate::tables::Tables;

/// Runs the command of the arguments.
pub(super) async fn run(arguments: &Arguments) -> Result<(), Failure> {
    let memory = match &arguments.command {
        Some(Command::Order(order)) => order.memory,
        None => arguments.query.memory,
    };
    let mut runtime = RuntimeEnvBuilder::new();
    let mut config = SessionConfig::new();
    // Without a limit, everything stays in memory. After Ctrl-C, threads may still use temporary files for a moment, so
    // their folder is removed here and not when the last thread ends.
    let mut folder = None;
    if let Some(bytes) = memory {
        let temporary = tempfile::Builder::new().prefix("transect-sql-").tempdir();
        let temporary =
            temporary.map_err(|error| Failure::new(format!("temporary folder: {error}")))?;
        runtime = runtime.with_memory_pool(Arc::new(FairSpillPool::new(bytes)));
        runtime = runtime.with_temp_file_path(temporary.path());
        folder = Some(temporary);
        // Each thread that sorts reserves memory for the merge of its temporary files: 10 MB by default, and less if the
        // reservations would take more than a quarter of the memory.
        let share = bytes / 4 / config.target_partitions().max(1);
        config = config.with_sort_spill_reservation_bytes(share.min(10 << 20));
    }
    let context = SessionContext::new_with_config_rt(config, runtime.build_arc()?);
    let tables = Tables::offer_to(&context);
    register_all(&context);
    let result = match &arguments.command {
        Some(Command::Order(order)) => order::run(&context, order).await,
        None => answer(&context, &arguments.query).await,
    };
    let result = match result {
        Err(failure) if failure.is_about_data => {
            let damage = tables.damage(&context).await;
            Err(damage.map_or(failure, Failure::new))
        }
        result => result,
    };
    drop(folder);
    result
}

/// Runs a statement and writes its answer.
async fn answer(context: &SessionContext, query: &Query) -> Result<(), Failure> {
    let only_reads = SQLOptions::new()
        .with_allow_ddl(false)
        .with_allow_dml(false)
        .with_allow_statements(false);
    let sql = query.sql.as_deref().unwrap_or_default();
    let rows = context.sql_with_options(sql, only_reads).await?;
    rows::write(rows, |schema| Output::new(query, schema)).await
}
