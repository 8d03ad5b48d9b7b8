//! Runs statements in a session with the functions.

use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::util::pretty::pretty_format_batches;
use datafusion::prelude::SessionContext;

/// Returns a session with the functions.
pub(crate) fn session() -> SessionContext {
    let context = SessionContext::new();
    transect_sql::register_all(&context);
    context
}

/// Runs a statement and returns its rows.
async fn rows(
    context: &SessionContext,
    sql: &str,
) -> Result<Vec<RecordBatch>, datafusion::error::DataFusionError> {
    context.sql(sql).await?.collect().await
}

/// Runs a statement and returns its answer as the cells of a table, row by row. Nothing is between the cells of NULL.
pub(crate) async fn cells(context: &SessionContext, sql: &str) -> Vec<Vec<String>> {
    let rows = rows(context, sql).await;
    let rows = rows.unwrap_or_else(|error| panic!("{sql}\n{error}"));
    let table = pretty_format_batches(&rows)
        .expect("the answer can be printed")
        .to_string();
    let lines = table.lines().filter(|line| line.starts_with('|')).skip(1);
    lines
        .map(|line| {
            let line = line.trim_matches('|');
            line.split('|').map(|cell| cell.trim().to_owned()).collect()
        })
        .collect()
}

/// Runs a statement and returns the message of its error.
pub(crate) async fn error(context: &SessionContext, sql: &str) -> String {
    match rows(context, sql).await {
        Ok(rows) => panic!("{sql}\nhas an answer: {rows:?}"),
        Err(error) => error.to_string(),
    }
}
