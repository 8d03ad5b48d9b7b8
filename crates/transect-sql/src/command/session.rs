//! A session: the settings, the functions and the tables of statements, and the engine that runs them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
#[cfg(feature = "cluster")]
use std::time::Duration;

use datafusion::common::plan_err;
use datafusion::error::DataFusionError;
use datafusion::logical_expr::{Deallocate, LogicalPlan, Statement as LogicalStatement};
use datafusion::prelude::{DataFrame, SQLOptions, SessionConfig, SessionContext};
use datafusion::sql::parser::{DFParserBuilder, Statement};
use datafusion::sql::sqlparser::ast;

#[cfg(feature = "cluster")]
use crate::cluster::Cluster;
use crate::command::arguments::{Arguments, Command, Order, Query};
use crate::command::clauses;
use crate::command::engine::{Engine, Place};
use crate::command::failure::Failure;
use crate::command::memory::Memory;
use crate::command::metadata::Kept;
use crate::command::order;
use crate::command::output::{Output, check_target};
use crate::command::readers;
use crate::command::rows;
use crate::command::show;
use crate::command::steps;
use crate::message::{message, missing_field, quote, unquoted_file, without_field};
use crate::registry::register_all;
use crate::tables::{self, Parts, Tables};
use crate::temporary_folder::TemporaryFolder;

/// Returns the error of a text that is not SQL. If the name of a file is not in quotes, the hint says so.
fn with_quotes(error: DataFusionError, text: &str) -> Failure {
    match unquoted_file(text) {
        Some(name) => Failure::new(format!("{}\n{}", message(&error), quote(name))),
        None => error.into(),
    }
}

/// The state between the statements of a run of the command.
pub(super) struct Session<'a> {
    context: SessionContext,
    tables: Tables,
    engine: &'a Engine,
    /// The statements of PREPARE by their names. Each EXECUTE plans its statement again, with the files as they are then.
    prepared: Mutex<HashMap<String, Statement>>,
    /// The folder of temporary files. After Ctrl-C, threads may still use them for a moment, so the folder is removed at
    /// the end of the session and not when the last thread ends.
    _temporary: Option<TemporaryFolder>,
}

