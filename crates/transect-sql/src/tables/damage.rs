//! The search for the file and the column that cannot be read, after a statement has failed.

use std::sync::Arc;

use datafusion::catalog::TableProvider;
use datafusion::error::Result;
use datafusion::prelude::SessionContext;
use futures::StreamExt;

use crate::message::message;
use crate::tables::table::FileTable;

/// Reads each column of each file by itself. Returns a message with the first file and column that cannot be read.
pub(crate) async fn find(table: &FileTable, context: &SessionContext) -> Option<String> {
    for location in &table.files.locations {
        let schema = table.schema();
        for field in schema.fields() {
            let table = table.only(location).ok()?;
            if let Err(error) = read(table, field.name(), context).await {
                return Some(format!(
                    "{location}: column {}: {}",
                    field.name(),
                    message(&error)
                ));
            }
        }
    }
    None
}

async fn read(
    table: impl TableProvider + 'static,
    column: &str,
    context: &SessionContext,
) -> Result<()> {
    let rows = context.read_table(Arc::new(table))?;
    let mut batches = rows.select_columns(&[column])?.execute_stream().await?;
    while let Some(batch) = batches.next().await {
        batch?;
    }
    Ok(())
}
