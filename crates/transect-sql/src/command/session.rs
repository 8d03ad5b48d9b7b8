//! A session: the settings, the functions and the tables of statements, and the engine that runs them.

use std::sync::Arc;
#[cfg(feature = "cluster")]
use std::time::Duration;

use datafusion::logical_expr::LogicalPlan;
use datafusion::prelude::{SQLOptions, SessionConfig, SessionContext};
use datafusion::sql::parser::{DFParserBuilder, Statement};
use tempfile::TempDir;

#[cfg(feature = "cluster")]
use crate::cluster::Cluster;
use crate::command::arguments::{Arguments, Command, Order, Query};
use crate::command::clauses;
use crate::command::engine::{Engine, Place};
use crate::command::failure::Failure;
use crate::command::memory::Memory;
use crate::command::metadata::Kept;
use crate::command::order;
use crate::command::output::Output;
use crate::command::readers;
use crate::command::rows;
use crate::command::steps;
use crate::message::{missing_field, without_field};
use crate::registry::register_all;
use crate::tables::{self, Parts, Tables};

/// The state between the statements of a run of the command.
pub(super) struct Session<'a> {
    context: SessionContext,
    tables: Tables,
    engine: &'a Engine,
    /// The folder of temporary files. After Ctrl-C, threads may still use them for a moment, so the folder is removed at
    /// the end of the session and not when the last thread ends.
    _temporary: Option<TempDir>,
}

impl<'a> Session<'a> {
    /// Opens a session as the arguments say.
    pub(super) async fn open(arguments: &Arguments, engine: &'a Engine) -> Result<Self, Failure> {
        let memory = match &arguments.command {
            Some(Command::Order(order)) => order.memory,
            _ => arguments.query.memory,
        };
        let mut runtime = tables::runtime();
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
        // Without a limit, everything stays in memory.
        let mut temporary = None;
        if let Some(bytes) = memory {
            let folder = tempfile::Builder::new().prefix("transect-sql-").tempdir();
            let folder =
                folder.map_err(|error| Failure::new(format!("temporary folder: {error}")))?;
            runtime = runtime.with_memory_pool(Arc::new(Memory::new(bytes)));
            runtime = runtime.with_temp_file_path(folder.path());
            temporary = Some(folder);
            // Each thread that sorts reserves memory for the merge of its temporary files: 10 MB by default, and less if
            // the reservations would take more than a quarter of the memory.
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
        Ok(Self {
            context,
            tables,
            engine,
            _temporary: temporary,
        })
    }

    /// Runs the statements of a text, and writes the answer of each one when it is complete. All statements are parsed
    /// before the first one runs.
    pub(super) async fn run(&self, text: &str, query: &Query) -> Result<(), Failure> {
        let parser = DFParserBuilder::new(text).build();
        let mut statements = parser.and_then(|mut parser| parser.parse_statements())?;
        if statements.is_empty() {
            return Err(Failure::new(
                "there is no statement\nhint: such as \"SELECT count(*) FROM 'boxes.parquet'\"",
            ));
        }
        if query.parquet.is_some() && statements.len() > 1 {
            return Err(Failure::new(format!(
                "--parquet writes the answer of one statement, and there are {}",
                statements.len()
            )));
        }
        for statement in &mut statements {
            clauses::check(statement)?;
            readers::replace(statement, &self.tables)?;
        }
        for statement in statements {
            self.tables.forget();
            let mut answer = self.answer(statement.clone(), query).await;
            if self.reads_types_again(&answer).await {
                answer = self.answer(statement.clone(), query).await;
            }
            let state = self.context.state();
            let plan = state.statement_to_plan(statement);
            self.explained(answer, plan).await?;
        }
        Ok(())
    }

    /// Runs `transect-sql order`.
    pub(super) async fn order(&self, order: &Order) -> Result<(), Failure> {
        let mut answer = order::run(&self.context, order, self.engine).await;
        if self.reads_types_again(&answer).await {
            answer = order::run(&self.context, order, self.engine).await;
        }
        let plan = async {
            let table = self.context.table(order::table(order)).await?;
            Ok(table.into_unoptimized_plan())
        };
        self.explained(answer, plan).await
    }

    /// Returns `true` if a value of a CSV file is the reason of a failure, and the types of the columns of the whole file
    /// hold it. Then the statement can run again; nothing was written.
    async fn reads_types_again(&self, result: &Result<(), Failure>) -> bool {
        let is_about_data = result.as_ref().is_err_and(|failure| failure.is_about_data);
        let is_read = is_about_data && self.tables.read_types_again().await;
        if is_read {
            self.tables.forget();
        }
        is_read
    }

    /// Runs a statement and writes its answer.
    async fn answer(&self, statement: Statement, query: &Query) -> Result<(), Failure> {
        let only_reads = SQLOptions::new()
            .with_allow_ddl(false)
            .with_allow_dml(false)
            .with_allow_statements(false);
        let plan = self.context.state().statement_to_plan(statement).await?;
        only_reads.verify_plan(&plan)?;
        let rows = self.context.execute_logical_plan(plan).await?;
        let kept = match query.parquet {
            Some(_) => Kept::of(&rows, &self.context).await?,
            None => Kept::default(),
        };
        rows::write(rows, self.engine, |schema| Output::new(query, schema, kept)).await
    }

    /// Returns a result. If a row or the contents of a file may be the reason of a failure, the failure names the file, and
    /// the row or the column. `plan` is the plan of the statement, which is made only then.
    async fn explained(
        &self,
        result: Result<(), Failure>,
        plan: impl Future<Output = datafusion::error::Result<LogicalPlan>>,
    ) -> Result<(), Failure> {
        let Err(failure) = result else {
            return Ok(());
        };
        if let Some(field) = missing_field(&failure.to_string()) {
            let fields = self.tables.struct_fields();
            return Err(Failure::new(without_field(field, &fields)));
        }
        if failure.is_about_values
            && let Ok(plan) = plan.await
            && let Some(row) = steps::failing_row(&plan, &self.context).await
        {
            return Err(Failure::new(row));
        }
        if failure.is_about_data
            && let Some(damage) = self.tables.damage(&self.context).await
        {
            return Err(Failure::new(damage));
        }
        Err(failure)
    }
}
