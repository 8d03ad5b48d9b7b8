//! The clauses that the engine parses and does not heed. A statement with such a clause is refused, because its answer
//! would be that of another statement.

use std::ops::ControlFlow;

use datafusion::sql::parser::Statement;
use datafusion::sql::sqlparser::ast::{Query, Select, TableFactor, Visit, Visitor};

use crate::command::failure::Failure;

/// Checks that the engine heeds all clauses of a statement.
pub(super) fn check(statement: &Statement) -> Result<(), Failure> {
    let found = match statement {
        Statement::Statement(statement) => statement.visit(&mut Unheeded),
        Statement::Explain(explain) => return check(&explain.statement),
        // The other statements write something, or change the session, and are refused later.
        _ => ControlFlow::Continue(()),
    };
    match found {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(clause) => {
            let hint = match clause {
                "TABLESAMPLE" => "\nhint: choose rows with WHERE random() < 0.1, or with LIMIT",
                "PREWHERE" => "\nhint: use WHERE",
                "WITH ORDINALITY" => "\nhint: use row_number() OVER ()",
                _ => "",
            };
            Err(Failure::new(format!("{clause} is not supported{hint}")))
        }
    }
}

/// Finds the first clause that the engine does not heed.
struct Unheeded;

/// Returns the name of the first clause that is there.
fn first<const N: usize>(clauses: [(bool, &'static str); N]) -> ControlFlow<&'static str> {
    match clauses.into_iter().find(|(is_there, _)| *is_there) {
        Some((_, name)) => ControlFlow::Break(name),
        None => ControlFlow::Continue(()),
    }
}

impl Visitor for Unheeded {
    type Break = &'static str;

    fn pre_visit_query(&mut self, query: &Query) -> ControlFlow<Self::Break> {
        first([
            (!query.locks.is_empty(), "FOR UPDATE and FOR SHARE"),
            (
                query.for_clause.is_some(),
                "FOR XML, FOR JSON and FOR BROWSE",
            ),
            (query.settings.is_some(), "SETTINGS"),
            (query.format_clause.is_some(), "FORMAT"),
        ])
    }

    fn pre_visit_select(&mut self, select: &Select) -> ControlFlow<Self::Break> {
        first([
            (select.prewhere.is_some(), "PREWHERE"),
            (!select.connect_by.is_empty(), "CONNECT BY"),
            (!select.distribute_by.is_empty(), "DISTRIBUTE BY"),
            (select.value_table_mode.is_some(), "SELECT AS"),
        ])
    }

    fn pre_visit_table_factor(&mut self, table: &TableFactor) -> ControlFlow<Self::Break> {
        match table {
            TableFactor::Table {
                with_hints,
                version,
                with_ordinality,
                partitions,
                json_path,
                sample,
                index_hints,
                ..
            } => first([
                (sample.is_some(), "TABLESAMPLE"),
                (*with_ordinality, "WITH ORDINALITY"),
                (version.is_some(), "a version of a table"),
                (!partitions.is_empty(), "PARTITION"),
                (json_path.is_some(), "a path after the name of a table"),
                (!with_hints.is_empty(), "WITH after the name of a table"),
                (!index_hints.is_empty(), "an index hint"),
            ]),
            TableFactor::Derived { sample, .. } => first([(sample.is_some(), "TABLESAMPLE")]),
            _ => ControlFlow::Continue(()),
        }
    }
}