impl<'a> Session<'a> {
    /// Opens a session as the arguments say.
    pub(super) async fn open(arguments: &Arguments, engine: &'a Engine) -> Result<Self, Failure> {
        let memory = match &arguments.command {
            Some(Command::Order(order)) => order.memory,
            _ => arguments.query.memory,
        };
        let mut runtime = tables::runtime();
        // The list of functions and settings, for SHOW.
        let mut config = SessionConfig::new().with_information_schema(true);
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
            let folder = TemporaryFolder::new("transect-sql-", &std::env::temp_dir());
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
            prepared: Mutex::default(),
            _temporary: temporary,
        })
    }

    /// Runs the statements of a text, and writes the answer of each one when it is complete. All statements are parsed
    /// before the first one runs.
    pub(super) async fn run(&self, text: &str, query: &Query) -> Result<(), Failure> {
        let parser = DFParserBuilder::new(text).build();
        let statements = parser.and_then(|mut parser| parser.parse_statements());
        let mut statements = statements.map_err(|error| with_quotes(error, text))?;
        if statements.is_empty() {
            return Err(Failure::new(
                "there is no statement\nhint: such as \"SELECT count(*) FROM 'boxes.parquet'\"",
            ));
        }
        if let Some(path) = &query.parquet {
            check_target(path, query.force)?;
        }
        if query.parquet.is_some() && statements.len() > 1 {
            return Err(Failure::new(format!(
                "--parquet writes the answer of one statement, and there are {}",
                statements.len()
            )));
        }
        for statement in &mut statements {
            #[cfg(feature = "cluster")]
            if self.engine.place() == Place::Cluster
                && let Some(name) = of_one_process(statement)
            {
                return Err(Failure::new(format!(
                    "{name} does not run on a cluster\nhint: leave --cluster out"
                )));
            }
            show::replace(statement)?;
            clauses::check(statement)?;
            readers::replace(statement, &self.tables)?;
        }
        for statement in statements {
            self.tables.forget();
            let mut answer = self.answer(statement.clone(), query).await;
            if self.reads_types_again(&answer).await {
                answer = self.answer(statement.clone(), query).await;
            }
            let plan = async {
                let rows = self.rows(statement).await;
                rows.map(DataFrame::into_unoptimized_plan)
            };
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
        let rows = self.rows(statement).await?;
        if rows.schema().fields().is_empty() && has_no_rows(rows.logical_plan()) {
            // SET, PREPARE and DEALLOCATE have no answer.
            return match query.parquet {
                Some(_) => Err(Failure::new("the statement has no answer to write")),
                None => Ok(()),
            };
        }
        let kept = match query.parquet {
            Some(_) => Kept::of(&rows, &self.context).await?,
            None => Kept::default(),
        };
        rows::write(rows, self.engine, |schema| Output::new(query, schema, kept)).await
    }

    /// Returns the rows of a statement. Statements about the session change it, and have no rows.
    async fn rows(&self, statement: Statement) -> datafusion::error::Result<DataFrame> {
        let state = self.context.state();
        if let Some(name) = executed(&statement) {
            let prepared = self.prepared().get(&name).cloned();
            let Some(prepared) = prepared else {
                return plan_err!(
                    "there is no prepared statement {name}\nhint: such as PREPARE {name} AS SELECT $1 + 1"
                );
            };
            self.prepare(&name, prepared).await?;
        }
        let plan = state.statement_to_plan(statement.clone()).await?;
        check_reads_only(&plan)?;
        if let LogicalPlan::Statement(LogicalStatement::Prepare(prepare)) = &plan {
            let name = prepare.name.clone();
            self.prepared().insert(name.clone(), statement.clone());
            return self.prepare(&name, statement).await;
        }
        if let LogicalPlan::Statement(LogicalStatement::Deallocate(deallocate)) = &plan {
            self.prepared().remove(&deallocate.name);
        }
        self.context.execute_logical_plan(plan).await
    }

    /// Plans a statement of PREPARE, in place of its plan from before.
    async fn prepare(
        &self,
        name: &str,
        statement: Statement,
    ) -> datafusion::error::Result<DataFrame> {
        let plan = self.context.state().statement_to_plan(statement).await?;
        let name = name.to_owned();
        let old = LogicalStatement::Deallocate(Deallocate { name });
        // There is no plan from before at first.
        let _ = self
            .context
            .execute_logical_plan(LogicalPlan::Statement(old))
            .await;
        self.context.execute_logical_plan(plan).await
    }

    fn prepared(&self) -> MutexGuard<'_, HashMap<String, Statement>> {
        self.prepared.lock().unwrap_or_else(PoisonError::into_inner)
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

/// Returns an error for a plan that writes, or that changes more than settings and prepared statements.
fn check_reads_only(plan: &LogicalPlan) -> datafusion::error::Result<()> {
    let only_reads = SQLOptions::new()
        .with_allow_ddl(false)
        .with_allow_dml(false);
    match plan {
        LogicalPlan::Statement(
            LogicalStatement::Prepare(_)
            | LogicalStatement::Execute(_)
            | LogicalStatement::Deallocate(_)
            | LogicalStatement::SetVariable(_)
            | LogicalStatement::ResetVariable(_),
        ) => only_reads.verify_plan(plan),
        _ => only_reads.with_allow_statements(false).verify_plan(plan),
    }
}

/// Returns `true` for the plan of a statement about the session.
fn has_no_rows(plan: &LogicalPlan) -> bool {
    matches!(plan, LogicalPlan::EmptyRelation(empty) if !empty.produce_one_row)
}

/// Returns the name of the prepared statement that a statement runs.
fn executed(statement: &Statement) -> Option<String> {
    let Statement::Statement(statement) = statement else {
        return None;
    };
    match statement.as_ref() {
        ast::Statement::Execute { name, .. } => name.as_ref().map(ToString::to_string),
        _ => None,
    }
}

/// Returns the name of a statement about the settings or the functions of this process.
#[cfg(feature = "cluster")]
fn of_one_process(statement: &Statement) -> Option<&'static str> {
    let statement = match statement {
        Statement::Statement(statement) => statement,
        Statement::Reset(_) => return Some("RESET"),
        _ => return None,
    };
    match statement.as_ref() {
        ast::Statement::Set(_) => Some("SET"),
        ast::Statement::ShowVariable { .. } | ast::Statement::ShowVariables { .. } => Some("SHOW"),
        ast::Statement::ShowFunctions { .. } => Some("SHOW FUNCTIONS"),
        _ => None,
    }
}
