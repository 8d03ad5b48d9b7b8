//! `SHOW TABLES`, `SHOW COLUMNS` and `SHOW FUNCTIONS`: statements that have an answer for files, in place of those about a
//! database.

use datafusion::sql::parser::{DFParserBuilder, Statement};
use datafusion::sql::sqlparser::ast::{
    self, ShowStatementFilter, ShowStatementFilterPosition, ShowStatementOptions,
};

use crate::command::failure::Failure;
use crate::registry::names_in_plans;
use crate::tables::tables_here;

/// Replaces `SHOW TABLES` by the names of the tables in the current folder, `SHOW COLUMNS FROM t` by `DESCRIBE t`, and `SHOW
/// FUNCTIONS` by the list of the functions and their documentation.
pub(super) fn replace(statement: &mut Statement) -> Result<(), Failure> {
    let Statement::Statement(inner) = statement else {
        return Ok(());
    };
    let text = match inner.as_ref() {
        ast::Statement::ShowTables { show_options, .. } => tables(show_options)?,
        ast::Statement::ShowColumns { show_options, .. } => {
            let table = show_options.show_in.as_ref();
            let table = table.and_then(|table| table.parent_name.as_ref());
            let (Some(table), None) = (table, &show_options.filter_position) else {
                return Err(Failure::new(
                    "SHOW COLUMNS needs a table and nothing else\nhint: such as SHOW COLUMNS FROM 'boxes.parquet'",
                ));
            };
            format!("DESCRIBE {table}")
        }
        ast::Statement::ShowFunctions { filter } => functions(filter.as_ref())?,
        _ => return Ok(()),
    };
    let mut parser = DFParserBuilder::new(text.as_str()).build()?;
    *statement = parser.parse_statement()?;
    Ok(())
}

/// Returns the statement that lists tables.
fn tables(options: &ShowStatementOptions) -> Result<String, Failure> {
    let pattern = match (&options.show_in, &options.filter_position) {
        (None, None) => None,
        (
            None,
            Some(
                ShowStatementFilterPosition::Infix(ShowStatementFilter::Like(pattern))
                | ShowStatementFilterPosition::Suffix(ShowStatementFilter::Like(pattern)),
            ),
        ) => Some(pattern),
        _ => {
            return Err(Failure::new(
                "SHOW TABLES lists the current folder only\nhint: SHOW TABLES LIKE '%.parquet' lists some of it",
            ));
        }
    };
    let names =
        tables_here().map_err(|error| Failure::new(format!("the current folder: {error}")))?;
    let rows: Vec<_> = names
        .iter()
        .map(|name| format!("({})", quoted(name)))
        .collect();
    let condition = pattern.map(|pattern| format!(" WHERE table_name LIKE {}", quoted(pattern)));
    Ok(if rows.is_empty() {
        "SELECT '' AS table_name WHERE false".to_owned()
    } else {
        format!(
            "SELECT * FROM (VALUES {}) AS tables (table_name){} ORDER BY table_name",
            rows.join(", "),
            condition.unwrap_or_default()
        )
    })
}

/// Returns the statement that lists functions.
fn functions(filter: Option<&ShowStatementFilter>) -> Result<String, Failure> {
    let pattern = match filter {
        None => "%",
        Some(ShowStatementFilter::Like(pattern)) => pattern,
        Some(_) => {
            return Err(Failure::new(
                "SHOW FUNCTIONS takes LIKE and a pattern\nhint: such as SHOW FUNCTIONS LIKE 'plane%'",
            ));
        }
    };
    let hidden: Vec<_> = names_in_plans().iter().map(|name| quoted(name)).collect();
    Ok(format!(
        "SELECT DISTINCT routine_name AS function_name, lower(function_type) AS kind, syntax_example AS call, description \
        FROM information_schema.routines WHERE routine_name LIKE {} AND routine_name NOT IN ({}) ORDER BY 1, 2, 3",
        quoted(pattern),
        hidden.join(", ")
    ))
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}
