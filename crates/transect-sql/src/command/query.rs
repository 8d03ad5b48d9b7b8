//! Runs a statement from its text to its output.

use std::sync::Arc;
#[cfg(feature = "cluster")]
use std::time::Duration;

use datafusion::execution::runtime_env::RuntimeEnvBuilder;
use datafusion::prelude::{SQLOptions, SessionConfig, SessionContext};

#[cfg(feature = "cluster")]
use crate::cluster::Cluster;
use crate::command::arguments::{Arguments, Command, Query};
use crate::command::engine::{Engine, Place};
use crate::command::failure::Failure;
use crate::command::memory::Memory;
use crate::command::order;
use crate::command::output::Output;
use crate::command::rows;
use crate::registry::register_all;
use crate::tables::{Parts, Tables};

/// Runs the command of the arguments.
pub(super) async fn run(arguments: &Arguments, engine: &Engine) -> Result<(), Failure> {
    let memory = match &arguments.command {
        Some(Command::Order(order)) => order.memory,
        _ => arguments.query.memory,
    };
    let mut runtime = RuntimeEnvBuilder::new();
    let mut config = SessionConfig::new();
    #[cfg(feature = "cluster")]
    {
        let options = &arguments.query.cluster;
        if let (None, Some(scheduler)) = (&arguments.command, &options.scheduler) {
            let timeout = Duration::from_secs(u64::from(options.timeout));
            let cluster = Cluster::connect(scheduler, timeout).await;
            engine.use_cluster(cluster.map_err(Failure::new)?);
            config = crate::cluster::config(usize::from(options.tasks));
        }
    }
    // Without a limit, everything stays in memory. After Ctrl-C, threads may still use temporary files for a moment, so
    // their folder is removed here and not when the last thread ends.
    let mut folder = None;
    if let Some(bytes) = memory {
        let temporary = tempfile::Builder::new().prefix("transect-sql-").tempdir();
        let temporary =
            temporary.map_err(|error| Failure::new(format!("temporary folder: {error}")))?;
        runtime = runtime.with_memory_pool(Arc::new(Memory::new(bytes)));
        runtime = runtime.with_temp_file_path(temporary.path());
        folder = Some(temporary);
        // Each thread that sorts reserves memory for the merge of its temporary files: 10 MB by default, and less if the
        // reservations would take more than a quarter of the memory.
        let share = bytes / 4 / config.target_partitions().max(1);
        config = config.with_sort_spill_reservation_bytes(share.min(10 << 20));
    }
    let context = SessionContext::new_with_config_rt(config, runtime.build_arc()?);
    let parts = match engine.place() {
        Place::Here => Parts::RowGroupsAndPages,
        #[cfg(feature = "cluster")]
        Place::Cluster => Parts::RowGroups,
    };
    let tables = Tables::offer_to(&context, parts);
    register_all(&context);
    let result = match &arguments.command {
        Some(Command::Order(order)) => order::run(&context, order, engine).await,
        _ => answer(&context, &arguments.query, engine).await,
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
async fn answer(context: &SessionContext, query: &Query, engine: &Engine) -> Result<(), Failure> {
    let only_reads = SQLOptions::new()
        .with_allow_ddl(false)
        .with_allow_dml(false)
        .with_allow_statements(false);
    let sql = query.sql.as_deref().unwrap_or_default();
    let rows = context.sql_with_options(sql, only_reads).await?;
    rows::write(rows, engine, |schema| Output::new(query, schema)).await
}
